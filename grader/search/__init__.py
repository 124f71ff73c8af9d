"""Our own searches, traced, with every convention as a switch; share no code with ``solution/``.

Read ``trace`` first (what a search returns), then ``backup`` (what a node is worth), ``full`` and
``depth`` (searches that look at everything), ``conventions`` and ``alphabeta``. Then, each by itself:
``star`` (pruning with chance nodes), ``maxn`` (utilities for each player), ``playing`` (nobody
chooses) and ``bounds``. Nothing recurses, and all values are exact.
"""

from grader.search.alphabeta import alpha_beta, family_traces
from grader.search.backup import AGENT
from grader.search.bounds import choose_by_bounds
from grader.search.conventions import CUTS, FAMILY, MISSES, RELATIVES, Clamp, Convention
from grader.search.depth import Deepening, depth_limited, iterative_deepening
from grader.search.full import (
    expected_value,
    expectimax,
    expectiminimax,
    minimax,
    optimal_policy,
)
from grader.search.maxn import MaxN, max_n
from grader.search.playing import Rollouts, rollouts, value_table
from grader.search.star import expectiminimax_pruned
from grader.search.trace import Cut, Trace, Window

__all__ = [
    "AGENT",
    "CUTS",
    "FAMILY",
    "MISSES",
    "RELATIVES",
    "Clamp",
    "Convention",
    "Cut",
    "Deepening",
    "MaxN",
    "Rollouts",
    "Trace",
    "Window",
    "alpha_beta",
    "choose_by_bounds",
    "depth_limited",
    "expected_value",
    "expectimax",
    "expectiminimax",
    "expectiminimax_pruned",
    "family_traces",
    "iterative_deepening",
    "max_n",
    "minimax",
    "optimal_policy",
    "rollouts",
    "value_table",
]
