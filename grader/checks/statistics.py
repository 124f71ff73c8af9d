"""Decide whether counts and means of random draws fit what is true, almost never accusing wrongly.

The one false-alarm rate is ``ALARM``: of a million right samplers at most one is accused, whatever the
distribution. Nothing here is asymptotic, as a chi-square test would be. May not know what was drawn.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from grader.tree import Number

ALARM = Fraction(1, 10**6)
_ROUNDING = Fraction(1, 10**6)  # of a mean; squared, of one by the float's own precision

Category = TypeVar("Category", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deviation(Generic[Category]):
    """A category that was drawn too often, or too seldom, to be chance.

    ``expected`` is the mean number of draws, ``tail`` the probability of ``observed`` or anything
    further from the mean on the same side: 0 for what is impossible.
    """

    category: Category
    observed: int
    expected: Fraction
    draws: int
    tail: Fraction


def deviation(
    observed: Mapping[Category, int],
    chances: Mapping[Category, Fraction],
    *,
    alarm: Fraction = ALARM,
) -> Deviation[Category] | None:
    """The least likely of the counts, if it is too unlikely for independent draws from ``chances``.

    A right sampler is accused with a probability of at most ``alarm``. For let there be k categories of
    a chance between 0 and 1, and d = alarm / 2k. The count of one is binomial. As a tail P(X >= x)
    falls when x rises, the x for which it is at most d are all x from some x' on; so the probability of
    drawing one of them is P(X >= x') <= d. The same holds of P(X <= x). These are 2k events of at most
    d each; by the union bound, which needs no independence, one of them happens with a probability of
    at most 2kd = alarm. Impossible categories add nothing: a right sampler never draws one.

    All sums are of integers, so no rounding decides. A category that ``chances`` lacks is impossible.
    ValueError for chances that are negative or don't sum to 1.
    """
    if any(chance < 0 for chance in chances.values()):
        raise ValueError("a chance is negative")
    if (total := sum(chances.values(), Fraction(0))) != 1:
        raise ValueError(f"the chances sum to {total}, not to 1")
    draws = sum(observed.values())
    open_to_chance = [category for category, chance in chances.items() if 0 < chance < 1]
    found: list[Deviation[Category]] = []
    for category in (*open_to_chance, *_impossible(observed, chances)):
        chance, times = chances.get(category, Fraction(0)), observed.get(category, 0)
        tail = binomial_tail(draws, chance, times)
        if tail * 2 * len(open_to_chance) <= alarm:
            expected = draws * chance
            found.append(
                Deviation(
                    category=category, observed=times, expected=expected, draws=draws, tail=tail
                )
            )
    return min(found, key=lambda each: each.tail, default=None)


def binomial_tail(draws: int, chance: Fraction, times: int) -> Fraction:
    """P(X >= times) where ``times`` is above the mean of X ~ Bin(draws, chance), else P(X <= times).

    The other tail is at least 1/2 there, for a median of X is the mean rounded up or down.

    >>> binomial_tail(3, Fraction(1, 2), 3), binomial_tail(3, Fraction(1, 3), 0)
    (Fraction(1, 8), Fraction(8, 27))
    """
    hit, whole = chance.numerator, chance.denominator
    if times <= draws * chance:  # count the misses instead, and it is an upper tail
        hit, times = whole - hit, draws - times
    miss = whole - hit
    if miss == 0:
        return Fraction(1)
    # Terms are C(draws, j) hit^j miss^(draws - j), over whole^draws; each from the one before.
    term = math.comb(draws, times) * hit**times * miss ** (draws - times)
    above = 0
    for reached in range(times, draws + 1):
        above += term
        term = term * (draws - reached) * hit // ((reached + 1) * miss)
    return Fraction(above, whole**draws)


def mean_margin(draws: int, low: Number, high: Number, *, alarm: Fraction = ALARM) -> float:
    """How far the mean of independent draws between ``low`` and ``high`` may be from the true one.

    The probability of being further away is at most ``alarm``, by Hoeffding's inequality (1963, theorem
    2): P(|mean - true| >= t) <= 2 exp(-2 n t^2 / (high - low)^2), solved for t. A few floating-point
    operations of a relative error below 1e-15 each lead there; the margin is widened by 1e-12 of itself.
    ValueError for less than one draw.

    >>> round(mean_margin(400, -1, 1), 4)
    0.2693
    """
    if draws < 1:
        raise ValueError("there is no mean without a draw")
    return float(high - low) * math.sqrt(math.log(2 / alarm) / (2 * draws)) * (1 + 1e-12)


def _impossible(
    observed: Mapping[Category, int], chances: Mapping[Category, Fraction]
) -> list[Category]:
    return [category for category, times in observed.items() if times and not chances.get(category)]


def is_mean_of(n: int, mean: Fraction, values: Sequence[Number]) -> bool:
    """Whether ``n`` of ``values``, with repeats, may have this mean, but for rounding errors.

    It lies between the least and the largest value, and their sum is n times the least one and a
    multiple of the step that all distances from it share. Nothing else is looked at, unless n is 1.

    >>> [is_mean_of(3, Fraction(mean), [-4, 10]) for mean in (-4, Fraction(2, 3), 1, 3, 24)]
    [True, True, False, False, False]
    """
    largest = max(abs(Fraction(value)) for value in values)
    slack = max(_ROUNDING, largest * _ROUNDING * _ROUNDING)
    if n == 1:
        return any(abs(mean - value) <= slack for value in values)
    least = min(values)
    if not least - slack <= mean <= max(values) + slack:
        return False
    gaps = [Fraction(value - least) for value in values]
    below = math.lcm(*(gap.denominator for gap in gaps))
    step = Fraction(math.gcd(*(int(gap * below) for gap in gaps)), below)
    beyond = (mean - least) * n
    off = abs(beyond - step * round(beyond / step)) if step else abs(beyond)
    return off <= n * slack
