"""What the platform makes of a ``results.json``, and who sees what of it at a given time.

Decides by what Gradescope documents, and where that is silent by what its harness was seen to do
(docs/gradescope.md says which is which). May not know our own, stricter schema.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from grader.report.text import clean

VISIBILITIES = ("hidden", "after_due_date", "after_published", "visible")
FORMATS = ("text", "html", "simple_format", "md", "ansi")
FAILED = "The autograder failed to execute correctly. Contact your course staff for help."
NO_RESULTS = "The results uploaded to Gradescope were not formatted correctly."
TIMED_OUT = "Your submission timed out. It took longer than {} seconds to run."

_TOP = {
    "score": "number", "execution_time": "number", "output": "text", "output_format": FORMATS,
    "test_output_format": FORMATS, "test_name_format": FORMATS, "visibility": VISIBILITIES,
    "stdout_visibility": VISIBILITIES, "extra_data": "object", "tests": "list",
    "leaderboard": "list",
}  # fmt: skip
_TEST = {
    "score": "number", "max_score": "number", "status": ("passed", "failed"), "name": "text",
    "name_format": FORMATS, "number": "text", "output": "text", "output_format": FORMATS,
    "tags": "list", "visibility": VISIBILITIES, "extra_data": "object",
}  # fmt: skip
_ENTRY = {"name": "text", "value": "number or text", "order": ("asc", "desc")}

Documented = dict[str, Any]  # a field's kind in words, or the words that it may be


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """The results as the platform has them, or why it has none; ``stdout`` is what the run printed."""

    results: dict[str, Any] | None
    problem: str = ""
    stdout: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """When somebody looks: ``due`` is the late due date where late submissions are taken."""

    at: datetime
    due: datetime | None = None
    is_published: bool = False

    def shows(self, visibility: object) -> bool:
        """Whether students see what has this visibility; of an unknown word they see nothing."""
        if visibility == "after_due_date":
            return self.due is not None and self.at > self.due
        return visibility == "visible" or (visibility == "after_published" and self.is_published)


def receive(data: bytes | None, stdout: str = "") -> Received:
    """Read the file's bytes as the platform's harness does, or say how it fails at them."""
    if data is None:
        problem = "We did not receive any results for this submission."
        return Received(results=None, problem=problem, stdout=stdout)
    try:
        loaded = json.loads(data.decode("utf-8", errors="replace").replace("\x00", "\ufffd"))
        json.dumps(loaded, allow_nan=False)  # a request with NaN is refused
    except (ValueError, RecursionError) as error:
        return Received(results=None, problem=f"Not valid JSON: {error}", stdout=stdout)
    tests = loaded.get("tests", []) if isinstance(loaded, dict) else None
    if not isinstance(tests, list) or not all(isinstance(test, dict) for test in tests):
        problem = "The results are no object, or a test is none."
        return Received(results=None, problem=problem, stdout=stdout)
    return Received(results=loaded, stdout=stdout)


def documented_problems(results: dict[str, Any]) -> list[str]:
    """Say what in ``results`` is not as Gradescope documents it; looser than what we write."""
    found = list(_fields(results, _TOP, ""))
    tests = results.get("tests")
    for i, test in enumerate(tests if isinstance(tests, list) else ()):
        found += _fields(test, _TEST, f"tests[{i}].")
    entries = results.get("leaderboard")
    for i, entry in enumerate(entries if isinstance(entries, list) else ()):
        found += _fields(entry, _ENTRY, f"leaderboard[{i}].")
    has_score = "score" in results or any("score" in test for test in tests or ())
    return found if has_score else [*found, "score: neither a test nor the whole has one"]


def student_view(received: Received, moment: Moment) -> str:
    """What the student's page says at ``moment``, as plain text."""
    results = received.results
    if results is None:
        return f"{FAILED}\n"
    tests = list(_visible(results, moment))
    everything = results.get("tests") or []
    lines = [_total(results)] if len(tests) == len(everything) else ["Total: not shown"]
    if moment.shows(results.get("visibility", "visible")) and results.get("output"):
        lines += ["", clean(str(results["output"]))]
    for test in tests:
        lines += _test(test)
    if received.stdout and moment.shows(results.get("stdout_visibility", "hidden")):
        lines += ["", "Autograder output:", clean(received.stdout)]
    return "\n".join(lines).rstrip() + "\n"


def staff_view(received: Received) -> str:
    """What instructors and TAs see, at any time: everything, and what the run printed."""
    results = received.results
    if results is None:
        lines = [f"{NO_RESULTS} {received.problem}"]
    else:
        lines = [_total(results), "", clean(str(results.get("output", "")))]
        for test in results.get("tests") or []:
            lines += _test(test, mark=test.get("visibility", results.get("visibility", "visible")))
    lines += ["", "Autograder output:", clean(received.stdout)]
    return "\n".join(lines).rstrip() + "\n"


def _visible(results: dict[str, Any], moment: Moment) -> Iterator[dict[str, Any]]:
    """A test's own visibility wins over the whole's."""
    for test in results.get("tests") or []:
        if moment.shows(test.get("visibility", results.get("visibility", "visible"))):
            yield test


def _total(results: dict[str, Any]) -> str:
    tests = results.get("tests") or []
    earned = results.get("score", sum(_points(test, "score") for test in tests))
    possible = sum(_points(test, "max_score") for test in tests)
    return f"Autograder score: {_points({'score': earned}, 'score'):g} / {possible:g}"


def _points(test: dict[str, Any], key: str) -> float:
    value = test.get(key, 0)
    return float(value) if isinstance(value, (int, float)) else 0.0


def _test(test: dict[str, Any], mark: object = "") -> list[str]:
    head = " ".join(clean(str(test.get(key, ""))) for key in ("number", "name")).strip()
    scored = f" ({_points(test, 'score'):g}/{_points(test, 'max_score'):g})"
    points = scored if "score" in test else ""
    seen = f" [{str(mark).replace('_', ' ')}]" if mark not in ("", "visible") else ""
    body = [f"    {line}".rstrip() for line in clean(str(test.get("output", ""))).splitlines()]
    return ["", f"{head}{points}{seen}", *body]


def _fields(value: object, table: Documented, path: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{path.rstrip('.')}: not an object"
        return
    for key, entry in value.items():
        if key not in table:
            yield f"{path}{key!s:.40}: not a documented field"
        elif not _fits(entry, table[key]):
            wanted = table[key] if isinstance(table[key], str) else " or ".join(table[key])
            yield f"{path}{key}: {entry!r:.40} is not {wanted}"


def _fits(value: object, wanted: object) -> bool:
    if isinstance(wanted, tuple):
        return value in wanted
    number = (
        isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    )
    kinds = {"number": number, "text": isinstance(value, str), "list": isinstance(value, list),
             "object": isinstance(value, dict)}  # fmt: skip
    return any(kinds[kind] for kind in str(wanted).split(" or "))
