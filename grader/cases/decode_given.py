"""Decode what a call is given beside its game: numbers by name, each only where the call takes it."""

from __future__ import annotations

from grader.cases import fields as read
from grader.cases.calls import Call
from grader.cases.located import Faults, Located
from grader.cases.model import Given, Interval
from grader.tree import Number

GIVEN_KEYS = ("depth", "n", "seed", "max_evaluations", "low", "high", "intervals")
MAX_DEPTH_LIMIT = 100
MAX_ROLLOUTS = 5_000
LARGEST_SEED = 2**63 - 1

# Which key gives which argument; the others are arguments themselves.
_ARGUMENT_OF = {"seed": "rng"}
_OPTIONAL = {"seed"}
MOST = {
    "depth": MAX_DEPTH_LIMIT,
    "n": MAX_ROLLOUTS,
    "seed": LARGEST_SEED,
    "max_evaluations": 100_000,
}


def takes(call: Call, key: str) -> bool:
    """Whether ``call`` can be given ``key``. ``simulate`` is called n times, and knows nothing of it."""
    if call is Call.SIMULATE and key == "n":
        return True
    return _ARGUMENT_OF.get(key, key) in call.arguments


def decode_given(found: read.Fields, call: Call, faults: Faults) -> Given | None:
    """What is given, or None where any of it is faulty or missing."""
    before = len(faults.found)
    for key in GIVEN_KEYS:
        if key in found and not takes(call, key):
            faults.at(found.key(key), f"{call.value} takes no {key}")
        elif key not in found and takes(call, key) and not may_lack(call, key):
            faults.at(found.key("call"), f"{call.value} needs {key}:")
    wholes = {key: _whole(found.get(key), key, faults) for key in MOST if takes(call, key)}
    low = read.number(found.get("low"), "low", faults)
    high = read.number(found.get("high"), "high", faults)
    if low is not None and high is not None and low > high:
        faults.at(found.key("low"), f"low ({low}) is above high ({high})")
    intervals = _intervals(found.get("intervals"), faults)
    if call is Call.ESTIMATE and wholes.get("n") == 0:
        faults.at(found.key("n"), "an estimate needs at least one rollout")
    if len(faults.found) > before:
        return None
    return Given(
        depth=wholes.get("depth"),
        n=wholes.get("n"),
        seed=wholes.get("seed") or Given().seed,
        max_evaluations=wholes.get("max_evaluations"),
        low=low,
        high=high,
        intervals=intervals,
    )


def may_lack(call: Call, key: str) -> bool:
    """Whether a case of ``call``, which takes ``key``, may do without it."""
    # HalvingGame's n is for expect: game:; a row has several. One rollout does without a number.
    return key in _OPTIONAL or (key == "n" and call in {Call.HALVING_GAME, Call.SIMULATE})


def _whole(node: Located | None, key: str, faults: Faults) -> int | None:
    value = read.whole(node, key, faults)
    if value is not None and node is not None and value > MOST[key]:
        faults.at(node, f"{key} can be {MOST[key]} at most")
        return None
    return value


def _intervals(node: Located | None, faults: Faults) -> dict[str, Interval] | None:
    found = read.entries(node, "intervals", faults) if node is not None else None
    if found is None:
        return None
    intervals: dict[str, Interval] = {}
    for option, bounds in found.items():
        parts = read.items(bounds, f"the interval of {option.text}", faults)
        if parts is None:
            continue
        if len(parts) != 2:
            faults.at(bounds, "an interval is a list of two: [low, high]")
            continue
        interval = _interval(*parts, faults)
        if interval is not None:
            intervals[option.text] = interval
    return intervals


def _interval(lower: Located, upper: Located, faults: Faults) -> Interval | None:
    low = _bound(lower, faults)
    high = _bound(upper, faults)
    if low is None or high is None:
        return None
    if low > high:
        faults.at(lower, f"the lower bound {low} is above the upper bound {high}")
        return None
    return low, high


def _bound(node: Located, faults: Faults) -> Number | None:
    return read.number(node, "a bound", faults)
