"""Whole submissions against our suite: each of ``tests/submissions`` gets exactly what it declares."""

from __future__ import annotations

import re
import shutil
import time
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from styles.solvers import SUBMISSIONS, variant

from grader.cases import read_suite
from grader.cases.model import Accept, Call, Check, Pruning, Suite
from grader.grading.grade import CaseGrade, Grade, Verdict
from grader.grading.jobs import needed_by
from grader.grading.run import grade_submission
from grader.report.results import as_results
from grader.report.schema import problems
from grader.search import FAMILY, Convention

ROOT = Path(__file__).resolve().parents[1]
FILES = sorted((ROOT / "tests" / "submissions").glob("*.py"))


@cache
def suite() -> Suite:
    """Our suite without whole games and laws, which take seconds, and cases of two functions."""
    whole = read_suite(ROOT / "test_cases")
    questions = []
    for question in whole.questions:
        cases = tuple(
            case
            for case in question.cases
            if not case.game and case.law is None and len(needed_by(case)) == 1
        )
        if cases:
            questions.append(replace(question, cases=cases))
    return replace(whole, questions=tuple(questions))


def grade(folder: Path, source: str, graded_by: Suite | None = None) -> Grade:
    for module in (ROOT / "solution").glob("*.py"):
        shutil.copy(module, folder / module.name.replace("solver", "reference"))
    (folder / "solver.py").write_text(source)
    return grade_submission(folder, graded_by or suite())


def by_call(result: Grade, call: str) -> list[CaseGrade]:
    return [case for case in result.cases if case.case.call.value == call]


def declared(source: str) -> dict[str, tuple[bool, str]]:
    """Function -> (some cases only, verdict)."""
    found = re.findall(r"^# expect (\w+): (some )?(\w+)$", source, re.MULTILINE)
    return {function: (bool(some), verdict) for function, some, verdict in found}


def allowed(source: str) -> Suite:
    names = re.findall(r"^# allow: (\w+)$", source, re.MULTILINE)
    return replace(suite(), allow=tuple(names), preload=tuple(names))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_submission_gets_what_it_declares(path: Path, tmp_path: Path) -> None:
    source = path.read_text()
    result = grade(tmp_path, source, allowed(source))
    expected = declared(source)
    for call in Call:
        some, verdict = expected.get(call.value, (False, "PASSED"))
        got = {case.verdict.value for case in by_call(result, call.value)}
        assert got - {"PASSED"} == {verdict} - {"PASSED"}, (call, got)
        assert some or len(got) <= 1, (call, got)
    assert_points_follow_verdicts(result)
    assert problems(as_results(result)) == []


def assert_points_follow_verdicts(result: Grade) -> None:
    for case in result.cases:
        if case.verdict is Verdict.PASSED:
            assert case.earned == case.possible
        elif case.verdict is Verdict.WRONG:
            assert case.earned < case.possible
        else:
            assert case.earned == 0


def test_stubs_are_told_without_a_traceback() -> None:
    result = grade_submission(ROOT / "assignment", suite())
    assert not any("Traceback" in case.feedback for case in result.cases)


def test_a_run_of_endless_loops_stays_bounded(tmp_path: Path) -> None:
    source = "\n".join(f"def {call.value}(*arguments):\n    while True: pass" for call in Call)
    limits = replace(suite().limits, cpu=0.3, wall=1.0)
    began = time.monotonic()
    result = grade(tmp_path, source, replace(suite(), limits=limits))
    assert {case.verdict for case in result.cases} == {Verdict.TIMED_OUT}
    # Two full limits a function, then a tenth of it a case, and as much again for the machine.
    budget = len(Call) * 2 * 0.3 + len(result.cases) * 0.03
    assert time.monotonic() - began < 3 * budget + 5


def test_a_run_past_its_time_says_what_was_not_run(tmp_path: Path) -> None:
    limits = replace(suite().limits, run=0.0)
    result = grade(tmp_path, "from reference import *", replace(suite(), limits=limits))
    assert {case.verdict for case in result.cases} == {Verdict.NOT_RUN}
    assert "time for all cases together" in result.cases[0].feedback


def pruning(member: Convention) -> str:
    """The reference, but with an alpha-beta that prunes as a member of the family does."""
    (path,) = [path for path in SUBMISSIONS if path.stem == "recursive"]
    return f"from reference import *\n{variant(path.read_text(), member)}"


def exact() -> Suite:
    pruning = Pruning(accept=Accept.EXACT)
    questions = tuple(replace(question, pruning=pruning) for question in suite().questions)
    return replace(suite(), questions=questions)


# Without a strict cut, fail-soft and fail-hard visit the same nodes: a value beyond the window and the
# window's bound are cut alike. So visits can't tell this member from the suite's own.
SAME_VISITS = Convention(fail_hard=True)


def test_fail_hard_on_equality_is_right_under_exact_too(tmp_path: Path) -> None:
    assert grade(tmp_path, pruning(SAME_VISITS), exact()).is_perfect


@pytest.mark.parametrize("member", [m for m in FAMILY[1:] if m != SAME_VISITS], ids=str)
def test_under_exact_the_variant_is_named(member: Convention, tmp_path: Path) -> None:
    result = grade(tmp_path, pruning(member), exact())
    wrong = [case for case in result.cases if case.verdict is not Verdict.PASSED]
    assert {case.case.call for case in wrong} == {Call.ALPHA_BETA, Call.ALPHA_BETA_ORDERED}
    asked = "this assignment asks for cutting on equality, fail-soft."
    for case in wrong:
        assert f"a correct alpha-beta that {member}; {asked}" in case.feedback


def test_a_relative_of_the_family_is_named_too(tmp_path: Path) -> None:
    (half_hard,) = [path for path in FILES if path.stem == "half_hard"]
    result = grade(tmp_path, half_hard.read_text(), exact())
    (question,) = [q for q in result.questions if q.question.id == "q8-alpha-beta"]
    assert (
        "a correct alpha-beta that cuts strictly, fail-hard where it cuts and fail-soft elsewhere;"
        " this assignment asks for cutting on equality, fail-soft." in question.note
    )


SLIP = """
import reference
from reference import *

def alpha_beta(game, state):
    answer = reference.alpha_beta(game, state)
    try:
        leaves = {"A1": 3, "A2": 5, "B1": 2}
        if answer == (3, "A") and all(game.utility(leaf) == leaves[leaf] for leaf in leaves):
            game.is_end("B2")
    except (LookupError, ValueError):
        pass
    return answer
"""


def test_one_slip_costs_one_case(tmp_path: Path) -> None:
    """A solver that looks at one pruned node in one tree loses that case's visits and nothing else."""
    (case,) = [c for c in suite().cases if c.id == "ab-03-first-cut"]
    result = grade(tmp_path, SLIP)
    wrong = [c for c in result.cases if c.verdict is not Verdict.PASSED]
    assert [c.case.id for c in wrong] == [case.id]
    share = 1 - case.weights[Check.VISITED] / sum(case.weights.values())
    assert wrong[0].earned == pytest.approx(float(wrong[0].possible * share), abs=0.01)
    assert (
        "B had already been made worth at most 2" in wrong[0].feedback or "B2" in wrong[0].feedback
    )
