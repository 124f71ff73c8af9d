"""Nodes of an explicit game tree, and the tree.

Decides what a node is; may not know files or students. Numbers are exact: an ``int``, or a
``Fraction`` where an ``int`` does not do, so that two searches can be compared with ``==``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

Action = str
Player = str
State: TypeAlias = "str | int | tuple[State, ...]"  # what a student's code is given as a state
Number = int | Fraction

ROOT = "root"  # the name of a tree's start, unless its author names it


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Node:
    """A path from the start. Nodes are equal only to themselves, even where states are equal.

    ``player`` is None at an end (terminal node), which alone has a ``utility``, for the agent, or in
    a game of max^n ``payoffs``, one for each player, and no ``utility``.
    ``evaluation`` is what the case's evaluation function says of the node, where it says anything.
    ``chances`` are the probabilities of the actions of a chance node whose tree states them.
    """

    name: str
    player: Player | None = None
    utility: Number | None = None
    evaluation: Number | None = None
    actions: tuple[Action, ...] = ()
    children: tuple[Node, ...] = ()
    chances: tuple[Fraction, ...] | None = None
    payoffs: Mapping[Player, Number] | None = None

    @property
    def state(self) -> State:
        """The state that a student's code is given for this node: here, the node's name."""
        return self.name

    @property
    def is_end(self) -> bool:
        return self.player is None

    def child(self, action: Action) -> Node:
        """The successor by ``action``; KeyError if there is none."""
        for known, child in zip(self.actions, self.children, strict=True):
            if known == action:
                return child
        raise KeyError(action)

    def __repr__(self) -> str:
        worth = self.utility if self.payoffs is None else dict(self.payoffs)
        what = f"end {worth}" if self.player is None else f"{self.player} to move"
        return f"<Node {self.name}: {what}>"


@dataclass(frozen=True, eq=False)
class GameTree:
    """A whole tree with its look-ups; names are unique within it (``grow`` sees to that)."""

    root: Node

    def nodes(self, start: Node | None = None) -> Iterator[Node]:
        """Every node from ``start`` (default: the root) in pre-order: a parent, then each child."""
        return iter(self._all) if start is None else preorder(start)

    @cached_property
    def _all(self) -> tuple[Node, ...]:
        return tuple(preorder(self.root))

    def find(self, name: str) -> Node:
        """The node of that name; KeyError if there is none."""
        return self.by_name[name]

    @cached_property
    def by_name(self) -> dict[str, Node]:
        return {node.name: node for node in self.nodes()}

    @cached_property
    def parents(self) -> dict[Node, Node]:
        """Each node's parent; the root has none."""
        return {child: node for node in self.nodes() for child in node.children}

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """Who moves in the tree, in the order of first appearance."""
        return tuple(dict.fromkeys(node.player for node in self.nodes() if node.player is not None))

    def size(self, start: Node | None = None) -> int:
        return sum(1 for _ in self.nodes(start))

    def ancestors(self, node: Node) -> Iterator[Node]:
        """From the parent of ``node`` up to the root."""
        while node in self.parents:
            node = self.parents[node]
            yield node


def preorder(start: Node) -> Iterator[Node]:
    """Every node from ``start``: a parent, then each child; its children are not asked for before."""
    pending = [start]
    while pending:
        node = pending.pop()
        yield node
        pending += node.children[::-1]
