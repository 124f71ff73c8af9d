"""Hidden cases in other numbers for each submission: the same questions, other answers."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from grader import search
from grader.cases import read_suite
from grader.cases.model import Call, Case, Suite, Visibility
from grader.grading.grade import Verdict
from grader.grading.run import Options, grade_submission
from grader.grading.vary import Variation, can_vary, vary
from grader.report.results import as_results

ROOT = Path(__file__).resolve().parents[1]
SECRET = "a secret of the course"


@cache
def suite() -> Suite:
    return replace(read_suite(ROOT / "test_cases"), secret=SECRET)


def hidden(of: Suite) -> list[Case]:
    return [c for c in of.cases if c.visibility is Visibility.HIDDEN and can_vary(c)]


def test_the_reference_gets_full_points_on_varied_cases() -> None:
    options = Options(submission="4711")
    result = grade_submission(ROOT / "solution", suite(), options)
    assert [case.case.id for case in result.cases if case.verdict is not Verdict.PASSED] == []
    assert as_results(result)["extra_data"] == {"schema": 1, "submission": "4711"}
    said = f"{len(hidden(suite()))} hidden cases were varied for submission 4711"
    assert any(said in line for line in result.staff)


def test_only_hidden_cases_are_varied() -> None:
    varied, made = vary(suite(), "4711")
    for before, after in zip(suite().cases, varied.cases, strict=True):
        assert (before is after) == (before not in hidden(suite()))
    assert set(made) == {case.id for case in hidden(suite())}


def test_visits_and_actions_stay_and_values_follow() -> None:
    varied, made = vary(suite(), "4711")
    for before, after in zip(hidden(suite()), hidden(varied), strict=True):
        assert after.expect.actions == before.expect.actions
        assert after.expect.visited == before.expect.visited
        if before.expect.value is not None:
            assert after.expect.value == made[before.id].of(before.expect.value)
        if before.call is Call.ALPHA_BETA:
            for member in search.FAMILY:
                seen = [n.name for n in search.alpha_beta(after.start, member).visited]
                assert seen == [n.name for n in search.alpha_beta(before.start, member).visited]


def test_each_submission_has_its_own_numbers_again_and_again() -> None:
    first, other = (vary(suite(), name)[1] for name in ("1", "2"))
    assert first == vary(suite(), "1")[1]
    assert sum(first[name] != other[name] for name in first) > len(first) / 2


def test_another_secret_gives_other_numbers() -> None:
    other = replace(suite(), secret="another secret, as long")
    assert vary(suite(), "1")[1] != vary(other, "1")[1]


def test_a_bound_of_zero_stays_zero() -> None:
    for name in map(str, range(20)):
        varied, made = vary(suite(), name)
        for before, after in zip(hidden(suite()), hidden(varied), strict=True):
            zeros = [node.name for node in before.tree.nodes() if node.utility == 0]
            assert [n.name for n in after.tree.nodes() if n.utility == 0][: len(zeros)] == zeros
            if zeros:
                assert made[before.id].shift == 0


def test_without_a_secret_nothing_is_varied() -> None:
    plain = replace(suite(), secret=None)
    assert vary(plain, "1") == (plain, {})


@pytest.mark.parametrize(("number", "varied"), [(3, 11), (0, 5), (-1, 3)])
def test_numbers_are_scaled_and_shifted(number: int, varied: int) -> None:
    assert Variation(factor=2, shift=5).of(number) == varied
