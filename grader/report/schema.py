"""The schema of the ``results.json`` that we write, and its validator.

Stricter than Gradescope's own: every field that we write must be there, of one type and within its
bounds, and no other. Gradescope takes some odd files in silence and answers others with "the
autograder failed to execute correctly", so what is odd is found here, before it is written.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from grader.cases.model import Call, Visibility
from grader.grading.grade import Verdict
from grader.report.text import FORBIDDEN, LONGEST

VERSION = 1  # of what ``extra_data`` holds
LONGEST_NAME = 300
LARGEST = 1_000_000  # points, and seconds: anything above is a bug
MOST_ATTEMPTS = 1_000  # that are remembered

Rule = Callable[[object], str]  # what is wrong with a value, or empty
Table = Mapping[str, "Rule | Table"]  # every key is required, and no other is allowed
_OPTIONAL = {"attempts", "leaderboard", "tags"}  # but for these
UNIT = "unit"  # stands for the call of a unit test, which is no case


def problems(results: object) -> list[str]:
    """Say everything that is wrong with ``results``, each with its path; empty where it is valid.

    >>> problems({"score": True})[0]
    'score: bool, not a number'
    """
    found = list(_fields(results, _TOP, ""))
    tests = results.get("tests") if isinstance(results, dict) else None
    for i, test in enumerate(tests if isinstance(tests, list) else ()):
        found += _fields(test, _TEST, f"tests[{i}]")
    if not found and isinstance(results, dict):  # what follows relies on every field's type
        for i, test in enumerate(results["tests"]):
            found += [f"tests[{i}].{wrong}" for wrong in _contradictions(test)]
        found += _across(results)
    return found


def known_part(results: object) -> dict[str, Any]:
    """What of ``results`` the schema has a field for: a platform may have added to what it kept.

    >>> known_part({"score": 1, "status": "complete", "tests": [{"number": "1.1", "id": 7}]})
    {'score': 1, 'tests': [{'number': '1.1'}]}
    """
    kept = _known(results, _TOP)
    if isinstance(kept.get("tests"), list):
        kept["tests"] = [_known(test, _TEST) for test in kept["tests"]]
    return kept


def _known(value: object, table: Table) -> dict[str, Any]:
    found = value if isinstance(value, dict) else {}
    return {
        key: _known(found[key], rule) if isinstance(rule, Mapping) else found[key]
        for key, rule in table.items()
        if key in found
    }


def _number(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return f"{type(value).__name__}, not a number"
    if isinstance(value, float) and not math.isfinite(value):
        return f"{value} is not finite"
    if value < 0:
        return f"{value} is negative"
    return f"above {LARGEST}" if value > LARGEST else ""


def _points(value: object) -> str:
    wrong = _number(value)
    if not wrong and isinstance(value, float) and round(value, 2) != value:
        return f"{value} is no whole number of hundredths"
    return wrong


def _text(value: object) -> str:
    if not isinstance(value, str):
        return f"{type(value).__name__}, not text"
    if len(value) > LONGEST:
        return f"{len(value)} characters long, more than {LONGEST}"
    if found := FORBIDDEN.search(value):
        return f"holds the character U+{ord(found.group()):04X}"
    return ""


def _label(value: object) -> str:
    wrong = _text(value)
    if wrong or not isinstance(value, str):
        return wrong
    if not value.strip():
        return "empty"
    if "\n" in value:
        return "has more than one line"
    longer = len(value) > LONGEST_NAME
    return f"{len(value)} characters long, more than {LONGEST_NAME}" if longer else ""


def _case_number(value: object) -> str:
    wrong = _label(value)
    if not wrong and not re.fullmatch(r"[0-9]{1,6}\.[0-9]{1,6}", str(value)):
        return f"{value!r:.40} is not of the form 1.01"
    return wrong


def _one_of(*words: str) -> Rule:
    def rule(value: object) -> str:
        allowed = isinstance(value, str) and value in words
        return "" if allowed else f"{value!r:.40} is not {' or '.join(words)}"

    return rule


def _version(value: object) -> str:
    return "" if type(value) is int and value == VERSION else f"{value!r:.40} is not {VERSION}"


def _attempts(value: object) -> str:
    """What is remembered of a student's submissions (``grader/gradescope/attempts.py``)."""
    if not isinstance(value, dict) or set(value) != {"seen", "of", "note"}:
        return "not an object with seen, of and note"
    seen = value["seen"]
    if not isinstance(seen, list) or len(seen) > MOST_ATTEMPTS:
        return f"seen is not a list of at most {MOST_ATTEMPTS}"
    for entry in seen:
        if not isinstance(entry, dict) or set(entry) != {"at", "is"}:
            return "seen has what is not an object with at and is"
    texts = [value["of"], value["note"], *(part for entry in seen for part in entry.values())]
    return next((wrong for text in texts if (wrong := _text(text))), "")


def _tags(value: object) -> str:
    if not isinstance(value, list) or not value:
        return "not a list of tags"
    return next((wrong for tag in value if (wrong := _text(tag))), "")


def _leaderboard(value: object) -> str:
    if not isinstance(value, list) or not value:
        return "not a list of columns"
    names = set()
    for column in value:
        if not isinstance(column, dict) or set(column) != {"name", "value", "order"}:
            return "has what is not an object with name, value and order"
        found = column["value"]
        wrong = _label(column["name"]) or _one_of("asc", "desc")(column["order"])
        if isinstance(found, str):
            wrong = wrong or _label(found)
        elif isinstance(found, bool) or not isinstance(found, (int, float)):
            wrong = wrong or f"{type(found).__name__}, not a number or text"
        elif isinstance(found, float) and not math.isfinite(found):
            wrong = wrong or f"{found} is not finite"
        if wrong or column["name"] in names:
            return wrong or f"{column['name']!r} is there twice"
        names.add(column["name"])
    return ""


def _list(value: object) -> str:
    return "" if isinstance(value, list) else f"{type(value).__name__}, not a list"


_TOP: Table = {
    "score": _points,
    "output": _text,
    "output_format": _one_of("text"),
    "stdout_visibility": _one_of("hidden"),
    "extra_data": {"schema": _version, "submission": _text, "attempts": _attempts},
    "tests": _list,
    "leaderboard": _leaderboard,
}
_TEST: Table = {
    "number": _case_number,
    "name": _label,
    "score": _points,
    "max_score": _points,
    "status": _one_of("passed", "failed"),
    "visibility": _one_of(*(word.value for word in Visibility)),
    "output": _text,
    "output_format": _one_of("text"),
    "tags": _tags,
    "extra_data": {
        "case": _label,
        "question": _label,
        "call": _one_of(*(call.value for call in Call), UNIT),
        "verdict": _one_of(*(verdict.value for verdict in Verdict)),
    },
}


def _fields(value: object, table: Table, path: str) -> Iterator[str]:
    """Check one object by its table: missing and unknown keys, then each value."""
    if not isinstance(value, dict):
        yield f"{path or 'results'}: {type(value).__name__}, not an object"
        return
    at = f"{path}." if path else ""
    for key in value:
        if key not in table:
            yield f"{at}{key!s:.40}: unknown field"
    for key, rule in table.items():
        if key not in value and key in _OPTIONAL:
            continue
        if key not in value:
            yield f"{at}{key}: missing"
        elif isinstance(rule, Mapping):
            yield from _fields(value[key], rule, f"{at}{key}")
        elif wrong := rule(value[key]):
            yield f"{at}{key}: {wrong}"


def _contradictions(test: dict[str, Any]) -> Iterator[str]:
    """What can't be true at once within one test."""
    score, most = test["score"], test["max_score"]
    passed = test["extra_data"]["verdict"] == Verdict.PASSED.value
    if score > most:
        yield f"score: {score} is more than max_score, {most}"
    if passed != (test["status"] == "passed"):
        yield f"status: {test['status']}, but the verdict is {test['extra_data']['verdict']}"
    if not passed and score >= most > 0:  # a case may pass and lose by a rule, not the reverse
        yield f"score: full points, but the verdict is {test['extra_data']['verdict']}"


def _across(results: dict[str, Any]) -> Iterator[str]:
    """What must hold between the tests: points add up, order is one order, cases are distinct."""
    tests = results["tests"]
    total = sum(round(test["score"] * 100) for test in tests)
    if total != round(results["score"] * 100):
        yield f"score: {results['score']}, but the tests add up to {total / 100}"
    for i, (a, b) in enumerate(pairwise([test["number"] for test in tests]), 1):
        parts = [[int(part) for part in number.split(".")] for number in (a, b)]
        if not (a < b and float(a) < float(b) and parts[0] < parts[1]):
            yield f"tests[{i}].number: {b} does not come after {a} both as text and as a number"
    seen: set[str] = set()
    for i, test in enumerate(tests):
        case = test["extra_data"]["case"]
        if case in seen:
            yield f"tests[{i}].extra_data.case: {case} has a result already"
        seen.add(case)
