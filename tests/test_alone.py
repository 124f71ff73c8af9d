"""Points follow functions: each one alone earns its own cases, the stubs nothing, the reference all."""

from __future__ import annotations

import shutil
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from grader.cases import Call, Case, Suite, Visibility, read_suite
from grader.grading import run
from grader.grading.grade import Grade, Verdict
from grader.grading.jobs import needed_by
from grader.grading.run import grade_submission
from grader.sandbox import Outcome, Status

ROOT = Path(__file__).resolve().parents[1]


@cache
def suite() -> Suite:
    return read_suite(ROOT / "test_cases")


def grade_of(folder: Path, *names: str) -> Grade:
    """Grade a submission that has these functions of the reference and no others."""
    for module in (ROOT / "solution").glob("*.py"):
        shutil.copy(module, folder / module.name.replace("solver", "reference"))
    lines = [f"from reference import {name} as {name}" for name in names]
    (folder / "solver.py").write_text("\n".join([*lines, ""]))
    return grade_submission(folder, suite())


def points_of(case: Case, grade: Grade) -> Fraction:
    (graded,) = [each for each in grade.cases if each.case.id == case.id]
    return graded.possible


@pytest.mark.parametrize("call", Call)
def test_a_function_alone_earns_exactly_its_points(tmp_path: Path, call: Call) -> None:
    grade = grade_of(tmp_path, call.value)
    own = [case for case in suite().cases if needed_by(case) == (call.value,)]
    assert own
    assert grade.earned == sum(points_of(case, grade) for case in own)
    for each in grade.cases:
        alone = needed_by(each.case) == (call.value,)
        assert each.verdict is (Verdict.PASSED if alone else Verdict.NOT_IMPLEMENTED)


def test_who_wins_a_game_of_ones_own_needs_minimax_too(tmp_path: Path) -> None:
    grade = grade_of(tmp_path, "HalvingGame", "minimax")
    (question,) = [each for each in grade.questions if each.question.id == "q2-modelling"]
    assert question.earned == question.possible


def test_stubs_earn_nothing_and_are_told_so() -> None:
    grade = grade_submission(ROOT / "assignment", suite())
    assert grade.earned == 0
    assert {case.verdict for case in grade.cases} == {Verdict.NOT_IMPLEMENTED}


def test_the_reference_earns_everything_extra_credit_too() -> None:
    grade = grade_submission(ROOT / "solution", suite())
    assert grade.is_perfect
    assert grade.possible == Fraction(100)
    assert grade.earned == Fraction(110)


def test_cheap_cases_run_before_dear_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[Case] = []

    def note(self: object, sandbox: object, case: Case, functions: object) -> Outcome:
        ran.append(case)
        return Outcome(status=Status.NOT_RUN, message="Not run.")

    monkeypatch.setattr(run._Grading, "_outcome", note)
    grade_submission(ROOT / "solution", suite())
    visible = [case for case in ran if case.visibility is Visibility.VISIBLE]
    dear = [bool(case.limits or case.game or case.law) for case in visible]
    assert dear == sorted(dear)
    assert [case.visibility for case in ran[: len(visible)]] == [Visibility.VISIBLE] * len(visible)
    assert len(ran) == len(suite().cases)
