"""Evaluation functions of tic-tac-toe: laws, signs and games, on answers made by hand."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import games
import pytest

from grader.cases.model import Call, Case, Check, Expectation, Law, Rival, Tolerance, Wins
from grader.checks import check_law, check_signs, check_wins
from grader.checks.board import positions_of, results, shown, swapped
from grader.sandbox.outcome import Answer, Strange
from grader.tree import State, unfold

TREE = unfold(games.TicTacToe())
GAME = games.TicTacToe()
EMPTY: State = (".........", "agent")
CENTRE: State = ("....X....", "opp")
NUMBERS = Tolerance()
UTILITIES, EXCHANGE = Expectation(law=Law.UTILITY_AT_ENDS), Expectation(law=Law.ANTISYMMETRIC)

BETWEEN = Expectation(law=Law.BETWEEN)


def case(expect: Expectation) -> Case:
    return Case(
        id="e", call=Call.EVALUATE_TICTACTOE, title="", tree=TREE, start=TREE.root, game="TicTacToe",
        expect=expect, weights={Check.LAW: Fraction(1)}, file="e.yaml", line=1,
    )  # fmt: skip


def marks(state: State) -> Any:
    """A fair evaluation: the utility at ends, elsewhere a little for each line that is still open."""
    if GAME.is_end(state):
        return GAME.utility(state)
    board = str(state[0])  # type: ignore[index]
    lines = [{board[at] for at in line} for line in GAME.LINES]
    return sum(0.01 * (("O" not in line) - ("X" not in line)) for line in lines)


def said(expect: Expectation, evaluate: Callable[[State], Any]) -> str:
    asked = case(expect)
    answer = Answer(numbers=tuple(evaluate(state) for state in positions_of(asked)))
    findings = [
        check_law(asked, answer, NUMBERS),
        check_signs(asked, answer),
        check_wins(asked, answer),
    ]
    return " ".join(finding.message for finding in findings if not finding.passed)


def test_nothing_is_asked_that_no_check_needs() -> None:
    assert positions_of(case(Expectation())) == ()
    assert positions_of(case(Expectation(signs={CENTRE: 1, EMPTY: 0}))) == (CENTRE, EMPTY)
    assert len(positions_of(case(UTILITIES))) == 958
    assert all(GAME.is_end(state) for state in positions_of(case(UTILITIES)))
    after_one, after_two = (
        positions_of(case(Expectation(wins=wins(depth=depth)))) for depth in (1, 2)
    )
    assert {GAME.player(state) for state in after_one} == {"opp"}
    assert {GAME.player(state) for state in after_two} == {"agent"}
    assert not any(GAME.is_end(state) for state in (*after_one, *after_two))
    assert (len(after_one), len(after_two)) == (2097, 2422)


def test_position_is_asked_about_together_with_its_mirror() -> None:
    asked = positions_of(case(EXCHANGE))
    assert set(asked) == {swapped(state) for state in asked}
    assert len(asked) > 1500


def test_position_is_shown_in_rows() -> None:
    assert shown(("XX.O.....", "opp")) == "XX./O../... (opp to move)"


@pytest.mark.parametrize("expect", [UTILITIES, BETWEEN, EXCHANGE])
def test_fair_evaluation_keeps_the_laws(expect: Expectation) -> None:
    assert said(expect, marks) == ""


@pytest.mark.parametrize(("worth", "is_right"), [(0.99, True), (1, False), (-1, False)])
def test_promise_is_worth_less_than_a_win(worth: float, is_right: bool) -> None:
    told = said(BETWEEN, lambda state: worth)
    assert (told == "") is is_right
    assert is_right or told.startswith(
        f"At .../.../... (agent to move) the game goes on, and your evaluation is {worth}."
    )


def test_wrong_number_at_an_end_is_named() -> None:
    assert said(UTILITIES, lambda state: 2 * marks(state)) == (
        "The game is over at XOO/X../X.. with the utility 1, but your evaluation is 2."
    )


def test_exchange_that_changes_more_than_the_sign_is_named() -> None:
    message = said(EXCHANGE, lambda state: marks(state) + 0.25)
    assert message.startswith(
        "At .../.../... (agent to move) your evaluation is 0.25; with the players"
    )
    assert message.endswith("Exchanging the players has to change the sign and nothing else.")


def test_constant_zero_keeps_the_law_of_exchange() -> None:
    assert said(EXCHANGE, lambda _: 0) == ""


@pytest.mark.parametrize(
    ("value", "sign", "message"),
    [
        (-0.5, 1, "is better for the agent (above 0), but your evaluation is -0.5."),
        (0, 1, "is better for the agent (above 0), but your evaluation is 0."),
        (0.1, 0, "is even (0), but your evaluation is 0.1."),
        (0.1, -1, "is better for the opponent (below 0), but your evaluation is 0.1."),
    ],
)
def test_wrong_sign_is_told_with_the_position(value: float, sign: int, message: str) -> None:
    expect = Expectation(signs={CENTRE: sign})
    assert said(expect, lambda _: value) == f".../.X./... (opp to move) {message}"


@pytest.mark.parametrize(("value", "sign"), [(0.5, 1), (0, 0), (-0.0, 0), (-2, -1)])
def test_right_sign_passes(value: float, sign: int) -> None:
    assert said(Expectation(signs={CENTRE: sign}), lambda _: value) == ""


@pytest.mark.parametrize(
    "expect",
    [UTILITIES, EXCHANGE, Expectation(signs={CENTRE: 1}), Expectation(law=None, wins=None)],
)
def test_what_is_no_number_is_named_with_the_position(expect: Expectation) -> None:
    message = said(expect, lambda _: Strange(kind="None"))
    asked = positions_of(case(expect))
    right = f"At {shown(asked[0])} your evaluation is None: not a number." if asked else ""
    assert message == right


def test_answer_of_another_shape_is_named() -> None:
    asked = case(EXCHANGE)
    answer = Answer(misshapen=Strange(kind="str", shown="'x'"))
    message = check_law(asked, answer, NUMBERS).message
    assert (
        message
        == "evaluate_tictactoe has to return one number, but your function returned 'x' (a str)."
    )


# ---------------------------------------------------------------------- games


def wins(
    against: Rival = Rival.RANDOM, games_: int = 20, depth: int = 1, at_least: int = 15
) -> Wins:
    return Wins(against=against, games=games_, depth=depth, at_least=at_least, seed=1)


def table(evaluate: Callable[[State], Any]) -> dict[State, Any]:
    return {state: evaluate(state) for state in positions_of(case(Expectation(wins=wins())))}


def test_fair_evaluation_wins_enough_games() -> None:
    assert said(Expectation(wins=wins()), marks) == ""
    assert said(Expectation(wins=wins(Rival.GREEDY, depth=2)), marks) == ""


def test_evaluation_turned_round_loses_games() -> None:
    message = said(Expectation(wins=wins(Rival.GREEDY)), lambda state: -marks(state))
    assert message.startswith(
        "In 20 games at depth 1 against one that wins at once where it can and else plays at random,"
    )
    assert message.endswith("points, and 15 are asked for.")


def test_draw_counts_a_half() -> None:
    expect = wins(Rival.GREEDY, games_=30, depth=3)
    won, drawn, lost = results(TREE.root, table(marks), expect)
    assert won + drawn + lost == 30
    points = won + Fraction(drawn, 2)
    exact = Wins(against=Rival.GREEDY, games=30, depth=3, at_least=points, seed=1)
    more = Wins(against=Rival.GREEDY, games=30, depth=3, at_least=points + Fraction(1, 2), seed=1)
    assert said(Expectation(wins=exact), marks) == ""
    assert said(Expectation(wins=more), marks) != ""


def test_same_seed_plays_the_same_games() -> None:
    known = table(marks)
    assert results(TREE.root, known, wins()) == results(TREE.root, known, wins())


def test_greedy_rival_wins_more_than_a_random_one() -> None:
    known = table(lambda state: -marks(state))
    lost = [results(TREE.root, known, wins(against, games_=60))[2] for against in Rival]
    assert lost[1] > lost[0]


def test_deeper_search_plays_no_worse() -> None:
    known = table(lambda state: GAME.utility(state) if GAME.is_end(state) else 0)
    by_depth = [results(TREE.root, known, wins(Rival.GREEDY, 60, depth))[2] for depth in (1, 3)]
    assert by_depth[1] < by_depth[0]
