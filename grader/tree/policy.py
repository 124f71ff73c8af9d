"""Policies over the nodes of a tree, as tables.

A table gives, for each node (by name) at which its player moves, the probability of every action in
the node's order, exact, summing to 1. Of a tree that is unfolded on demand, the table is, too: an entry
is made when it is first asked for. Decides what a legal policy is; the YAML words for one
(``uniform``, ``always: A``) belong to ``cases``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from grader.errors import GraderError
from grader.tree.node import Action, GameTree, Node, Player
from grader.tree.unfold import UnfoldedTree

Chances = Mapping[Action, Fraction]
PolicyTable = Mapping[str, Chances]


class PolicyError(GraderError):
    """A policy that does not fit its tree; the message names the node."""


def _moves_of(tree: GameTree, player: Player) -> list[Node]:
    return [node for node in tree.nodes() if node.player == player]


def uniform(tree: GameTree, player: Player) -> PolicyTable:
    """Every action of ``player`` equally likely."""
    return _by_rule(
        tree, player, lambda node: dict.fromkeys(node.actions, Fraction(1, len(node.actions)))
    )


def always(tree: GameTree, player: Player, action: Action) -> PolicyTable:
    """``action`` with certainty wherever ``player`` moves; PolicyError where it is not legal."""

    def rule(node: Node) -> Chances:
        if action not in node.actions:
            legal = ", ".join(map(str, node.actions))
            raise PolicyError(f"{player} can't play {action!r} at {node.name} (legal: {legal})")
        return {known: Fraction(known == action) for known in node.actions}

    return _by_rule(tree, player, rule)


def _by_rule(tree: GameTree, player: Player, rule: Callable[[Node], Chances]) -> PolicyTable:
    if isinstance(tree, UnfoldedTree):
        return _OnDemand(tree, player, rule)
    return {node.name: rule(node) for node in _moves_of(tree, player)}


class _OnDemand(PolicyTable):
    """The table of a tree that is unfolded on demand. Its length and its names make the whole tree."""

    def __init__(self, tree: UnfoldedTree, player: Player, rule: Callable[[Node], Chances]) -> None:
        self._tree, self._player, self._rule = tree, player, rule
        self._known: dict[str, Chances] = {}

    def __getitem__(self, name: str) -> Chances:
        if name not in self._known:
            node = self._tree.find(name)
            if node.player != self._player:
                raise KeyError(name)
            self._known[name] = self._rule(node)
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return (node.name for node in _moves_of(self._tree, self._player))

    def __len__(self) -> int:
        return len(_moves_of(self._tree, self._player))


def inline(tree: GameTree, player: Player) -> PolicyTable:
    """The probabilities that the tree itself states at the chance nodes of ``player``."""
    return {
        node.name: dict(zip(node.actions, node.chances, strict=True))
        for node in _moves_of(tree, player)
        if node.chances is not None
    }


def tabulate(
    tree: GameTree, player: Player, stated: Mapping[str, Mapping[Action, Fraction]]
) -> PolicyTable:
    """Complete ``stated`` (some actions of some nodes) to a table; unstated actions get 0.

    Raises PolicyError where a node is missing, not the player's, or does not sum to exactly 1.
    """
    table = {}
    for node in _moves_of(tree, player):
        if node.name not in stated:
            raise PolicyError(f"no probabilities are given for {player} at {node.name}")
        chosen = stated[node.name]
        if unknown := [action for action in chosen if action not in node.actions]:
            legal = ", ".join(node.actions)
            raise PolicyError(f"{unknown[0]!r} is no action at {node.name} (legal: {legal})")
        if (total := sum(chosen.values(), Fraction(0))) != 1:
            raise PolicyError(f"the probabilities at {node.name} sum to {total}, not to 1")
        table[node.name] = {action: chosen.get(action, Fraction(0)) for action in node.actions}
    if strangers := [name for name in stated if name not in table]:
        raise PolicyError(f"{player} does not move at {strangers[0]!r}")
    return table
