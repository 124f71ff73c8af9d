"""Points are exact, rounded once, and bound by the question's rule."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.cases.model import (
    Call,
    Case,
    Expectation,
    Limits,
    Pruning,
    Question,
    Scoring,
    Suite,
    Tolerance,
    Visibility,
)
from grader.grading.points import Settled, allocate, numbers, settle
from grader.tree import Draft, grow

TREE = grow(Draft(utility=3))
HIDDEN = Visibility.HIDDEN
ONE, HALF, NONE = Fraction(1), Fraction(1, 2), Fraction(0)


def case(
    name: str,
    points: Fraction | int = 1,
    group: str | None = None,
    visibility: Visibility = Visibility.VISIBLE,
) -> Case:
    return Case(
        id=name,
        call=Call.MINIMAX,
        title=name,
        tree=TREE,
        start=TREE.root,
        expect=Expectation(value=3),
        weights={},
        points=Fraction(points),
        group=group,
        visibility=visibility,
        file="a.yaml",
        line=1,
    )


def question(
    *cases: Case, points: Fraction | int = 1, scoring: Scoring = Scoring.PER_CASE
) -> Question:
    return Question(
        id="q",
        title="Q",
        points=Fraction(points),
        scoring=scoring,
        pruning=Pruning(),
        cases=cases,
    )


def suite(*sizes: int) -> Suite:
    return Suite(
        title="S",
        folder=Path(),
        questions=tuple(
            question(*(case(f"{q}-{c}") for c in range(size))) for q, size in enumerate(sizes)
        ),
        tolerance=Tolerance(),
        limits=Limits(),
        support=Path("games.py"),
    )


def settled(asked: Question, *shares: Fraction) -> tuple[Settled, ...]:
    return settle(asked, allocate(asked), shares)


weights = st.fractions(min_value=0, max_value=50, max_denominator=20)
questions = st.builds(
    lambda hundredths, of: question(
        *(case(str(i), weight) for i, weight in enumerate(of)), points=Fraction(hundredths, 100)
    ),
    st.integers(0, 5000),
    st.lists(weights, min_size=1, max_size=12),
)


@given(questions)
def test_shares_add_up_exactly(asked: Question) -> None:
    shares = allocate(asked)
    assert sum(shares) == asked.points
    assert all((share * 100).denominator == 1 and share >= 0 for share in shares)


@given(questions)
def test_no_share_is_a_hundredth_off(asked: Question) -> None:
    whole = sum(c.points for c in asked.cases)
    for c, share in zip(asked.cases, allocate(asked), strict=True):
        if whole:
            assert abs(share - asked.points * c.points / whole) < Fraction(1, 100)


def test_tied_remainders_go_to_earlier_cases() -> None:
    shares = allocate(question(case("a"), case("b"), case("c"), points=1))
    assert shares == (Fraction(34, 100), Fraction(33, 100), Fraction(33, 100))


def test_larger_remainder_beats_earlier_case() -> None:
    shares = allocate(question(case("a", 1), case("b", 2), points=Fraction(1, 100)))
    assert shares == (NONE, Fraction(1, 100))


def test_weightless_case_gets_nothing() -> None:
    assert allocate(question(case("a", 0), case("b"), points=Fraction("0.01"))) == (
        NONE,
        Fraction(1, 100),
    )


def test_all_weightless_cases_share_equally() -> None:
    assert allocate(question(case("a", 0), case("b", 0), points=3)) == (
        Fraction("1.5"),
        Fraction("1.5"),
    )


def test_question_without_points_gives_none() -> None:
    assert allocate(question(case("a"), case("b"), points=0)) == (NONE, NONE)


def test_question_without_cases_allocates_nothing() -> None:
    assert allocate(question(points=2)) == ()


@pytest.mark.parametrize("points", [Fraction(1, 3), Fraction(-1)])
def test_points_must_be_whole_hundredths(points: Fraction) -> None:
    with pytest.raises(
        ValueError, match=f"points of question 'q' are {points}, not a whole number"
    ):
        allocate(question(case("a"), points=points))


def test_negative_weight_is_refused() -> None:
    with pytest.raises(ValueError, match="case 'a' has the negative weight -1"):
        allocate(question(case("a", -1), case("b", 2)))


def test_half_a_hundredth_rounds_up() -> None:
    asked = question(case("a"), points=Fraction("0.05"))
    assert settled(asked, HALF)[0].earned == Fraction("0.03")


def test_almost_right_is_never_full() -> None:
    asked = question(case("a"), points=Fraction("0.01"))
    assert settled(asked, Fraction(999, 1000))[0].earned == 0
    assert settled(asked, ONE)[0].earned == Fraction("0.01")


def test_worthless_case_never_goes_negative() -> None:
    assert settled(question(case("a"), points=0), HALF)[0].earned == 0


@given(
    questions,
    st.lists(st.fractions(0, 1, max_denominator=9), min_size=12, max_size=12),
    st.sampled_from(Scoring),
)
def test_earned_stays_between_none_and_all(
    asked: Question, shares: list[Fraction], scoring: Scoring
) -> None:
    possible, given_shares = allocate(asked), shares[: len(asked.cases)]
    ruled = question(*asked.cases, points=asked.points, scoring=scoring)
    for result, most, share in zip(
        settle(ruled, possible, given_shares), possible, given_shares, strict=True
    ):
        assert 0 <= result.earned <= most
        assert (result.earned * 100).denominator == 1
        assert share == 1 or most == 0 or result.earned < most


@pytest.mark.parametrize("share", [Fraction(-1, 2), Fraction(3, 2)])
def test_share_outside_the_case_is_refused(share: Fraction) -> None:
    with pytest.raises(ValueError, match=f"share of case 'a' is {share}, not between 0 and 1"):
        settled(question(case("a")), share)


def test_possible_must_be_whole_hundredths() -> None:
    asked = question(case("a"))
    with pytest.raises(ValueError, match="points of case 'a' are 1/3"):
        settle(asked, [Fraction(1, 3)], [ONE])


def test_cases_stand_alone_per_case() -> None:
    a, b = settled(question(case("a"), case("b"), points=2), ONE, NONE)
    assert (a, b) == (Settled(earned=ONE), Settled(earned=NONE))


def test_group_counts_only_as_a_whole() -> None:
    cases = (case("a", group="ties"), case("equal-leaves", group="ties"), case("c", group="other"))
    a, b, c = settled(question(*cases, points=3, scoring=Scoring.BY_GROUP), ONE, NONE, ONE)
    assert (a.earned, b.earned, c.earned) == (NONE, NONE, ONE)
    assert a.lost == (
        "This case passed, but group 'ties' counts only as a whole, and `equal-leaves` failed."
    )
    assert b.lost == c.lost == ""


def test_case_without_group_keeps_its_part() -> None:
    cases = (case("a"), case("b", group="ties"), case("c", group="ties"))
    a, b, _ = settled(question(*cases, points=3, scoring=Scoring.BY_GROUP), HALF, ONE, NONE)
    assert (a.earned, b.earned) == (HALF, NONE)


def test_part_of_a_grouped_case_is_lost() -> None:
    asked = question(case("a", group="ties"), scoring=Scoring.BY_GROUP)
    assert settled(asked, HALF)[0] == Settled(
        earned=NONE,
        lost="Part of this case is right, but group 'ties' counts only as a whole,"
        " and this case failed.",
    )


def test_all_or_nothing_takes_everything() -> None:
    asked = question(case("a"), case("b"), points=2, scoring=Scoring.ALL_OR_NOTHING)
    a, b = settled(asked, ONE, HALF)
    assert (a.earned, b.earned) == (NONE, NONE)
    assert a.lost == (
        "This case passed, but the cases of this question count only as a whole, and `b` failed."
    )


def test_all_or_nothing_gives_everything() -> None:
    asked = question(case("a"), case("b"), points=2, scoring=Scoring.ALL_OR_NOTHING)
    assert [s.earned for s in settled(asked, ONE, ONE)] == [1, 1]


@pytest.mark.parametrize("visibility", list(Visibility)[1:])
def test_unseen_cases_are_never_named(visibility: Visibility) -> None:
    cases = (case("a"), case("secret", visibility=visibility), case("b"))
    asked = question(*cases, points=3, scoring=Scoring.ALL_OR_NOTHING)
    a, _, b = settled(asked, ONE, NONE, NONE)
    assert a.lost.endswith("and `b` and a case that is not shown failed.")
    assert "secret" not in a.lost + b.lost


def test_long_lists_of_failures_are_counted() -> None:
    cases = [case(name) for name in "abcdef"] + [case("h", visibility=HIDDEN)] * 2
    asked = question(*cases, points=8, scoring=Scoring.ALL_OR_NOTHING)
    lost = settled(asked, ONE, *[NONE] * 7)[0].lost
    assert lost.endswith("`b`, `c`, `d`, 2 more and 2 cases that are not shown failed.")


def test_numbers_count_questions_and_cases() -> None:
    assert numbers(suite(2, 1)) == {"0-0": "1.01", "0-1": "1.02", "1-0": "2.01"}


@pytest.mark.parametrize("sizes", [(12,), (3,) * 11, (100, 2), (1,) * 100])
def test_number_orders_agree(sizes: tuple[int, ...]) -> None:
    given_order = list(numbers(suite(*sizes)).values())
    assert sorted(given_order) == given_order
    assert sorted(given_order, key=float) == given_order
    assert sorted(given_order, key=lambda n: tuple(map(int, n.split(".")))) == given_order
    assert len(set(map(float, given_order))) == len(given_order)
