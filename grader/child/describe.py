"""Describe what a student's function returned in plain JSON, whatever it is.

Any real number becomes a plain one (numpy scalars, Fraction, Decimal, subclasses). Whatever is not
what was asked for is named, never coerced. Every text is bounded. Nothing here may raise because of
what the student's objects do: their methods are called under guard.

    number  {"number": 3.5}
    action  {"action": "A"}, {"action": 4}, {"action": {"tuple": [0, 2]}} or {"action": null}
    strange {"strange": ["bool", "True"]}
"""

from __future__ import annotations

import numbers
import sys
from typing import Any

MAX_KIND, MAX_SHOWN, MAX_ACTION, MAX_MESSAGE = 80, 200, 200, 500
LARGEST_EXACT = 2**53
MAX_NESTING, MAX_PARTS = 4, 50  # of a tuple that is an action

Described = dict[str, Any]

# What a class can't hide: its metaclass may define attributes of these names.
_name_of, _bases_of = type.__dict__["__name__"].__get__, type.__dict__["__mro__"].__get__


def text(value: object, most: int) -> str:
    """``str(value)``, bounded, also where that raises."""
    try:
        shown = str(value)
    except BaseException as error:  # noqa: BLE001 - the student's __str__ may raise anything
        shown = f"(its text can't be shown: {kind_of(error)})"
    return str.__str__(shown)[:most]


def kind_of(value: object) -> str:
    """The name of the type of ``value``, which its class can't hide."""
    return "None" if value is None else _name_of(type(value))[:MAX_KIND]


def bases_of(value: object) -> list[str]:
    """The names of the classes that ``value`` is of, the nearest first."""
    return [_name_of(base)[:MAX_KIND] for base in _bases_of(type(value))[:10]]


def strange(value: object, kind: str | None = None) -> Described:
    """What ``value`` is, where something else was asked for."""
    try:
        shown = str.__str__(repr(value))[:MAX_SHOWN]
    except BaseException:  # noqa: BLE001 - the student's __repr__ may raise anything
        shown = ""
    return {"strange": [kind or kind_of(value), shown]}


def number(value: object) -> Described:
    """A plain finite number, or what it is instead."""
    try:
        plain = _plain(value)
    except BaseException:  # noqa: BLE001 - the student's __float__ may raise anything
        plain = None
    if plain is None:
        return strange(value)
    if isinstance(plain, int) and abs(plain) < LARGEST_EXACT:
        return {"number": plain}
    try:
        as_float = float(plain)
    except OverflowError:
        return {"strange": ["huge", ""]}
    if as_float != as_float:
        return strange(value, "nan")
    if as_float in (float("inf"), float("-inf")):
        return strange(value, "inf")
    return {"number": as_float}


def _plain(value: object) -> int | float | None:
    if type(value) is bool:
        return None
    if isinstance(value, int):
        return int.__index__(value)
    if isinstance(value, float):
        return float.__float__(value)
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real) or _is_decimal(value):
        return float(value)  # type: ignore[arg-type]  # Decimal has __float__ too
    return None


def _is_decimal(value: object) -> bool:
    decimal = sys.modules.get("decimal")  # a Decimal exists only where it was imported
    return decimal is not None and isinstance(value, decimal.Decimal)


def action(value: object) -> Described:
    """An action or None, or what it is instead."""
    told = _action(value, MAX_NESTING)
    return strange(value) if told is None and value is not None else {"action": told}


def _action(value: object, nesting: int) -> Any:
    """Text, a whole number, or a tuple of such as {"tuple": [...]}; None for anything else."""
    if isinstance(value, str) and len(str.__str__(value)) <= MAX_ACTION:
        return str.__str__(value)
    if isinstance(value, int) and type(value) is not bool:
        whole = int.__index__(value)
        return whole if abs(whole) < LARGEST_EXACT else None
    if isinstance(value, tuple) and nesting and len(value) <= MAX_PARTS:
        parts = [_action(part, nesting - 1) for part in tuple.__iter__(value)]
        return None if None in parts else {"tuple": parts}
    return None


def pair(value: object) -> Described:
    """A (value, action) pair; a list of two does as well."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        return strange(value)
    return {"pair": [number(value[0]), action(value[1])]}


def vector(value: object) -> Described:
    """A pair whose value is a dictionary from players to numbers."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        return strange(value)
    return {"vector": [_numbers(value[0]), action(value[1])]}


def table(value: object) -> Described:
    """A dictionary from pairs of words to numbers."""
    return _numbers(value)


def _numbers(value: object) -> Described:
    """A dictionary as [[key, number], ...]; keys are described as actions."""
    if not isinstance(value, dict) or len(value) > 200:
        return strange(value)
    rows = []
    for key, worth in dict.items(value):
        named = action(key)
        if named.get("action") is None:
            return strange(value, f"dict with a key of type {kind_of(key)}")
        rows.append([named, number(worth)])
    return {"entries": rows}


def options(value: object) -> Described:
    """A set of words; a frozenset, a list or a tuple without a word twice does as well."""
    if not isinstance(value, (set, frozenset, list, tuple)) or len(value) > 200:
        return strange(value)
    named = [action(option) for option in value]
    return {"options": sorted(named, key=repr)}


def distribution(value: object) -> Described:
    """What a policy said of one state: its actions with their probabilities."""
    return _numbers(value)


AS = {"value": number, "pair": pair, "vector": vector, "table": table, "options": options}
