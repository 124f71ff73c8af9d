"""Bodies that a child might send as its result: right ones, changed ones, and noise."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from random import Random
from typing import Any

from grader.sandbox import Shape


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
    make = _strange if rng.random() < 0.05 else _RETURNED[shape]
    return {"returned": make(rng), "repeats": rng.randrange(3)}


def _strange(rng: Random) -> dict[str, Any]:
    return {"strange": [_text(rng), _text(rng)]}


def _number(rng: Random) -> dict[str, Any]:
    if rng.random() < 0.15:
        return _strange(rng)
    ints = [0, 1, -7, 2**53 - 1, 2**53, -(2**53), 10**30]
    floats = [0.5, -0.0, 1e308, -1e-320, math.inf, math.nan]
    likely = [3, -1, 0.25]
    return {"number": rng.choice([*likely * 8, *ints, *floats, True, None, "3"])}


def _action(rng: Random) -> dict[str, Any]:
    if rng.random() < 0.15:
        return _strange(rng)
    return {"action": rng.choice([None, *["A", "B", 4] * 3, _text(rng), _plain(rng, 5)])}


def _plain(rng: Random, depth: int) -> object:
    """Text, a whole number, or a tuple of such, now and then too large, deep or long."""
    if depth == 0 or rng.random() < 0.4:
        return rng.choice(["x", 0, -3, 2**53 - 1, 2**53, True, None, 0.5, _text(rng), []])
    if rng.random() < 0.02:
        return {"tuple": [rng.choice(["x", 4])] * rng.choice([50, 51])}
    parts = [_plain(rng, depth - 1) for _ in range(rng.choice([0, 1, 1, 1, 2]))]
    return {rng.choice(["tuple"] * 9 + ["list"]): parts}


def _entries(rng: Random) -> dict[str, Any]:
    if rng.random() < 0.15:
        return _strange(rng)
    return {"entries": _some(rng, lambda rng: [_action(rng), _number(rng)], 200)}


def _play(rng: Random) -> list[Any]:
    handles = [rng.choice([0, 1, 2] * 6 + [3, -1, True, 2**60]) for _ in range(rng.randrange(3))]
    count = rng.choice([1, 2, 3, 0] * 5 + [-1, 1.0, None, 2**53 - 1])
    actions = _some(rng, _action, 200)
    return [count, handles, actions, _number(rng)]


def _state(rng: Random) -> list[Any]:
    raised = {"raised": rng.choice(["ValueError", "KeyError"] * 8 + [_text(rng), None])}
    return [
        rng.choice([True, False] * 8 + [{"strange": ["int", "1"]}, 1, None]),
        _action(rng),
        rng.choice([raised, _number(rng)]),
        _some(rng, _action, 50),
        rng.choice([False, True] * 8 + [0]),
    ]


def _some(rng: Random, make: Callable[[Random], Any], most: int) -> list[Any]:
    """A few, or now and then one of them as often as may be, or once more than that."""
    if rng.random() < 0.01:
        return [make(rng)] * rng.choice([most, most + 1])
    return [make(rng) for _ in range(rng.choice([0, 1, 2, 2, 3]))]


def _several(rng: Random, make: Callable[[Random], Any], due: int) -> list[Any]:
    """As many as are due, or one more or less."""
    return [make(rng) for _ in range(due + rng.choice([0] * 9 + [-1, 1]))]


_RETURNED: dict[Shape, Callable[[Random], dict[str, Any]]] = {
    Shape.VALUE: _number,
    Shape.PAIR: lambda rng: {"pair": [_number(rng), _action(rng)]},
    Shape.VECTOR: lambda rng: {"vector": [_entries(rng), _action(rng)]},
    Shape.POLICY: lambda rng: {"policy": _several(rng, _entries, 2)},
    Shape.TABLE: _entries,
    Shape.OPTIONS: lambda rng: {"options": _some(rng, _action, 200)},
    Shape.ROLLOUTS: lambda rng: {"plays": [_some(rng, _play, 500), rng.random() < 0.5]},
    Shape.UNFOLDING: lambda rng: {"unfolding": [_several(rng, _state, 3), rng.random() < 0.5]},
    Shape.ROW: lambda rng: {"numbers": _several(rng, _number, 4)},
    Shape.NUMBERS: lambda rng: {"numbers": _several(rng, _number, 2)},
}


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
        words_ = ["returned", "repeats", "raised", "number", "action", "strange", "pair", "entries",
                  "tuple", "plays", "x"]  # fmt: skip
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
