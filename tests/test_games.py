"""The games that students are given, and the reference's own: laws of any play, and solved facts.

The facts are in ``tests/oracle``, in ``facts.json`` and ``solved_games.json``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from games import CoinsInARow, DiceRace, Game, Nim, State, TicTacToe, uniform
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import ROOT, solution

GAMES: dict[str, Game] = {
    "tic-tac-toe": TicTacToe(),
    "nim": Nim(2, 0, 3),
    "nim, nothing to take": Nim(),
    "coins in a row": CoinsInARow(2, 1, 5, 3),
    "no coins": CoinsInARow(),
    "dice race": DiceRace(),
    "a short dice race": DiceRace(goal=9, sides=4, turns=1),
    "halving": solution.HalvingGame(13),
    "halving, at the end": solution.HalvingGame(0),
}
FACTS: dict[str, Any] = {
    fact["id"]: fact["value"]
    for file in ("facts.json", "solved_games.json")
    for fact in json.loads((ROOT / "tests" / "oracle" / file).read_text(encoding="utf-8"))
}
LONGEST = 20  # moves of any of the games

law = settings(max_examples=60, deadline=None)
any_game = st.sampled_from(list(GAMES.values()))
plays = st.lists(st.integers(0, 100), min_size=LONGEST, max_size=LONGEST)


def played(game: Game, choices: list[int]) -> list[State]:
    """The states of a play, each move chosen by a number; it may stop before the end."""
    states = [game.start_state()]
    for choice in choices:
        moves = list(game.successors(states[-1]).values())
        if moves:
            states.append(moves[choice % len(moves)])
    return states


def after(game: Game, *actions: object) -> State:
    state = game.start_state()
    for action in actions:
        state = game.successors(state)[action]
    return state


# ---------------------------------------------------------------------- any play of any game


@law
@given(any_game, plays)
def test_every_play_ends(game: Game, choices: list[int]) -> None:
    *before, last = played(game, choices)
    assert game.is_end(last) is True
    assert not any(game.is_end(state) for state in before)


@law
@given(any_game, plays)
def test_nobody_moves_at_ends_alone(game: Game, choices: list[int]) -> None:
    for state in played(game, choices):
        assert (game.player(state) is None) == (game.successors(state) == {}) == game.is_end(state)


@law
@given(any_game, plays)
def test_only_ends_have_a_utility(game: Game, choices: list[int]) -> None:
    *before, last = played(game, choices)
    assert type(game.utility(last)) is int
    for state in before:
        with pytest.raises(ValueError, match="has no utility"):
            game.utility(state)


@law
@given(any_game, plays)
def test_players_take_turns(game: Game, choices: list[int]) -> None:
    movers = [player for state in played(game, choices) if (player := game.player(state))]
    choosers = [player for player in movers if player != "coin"]
    assert choosers == ["agent", "opp"] * (len(choosers) // 2) + ["agent"] * (len(choosers) % 2)
    assert ("coin", "coin") not in pairwise(movers)


def is_plain(thing: object) -> bool:
    if isinstance(thing, tuple):
        return all(map(is_plain, thing))
    return type(thing) in (str, int)


@law
@given(any_game, plays)
def test_states_and_actions_are_plain(game: Game, choices: list[int]) -> None:
    for state in played(game, choices):
        assert is_plain(state)
        assert is_plain(tuple(game.successors(state)))


@law
@given(any_game, plays)
def test_what_a_caller_changes_is_no_part_of_a_game(game: Game, choices: list[int]) -> None:
    for state in played(game, choices):
        first = game.successors(state)
        kept = list(first.items())
        first.clear()
        assert list(game.successors(state).items()) == kept


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Nim(3, -1), r"a heap has 0 or more objects, so \(3, -1\) are no heaps"),
        (lambda: DiceRace(goal=0), "goal, sides and turns are whole numbers from 1 up"),
        (lambda: DiceRace(sides=0), "goal, sides and turns are whole numbers from 1 up"),
        (lambda: DiceRace(turns=0), "goal, sides and turns are whole numbers from 1 up"),
    ],
)
def test_impossible_games_are_refused(make: Callable[[], Game], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


# ---------------------------------------------------------------------- tic-tac-toe


def census(game: Game) -> dict[State, tuple[int, int]]:
    """Every position with the nodes and the ends of the tree below it, paths counted."""
    found: dict[State, tuple[int, int]] = {}

    def count(state: State) -> tuple[int, int]:
        if state not in found:
            below = [count(child) for child in game.successors(state).values()]
            ends = sum(ends for _, ends in below) if below else 1
            found[state] = 1 + sum(nodes for nodes, _ in below), ends
        return found[state]

    count(game.start_state())
    return found


def test_tic_tac_toe_has_the_published_size() -> None:
    game = TicTacToe()
    positions = census(game)
    nodes, ends = positions[game.start_state()]
    stated = ("tic-tac-toe-positions", "tic-tac-toe-nodes", "tic-tac-toe-games")
    assert [FACTS[fact] for fact in stated] == [len(positions), nodes, ends]


def test_every_tic_tac_toe_line_wins() -> None:
    game = TicTacToe()
    for line in TicTacToe.LINES:
        board = "".join("X" if at in line else "." for at in range(9))
        assert game.utility((board, "opp")) == 1
        assert game.utility((board.replace("X", "O"), "agent")) == -1


def test_a_full_board_without_a_line_is_a_draw() -> None:
    assert TicTacToe().utility(("XOXXOOOXX", "opp")) == 0


def test_alpha_beta_visits_as_many_nodes_as_published() -> None:
    entered = Entered()
    assert solution.alpha_beta(entered, entered.start_state())[0] == FACTS["tic-tac-toe-value"]
    assert entered.paths == FACTS["tic-tac-toe-alpha-beta"]


class Entered:
    """Tic-tac-toe that counts paths: a state is the squares marked so far, with the position."""

    def __init__(self) -> None:
        self._game = TicTacToe()
        self._asked: set[State] = set()

    @property
    def paths(self) -> int:
        return len(self._asked)

    def start_state(self) -> State:
        return (), self._game.start_state()

    def is_end(self, state: Any) -> bool:
        return self._game.is_end(self._position(state))

    def utility(self, state: Any) -> float:
        return self._game.utility(self._position(state))

    def player(self, state: Any) -> str | None:
        return self._game.player(self._position(state))

    def successors(self, state: Any) -> dict[Any, State]:
        below = self._game.successors(self._position(state))
        return {square: ((*state[0], square), position) for square, position in below.items()}

    def _position(self, state: Any) -> Any:
        path, position = state
        self._asked.add(path)
        return position


@pytest.mark.parametrize("square", range(9))
def test_no_first_move_wins_at_tic_tac_toe(square: int) -> None:
    game = TicTacToe()
    value, _ = solution.alpha_beta(game, after(game, square))
    assert value == FACTS["tic-tac-toe-first-moves"][square]


# ---------------------------------------------------------------------- Nim, coins, halving, dice


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 3), max_size=3))
def test_nim_is_won_where_the_xor_is_not_zero(heaps: list[int]) -> None:
    game, xor = Nim(*heaps), 0
    for heap in heaps:
        xor ^= heap
    assert solution.alpha_beta(game, game.start_state())[0] == (1 if xor else -1)


@pytest.mark.parametrize(("heaps", "won"), FACTS["nim"])
def test_nim_is_won_where_computed(heaps: list[int], won: bool) -> None:
    game = Nim(*heaps)
    assert solution.alpha_beta(game, game.start_state())[0] == (1 if won else -1)


def test_coins_in_a_row_are_worth_what_is_published() -> None:
    stated = FACTS["coins-in-a-row"]
    game = CoinsInARow(*stated["coins"])
    assert solution.minimax(game, game.start_state())[0] == stated["value"]
    assert census(game)[game.start_state()] == (stated["nodes"], stated["leaves"])


def test_a_greedy_taker_of_coins_loses_what_is_published() -> None:
    stated = FACTS["coins-in-a-row"]
    game = CoinsInARow(*stated["coins"])

    def greedy(state: Any) -> dict[str, float]:
        coins, *_ = state
        return {"left" if coins[0] >= coins[-1] else "right": 1.0}

    policies = {"agent": greedy, "opp": solution.minimax_policy(game)}
    assert solution.game_value(game, policies, game.start_state()) == stated["greedy"]


@pytest.mark.parametrize(("n", "value"), list(enumerate(FACTS["halving-values"], 1)))
def test_halving_is_won_where_published(n: int, value: int) -> None:
    game = solution.HalvingGame(n)
    assert solution.minimax(game, game.start_state())[0] == value


def test_halving_is_lost_where_computed() -> None:
    games = [solution.HalvingGame(n) for n in range(1, 16)]
    values = [solution.minimax(game, game.start_state())[0] for game in games]
    lost = [n for n, value in enumerate(values, 1) if value == -1]
    assert lost == [n for n in FACTS["halving-lost"] if n <= 15]


@pytest.mark.parametrize(("n", "nodes"), FACTS["halving-nodes"])
def test_halving_trees_have_the_computed_size(n: int, nodes: int) -> None:
    game = solution.HalvingGame(n)
    assert census(game)[game.start_state()][0] == nodes


@pytest.mark.parametrize(("n", "after_it"), [(1, [0, 0]), (2, [1, 1]), (7, [6, 3]), (8, [7, 4])])
def test_halving_rounds_down_and_keeps_its_order(n: int, after_it: list[int]) -> None:
    game = solution.HalvingGame(n)
    following = game.successors(game.start_state())
    assert list(following) == ["decrement", "halve"]
    assert [number for _, number in following.values()] == after_it


def test_nothing_left_is_won_at_once() -> None:
    game = solution.HalvingGame(0)
    assert game.utility(game.start_state()) == 1


def test_a_die_adds_its_face_but_for_one() -> None:
    game = DiceRace(goal=9, sides=6, turns=2)
    thrown = game.successors(after(game, "hold", "roll"))
    assert [state[1] for state in thrown.values()] == [0, 2, 3, 4, 5, 6]  # type: ignore[index]


@pytest.mark.parametrize(
    ("actions", "utility"),
    [
        (("roll", 3, "hold", "hold"), 1),  # the goal is reached
        (("hold", "roll", 3, "hold", "hold"), -1),
        (("hold", "hold", "hold", "hold"), 0),  # the turns are used up
        (("roll", 2, "hold", "hold", "hold"), 1),
    ],
)
def test_who_is_first_or_ahead_wins_the_race(actions: tuple[object, ...], utility: int) -> None:
    game = DiceRace(goal=4, sides=3, turns=2)
    assert game.utility(after(game, *actions)) == utility


def test_the_value_of_a_short_race_is_right() -> None:
    # One turn each: a throw has 0, 2 or 3 points, opp then beats 0 or 1 by holding or throwing.
    game = DiceRace(goal=9, sides=3, turns=1)
    found = solution.expectiminimax(game, {"coin": uniform(game)}, game.start_state())
    # hold: opp throws, loses by 0 (1/3), wins by 2 or 3 (2/3): -1/3, better for it than a draw.
    # roll 0: opp holds, -1. roll 2: opp throws 0 (+1), 2 (0), 3 (-1): 0. roll 3: +1, +1, 0: 2/3.
    assert found == (pytest.approx(-1 / 9), "roll")
