"""Mistakes that no case can catch, each with its proof."""

from __future__ import annotations

from collections.abc import Mapping

from grader.cases.model import Call, Cutoff, Pruning, Returns

_BOTH_ARE_RIGHT = (
    "Cutting on equality and cutting strictly are both right: what is left at equality can't change the"
    " value of any node above, nor make an action optimal that is not. The family of conventions that"
    " the grader accepts has both, at max and min nodes, so the visits are those of a member. Where a"
    " suite accepts its stated convention alone (accept: exact), this is a mistake."
)
_NOBODY_MINIMISES = (
    "The function is given a policy for every player but the agent: the reader refuses a case in which"
    " one has none. So each inner node is the agent's, which maximises, or is averaged, and nobody"
    " minimises. The mistake changes only what is done where a player minimises, so its runs are the"
    " runs without it."
)
_NOBODY_IS_LEFT = (
    "Every player that moves, the agent included, has a policy: the reader refuses a case in which one"
    " has none. The mistake changes only what is done for a player without one, so its runs are the runs"
    " without it."
)
_NONE_ANYWAY = (
    "The mistake answers None instead of an action where the start is not the agent's. The reader"
    " refuses a case in which another player has no policy. So at such a start the game is over or the"
    " mover is averaged, and in both cases None is the right answer."
)

_NO_FALSE_TIES = (
    "Where the search cuts strictly and is fail-soft, a value that equals the best one so far has met no"
    " bound: it would be beyond it. So it is exact, a tie is a tie, and any action that has the best"
    " value is right."
)
_NEVER_BELOW = (
    "Where the search is fail-hard, an inner node returns nothing below alpha, so a min node cuts"
    " strictly after ends alone. To cut there only is no change."
)

EQUIVALENT: Mapping[tuple[str, Call], str] = {
    ("other-convention", Call.ALPHA_BETA): _BOTH_ARE_RIGHT,
    ("other-convention", Call.ALPHA_BETA_ORDERED): _BOTH_ARE_RIGHT,
    ("everybody-maximises", Call.EXPECTIMAX): _NOBODY_MINIMISES,
    ("only-opp-minimises", Call.EXPECTIMAX): _NOBODY_MINIMISES,
    ("start-maximises", Call.EXPECTIMAX): _NOBODY_MINIMISES,
    ("two-players-only", Call.EXPECTIMAX): _NOBODY_MINIMISES,
    ("no-policy-means-random", Call.EXPECTIMAX): _NOBODY_MINIMISES,
    ("min-never-assigned", Call.EXPECTIMAX): _NOBODY_MINIMISES,
    ("both-begin-low", Call.EXPECTIMAX): _NOBODY_MINIMISES,
    ("no-policy-means-random", Call.GAME_VALUE): _NOBODY_IS_LEFT,
    ("none-for-opponents", Call.EXPECTIMAX): _NONE_ANYWAY,
}

# What is a mistake in a search that cuts on equality, and none under the convention that is named.
UNDER: Mapping[tuple[str, Cutoff, Returns], str] = {
    ("last-of-ties", Cutoff.STRICT, Returns.FAIL_SOFT): _NO_FALSE_TIES,
    ("random-tie", Cutoff.STRICT, Returns.FAIL_SOFT): _NO_FALSE_TIES,
    ("cuts-at-last-opponent-only", Cutoff.STRICT, Returns.FAIL_HARD): _NEVER_BELOW,
}


def proof(mistake: str, call: Call, pruning: Pruning) -> str | None:
    """Why the mistake can't be caught in a function, where a suite states ``pruning``; else None."""
    if call.prunes and (mistake, pruning.cutoff, pruning.returns) in UNDER:
        return UNDER[mistake, pruning.cutoff, pruning.returns]
    return EQUIVALENT.get((mistake, call))
