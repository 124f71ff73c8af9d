"""The conventions under which right alpha-beta searches differ: a family of eight.

Sources: Knuth & Moore 1975 for the search; facts about fail-soft and fail-hard from Fishburn 1983.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product


@dataclass(frozen=True, slots=True, kw_only=True)
class Convention:
    """One member of the family.

    ``strict_at_max``: a max node cuts only when v > beta, otherwise when v >= beta; likewise
    ``strict_at_min`` with v < alpha. ``fail_hard``: inner nodes return no value outside their window.
    """

    strict_at_max: bool = False
    strict_at_min: bool = False
    fail_hard: bool = False

    def __str__(self) -> str:
        if self.strict_at_max == self.strict_at_min:
            cuts = "cuts strictly" if self.strict_at_max else "cuts on equality"
        else:
            strict, equal = ("max", "min") if self.strict_at_max else ("min", "max")
            cuts = f"cuts on equality at {equal} nodes and strictly at {strict} nodes"
        return f"{cuts}, {'fail-hard' if self.fail_hard else 'fail-soft'}"


FAMILY = tuple(
    Convention(strict_at_max=at_max, strict_at_min=at_min, fail_hard=hard)
    for hard, at_max, at_min in product((False, True), repeat=3)
)
