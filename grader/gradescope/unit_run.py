"""Run a suite's unit tests beside its cases, and put them into the grade as one more question.

Decides what a test earns and what becomes of tests that hang, crash or never start: every declared
test is in the grade, at 0 with its reason where it did not pass. The tests run in ``unit_child``, a
process of the grader's own, which is started again after the test that ended it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from pathlib import Path

from grader.cases.model import Case, Suite
from grader.errors import UsageError
from grader.gradescope.unit_declared import Declared, declared
from grader.gradescope.unit_process import Line, UnitProcess
from grader.grading import run as grading
from grader.grading.grade import CaseGrade, Grade, QuestionGrade, Verdict
from grader.grading.points import allocate, numbers, settle
from grader.report.leaderboard import Entry, measure

SHARE = 0.4  # of the suite's time for a run, that unit tests may take

_OURS = "The grader failed on this test. That is no fault of yours: tell the course staff."
_OUT_OF_TIME = "Not run: the time for everything together was used up."
_WAITING: Line = {"verdict": Verdict.NOT_RUN.value, "message": "Not run yet."}
_BRIEF = {
    Verdict.PASSED: "right",
    Verdict.NOT_RUN: "was not run",
    Verdict.NOT_IMPLEMENTED: "not implemented yet",
    Verdict.GRADER_ERROR: "could not be graded, through no fault of yours",
}


class Units:
    """The unit tests of a suite. Making it reads them, and raises AuthorError for their faults.

    A suite that has none is let through as it is: nothing is imported and nothing is changed.
    """

    def __init__(self, suite: Suite) -> None:
        self._suite = suite
        self._declared = declared(suite, suite.unit) if suite.unit else None

    @property
    def suite(self) -> Suite:
        """The suite with its unit tests as the last question: for what lists, not for what runs."""
        if self._declared is None:
            return self._suite
        questions = (*self._suite.questions, self._declared.question)
        return replace(self._suite, questions=questions)

    @property
    def question(self) -> str:
        """The id of the question that the unit tests are; empty where there are none."""
        return self._declared.question.id if self._declared else ""

    @property
    def ids(self) -> tuple[str, ...]:
        """Every test, in the order in which it is shown."""
        return tuple(c.id for c in self._declared.question.cases) if self._declared else ()

    def waiting(self, grade: Grade) -> Grade:
        """``grade`` with every unit test as not run yet, where it has none."""
        if any(each.question.id == self.question for each in grade.questions):
            return grade
        return self._with(grade, dict.fromkeys(self.ids, _WAITING))

    def grade(self, submission: Path, options: grading.Options) -> tuple[Grade, tuple[Entry, ...]]:
        """Grade what ``options`` chooses: unit tests, cases, and what they measure for a leaderboard.

        Unit tests come first, as no test whose words a student reads may come after a hidden case, and
        have at most a part of the time for all. Raises what ``grade_submission`` does.
        """
        began, run = time.monotonic(), self._suite.limits.run
        of_unit = not options.questions or self.question in options.questions
        tests = [
            test for test in self.ids if of_unit and (not options.cases or test in options.cases)
        ]
        questions = tuple(name for name in options.questions if name != self.question)
        cases = tuple(name for name in options.cases if name not in self.ids)
        of_cases = bool(questions or not options.questions) and bool(cases or not options.cases)
        if not of_cases and not tests:
            raise UsageError("None of the chosen cases is in the chosen questions.")
        played = self._play(submission, tests, began + run * SHARE)
        grade = Grade(title=self._suite.title, questions=())
        if of_cases:
            left = max(0.0, run - (time.monotonic() - began))
            suite = replace(self._suite, limits=replace(self._suite.limits, run=left))
            chosen = replace(
                options, questions=questions, cases=cases, on_progress=self._told(options, played)
            )
            grade = grading.grade_submission(submission, suite, chosen)
            board = measure(suite, grade)
        entries = (*(board if of_cases else ()), *played.entries())
        return self._with_played(grade, played, time.monotonic() - began), entries

    def graded(self, grade: Grade, submission: Path) -> tuple[Grade, tuple[Entry, ...]]:
        """``grade`` with all unit tests run within what it left of the time, and what they measure."""
        began = time.monotonic()
        deadline = began + self._suite.limits.run - grade.seconds
        played = self._play(submission, list(self.ids), deadline)
        seconds = grade.seconds + time.monotonic() - began
        return self._with_played(grade, played, seconds), played.entries()

    def _play(self, submission: Path, tests: list[str], deadline: float) -> _Played:
        if self._declared is None or not tests:
            return _Played()
        return _Run(self._suite, self._declared, submission, deadline).play(tests)

    def _told(self, options: grading.Options, played: _Played) -> Callable[[Grade], None] | None:
        """How the caller is told of progress: with the unit tests that were run before."""
        tell = options.on_progress
        if tell is None:
            return None
        return lambda partial: tell(self._with_played(partial, played, partial.seconds))

    def _with_played(self, grade: Grade, played: _Played, seconds: float) -> Grade:
        grade = replace(grade, seconds=seconds, staff=(*grade.staff, *played.staff))
        return self._with(grade, played.lines) if played.lines else grade

    def _with(self, grade: Grade, lines: Mapping[str, Line]) -> Grade:
        """The grade with one question more; numbers are those of the whole suite."""
        if self._declared is None:
            return grade
        question, number = self._declared.question, numbers(self.suite)
        possible = allocate(question)
        shares = [_share(case, lines.get(case.id, {})) for case in question.cases]
        settled = settle(question, possible, shares)
        cases = tuple(
            _graded(
                case, lines[case.id], number[case.id], most, points.earned, extra=question.extra
            )
            for case, most, points in zip(question.cases, possible, settled, strict=True)
            if case.id in lines
        )
        before = tuple(
            replace(each, cases=tuple(replace(c, number=number[c.case.id]) for c in each.cases))
            for each in grade.questions
        )
        return replace(grade, questions=(*before, QuestionGrade(question=question, cases=cases)))


def _share(case: Case, line: Line) -> Fraction:
    """What part of its points a test earned: all if it passed, or as far as it set a score."""
    score, passed = line.get("score"), line.get("verdict") == Verdict.PASSED.value
    if line.get("verdict") == Verdict.GRADER_ERROR.value:
        return Fraction(0)
    if score is None or not case.points:
        return Fraction(int(passed))
    return min(Fraction(1), Fraction(str(score)) / case.points) if score > 0 else Fraction(0)


def _graded(
    case: Case, line: Line, number: str, possible: Fraction, earned: Fraction, *, extra: bool
) -> CaseGrade:
    verdict = Verdict(line["verdict"])
    if verdict is Verdict.PASSED and _share(case, line) < 1:
        verdict = Verdict.WRONG  # it set a score that is not full
    elif verdict is not Verdict.PASSED and possible and earned >= possible:
        earned = Fraction(0)  # it set its score, and then fell short
    message = str(line.get("message", ""))
    if verdict is Verdict.GRADER_ERROR:
        message = _OURS
    elif verdict is Verdict.PASSED:
        message = "\n\n".join(part for part in ("Right.", message) if part)
    return CaseGrade(
        case=case,
        number=number,
        verdict=verdict,
        earned=earned,
        possible=possible,
        extra=extra,
        feedback=message or "This test is not right yet.",
        brief=_BRIEF.get(verdict, "wrong"),
        staff=str(line.get("staff", "")),
    )


@dataclass(slots=True)
class _Played:
    lines: dict[str, Line] = field(default_factory=dict)
    staff: list[str] = field(default_factory=list)

    def entries(self) -> tuple[Entry, ...]:
        """The columns of the leaderboard that tests gave."""
        found = [line["column"] for line in self.lines.values() if "column" in line]
        return tuple(Entry(name=name, value=value, ascending=asc) for name, value, asc in found)


class _Run:
    """The tests of one submission, run until each has its line. Used once."""

    def __init__(self, suite: Suite, tests: Declared, submission: Path, deadline: float) -> None:
        self._suite, self._tests, self._submission = suite, tests, submission
        self._deadline = deadline
        self._seconds = suite.unit.seconds if suite.unit else 0.0
        self._played = _Played()

    def play(self, tests: list[str]) -> _Played:
        """Run ``tests``, class by class, in as many processes as it takes."""
        left = _by_class(tests)
        while left and time.monotonic() < self._deadline:
            self._attempt(left)
            left = [test for test in left if test not in self._played.lines]
        for test in left:
            self._note(test, Verdict.NOT_RUN, message=_OUT_OF_TIME)
        return self._played

    def _attempt(self, left: list[str]) -> None:
        """One process: take its lines; where it ends early, blame what it was at."""
        with UnitProcess(self._settings(left)) as process:
            at = ""
            while True:
                wait = min(self._seconds, self._deadline - time.monotonic())
                line = process.line(wait)
                if line is None or "end" in line:
                    break
                at = self._take(line, at)
            said = process.printed()
        left = [test for test in left if test not in self._played.lines]
        if line is not None:
            for test in left:
                self._note(test, Verdict.GRADER_ERROR, staff=f"{test} is declared, but was not run")
        elif not (process.hung and time.monotonic() >= self._deadline):
            why = f"did not end within {wait:.3g} seconds" if process.hung else "ended its process"
            for test in _blamed(at, left):
                self._note(test, Verdict.GRADER_ERROR, staff=f"{at or test} {why}\n{said}".rstrip())

    def _take(self, line: Line, at: str) -> str:
        """Keep what a line says; what the process is at now."""
        if "test" in line:
            if line["test"] in self._tests_known:
                self._played.lines.setdefault(line["test"], line)
            return ""
        if "around" in line:
            self._around(line)
            return at
        return str(line.get("start") or f"{line.get('importing', '')}.")

    @property
    def _tests_known(self) -> frozenset[str]:
        return frozenset(case.id for case in self._tests.question.cases)

    def _around(self, line: Line) -> None:
        """What failed around tests: setUpClass takes its class along, a tearDown only staff's time."""
        what, _, of = str(line["around"]).partition(" (")
        of = of.rstrip(")")
        if what.startswith("setUp"):
            for test in self._tests_known:
                if test.startswith(f"{of}.") and test not in self._played.lines:
                    self._played.lines[test] = {**line, "test": test}
        else:
            self._played.staff.append(f"{line['around']}: {line.get('staff', '')}".rstrip())

    def _note(self, test: str, verdict: Verdict, *, message: str = "", staff: str = "") -> None:
        line = {"verdict": verdict.value, "message": message, "staff": staff}
        self._played.lines.setdefault(test, line)

    def _settings(self, tests: list[str]) -> dict[str, object]:
        suite, unit = self._suite, self._suite.unit
        return {
            "folder": str((suite.folder / (unit.folder if unit else "")).resolve()),
            "tests": tests,
            "partial": sorted(self._tests.partial),
            "submission": str(self._submission.absolute()),
            "support": str(suite.support.resolve()),
            "allow": suite.allow,
            "preload": suite.preload,
            "limits": asdict(suite.limits),
            "isolation": suite.isolation,
        }


def _by_class(tests: Iterable[str]) -> list[str]:
    """The order in which a process runs tests: a class's together, so that it is set up once."""
    order: dict[str, list[str]] = {}
    for test in tests:
        order.setdefault(test.rpartition(".")[0], []).append(test)
    return [test for of_class in order.values() for test in of_class]


def _blamed(at: str, left: list[str]) -> list[str]:
    """Whose fault it is that a process ended: a test's, a module's in import, else a class's."""
    if at in left:
        return [at]
    if at == "." or not at:  # before any test, or between two: what sets up the next class
        at = f"{left[0].rpartition('.')[0]}." if left else ""
    return [test for test in left if test.startswith(at)] or left[:1]
