"""Other numbers with the same traits, for ``grader vary``.

Decides which traits a number has: its sign, whether it is 0, whole, or beyond a million, and how it
stands to the others: what is equal stays equal, what is larger stays larger, and what is less than 1
apart stays as far apart. A rule is exact; it maps each number of a case.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from grader.cases import Call, Case
from grader.grading.vary import Variation
from grader.tree import Node, Number

LARGE = 10**6  # what a student may take for infinity
_STEP = 10**4  # of numbers that large, where all of a case are whole steps
_SHIFTED = 0.8  # of the attempts where all numbers are large: only moved, not multiplied
_ROOM = 97  # small numbers are drawn up to this, and factors, too
_SHIFT = 40
_SPREAD = 9
_NUDGE = 3

# A number in a title is one of the tree's, unless it counts something.
_NUMBER = re.compile(
    r"(?<![\w./])(?<!depth )-?\d+(?:[./]\d+)?(?![\w/])(?! (?:moves|rounds|depths))"
)


@dataclass(frozen=True, slots=True)
class Rule:
    """What becomes of each number of a case."""

    of: dict[Number, Number]

    def __call__(self, number: Number) -> Number:
        return self.of[number]


def numbers_of(case: Case) -> list[Number]:
    """The numbers of a case's tree and of what its call is given, each once, in increasing order."""
    found: set[Number] = set()
    for node in () if case.game else case.tree.nodes():
        found.update(n for n in (node.utility, node.evaluation) if n is not None)
        found.update((node.payoffs or {}).values())
    given = case.given
    found.update(n for n in (given.low, given.high) if n is not None)
    for interval in (given.intervals or {}).values():
        found.update(interval)
    return sorted(found)


def stated_in(title: str) -> frozenset[Number]:
    """The numbers that a title states.

    >>> sorted(stated_in("2.5 is below the bound 3: depth 1, 2 moves, A1"))
    [Fraction(5, 2), Fraction(3, 1)]
    """
    return frozenset(Fraction(word) for word in _NUMBER.findall(title))


def affine(rng: random.Random, numbers: Sequence[Number]) -> Rule:
    """Make every u k * u + c with a whole k > 1, which keeps what is compared on average, too.

    c is 0 unless all numbers have one sign and keep it. Small numbers stay small. Where all are
    large, k may be 1: rounding hides more, the larger they are.
    """
    if all(_size(n) >= LARGE for n in numbers) and rng.random() < _SHIFTED:
        by = Variation(factor=1, shift=_STEP * rng.choice((-1, 1)) * rng.randint(1, _SHIFT))
        if all(_trait(by.of(n)) == _trait(n) for n in numbers):
            return Rule({n: by.of(n) for n in numbers})
    small = [_size(n) for n in numbers if _size(n) < LARGE]
    most = max(2, min(_ROOM, math.ceil(LARGE / max([Fraction(1), *small])) - 1))
    parts = math.lcm(*(Fraction(n).denominator for n in numbers))
    factors = [k for k in range(2, most + 1) if math.gcd(k, parts) == 1] or [1]
    scaled = Variation(factor=rng.choice(factors), shift=0)
    moved = replace(scaled, shift=rng.randint(-_SHIFT, _SHIFT))
    one_sign = len({_sign(n) for n in numbers}) == 1
    keeps = one_sign and all(_trait(moved.of(n)) == _trait(n) for n in numbers)
    return Rule({n: (moved if keeps else scaled).of(n) for n in numbers})


def increasing(
    rng: random.Random, numbers: Sequence[Number], fixed: Iterable[Number] = ()
) -> Rule | None:
    """Numbers drawn anew in the same order; None where there is no room between ``fixed`` ones.

    Numbers that are less than 1 apart move together.
    """
    stays = {0, *fixed}
    found: dict[Number, Number] = {}
    clusters = _clusters(numbers)
    runs: list[list[Sequence[Number]]] = [[]]
    edges: list[tuple[Number, ...] | None] = [None]
    for cluster in clusters:
        is_fixed = not stays.isdisjoint(cluster) or cluster[0] < 0 < cluster[-1]
        if is_fixed:
            found.update({n: n for n in cluster})
            edges.append(tuple(cluster))
            runs.append([])
        elif runs[-1] and _trait(runs[-1][-1][0])[:2] != _trait(cluster[0])[:2]:
            edges.append(None)
            runs.append([cluster])
        else:
            runs[-1].append(cluster)
    edges.append(None)
    for at, run in enumerate(runs):
        if run and not _place(rng, run, edges[at], edges[at + 1], found):
            return None
    return Rule({n: _plain(found[n]) for n in numbers})


def nudged(
    rng: random.Random, numbers: Sequence[Number], fixed: Iterable[Number] = ()
) -> Rule | None:
    """Each number moved a little, or not, in the same order; None where that did not come out."""
    stays = {0, *fixed}
    found: dict[Number, Number] = {}
    for cluster in _clusters(numbers):
        is_whole = all(_size(n) >= LARGE and n % _STEP == 0 for n in cluster)
        by = 0 if not stays.isdisjoint(cluster) else rng.randint(-_NUDGE, _NUDGE)
        found.update({n: _plain(n + by * (_STEP if is_whole else 1)) for n in cluster})
    new = [found[n] for n in numbers]
    if [len(c) for c in _clusters(new)] != [len(c) for c in _clusters(numbers)]:
        return None
    if new != sorted(new) or any(_trait(n) != _trait(found[n]) for n in numbers):
        return None
    return Rule(found)


def _place(
    rng: random.Random,
    run: list[Sequence[Number]],
    before: tuple[Number, ...] | None,
    after: tuple[Number, ...] | None,
    found: dict[Number, Number],
) -> bool:
    """Put clusters of one sign and size somewhere between their neighbours; whether there is room."""
    sign, is_large = _trait(run[0][0])[:2]
    top = max(_size(n) for cluster in run for n in cluster)
    step = _STEP if is_large and all(n % _STEP == 0 for cluster in run for n in cluster) else 1
    near, far = (LARGE, math.ceil(top)) if is_large else (1, _farthest(top))
    low, high = (near, far) if sign > 0 else (-far, -near)
    low = low if before is None else max(low, math.floor(before[-1]) + 1)
    high = high if after is None else min(high, math.ceil(after[0]) - 1)
    widths = [(math.ceil(c[-1]) - math.floor(c[0])) // step for c in run]
    places = range(math.ceil(low / step), math.floor(high / step) + 1 - sum(widths))
    if len(places) < len(run):
        return False
    moved = 0
    for cluster, place, width in zip(
        run, sorted(rng.sample(places, len(run))), widths, strict=True
    ):
        by = (place + moved) * step - math.floor(cluster[0])
        found.update({n: n + by for n in cluster})
        moved += width
    return True


def _farthest(top: Fraction) -> int:
    return min(LARGE - 1, max(_ROOM, 2 * math.ceil(top)))


def _clusters(numbers: Sequence[Number]) -> list[list[Number]]:
    """Runs of numbers of which each is less than 1 from the next."""
    found: list[list[Number]] = []
    for number in sorted(numbers):
        if found and number - found[-1][-1] < 1:
            found[-1].append(number)
        else:
            found.append([number])
    return found


def _size(number: Number) -> Fraction:
    return abs(Fraction(number))


def _sign(number: Number) -> int:
    return (number > 0) - (number < 0)


def _trait(number: Number) -> tuple[int, bool, bool]:
    return _sign(number), _size(number) >= LARGE, Fraction(number).denominator == 1


def _plain(number: Number) -> Number:
    exact = Fraction(number)
    return exact.numerator if exact.denominator == 1 else exact


def spread(rng: random.Random, case: Case, rule: Rule) -> dict[Node, Number]:
    """The utilities by ``rule``, and then pairs of ends below one average moved apart or together.

    Each average stays what it is by the rule, and each number keeps its traits.
    """
    worth = {n: rule(n.utility) for n in case.tree.nodes() if n.utility is not None}
    for node in case.tree.nodes():
        if node.player == "agent" and case.call is not Call.GAME_VALUE:
            continue
        chances = case.policies.get(node.player or "", {}).get(node.name, {})
        ends = [
            (child, chances[action])
            for action, child in zip(node.actions, node.children, strict=True)
            if child in worth and chances.get(action, Fraction(0)) > 0
        ]
        if len(ends) > 1:
            _part(rng, case, worth, *rng.sample(ends, 2))
    return worth


def _part(
    rng: random.Random,
    case: Case,
    worth: dict[Node, Number],
    one: tuple[Node, Fraction],
    other: tuple[Node, Fraction],
) -> None:
    ratio = one[1] / other[1]
    by = rng.choice((-1, 1)) * rng.randint(1, _SPREAD)
    by *= _STEP if min(_size(worth[one[0]]), _size(worth[other[0]])) >= LARGE else 1
    moved = {
        one[0]: worth[one[0]] + by * ratio.denominator,
        other[0]: worth[other[0]] - by * ratio.numerator,
    }
    largest = max(_size(case.given.high or 0), _size(case.given.low or 0))
    for node, number in moved.items():
        if _trait(number) != _trait(worth[node]) or (largest and _size(number) > largest):
            return
    worth.update({node: _plain(number) for node, number in moved.items()})
