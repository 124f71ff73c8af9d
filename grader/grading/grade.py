"""What a graded submission is: the data that reports print.

Decides the verdicts and that every number of points is a whole number of hundredths.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from grader.cases.model import Case, Check, Question, Visibility
from grader.sandbox.outcome import Outcome


class Verdict(Enum):
    """What is said of a case. All but PASSED and WRONG are how its run ended."""

    PASSED = "PASSED"
    WRONG = "WRONG"
    RAISED = "RAISED"
    TIMED_OUT = "TIMED_OUT"
    OUT_OF_MEMORY = "OUT_OF_MEMORY"
    TOO_MUCH_OUTPUT = "TOO_MUCH_OUTPUT"
    CRASHED = "CRASHED"
    FORBIDDEN = "FORBIDDEN"
    NOT_IMPLEMENTED = "NOT_IMPLEMENTED"
    NOT_RUN = "NOT_RUN"
    GRADER_ERROR = "GRADER_ERROR"  # never the student's fault


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One check of one case: ``message`` is a sentence for the student, empty where all is said."""

    check: Check
    passed: bool
    message: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseGrade:
    """A case with its points (multiples of 1/100) and words.

    ``feedback`` is the full text for a student who may see the case; ``brief`` names the category
    only, and is all that is ever shown of a hidden case. ``number`` sorts alike as text and number.
    ``outcome`` is the run that was judged, where there was one.
    """

    case: Case
    number: str
    verdict: Verdict
    earned: Fraction
    possible: Fraction
    extra: bool = False  # beyond the total
    judged: tuple[Judged, ...] = ()
    feedback: str = ""
    brief: str = ""
    staff: str = ""
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionGrade:
    """A question with its cases; ``note`` is said once for all of them (the pruning variant seen)."""

    question: Question
    cases: tuple[CaseGrade, ...]
    note: str = ""

    @property
    def earned(self) -> Fraction:
        return sum((grade.earned for grade in self.cases), Fraction(0))

    @property
    def possible(self) -> Fraction:
        return sum((grade.possible for grade in self.cases), Fraction(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade:
    """A whole graded submission.

    ``notes`` are for the student (files that were skipped, what to fix first), in order; ``staff``
    lines are for staff only (isolation, grader errors). ``complete`` is false while cases are running.
    ``submission`` is the platform's id of it, where hidden cases are varied by it.
    """

    title: str
    questions: tuple[QuestionGrade, ...]
    notes: tuple[str, ...] = ()
    staff: tuple[str, ...] = ()
    submission: str = ""
    seconds: float = 0.0
    complete: bool = True

    @property
    def cases(self) -> tuple[CaseGrade, ...]:
        return tuple(case for question in self.questions for case in question.cases)

    @property
    def earned(self) -> Fraction:
        return sum((question.earned for question in self.questions), Fraction(0))

    @property
    def possible(self) -> Fraction:
        """What is full marks: the points of all questions that are not extra."""
        regular = (question for question in self.questions if not question.question.extra)
        return sum((question.possible for question in regular), Fraction(0))

    @property
    def is_perfect(self) -> bool:
        """Whether every case passed and lost no points, extra ones too."""
        return all(c.verdict is Verdict.PASSED and c.earned == c.possible for c in self.cases)

    def shown(self) -> tuple[CaseGrade, ...]:
        """The cases that a student sees at once."""
        return tuple(c for c in self.cases if c.case.visibility is Visibility.VISIBLE)
