"""Our own searches, traced, with every convention as a switch; share no code with ``solution/``.

Read ``trace`` first (what a search returns), then ``backup`` (what a node is worth), ``full`` and
``depth`` (searches that look at everything), ``conventions`` and ``alphabeta``. Nothing recurses, and
all values are exact.
"""

from grader.search.alphabeta import alpha_beta, family_traces
from grader.search.backup import AGENT
from grader.search.conventions import FAMILY, Convention
from grader.search.depth import depth_limited
from grader.search.full import (
    expected_value,
    expectimax,
    expectiminimax,
    minimax,
    optimal_policy,
)
from grader.search.trace import Cut, Trace, Window

__all__ = [
    "AGENT",
    "FAMILY",
    "Convention",
    "Cut",
    "Trace",
    "Window",
    "alpha_beta",
    "depth_limited",
    "expected_value",
    "expectimax",
    "expectiminimax",
    "family_traces",
    "minimax",
    "optimal_policy",
]
