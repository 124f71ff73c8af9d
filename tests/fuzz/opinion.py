"""A second opinion on what a child's result means, by the rules of the wire alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from fuzz.common import is_printable
from grader.sandbox import Answer, Job, Shape, Strange
from grader.sandbox.decode import Raised
from grader.sandbox.outcome import Play, Seen
from grader.tree import Node


class InvalidError(Exception):
    """It is not what the words of the wire allow."""


def _all_different(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) < len(pairs):
        raise InvalidError
    return dict(pairs)


def _invalid(_: str) -> None:
    raise InvalidError


def _read(data: bytes) -> Any:
    if not data.isascii():
        raise InvalidError
    try:
        return json.loads(data.decode(), object_pairs_hook=_all_different, parse_constant=_invalid)
    except (ValueError, RecursionError):
        raise InvalidError from None


def _shown(value: object, most: int, *, line: bool = True) -> str:
    """The text that a report may have of a child's text."""
    if type(value) is not str or len(value) > most:
        raise InvalidError
    text = "".join(
        c if c in "\n\t" or is_printable(c) else "" if c == "\r" else "\ufffd" for c in value
    )
    return text.replace("\n", "\ufffd") if line else text


def _sized(value: object, least: int, most: int) -> list[Any]:
    if type(value) is not list or not least <= len(value) <= most:
        raise InvalidError
    return value


def _of(described: object, *keys: str) -> tuple[str, Any]:
    if type(described) is not dict or len(described) != 1 or not described.keys() & set(keys):
        raise InvalidError
    return next(iter(described.items()))


def _strange(value: object) -> Strange:
    kind, shown = _sized(value, 2, 2)
    text = _shown(shown, 200, line=False).replace("\n", " ")
    return Strange(kind=_shown(kind, 120), shown=text)


def _value_of(described: object) -> int | float | Strange:
    key, value = _of(described, "number", "strange")
    if key == "strange":
        return _strange(value)
    if type(value) is int and -(2**53) < value < 2**53:
        return value
    if type(value) is float and value - value == 0:  # neither NaN nor an infinity
        return value
    raise InvalidError


def _action_of(described: object) -> Any:
    key, value = _of(described, "action", "strange")
    if key == "strange":
        return _strange(value)
    return None if value is None else _plain_of(value, 4)


def _plain_of(value: object, nesting: int) -> Any:
    """Text, a whole number, or a tuple of such, nested ``nesting`` deep at most."""
    if type(value) is str:
        return _shown(value, 200)
    if type(value) is int:
        return _value_of({"number": value})
    if type(value) is not dict or list(value) != ["tuple"] or nesting == 0:
        raise InvalidError
    return tuple(_plain_of(part, nesting - 1) for part in _sized(value["tuple"], 0, 50))


def _entries_of(described: object) -> dict[Any, Any] | Strange:
    key, value = _of(described, "entries", "strange")
    return _strange(value) if key == "strange" else _rows_of(value)


def _rows_of(value: object) -> dict[Any, Any]:
    rows = {}
    for row in _sized(value, 0, 200):
        named, number = _sized(row, 2, 2)
        action = _action_of(named)
        if action is None or type(action) is Strange:
            raise InvalidError
        rows[action] = _value_of(number)
    return rows


def _yes_or_no(value: object) -> bool:
    if value is not True and value is not False:
        raise InvalidError
    return value is True


def _play_of(value: object, known: Sequence[Node]) -> Play:
    times, handles, actions, utility = _sized(value, 4, 4)
    at = [count_of(handle) for handle in _sized(handles, 0, 200)]
    if any(handle >= len(known) for handle in at):
        raise InvalidError
    return Play(
        count=count_of(times),
        nodes=tuple(known[handle] for handle in at),
        actions=tuple(_action_of(action) for action in _sized(actions, 0, 200)),
        utility=_value_of(utility),
    )


def _state_of(value: object) -> Seen:
    is_end, player, utility, actions, changed = _sized(value, 5, 5)
    refused, worth = "", None
    if type(utility) is dict and list(utility) == ["raised"]:
        refused = _shown(utility["raised"], 80)
    else:
        worth = _value_of(utility)
    return Seen(
        is_end=is_end if type(is_end) is bool else _strange(_of(is_end, "strange")[1]),
        player=_action_of(player),
        utility=worth,
        refused=refused,
        actions=tuple(_action_of(action) for action in _sized(actions, 0, 50)),
        changed=_yes_or_no(changed),
    )


_KEYS = {
    Shape.PAIR: "pair", Shape.VECTOR: "vector", Shape.POLICY: "policy", Shape.TABLE: "entries",
    Shape.OPTIONS: "options", Shape.ROLLOUTS: "plays", Shape.UNFOLDING: "unfolding",
    Shape.ROW: "numbers", Shape.NUMBERS: "numbers",
}  # fmt: skip


def answer_of(described: object, job: Job, known: Sequence[Node]) -> Answer:
    """The answer that a body tells, by the rules of the wire alone."""
    if job.shape is Shape.VALUE:
        return Answer(value=_value_of(described))
    key, value = _of(described, _KEYS[job.shape], "strange")
    if key == "strange":
        return Answer(misshapen=_strange(value))
    return _ANSWERS[job.shape](value, job, known)


def _pair_of(value: object) -> Answer:
    number, action = _sized(value, 2, 2)
    return Answer(value=_value_of(number), action=_action_of(action))


def _vector_of(value: object) -> Answer:
    payoffs, action = _sized(value, 2, 2)
    return Answer(payoffs=_entries_of(payoffs), action=_action_of(action))


def _policy_of(value: object, job: Job) -> Answer:
    names = [node.name for node in job.asked]
    said = [_entries_of(each) for each in _sized(value, len(names), len(names))]
    return Answer(policy=dict(zip(names, said, strict=True)))


def _plays_of(value: object, job: Job, known: Sequence[Node]) -> Answer:
    plays, again = _sized(value, 2, 2)
    told = tuple(_play_of(play, known) for play in _sized(plays, 0, 500))
    due, total = job.given["n"], sum(play.count for play in told)
    assert type(due) is int
    if total != due and (total > due or len(told) < 500):
        raise InvalidError
    return Answer(plays=told, came_again=_yes_or_no(again))


def _walk_of(value: object, job: Job) -> Answer:
    rows, is_whole = _sized(value, 2, 2)
    most = job.given["most"]
    assert type(most) is int
    states = tuple(_state_of(row) for row in _sized(rows, 0, most))
    return Answer(states=states, is_whole=_yes_or_no(is_whole))


def _numbers_of(value: object, due: int) -> Answer:
    return Answer(numbers=tuple(_value_of(each) for each in _sized(value, due, due)))


def _ns(job: Job) -> int:
    ns = job.given["ns"]
    assert type(ns) is tuple
    return len(ns)


_ANSWERS: dict[Shape, Callable[[Any, Job, Sequence[Node]], Answer]] = {
    Shape.PAIR: lambda value, _, __: _pair_of(value),
    Shape.VECTOR: lambda value, _, __: _vector_of(value),
    Shape.POLICY: lambda value, job, _: _policy_of(value, job),
    Shape.TABLE: lambda value, _, __: Answer(table=_rows_of(value)),
    Shape.OPTIONS: lambda value, _, __: Answer(
        options=tuple(_action_of(each) for each in _sized(value, 0, 200))
    ),
    Shape.ROLLOUTS: _plays_of,
    Shape.UNFOLDING: lambda value, job, _: _walk_of(value, job),
    Shape.ROW: lambda value, job, _: _numbers_of(value, _ns(job)),
    Shape.NUMBERS: lambda value, job, _: _numbers_of(value, len(job.positions)),
}


def count_of(value: object) -> int:
    if type(value) is not int or value < 0 or value >= 2**53:
        raise InvalidError
    return value


def raised_of(told: object) -> Raised:
    due = {"type", "bases", "message", "frames"}
    if type(told) is not dict or (told.keys() != due and told.keys() != due | {"syntax"}):
        raise InvalidError
    syntax = None
    if "syntax" in told:
        file, line, column, text, message = _sized(told["syntax"], 5, 5)
        if type(column) is int and column < 0:
            column = 0
        place = (count_of(line), count_of(column))
        syntax = (_shown(file, 200), *place, _shown(text, 200), _shown(message, 200))
    frames = [_sized(frame, 3, 3) for frame in _sized(told["frames"], 0, 20)]
    return Raised(
        type=_shown(told["type"], 80),
        bases=tuple(_shown(base, 80) for base in _sized(told["bases"], 0, 10)),
        message=_shown(told["message"], 500, line=False),
        frames=tuple((_shown(f, 1000), count_of(n), _shown(name, 1000)) for f, n, name in frames),
        syntax=syntax,
    )


def names_of(record: object) -> tuple[str, ...]:
    if type(record) is not dict:
        raise InvalidError
    return tuple(_shown(name, 1000, line=False) for name in _sized(record.get("functions"), 0, 500))


def record_of(data: bytes) -> dict[str, Any]:
    record = _read(data)
    if type(record) is not dict:
        raise InvalidError
    return record
