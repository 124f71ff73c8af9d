"""Which part of a large tree to draw: what lies near one node, within so many lines.

Decides which nodes are shown; may not know how they look.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count, pairwise

from grader.tree import Node

_ABOVE = 10  # levels that are shown above the focus
_DEEPEST = 12  # levels that are shown at all: a line has to hold their indentation
_SIBLINGS = 3  # children shown at least of a node on the way to the focus, where not all fit


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The part to draw: from ``top`` down, of each opened node the ``children`` listed for it."""

    top: Node
    children: Mapping[Node, tuple[Node, ...]]
    sizes: Mapping[
        Node, int
    ]  # of every node below the start: nodes in its subtree, itself included


def choose(start: Node, focus: Node | None, lines: int) -> View:
    """Choose at most ``lines`` nodes to show: the way to ``focus`` first, then what is near it.

    Notes of what is left out need no line of their own, but for siblings that are left out.
    """
    parents, sizes = _measured(start)
    way = _way(focus if focus in parents or focus is start else None, start, parents)
    top = way[-1 - _ABOVE] if len(way) > _ABOVE else way[0]
    way = way[way.index(top) :]
    budget = lines - 1 - (top is not start)
    shown: dict[Node, tuple[Node, ...]] = {}
    beside = max(_SIBLINGS, lines // len(way) - 2)
    for node, below in pairwise(way):
        fits = sizes[top] <= lines
        shown[node] = node.children if fits else _near(node.children, below, beside)
        budget -= _lines(node, shown[node])
    _open_nearby(way, shown, budget)
    return View(top=top, children=shown, sizes=sizes)


def _open_nearby(way: list[Node], shown: dict[Node, tuple[Node, ...]], budget: int) -> None:
    """Open further nodes while lines are left, the nearest to the end of ``way`` first."""
    ticket = count()  # settles ties by age: nodes can't be compared
    pending = []
    for level, node in enumerate(way):
        away = len(way) - 1 - level
        pending.append((away, next(ticket), level, node))
        beside = [child for child in shown.get(node, ()) if child not in way]
        pending.extend((away + 1, next(ticket), level + 1, child) for child in beside)
    heapq.heapify(pending)
    while pending:
        away, _, level, node = heapq.heappop(pending)
        if node in shown or not node.children or level >= _DEEPEST:
            continue
        opened = node.children
        if len(opened) > budget:
            opened = opened[: max(budget - 1, 0)] if away == 0 else ()  # only the focus in part
        if not opened:
            continue
        shown[node] = opened
        budget -= _lines(node, opened)
        for child in opened:
            heapq.heappush(pending, (away + 1, next(ticket), level + 1, child))


def _lines(node: Node, children: tuple[Node, ...]) -> int:
    return len(children) + (len(children) < len(node.children))


def _near(children: tuple[Node, ...], wanted: Node, most: int) -> tuple[Node, ...]:
    """A few neighbours around ``wanted``."""
    at = children.index(wanted)
    first = max(0, min(at - most // 2, len(children) - most))
    return children[first : first + most]


def _way(focus: Node | None, start: Node, parents: Mapping[Node, Node]) -> list[Node]:
    """The nodes from the start down to the focus."""
    way = [focus or start]
    while way[-1] is not start:
        way.append(parents[way[-1]])
    return way[::-1]


def _measured(start: Node) -> tuple[dict[Node, Node], dict[Node, int]]:
    """Every node's parent and the size of its subtree, without recursion: trees may be deep."""
    parents: dict[Node, Node] = {}
    order = [start]
    for node in order:  # grows while it is walked
        for child in node.children:
            parents[child] = node
            order.append(child)
    sizes: dict[Node, int] = {}
    for node in reversed(order):
        sizes[node] = 1 + sum(sizes[child] for child in node.children)
    return parents, sizes
