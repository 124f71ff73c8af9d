"""The single steps by which a tree is made simpler, and when one tree is simpler than another.

Every step gives a valid tree: chances sum to 1 and an inner node keeps a child. May not know why a tree
is shrunk; ``shrink`` takes the steps.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

from grader.search.backup import AGENT
from grader.tree import (
    Action,
    Draft,
    DuplicateNameError,
    GameTree,
    Node,
    Number,
    Player,
    action_text,
    grow,
)

_SMALL = (0, 1, -1, 2)  # what a number is replaced by, before anything nearer to it is tried
_COUNTED_DOWN = 16  # ints up to here are also tried one lower
_PLAIN_PLAYERS = (AGENT, "opp", "coin")

Edit = Callable[[Node], Node]


def cost(root: Node) -> tuple[int, ...]:
    """How far a tree is from the simplest; compared from the left, and each step lowers it.

    Counted are nodes, evaluations, the denominators, sizes and signs of numbers, uneven chances and
    their denominators, odd players and odd actions.
    """
    nodes = list(GameTree(root).nodes())
    numbers = [Fraction(number) for node in nodes for number in _numbers(node)]
    chances = [node.chances for node in nodes if node.chances]
    return (
        len(nodes),
        sum(node.evaluation is not None for node in nodes),
        sum(number.denominator for number in numbers),
        sum(abs(number.numerator) for number in numbers),
        sum(number < 0 for number in numbers),
        sum(len(set(each)) > 1 for each in chances),
        sum(math.lcm(*(chance.denominator for chance in each)) for each in chances),
        sum(player not in _PLAIN_PLAYERS for player in GameTree(root).players),
        sum(node.actions != wanted for node, wanted in _plain_actions(root).items()),
    )


def stepped(root: Node) -> Iterator[Node]:
    """The roots of the trees that are one step away, simpler ones only; names are the old ones."""
    before = cost(root)
    for source in (
        _smaller,
        _barer,
        _with_plainer_numbers,
        _with_evener_chances,
        _with_plainer_names,
    ):
        for simpler in source(root):
            if cost(simpler) < before:
                yield simpler


def renamed(root: Node) -> GameTree | None:
    """The tree with names made of its actions; None where two would be the same."""
    try:
        return grow(_drafted(root))
    except DuplicateNameError:
        return None


def fresh(root: Node) -> GameTree:
    """The tree without names of its own; with plain actions where its own don't tell nodes apart."""
    return renamed(root) or grow(_drafted(_relabelled(root)))


def _relabelled(root: Node) -> Node:
    """The tree with plain actions everywhere: letters and numbers by turns."""
    return _labelled(root, _plain_actions(root))


def _drafted(root: Node) -> Draft:
    """Recursion is safe: a tree is at most 100 deep."""
    return Draft(
        player=root.player,
        utility=root.utility,
        evaluation=root.evaluation,
        branches=[
            (action_text(action), _drafted(child))
            for action, child in zip(root.actions, root.children, strict=True)
        ],
        chances=root.chances,
        payoffs=root.payoffs,
    )


def _edited(root: Node, edit: Edit) -> Node:
    """The tree after ``edit`` of each node whose successors were edited."""
    if root.children:
        root = replace(root, children=tuple(_edited(child, edit) for child in root.children))
    return edit(root)


def _put(root: Node, place: Node, new: Node) -> Node:
    """The tree with ``new`` where ``place`` is."""
    if root is place:
        return new
    children = tuple(_put(child, place, new) for child in root.children)
    return root if children == root.children else replace(root, children=children)


# ---------------------------------------------------------------------------- fewer nodes


def _smaller(root: Node) -> Iterator[Node]:
    """Ends for inner nodes, subtrees for their parents, then nodes without one child; top first."""
    inner = [node for node in GameTree(root).nodes() if not node.is_end]
    for node in inner:
        for end in _ends_for(node):
            yield _put(root, node, end)
    for node in inner:
        for child in node.children:
            yield _put(root, node, child)
    for node in inner:
        if len(node.children) > 1:
            for index in range(len(node.children)):
                yield _put(root, node, _without(node, index))


def _ends_for(node: Node) -> Iterator[Node]:
    """Ends that may stand where ``node`` does; they keep its evaluation."""
    first = node
    while first.children:
        first = first.children[0]
    bare = Node(name=node.name, evaluation=node.evaluation)
    for number in _SMALL[:3]:
        if first.payoffs is None:
            yield replace(bare, utility=number)
        else:
            yield replace(bare, payoffs=dict.fromkeys(first.payoffs, number))


def _without(node: Node, index: int) -> Node:
    """``node`` without one child; chances keep their proportions."""
    chances = None
    if node.chances is not None:
        left = node.chances[:index] + node.chances[index + 1 :]
        total = sum(left, Fraction(0))
        chances = tuple(each / total if total else Fraction(1, len(left)) for each in left)
    return replace(
        node,
        actions=node.actions[:index] + node.actions[index + 1 :],
        children=node.children[:index] + node.children[index + 1 :],
        chances=chances,
    )


def _barer(root: Node) -> Iterator[Node]:
    """No evaluation at all, then one fewer."""
    yield _edited(root, lambda node: replace(node, evaluation=None))
    for node in GameTree(root).nodes():
        if node.evaluation is not None:
            yield _put(root, node, replace(node, evaluation=None))


# ---------------------------------------------------------------------------- plainer numbers


def _numbers(node: Node) -> tuple[Number, ...]:
    own = () if node.payoffs is None else tuple(node.payoffs.values())
    return own + tuple(each for each in (node.utility, node.evaluation) if each is not None)


def _with_plainer_numbers(root: Node) -> Iterator[Node]:
    """The ranks of all numbers, one for all that are equal (a tie stays one), then one at a time."""
    nodes = list(GameTree(root).nodes())
    known = sorted({number for node in nodes for number in _numbers(node)})
    yield _edited(root, partial(_mapped, table={v: rank for rank, v in enumerate(known)}))
    for number in known:
        for simple in plainer(number):
            yield _edited(root, partial(_mapped, table={number: simple}))
    for node in nodes:
        for changed in _one_changed(node):
            yield _put(root, node, changed)


def _mapped(node: Node, table: Mapping[Number, Number]) -> Node:
    payoffs = node.payoffs
    return replace(
        node,
        utility=None if node.utility is None else table.get(node.utility, node.utility),
        evaluation=None if node.evaluation is None else table.get(node.evaluation, node.evaluation),
        payoffs=None if payoffs is None else {p: table.get(v, v) for p, v in payoffs.items()},
    )


def _one_changed(node: Node) -> Iterator[Node]:
    """``node`` with one of its numbers plainer."""
    for player, worth in (node.payoffs or {}).items():
        for simple in plainer(worth):
            yield replace(node, payoffs={**(node.payoffs or {}), player: simple})
    for simple in plainer(node.utility):
        yield replace(node, utility=simple)
    for simple in plainer(node.evaluation):
        yield replace(node, evaluation=simple)


def plainer(number: Number | None) -> tuple[Number, ...]:
    """Numbers to try instead, each with a smaller denominator, or else nearer to 0, or positive.

    >>> plainer(125), plainer(-3), plainer(Fraction(7, 4))
    ((0, 1, -1, 2, 62, 100, 120), (0, 1, -1, 2, -2, 3), (0, 1, -1, 2, Fraction(3, 2)))
    """
    if number is None:
        return ()
    near: list[Number] = [math.floor(number), math.ceil(number), -number if number < 0 else number]
    if isinstance(number, int):
        sign, size = (-1 if number < 0 else 1), abs(number)
        digits = len(str(size))
        near = [sign * (size // 2)]
        near += [sign * (size // 10**k * 10**k) for k in range(digits - 1, 0, -1)]
        near += [sign * (size - 1)] if size <= _COUNTED_DOWN else []
        near.append(size)
    elif number.denominator > 2:
        near.insert(2, Fraction(2 * math.floor(number) + 1, 2))
    found = dict.fromkeys((*_SMALL, *near))
    return tuple(each for each in found if _size(each) < _size(number))


def _size(number: Number) -> tuple[int, int, bool]:
    return number.denominator, abs(number.numerator), number < 0


# ---------------------------------------------------------------------------- chances and names


def _with_evener_chances(root: Node) -> Iterator[Node]:
    """Equal chances, then one that is twice the others."""
    for node in GameTree(root).nodes():
        if node.chances is None:
            continue
        amount = len(node.children)
        yield _put(root, node, replace(node, chances=(Fraction(1, amount),) * amount))
        for index in reversed(range(amount)):
            uneven = tuple(Fraction(1 + (i == index), amount + 1) for i in range(amount))
            yield _put(root, node, replace(node, chances=uneven))


def _with_plainer_names(root: Node) -> Iterator[Node]:
    """Plain players; then plain actions, at all nodes at once and at one."""
    averaged = {node.player for node in GameTree(root).nodes() if node.chances is not None}
    has_payoffs = any(node.payoffs is not None for node in GameTree(root).nodes())
    for player in GameTree(root).players:
        plain: Player = "coin" if player in averaged else "opp"
        clashes = plain in GameTree(root).players and (plain in averaged) != (player in averaged)
        if player not in _PLAIN_PLAYERS and not clashes and not has_payoffs:
            yield _edited(root, partial(_played_by, swap={player: plain}))
    wanted = _plain_actions(root)
    yield _relabelled(root)
    for node, actions in wanted.items():
        if node.actions != actions:
            yield _put(root, node, replace(node, actions=actions))


def _played_by(node: Node, swap: Mapping[Player, Player]) -> Node:
    return node if node.player is None else replace(node, player=swap.get(node.player, node.player))


def _labelled(node: Node, wanted: Mapping[Node, tuple[Action, ...]]) -> Node:
    children = tuple(_labelled(child, wanted) for child in node.children)
    return replace(node, actions=wanted.get(node, ()), children=children)


def _plain_actions(root: Node) -> dict[Node, tuple[Action, ...]]:
    """Letters and numbers by turns, from the root down, as in the lecture's A1."""
    wanted: dict[Node, tuple[Action, ...]] = {}
    level, is_letters = [root], True
    while level:
        for node in level:
            if node.children:
                wanted[node] = tuple(_label(i, is_letters) for i in range(len(node.children)))
        level = [child for node in level for child in node.children]
        is_letters = not is_letters
    return wanted


def _label(index: int, is_letter: bool) -> Action:  # noqa: FBT001
    letter, rest = index % 26, index // 26
    return f"{chr(ord('A') + letter)}{rest or ''}" if is_letter else str(index + 1)
