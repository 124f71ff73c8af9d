"""The pytest plug-in: items with good names, feedback without tracebacks, silence when not asked.

Each run is a process of its own: one in this process would load parts of the grader a second time.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from playing import ROOT

pytest_plugins = ["pytester"]

SUITE = """\
title: Two questions
support: games.py
questions:
  - {id: q1-minimax, title: Minimax, points: 10, cases: q1}
  - {id: q2-cuts, title: Cuts, points: 10, cases: q2}
"""
MINIMAX = """\
{id: mm-01, call: minimax, tree: {agent: {A: 3, B: 5}}, expect: {value: 5, actions: [B]}}
---
{id: mm-02, call: minimax, tree: {opp: {A: 3, B: 5}}, expect: {value: 3, actions: [A]}}
"""
CUTS = """\
call: alpha_beta
title: the second bin is cut
tree: {agent: {A: {opp: {1: 3, 2: 5}}, B: {opp: {1: 2, 2: 10}}}}
expect: {value: 3, actions: [A], visited: [root, A, A1, A2, B, B1]}
"""
SOLVER = """\
def minimax(game, state):
    found = {a: game.utility(s) for a, s in game.successors(state).items()}
    best = max(found, key=found.get)
    return found[best], best
def alpha_beta(game, state):
    if game.is_end(state):
        return game.utility(state), None
    pick = max if game.player(state) == "agent" else min
    found = {a: alpha_beta(game, s)[0] for a, s in game.successors(state).items()}
    best = pick(found, key=found.get)
    return found[best], best
"""
Pytester = pytest.Pytester


@pytest.fixture
def course(pytester: Pytester, monkeypatch: pytest.MonkeyPatch) -> Pytester:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    for path, text in {
        "cases/suite.yaml": SUITE,
        "cases/games.py": "",
        "cases/q1/all.yaml": MINIMAX,
        "cases/q2/ab-01.yaml": CUTS,
        "cases/unit/test_code.py": "raise SystemExit('collected')\n",
        "solver.py": SOLVER,
    }.items():
        file = pytester.path / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    return pytester


def run(course: Pytester, *arguments: str) -> pytest.RunResult:
    return course.runpytest_subprocess("-p", "grader.pytest_plugin", *arguments)


def test_each_case_is_an_item_with_a_good_id(course: Pytester) -> None:
    result = run(course, "cases", "--submission", "solver.py", "-v")
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines([
        "submission: solver.py",
        "cases/suite.yaml::q1-minimax::mm-01 PASSED*",
        "cases/suite.yaml::q1-minimax::mm-02 FAILED*",
        "cases/suite.yaml::q2-cuts::ab-01 FAILED*",
    ])  # fmt: skip


def test_failures_are_feedback_with_the_tree(course: Pytester) -> None:
    result = run(course, "cases", "--submission", "solver.py", "-k", "q2-cuts")
    text = result.stdout.str()
    assert "_ q2-cuts::ab-01 _" in text
    assert "the second bin is cut (WRONG, 5/10)" in text
    assert "Called alpha_beta(game, state) on a tree of 7 nodes" in text
    assert "   └─ 2  10               7      -  pruned  <-- here" in text
    assert "Traceback" not in text
    assert "pytest_plugin.py" not in text


@pytest.mark.parametrize(
    ("arguments", "ids"),
    [
        (["cases", "-k", "mm-01"], ["mm-01"]),
        (["cases", "-k", "alpha_beta or mm-02"], ["mm-02", "ab-01"]),
        (["cases/suite.yaml::q1-minimax"], ["mm-01", "mm-02"]),
        (["cases/q1"], ["mm-01", "mm-02"]),
        (["cases", "cases/q2/ab-01.yaml"], ["mm-01", "mm-02", "ab-01"]),
        (["--suite", "cases"], ["mm-01", "mm-02", "ab-01"]),
        (["cases/q2", "--suite", "cases"], ["mm-01", "mm-02", "ab-01"]),
    ],
)
def test_cases_are_chosen_as_tests_are(
    course: Pytester, arguments: list[str], ids: list[str]
) -> None:
    result = run(course, "--submission", "solver.py", "--collect-only", "-q", *arguments)
    assert [line.rpartition("::")[2] for line in result.outlines if "::" in line] == ids


def test_one_case_is_graded_and_the_first_failure_stops(course: Pytester) -> None:
    one = "cases/suite.yaml::q1-minimax::mm-01"
    run(course, "--submission", "solver.py", one).assert_outcomes(passed=1)
    run(course, "--submission", "solver.py", "cases", "-x").assert_outcomes(passed=1, failed=1)
    run(course, "--submission", "solver.py", "cases/q2").assert_outcomes(failed=1)


def test_junit_xml_has_points_and_places(course: Pytester) -> None:
    run(course, "cases", "--submission", "solver.py", "--junitxml", "j.xml")
    root = ET.fromstring((course.path / "j.xml").read_bytes())
    found = {case.get("name"): case for case in root.iter("testcase")}
    assert sorted(filter(None, found)) == ["ab-01", "mm-01", "mm-02"]
    assert [p.attrib for p in found["mm-01"].iter("property")] == [
        {"name": "points", "value": "5/5"}
    ]
    (failure,) = found["ab-01"].iter("failure")
    assert "[--] visited" in str(failure.text)


def test_a_question_goes_to_one_worker(course: Pytester) -> None:
    pytest.importorskip("xdist")
    result = run(course, "cases", "--submission", "solver.py", "-n", "2", "-v")
    result.assert_outcomes(passed=1, failed=2)
    lines = [line for line in result.outlines if "] [" in line and "q1-minimax" in line]
    assert len({line.split("]")[0] for line in lines}) == 1


def test_why_a_submission_cannot_be_loaded_is_in_each_failure(course: Pytester) -> None:
    (course.path / "solver.py").write_text("def minimax(:\n")
    result = run(course, "cases", "--submission", "solver.py")
    result.assert_outcomes(failed=3)
    assert result.stdout.str().count("solver.py, line 1") >= 3


def test_faults_of_a_suite_are_one_error_with_places(course: Pytester) -> None:
    (course.path / "cases/q2/ab-01.yaml").write_text("call: alpha_bet\nexpect: {}\n")
    result = run(course, "cases", "--submission", "solver.py")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*the cases have faults:*", "*q2/ab-01.yaml:1:7: *alpha_beta*"])
    assert "Traceback" not in result.stdout.str()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--submission", "none.py"], "there is no submission at none.py"),
        (["--submission", "solver.py", "--suite", "none"], "there is no suite.yaml in none"),
        (["--suite", "cases"], "--suite says where the cases are; --submission says what to grade"),
    ],
)
def test_options_that_make_no_sense_are_said(
    course: Pytester, arguments: list[str], words: str
) -> None:
    result = run(course, *arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert words in result.stderr.str()


def test_without_the_option_nothing_is_collected(course: Pytester) -> None:
    assert run(course, "cases").ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_other_tests_run_beside_it(course: Pytester) -> None:
    course.makepyfile("def test_mine(): pass")
    run(course).assert_outcomes(passed=1)
    run(course, "--submission", "solver.py").assert_outcomes(passed=2, failed=2)


def test_without_the_option_nothing_of_the_grader_is_loaded(tmp_path: Path) -> None:
    script = (
        "import sys, pytest; pytest.main(['-p', 'grader.pytest_plugin', '-q']);"
        "sys.exit(sorted(m for m in sys.modules if m.startswith('grader.')) !="
        " ['grader.pytest_plugin'])"
    )
    command = [sys.executable, "-c", f"import sys; sys.path[0] = {str(ROOT)!r}; {script}"]
    assert subprocess.run(command, cwd=tmp_path, check=False, capture_output=True).returncode == 0


def test_our_suite_is_collected_whole(course: Pytester) -> None:
    for name in ("test_cases", "assignment"):
        shutil.copytree(ROOT / name, course.path / name)
    result = run(course, "test_cases", "--submission", "assignment", "--collect-only", "-q")
    listed = [line for line in result.outlines if "::" in line]
    assert "test_cases/suite.yaml::q8-alpha-beta::ab-03-first-cut" in listed
    assert len(listed) > 250
