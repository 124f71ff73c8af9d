"""Make the trees of a property case and freeze them as lines of text.

Decides how trees for a law are drawn: equal utilities and a utility of 0 often, extra and lost turns,
some trees whose numbers have one sign, a few of very large numbers. Which of them are taken, ``telling``
decides. Trees are generated with hypothesis: the same recipe gives the same trees with the same version
of it, and once recorded they stay.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice

from grader.authoring.seeds import seeds
from grader.authoring.telling import telling
from grader.cases.decode_policies import AGENT, COIN, OPPONENT
from grader.cases.decode_property import (
    OF_TWO,
    WITH_COIN,
    drawn_players,
    may_be_drawn,
    needs_evaluation,
    unfitting,
)
from grader.cases.model import Call, Case, FrozenTree, Property, Recipe
from grader.cases.tree_line import line_of
from grader.errors import GraderError
from grader.tree import Draft, GameTree, Number, Player, grow

SMALLEST, LARGEST = 2, 40  # nodes
LARGE = 10**7  # beyond what a student may take for infinity
_CANDIDATES = 6  # for each tree that is taken
_DRAWS = 8_000  # at most: many are alike
_PATIENCE = 500  # draws without a new tree, after which there are no more

_OTHERS = ("ghost", "rival")  # of whom one is in a tree: a name tells nothing
_ALIKE = 2  # trees that differ in numbers only
_NUMBER_IN = re.compile(r"-?[0-9]+(/[0-9]+)?(?=[],)[])")
_WINS = (-1, 0, 1, 2, 3)  # utilities where the agent has to win


class TooFewTreesError(GraderError):
    """A recipe that can't give as many trees as it asks for."""


def freeze(case: Case) -> tuple[FrozenTree, ...]:
    """The trees that the recipe of ``case`` asks for, from small to large.

    Raises TooFewTreesError where there are not so many different ones.
    """
    law, recipe = case.law, case.recipe
    if law is None or recipe is None:
        raise GraderError(f"{case.id} states no law")
    found = _candidates(case.call, law, recipe)
    count = recipe.count - 1  # and an end alone
    if len(found) < count:
        raise TooFewTreesError(_too_few(law, recipe, len(found)))
    sizes = sorted(found, key=lambda line: (found[line].size(), line))
    end = next(_ends(found.values()))
    return (
        FrozenTree(tree=end, line=line_of(end.root)),
        *telling(case, [FrozenTree(tree=found[line], line=line) for line in sizes], count),
    )


def _too_few(law: Property, recipe: Recipe, found: int) -> str:
    has = f"with depth {recipe.depth} and width {recipe.width},"
    trees = f"{found or 'no'} tree{'' if found == 1 else 's'}"
    fewer = f"count: {found + 1} or less, or " if found else ""
    there = f"{trees} beside an end can be found for {law.value}"
    return f"{has} {there}: ask for {fewer}more depth or width"


def _candidates(call: Call, law: Property, recipe: Recipe) -> dict[str, GameTree]:
    """Different trees by their lines, more than are needed."""
    found: dict[str, GameTree] = {}
    shapes: Counter[str] = Counter()
    enough = _CANDIDATES * recipe.count
    barren = 0  # draws since the last new tree
    for seed in islice(seeds(recipe.seed), _DRAWS):
        if len(found) == enough or barren == _PATIENCE:
            break
        barren += 1
        tree = _Drawing(seed, call, law, recipe).tree()
        line = line_of(tree.root)
        if line in found or not _tells(tree) or any(unfitting(tree, call, law)):
            continue
        shape = _NUMBER_IN.sub("n", line)
        shapes[shape] += 1
        if shapes[shape] <= _ALIKE:
            found[line] = tree
            barren = 0
    return found


def _ends(trees: Iterable[GameTree]) -> Iterator[GameTree]:
    """Ends of ``trees`` as trees of their own, with what belongs to them; none of the utility 0."""
    for tree in trees:
        for node in tree.nodes():
            if node.utility is not None and node.utility > 0:
                yield grow(Draft(utility=node.utility))
    yield grow(Draft(utility=1))


def _tells(tree: GameTree) -> bool:
    """Whether there is anything to get wrong: two utilities, and somebody who has a choice."""
    is_wide = any(len(node.children) > 1 for node in tree.nodes())
    return is_wide and len({node.utility for node in tree.nodes() if node.is_end}) > 1


class _Drawing:
    """One tree that is being drawn."""

    def __init__(self, seed: str, call: Call, law: Property, recipe: Recipe) -> None:
        self._rng = random.Random(seed)  # noqa: S311 - the same tree for everybody
        self._call, self._law, self._recipe = call, law, recipe
        players = recipe.players or _players(call, law, self._rng.choice(_OTHERS))
        self._turns = recipe.players or self._some_turns(players)
        free = [player for player in players if may_be_drawn(call, law, player)]
        self._averaged = drawn_players(call, law, players)
        self._averaged.update(player for player in free if self._is_one_of(3))
        self._worths = self._pool()
        self._room = self._rng.randint(SMALLEST, LARGEST) - 1

    def tree(self) -> GameTree:
        """The tree with all that its call may ask for."""
        root = self._inner(0)
        tree = grow(root)
        drafts = dict(zip(tree.nodes(), _preorder(root), strict=True))
        for node, draft in drafts.items():
            if needs_evaluation(self._call, self._law, node, tree):
                draft.evaluation = self._rng.choice(self._worths)
        return grow(root)

    def _pool(self) -> list[Number]:
        """The numbers of this tree: few where ties are to be common."""
        if self._law is Property.WON_IS_WON:
            return self._some_numbers(_WINS)
        pool = self._some_numbers(_NUMBERS)
        if self._is_one_of(4):  # what begins at 0, or trusts in bounds of both signs, is seen then
            sign = self._rng.choice((1, -1))
            pool = [number if number * sign > 0 else (-number or sign) for number in pool]
        if self._is_one_of(8):
            sign = self._rng.choice((1, -1))
            pool = [sign * LARGE + number for number in pool]
        return pool

    def _some_numbers(self, numbers: Sequence[Number]) -> list[Number]:
        size = self._rng.randint(2, 5) if self._recipe.ties else 12
        pool = [self._rng.choice(numbers) for _ in range(size)]
        return [*pool, 0] if self._recipe.zeros and self._is_one_of(2) else pool

    def _some_turns(self, players: tuple[Player, ...]) -> tuple[Player, ...]:
        """Who moves by turns: any of them first, a coin after each, some others not at all.

        What a feature hides is seen in trees without it: swarm testing (Groce et al. 2012).
        """
        others = [p for p in players if p not in {AGENT, COIN} and not self._is_one_of(4)]
        movers = [AGENT, *others]
        first = self._rng.randrange(len(movers))
        turns = movers[first:] + movers[:first]
        if COIN in players:
            turns = [each for mover in turns for each in (mover, COIN)]
        return tuple(turns)

    def _is_one_of(self, many: int) -> bool:
        """True once in so many times."""
        return not self._rng.randrange(many)

    def _inner(self, depth: int) -> Draft:
        """A node at which somebody moves; recursion is bounded by the recipe's depth."""
        recipe = self._recipe
        is_single = recipe.width == 1 or self._is_one_of(6)
        width = 1 if is_single else self._rng.randint(2, recipe.width)
        width = max(1, min(width, self._room))
        self._room -= width
        mover = self._mover(depth)
        draft = Draft(player=mover)
        for at in range(width):
            goes_on = depth + 1 < recipe.depth and self._room > 0
            is_inner = goes_on and not self._is_one_of(3)
            below = self._inner(depth + 1) if is_inner else self._end()
            draft.branches.append((_action(depth, at), below))
        if mover in self._averaged:
            parts = [self._rng.choice((1, 2, 3, 1, 0)) for _ in range(width)]
            total = sum(parts)
            draft.chances = tuple(
                Fraction(part, total) if total else Fraction(1, width) for part in parts
            )
        return draft

    def _end(self) -> Draft:
        return Draft(utility=self._rng.choice(self._worths))

    def _mover(self, depth: int) -> Player:
        """By turns, most often; else anybody, for extra and lost turns."""
        if self._is_one_of(3):
            return self._rng.choice(self._turns)
        return self._turns[depth % len(self._turns)]


_NUMBERS: list[Number] = [
    0,
    1,
    -1,
    2,
    *range(-9, 10),
    Fraction(1, 2),
    Fraction(-5, 2),
    Fraction(1, 8),
]


def _players(call: Call, law: Property, other: Player) -> tuple[Player, ...]:
    """Who moves where the recipe does not say so; the coin among them where there is one."""
    coin = (COIN,) if call in WITH_COIN else ()
    return (AGENT, *coin, OPPONENT, *(() if law in OF_TWO else (other,)))


def _action(depth: int, at: int) -> str:
    """The lecture's A, B, C at one move, and 1, 2, 3 at the next."""
    return str(at + 1) if depth % 2 else "ABCDEF"[at]


def _preorder(root: Draft) -> Iterator[Draft]:
    pending = [root]
    while pending:
        draft = pending.pop()
        yield draft
        pending.extend(child for _, child in reversed(draft.branches))
