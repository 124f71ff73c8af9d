"""The leaderboard: what a suite's columns count, for one submission.

A column sums over the suite's visible cases of one call. Visits and evaluations are counted only where
all of these passed, since a wrong search can be as short as it likes; games won count as they are. No
hidden case is in a column, so that none can be told by it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from grader.cases.model import Column, Measure, Suite, Visibility
from grader.checks.board import positions_of, results
from grader.grading.grade import CaseGrade, Grade, Verdict
from grader.sandbox import Status, Strange


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One submission's value in one column; ``ascending`` where less is better."""

    name: str
    value: int | float | str
    ascending: bool


def measure(suite: Suite, grade: Grade) -> tuple[Entry, ...]:
    """What a submission with this grade gets in each column that it has a value in, in their order."""
    entries = []
    for column in suite.leaderboard:
        values = [_value(column, each) for each in _counted(column, grade)]
        known = [value for value in values if value is not None]
        if known and len(known) == len(values):
            total = sum(known, Fraction(0))
            value = int(total) if total.denominator == 1 else float(total)
            entries.append(Entry(name=column.name, value=value, ascending=column.ascending))
    return tuple(entries)


def _counted(column: Column, grade: Grade) -> tuple[CaseGrade, ...]:
    """The cases of a column, or none where it has no value for this submission."""
    of_call = [
        each
        for each in grade.cases
        if each.case.call is column.call and each.case.visibility is Visibility.VISIBLE
    ]
    enough = {Verdict.PASSED}
    if column.measure is Measure.WINS:
        of_call = [each for each in of_call if each.case.expect.wins is not None]
        enough.add(Verdict.WRONG)
    return tuple(of_call) if all(each.verdict in enough for each in of_call) else ()


def _value(column: Column, grade: CaseGrade) -> Fraction | None:
    case, outcome = grade.case, grade.outcome
    if outcome is None or outcome.status is not Status.RETURNED:
        return None
    if column.measure is Measure.VISITS:
        return Fraction(len(outcome.visited))
    if column.measure is Measure.EVALUATIONS:
        return Fraction(outcome.evaluations)
    said = outcome.answer.numbers if outcome.answer else None
    if case.expect.wins is None or not said or any(isinstance(value, Strange) for value in said):
        return None
    table = dict(zip(positions_of(case), said, strict=True))
    won, drawn, _ = results(case.tree.root, table, case.expect.wins)
    return won + Fraction(drawn, 2)
