"""Random trees in which right searches differ and wrong ones show.

Decides which trees those are: each is made from a seed and its number alone, so that a tree can be
made again. Bounds are often met exactly, often at 0; ends lie at unequal depths; the same side moves
several times in a row, or there is only one; actions do not come in the order of their names; some
searches start inside.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random

from grader.cases import Call, Case
from grader.cases.model import Expectation, Given
from grader.tree import Draft, Number, Player, grow

SIDES: tuple[tuple[Player, ...], ...] = (
    ("agent", "opp"),
    ("agent", "opp", "ghost1"),
    ("agent", "agent", "opp", "ghost1", "rival"),
    ("agent",),
    ("opp", "ghost1"),
)
WEIGHTS = (6, 4, 4, 1, 1)  # of the sides: with one side alone there is nothing to prune
NUMBERS = ("few", "zeros", "around", "around", "many", "below", "halves", "far")
DEEPEST = 6  # moves


@dataclass(slots=True, kw_only=True)
class _Maker:
    """Makes one tree; ``nodes`` counts what it has, so that it gets no larger than about ``most``."""

    rng: Random
    sides: tuple[Player, ...]
    numbers: str
    most: int
    early: float  # how likely an end is where the game could go on
    nodes: int = 1

    def draft(self, left: int = DEEPEST) -> Draft:
        draft = Draft(evaluation=Fraction(self.rng.randint(-2, 2), 2))
        if left == 0 or self.nodes > self.most or self.rng.random() < self.early:
            draft.utility = self.utility()
            return draft
        draft.player = self.rng.choice(self.sides)
        actions = self.rng.sample("ABCD", self.rng.choice((1, 2, 2, 2, 3, 3, 4)))
        self.nodes += len(actions)
        draft.branches = [(action, self.draft(left - 1)) for action in actions]
        return draft

    def utility(self) -> Number:
        rng = self.rng
        if self.numbers == "far":
            return rng.choice((-1, 1)) * (2_000_000 + rng.randint(0, 3))
        if self.numbers == "halves":
            number = Fraction(rng.randint(-5, 5), 2)
            return number.numerator if number.denominator == 1 else number
        if self.numbers == "zeros":
            return rng.choice((0, 0, -2, -1, 1, 2))
        if self.numbers == "around":
            return 0 if rng.random() < 0.25 else rng.randint(-9, 9)
        return rng.randint(*{"few": (-1, 1), "many": (-9, 9), "below": (-6, -1)}[self.numbers])


def case(seed: str, number: int, call: Call) -> Case:
    """The tree of that number, as a case that expects nothing."""
    rng = Random(f"{seed} {number}")
    maker = _Maker(
        rng=rng,
        sides=rng.choices(SIDES, WEIGHTS)[0],
        numbers=rng.choice(NUMBERS),
        most=rng.choice((8, 20, 40, 60)),
        early=rng.choice((0.02, 0.15, 0.3)),
    )
    tree = grow(maker.draft())
    return Case(
        id=f"tree-{number}",
        call=call,
        title="random",
        tree=tree,
        start=rng.choice(list(tree.nodes())) if rng.random() < 0.1 else tree.root,
        policies={},
        given=Given(),
        expect=Expectation(),
        weights={},
        file="random.yaml",
        line=1,
    )
