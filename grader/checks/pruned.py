"""Judge what a search left out: exactly the right set of nodes."""

from __future__ import annotations

from collections.abc import Sequence

from grader.checks.finding import RIGHT, Finding, wrong
from grader.checks.words import names
from grader.tree import Node


def left_out(visited: Sequence[Node], horizon: Sequence[Node] = ()) -> tuple[Node, ...]:
    """The topmost unvisited successors of visited nodes, in order; evaluated nodes have none."""
    known, evaluated = set(visited), set(horizon)
    return tuple(
        child
        for node in visited
        if node not in evaluated
        for child in node.children
        if child not in known
    )


def check_pruned(
    seen: Sequence[Node], wanted: Sequence[Node], horizon: Sequence[Node] = ()
) -> Finding:
    """Compare the set that a run left out, given its visits, with the right one, ``wanted``."""
    mine, visited = left_out(seen, horizon), set(seen)
    if set(mine) == set(wanted):
        return RIGHT
    if not seen:
        return wrong("Your function visited no node, so nothing can be said of what it pruned.")
    looked_at = [node for node in wanted if node in visited]
    too_much = [node for node in mine if node not in set(wanted)]
    parts = []
    if looked_at:
        parts.append(
            f"A correct search prunes {names(looked_at)}, but yours visited {_it(looked_at)}."
        )
    if too_much:
        also = "also " if looked_at else ""
        parts.append(
            f"Your search {also}left out {names(too_much)}, which a correct search has to visit."
        )
    return wrong(" ".join(parts))


def _it(nodes: Sequence[Node]) -> str:
    return "it" if len(nodes) == 1 else "them"
