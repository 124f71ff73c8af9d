"""Judge answers that are collections of words: the table of values, and a set of options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from grader.cases.model import Case, Interval, Tolerance
from grader.checks.finding import RIGHT, Finding, wrong
from grader.checks.shape import misshapen
from grader.checks.value import within
from grader.checks.words import described, listing, number
from grader.sandbox.outcome import Answer, Strange, Value

_POLICY_OF = {
    "max": "the agent plays its minimax policy",
    "exptmax": "the agent plays its best answer to opponent_policy",
    "min": "the opponent plays its minimax policy",
    "fixed": "the opponent plays opponent_policy",
}
# Against a policy that is not made for it, equally good actions are worth differently.
_BY_TIES = {("max", "fixed"), ("exptmax", "min")}
_TIES = " Policies take the first of equally good actions."


def check_table(case: Case, answer: Answer, tolerance: Tolerance) -> Finding:
    """Compare the four values, and say which inequality a wrong table breaks."""
    expected = case.expect.table
    if expected is None:
        return RIGHT
    if finding := misshapen(case, answer):
        return finding
    got: dict[object, Value] = dict((answer.table or {}).items())
    keys = [str(key) for key in expected]
    if strange := [key for key in got if key not in expected]:
        return wrong(f"The table has the key {strange[0]!r}; its keys are {listing(keys)}.")
    faults = []
    for key, value in expected.items():
        said = got.get(key)
        if said is None:
            faults.append(f"The table has nothing under {key}.")
        elif not within(said, value, tolerance):
            shown = described(said) if isinstance(said, Strange) else number(said)
            mine, theirs = key
            faults.append(
                f"Under {key} stands {shown}, but it is {number(value)}: {_POLICY_OF[mine]},"
                f" {_POLICY_OF[theirs]}.{_TIES if (mine, theirs) in _BY_TIES else ''}"
            )
    if not faults:
        return RIGHT
    return wrong(" ".join([*faults, *_broken(got)]))


# Each policy of the agent's is the best against one opponent, and the opponent's minimax policy is the
# worst for the agent's.
_ORDER = (("exptmax", "min"), ("max", "min"), ("max", "fixed"), ("exptmax", "fixed"))


def _broken(got: Mapping[object, Value]) -> list[str]:
    """The first inequality of the four values that does not hold, for no game."""
    for small, large in pairwise(_ORDER):
        low, high = got.get(small), got.get(large)
        if low is None or high is None or isinstance(low, Strange) or isinstance(high, Strange):
            continue
        if low > high:
            return [f"In no game is {small} more than {large}, as it is in your table."]
    return []


def check_options(case: Case, answer: Answer) -> Finding:
    """Compare the options that are left with the right ones."""
    expected = case.expect.options
    if expected is None:
        return RIGHT
    if finding := misshapen(case, answer):
        return finding
    got = set(answer.options or ())
    intervals = case.given.intervals or {}
    for option in answer.options or ():
        if option not in intervals:
            shown = described(option) if isinstance(option, Strange) else repr(option)
            return wrong(f"Your set holds {shown}, but the options are {listing([*intervals])}.")
    kept = [option for option in expected if option not in got]
    extra = [option for option in intervals if option in got and option not in expected]
    parts = []
    if kept:
        parts.append(f"{listing(kept)} can still be best, but your set leaves {_it(kept)} out.")
    if extra:
        parts.append(f"Your set keeps {listing(extra)}.")
        parts.append(_ruled_out(extra[0], intervals))
    if any(_has_equal(option, expected, intervals) for option in (*kept, *extra)):
        parts.append("Of options that are sure to be worth the same, the first one stays.")
    return wrong(" ".join(parts)) if parts else RIGHT


def _ruled_out(option: str, intervals: Mapping[str, Interval]) -> str:
    """Why an option can't be better than every other."""
    high = intervals[option][1]
    others = [name for name in intervals if name != option]
    other = max(others, key=lambda name: intervals[name][0])  # the first of equal ones
    return (
        f"But {other} is worth at least {number(intervals[other][0])} and {option} at most"
        f" {number(high)}, so {other} is sure to be at least as good."
    )


def _has_equal(option: str, expected: Iterable[str], intervals: Mapping[str, Interval]) -> bool:
    """Whether one of those that stay is sure to be worth the same as ``option`` and another one."""
    low, high = intervals[option]
    equal = [name for name, interval in intervals.items() if interval == (low, high)]
    return low == high and len(equal) > 1 and not set(equal).isdisjoint(expected)


def _it(options: Iterable[str]) -> str:
    return "it" if len(list(options)) == 1 else "them"
