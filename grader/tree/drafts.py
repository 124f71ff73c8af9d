"""Grow a named tree from drafts.

Decides how nodes are named: a node's name is its actions joined (the lecture's A, A1), by dots where
any action of the tree has more than one character; the start is ``root``; a draft's own name wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from grader.errors import GraderError
from grader.tree.node import ROOT, Action, GameTree, Node, Number, Player


@dataclass(slots=True, kw_only=True, eq=False)
class Draft:
    """A node before it has a name. ``branches`` are (action, subtree), in order."""

    player: Player | None = None
    utility: Number | None = None
    evaluation: Number | None = None
    name: str | None = None
    branches: list[tuple[Action, Draft]] = field(default_factory=list)
    chances: tuple[Fraction, ...] | None = None
    payoffs: Mapping[Player, Number] | None = None


class DuplicateNameError(GraderError):
    """Two nodes of one tree would have the same name."""

    def __init__(self, name: str, first: Draft, second: Draft) -> None:
        super().__init__(f"two nodes are named {name!r}")
        self.name, self.first, self.second = name, first, second


def grow(root: Draft) -> GameTree:
    """Name every node of ``root`` and freeze it.

    Raises DuplicateNameError for the first two drafts (in pre-order) that share a name.

    >>> leaf = lambda utility: Draft(utility=utility)
    >>> opp = Draft(player="opp", branches=[("1", leaf(3)), ("2", leaf(5))])
    >>> tree = grow(Draft(player="agent", branches=[("A", opp), ("B", leaf(4))]))
    >>> [node.name for node in tree.nodes()]
    ['root', 'A', 'A1', 'A2', 'B']
    """
    joint = "." if any(len(a) > 1 for d in _drafts(root) for a, _ in d.branches) else ""
    named = _named(root, joint)
    taken: dict[str, Draft] = {}
    for draft, name in named:
        if name in taken:
            raise DuplicateNameError(name, taken[name], draft)
        taken[name] = draft
    grown: dict[Draft, Node] = {}
    for draft, name in reversed(named):
        grown[draft] = Node(
            name=name,
            player=draft.player,
            utility=draft.utility,
            evaluation=draft.evaluation,
            actions=tuple(action for action, _ in draft.branches),
            children=tuple(grown[child] for _, child in draft.branches),
            chances=draft.chances,
            payoffs=draft.payoffs,
        )
    return GameTree(grown[root])


def _drafts(root: Draft) -> Iterator[Draft]:
    pending = [root]
    while pending:
        draft = pending.pop()
        yield draft
        pending.extend(child for _, child in reversed(draft.branches))


def _named(root: Draft, joint: str) -> list[tuple[Draft, str]]:
    """Every draft with its name, in pre-order. A named node's successors still join actions."""
    named: list[tuple[Draft, str]] = []
    pending: list[tuple[Draft, str]] = [(root, "")]
    while pending:
        draft, path = pending.pop()
        named.append((draft, draft.name or path or ROOT))
        for action, child in reversed(draft.branches):
            pending.append((child, f"{path}{joint}{action}" if path else action))
    return named
