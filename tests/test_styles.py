"""Right solvers of every style, in every variant of pruning, get full points from the grader itself.

Each is graded as a student's file is, in the sandbox, under our suite's ``any_correct``. Two tic-tac-toe
games that take seconds each are left out where all variants are graded, and tried under the variant that
looks at the most nodes, by the styles that take longest for a node.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from playing import ROOT
from styles.following import MAY, SOFT
from styles.solvers import SUBMISSIONS, allowed, defined, variant

from grader.cases import Case, read_suite
from grader.cases.model import Accept, Call, Suite
from grader.grading.grade import Grade, Verdict
from grader.grading.jobs import needed_by
from grader.grading.run import grade_submission
from grader.search import FAMILY, Convention

SLOWEST = ("functional", "lazy", "numpy_arrays")
each_style = pytest.mark.parametrize("path", SUBMISSIONS, ids=lambda path: path.stem)


@cache
def whole() -> Suite:
    return read_suite(ROOT / "test_cases")


def takes_seconds(case: Case) -> bool:
    """Whether its author gave the case more time than others have."""
    return case.limits is not None


def chosen(source: str, wanted: Callable[[Case], bool]) -> Suite:
    """Our suite with the wanted cases of what the source defines."""
    names = {call.value for call in defined(source)}
    questions = []
    for question in whole().questions:
        cases = tuple(c for c in question.cases if names.issuperset(needed_by(c)) and wanted(c))
        if cases:
            questions.append(replace(question, cases=cases))
    packages = allowed(source)
    return replace(whole(), questions=tuple(questions), allow=packages, preload=packages)


def graded(folder: Path, source: str, suite: Suite) -> Grade:
    (folder / "solver.py").write_text(source)
    return grade_submission(folder, suite)


def lost(result: Grade) -> dict[str, str]:
    """The cases that did not get all of their points, with what the student is told."""
    return {
        graded.case.id: graded.feedback
        for graded in result.cases
        if graded.verdict is not Verdict.PASSED or graded.earned != graded.possible
    }


def test_suite_accepts_any_right_variant() -> None:
    pruning = [q.pruning for q in whole().questions if any(case.call.prunes for case in q.cases)]
    assert {stated.accept for stated in pruning} == {Accept.ANY_CORRECT}


@pytest.mark.parametrize("member", FAMILY, ids=str)
@each_style
def test_every_variant_gets_full_points(path: Path, member: Convention, tmp_path: Path) -> None:
    source = path.read_text()
    suite = chosen(source, lambda case: case.call.prunes and not takes_seconds(case))
    result = graded(tmp_path, variant(source, member), suite)
    assert lost(result) == {}
    assert len(result.cases) >= 42


@each_style
def test_every_function_of_a_style_gets_full_points(path: Path, tmp_path: Path) -> None:
    source = path.read_text()
    result = graded(tmp_path, variant(source, SOFT), chosen(source, lambda case: True))
    assert lost(result) == {}
    assert {graded.case.call for graded in result.cases} == defined(source)


@pytest.mark.parametrize("style", SLOWEST)
def test_whole_games_leave_every_variant_time_enough(style: str, tmp_path: Path) -> None:
    (path,) = [path for path in SUBMISSIONS if path.stem == style]
    source = path.read_text()
    result = graded(tmp_path, variant(source, MAY), chosen(source, takes_seconds))
    assert lost(result) == {}
    assert [graded.case.call for graded in result.cases] == [Call.ALPHA_BETA] * 2


def test_a_broken_style_loses_points(tmp_path: Path) -> None:
    (path,) = [path for path in SUBMISSIONS if path.stem == "negamax"]
    source = path.read_text()
    old = "alpha = max(alpha, best)"
    assert source.count(old) == 1
    broken = variant(source.replace(old, "pass"), SOFT)
    suite = chosen(source, lambda case: case.call is Call.ALPHA_BETA and not case.game)
    result = graded(tmp_path, broken, suite)
    assert "ab-03-first-cut" in lost(result)
