"""The leaderboard: what a column counts, for whom it has a value, and how results hold it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playing import ROOT

from grader.cases import Suite, read_suite
from grader.errors import AuthorError
from grader.grading.grade import Grade, Verdict
from grader.grading.run import grade_submission
from grader.report.leaderboard import Entry, measure
from grader.report.results import as_results
from grader.report.schema import problems

SUITE = """\
title: small
support: {support}
leaderboard:
{columns}
questions:
  - {{id: q, title: Q, points: 10, cases: q}}
"""
ORDERED = "- {name: Nodes, measure: visits, call: alpha_beta_ordered}"
EVALUATED = "- {name: Asked, measure: evaluations, call: alpha_beta_ordered, order: desc}"
WON = "- {name: Won, measure: wins}"
CASES = """\
id: one
call: alpha_beta_ordered
tree: {agent: {A: {utility: 3, eval: 3}, B: {utility: 5, eval: 5}}}
expect: {value: 5}
---
id: two
call: alpha_beta_ordered
tree: {agent: {A: {utility: 1, eval: 1}}}
expect: {value: 1}
---
id: hidden-three
visibility: hidden
call: alpha_beta_ordered
tree: {agent: {A: {utility: 1, eval: 1}}}
expect: {value: 2}
"""
GAMES = """\
call: evaluate_tictactoe
game: {TicTacToe: {}}
limits: {wall: 30, cpu: 20}
expect: {wins: {against: random, games: 4, depth: 1, at_least: 0, seed: 1}}
"""
SOLVER = """\
def alpha_beta_ordered(game, state, evaluate):
    found = {a: (evaluate(s), game.utility(s))[1] for a, s in game.successors(state).items()}
    best = max(found, key=found.get)
    return found[best], best
def evaluate_tictactoe(state):
    return 0
"""


class Course:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "cases" / "q").mkdir(parents=True)
        (folder / "cases" / "q" / "all.yaml").write_text(CASES)
        (folder / "cases" / "q" / "games.yaml").write_text(GAMES)
        (folder / "solver.py").write_text(SOLVER)

    def suite(self, *columns: str) -> Suite:
        """The suite with these columns; games, which take a second, only where they count."""
        if WON not in "\n".join(columns):
            (self.folder / "cases" / "q" / "games.yaml").unlink(missing_ok=True)
        support = ROOT / "assignment" / "games.py"
        listed = "\n".join(f"  {column}" for column in columns)
        file = self.folder / "cases" / "suite.yaml"
        file.write_text(SUITE.format(support=str(support), columns=listed))
        return read_suite(file.parent)

    def entries(self, *columns: str, source: str = SOLVER) -> tuple[Entry, ...]:
        solver = self.folder / "solver.py"
        solver.write_text(source)
        suite = self.suite(*columns)
        return measure(suite, grade_submission(solver, suite))


@pytest.fixture
def course(tmp_path: Path) -> Course:
    return Course(tmp_path)


def test_visits_and_evaluations_sum_over_visible_cases(course: Course) -> None:
    assert course.entries(ORDERED, EVALUATED) == (
        Entry(name="Nodes", value=5, ascending=True),
        Entry(name="Asked", value=3, ascending=False),
    )


def test_a_wrong_search_is_in_no_column(course: Course) -> None:
    source = "def alpha_beta_ordered(game, state, evaluate): return 5, 'B'\n"
    assert course.entries(ORDERED, source=source) == ()


def test_games_count_as_they_are_played(course: Course) -> None:
    (entry,) = course.entries(WON)
    assert entry.name == "Won"
    assert not entry.ascending
    assert isinstance(entry.value, (int, float))
    assert 0 <= entry.value <= 4
    assert entry.value * 2 == int(entry.value * 2)


@pytest.mark.parametrize("body", ["return 'high'", "raise ValueError", "return None"])
def test_an_evaluation_without_numbers_wins_nothing(course: Course, body: str) -> None:
    assert course.entries(WON, source=f"def evaluate_tictactoe(state): {body}\n") == ()


def test_what_cannot_be_loaded_has_no_value(course: Course) -> None:
    assert course.entries(WON, source="def (") == ()


def test_cases_that_were_not_chosen_give_no_column(course: Course) -> None:
    assert measure(course.suite(ORDERED), Grade(title="", questions=())) == ()


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ("- {measure: wins}", "a column needs name:"),
        ("- {name: N}", "a column needs measure:"),
        ("- {name: N, measure: time}", "measure can't be 'time'; "),
        ("- {name: N, measure: visits}", "a column of visits needs call:"),
        ("- {name: N, measure: wins, call: minimax}", "only evaluate_tictactoe wins games"),
        ("- {name: N, measure: visits, call: max_n}", "no visible case calls max_n, so there"),
        ("- {name: N, measure: wins, order: up}", "order is asc or desc, found 'up'"),
        ("- {name: N, measure: wins, of: q}", "a column has no key 'of'"),
        (f"{WON}\n  {WON}", "the column 'Won' is there already"),
    ],
)
def test_faults_of_columns_have_their_places(course: Course, column: str, words: str) -> None:
    with pytest.raises(AuthorError, match=r"^suite\.yaml:[45]:") as caught:
        course.suite(column)
    assert words in str(caught.value)


def test_a_suite_without_games_has_none_to_win(course: Course) -> None:
    (course.folder / "cases/q/games.yaml").unlink()
    with pytest.raises(AuthorError, match=r"no visible case plays games \(wins:\), so there is"):
        course.suite(WON)


# --- in results --------------------------------------------------------------------------------------


def results(*entries: Entry) -> dict[str, Any]:
    return as_results(Grade(title="", questions=()), entries)


def test_results_hold_the_columns_in_order() -> None:
    entries = [
        Entry(name="a\nb", value=2, ascending=True),
        Entry(name="c", value="*****", ascending=False),
        Entry(name="c", value=0.5, ascending=False),
    ]
    found = results(*entries)
    assert found["leaderboard"] == [
        {"name": "a b", "value": 2, "order": "asc"},
        {"name": "c", "value": 0.5, "order": "desc"},
    ]
    assert problems(found) == []
    assert "leaderboard" not in results()


def test_texts_that_a_receiver_refuses_are_mended() -> None:
    found = results(Entry(name="\x00", value="\x1b", ascending=True))
    assert found["leaderboard"] == [{"name": "(no name)", "value": "-", "order": "asc"}]
    assert problems(found) == []


COLUMN = {"name": "n", "value": 1, "order": "asc"}


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ([], "not a list of columns"),
        ([{"name": "n"}], "has what is not an object with name, value and order"),
        ([{**COLUMN, "value": True}], "bool, not a number or text"),
        ([{**COLUMN, "value": float("nan")}], "nan is not finite"),
        ([{**COLUMN, "value": ""}], "empty"),
        ([{**COLUMN, "order": "up"}], "'up' is not asc or desc"),
        ([COLUMN, COLUMN], "'n' is there twice"),
    ],
)
def test_odd_leaderboards_are_found_before_writing(board: list[Any], words: str) -> None:
    assert problems({**results(), "leaderboard": board}) == [f"leaderboard: {words}"]


def test_our_suite_can_have_both_columns_of_the_docs() -> None:
    suite = read_suite(ROOT / "test_cases")
    calls = {case.call.value for case in suite.cases if case.visibility.value == "visible"}
    assert "alpha_beta_ordered" in calls
    assert any(case.expect.wins for case in suite.cases if case.visibility.value == "visible")


def test_grades_are_the_same_with_and_without(course: Course) -> None:
    with_column = grade_submission(course.folder / "solver.py", course.suite(ORDERED))
    assert {c.case.id for c in with_column.cases if c.verdict is Verdict.PASSED} == {
        "one", "two",
    }  # fmt: skip
    assert with_column.possible == Fraction(10)
