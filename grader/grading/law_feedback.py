"""The feedback of a property case as text: the law, the smallest tree that breaks it, what came of it.

Decides how that reads; which tree it is, and why, is given. May not know platforms.
"""

from __future__ import annotations

from grader.cases.model import Case
from grader.cases.tree_line import line_of
from grader.checks.bench import Breach, Called
from grader.checks.laws import in_words
from grader.draw import Marks, draw
from grader.grading.feedback import Run, averaged, called, joined, printed, short, trees
from grader.grading.properties import Examined


def kept(run: Run) -> str:
    """Say on how many trees a law holds."""
    return f"Right: {_law(run.case)} So it was on {trees(run.case)}."


def broken(run: Run, examined: Examined, breach: Breach) -> str:
    """Say which law does not hold, and show it on the smallest tree that was found."""
    return joined(
        called(run.case),
        f"[--] property: {_law(run.case)} {breach.sentence}",
        _FRESH_SMALLEST if examined.is_smallest else _FRESH,
        "" if examined.came_again else _OTHERWISE,
        *(_shown(run, each) for each in breach.called),
        printed(examined),
    )


def not_finished(run: Run, told: str) -> str:
    """Say beside what was told of a call in which law it was made."""
    tree = (
        line_of(run.outcome.failed.tree.root)
        if isinstance(run.outcome, Examined) and run.outcome.failed
        else ""
    )
    return joined(
        called(run.case), f"[--] property: {_law(run.case)}", told, _FRESH, _to_type(tree)
    )


_FRESH = "This is a fresh tree, made for this law."
_FRESH_SMALLEST = (
    "This is a fresh tree, made for this law: none that is simpler by one step shows the fault."
)
_OTHERWISE = "The same calls, made again, gave another answer: does your code draw at random?"


def _law(case: Case) -> str:
    return "" if case.law is None else in_words(case.law, case.call)


def _shown(run: Run, called: Called) -> str:
    """One call of a law: what is right, what came, and the tree."""
    case = called.case
    how = f", {called.how}" if called.how else ""
    tree = "\n".join(draw(case.tree.root, _marks(called), ascii_only=run.ascii_only))
    came = (
        f"{called.got}, which is right"
        if called.is_right
        else f"expected {called.right}, got {called.got}"
    )
    line = f"{case.call.value}{how}: {came}."
    return joined(line, tree, _to_type(line_of(case.tree.root)))


def _marks(called: Called) -> Marks:
    case = called.case
    asks = "evaluate" in case.call.arguments
    evaluated = (node for node in case.tree.nodes() if node.evaluation is not None and asks)
    return Marks(
        seen=called.seen,
        wanted=called.wanted,
        here=called.here,
        policies=averaged(case),
        evaluated=frozenset(evaluated),
        show=short,
    )


def _to_type(line: str) -> str:
    """How to make the tree, where the support module's ``Tree`` takes it."""
    return f'To try it: Tree("{line}")' if line and "[" not in line else ""
