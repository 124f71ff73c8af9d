"""Decode what a suite has beside its questions: the leaderboard's columns, and its unit tests."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import PurePosixPath

from grader.cases import fields as read
from grader.cases.decode_case import decode_id
from grader.cases.files import Reading
from grader.cases.located import Faults, Located, Mapping
from grader.cases.model import Call, Column, Measure, Question, UnitTests, Visibility

COLUMN_KEYS = ("name", "measure", "call", "order")
UNIT_KEYS = ("folder", "id", "title", "points", "extra", "seconds")
MAX_POINTS = 10_000  # as of any question
MAX_SECONDS = 600
UNIT_FILES = "test_*.py"

_ORDERS = ("asc", "desc")


def decode_leaderboard(
    node: Located | None, questions: Sequence[Question], faults: Faults
) -> tuple[Column, ...]:
    """The columns, in order; each needs a name of its own and visible cases to measure."""
    columns: list[Column] = []
    for item in read.items(node, "leaderboard", faults) or () if node is not None else ():
        found = read.fields(item, "a column", COLUMN_KEYS, faults)
        column = _column(found, questions, faults) if found is not None else None
        if column is None or found is None:
            continue
        if any(column.name == other.name for other in columns):
            faults.at(found.key("name"), f"the column {column.name!r} is there already")
        columns.append(column)
    return tuple(columns)


def _column(found: read.Fields, questions: Sequence[Question], faults: Faults) -> Column | None:
    for key in ("name", "measure"):
        if key not in found:
            faults.at(found.place, f"a column needs {key}:")
    name = read.text(found.get("name"), "name", faults)
    measure = read.choice(found.get("measure"), "measure", Measure, faults)
    order = read.text(found.get("order"), "order", faults)
    if order is not None and order not in _ORDERS:
        faults.at(found.key("order"), f"order is asc or desc, found {order!r}")
    call = _call(found, measure, faults)
    if name is None or measure is None or call is None:
        return None
    if not any(_measures(question, call, measure) for question in questions):
        what = "plays games (wins:)" if measure is Measure.WINS else f"calls {call.value}"
        faults.at(found.place, f"no visible case {what}, so there is nothing to measure")
    ascending = measure is not Measure.WINS if order is None else order == "asc"
    return Column(name=name, measure=measure, call=call, ascending=ascending)


def _call(found: read.Fields, measure: Measure | None, faults: Faults) -> Call | None:
    """Which cases are measured: those of this call; only an evaluation function wins games."""
    call = read.choice(found.get("call"), "call", Call, faults)
    if measure is Measure.WINS:
        if call not in (None, Call.EVALUATE_TICTACTOE):
            faults.at(found.key("call"), f"only {Call.EVALUATE_TICTACTOE.value} wins games")
        return Call.EVALUATE_TICTACTOE
    if measure is not None and "call" not in found:
        faults.at(found.place, f"a column of {measure.value} needs call:")
    return call


def _measures(question: Question, call: Call, measure: Measure) -> bool:
    return any(
        case.call is call
        and case.visibility is Visibility.VISIBLE
        and (measure is not Measure.WINS or case.expect.wins is not None)
        for case in question.cases
    )


def decode_unit(node: Located | None, reading: Reading) -> UnitTests | None:
    """The unit tests: a folder's name, or a mapping with ``folder`` and what else is said of them."""
    faults = reading.faults
    if node is None:
        return None
    if not isinstance(node, Mapping):
        return _unit(read.text(node, "unit", faults), node, reading)
    found = read.fields(node, "unit", UNIT_KEYS, faults)
    if found is None:
        return None
    if "folder" not in found:
        faults.at(node, "unit needs folder:")
    folder = read.text(found.get("folder"), "folder", faults)
    unit = _unit(folder, found.get("folder") or node, reading)
    if unit is None:
        return None
    unit_id = decode_id(found, unit.id, "unit", faults) or unit.id
    if unit_id in reading.question_ids:
        first = reading.question_ids[unit_id]
        faults.at(
            found.key("id"), f"the question {unit_id!r} is there already, at line {first.line}"
        )
    return replace(
        unit,
        id=unit_id,
        title=read.text(found.get("title"), "title", faults) or unit.title,
        points=_points(found, faults),
        extra=read.yes(found.get("extra"), "extra", faults),
        seconds=_seconds(found, unit.seconds, faults),
    )


def _unit(folder: str | None, place: Located, reading: Reading) -> UnitTests | None:
    """The unit tests in ``folder``, if it is one inside the suite's with test modules in it."""
    faults = reading.faults
    if folder is None:
        return None
    path = PurePosixPath(folder)
    if path.is_absolute() or ".." in path.parts or "\\" in folder:
        faults.at(place, f"{folder!r} must be a folder inside the suite, with / between folders")
    elif not os.path.isdir(reading.folder / path):  # noqa: PTH112 - Path's raises for long names
        faults.at(place, f"there is no folder {folder!r} in the suite")
    elif not any((reading.folder / path).glob(UNIT_FILES)):
        faults.at(place, f"the folder {folder!r} has no {UNIT_FILES} in it")
    else:
        return UnitTests(folder=str(path))
    return None


def _points(found: read.Fields, faults: Faults) -> Fraction | None:
    node = found.get("points")
    points = read.fraction(node, "points", faults, below=MAX_POINTS) if node is not None else None
    if node is not None and points is not None and (points * 100).denominator != 1:
        faults.at(node, "points must be a whole number of hundredths (2.5, not 1/3)")
    return points


def _seconds(found: read.Fields, default: float, faults: Faults) -> float:
    node = found.get("seconds")
    seconds = read.fraction(node, "seconds", faults, below=MAX_SECONDS) if node else None
    if node is not None and seconds == 0:
        faults.at(node, "seconds must be more than 0")
    return float(seconds) if seconds else default
