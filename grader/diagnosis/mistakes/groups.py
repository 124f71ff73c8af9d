"""The functions that have a part in common, in which the same mistake can be made."""

from __future__ import annotations

from grader.cases.model import Call

FULL = frozenset({Call.GAME_VALUE, Call.EXPECTIMAX, Call.MINIMAX, Call.EXPECTIMINIMAX})
CUTTING = frozenset({Call.ALPHA_BETA, Call.ALPHA_BETA_ORDERED})
LIMITED = frozenset({Call.DEPTH_LIMITED, Call.DEPTH_LIMITED_PLIES})
DEPTH = LIMITED | {Call.ITERATIVE_DEEPENING}
POLICIES = frozenset({Call.MINIMAX_POLICY, Call.EXPECTIMAX_POLICY})
AVERAGING = frozenset(
    {
        Call.GAME_VALUE,
        Call.EXPECTIMAX,
        Call.EXPECTIMINIMAX,
        Call.EXPECTIMAX_POLICY,
        Call.EXPECTIMINIMAX_PRUNED,
    }
)
CHOICES = frozenset({Call.EXPECTIMAX, Call.MINIMAX, Call.EXPECTIMINIMAX})
PAIRS = CHOICES | CUTTING | DEPTH | {Call.EXPECTIMINIMAX_PRUNED}
EVERY = PAIRS | {Call.GAME_VALUE}
