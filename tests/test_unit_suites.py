"""A suite's unit tests: every declared test is in the results, whatever becomes of the run."""

from __future__ import annotations

import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from playing import ROOT

from grader import cli
from grader.cases import Suite, Visibility, read_suite
from grader.cases.model import UnitTests
from grader.errors import AuthorError
from grader.gradescope.unit import submission
from grader.gradescope.unit_run import Units
from grader.grading import run as grading
from grader.grading.grade import CaseGrade, Grade, Verdict
from grader.grading.run import Options
from grader.report.leaderboard import Entry
from grader.report.results import as_results, fallback_results
from grader.report.schema import problems

SUITE = """\
title: small
support: games.py
unit: unit
questions:
  - {id: q1, title: Minimax, points: 10, cases: q1}
"""
CASE = """\
call: minimax
tree: {agent: {A: 3, B: 5}}
expect: {value: 5, actions: [B]}
"""
HEAD = """\
import time
import unittest
from gradescope_utils.autograder_utils.decorators import (
    hide_errors, leaderboard, number, partial_credit, tags, visibility, weight,
)
from grader.gradescope.unit import submission
class One(unittest.TestCase):
"""
SOLVER = """\
def minimax(game, state):
    if game.is_end(state):
        return game.utility(state), None
    pick = max if game.player(state) == "agent" else min
    found = {a: minimax(game, s)[0] for a, s in game.successors(state).items()}
    best = pick(found, key=found.get)
    return found[best], best
def alpha_beta(game, state):
    raise KeyError(7)
def depth_limited(game, state, depth, evaluate):
    while True:
        pass
def max_n(game, state):
    print("here")
    return "five"
"""
Run = Callable[..., dict[str, CaseGrade]]


class Course:
    """A suite with one module of unit tests, and what became of the last run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for path, text in {
            "cases/suite.yaml": SUITE,
            "cases/games.py": "",
            "cases/q1/one.yaml": CASE,
            "handed/solver.py": SOLVER,
        }.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)
        self.grade = Grade(title="", questions=())
        self.board: tuple[Entry, ...] = ()

    def write(self, body: str, name: str = "test_one.py") -> None:
        file = self.folder / "cases" / "unit" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(HEAD + textwrap.indent(textwrap.dedent(body), "    ") + "\n")

    def suite(self, **changes: object) -> Suite:
        suite = read_suite(self.folder / "cases")
        unit = replace(suite.unit or UnitTests(folder="unit"), **changes)  # type: ignore[arg-type]
        return replace(suite, unit=unit, limits=replace(suite.limits, cpu=0.3, wall=1))

    def units(self, **changes: object) -> Units:
        return Units(self.suite(**changes))

    def run(self, body: str = "", **changes: object) -> dict[str, CaseGrade]:
        """The last part of each test's id with its grade; the results are always valid."""
        if body:
            self.write(body)
        units = self.units(**changes)
        nothing = Grade(title="", questions=())
        self.grade, self.board = units.graded(nothing, self.folder / "handed")
        assert problems(as_results(self.grade, self.board)) == []
        question = self.grade.questions[-1]
        assert [each.case.id for each in question.cases] == list(units.ids)
        return {each.case.id.rpartition(".")[2]: each for each in question.cases}


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return Course(tmp_path)


def faults(course: Course, body: str) -> list[str]:
    course.write(body)
    with pytest.raises(AuthorError) as caught:
        course.units()
    return [str(fault) for fault in caught.value.faults]


# --- what a run makes of them ------------------------------------------------------------------------


def test_numbers_weights_and_titles_are_merged(course: Course) -> None:
    found = course.run("""
        @weight(1)
        @number("1.10")
        def test_b(self):
            '''The second of the two.

            More words.'''
        @weight(2.5)
        @number("1.2")
        @visibility("hidden")
        @tags("search", "cuts")
        def test_a(self):
            self.fail("secret words")
    """)
    assert [(c.number, c.case.title, c.possible) for c in found.values()] == [
        ("2.01", "One.test_a", Fraction(5, 2)),
        ("2.02", "The second of the two.", 1),
    ]
    entry = as_results(course.grade)["tests"][0]  # type: ignore[index]
    assert (entry["visibility"], entry["tags"]) == ("hidden", ["search", "cuts"])
    assert (entry["output"], entry["extra_data"]["call"]) == ("wrong", "unit")


def test_weights_are_points_unless_points_are_stated(course: Course) -> None:
    body = """
        @weight(1)
        def test_a(self): pass
        @weight(3)
        def test_b(self): pass
        def test_c(self): pass
    """
    assert [c.possible for c in course.run(body).values()] == [1, 3, 0]
    assert [c.possible for c in course.run(points=Fraction(2)).values()] == [0.5, 1.5, 0]
    assert course.grade.earned == course.grade.possible == 2


def test_tests_without_weights_share_points_equally(course: Course) -> None:
    found = course.run("def test_a(self): pass\ndef test_b(self): pass", points=Fraction(1))
    assert [c.earned for c in found.values()] == [0.5, 0.5]


def test_partial_credit_earns_its_part(course: Course) -> None:
    found = course.run("""
        @partial_credit(4)
        def test_part(self, set_score=None): set_score(1)
        @partial_credit(4)
        def test_more(self, set_score=None): set_score(9)
        @partial_credit(4)
        def test_then_fails(self, set_score=None):
            set_score(3)
            self.fail("late")
        @partial_credit(4)
        def test_below(self, set_score=None): set_score(-3)
    """)
    assert [c.earned for c in found.values()] == [1, 4, 3, 0]
    assert found["test_part"].verdict is Verdict.WRONG
    assert found["test_then_fails"].feedback == "late"


def test_scores_that_are_no_numbers_are_ours(course: Course) -> None:
    scores = ["float('nan')", "float('inf')", "'4'", "True", "10**400", "None"]
    found = course.run(
        "".join(
            f"@partial_credit(4)\ndef test_{n}(self, set_score=None): set_score({score})\n"
            for n, score in enumerate(scores)
        )
    )
    assert {c.verdict for c in found.values()} == {Verdict.GRADER_ERROR}
    assert not any(c.earned for c in found.values())
    said = [c.staff for c in found.values()]
    assert said[0] == "the test gave the score nan, which is no number"
    assert said[-1] == "the test passed without calling set_score"
    assert all(words.endswith("which is no number") for words in said[:-1])


def test_scores_do_not_outlive_their_test(course: Course) -> None:
    course.write("""
        @partial_credit(4)
        def test_it(self, set_score=None):
            if type(self).__name__ == "Two": self.fail("no")
            set_score(4)
    """)
    with (course.folder / "cases/unit/test_one.py").open("a") as file:
        file.write("class Two(One): pass\n")
    course.run()
    assert [c.earned for c in course.grade.questions[-1].cases] == [4, 0]


def test_a_failing_subtest_fails_its_test(course: Course) -> None:
    found = course.run("""
        @weight(2)
        def test_sub(self):
            for i in range(8):
                with self.subTest(i=i):
                    self.assertLess(i, 1, "too large")
    """)
    assert found["test_sub"].verdict is Verdict.WRONG
    assert found["test_sub"].earned == 0
    assert "(i=1): 1 not less than 1 : too large" in found["test_sub"].feedback
    assert "(2 more)" in found["test_sub"].feedback


def test_a_failing_class_set_up_takes_its_tests_along(course: Course) -> None:
    found = course.run("""
        @classmethod
        def setUpClass(cls): raise OSError("no disk")
        @weight(1)
        def test_a(self): pass
        @weight(1)
        def test_b(self): pass
    """)
    assert {c.verdict for c in found.values()} == {Verdict.GRADER_ERROR}
    assert "OSError: no disk" in found["test_b"].staff
    assert "no disk" not in found["test_b"].feedback


def test_a_class_set_up_that_finds_a_fault_says_so(course: Course) -> None:
    found = course.run("""
        @classmethod
        def setUpClass(cls): cls.value = submission.call("alpha_beta", tree="max(3)").value
        @weight(1)
        def test_a(self): pass
    """)
    assert found["test_a"].verdict is Verdict.RAISED
    assert found["test_a"].feedback.startswith("alpha_beta raised KeyError: 7")


def test_a_failing_class_tear_down_is_staffs_alone(course: Course) -> None:
    found = course.run("""
        @classmethod
        def tearDownClass(cls): raise OSError("left open")
        @weight(1)
        def test_a(self): pass
    """)
    assert found["test_a"].earned == 1
    assert any("OSError: left open" in line for line in course.grade.staff)


def test_a_tear_down_that_fails_makes_no_second_entry(course: Course) -> None:
    found = course.run("""
        def tearDown(self): self.fail("after")
        @weight(1)
        def test_a(self): self.fail("first")
    """)
    assert len(found) == 1
    assert found["test_a"].earned == 0
    assert found["test_a"].feedback == "first\n\nafter"


def test_a_module_that_cannot_be_imported_is_ours(course: Course) -> None:
    course.write("@weight(1)\ndef test_a(self): pass\nimport no_such_module")
    course.write("@weight(1)\ndef test_b(self): pass", "test_two.py")
    found = course.run()
    assert found["test_a"].verdict is Verdict.GRADER_ERROR
    assert found["test_b"].earned == 1
    assert "No module named 'no_such_module'" in found["test_a"].staff
    assert found["test_a"].feedback == (
        "The grader failed on this test. That is no fault of yours: tell the course staff."
    )


def test_a_hang_costs_its_own_test_alone(course: Course) -> None:
    found = course.run(
        """
        @weight(1)
        def test_a(self): pass
        @weight(1)
        def test_b(self):
            while True: pass
        @weight(1)
        def test_c(self): pass
        """,
        seconds=1.5,
    )
    assert [c.earned for c in found.values()] == [1, 0, 1]
    assert found["test_b"].staff == "test_one.One.test_b did not end within 1.5 seconds"


def test_an_exit_costs_its_own_test_alone(course: Course) -> None:
    found = course.run("""
        @weight(1)
        def test_a(self):
            import os
            print("last words")
            os._exit(0)
        @weight(1)
        def test_b(self): pass
    """)
    assert [c.earned for c in found.values()] == [0, 1]
    assert found["test_a"].staff == "test_one.One.test_a ended its process"


def test_an_import_that_exits_is_told_of_its_module(course: Course) -> None:
    course.write("@weight(1)\ndef test_a(self): pass\nimport os; os._exit(3)")
    course.write("@weight(1)\ndef test_b(self): pass", "test_two.py")
    found = course.run()
    assert found["test_a"].verdict is Verdict.GRADER_ERROR
    assert found["test_b"].earned == 1


def test_what_is_not_reached_in_time_is_not_run(course: Course) -> None:
    course.write("@weight(1)\ndef test_a(self): pass")
    units = course.units()
    late = Grade(title="", questions=(), seconds=10_000)
    (case,) = units.graded(late, course.folder / "handed")[0].cases
    assert case.verdict is Verdict.NOT_RUN
    assert case.feedback == ("Not run: the time for everything together was used up.")


def test_skipped_and_expected_failures_stay(course: Course) -> None:
    found = course.run("""
        @unittest.skip("no time")
        @weight(1)
        def test_skipped(self): pass
        @weight(1)
        @unittest.expectedFailure
        def test_fails(self): self.fail()
        @weight(1)
        @unittest.expectedFailure
        def test_passes(self): pass
    """)
    assert [c.earned for c in found.values()] == [0, 1, 0]
    assert found["test_skipped"].feedback == "This test was skipped: no time."
    assert found["test_passes"].staff == "a test that is expected to fail passed"


def test_hidden_errors_hide_prints_too(course: Course) -> None:
    found = course.run("""
        @weight(1)
        @hide_errors("Look again.")
        def test_a(self):
            print("the answer is 4")
            self.assertEqual(3, 4)
        @weight(1)
        def test_b(self):
            print("printed")
            self.assertEqual(3, 4)
    """)
    assert found["test_a"].feedback == "Look again."
    assert found["test_b"].feedback == "3 != 4\n\nprinted"


def test_leaderboard_columns_are_merged_and_listed(course: Course) -> None:
    found = course.run("""
        @leaderboard("nodes", "asc")
        def test_nodes(self, set_leaderboard_value=None):
            found = submission.call("minimax", tree="max(1, 2)")
            set_leaderboard_value(len(found.visited))
        @leaderboard("lost")
        def test_lost(self, set_leaderboard_value=None): self.fail("no")
        @leaderboard("odd")
        def test_odd(self, set_leaderboard_value=None): pass
    """)
    assert course.board == (Entry(name="nodes", value=3, ascending=True),)
    assert as_results(course.grade, course.board)["leaderboard"] == [
        {"name": "nodes", "value": 3, "order": "asc"}
    ]
    assert [c.verdict.value for c in found.values()] == ["PASSED", "WRONG", "GRADER_ERROR"]


def test_tests_that_are_gone_when_run_are_told(course: Course) -> None:
    course.write("@weight(1)\ndef test_a(self): pass\n@weight(1)\ndef test_b(self): pass")
    with (course.folder / "cases/unit/test_one.py").open("a") as file:
        file.write("del One.test_a\n")
    assert course.run()["test_a"].staff == "One has no test_a when it is run"


def test_no_process_is_left_behind(course: Course) -> None:
    body = "def test_a(self):\n    submission.call('minimax', tree='max(1, 2)')\n    time.sleep(60)"
    course.run(body, seconds=1.5)
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    assert str(course.folder) not in listed.stdout
    assert "unit_child" not in listed.stdout


# --- the submission ----------------------------------------------------------------------------------


def test_a_call_tells_value_action_and_visits(course: Course) -> None:
    found = course.run("""
        def test_a(self):
            found = submission.call("minimax", tree="max(A: min(3, 5), B: 2)")
            self.assertEqual((found.value, found.action, found.status), (3, "A", "RETURNED"))
            self.assertEqual(found.visited, ("root", "A", "A1", "A2", "B"))
            again = submission.call("minimax", tree={"agent": {"A": 1, "B": {"opp": {"x": 7}}}})
            self.assertEqual((again.value, again.action), (7, "B"))
            self.assertEqual(submission.call("minimax", tree="max(1, min(2))", state="2").value, 2)
            self.assertEqual(submission.call("minimax", tree="max[4](A: 1, B: 2)").action, "B")
    """)
    assert found["test_a"].verdict is Verdict.PASSED, found["test_a"]


def calls(course: Course, listed: list[str]) -> list[CaseGrade]:
    """What becomes of tests that make these calls and look at their values."""
    found = course.run(
        "".join(
            f"@weight(1)\ndef test_{n:02}(self): submission.call({call}).value\n"
            for n, call in enumerate(listed)
        )
    )
    assert [case.earned for case in found.values()] == [0] * len(listed)
    return list(found.values())


WRONG: dict[str, tuple[Verdict, str]] = {
    '"alpha_beta", tree="max(3)"': (Verdict.RAISED, "alpha_beta raised KeyError: 7"),
    '"max_n", tree="A(utility(A: 1))"': (
        Verdict.WRONG,
        "max_n returned 'five' (a str), where a value is asked for.",
    ),
    '"expectimax", tree="max(3)"': (
        Verdict.NOT_IMPLEMENTED,
        "solver.py defines no function named expectimax.",
    ),
    '"depth_limited", depth=1, tree="max(3)"': (Verdict.TIMED_OUT, "depth_limited was stopped"),
}


def test_what_a_submission_does_wrong_fails_the_test(course: Course) -> None:
    for case, (verdict, words) in zip(calls(course, list(WRONG)), WRONG.values(), strict=True):
        assert case.verdict is verdict
        assert case.feedback.startswith(words)


OURS = {
    '"minmax", tree="max(3)"': "a unit test can't call 'minmax'; did you mean 'minimax'?",
    '"minimax", tree="max(3"': "tree 'max(3', character 6: expected ')'",
    '"minimax", tree="max(x)"': "character 5: expected a number, or a player",
    '"minimax", tree={"agent": {}}': "ValueError: agent needs at least one action; an end is a number",
    '"minimax"': "minimax needs tree or game",
    '"minimax", tree="max(3)", depth=2': "minimax takes no depth",
    '"depth_limited", tree="max(3)"': "depth_limited needs depth",
    '"depth_limited", tree="max(3)", depth="2"': "'2' is no number",
    '"minimax", tree="max(3)", state="9"': "the tree has no node '9'",
    '"minimax", tree="coin(1/2: 1, 1/2: 2)"': "ValueError: minimax is never given chances (coin)",
    '"expectimax", tree="max(min(1))"': "ValueError: expectimax needs a policy for opp",
    '"minimax", game={"Chess": []}': "ValueError: games.py has no class 'Chess'",
}


def test_what_a_test_says_wrong_is_ours(course: Course) -> None:
    for case, words in zip(calls(course, list(OURS)), OURS.values(), strict=True):
        assert case.verdict is Verdict.GRADER_ERROR
        assert words in case.staff


def test_a_submission_that_cannot_be_imported_is_told(course: Course) -> None:
    (course.folder / "handed/solver.py").write_text("def minimax(:\n")
    found = course.run("""
        @weight(1)
        def test_call(self): submission.call("minimax", tree="max(3)")
        @weight(1)
        def test_names(self): submission.functions
        @weight(1)
        def test_syntax(self): submission.syntax("solver.py")
        @weight(1)
        def test_text(self): self.assertIn("(:", submission.source())
        @weight(1)
        def test_file(self): submission.source("other.py")
    """)
    assert [c.earned for c in found.values()] == [0, 0, 0, 1, 0]
    assert found["test_call"].verdict is found["test_names"].verdict is Verdict.RAISED
    assert found["test_syntax"].feedback.startswith("solver.py can't be read as Python: ")
    assert found["test_file"].feedback == "There is no other.py among the files: solver.py."


def test_a_submission_that_is_not_there_is_told(course: Course) -> None:
    (course.folder / "handed/solver.py").unlink()
    found = course.run("@weight(1)\ndef test_a(self): submission.functions")
    assert found["test_a"].verdict is Verdict.NOT_RUN
    assert "hand in a file named solver.py" in found["test_a"].feedback.lower()


def test_outside_of_a_run_there_is_no_submission() -> None:
    with pytest.raises(RuntimeError, match="There is no submission here: the grader runs"):
        submission.source()


def test_every_kind_of_answer_can_be_looked_at(course: Course) -> None:
    shutil.copytree(ROOT / "solution", course.folder / "handed", dirs_exist_ok=True)
    shutil.copy(ROOT / "assignment" / "games.py", course.folder / "cases" / "games.py")
    found = course.run("""
        def test_it(self):
            call, equal = submission.call, self.assertEqual
            coin = "max(A: coin(1/2: 1, 1/2: 3), B: 1)"
            equal(call("expectiminimax", tree=coin).value, 2)
            tree = "max(A: min(1, 9), B: min(2, 3))"
            found = call("expectimax_policy", tree=tree, policies={"opp": "uniform"}, ask=["root"])
            equal(found.policy, {"root": {"A": 1}})
            table = call("value_table", tree=tree, policies={"opp": "uniform"}).table
            self.assertIn(5, table.values())
            equal(call("estimate", tree="coin(1/2: 4, 1/2: 4)", n=3).value, 4)
            intervals = {"A": (3, 5), "B": (5, 100)}
            equal(call("choose_by_bounds", intervals=intervals).options, ("B",))
            end = ("XXXOO....", "opp")
            equal(call("evaluate_tictactoe", positions=[end]).numbers, (1,))
            ends = {"utility": {"a": 1, "b": 2}}, {"utility": {"a": 3, "b": 0}}
            found = call("max_n", tree={"a": dict(zip("xy", ends))})
            equal((found.payoffs, found.action), ({"a": 3, "b": 0}, "y"))
            equal(call("minimax", game={"Nim": [1]}).value, 1)
            found = call("depth_limited", tree="max[7](1, 2)", depth=0)
            equal((found.value, found.evaluations, found.action), (7, 1, None))
            with self.assertRaisesRegex(AssertionError, "where a table is asked for"):
                found.table
            self.assertEqual(submission.files[0], "solver.py")
            self.assertIn("minimax", submission.functions)
            self.assertEqual(submission.allow, ())
    """)
    assert found["test_it"].verdict is Verdict.PASSED, found["test_it"]


# --- what is declared --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("@weight(-1)\ndef test_a(self): pass", "weight must be a number of at least 0, found -1"),
        ("@weight(True)\ndef test_a(self): pass", "weight must be a number of at least 0"),
        ("@weight(1/3)\ndef test_a(self): pass", "weight needs a number or text written here"),
        ("@weight(0.001)\ndef test_a(self): pass", "weight must be a whole number of hundredths"),
        ("@partial_credit()\ndef test_a(self): pass", "partial_credit takes one argument"),
        (
            "@visibility('published')\ndef test_a(self): pass",
            "visibility can't be 'published'; did",
        ),
        ("def helper(self): pass", "there is no test in this module"),
        ("def test_a(self): pass\ndef test_a(self): pass", "two tests named test_a"),
        ("def test_a(self:", "no Python: "),
    ],
)
def test_faults_of_modules_have_their_places(course: Course, body: str, words: str) -> None:
    (fault,) = faults(course, body)
    assert fault.startswith("unit/test_one.py:")
    assert words in fault


def test_the_fallback_lists_every_unit_test(course: Course) -> None:
    course.write("@weight(1)\n@visibility('after_due_date')\ndef test_a(self): pass")
    results = fallback_results(course.units().suite)
    assert problems(results) == []
    last = results["tests"][-1]  # type: ignore[index]
    assert (last["extra_data"]["case"], last["score"]) == ("test_one.One.test_a", 0)
    assert last["visibility"] == Visibility.AFTER_DUE_DATE.value


def test_waiting_tests_are_in_partial_results(course: Course) -> None:
    course.write("@weight(1)\ndef test_a(self): pass")
    (case,) = course.units().waiting(Grade(title="", questions=())).cases
    assert (case.verdict, case.feedback) == (Verdict.NOT_RUN, "Not run yet.")


def test_classes_inherit_tests_within_their_module(course: Course) -> None:
    course.write("def test_a(self): pass")
    with (course.folder / "cases/unit/test_one.py").open("a") as file:
        file.write(
            "class Two(One):\n    def test_b(self): pass\nclass Plain:\n    def test_c(s): pass\n"
        )
    assert course.units().ids == (
        "test_one.One.test_a", "test_one.Two.test_a", "test_one.Two.test_b",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("stated", "words"),
    [
        ("nowhere", "there is no folder 'nowhere' in the suite"),
        ("../handed", "'../handed' must be a folder inside the suite"),
        ("q1", "the folder 'q1' has no test_*.py in it"),
        ("{title: U}", "unit needs folder:"),
        ("{folder: unit, point: 1}", "unit has no key 'point'; did you mean 'points'?"),
        ("{folder: unit, id: q1}", "the question 'q1' is there already, at line 5"),
        ("{folder: unit, points: 1/3}", "points must be a whole number of hundredths"),
        ("{folder: unit, seconds: 0}", "seconds must be more than 0"),
        ("{folder: unit, seconds: 601}", "seconds must be between 0 and 600"),
    ],
)
def test_faults_of_the_setting_have_their_places(course: Course, stated: str, words: str) -> None:
    course.write("def test_a(self): pass")
    file = course.folder / "cases" / "suite.yaml"
    file.write_text(SUITE.replace("unit: unit", f"unit: {stated}"))
    with pytest.raises(AuthorError, match=r"suite\.yaml:3:") as caught:
        read_suite(file.parent)
    assert words in str(caught.value)


# --- the command, and our own ------------------------------------------------------------------------


def test_the_command_runs_unit_tests_by_name(
    course: Course, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    course.write("@weight(1)\ndef test_a(self): self.fail('why')\ndef test_b(self): pass")
    out = str(tmp_path / "r.json")
    arguments = ["grade", str(course.folder / "handed"), "--suite", str(course.folder / "cases")]
    assert cli.main([*arguments, "--output", out, "--case", "test_one.One.test_b"]) == 0
    assert "test_a" not in capsys.readouterr().out
    assert cli.main([*arguments, "--output", out, "--only", "unit"]) == 1
    assert "2.01  WRONG     0/1  One.test_a" in capsys.readouterr().out
    assert cli.main([*arguments, "--output", out, "--only", "q1"]) == 0
    assert "One.test_a" not in capsys.readouterr().out
    assert cli.main([*arguments, "--output", out, "--only", "unit", "--case", "one"]) == 2
    assert "None of the chosen cases is in the chosen questions." in capsys.readouterr().err


def test_partial_results_have_the_unit_tests_that_were_run(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grading, "KEEP_EVERY", 0.0)
    course.write("@weight(1)\ndef test_a(self): pass")
    (course.folder / "cases/q1/two.yaml").write_text(CASE + "visibility: hidden\n")
    partial: list[Grade] = []
    units = course.units()
    grade, _ = units.grade(course.folder / "handed", Options(on_progress=partial.append))
    assert [each.cases[-1].earned for each in partial] == [1]
    assert units.waiting(partial[0]) is partial[0]
    assert [question.question.id for question in grade.questions] == ["q1", "unit"]
    assert grade.earned == grade.possible == 11


def test_unit_tests_leave_time_for_the_cases(course: Course) -> None:
    course.write("@weight(1)\ndef test_a(self): time.sleep(60)")
    suite = course.suite()
    units = Units(replace(suite, limits=replace(suite.limits, run=4)))
    grade, _ = units.grade(course.folder / "handed", Options())
    assert [case.verdict for case in grade.cases] == [Verdict.PASSED, Verdict.NOT_RUN]


def test_suites_without_unit_tests_import_nothing_for_them(tmp_path: Path) -> None:
    script = (
        "import sys; from grader.cli import main;"
        "main(['grade', 'solution', '--case', 'mm-01-an-end', '--output', sys.argv[1]]);"
        "sys.exit('gradescope_utils' in sys.modules or 'unittest' in sys.modules)"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "r.json")]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr


@pytest.fixture
def ours() -> Units:
    return Units(replace(read_suite(ROOT / "test_cases"), unit=UnitTests(folder="unit")))


def test_the_reference_passes_our_own_and_they_are_free(ours: Units) -> None:
    grade, _ = ours.graded(Grade(title="", questions=()), ROOT / "solution")
    assert {case.verdict for case in grade.cases} == {Verdict.PASSED}
    assert len(grade.cases) >= 3
    assert grade.possible == 0


def test_our_own_catch_what_they_are_for(ours: Units, tmp_path: Path) -> None:
    (tmp_path / "solver.py").write_text(
        "if False:\n    import numpy as np\n"
        "def minimax(game, state):\n    print(state)\n    return 3, 'A'\n"
        "def alpha_beta(game, state):\n    copy(game, state)\n    return 3, 'A'\n"
        "def copy(game, state):\n"
        "    return [copy(game, s) for s in game.successors(state).values()]\n"
    )
    grade, _ = ours.graded(Grade(title="", questions=()), tmp_path)
    words = [case.feedback for case in grade.cases]
    assert {case.verdict for case in grade.cases} == {Verdict.WRONG}
    assert "[minimax]: there is no type hint for: game, state, the result." in words[0]
    assert "[minimax]: there is no docstring." in words[1]
    assert words[2] == "solver.py, line 2: numpy is not allowed here."
    assert words[3].startswith("it visited 65 nodes, where 4 decide.")
    assert words[4] == "Take out what prints, or logs, to look for mistakes."
