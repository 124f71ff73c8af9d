"""What tests of property cases share: laws on trees, students who make a mistake, smallest trees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from grader.authoring.freeze import freeze
from grader.cases import Call, Case, Expectation, Pruning
from grader.cases.model import FrozenTree, Property, Recipe
from grader.cases.tree_line import line_of, tree_of
from grader.diagnosis.mistakes import Mistake, play
from grader.grading.properties import Examined
from grader.sandbox.outcome import Outcome
from grader.tree import GameTree

EVERY = 100_000  # runs: enough for any shrinking
Run = Callable[[Case], Outcome]


def stating(law: Property, call: Call, recipe: Recipe) -> Case:
    """A property case with its trees."""
    root = tree_of("0").root
    case = Case(
        id="law", call=call, title="a law", tree=GameTree(root), start=root, law=law, recipe=recipe,
        expect=Expectation(), weights={}, file="f.yaml", line=1,
    )  # fmt: skip
    return replace(case, expect=Expectation(property=freeze(case)))


def on(case: Case, *trees: GameTree) -> Case:
    """The same law on other trees."""
    frozen = tuple(FrozenTree(tree=tree, line=line_of(tree.root)) for tree in trees)
    return replace(case, expect=Expectation(property=frozen))


def right(case: Case) -> Outcome:
    """A student who makes no mistake."""
    return play((), case, Pruning())


def mistaken(mistake: Mistake) -> Run:
    """A student who makes one mistake, wherever it can be made."""
    return lambda case: play(mistake if case.call in mistake.calls else (), case, Pruning())


def is_shown(examined: Examined) -> bool:
    return examined.breach is not None or examined.failed is not None


def shown_by(examined: Examined) -> GameTree:
    """The tree on which a fault was shown."""
    if examined.breach is not None:
        return examined.breach.called[0].case.tree
    assert examined.failed is not None, "no fault was found"
    return examined.failed.tree
