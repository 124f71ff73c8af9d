"""One run on Gradescope: close what students must not read, grade in time, always leave a result.

The platform kills a run at its time-out and then writes a zero of its own, so ours ends before that.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import traceback
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from grader.cases import read_suite
from grader.cases.model import Suite
from grader.errors import AuthorError, UsageError
from grader.grading.grade import Grade
from grader.grading.run import Options, grade_submission
from grader.report.results import as_results, failure_results, fallback_results, write_results

MARGIN = 0.15  # of the platform's time, for starting, the case that runs at the end, and writing
TIME_LIMIT = 600.0  # seconds, Gradescope's default


def main(root: str | Path = "/autograder", environment: Mapping[str, str] = os.environ) -> int:
    """Grade the submission below ``root``; 0 with a graded result, 3 where the grader failed.

    What it prints goes to the instructors' view of the run.
    """
    root = Path(root)
    results = root / "results" / "results.json"
    try:
        results.parent.mkdir(parents=True, exist_ok=True)
        write_results(results, failure_results())
        _close_to_others(root)
        suite = _in_time(read_suite(root / "source" / "test_cases"), environment)
        write_results(results, fallback_results(suite))

        def keep(partial: Grade) -> None:
            write_results(results, as_results(partial))

        options = Options(submission=_submission_id(root), on_progress=keep)
        grade = grade_submission(root / "submission", suite, options)
        problems = write_results(results, as_results(grade))
    except AuthorError as error:
        print(f"The suite can't be read:\n{error}", file=sys.stderr)
        return 3
    except UsageError as error:
        print(f"The run can't go on: {error}", file=sys.stderr)
        return 3
    except Exception:  # noqa: BLE001 - the border: the last result that was written stands
        traceback.print_exc()
        return 3
    for line in (*grade.staff, *problems):
        print(line)
    return 3 if problems else 0


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


def _submission_id(root: Path) -> str:
    """The platform's id of the submission; empty where the metadata has none that can be read."""
    try:
        metadata = json.loads((root / "submission_metadata.json").read_bytes())
    except (OSError, ValueError, RecursionError):
        return ""
    found = metadata.get("id") if isinstance(metadata, dict) else None
    return str(found) if type(found) in (int, str) else ""


def _in_time(suite: Suite, environment: Mapping[str, str]) -> Suite:
    """The suite with a limit on the run that ends it before the platform does."""
    try:
        limit = float(environment.get("TIMEOUT_SECONDS", ""))
    except ValueError:
        limit = TIME_LIMIT
    run = min(suite.limits.run, limit * (1 - MARGIN))
    return replace(suite, limits=replace(suite.limits, run=run))
