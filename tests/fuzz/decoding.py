"""Bodies that a child might send as its result, and a second opinion on what they mean."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from random import Random
from typing import Any

from fuzz.common import FoundError, expect, is_printable
from grader.sandbox import Answer, Budget, Job, Shape, Strange, decode, words
from grader.sandbox.decode import Raised
from grader.sandbox.dialogue import ViolationError
from grader.sandbox.submission import Module
from grader.tree import Draft, grow

BUDGET = Budget(cpu=1, wall=1, memory=64, output=1, requests=100)
MODULES = (Module(name="solver", is_package=False, parts=(("solver.py", b"x\n\x1b[2J\xff\n"),)),)
_LEAVES = [("A", Draft(utility=3)), ("B", Draft(player="opp", branches=[("1", Draft(utility=2))]))]
TREE = grow(Draft(player="agent", branches=_LEAVES))
JOBS = {
    shape: Job(
        function="solve",
        arguments=("game",),
        shape=shape,
        tree=TREE,
        start=TREE.root,
        asked=(TREE.root, TREE.by_name["B"]),
        budget=BUDGET,
    )
    for shape in Shape
}


# ---------------------------------------------------------------------- making bodies


def body(rng: Random, shape: Shape) -> bytes:
    """A body: noise, any JSON, a right result, or one with something changed in it."""
    kind = rng.random()
    if kind < 0.1:
        return rng.randbytes(rng.randrange(60))
    if kind < 0.2:
        return _dumped(rng, _anything(rng, 4))
    right = _right(rng, shape)
    if kind < 0.35:
        return _dumped(rng, right)
    if kind < 0.7:
        return _dumped(rng, _changed(rng, right))
    return _damaged(rng, _dumped(rng, right))


def _dumped(rng: Random, value: object) -> bytes:
    text = json.dumps(value, ensure_ascii=rng.random() < 0.9)
    if rng.random() < 0.05:  # a key that is there twice
        text = re.sub(r'\{("\w+": )', r"{\1null, \1", text, count=rng.randrange(1, 3))
    return text.encode("utf-8", "surrogatepass")


def _right(rng: Random, shape: Shape) -> dict[str, Any]:
    if rng.random() < 0.25:
        return {"raised": _exception(rng)}
    if rng.random() < 0.05:
        return {"functions": [_text(rng) for _ in range(3)], "imports": ["math"]}
    returned: dict[str, Any]
    if shape is Shape.VALUE:
        returned = _number(rng)
    elif rng.random() < 0.1:
        returned = {"strange": [_text(rng), _text(rng)]}
    elif shape is Shape.PAIR:
        returned = {"pair": [_number(rng), _action(rng)]}
    else:
        returned = {"policy": [_distribution(rng) for _ in range(2)]}
    return {"returned": returned, "repeats": rng.randrange(3)}


def _number(rng: Random) -> dict[str, Any]:
    if rng.random() < 0.15:
        return {"strange": [_text(rng), _text(rng)]}
    ints = [0, 1, -7, 2**53 - 1, 2**53, -(2**53), 10**30]
    floats = [0.5, -0.0, 1e308, -1e-320, math.inf, math.nan]
    return {"number": rng.choice([*ints, *floats, True, None, "3"])}


def _action(rng: Random) -> dict[str, Any]:
    if rng.random() < 0.15:
        return {"strange": [_text(rng), _text(rng)]}
    return {"action": rng.choice([None, "A", "B", _text(rng)])}


def _distribution(rng: Random) -> dict[str, Any]:
    if rng.random() < 0.15:
        return {"strange": [_text(rng), _text(rng)]}
    return {"distribution": [[_text(rng), _number(rng)] for _ in range(rng.randrange(3))]}


def _exception(rng: Random) -> dict[str, Any]:
    names = ["ValueError", "MemoryError", "NotImplementedError", "RecursionError", "SystemExit"]
    frames = [[rng.choice(["solver.py", "", _text(rng)]), rng.choice([0, 1, 2, 9]), _text(rng)]]
    told: dict[str, Any] = {
        "type": rng.choice([*names, _text(rng)]),
        "bases": rng.sample(names, 2),
        "message": _text(rng),
        "frames": frames * rng.randrange(4),
    }
    if rng.random() < 0.3:
        place = [rng.choice([0, 1, -3, 10**9]), rng.choice([0, 1, -3, 10**9])]
        told["syntax"] = ["solver.py", *place, _text(rng), _text(rng)]
    return told


_TEXTS = ("", "A", "plain words", "a\nb\r\nc\td", "\0\x1b[2J", "\u202eevil\u2028", "\ud800", "\x85")


def _text(rng: Random) -> str:
    if rng.random() < 0.1:
        return rng.choice("Ax\n\0é") * rng.choice([80, 81, 120, 121, 200, 201, 500, 501, 1001])
    return rng.choice(_TEXTS)


def _anything(rng: Random, depth: int) -> object:
    kind = rng.randrange(8 if depth else 6)
    if kind == 6:
        return [_anything(rng, depth - 1) for _ in range(rng.randrange(4))]
    if kind == 7:
        words_ = ["returned", "repeats", "raised", "number", "action", "strange", "pair", "x"]
        picked = rng.sample(words_, rng.randrange(3))
        return {word: _anything(rng, depth - 1) for word in picked}
    return [None, True, rng.randrange(-9, 9), rng.random(), _text(rng), 10**400][kind]


def _changed(rng: Random, value: Any) -> Any:
    """``value`` with one part of it replaced, taken out or put in twice."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(list(value))
        changed = dict(value)
        if rng.random() < 0.15:
            changed[rng.choice(["extra", "number", "strange"])] = _anything(rng, 1)
        elif rng.random() < 0.1:
            del changed[key]
        else:
            changed[key] = _changed(rng, value[key])
        return changed
    if isinstance(value, list) and value and rng.random() < 0.8:
        at = rng.randrange(len(value))
        if rng.random() < 0.2:
            return value[:at] + value[at + 1 :]
        if rng.random() < 0.2:
            return [*value, value[at]]
        return [*value[:at], _changed(rng, value[at]), *value[at + 1 :]]
    return _anything(rng, 2)


_TOKENS = (b'"', b"[" * 2000, b"]", b"{", b"}", b",", b":", b"NaN", b"-Infinity", b"1e999", b"-",
           b"9" * 5000, b"\\ud800", b"\\u0000", b"\xff", b"\0",
           b'"x":1,', b'"number":3,', b"true")  # fmt: skip


def _damaged(rng: Random, data: bytes) -> bytes:
    """``data`` with bytes cut, changed, doubled, or a token put somewhere."""
    for _ in range(rng.randrange(1, 3)):
        at = rng.randrange(len(data) + 1)
        to = min(at + rng.randrange(6), len(data))
        middle = rng.choice([b"", rng.randbytes(1), data[at:to] * 2, rng.choice(_TOKENS)])
        data = data[:at] + middle + data[to:]
    return data


# ---------------------------------------------------------------------- the second opinion


class _InvalidError(Exception):
    """It is not what the words of the wire allow."""


def _all_different(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) < len(pairs):
        raise _InvalidError
    return dict(pairs)


def _invalid(_: str) -> None:
    raise _InvalidError


def _read(data: bytes) -> Any:
    if not data.isascii():
        raise _InvalidError
    try:
        return json.loads(data.decode(), object_pairs_hook=_all_different, parse_constant=_invalid)
    except (ValueError, RecursionError):
        raise _InvalidError from None


def _shown(value: object, most: int, *, line: bool = True) -> str:
    """The text that a report may have of a child's text."""
    if type(value) is not str or len(value) > most:
        raise _InvalidError
    text = "".join(
        c if c in "\n\t" or is_printable(c) else "" if c == "\r" else "\ufffd" for c in value
    )
    return text.replace("\n", "\ufffd") if line else text


def _sized(value: object, least: int, most: int) -> list[Any]:
    if type(value) is not list or not least <= len(value) <= most:
        raise _InvalidError
    return value


def _of(described: object, *keys: str) -> tuple[str, Any]:
    if type(described) is not dict or len(described) != 1 or not described.keys() & set(keys):
        raise _InvalidError
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
    raise _InvalidError


def _action_of(described: object) -> str | Strange | None:
    key, value = _of(described, "action", "strange")
    if key == "strange":
        return _strange(value)
    return None if value is None else _shown(value, 200)


def _distribution_of(described: object) -> dict[str, Any] | Strange:
    key, value = _of(described, "distribution", "strange")
    if key == "strange":
        return _strange(value)
    rows = [_sized(row, 2, 2) for row in _sized(value, 0, 200)]
    return {_shown(action, 200): _value_of(chance) for action, chance in rows}


def _answer_of(described: object, shape: Shape) -> Answer:
    if shape is Shape.VALUE:
        return Answer(value=_value_of(described))
    key, value = _of(described, "pair" if shape is Shape.PAIR else "policy", "strange")
    if key == "strange":
        return Answer(misshapen=_strange(value))
    first, second = _sized(value, 2, 2)
    if shape is Shape.PAIR:
        return Answer(value=_value_of(first), action=_action_of(second))
    return Answer(policy={"root": _distribution_of(first), "B": _distribution_of(second)})


def _count(value: object) -> int:
    if type(value) is not int or value < 0 or value >= 2**53:
        raise _InvalidError
    return value


def _raised_of(told: object) -> Raised:
    due = {"type", "bases", "message", "frames"}
    if type(told) is not dict or (told.keys() != due and told.keys() != due | {"syntax"}):
        raise _InvalidError
    syntax = None
    if "syntax" in told:
        file, line, column, text, message = _sized(told["syntax"], 5, 5)
        if type(column) is int and column < 0:
            column = 0
        place = (_count(line), _count(column))
        syntax = (_shown(file, 200), *place, _shown(text, 200), _shown(message, 200))
    frames = [_sized(frame, 3, 3) for frame in _sized(told["frames"], 0, 20)]
    return Raised(
        type=_shown(told["type"], 80),
        bases=tuple(_shown(base, 80) for base in _sized(told["bases"], 0, 10)),
        message=_shown(told["message"], 500, line=False),
        frames=tuple((_shown(f, 1000), _count(n), _shown(name, 1000)) for f, n, name in frames),
        syntax=syntax,
    )


def _names_of(record: object) -> tuple[str, ...]:
    if type(record) is not dict:
        raise _InvalidError
    return tuple(_shown(name, 1000, line=False) for name in _sized(record.get("functions"), 0, 500))


# ---------------------------------------------------------------------- both together


def check(data: bytes, shape: Shape) -> None:
    """Decode ``data`` in every way and compare with the second opinion."""
    job = JOBS[shape]
    record = _agreed(data, lambda: decode.parse(data), lambda: _record_of(data))
    if record is None:
        return
    returned, told = record.get("returned"), record.get("raised")
    _agreed(data, lambda: decode.answer(returned, job), lambda: _answer_of(returned, shape))
    _agreed(data, lambda: decode.repeats(record), lambda: _count(record.get("repeats", 0)))
    _agreed(data, lambda: decode.names(record, "functions", 500), lambda: _names_of(record))
    exception = _agreed(data, lambda: decode.raised(told), lambda: _raised_of(told))
    if exception is not None:
        _check_words(exception)


def _record_of(data: bytes) -> dict[str, Any]:
    record = _read(data)
    if type(record) is not dict:
        raise _InvalidError
    return record


def _agreed(data: bytes, ours: Callable[[], Any], theirs: Callable[[], Any]) -> Any:
    """What both make of it, which is the same, to the type of each number; None if it is refused."""
    try:
        right = theirs()
    except _InvalidError:
        right = None
    try:
        found = ours()
    except ViolationError:
        found = None
    except Exception as error:
        raise FoundError(f"{type(error).__name__}: {error}, from {data!r:.400}") from error
    expect(repr(found) == repr(right), f"{found!r:.300} is not {right!r:.300}, from {data!r:.400}")
    return found


def _check_words(exception: Raised) -> None:
    """What is said of an exception can be said of any, in text that can be shown."""
    said = [*words.raised(exception, BUDGET, "solve")[1:], words.traceback(exception, MODULES)]
    if exception.syntax is not None:
        said += words.syntax_error(exception)
    for text in said:
        odd = [char for char in text if char not in "\n\t" and not is_printable(char)]
        expect(not odd, f"{odd!r} in what is said of {exception!r:.400}")


def attempt(rng: Random) -> None:
    """One body, made and checked."""
    shape = rng.choice(list(Shape))
    check(body(rng, shape), shape)
