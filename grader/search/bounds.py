"""Choose among options of which only bounds are known (branch and bound)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from grader.tree import Number

Option = TypeVar("Option")
Interval = tuple[Number, Number]


def choose_by_bounds(intervals: Mapping[Option, Interval]) -> set[Option]:
    """The options that may be the best one, where the highest value is wanted.

    An option is out if another one's lower bound is at least its upper bound. Options that are out by
    each other have one and the same value: of these, the first stays. Raises ValueError for an
    interval whose lower bound is above its upper bound.

    >>> sorted(choose_by_bounds({"A": (3, 5), "B": (5, 100), "C": (0, 100)}))
    ['B', 'C']
    """
    for option, (low, high) in intervals.items():
        if low > high:
            raise ValueError(f"the bounds of {option!r} are the wrong way round: {low} > {high}")
    options = list(intervals)
    return {
        option
        for place, option in enumerate(options)
        if not any(
            _rules_out(intervals[other], intervals[option])
            and (earlier < place or not _rules_out(intervals[option], intervals[other]))
            for earlier, other in enumerate(options)
            if earlier != place
        )
    }


def _rules_out(better: Interval, worse: Interval) -> bool:
    return better[0] >= worse[1]
