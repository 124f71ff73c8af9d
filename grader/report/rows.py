"""The entries of a results file, typed, for the other receivers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grader.cases.model import Visibility
from grader.report.results import Results


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One of the results' ``tests``."""

    number: str
    name: str
    question: str
    case: str
    call: str
    verdict: str
    passed: bool
    score: float
    possible: float
    visibility: str
    output: str

    @property
    def words(self) -> str:
        """The verdict as words: ``TIMED_OUT`` is ``timed out``."""
        return self.verdict.replace("_", " ").lower()


def rows(results: Results, *, student: bool = False) -> list[Row]:
    """The tests in their order; with ``student`` those that students see at once."""
    listed = results.get("tests")
    found = [_row(entry) for entry in listed] if isinstance(listed, list) else []
    return [t for t in found if not student or t.visibility == Visibility.VISIBLE.value]


def _row(entry: dict[str, Any]) -> Row:
    more = entry["extra_data"]
    return Row(
        number=entry["number"],
        name=entry["name"],
        question=more["question"],
        case=more["case"],
        call=more["call"],
        verdict=more["verdict"],
        passed=entry["status"] == "passed",
        score=entry["score"],
        possible=entry["max_score"],
        visibility=entry["visibility"],
        output=entry["output"],
    )
