"""The conventions under which right alpha-beta searches differ: a family of eight, and its relatives.

Sources: Knuth & Moore 1975 for the search; facts about fail-soft and fail-hard from Fishburn 1983.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import chain, combinations, product


class Clamp(Enum):
    """A place where a search may return the bound of its window in place of the value it found."""

    CUT_AT_MAX = "a max node that was cut, or could have been: beta"
    CUT_AT_MIN = "a min node that was cut, or could have been: alpha"
    MISS_AT_MAX = "a max node at which nothing reached alpha: alpha"
    MISS_AT_MIN = "a min node at which nothing came down to beta: beta"


CUTS = frozenset({Clamp.CUT_AT_MAX, Clamp.CUT_AT_MIN})
MISSES = frozenset({Clamp.MISS_AT_MAX, Clamp.MISS_AT_MIN})


@dataclass(frozen=True, slots=True, kw_only=True)
class Convention:
    """One right way to search.

    ``strict_at_max``: a max node cuts only when v > beta, otherwise when v >= beta; likewise
    ``strict_at_min`` with v < alpha. ``fail_hard``: inner nodes return no value outside their window;
    ``partly`` are the places where a search that is not fail-hard does the same. ``tests_window``: a
    node that cuts on equality does so whenever alpha = beta, whatever v is; strict ones let that be.
    """

    strict_at_max: bool = False
    strict_at_min: bool = False
    fail_hard: bool = False
    partly: frozenset[Clamp] = frozenset()
    tests_window: bool = False

    def clamps(self, place: Clamp) -> bool:
        """Whether the bound is returned there."""
        return self.fail_hard or place in self.partly

    def __str__(self) -> str:
        if self.strict_at_max == self.strict_at_min:
            cuts = "cuts strictly" if self.strict_at_max else "cuts on equality"
        else:
            strict, equal = ("max", "min") if self.strict_at_max else ("min", "max")
            cuts = f"cuts on equality at {equal} nodes and strictly at {strict} nodes"
        if self.tests_window:
            cuts += ", comparing alpha with beta"
        return f"{cuts}, {self._returns()}"

    def _returns(self) -> str:
        if self.fail_hard:
            return "fail-hard"
        words = {
            frozenset(): "fail-soft",
            CUTS: "fail-hard where it cuts and fail-soft elsewhere",
            MISSES: "fail-soft where it cuts and fail-hard elsewhere",
        }
        return words.get(self.partly, "fail-hard at some nodes and fail-soft at others")


FAMILY = tuple(
    Convention(strict_at_max=at_max, strict_at_min=at_min, fail_hard=hard)
    for hard, at_max, at_min in product((False, True), repeat=3)
)


def _relatives() -> Iterator[Convention]:
    """Right searches that are none of the family; where all cuts are on equality, none is left."""
    some = chain.from_iterable(combinations(Clamp, size) for size in range(len(Clamp)))
    ways: list[tuple[bool, frozenset[Clamp]]] = [(True, frozenset())]
    ways += [(False, frozenset(partly)) for partly in some]
    ways.sort(key=lambda way: way[1] not in (CUTS, MISSES))  # as one would write it, first
    for window, (hard, partly), (at_max, at_min) in product(
        (False, True), ways, ((True, True), (True, False), (False, True))
    ):
        if (window and at_max != at_min) or (not window and partly):
            yield Convention(
                strict_at_max=at_max,
                strict_at_min=at_min,
                fail_hard=hard,
                partly=partly,
                tests_window=window,
            )


RELATIVES = tuple(_relatives())
