"""What staff are told beside the results: of the hand-in, of points, of cases without a run.

Printed to the run's output, which only instructors see. Names and addresses are not repeated.
"""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

from grader.cases.model import Suite
from grader.gradescope.metadata import Metadata
from grader.grading.grade import Grade, Verdict
from grader.report.text import count, show_points


def on_metadata(metadata: Metadata, suite: Suite) -> list[str]:
    """Say who handed in when, whether that was late, and whether the points are the platform's."""
    lines = []
    if metadata.created_at is not None:
        whose = f"submission {metadata.id}" if metadata.id else "a submission"
        group = f", by {count(len(metadata.members), 'student')}" if metadata.members else ""
        lines.append(f"Handed in: {whose}, {metadata.created_at.isoformat()}{group}.")
        lines += _lateness(metadata)
    return [*lines, *_points(metadata, suite), *metadata.notes]


def on_grade(grade: Grade) -> list[str]:
    """Say how many cases were not run, and how long the run took."""
    left = sum(case.verdict is Verdict.NOT_RUN for case in grade.cases)
    lines = [f"{count(left, 'case')} of {len(grade.cases)} not run."] if left else []
    return [*lines, f"Graded in {grade.seconds:.1f} s."]


def _lateness(metadata: Metadata) -> list[str]:
    """Against the student's own date, of a group the latest. What it costs is the platform's affair."""
    if metadata.created_at is None or metadata.due is None:
        return []
    own = "the student's extended due date" if metadata.is_extended else "the due date"
    after = metadata.created_at - metadata.due
    if after <= timedelta(0):
        return [f"In time: {own} is {metadata.due.isoformat()}."]
    late = f"Late by {_long(after)}: {own} was {metadata.due.isoformat()}"
    if metadata.late_due is None:
        return [f"{late}."]
    return [f"{late}, late submissions were taken until {metadata.late_due.isoformat()}."]


def _points(metadata: Metadata, suite: Suite) -> list[str]:
    stated = metadata.points
    ours = sum((q.points for q in suite.questions if not q.extra), Fraction(0))
    if stated is None or abs(stated - ours) < 0.005:
        return []
    return [
        f"The assignment gives the autograder {stated:g} points on Gradescope, but the suite has"
        f" {show_points(ours)}: set the assignment's autograder points to that."
    ]


def _long(span: timedelta) -> str:
    minutes = -(-span // timedelta(minutes=1))  # up: nobody is late by nothing
    days, rest = divmod(minutes, 24 * 60)
    parts = [(days, "d"), (rest // 60, "h"), (rest % 60, "min")]
    return " ".join(f"{number} {unit}" for number, unit in parts if number)
