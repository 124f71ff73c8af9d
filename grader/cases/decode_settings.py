"""Decode the settings of a suite: pruning convention, tolerance, limits, modules."""

from __future__ import annotations

import re
from dataclasses import fields, replace

from grader.cases import fields as read
from grader.cases.located import Faults, Located
from grader.cases.model import Accept, Attempts, Cutoff, Limits, Pruning, Returns, Tolerance

PRUNING_KEYS = ("cutoff", "returns", "accept")
TOLERANCE_KEYS = tuple(f.name for f in fields(Tolerance))
MAX_ISOLATION = 5
MAX_LIMIT = 1_000_000  # of any limit: the kernel's numbers end somewhere
LIMIT_KEYS = tuple(f.name for f in fields(Limits))
ATTEMPTS_KEYS = tuple(f.name for f in fields(Attempts))
MAX_ATTEMPTS = 1_000  # as many as are remembered
LONGEST_WINDOW = 366 * 86_400  # seconds

_MODULE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*")
DURATION = re.compile(r"([0-9]{1,6}) ?(s|min|h|d)")
_SECONDS = {"s": 1, "min": 60, "h": 3_600, "d": 86_400}
_WHOLE_LIMITS = ("memory", "output", "requests")


def decode_pruning(node: Located | None, default: Pruning, faults: Faults) -> Pruning:
    """The convention that is stated over ``default``."""
    found = read.fields(node, "pruning", PRUNING_KEYS, faults) if node is not None else None
    if found is None:
        return default
    return Pruning(
        cutoff=read.choice(found.get("cutoff"), "cutoff", Cutoff, faults) or default.cutoff,
        returns=read.choice(found.get("returns"), "returns", Returns, faults) or default.returns,
        accept=read.choice(found.get("accept"), "accept", Accept, faults) or default.accept,
    )


def decode_tolerance(node: Located | None, faults: Faults) -> Tolerance:
    """How far a right number may be off."""
    found = read.fields(node, "tolerance", TOLERANCE_KEYS, faults) if node is not None else None
    stated: dict[str, float] = {}
    for key, value in found.items() if found else ():
        width = read.fraction(value, key.text, faults)
        if width is not None:
            stated[key.text] = float(width)
    return Tolerance(**stated)


def decode_limits(node: Located | None, faults: Faults, default: Limits | None = None) -> Limits:
    """What a case may use, stated over ``default``; each limit is more than 0."""
    found = read.fields(node, "limits", LIMIT_KEYS, faults) if node is not None else None
    stated: dict[str, float] = {}
    counts: dict[str, int] = {}
    for key, value in found.items() if found else ():
        is_count = key.text in _WHOLE_LIMITS
        limit = (read.whole if is_count else read.fraction)(value, key.text, faults)
        if limit == 0:
            faults.at(value, f"{key.text} must be more than 0")
        elif limit is not None and limit > MAX_LIMIT:
            faults.at(value, f"{key.text} must be at most {MAX_LIMIT}")
        elif limit is not None and is_count:
            counts[key.text] = int(limit)
        elif limit is not None:
            stated[key.text] = float(limit)
    known = default or Limits()
    return replace(known, **stated, **counts)  # type: ignore[arg-type]  # each key has its own type


def decode_isolation(node: Located | None, faults: Faults) -> int:
    """The least level of isolation; 1, a process a case, is what every host has."""
    level = read.whole(node, "isolation", faults) if node is not None else 1
    if node is not None and level is not None and not 1 <= level <= MAX_ISOLATION:
        faults.at(node, f"isolation is a level from 1 to {MAX_ISOLATION}")
    return level or 1


def decode_attempts(node: Located | None, faults: Faults) -> Attempts | None:
    """How often a student may be graded; a rate needs both of its parts."""
    found = read.fields(node, "attempts", ATTEMPTS_KEYS, faults) if node is not None else None
    if found is None:
        return None
    if len(list(found.items())) == 0:
        faults.at(found.place, "attempts needs limit: with every:, or total:")
    for key, other in (("limit", "every"), ("every", "limit")):
        if key in found and other not in found:
            faults.at(found.key(key), f"{key} needs {other}: too (for all time there is total:)")
    return Attempts(
        limit=_at_least_one(found.get("limit"), "limit", faults),
        every=_duration(found.get("every"), faults),
        total=_at_least_one(found.get("total"), "total", faults),
    )


def _at_least_one(node: Located | None, what: str, faults: Faults) -> int | None:
    number = read.whole(node, what, faults)
    if node is not None and number is not None and not 1 <= number <= MAX_ATTEMPTS:
        faults.at(node, f"{what} must be between 1 and {MAX_ATTEMPTS}")
    return number


def _duration(node: Located | None, faults: Faults) -> int | None:
    """Seconds of a text such as ``90 s``, ``30 min``, ``1 h`` or ``2 d``."""
    word = read.text(node, "every", faults)
    if node is None or word is None:
        return None
    parts = DURATION.fullmatch(word)
    seconds = int(parts[1]) * _SECONDS[parts[2]] if parts else 0
    if not 1 <= seconds <= LONGEST_WINDOW:
        example = "(90 s, 30 min, 1 h, 2 d; at most 366 d)"
        faults.at(node, f"every must be a time {example}, found {read.shown(node)}")
        return None
    return seconds


def decode_modules(node: Located | None, what: str, faults: Faults) -> dict[str, Located]:
    """Names of modules, each with its place."""
    modules: dict[str, Located] = {}
    for word, place in (read.names(node, what, faults) if node is not None else None) or ():
        if _MODULE.fullmatch(word) is None:
            faults.at(place, f"{word!r} is no module name")
        modules[word] = place
    return modules
