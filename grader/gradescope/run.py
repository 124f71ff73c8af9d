"""One run on Gradescope: close what students must not read, grade in time, always leave a result.

The platform kills a run at its time-out and then writes a zero of its own, so ours ends before that:
first by not starting cases, and, should something of ours hang, by an alarm that leaves what was
graded so far.
"""

from __future__ import annotations

import contextlib
import math
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType

from grader.cases import read_suite
from grader.cases.model import Suite
from grader.errors import AuthorError, UsageError
from grader.gradescope.attempts import Decision, Mark, decide, remember, show_again
from grader.gradescope.metadata import Metadata, read_metadata
from grader.gradescope.remarks import on_grade, on_metadata
from grader.gradescope.unit_run import Units
from grader.grading.grade import Grade, Verdict
from grader.grading.run import Options
from grader.report.results import (
    Results,
    as_results,
    failure_results,
    fallback_results,
    write_results,
)
from grader.report.text import cut

MARGIN = 0.15  # of the platform's time, for starting, the case that runs at the end, and writing
RESERVE = 3.0  # seconds beside the longest case, where that share is less
TIME_LIMIT = 600.0  # seconds, Gradescope's default
ALARM_MARGIN = 0.03
SHORTEST_ALARM = 20.0  # with less time than this there is no room for one


def main(root: str | Path = "/autograder", environment: Mapping[str, str] = os.environ) -> int:
    """Grade the submission below ``root``; 0 with a graded result, 3 where the grader failed.

    What it prints goes to the instructors' view of the run.
    """
    began = time.monotonic()
    root = Path(root)
    results = root / "results" / "results.json"
    limit = _platforms_limit(environment)
    try:
        results.parent.mkdir(parents=True, exist_ok=True)
        write_results(results, failure_results())
        _close_to_others(root)
        with _alarm(limit):
            return _Run(root=root, results=results, limit=limit, began=began).go()
    except AuthorError as error:
        print(f"The suite can't be read:\n{error}", file=sys.stderr)
    except UsageError as error:
        print(f"The run can't go on: {error}", file=sys.stderr)
    except _OutOfTimeError:
        print(
            "The platform's time was nearly over: what was graded so far stands.", file=sys.stderr
        )
        traceback.print_exc()
    except Exception:  # noqa: BLE001 - the border: the last result that was written stands
        traceback.print_exc()
    return 3


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    """The run between its borders; whatever it raises, ``results`` holds a valid file."""

    root: Path
    results: Path
    limit: float
    began: float

    def go(self) -> int:
        metadata = read_metadata(self.root / "submission_metadata.json")
        self._write(failure_results(), decide(None, metadata), Mark.FAILED)
        suite = read_suite(self.root / "source" / "test_cases")
        units = Units(in_time(suite, self.limit, time.monotonic() - self.began))
        decision = decide(suite.attempts, metadata)
        self._write(fallback_results(units.suite), decision, Mark.FAILED)
        _print(*on_metadata(metadata, units.suite), *decision.staff)
        if decision.reason:
            again = show_again(decision)
            if again is not None:
                return 3 if write_results(self.results, again) else 0
            print("The last result is of no use with this version of the grader: graded after all.")
        return self._grade(units, metadata, decision)

    def _grade(self, units: Units, metadata: Metadata, decision: Decision) -> int:
        def keep(partial: Grade) -> None:
            self._write(as_results(units.waiting(partial)), decision, Mark.FAILED)

        options = Options(submission=metadata.id, on_progress=keep)
        grade, leaderboard = units.grade(self.root / "submission", options)
        failed = any(case.verdict is Verdict.GRADER_ERROR for case in grade.cases)
        mark = Mark.FAILED if failed else Mark.GRADED
        told = as_results(grade, leaderboard)
        if decision.note:
            told = {**told, "output": cut(f"{decision.note}\n\n{told['output']}")}
        problems = self._write(told, decision, mark)
        _print(*grade.staff, *on_grade(grade), *problems)
        return 3 if problems else 0

    def _write(self, results: Results, decision: Decision, mark: Mark) -> list[str]:
        return write_results(self.results, remember(results, decision, mark))


def in_time(suite: Suite, limit: float, spent: float = 0.0) -> Suite:
    """The suite with a limit on the run that ends it before the platform does, after ``limit``.

    The last case or unit test is begun within the run's limit, and may then take all its time.
    """
    walls = [case.limits.wall for case in suite.cases if case.limits is not None]
    walls += [suite.unit.seconds] if suite.unit is not None else []
    longest = max([suite.limits.wall, *walls])
    reserve = max(limit * MARGIN, longest + RESERVE) + spent
    run = min(suite.limits.run, max(0.0, limit - reserve))
    return replace(suite, limits=replace(suite.limits, run=run))


def _print(*lines: str) -> None:
    """Print for staff; a line that the stream can't encode must not end a run."""
    encoding = sys.stdout.encoding or "utf-8"
    for line in lines:
        print(line.encode(encoding, "backslashreplace").decode(encoding))


def _close_to_others(root: Path) -> None:
    """Let no other user read the cases, the solution, earlier results, or write the new ones."""
    for path, mode in (
        (root / "submission_metadata.json", 0o600),
        (root / "results", 0o700),
        (root / "source" / "test_cases", 0o700),
        (root / "source" / "solution", 0o700),
    ):
        with contextlib.suppress(FileNotFoundError, PermissionError):
            path.chmod(mode)


def _platforms_limit(environment: Mapping[str, str]) -> float:
    """The platform's time-out in seconds; its default where it says none that makes sense."""
    try:
        limit = float(environment.get("TIMEOUT_SECONDS", ""))
    except ValueError:
        return TIME_LIMIT
    return limit if math.isfinite(limit) and limit >= 0 else TIME_LIMIT


class _OutOfTimeError(BaseException):
    """The alarm: no border within the grading may take it for a failed case."""


@contextlib.contextmanager
def _alarm(limit: float) -> Iterator[None]:
    """Raise _OutOfTimeError in this thread shortly before the platform's time-out."""
    is_main = threading.current_thread() is threading.main_thread()
    if limit < SHORTEST_ALARM or not is_main or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise _OutOfTimeError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, limit - max(RESERVE, limit * ALARM_MARGIN))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
