"""Run unit tests in a process of the grader's own, and tell of each as soon as it has ended.

It is trusted as the grader is: a test is the instructor's code, and a student's runs in the sandbox.
A process of its own, because a test may hang, exit or crash. Tests are run by gradescope-utils'
JSONTestRunner; its result class is mended where tests get lost: a failed setUpClass, a failed subtest,
a skipped test, a score that is no number. Lines of JSON go to what was standard output; whatever tests
print goes to standard error, or into their results.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import math
import os
import sys
import traceback
import unittest
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Any

from gradescope_utils.autograder_utils.json_test_runner import JSONTestResult, JSONTestRunner

from grader.cases.games import Games
from grader.cases.model import Limits
from grader.errors import GraderError
from grader.gradescope.unit import Opened, submission
from grader.gradescope.unit_outcome import FellShortError
from grader.grading.grade import Verdict
from grader.grading.jobs import budget_of
from grader.sandbox import Sandbox, find_submission

Line = dict[str, object]
Emit = Callable[[Line], None]
Error = tuple[type[BaseException], BaseException, TracebackType | None]

LONGEST = 20_000  # characters of a message, of prints, of a traceback
_SHOWN = 5  # failed subtests
_SETS_UP = "setUp"


def main() -> None:
    """Read what to run from standard input, as JSON, and run it."""
    settings = json.load(sys.stdin)
    out = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)

    def emit(line: Line) -> None:
        out.write(json.dumps(line) + "\n")
        out.flush()

    sys.path.insert(0, settings["folder"])
    sys.dont_write_bytecode = True
    tests = _loaded(settings["tests"], emit)
    with _opened(settings) as opened, submission.holding(opened):
        _Runner(emit, frozenset(settings["partial"])).run(tests)
    emit({"end": True})


@contextlib.contextmanager
def _opened(settings: Mapping[str, Any]) -> Iterator[Opened | FellShortError]:
    """The submission with a sandbox for its calls; or why there is none, for every test to say."""
    limits, support = Limits(**settings["limits"]), Path(settings["support"])
    try:
        found = find_submission(Path(settings["submission"]))
    except GraderError as error:
        yield FellShortError(str(error), Verdict.NOT_RUN)
        return
    with Sandbox(
        found,
        support=support.read_text(encoding="utf-8"),
        allow=settings["allow"],
        preload=settings["preload"],
    ) as sandbox:
        if sandbox.isolation.level < settings["isolation"]:
            message = "Submissions are not isolated here as the suite requires."
            yield FellShortError(message, Verdict.GRADER_ERROR)
            return
        probe = sandbox.probe(budget_of(limits, 1))
        failure = None
        if probe.failure is not None:
            said = (probe.failure.message, probe.failure.traceback)
            verdict = Verdict[probe.failure.status.name]
            failure = FellShortError("\n\n".join(part for part in said if part), verdict)
        yield Opened(
            submission=found,
            sandbox=sandbox,
            functions=probe.functions,
            failure=failure,
            support=support,
            allow=tuple(settings["allow"]),
            limits=limits,
            games=Games(support),
        )


def _loaded(ids: list[str], emit: Emit) -> unittest.TestSuite:
    """The tests that are asked for, class by class; what can't be loaded is told at once."""
    by_class: dict[tuple[str, str], list[str]] = {}
    for test in ids:
        module, of, method = test.split(".")
        by_class.setdefault((module, of), []).append(method)
    suite = unittest.TestSuite()
    modules: dict[str, object] = {}
    for (module, of), methods in by_class.items():
        if module not in modules:
            emit({"importing": module})
            modules[module] = _imported(module)
        for method in methods:
            found = modules[module]
            if not isinstance(found, str):
                found = _made(found, of, method)
            if isinstance(found, unittest.TestCase):
                suite.addTest(found)
            else:
                emit(_broken(f"{module}.{of}.{method}", str(found)))
    return suite


def _imported(name: str) -> object:
    """The module, or the traceback of its import."""
    try:
        return importlib.import_module(name)
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - the border: a module may raise or exit
        return traceback.format_exc()


def _made(module: object, of: str, method: str) -> object:
    """The test, or why there is none."""
    made = getattr(module, of, None)
    if not (isinstance(made, type) and issubclass(made, unittest.TestCase)):
        return f"{of} is no TestCase"
    return made(method) if hasattr(made, method) else f"{of} has no {method} when it is run"


def _broken(test: str, staff: str) -> Line:
    return {"test": test, "verdict": Verdict.GRADER_ERROR.value, "staff": staff[-LONGEST:]}


class _Runner(JSONTestRunner):
    """gradescope-utils' runner with the mended result; what it writes itself is not looked at."""

    def __init__(self, emit: Emit, partial: frozenset[str]) -> None:
        super().__init__(stream=io.StringIO(), failure_prefix="")
        self._emit, self._partial = emit, partial

    def _makeResult(self) -> _Result:  # noqa: N802 - its name
        tests, board = self.json_data["tests"], self.json_data["leaderboard"]
        mended = _Result(self.stream, self.descriptions, self.verbosity, tests, board, "")
        mended.emit, mended.partial = self._emit, self._partial
        return mended


class _Result(JSONTestResult):
    """One line a test, when it has ended, made of everything that was reported of it."""

    emit: Emit
    partial: frozenset[str]

    def startTest(self, test: unittest.TestCase) -> None:  # noqa: N802
        super().startTest(test)
        self._errors: list[tuple[Error, str]] = []
        self._odd, self._skipped = "", ""
        function = getattr(type(test), test._testMethodName)  # noqa: SLF001
        for stale in ("__score__", "__leaderboard_value__"):  # of a subclass's run, or another's
            vars(function).pop(stale, None)
        self.emit({"start": test.id()})

    def processResult(self, test: Any, err: Error | None = None) -> None:  # noqa: N802
        """Keep what is reported; a class that can't be set up is told of at once."""
        if not hasattr(test, "_testMethodName"):
            trace = "".join(traceback.format_exception(*err))[-LONGEST:] if err else ""
            self.emit({"around": test.id(), **self._told(err), "staff": trace})
        elif err is not None:
            self._errors.append((err, ""))

    def addSubTest(self, test: Any, subtest: Any, err: Any) -> None:  # noqa: N802
        super().addSubTest(test, subtest, err)
        if err is not None:
            self._errors.append((err, subtest._subDescription()))  # noqa: SLF001

    def addSkip(self, test: Any, reason: str) -> None:  # noqa: N802
        super().addSkip(test, reason)
        if hasattr(test, "_testMethodName"):
            self._skipped = reason or "no reason given"
        else:
            self.emit({"around": test.id(), "verdict": Verdict.NOT_RUN.value, "message": reason})

    def addUnexpectedSuccess(self, test: Any) -> None:  # noqa: N802
        super().addUnexpectedSuccess(test)
        self._odd = "a test that is expected to fail passed"

    def stopTest(self, test: unittest.TestCase) -> None:  # noqa: N802
        """Make the test's line while what it printed is still there."""
        super().processResult(test, self._errors[0][0] if self._errors else None)
        self.emit(self._line(test))
        super().stopTest(test)

    def getScore(self, test: unittest.TestCase) -> float | None:  # noqa: N802
        """The score that the test gave, if it is a number; gradescope-utils believes anything."""
        score = super().getScore(test)
        if score is None or _number(score) is None:
            if score is not None:
                self._odd = f"the test gave the score {score!r:.60}, which is no number"
            elif test.id() in self.partial and not self._errors and not self._skipped:
                self._odd = "the test passed without calling set_score"
            return 0.0 if self._odd or self._skipped else None
        return max(0.0, _number(score) or 0.0)

    def getLeaderboardData(self, test: unittest.TestCase) -> tuple[Any, Any, Any]:  # noqa: ARG002, N802
        """No column to gradescope-utils: a test with one is a test like any other here."""
        return None, None, None

    def _line(self, test: unittest.TestCase) -> Line:
        score = self.getScore(test)
        line: Line = {"test": test.id(), "score": score, **self._outcome(test)}
        column, order, value = super().getLeaderboardData(test)
        if column and line["verdict"] == Verdict.PASSED.value:
            if _number(value) is None and not isinstance(value, str):
                said = f"the test gave the leaderboard {value!r:.60}, which is no number"
                return {**line, **_broken(test.id(), said)}
            value = value if isinstance(value, str) else _number(value)
            line["column"] = [str(column), value, order == "asc"]
        return line

    def _outcome(self, test: unittest.TestCase) -> Line:
        """The verdict and its words. A test's own error is never the student's fault."""
        printed = (self.getOutput() or "").strip()[:LONGEST]
        hide = self.getHideErrors(test)
        ours = [err for err, _ in self._errors if not issubclass(err[0], test.failureException)]
        if ours or self._odd:
            trace = "".join(traceback.format_exception(*ours[0])) if ours else self._odd
            return {**_broken(test.id(), trace), "message": ""}
        if self._skipped:
            message = f"This test was skipped: {self._skipped}."
            return {"verdict": Verdict.NOT_RUN.value, "message": message}
        if not self._errors:
            return {"verdict": Verdict.PASSED.value, "message": printed}
        told = self._told(self._errors[0][0])
        if told["verdict"] == Verdict.GRADER_ERROR.value:
            return told
        said = [
            f"{where}: {err[1]}" if where else str(err[1]) for err, where in self._errors[:_SHOWN]
        ]
        if more := len(self._errors) - _SHOWN:
            said += [f"({more} more)"] if more > 0 else []
        message = str(hide) if hide else "\n\n".join([*said, *([printed] if printed else [])])
        return {**told, "message": message[:LONGEST]}

    def _told(self, err: Error | None) -> Line:
        if err is None:
            return {"verdict": Verdict.PASSED.value}
        error = err[1]
        if isinstance(error, FellShortError):
            verdict = error.verdict
        else:
            verdict = Verdict.WRONG if issubclass(err[0], AssertionError) else Verdict.GRADER_ERROR
        ours = verdict is Verdict.GRADER_ERROR
        return {"verdict": verdict.value, "staff" if ours else "message": str(error)[:LONGEST]}


def _number(value: object) -> float | None:
    """A finite number as a float; None for anything else, a bool too."""
    if isinstance(value, bool) or not isinstance(value, (int, float, Fraction)):
        return None
    try:
        found = float(value)
    except OverflowError:
        return None
    return found if math.isfinite(found) else None
