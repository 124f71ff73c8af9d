"""Decode what a child says strictly: bounded, exact keys, exact types, finite numbers.

Whatever does not fit is a breach of the rules, never a crash: a child may send anything at all.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from grader.child.describe import LARGEST_EXACT
from grader.sandbox.dialogue import ViolationError
from grader.sandbox.outcome import Strange


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """An exception that the student's code let out; frames are (file, line, function)."""

    type: str
    bases: tuple[str, ...]
    message: str
    frames: tuple[tuple[str, int, str], ...]
    syntax: tuple[str, int, int, str, str] | None = None  # file, line, column, text, message


def clean(text: str, most: int | None = None) -> str:
    """Only what can be printed anywhere: no control or direction marks but newline and tab.

    Unicode's own marks for lines and paragraphs go too: some viewers break lines there.
    """
    shown = "".join(
        char
        if char in "\n\t" or not unicodedata.category(char).startswith(("C", "Zl", "Zp"))
        else ("" if char == "\r" else "\N{REPLACEMENT CHARACTER}")
        for char in text
    )
    return shown if most is None else shown[:most]


def parse(body: bytes) -> dict[str, Any]:
    """The JSON object in ``body``; ViolationError for anything else."""
    try:
        value = json.loads(body.decode("ascii"), parse_constant=_refuse, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise ViolationError(f"sent no JSON: {type(error).__name__}") from None
    return _record(value)


def _refuse(constant: str) -> None:
    raise ViolationError(f"sent {constant}")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys are all different, or else two readers could see two answers in it."""
    record = dict(pairs)
    if len(record) != len(pairs):
        raise ViolationError("sent an object with a key twice")
    return record


def _record(value: object) -> dict[str, Any]:
    if type(value) is not dict:
        raise ViolationError(f"sent a {type(value).__name__} where an object was due")
    return value


def only_key(value: object) -> tuple[str, Any]:
    """The key and the value of an object with one."""
    record = _record(value)
    if len(record) != 1:
        raise ViolationError("sent an object with other keys than were due")
    return next(iter(record.items()))


def text(value: object, most: int) -> str:
    """A text of at most ``most`` characters, cleaned."""
    if type(value) is not str or len(value) > most:
        raise ViolationError("sent no text where one was due, or too long a one")
    return clean(value)


def line(value: object, most: int) -> str:
    """A text that has to stay within one of our lines: what a student made up can't look like ours."""
    return text(value, most).replace("\n", "\N{REPLACEMENT CHARACTER}")


def items(value: object, most: int) -> list[Any]:
    """A list of at most ``most`` things."""
    if type(value) is not list or len(value) > most:
        raise ViolationError("sent no list where one was due, or too long a one")
    return value


def whole(value: object) -> int:
    """A whole number of at least 0."""
    if type(value) is not int or not 0 <= value < LARGEST_EXACT:
        raise ViolationError("sent no whole number where one was due")
    return value


def strange(value: object) -> Strange:
    """Something that came where something else was due."""
    kind, shown = pair(value)
    return Strange(kind=line(kind, 120), shown=text(shown, 200).replace("\n", " "))


def pair(value: object) -> tuple[Any, Any]:
    """The two things of a list of two."""
    parts = items(value, 2)
    if len(parts) != 2:
        raise ViolationError("sent no pair where one was due")
    return parts[0], parts[1]


def raised(told: object) -> Raised:
    """An exception as the child told it."""
    record = _record(told)
    if set(record) - {"syntax"} != {"type", "bases", "message", "frames"}:
        raise ViolationError("told an exception in other words than were due")
    syntax = None
    if "syntax" in record:
        parts = items(record["syntax"], 5)
        if len(parts) != 5:
            raise ViolationError("told a syntax error in other words than were due")
        file, row, column, source, message = parts
        syntax = (
            line(file, 200), whole(row), whole(max(column, 0) if type(column) is int else column),
            line(source, 200), line(message, 200),
        )  # fmt: skip
    return Raised(
        type=line(record["type"], 80),
        bases=tuple(line(base, 80) for base in items(record["bases"], 10)),
        message=text(record["message"], 500),
        frames=tuple(_frame(frame) for frame in items(record["frames"], 20)),
        syntax=syntax,
    )


def _frame(frame: object) -> tuple[str, int, str]:
    parts = items(frame, 3)
    if len(parts) != 3:
        raise ViolationError("told a frame in other words than were due")
    return line(parts[0], 1000), whole(parts[1]), line(parts[2], 1000)


def unreadable(told: object, files: Iterable[str]) -> str:
    """A sentence about a file that is no Python source; it begins with the file's name."""
    sentence = line(told, 500)
    if not sentence.startswith(tuple(files)):
        raise ViolationError("told of a file that was not handed in")
    return sentence


def repeats(record: dict[str, Any]) -> int:
    """How often nodes were expanded again, as the child counted."""
    return whole(record.get("repeats", 0))


def names(record: object, key: str, most: int) -> tuple[str, ...]:
    """A list of names under ``key`` of a probe's report."""
    return tuple(text(name, 1000) for name in items(_record(record).get(key), most))
