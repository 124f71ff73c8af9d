"""A grade as Gradescope's ``results.json``: one entry a case, in order, and a summary above them.

Decides what Gradescope is told and what of it a student may read: of a hidden case only ``brief``,
never staff lines. The file is always whole: it is checked before it is written and replaced in one
step, so that a reader, or a crash at any moment, finds the old results or the new ones.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import cast

from grader.cases.model import Suite, UnitCase, Visibility
from grader.errors import UsageError
from grader.grading.grade import CaseGrade, Grade, QuestionGrade, Verdict
from grader.grading.points import allocate, numbers
from grader.report import schema
from grader.report.leaderboard import Entry
from grader.report.summary import (
    UNFINISHED,
    for_student,
    of_points,
    unseen,
    visible,
)
from grader.report.text import clean, count, cut

Results = dict[str, object]

STOPPED = (
    "Grading stopped before it had finished. That is probably not your fault:"
    " please tell the course staff."
)
_NO_TOTAL = "Gradescope shows no total while any case is hidden."
_OUR_FAULT = (
    "The grader failed, so this submission has no points yet. That is not your fault:"
    " please tell the course staff. Your submission is kept and can be graded again."
)


def as_results(grade: Grade, leaderboard: Sequence[Entry] = ()) -> Results:
    """Build the results of ``grade``; a JSON object that ``schema.problems`` has nothing against.

    Where several entries have one name, the last of them counts.
    """
    entries = [_entry(question, case) for question in grade.questions for case in question.cases]
    results = _top(grade.earned, _output(grade), entries, grade.submission)
    if leaderboard:
        results["leaderboard"] = list(
            {entry.name: _column(entry) for entry in leaderboard}.values()
        )
    return results


def fallback_results(suite: Suite, reason: str = STOPPED) -> Results:
    """Build valid results from before any student code runs: every case at 0, NOT_RUN.

    They stand only if the grader is killed; ``reason`` is a sentence for the student who reads them.
    """
    number = numbers(suite)
    questions = tuple(
        QuestionGrade(
            question=question,
            cases=tuple(
                CaseGrade(
                    case=case,
                    number=number[case.id],
                    verdict=Verdict.NOT_RUN,
                    earned=Fraction(0),
                    possible=points,
                    extra=question.extra,
                    feedback=f"This case was not run. {reason}",
                    brief="Not run.",
                )
                for case, points in zip(question.cases, allocate(question), strict=True)
            ),
        )
        for question in suite.questions
    )
    return as_results(
        Grade(title=suite.title, questions=questions, notes=(reason,), complete=False)
    )


def failure_results() -> Results:
    """Build the plain results that say that the grader itself failed."""
    return _top(Fraction(0), _OUR_FAULT, [])


def write_results(path: Path, results: Results) -> list[str]:
    """Check ``results`` and put them at ``path`` in one step; return the problems found, if any.

    Where there are problems, ``failure_results`` are written in their place: Gradescope answers an
    odd file with a message that helps nobody. Raises UsageError where no file can be put there.
    """
    found = schema.problems(results)
    if found:
        results = failure_results()
    data = _text(results)
    try:
        _replace(path, data.encode("ascii"))
    except OSError as error:
        raise UsageError(f"Can't write {path}: {error.strerror or error}.") from error
    return found


def _text(results: Results) -> str:
    """JSON with a line for each key, and for each test one of its own."""
    lines = [f" {_json(key)}: {_json(value)}" for key, value in results.items() if key != "tests"]
    tests = ",\n".join(f"  {_json(test)}" for test in cast("list[Results]", results["tests"]))
    return "{\n" + ",\n".join([*lines, f' "tests": [\n{tests}\n ]']) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=True, allow_nan=False)  # no indent: that is the slow way


def _replace(path: Path, data: bytes) -> None:
    """Write beside ``path`` and rename: the same folder, since a rename can't cross file systems."""
    if path.exists() and not path.is_file():  # else /dev/null would become a file, for root
        raise UsageError(f"Can't write {path}: it is not a regular file. Name a file.")
    handle, name = tempfile.mkstemp(prefix=".results-", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)  # mkstemp's 0600 would shut out a harness with another user id
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def _top(score: Fraction, output: str, entries: list[Results], submission: str = "") -> Results:
    # No execution_time: a submission could tell its student of hidden cases by how long it sleeps.
    return {
        "score": float(score),
        "output": cut(clean(output)),
        "output_format": "text",  # the default would read it as HTML
        "stdout_visibility": "hidden",
        "extra_data": {"schema": schema.VERSION, "submission": clean(submission)},
        "tests": entries,
    }


def _entry(question: QuestionGrade, grade: CaseGrade) -> Results:
    case, passed = grade.case, grade.verdict is Verdict.PASSED
    hidden = case.visibility is Visibility.HIDDEN
    entry: Results = {
        "number": grade.number,
        "name": _name(grade),
        "score": float(grade.earned),
        "max_score": float(grade.possible),
        "status": "passed" if passed else "failed",
        "visibility": case.visibility.value,
        "output": cut(clean(grade.brief if hidden else grade.feedback or grade.brief)),
        "output_format": "text",
        "extra_data": {
            "case": case.id,
            "question": question.question.id,
            "call": schema.UNIT if isinstance(case, UnitCase) else case.call.value,
            "verdict": grade.verdict.value,
        },
    }
    if isinstance(case, UnitCase) and case.tags:
        entry["tags"] = [clean(tag) for tag in case.tags]
    return entry


def _column(entry: Entry) -> Results:
    name = " ".join(clean(entry.name).split())[: schema.LONGEST_NAME] or "(no name)"
    value = entry.value
    if isinstance(value, str):
        value = " ".join(clean(value).split())[: schema.LONGEST_NAME] or "-"
    return {"name": name, "value": value, "order": "asc" if entry.ascending else "desc"}


def _name(grade: CaseGrade) -> str:
    title = " ".join(clean(grade.case.title).split()) or grade.case.id
    mark = " (extra credit)" if grade.extra else ""
    return title[: schema.LONGEST_NAME - len(mark)] + mark


def _not_run(grade: Grade) -> str:
    """Say how many of the cases that a student sees the time did not suffice for, if that is why."""
    shown = visible(grade.cases)
    left = [case for case in shown if case.verdict is Verdict.NOT_RUN]
    # Where nothing could be run at all, a note says why.
    is_all_told = bool(grade.notes) and len(left) == len(shown)
    if not grade.complete or not left or is_all_told:
        return ""
    verb = "was" if len(left) == 1 else "were"
    return (
        f"{count(len(left), 'case')} of the {len(shown)} that you can see {verb} not run, because the"
        " time for all cases together was used up."
    )


def _output(grade: Grade) -> str:
    """The text above the tests. Nothing in it may come from cases that are not shown."""
    lines = [] if grade.complete else [UNFINISHED, ""]
    shown = visible(grade.cases)
    points = of_points(shown)
    if len(shown) == len(grade.cases):
        lines.append(f"Points: {points}.")
    else:
        lines += [f"Points so far, from the cases that you can see: {points}.", unseen(grade)]
    if any(c.case.visibility is Visibility.HIDDEN for c in grade.cases):
        lines.append(_NO_TOTAL)
    lines += [text] if (text := _not_run(grade)) else []
    if grade.notes:
        lines += ["", *grade.notes]
    lines.append("")
    for question in grade.questions:
        lines.append(for_student(question))
        if question.note and visible(question.cases):
            lines.append(f"    {question.note}")
    return "\n".join(lines)
