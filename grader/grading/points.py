"""Points: what each case can earn, what it earned, and the numbers that cases carry.

Decides rounding and the scoring rules; may not know how a case was judged. All points are exact and
are whole hundredths, so that every sum comes out, and each number is rounded once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from grader.cases.model import Case, Question, Scoring, Suite, Visibility

_NAMED = 3  # failed cases that a sentence names before it only counts the rest


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What a case earned; ``lost`` says why a rule took what its checks had made, else empty."""

    earned: Fraction
    lost: str = ""


def allocate(question: Question) -> tuple[Fraction, ...]:
    """Share a question's points out over its cases, in proportion to the cases' own points.

    By largest remainder in whole hundredths: the floors first, then one hundredth each to the largest
    fractions cut off, ties to the earlier case. So the sum is the question's points exactly, and a
    case with weight 0 gets 0. Where all weights are 0, nothing tells the cases apart: equal shares.

    Raises ValueError where the question's points are negative or no whole hundredths, or a case's
    weight is negative; the reader of cases refuses these first.
    """
    total = _hundredths(question.points, f"question {question.id!r}")
    weights = [case.points for case in question.cases]
    for case in question.cases:
        if case.points < 0:
            raise ValueError(f"case {case.id!r} has the negative weight {case.points}")
    if not any(weights):
        weights = [Fraction(1)] * len(weights)
    whole = sum(weights)
    quotas = [total * weight / whole for weight in weights]
    shares = [quota.numerator // quota.denominator for quota in quotas]
    by_remainder = sorted(range(len(quotas)), key=lambda i: shares[i] - quotas[i])  # sort is stable
    for i in by_remainder[: total - sum(shares)]:
        shares[i] += 1
    return tuple(Fraction(share, 100) for share in shares)


def settle(
    question: Question, possible: Sequence[Fraction], shares: Sequence[Fraction]
) -> tuple[Settled, ...]:
    """Turn each case's share (0 to 1, from its checks) into points, under the question's rule.

    ``possible`` and ``shares`` are in the order of ``question.cases``, one of each a case. Raises
    ValueError for a share outside 0 to 1, and for points that are no whole hundredths.
    """
    failing = [case for case, share in zip(question.cases, shares, strict=True) if share < 1]
    settled = []
    for case, most, share in zip(question.cases, possible, shares, strict=True):
        earned = _round(case, most, share)
        failed = [other for other in failing if _bound(case, other, question.scoring)]
        if failed and earned:
            settled.append(Settled(earned=Fraction(0), lost=_lost(case, question, share, failed)))
        else:
            settled.append(Settled(earned=earned))
    return tuple(settled)


def numbers(suite: Suite) -> Mapping[str, str]:
    """Give each case (by id) its number, such as ``1.01``: question and case, both from 1.

    Every number of a suite has the same width, so that sorting by text, by value or part by part
    gives the suite's order; Gradescope does not say which it does.
    """
    left = len(str(len(suite.questions)))
    right = max([2, *(len(str(len(question.cases))) for question in suite.questions)])
    return {
        case.id: f"{i:0{left}}.{j:0{right}}"
        for i, question in enumerate(suite.questions, 1)
        for j, case in enumerate(question.cases, 1)
    }


def _hundredths(points: Fraction, whose: str) -> int:
    hundredths = Fraction(points) * 100
    if hundredths.denominator != 1 or hundredths < 0:
        raise ValueError(f"the points of {whose} are {points}, not a whole number of hundredths")
    return hundredths.numerator


def _round(case: Case, possible: Fraction, share: Fraction) -> Fraction:
    """Round half up, but to full points only what is right in full."""
    if not 0 <= share <= 1:
        raise ValueError(f"the share of case {case.id!r} is {share}, not between 0 and 1")
    most = _hundredths(possible, f"case {case.id!r}")
    exact = most * share + Fraction(1, 2)
    rounded = exact.numerator // exact.denominator
    if share < 1:
        rounded = max(0, min(rounded, most - 1))
    return Fraction(rounded, 100)


def _bound(case: Case, other: Case, scoring: Scoring) -> bool:
    """Tell whether ``case`` earns only if ``other`` passes; a case of a group is bound to itself too."""
    if scoring is Scoring.BY_GROUP:
        return case.group is not None and case.group == other.group
    return scoring is Scoring.ALL_OR_NOTHING


def _lost(case: Case, question: Question, share: Fraction, failed: list[Case]) -> str:
    what = "This case passed" if share == 1 else "Part of this case is right"
    by_group = question.scoring is Scoring.BY_GROUP
    rule = f"group '{case.group}' counts" if by_group else "the cases of this question count"
    return f"{what}, but {rule} only as a whole, and {_named(case, failed)} failed."


def _named(case: Case, failed: list[Case]) -> str:
    """Say which cases failed; those that a student can't see yet are counted, never named."""
    names = ["this case"] if any(c is case for c in failed) else []
    others = [c for c in failed if c is not case]
    seen = [f"`{c.id}`" for c in others if c.visibility is Visibility.VISIBLE]
    names += seen[:_NAMED]
    if len(seen) > _NAMED:
        names.append(f"{len(seen) - _NAMED} more")
    if unseen := len(others) - len(seen):
        names.append(
            "a case that is not shown" if unseen == 1 else f"{unseen} cases that are not shown"
        )
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
