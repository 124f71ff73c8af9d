"""The leaderboard: what a suite's columns count, for one submission.

A column sums over the suite's visible cases of one call. Visits and evaluations are counted only where
all of these passed, since a wrong search can be as short as it likes; games won count as they are. No
hidden case is in a column, so that none can be told by it.

The cases are run once more for it: a grade holds points and words, and a course without a leaderboard
should not pay for one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from grader.cases.model import Case, Column, Measure, Suite, Visibility
from grader.checks.board import positions_of, results
from grader.errors import SubmissionError
from grader.grading.grade import Grade, Verdict
from grader.grading.jobs import budget_of, job_of
from grader.sandbox import Outcome, Sandbox, Status, Strange, find_submission


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One submission's value in one column; ``ascending`` where less is better."""

    name: str
    value: int | float | str
    ascending: bool


def measure(submission: Path, suite: Suite, grade: Grade) -> tuple[Entry, ...]:
    """What ``submission`` gets in each column of the suite that it has a value in, in their order.

    ``grade`` is its grade: it says what passed, and how much of the suite's time is left.
    """
    wanted = {column: _counted(column, grade) for column in suite.leaderboard}
    cases = {case.id: case for of_column in wanted.values() for case in of_column}
    if not cases or grade.seconds >= suite.limits.run:
        return ()
    outcomes = _outcomes(submission, suite, cases.values())
    entries = []
    for column, counted in wanted.items():
        values = [_value(column, case, outcomes.get(case.id)) for case in counted]
        known = [value for value in values if value is not None]
        if known and len(known) == len(values):
            total = sum(known, Fraction(0))
            value = int(total) if total.denominator == 1 else float(total)
            entries.append(Entry(name=column.name, value=value, ascending=column.ascending))
    return tuple(entries)


def _counted(column: Column, grade: Grade) -> tuple[Case, ...]:
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
    reached = all(each.verdict in enough for each in of_call)
    return tuple(each.case for each in of_call) if reached else ()


def _outcomes(submission: Path, suite: Suite, cases: Iterable[Case]) -> dict[str, Outcome]:
    try:
        found = find_submission(submission)
    except SubmissionError:
        return {}
    support = suite.support.read_text(encoding="utf-8")
    with Sandbox(found, support=support, allow=suite.allow, preload=suite.preload) as sandbox:
        if sandbox.probe(budget_of(suite.limits, 1)).failure is not None:
            return {}
        return {case.id: sandbox.run(job_of(case, suite.limits)) for case in cases}


def _value(column: Column, case: Case, outcome: Outcome | None) -> Fraction | None:
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
