"""The reference plays: rollouts, their mean, policies against policies, and tic-tac-toe by features."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest
from games import Policy, Rollout, State, TicTacToe, Tree, always, uniform
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import Recorded, policies_of, solution, trees

from grader.search import rollouts, value_table
from grader.tree import GameTree
from grader.tree import always as always_table
from grader.tree import uniform as uniform_table

law = settings(max_examples=80, deadline=None)
BINS = "max(A: min(-50, 50), B: min(1, 3), C: min(-5, 15))"
COIN = Tree("max(A: coin(h 1/4: 8, t 3/4: min(0, 4)), B: 1)")
PLAYERS = ("agent", "opp", "ghost1")


def seeded(seed: int = 0) -> random.Random:
    return random.Random(seed)


def coin_policies() -> dict[str, Policy]:
    return {**COIN.policies(), "agent": always("A"), "opp": uniform(COIN)}


# ---------------------------------------------------------------------- rollouts


def test_a_play_without_chance_is_the_only_one() -> None:
    tree = Tree("max(A: min(3, 5), B: 9)")
    policies = {"agent": always("A"), "opp": always("2")}
    play = solution.simulate(tree, policies, seeded())
    assert play == Rollout(["root", "A", "A2"], ["A", "2"], 5)
    assert isinstance(play, Rollout)


def test_a_play_from_an_end_has_one_state() -> None:
    assert solution.simulate(Tree(7), {}, seeded()) == Rollout(["root"], [], 7)


@law
@given(trees(PLAYERS), st.integers(0, 1000))
def test_a_play_asks_about_its_own_path_in_order(tree: GameTree, seed: int) -> None:
    tables = {player: uniform_table(tree, player) for player in tree.players}
    game = Recorded(tree.root)
    play = solution.simulate(game, policies_of(tables), seeded(seed))
    assert list(game.visited) == play.states
    steps = zip(play.states, play.actions, play.states[1:], strict=False)
    assert all(state.child(action) is after for state, action, after in steps)
    assert (play.states[-1].utility, len(play.actions)) == (play.utility, len(play.states) - 1)


@law
@given(trees(PLAYERS), st.integers(0, 1000))
def test_a_play_ends_where_it_can(tree: GameTree, seed: int) -> None:
    tables = {player: uniform_table(tree, player) for player in tree.players}
    game = Recorded(tree.root)
    play = solution.simulate(game, policies_of(tables), seeded(seed))
    assert play.states[-1] in rollouts(tree.root, tables).ends


def test_one_seed_makes_one_play() -> None:
    plays = [
        [solution.simulate(COIN, coin_policies(), seeded(seed)).states for seed in range(20)]
        for _ in range(2)
    ]
    assert plays[0] == plays[1]
    assert len({tuple(states) for states in plays[0]}) == 3


def test_chance_comes_from_the_given_generator_alone() -> None:
    before = random.getstate()
    given_one = seeded()
    solution.simulate(COIN, coin_policies(), given_one)
    assert random.getstate() == before
    assert given_one.getstate() != seeded().getstate()


def test_plays_are_as_frequent_as_they_are_likely() -> None:
    rng, n = seeded(1), 4000
    ends = Counter(solution.simulate(COIN, coin_policies(), rng).states[-1] for _ in range(n))
    # Five standard deviations: 5 * sqrt(p * (1 - p) / n) is 0.034 for 1/4, 0.038 for 3/8.
    assert ends["Ah"] / n == pytest.approx(1 / 4, abs=0.034)
    assert ends["At1"] / n == pytest.approx(3 / 8, abs=0.038)
    assert ends["At2"] / n == pytest.approx(3 / 8, abs=0.038)


def test_what_has_no_probability_is_never_played() -> None:
    tree = Tree("coin(a 0/1: 1, b 1/1: 2, c 0/1: 3)")
    plays = [solution.simulate(tree, tree.policies(), seeded(seed)) for seed in range(50)]
    assert {play.utility for play in plays} == {2}


# ---------------------------------------------------------------------- their mean


def test_an_estimate_is_the_mean_of_its_plays() -> None:
    rng, again = seeded(3), seeded(3)
    plays = [solution.simulate(COIN, coin_policies(), rng).utility for _ in range(7)]
    found = solution.estimate(COIN, coin_policies(), again, 7)
    assert found == pytest.approx(sum(plays) / 7)
    assert rng.getstate() == again.getstate()


def test_an_estimate_comes_close_to_the_value() -> None:
    # Utilities from 0 to 8 with variance 10.7: five standard deviations of the mean are 0.26.
    value = solution.game_value(COIN, coin_policies(), "root")
    assert value == 3.5
    found = solution.estimate(COIN, coin_policies(), seeded(5), 4000)
    assert found == pytest.approx(value, abs=0.26)


# ---------------------------------------------------------------------- policies against policies


def test_the_table_of_the_bins_is_the_lectures() -> None:
    tree = Tree(BINS)
    assert solution.value_table(tree, uniform(tree)) == {
        ("max", "min"): 1,
        ("max", "fixed"): 2,
        ("exptmax", "min"): -5,
        ("exptmax", "fixed"): 5,
    }


def opponents(tree: GameTree) -> list[Any]:
    """Policies of opp as tables: uniform, and always the first action if that is legal everywhere."""
    if "opp" not in tree.players:
        return [{}]
    return [uniform_table(tree, "opp"), always_table(tree, "opp", "1")]


@law
@given(trees(("agent", "opp")), st.integers(0, 1))
def test_the_three_inequalities_hold(tree: GameTree, which: int) -> None:
    (policy,) = policies_of({"opp": opponents(tree)[which % len(opponents(tree))]}).values()
    table = solution.value_table(Recorded(tree.root), policy)
    assert table["exptmax", "min"] <= table["max", "min"]
    assert table["max", "min"] <= table["max", "fixed"]
    assert table["max", "fixed"] <= table["exptmax", "fixed"]


@law
@given(trees(("agent", "opp")), st.integers(0, 1))
def test_both_searchers_have_the_same_table(tree: GameTree, which: int) -> None:
    opponent = opponents(tree)[which % len(opponents(tree))]
    (policy,) = policies_of({"opp": opponent}).values()
    assert solution.value_table(Recorded(tree.root), policy) == value_table(tree.root, opponent)


def test_policies_of_the_table_take_the_first_of_ties() -> None:
    tree = Tree("max(A: min(2, 8), B: min(2, 4))")
    assert solution.value_table(tree, uniform(tree))["max", "fixed"] == 5
    other = Tree("max(B: min(2, 4), A: min(2, 8))")
    assert solution.value_table(other, uniform(other))["max", "fixed"] == 3


# ---------------------------------------------------------------------- tic-tac-toe by features

GAME = TicTacToe()
SWAP = str.maketrans("XO", "OX")


@cache
def positions() -> list[Any]:
    """Every position that can be reached, the start first."""
    found = {GAME.start_state(): None}
    pending = list(found)
    while pending:
        new = [child for child in GAME.successors(pending.pop()).values() if child not in found]
        found.update(dict.fromkeys(new))
        pending.extend(new)
    return list(found)


def test_the_evaluation_of_an_end_is_its_utility() -> None:
    ends = [state for state in positions() if GAME.is_end(state)]
    assert len(ends) == 958
    assert all(solution.evaluate_tictactoe(end) == GAME.utility(end) for end in ends)


def test_the_evaluation_lies_between_defeat_and_victory() -> None:
    inner = [state for state in positions() if not GAME.is_end(state)]
    assert all(-1 < solution.evaluate_tictactoe(state) < 1 for state in inner)


def test_the_evaluation_changes_sign_with_the_sides() -> None:
    for board, mover in positions():
        swapped = board.translate(SWAP), "opp" if mover == "agent" else "agent"
        found = solution.evaluate_tictactoe((board, mover))
        assert solution.evaluate_tictactoe(swapped) == -found


@pytest.mark.parametrize(
    "state",
    [
        ("X........", "opp"),
        ("XX..O....", "agent"),  # wins at once
        ("XO.......", "agent"),
        ("X.O.X....", "opp"),
        ("X.X.O.X.O", "opp"),  # two threats
        (".O..X....", "agent"),  # published as won for X
    ],
)
def test_what_is_good_for_x_is_positive(state: State) -> None:
    assert solution.evaluate_tictactoe(state) > 0


def at_depth(depth: int) -> Policy:
    def policy(state: State) -> dict[Any, float]:
        search = solution.depth_limited_plies(GAME, state, depth, solution.evaluate_tictactoe)
        return {search[1]: 1.0}

    return policy


def greedy(state: State) -> dict[Any, float]:
    """Wins at once where it can, and moves at random elsewhere."""
    moves = GAME.successors(state)
    wins = [action for action, after in moves.items() if GAME.is_end(after) and GAME.utility(after)]
    return {action: 1 / len(wins or moves) for action in wins or moves}


def results(depth: int, other: Policy, games: int) -> Counter[float]:
    """How games end for who searches ``depth`` plies, as X and as O in turn."""
    found: Counter[float] = Counter()
    for seed in range(games):
        sides = (at_depth(depth), other) if seed % 2 else (other, at_depth(depth))
        play = solution.simulate(
            GAME, dict(zip(("agent", "opp"), sides, strict=True)), seeded(seed)
        )
        found[play.utility * (1 if seed % 2 else -1)] += 1
    return found


@pytest.mark.parametrize("depth", [1, 2])
def test_the_evaluation_beats_a_random_player(depth: int) -> None:
    found = results(depth, uniform(GAME), 40)
    assert found[1] >= 36
    assert found[-1] == 0


@pytest.mark.parametrize("depth", [1, 2])
def test_the_evaluation_beats_a_greedy_player(depth: int) -> None:
    found = results(depth, greedy, 40)
    assert found[1] >= 28
    assert found[-1] <= 4
