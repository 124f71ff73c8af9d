"""Decode what a child says strictly: bounded, exact keys, exact types, finite numbers.

Whatever does not fit is a breach of the rules, never a crash: a child may send anything at all.
"""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from grader.child.describe import LARGEST_EXACT
from grader.sandbox.dialogue import ViolationError
from grader.sandbox.job import Job, Shape
from grader.sandbox.outcome import Answer, Distribution, Strange, Value


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


def _only_key(value: object) -> tuple[str, Any]:
    record = _record(value)
    if len(record) != 1:
        raise ViolationError("sent an object with other keys than were due")
    return next(iter(record.items()))


def _text(value: object, most: int) -> str:
    if type(value) is not str or len(value) > most:
        raise ViolationError("sent no text where one was due, or too long a one")
    return clean(value)


def _line(value: object, most: int) -> str:
    """A text that has to stay within one of our lines: what a student made up can't look like ours."""
    return _text(value, most).replace("\n", "\N{REPLACEMENT CHARACTER}")


def _list(value: object, most: int) -> list[Any]:
    if type(value) is not list or len(value) > most:
        raise ViolationError("sent no list where one was due, or too long a one")
    return value


def _whole(value: object) -> int:
    if type(value) is not int or not 0 <= value < LARGEST_EXACT:
        raise ViolationError("sent no whole number where one was due")
    return value


def _strange(value: object) -> Strange:
    kind, shown = _pair(value)
    return Strange(kind=_line(kind, 120), shown=_text(shown, 200).replace("\n", " "))


def _pair(value: object) -> tuple[Any, Any]:
    items = _list(value, 2)
    if len(items) != 2:
        raise ViolationError("sent no pair where one was due")
    return items[0], items[1]


def _value(described: object) -> Value:
    key, value = _only_key(described)
    if key == "strange":
        return _strange(value)
    if key != "number" or type(value) not in (int, float):
        raise ViolationError("sent no number where one was due")
    usable = abs(value) < LARGEST_EXACT if type(value) is int else math.isfinite(value)
    if not usable:
        raise ViolationError("sent a number that is none")
    return value  # type: ignore[no-any-return]


def _action(described: object) -> str | Strange | None:
    key, value = _only_key(described)
    if key == "strange":
        return _strange(value)
    if key != "action":
        raise ViolationError("sent no action where one was due")
    return None if value is None else _line(value, 200)


def _distribution(described: object) -> Distribution | Strange:
    key, value = _only_key(described)
    if key == "strange":
        return _strange(value)
    if key != "distribution":
        raise ViolationError("sent no distribution where one was due")
    rows = [_pair(row) for row in _list(value, 200)]
    return {_line(action, 200): _value(probability) for action, probability in rows}


def answer(described: object, job: Job) -> Answer:
    """What the call returned, in the shape that the job asked for."""
    key, value = _only_key(described)
    if job.shape is Shape.VALUE:
        return Answer(value=_value(described))
    if key == "strange":
        return Answer(misshapen=_strange(value))
    if job.shape is Shape.PAIR and key == "pair":
        number, action = _pair(value)
        return Answer(value=_value(number), action=_action(action))
    if job.shape is Shape.POLICY and key == "policy":
        said = _list(value, len(job.asked))
        if len(said) != len(job.asked):
            raise ViolationError("did not say its policy at every state")
        names = [node.name for node in job.asked]
        return Answer(policy=dict(zip(names, map(_distribution, said), strict=True)))
    raise ViolationError("sent another shape than was due")


def raised(told: object) -> Raised:
    """An exception as the child told it."""
    record = _record(told)
    if set(record) - {"syntax"} != {"type", "bases", "message", "frames"}:
        raise ViolationError("told an exception in other words than were due")
    syntax = None
    if "syntax" in record:
        items = _list(record["syntax"], 5)
        if len(items) != 5:
            raise ViolationError("told a syntax error in other words than were due")
        file, line, column, text, message = items
        syntax = (
            _line(file, 200), _whole(line), _whole(max(column, 0) if type(column) is int else column),
            _line(text, 200), _line(message, 200),
        )  # fmt: skip
    return Raised(
        type=_line(record["type"], 80),
        bases=tuple(_line(base, 80) for base in _list(record["bases"], 10)),
        message=_text(record["message"], 500),
        frames=tuple(_frame(frame) for frame in _list(record["frames"], 20)),
        syntax=syntax,
    )


def _frame(frame: object) -> tuple[str, int, str]:
    items = _list(frame, 3)
    if len(items) != 3:
        raise ViolationError("told a frame in other words than were due")
    return _line(items[0], 1000), _whole(items[1]), _line(items[2], 1000)


def unreadable(told: object, files: Iterable[str]) -> str:
    """A sentence about a file that is no Python source; it begins with the file's name."""
    sentence = _line(told, 500)
    if not sentence.startswith(tuple(files)):
        raise ViolationError("told of a file that was not handed in")
    return sentence


def repeats(record: dict[str, Any]) -> int:
    """How often nodes were expanded again, as the child counted."""
    return _whole(record.get("repeats", 0))


def names(record: object, key: str, most: int) -> tuple[str, ...]:
    """A list of names under ``key`` of a probe's report."""
    return tuple(_text(name, 1000) for name in _list(_record(record).get(key), most))
