"""What a student may be told of a grade as a whole, in sentences that every report shares."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from grader.cases.model import Visibility
from grader.grading.grade import CaseGrade, Grade, QuestionGrade, Verdict
from grader.report.text import count, show_points

UNFINISHED = (
    "Grading has not finished: this is what was done so far."
    " If it stays like this, tell the course staff."
)
_WHEN = (
    (Visibility.HIDDEN, "hidden"),
    (Visibility.AFTER_DUE_DATE, "shown after the due date"),
    (Visibility.AFTER_PUBLISHED, "shown once grades are published"),
)


def visible(cases: Iterable[CaseGrade]) -> tuple[CaseGrade, ...]:
    """Those of ``cases`` that a student sees at once."""
    return tuple(grade for grade in cases if grade.case.visibility is Visibility.VISIBLE)


def earned(cases: Iterable[CaseGrade]) -> Fraction:
    """The points that ``cases`` earned."""
    return sum((grade.earned for grade in cases), Fraction(0))


def possible(cases: Iterable[CaseGrade]) -> Fraction:
    """The points that ``cases`` can earn."""
    return sum((grade.possible for grade in cases), Fraction(0))


def tally(cases: tuple[CaseGrade, ...], kind: str = "case") -> str:
    """Points and passed cases: ``3.5 of 4 points; 6 of 7 cases passed``."""
    passed = sum(grade.verdict is Verdict.PASSED for grade in cases)
    return f"{of_points(cases)}; {passed} of {count(len(cases), kind)} passed"


def of_points(cases: Iterable[CaseGrade]) -> str:
    """What was earned of what there was; extra credit apart: ``3 of 4 points and 1 of 2 extra``."""
    graded = tuple(cases)
    extra = [case for case in graded if case.extra]
    regular = [case for case in graded if not case.extra]
    beyond = f"{show_points(earned(extra))} of {show_points(possible(extra))} extra"
    if extra and not regular:
        return f"{beyond} points"
    points = f"{show_points(earned(regular))} of {count_points(possible(regular))}"
    return f"{points} and {beyond}" if extra else points


def count_points(points: Fraction) -> str:
    """Write points with their noun."""
    return f"{show_points(points)} point" if points == 1 else f"{show_points(points)} points"


def unseen(grade: Grade) -> str:
    """Say how many cases a student can't see yet, by when, and what they decide; empty if none."""
    parts, held = [], []
    for visibility, when in _WHEN:
        of_kind = [c for c in grade.cases if c.case.visibility is visibility]
        if of_kind:
            verb = "is" if len(of_kind) == 1 else "are"
            parts.append(f"{count(len(of_kind), 'case')} {verb} {when}")
            held += of_kind
    if not held:
        return ""
    listed = " and ".join(part for part in (", ".join(parts[:-1]), parts[-1]) if part)
    decide = "it decides" if len(held) == 1 else "they decide"
    extra = possible(case for case in held if case.extra)
    points = count_points(possible(held) - extra)
    beyond = f"{show_points(extra)} extra" if extra else ""
    what = " and ".join(part for part in (points, beyond) if part)
    return f"{listed}; {decide} the other {what}."


def for_student(question: QuestionGrade) -> str:
    """A question's line: only of what a student sees, and how many cases that leaves out."""
    shown = visible(question.cases)
    left = len(question.cases) - len(shown)
    if not shown:
        return f"{question.question.title}: {count(left, 'case')}, not shown"
    rest = f" ({left} more not shown)" if left else ""
    return f"{question.question.title}: {tally(shown)}{rest}"
