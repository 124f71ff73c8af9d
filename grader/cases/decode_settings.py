"""Decode the settings of a suite: pruning convention, tolerance, limits, modules."""

from __future__ import annotations

import re
from dataclasses import fields, replace

from grader.cases import fields as read
from grader.cases.located import Faults, Located
from grader.cases.model import Accept, Cutoff, Limits, Pruning, Returns, Tolerance

PRUNING_KEYS = ("cutoff", "returns", "accept")
TOLERANCE_KEYS = tuple(f.name for f in fields(Tolerance))
MAX_ISOLATION = 5
MAX_LIMIT = 1_000_000  # of any limit: the kernel's numbers end somewhere
LIMIT_KEYS = tuple(f.name for f in fields(Limits))

_MODULE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*")
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


def decode_modules(node: Located | None, what: str, faults: Faults) -> dict[str, Located]:
    """Names of modules, each with its place."""
    modules: dict[str, Located] = {}
    for word, place in (read.names(node, what, faults) if node is not None else None) or ():
        if _MODULE.fullmatch(word) is None:
            faults.at(place, f"{word!r} is no module name")
        modules[word] = place
    return modules
