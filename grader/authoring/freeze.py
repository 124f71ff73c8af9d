"""Make the trees of a property case and freeze them as lines of text.

Decides how trees for a law are drawn: small ones first, equal utilities and a utility of 0 often, extra
and lost turns, a few trees of very large numbers. Trees are generated with hypothesis, which authors
need and graders don't: the same recipe gives the same trees with the same version of it, and once
recorded they stay.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from grader.cases.decode_policies import AGENT, COIN, OPPONENT
from grader.cases.decode_property import drawn_players, may_be_drawn, needs_evaluation, unfitting
from grader.cases.model import Call, Case, FrozenTree, Property, Recipe
from grader.cases.tree_line import line_of
from grader.errors import GraderError
from grader.tree import Draft, GameTree, Number, Player, grow

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

SMALLEST, LARGEST = 2, 40  # nodes
LARGE = 10**7  # beyond what a student may take for infinity
_BATCHES = 20  # each with a seed of its own, until there are enough

_WITH_COIN = frozenset({Call.EXPECTIMINIMAX, Call.EXPECTIMINIMAX_PRUNED})
_ALIKE = 2  # trees that differ in numbers only
_NUMBER_IN = re.compile(r"-?[0-9]+(/[0-9]+)?(?=[],)[])")
_WINS = (-1, 0, 1, 2, 3)  # utilities where the agent has to win


def freeze(case: Case) -> tuple[FrozenTree, ...]:
    """The trees that the recipe of ``case`` asks for, from small to large.

    Raises GraderError where there are not so many different ones.
    """
    law, recipe = case.law, case.recipe
    if law is None or recipe is None:
        raise GraderError(f"{case.id} states no law")
    found: dict[str, GameTree] = {}
    shapes: Counter[str] = Counter()
    for batch in range(_BATCHES):
        for tree in _drawn(case.call, law, recipe, batch):
            line = line_of(tree.root)
            if line in found or not _tells(tree) or any(unfitting(tree, case.call, law)):
                continue
            shape = _NUMBER_IN.sub("n", line)
            shapes[shape] += 1
            if shapes[shape] <= _ALIKE:
                found[line] = tree
        if len(found) >= 2 * recipe.count:
            break
    if len(found) < recipe.count - 1:
        raise GraderError(f"found {len(found)} different trees, not {recipe.count}: ask for fewer")
    sizes = sorted(found, key=lambda line: (found[line].size(), line))
    count = recipe.count - 1  # evenly from all sizes, the smallest one included, after an end alone
    chosen = [sizes[at * len(sizes) // count] for at in range(count)]
    end = next(_ends(found.values()))
    return tuple(
        FrozenTree(tree=tree, line=line_of(tree.root))
        for tree in (end, *(found[line] for line in chosen))
    )


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


def _drawn(call: Call, law: Property, recipe: Recipe, batch: int) -> list[GameTree]:
    from hypothesis import HealthCheck, Phase, given, seed, settings  # importing it takes long
    from hypothesis.strategies import composite

    found: list[GameTree] = []
    trees = composite(lambda draw: _Drawing(draw, call, law, recipe).tree())()

    @seed(recipe.seed * _BATCHES + batch)
    @settings(
        max_examples=recipe.count + 20,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(trees)
    def collect(tree: GameTree) -> None:
        found.append(tree)

    collect()
    return found


class _Drawing:
    """One tree that is being drawn."""

    def __init__(self, draw: DrawFn, call: Call, law: Property, recipe: Recipe) -> None:
        from hypothesis.strategies import integers, sampled_from

        self._draw, self._call, self._law, self._recipe = draw, call, law, recipe
        self._integers, self._sampled = integers, sampled_from
        self._players = recipe.players or _players(call, law)
        free = [player for player in self._players if may_be_drawn(call, law, player)]
        self._averaged = drawn_players(call, law, self._players)
        self._averaged.update(player for player in free if not draw(integers(0, 2)))
        self._worths = self._pool()
        self._room = draw(integers(SMALLEST, LARGEST)) - 1

    def tree(self) -> GameTree:
        """The tree with all that its call may ask for."""
        root = self._inner(0)
        tree = grow(root)
        drafts = dict(zip(tree.nodes(), _preorder(root), strict=True))
        for node, draft in drafts.items():
            if needs_evaluation(self._call, self._law, node, tree):
                draft.evaluation = self._draw(self._sampled(self._worths))
        return grow(root)

    def _pool(self) -> list[Number]:
        """The numbers of this tree: few where ties are to be common."""
        numbers = self._sampled(_WINS if self._law is Property.WON_IS_WON else _NUMBERS)
        size = self._draw(self._integers(2, 5)) if self._recipe.ties else 12
        pool = [self._draw(numbers) for _ in range(size)]
        if self._recipe.zeros and self._draw(self._integers(0, 1)):
            pool.append(0)
        if self._law is not Property.WON_IS_WON and self._draw(self._integers(0, 7)) == 7:
            sign = self._draw(self._sampled([1, -1]))
            pool = [sign * LARGE + number for number in pool]
        return pool

    def _inner(self, depth: int) -> Draft:
        """A node at which somebody moves; recursion is bounded by the recipe's depth."""
        recipe = self._recipe
        is_single = recipe.width == 1 or not self._draw(self._integers(0, 5))
        width = 1 if is_single else self._draw(self._integers(2, recipe.width))
        width = max(1, min(width, self._room))
        self._room -= width
        mover = self._mover(depth)
        draft = Draft(player=mover)
        for at in range(width):
            goes_on = depth + 1 < recipe.depth and self._room > 0
            is_inner = goes_on and self._draw(self._integers(0, 2)) > 0
            below = self._inner(depth + 1) if is_inner else self._end()
            draft.branches.append((_action(depth, at), below))
        if mover in self._averaged:
            parts = [self._draw(self._sampled((1, 2, 3, 1, 0))) for _ in range(width)]
            total = sum(parts)
            draft.chances = tuple(
                Fraction(part, total) if total else Fraction(1, width) for part in parts
            )
        return draft

    def _end(self) -> Draft:
        return Draft(utility=self._draw(self._sampled(self._worths)))

    def _mover(self, depth: int) -> Player:
        """By turns, most often; else anybody, for extra and lost turns."""
        if self._draw(self._integers(0, 3)):
            return self._players[depth % len(self._players)]
        return self._draw(self._sampled(self._players))


_NUMBERS: list[Number] = [0, 1, -1, 2, *range(-9, 10), Fraction(1, 2), Fraction(-5, 2)]


def _players(call: Call, law: Property) -> tuple[Player, ...]:
    """Who moves where the recipe does not say so; the coin among them where there is one."""
    two_only = law in {Property.SWAPPING, Property.WON_IS_WON, Property.INEQUALITIES}
    coin = (COIN,) if call in _WITH_COIN else ()
    return (AGENT, *coin, OPPONENT, *(() if two_only else ("ghost",)))


def _action(depth: int, at: int) -> str:
    """The lecture's A, B, C at one move, and 1, 2, 3 at the next."""
    return str(at + 1) if depth % 2 else "ABCDEF"[at]


def _preorder(root: Draft) -> Iterator[Draft]:
    pending = [root]
    while pending:
        draft = pending.pop()
        yield draft
        pending.extend(child for _, child in reversed(draft.branches))
