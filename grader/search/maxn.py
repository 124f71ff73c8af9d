"""Max^n: every player maximises its own utility.

Decides which answers are right where a mover is indifferent: its choice can matter to the others, so
one tree can have several. Source: Luckhardt & Irani 1986, "An algorithmic solution of N-person games".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.errors import GraderError
from grader.search.full import preorder
from grader.tree import Action, Node, Number, Player

Payoffs = Mapping[Player, Number]
Result = tuple[Payoffs, Action | None]
_Key = frozenset[tuple[Player, Number]]  # payoffs that can be in a set


@dataclass(frozen=True, slots=True, kw_only=True)
class MaxN:
    """The answers of max^n at ``start``.

    ``payoffs`` and ``action`` are those of a search that takes the first of ties everywhere, and
    ``values`` what it backed up. ``results`` has every answer that some way to break the ties gives,
    node by node, in the order of the actions; at an end its payoffs and None.
    """

    start: Node
    payoffs: Payoffs
    action: Action | None
    results: tuple[Result, ...]
    visited: tuple[Node, ...]
    values: Mapping[Node, Payoffs]


def max_n(start: Node) -> MaxN:
    """Search with every player maximising its own component of the payoffs.

    Raises GraderError, naming the node, for an end without payoffs and for payoffs that lack a mover.
    """
    visited = preorder(start)
    values: dict[Node, Payoffs] = {}
    reachable: dict[Node, tuple[Payoffs, ...]] = {}
    for node in reversed(visited):  # a node's successors come after it
        if node.is_end:
            values[node] = _payoffs_of(node)
            reachable[node] = (values[node],)
        else:
            values[node] = values[_first_best(node, values)]
            reachable[node] = _distinct([found for found, _ in _results(node, reachable)])
    at_end = start.is_end
    return MaxN(
        start=start,
        payoffs=values[start],
        action=None if at_end else _action_to(start, _first_best(start, values)),
        results=((values[start], None),) if at_end else tuple(_results(start, reachable)),
        visited=tuple(visited),
        values=values,
    )


def _payoffs_of(end: Node) -> Payoffs:
    if end.payoffs is None:
        raise GraderError(f"{end.name} is an end without payoffs; give it a number for each player")
    return end.payoffs


def _own(node: Node, payoffs: Payoffs) -> Number:
    """The component of the mover at ``node``."""
    mover = node.player or ""
    if mover not in payoffs:
        raise GraderError(
            f"{mover} moves at {node.name}, but an end below has no payoff for {mover}"
        )
    return payoffs[mover]


def _first_best(node: Node, values: Mapping[Node, Payoffs]) -> Node:
    return max(node.children, key=lambda child: _own(node, values[child]))


def _action_to(node: Node, child: Node) -> Action:
    return node.actions[node.children.index(child)]


def _results(node: Node, reachable: Mapping[Node, Sequence[Payoffs]]) -> list[Result]:
    """Every (payoffs, action) at ``node``, by what its successors can be worth.

    What the successors are worth is decided below each of them alone, so any combination can be. An
    action can then be best with some payoffs if each other successor can be worth no more to the mover.
    """
    least = [min(_own(node, found) for found in reachable[child]) for child in node.children]
    results: list[Result] = []
    for at, (action, child) in enumerate(zip(node.actions, node.children, strict=True)):
        others = least[:at] + least[at + 1 :]
        results.extend(
            (found, action)
            for found in reachable[child]
            if all(_own(node, found) >= other for other in others)
        )
    return results


def _distinct(found: Sequence[Payoffs]) -> tuple[Payoffs, ...]:
    by_key: dict[_Key, Payoffs] = {}
    for payoffs in found:
        by_key.setdefault(frozenset(payoffs.items()), payoffs)
    return tuple(by_key.values())
