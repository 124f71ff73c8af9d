"""Games, rows, tables, options, payoffs and effort: what passes, and the exact sentence for the rest."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grader.cases.model import Call, Case, Check, Effort, Expectation, Given, Tolerance
from grader.checks import (
    check_effort,
    check_game,
    check_options,
    check_row,
    check_table,
    check_value,
)
from grader.sandbox.outcome import Answer, Outcome, Seen, Status, Strange
from grader.tree import Draft, GameTree, Node, grow, unfold

NUMBERS = Tolerance()
NONE, NAN = Strange(kind="None"), Strange(kind="nan", shown="nan")


def end(utility: int) -> Draft:
    return Draft(utility=utility)


def inner(player: str, **branches: Draft) -> Draft:
    return Draft(player=player, evaluation=1, branches=list(branches.items()))


# HalvingGame(1), and a tree to search.
GAME = grow(inner("agent", decrement=inner("opp", dig=end(1)), halve=end(-1)))
TREE = grow(inner("agent", A=inner("opp", x=end(3), y=end(5)), B=end(2)))


def case(expect: Expectation, call: Call, tree: GameTree = TREE, **given: Any) -> Case:
    return Case(
        id="c", call=call, title="", tree=tree, start=tree.root, given=Given(**given), expect=expect,
        weights={Check.VALUE: 1}, file="c.yaml", line=1,  # type: ignore[dict-item]
    )  # fmt: skip


# ---------------------------------------------------------------------- a student's game


def seen(node: Node) -> Seen:
    """A state as a right game tells it."""
    return Seen(
        is_end=node.is_end,
        player=node.player,
        utility=int(node.utility or 0) if node.is_end else None,
        refused="" if node.is_end else "ValueError",
        actions=node.actions,
        changed=False,
    )


RIGHT = tuple(seen(node) for node in GAME.nodes())


def game_said(states: tuple[Seen, ...], *, is_whole: bool = True) -> str:
    asked = case(Expectation(game=GAME), Call.HALVING_GAME)
    finding = check_game(asked, Answer(states=states, is_whole=is_whole), NUMBERS)
    assert finding.passed == (finding.message == "")
    return finding.message


def changed(at: int, **fields: Any) -> str:
    """What is said where one state of the right game is told otherwise."""
    return game_said((*RIGHT[:at], replace(RIGHT[at], **fields), *RIGHT[at + 1 :]))


def test_right_game_passes() -> None:
    assert game_said(RIGHT) == ""


@pytest.mark.parametrize(
    ("at", "fields", "said"),
    [
        (0, {"is_end": True}, "At the start: is_end says True, but the game is not over."),
        (
            2,
            {"is_end": False},
            "After the moves decrement.dig: is_end says False, but the game is over.",
        ),
        (
            0,
            {"is_end": Strange(kind="int", shown="0")},
            "At the start: is_end has to return True or False, but it returned 0 (an int).",
        ),
        (
            1,
            {"player": "agent"},
            "After the moves decrement: it is 'opp' (the opponent) to move, but player"
            " returned 'agent'.",
        ),
        (
            1,
            {"player": Strange(kind="bool", shown="True")},
            "After the moves decrement: it is 'opp' (the opponent) to move, but player returned True"
            " (a bool).",
        ),
        (
            3,
            {"player": "opp"},
            "After the moves halve: the game is over, so player has to return None, but it"
            " returned 'opp'.",
        ),
        (
            0,
            {"actions": ("halve", "decrement")},
            "At the start: the actions are 'decrement' and 'halve', in this order, but successors has"
            " 'halve' and 'decrement'.",
        ),
        (
            0,
            {"actions": ("decrement", Strange(kind="float", shown="0.5"))},
            "At the start: the actions are 'decrement' and 'halve', but successors has 'decrement' and"
            " 0.5 (a float).",
        ),
        (
            1,
            {"actions": ()},
            "After the moves decrement: the actions are 'dig', but successors has none.",
        ),
        (
            3,
            {"actions": ("halve",)},
            "After the moves halve: the game is over, so successors has to return {}, but it"
            " has 'halve'.",
        ),
        (
            0,
            {"refused": "", "utility": 0},
            "At the start: utility is defined at ends only, so here it has to raise ValueError, but it"
            " returned a value.",
        ),
        (
            0,
            {"refused": "KeyError"},
            "At the start: utility is defined at ends only, so here it has to raise ValueError, but it"
            " raised KeyError.",
        ),
        (
            2,
            {"refused": "ValueError"},
            "After the moves decrement.dig: the game is over, but utility raised ValueError.",
        ),
        (
            2,
            {"utility": NONE},
            "After the moves decrement.dig: utility has to be a number, but it returned None.",
        ),
        (
            2,
            {"utility": None},
            "After the moves decrement.dig: utility has to be a number, but it returned None.",
        ),
        (2, {"utility": 2}, "After the moves decrement.dig: the utility is 1, but yours is 2."),
        (
            2,
            {"utility": -1},
            "After the moves decrement.dig: the utility is 1, but yours is -1. The sign is wrong: who is"
            " to move at 0?",
        ),
        (
            0,
            {"changed": True, "is_end": True},
            "At the start: something changed when successors was called: the state, or what is_end or"
            " player says of it. No method may change a state or the game; successors makes new states.",
        ),
    ],
)
def test_first_state_that_differs_is_named(at: int, fields: dict[str, Any], said: str) -> None:
    assert changed(at, **fields) == said


def test_too_few_and_too_many_states_are_named() -> None:
    size = "states than the 4 that it should have."
    assert game_said(RIGHT[:3]) == f"Your game has fewer {size}"
    assert game_said((*RIGHT, RIGHT[3])) == f"Your game has more {size}"
    assert game_said(RIGHT, is_whole=False) == f"Your game has more {size}"


def test_what_is_no_game_is_named() -> None:
    asked = case(Expectation(game=GAME), Call.HALVING_GAME)
    answer = Answer(misshapen=Strange(kind="list, from successors", shown="[1]"))
    assert check_game(asked, answer, NUMBERS).message == (
        "HalvingGame has to return a game whose successors are a dict {action: state}, but your class"
        " made [1] (a list, from successors)."
    )


# ---------------------------------------------------------------------- who wins, by n


def row_said(*numbers: Any) -> str:
    asked = case(Expectation(row={0: 1, 1: -1, 2: 1, 3: 1, 4: -1}), Call.HALVING_GAME)
    return check_row(asked, Answer(numbers=numbers), NUMBERS).message


def test_right_row_passes() -> None:
    assert row_said(1, -1, 1.0, 1, -1) == ""


def test_wrong_winners_are_told_by_n() -> None:
    assert row_said(-1, -1, 1, 1, 1) == (
        "HalvingGame(0): the agent wins (1), but your minimax makes -1 of your game."
        " HalvingGame(4): the opponent wins (-1), but your minimax makes 1 of your game."
    )


def test_only_three_wrong_winners_are_told() -> None:
    assert row_said(-1, 1, -1, 1, 1).endswith(
        "but your minimax makes -1 of your game. 1 more is wrong."
    )
    assert row_said(-1, 1, -1, 1, 1).count("HalvingGame") == 3
    assert row_said(-1, 1, -1, -1, 1).endswith("2 more are wrong.")


def test_minimax_that_gives_no_value_is_named() -> None:
    assert row_said(1, Strange(kind="int", shown="3"), 1, 1, -1) == (
        "Your minimax plays your game here. It has to return a pair (value, action) with a number as its"
        " value, but at the start of HalvingGame(1) it gave 3 (an int)."
    )


# ---------------------------------------------------------------------- the table of values

TABLE = {("max", "min"): 3, ("max", "fixed"): 4, ("exptmax", "min"): 1, ("exptmax", "fixed"): 6}


def table_said(table: dict[Any, Any]) -> str:
    asked = case(Expectation(table=TABLE), Call.VALUE_TABLE)
    return check_table(asked, Answer(table=table), NUMBERS).message


def test_right_table_passes() -> None:
    assert table_said({**TABLE, ("max", "min"): 3.0000000001}) == ""


def test_key_that_is_missing_is_named() -> None:
    rest = {key: value for key, value in TABLE.items() if key != ("max", "fixed")}
    assert table_said(rest) == "The table has nothing under ('max', 'fixed')."


def test_key_that_is_none_of_the_four_is_named() -> None:
    assert table_said({**TABLE, ("min", "max"): 3}) == (
        "The table has the key ('min', 'max'); its keys are ('max', 'min'), ('max',"
        " 'fixed'), ('exptmax',"
        " 'min') and ('exptmax', 'fixed')."
    )


def test_wrong_value_is_told_with_who_plays_what() -> None:
    assert table_said({**TABLE, ("exptmax", "fixed"): 7}) == (
        "Under ('exptmax', 'fixed') stands 7, but it is 6: the agent plays its best answer to"
        " opponent_policy, the opponent plays opponent_policy."
    )


def test_where_ties_matter_it_is_said_which_action_is_taken() -> None:
    ties = "Policies take the first of equally good actions."
    assert table_said({**TABLE, ("max", "fixed"): 5}).endswith(ties)
    assert ties not in table_said({**TABLE, ("max", "min"): 2})


def test_value_that_is_no_number_is_named() -> None:
    assert table_said({**TABLE, ("max", "min"): NAN}).startswith(
        "Under ('max', 'min') stands nan, but it is 3: the agent plays its minimax policy, the opponent"
    )


@pytest.mark.parametrize(
    ("changes", "small", "large"),
    [
        ({("exptmax", "min"): 3.5}, ("exptmax", "min"), ("max", "min")),
        ({("max", "min"): 5}, ("max", "min"), ("max", "fixed")),
        ({("max", "fixed"): 9}, ("max", "fixed"), ("exptmax", "fixed")),
    ],
)
def test_inequality_that_no_table_breaks_is_named(changes: Any, small: Any, large: Any) -> None:
    said = table_said({**TABLE, **changes})
    assert said.endswith(f"In no game is {small} more than {large}, as it is in your table.")


# ---------------------------------------------------------------------- options


def options_said(*options: Any) -> str:
    intervals = {"A": (3, 5), "B": (5, 100), "C": (6, 7)}
    asked = case(Expectation(options=("B", "C")), Call.CHOOSE_BY_BOUNDS, intervals=intervals)
    return check_options(asked, Answer(options=options)).message


def test_right_options_pass_in_any_order() -> None:
    assert options_said("C", "B") == ""


def test_option_that_is_left_out_is_named() -> None:
    assert options_said("B") == "C can still be best, but your set leaves it out."
    assert options_said() == "B and C can still be best, but your set leaves them out."


def test_option_that_is_ruled_out_is_told_by_what() -> None:
    assert options_said("A", "B", "C") == (
        "Your set keeps A. But C is worth at least 6 and A at most 5, so C is sure to be"
        " at least as good."
    )


@pytest.mark.parametrize(
    ("option", "shown"),
    [("Z", "'Z'"), (None, "None"), (Strange(kind="float", shown="0.5"), "0.5 (a float)")],
)
def test_what_is_no_option_is_named(option: Any, shown: str) -> None:
    assert options_said("B", option) == f"Your set holds {shown}, but the options are A, B and C."


# ---------------------------------------------------------------------- a number for each player


def payoffs_said(payoffs: Any) -> str:
    expect = Expectation(payoffs=({"a": 3, "b": 1}, {"a": 3, "b": 2}))
    answer = Answer(payoffs=payoffs, action="A")
    return check_value(case(expect, Call.MAX_N), answer, NUMBERS).message


def test_payoffs_of_any_way_to_break_ties_pass() -> None:
    assert payoffs_said({"b": 1.0, "a": 3}) == ""
    assert payoffs_said({"a": 3, "b": 2}) == ""


@pytest.mark.parametrize(
    ("payoffs", "shown"),
    [
        ({"a": 3, "b": 0}, "{a: 3, b: 0}"),
        ({"a": 3}, "{a: 3}"),
        ({"a": 3, "b": NAN}, "{a: 3, b: nan}"),
        (Strange(kind="int", shown="3"), "3 (an int)"),
        (None, "None"),
    ],
)
def test_wrong_payoffs_are_told_beside_the_right_ones(payoffs: Any, shown: str) -> None:
    assert payoffs_said(payoffs) == (
        f"The players get {{a: 3, b: 1}} or {{a: 3, b: 2}} from the root, but your function returned"
        f" {shown}."
    )


# ---------------------------------------------------------------------- effort


def effort_said(
    effort: Effort, visited: str, evaluations: int = 0, horizon: str = "", call: Call = Call.MINIMAX
) -> str:
    def nodes(names: str) -> tuple[Node, ...]:
        return tuple(TREE.by_name[name] for name in names.split())

    outcome = Outcome(
        status=Status.RETURNED,
        visited=nodes(visited),
        evaluations=evaluations,
        horizon=nodes(horizon),
    )
    return check_effort(case(Expectation(effort=effort), call), outcome).message


def test_effort_within_its_bounds_passes() -> None:
    assert effort_said(Effort(visits=3, evaluations=2, must=("A",)), "root A B", 2) == ""


def test_too_many_visits_are_counted() -> None:
    said = effort_said(Effort(visits=2), "root A B")
    assert said == "Your search visited 3 nodes; 2 are enough here."


def test_evaluation_beyond_the_budget_is_counted() -> None:
    assert effort_said(Effort(evaluations=1), "root A", 2) == (
        "Your search called evaluate 2 times; its budget is 1. Stop before the call that"
        " would be one too"
        " many."
    )


def test_evaluation_of_the_start_is_free_for_deepening_only() -> None:
    effort = Effort(evaluations=1)
    assert effort_said(effort, "root", 2, "root", Call.ITERATIVE_DEEPENING) == ""
    assert effort_said(effort, "root", 2, "A", Call.ITERATIVE_DEEPENING) != ""
    assert effort_said(effort, "root", 2, "root", Call.DEPTH_LIMITED) != ""


def test_nodes_that_must_be_visited_are_named() -> None:
    said = effort_said(Effort(must=("A", "B", "root")), "root")
    assert said == "Your search left out A and B, which can still change the answer."


def test_effort_on_a_game_looks_at_no_more_than_it_names() -> None:
    class Endless:
        """Its tree is never ready; nobody may look at all of it."""

        def start_state(self) -> int:
            return 0

        def is_end(self, state: Any) -> bool:
            return False

        def utility(self, state: Any) -> float:
            raise ValueError

        def player(self, state: Any) -> str:
            assert state < 3
            return "agent"

        def successors(self, state: Any) -> dict[str, int]:
            return {"on": state + 1}

    tree = unfold(Endless())
    asked = case(Expectation(effort=Effort(must=("on",))), Call.MINIMAX, tree)
    outcome = Outcome(status=Status.RETURNED, visited=(tree.root,))
    said = check_effort(asked, outcome).message
    assert said == "Your search left out on, which can still change the answer."


@pytest.mark.parametrize(
    ("check", "call"),
    [
        (lambda asked: check_game(asked, Answer(), NUMBERS), Call.HALVING_GAME),
        (lambda asked: check_row(asked, Answer(), NUMBERS), Call.HALVING_GAME),
        (lambda asked: check_table(asked, Answer(), NUMBERS), Call.VALUE_TABLE),
        (lambda asked: check_options(asked, Answer()), Call.CHOOSE_BY_BOUNDS),
        (lambda asked: check_effort(asked, Outcome(status=Status.RETURNED)), Call.MINIMAX),
    ],
)
def test_nothing_expected_is_right(check: Any, call: Call) -> None:
    assert check(case(Expectation(), call)).passed


@pytest.mark.parametrize(
    ("check", "expect", "call"),
    [
        (check_row, Expectation(row={0: 1}), Call.HALVING_GAME),
        (check_table, Expectation(table=TABLE), Call.VALUE_TABLE),
        (
            lambda asked, answer, _: check_options(asked, answer),
            Expectation(options=()),
            Call.CHOOSE_BY_BOUNDS,
        ),
    ],
)
def test_answer_of_another_shape_is_named(check: Any, expect: Expectation, call: Call) -> None:
    said = check(
        case(expect, call), Answer(misshapen=Strange(kind="str", shown="'x'")), NUMBERS
    ).message
    assert said.startswith(f"{call.value} has to return")
    assert "'x' (a str)" in said
