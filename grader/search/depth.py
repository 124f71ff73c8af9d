"""Minimax that stops at a horizon, under both ways to count depth."""

from __future__ import annotations

from grader.search.backup import AGENT, traced
from grader.search.trace import Trace
from grader.tree import Node


def depth_limited(start: Node, depth: int, *, plies: bool) -> Trace:
    """Search as ``minimax`` does with ``depth`` units to spend.

    On entering a node comes first the end test, then at depth 0 the evaluation, then its successors.
    With ``plies`` every move spends one unit, otherwise only a move into an agent's node does.
    Raises GraderError, naming the node, where an evaluation is needed and there is none.
    """
    visited: list[Node] = []
    horizon: list[Node] = []
    pending = [(start, depth)]
    while pending:
        node, left = pending.pop()
        visited.append(node)
        if node.is_end:
            continue
        if left == 0:
            horizon.append(node)
            continue
        for child in reversed(node.children):
            spent = 1 if plies or child.player == AGENT else 0
            pending.append((child, left - spent))
    return traced(visited, {}, horizon)
