"""Change a tree so that its value changes in a way that is known without a search.

Decides which changes there are; ``laws`` says what follows from them. May not know students.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from grader.cases.model import Property
from grader.tree import Draft, GameTree, Node, Number, Player, grow

SHIFT, FACTOR = -7, 3  # a shift that brings values from above 0 to below it

_OTHER: dict[Player, Player] = {"agent": "opp", "opp": "agent"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change of a tree. ``done`` says what was done and ``rule`` what follows, for students."""

    done: str
    rule: str
    of_tree: Callable[[GameTree], GameTree]
    of_value: Callable[[Number], Number]


def shifted(tree: GameTree) -> GameTree:
    """The tree with ``SHIFT`` added to all of its numbers."""
    return grow(_drafted(tree.root, number=lambda number: number + SHIFT))


def scaled(tree: GameTree) -> GameTree:
    """The tree with all of its numbers multiplied by ``FACTOR``."""
    return grow(_drafted(tree.root, number=lambda number: number * FACTOR))


def swapped(tree: GameTree) -> GameTree:
    """The tree with agent and opp in each other's place, and all numbers negated."""
    player = {each: _OTHER.get(each, each) for each in tree.players}
    return grow(_drafted(tree.root, number=lambda number: -number, player=player.__getitem__))


def reordered(tree: GameTree) -> GameTree:
    """The tree with the children of every node in reverse order."""
    return grow(_drafted(tree.root, order=-1))


def doubled(tree: GameTree) -> GameTree:
    """The tree with the first child of its root once more, at the end."""
    draft = _drafted(tree.root)
    if draft.branches:
        draft.branches.append((_unused(tree), _drafted(tree.root.children[0])))
    return grow(draft)


def _unused(tree: GameTree) -> str:
    """An action that makes the name of no node that is there, in the style of the others."""
    taken = set(tree.by_name) | set(tree.root.actions)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    digits = "123456789"
    style = digits if tree.root.actions[0].isdigit() else letters
    free = (word for word in (*style, "again") if not any(n.startswith(word) for n in taken))
    return next(free, "again")


def _same(number: Number) -> Number:
    return number


def _drafted(
    node: Node,
    *,
    number: Callable[[Number], Number] = _same,
    player: Callable[[Player], Player] = str,
    order: int = 1,
) -> Draft:
    """A copy with changes; recursion is safe, as trees of laws are not deep."""
    steps = list(zip(node.actions, node.children, strict=True))[::order]
    return Draft(
        player=None if node.player is None else player(node.player),
        utility=None if node.utility is None else _plain(number(node.utility)),
        evaluation=None if node.evaluation is None else _plain(number(node.evaluation)),
        branches=[
            (action, _drafted(child, number=number, player=player, order=order))
            for action, child in steps
        ],
        chances=None if node.chances is None else node.chances[::order],
    )


def _plain(number: Number) -> Number:
    exact = Fraction(number)
    return exact.numerator if exact.denominator == 1 else exact


CHANGES = {
    Property.ADDING: Change(
        done=f"with {-SHIFT} taken from every utility",
        rule="Adding a number to every utility adds it to the value.",
        of_tree=shifted,
        of_value=lambda value: value + SHIFT,
    ),
    Property.SCALING: Change(
        done=f"with every utility multiplied by {FACTOR}",
        rule="Multiplying every utility by a positive number multiplies the value by it.",
        of_tree=scaled,
        of_value=lambda value: value * FACTOR,
    ),
    Property.SWAPPING: Change(
        done="with agent and opp exchanged and every utility negated",
        rule="Exchanging agent and opp and negating every utility negates the value.",
        of_tree=swapped,
        of_value=lambda value: -value,
    ),
    Property.REORDERING: Change(
        done="with the children of every node in reverse order",
        rule="The order of children does not change the value.",
        of_tree=reordered,
        of_value=_same,
    ),
    Property.DOUBLING: Change(
        done="with the root's first child once more at its end",
        rule="Having one of the choices twice does not change the value.",
        of_tree=doubled,
        of_value=_same,
    ),
}
