"""Small trees in increasing size, and random ones, that a function can be given.

Decides which trees are looked at for a counterexample and in which order: by the number of nodes, then
by depth, then by how plain their numbers, movers and chances are. May not know what is looked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import count
from random import Random
from typing import TypeAlias

from grader.cases import Call
from grader.search import AGENT
from grader.tree import Draft, GameTree, Number, Player, grow

_FAR = 10**6 + 1
NUMBERS: tuple[Number, ...] = (0, 1, -1, Fraction(1, 2), 2, _FAR, -_FAR)  # plainest first
_FEWER = {1: 7, 2: 7, 3: 4, 4: 4, 5: 3}  # by how many a tree needs: the first so many are tried
_FEWEST = 2
_TURNED = 3  # nodes of trees that are tried with the actions out of the order of their names, too
_LARGEST, _DEEPEST, _WIDEST = 15, 4, 3  # of random trees
_PAYOFFS = ("A", "B")

Shape: TypeAlias = "tuple[Shape, ...]"  # a node is the tuple of its children


@dataclass(frozen=True, slots=True, kw_only=True)
class Mover:
    """Who may move at an inner node.

    ``chances`` are ``even``, ``rising`` (as 1 to 2 to 3), ``sure`` (the last action is certain) or none.
    """

    player: Player
    chances: str = ""

    def of(self, amount: int) -> tuple[Fraction, ...] | None:
        """The probabilities of ``amount`` actions."""
        if not self.chances:
            return None
        parts = [1] * amount
        if self.chances == "rising":
            parts = list(range(1, amount + 1))
        elif self.chances == "sure":
            parts = [*([0] * (amount - 1)), 1]
        return tuple(Fraction(part, sum(parts)) for part in parts)


def _averaged(*players: Player) -> tuple[Mover, ...]:
    """Averaged players, first with even chances."""
    firsts = tuple(Mover(player=player, chances="even") for player in players)
    rest = (("rising", players[0]), ("sure", players[0]))
    return (*firsts, *(Mover(player=player, chances=chances) for chances, player in rest))


_AGENT, _OPP = Mover(player=AGENT), Mover(player="opp")
_CHOOSING = (_AGENT, _OPP, Mover(player="ghost1"))
_AGAINST_A_POLICY = (_AGENT, *_averaged("opp", "ghost1"))
_WITH_COIN = (*_CHOOSING, *_averaged("coin", "ghost2"))
MOVERS: Mapping[Call, tuple[Mover, ...]] = {
    Call.GAME_VALUE: _averaged("opp", AGENT),
    Call.EXPECTIMAX: _AGAINST_A_POLICY,
    Call.MINIMAX: _CHOOSING,
    Call.EXPECTIMINIMAX: _WITH_COIN,
    Call.MINIMAX_POLICY: _CHOOSING,
    Call.EXPECTIMAX_POLICY: _WITH_COIN,
    Call.VALUE_TABLE: (_AGENT, *_averaged("opp")),
    Call.ALPHA_BETA: _CHOOSING,
    Call.ALPHA_BETA_ORDERED: _CHOOSING,
    Call.DEPTH_LIMITED: _CHOOSING,
    Call.DEPTH_LIMITED_PLIES: _CHOOSING,
    Call.ITERATIVE_DEEPENING: _CHOOSING,
    Call.MAX_N: tuple(Mover(player=player) for player in _PAYOFFS),
    Call.EXPECTIMINIMAX_PRUNED: _WITH_COIN,
}
_EVALUATES_INNER = {Call.DEPTH_LIMITED, Call.DEPTH_LIMITED_PLIES, Call.ITERATIVE_DEEPENING}


def small_trees(call: Call) -> Iterator[GameTree]:
    """Every tree for ``call`` with the numbers of ``NUMBERS``, in increasing size, without end.

    A tree that needs many numbers has the plainest few only: there would be too many trees.
    """
    for size in count(1):
        by_depth: dict[int, list[Shape]] = {}
        for shape in _shapes(size):
            by_depth.setdefault(_depth(shape), []).append(shape)
        for depth in sorted(by_depth):
            for tree in _filled(call, by_depth[depth]):
                yield tree
                if size <= _TURNED and len(tree.root.children) > 1:
                    yield _turned(tree)


def _turned(tree: GameTree) -> GameTree:
    """The tree, whose root has ends alone, with the names of its actions backwards."""
    root, names = tree.root, tree.root.actions[::-1]
    ends = (replace(end, name=name) for end, name in zip(root.children, names, strict=True))
    return GameTree(replace(root, actions=names, children=tuple(ends)))


def random_trees(call: Call, seed: str) -> Iterator[GameTree]:
    """Larger trees, without end; the same ones for the same seed. Numbers repeat, so ties are common."""
    rng = Random(f"{seed} {call.value}")  # noqa: S311 - for trees, not for secrets
    while True:
        shape = _random_shape(rng, _DEEPEST)
        if 4 <= _size(shape) <= _LARGEST:
            few = rng.sample(range(len(NUMBERS)), rng.randint(2, 4))
            ranks = [
                rng.randrange(limit + 1) if is_mover else rng.choice(few)
                for limit, is_mover in _slots(call, shape)
            ]
            yield _grown(call, shape, ranks)


def _shapes(size: int) -> list[Shape]:
    """Every ordered tree of that many nodes: Catalan numbers of them."""
    return list(_forests(size - 1)) if size else []


@cache
def _forests(size: int) -> tuple[Shape, ...]:
    """Every sequence of ordered trees that have ``size`` nodes together."""
    if size == 0:
        return ((),)
    return tuple(
        (first, *rest)
        for left in range(size)
        for first in _forests(left)
        for rest in _forests(size - 1 - left)
    )


def _random_shape(rng: Random, depth: int) -> Shape:
    if depth == 0 or (depth < _DEEPEST and rng.random() < 1 / 3):
        return ()
    return tuple(_random_shape(rng, depth - 1) for _ in range(rng.randint(1, _WIDEST)))


def _depth(shape: Shape) -> int:
    return 1 + max(map(_depth, shape)) if shape else 0


def _size(shape: Shape) -> int:
    return 1 + sum(map(_size, shape))


def _filled(call: Call, shapes: list[Shape]) -> Iterator[GameTree]:
    """Every way to fill shapes of one size and depth, those with the plainest parts first."""
    limits = [_limits(call, shape) for shape in shapes]
    for total in range(max(map(sum, limits)) + 1):
        for shape, most in zip(shapes, limits, strict=True):
            for ranks in _ranks(most, total):
                yield _grown(call, shape, ranks)


def _ranks(limits: list[int], total: int) -> Iterator[list[int]]:
    """Every list of ranks within ``limits`` that adds up to ``total``."""
    if not limits:
        if total == 0:
            yield []
        return
    least = max(0, total - sum(limits[1:]))
    for rank in range(least, min(limits[0], total) + 1):
        for rest in _ranks(limits[1:], total - rank):
            yield [rank, *rest]


def _limits(call: Call, shape: Shape) -> list[int]:
    """The last rank to try in each slot."""
    slots = _slots(call, shape)
    needed = sum(not is_mover for _, is_mover in slots)
    numbers = _FEWER.get(needed, _FEWEST) - 1
    return [limit if is_mover else numbers for limit, is_mover in slots]


def _slots(call: Call, shape: Shape, *, is_root: bool = True) -> list[tuple[int, bool]]:
    """What has to be chosen at each node in pre-order: the last rank, and whether it is a mover's."""
    number = (len(NUMBERS) - 1, False)
    evaluated = call is Call.ALPHA_BETA_ORDERED and not is_root
    if not shape:
        worths = len(_PAYOFFS) if call is Call.MAX_N else 1
        return [number] * (worths + evaluated)
    # Of one action the chances are the same, however they differ: those movers come last.
    movers = [m for m in MOVERS[call] if len(shape) > 1 or m.chances in {"", "even"}]
    own = [(len(movers) - 1, True)]
    if evaluated or call in _EVALUATES_INNER:
        own.append(number)
    below = (_slots(call, child, is_root=False) for child in shape)
    return own + [slot for slots in below for slot in slots]


def _grown(call: Call, shape: Shape, ranks: list[int]) -> GameTree:
    return grow(_draft(call, shape, iter(ranks), 0))


def _draft(call: Call, shape: Shape, ranks: Iterator[int], ply: int) -> Draft:
    """Fill the slots of ``shape`` in their order; actions are letters and numbers by turns."""
    draft = Draft()
    if shape:
        mover = MOVERS[call][next(ranks)]
        draft.player, draft.chances = mover.player, mover.of(len(shape))
    elif call is Call.MAX_N:
        draft.payoffs = {player: NUMBERS[next(ranks)] for player in _PAYOFFS}
    else:
        draft.utility = NUMBERS[next(ranks)]
    orders = call is Call.ALPHA_BETA_ORDERED and ply > 0
    if orders or (shape and call in _EVALUATES_INNER):
        draft.evaluation = NUMBERS[next(ranks)]
    for index, child in enumerate(shape):
        action = chr(ord("A") + index) if ply % 2 == 0 else str(index + 1)
        draft.branches.append((action, _draft(call, child, ranks, ply + 1)))
    return draft
