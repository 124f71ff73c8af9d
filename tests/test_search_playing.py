"""Laws of playing by fixed policies, of the table of values, and of choosing by bounds."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import CHOOSERS, Policies, coin_of, names, trees

from grader.search import (
    AGENT,
    choose_by_bounds,
    expected_value,
    expectimax,
    minimax,
    optimal_policy,
    rollouts,
    value_table,
)
from grader.tree import Draft, GameTree, Number, PolicyError, PolicyTable, always, grow, uniform

COIN = (*CHOOSERS, "coin")
law = settings(max_examples=100, deadline=None, derandomize=True, database=None)
seeds = st.integers(0, 1000)


def random_policy(tree: GameTree, player: str, seed: int) -> PolicyTable:
    """Probabilities in quarters, many of them 0."""
    rng = random.Random(seed)
    table: dict[str, Mapping[str, Fraction]] = {}
    for node in tree.nodes():
        if node.player == player:
            drawn = rng.choices(node.actions, k=4)
            table[node.name] = {action: Fraction(drawn.count(action), 4) for action in node.actions}
    return table


def policies_of_all(tree: GameTree, seed: int) -> Policies:
    choosers = {player: random_policy(tree, player, seed) for player in CHOOSERS}
    return {**choosers, **coin_of(tree)}


# ---------------------------------------------------------------------- rollouts


@law
@given(trees(COIN), seeds)
def test_ends_have_probabilities_whose_mean_is_the_games_value(tree: GameTree, seed: int) -> None:
    policies = policies_of_all(tree, seed)
    found = rollouts(tree.root, policies)
    assert sum(found.ends.values()) == 1
    assert all(chance > 0 and end.is_end for end, chance in found.ends.items())
    assert found.mean == expected_value(tree.root, policies).value


@law
@given(trees(COIN), seeds)
def test_end_is_as_likely_as_all_moves_to_it(tree: GameTree, seed: int) -> None:
    policies = policies_of_all(tree, seed)
    found = rollouts(tree.root, policies)
    for end in (node for node in tree.nodes() if node.is_end):
        chance, below = Fraction(1), end
        for above in tree.ancestors(end):
            action = above.actions[above.children.index(below)]
            chance *= policies[above.player or ""][above.name][action]
            below = above
        assert found.ends.get(end, 0) == chance


@law
@given(trees(COIN), seeds)
def test_path_is_there_when_only_one_play_is_possible(tree: GameTree, seed: int) -> None:
    found = rollouts(tree.root, policies_of_all(tree, seed))
    if len(found.ends) > 1:
        assert found.path is None
    else:
        (end,) = found.ends
        assert found.path == (*reversed(list(tree.ancestors(end))), end)


def test_what_cannot_be_reached_needs_no_policy() -> None:
    stray = Draft(player="ghost1", branches=[("1", Draft(utility=9))])
    start = grow(Draft(player="opp", branches=[("A", stray), ("B", Draft(utility=2))])).root
    always_b = {"root": {"A": Fraction(0), "B": Fraction(1)}}
    found = rollouts(start, {"opp": always_b})
    assert found.path is not None
    assert (names(found.path), found.mean) == (("root", "B"), 2)


def test_mover_without_a_policy_is_named() -> None:
    tree = grow(
        Draft(
            player="opp", branches=[("A", Draft(player=AGENT, branches=[("1", Draft(utility=1))]))]
        )
    )
    with pytest.raises(PolicyError, match=r"^agent moves at A, but has no policy$"):
        rollouts(tree.root, {"opp": uniform(tree, "opp")})


# ---------------------------------------------------------------------- the table of values


@law
@given(trees((AGENT, "opp")), seeds)
def test_policies_are_worth_in_order_what_the_lecture_says(tree: GameTree, seed: int) -> None:
    table = value_table(tree.root, random_policy(tree, "opp", seed))
    assert table["exptmax", "min"] <= table["max", "min"]
    assert table["max", "min"] <= table["max", "fixed"]
    assert table["max", "fixed"] <= table["exptmax", "fixed"]


@law
@given(trees((AGENT, "opp")), seeds)
def test_equilibrium_and_best_answer_are_searches_of_their_own(tree: GameTree, seed: int) -> None:
    opponent = random_policy(tree, "opp", seed)
    table = value_table(tree.root, opponent)
    assert table["max", "min"] == minimax(tree.root).value
    assert table["exptmax", "fixed"] == expectimax(tree.root, {"opp": opponent}).value


@law
@given(trees((AGENT, "opp")), seeds)
def test_table_plays_the_first_of_ties(tree: GameTree, seed: int) -> None:
    opponent = random_policy(tree, "opp", seed)
    both = optimal_policy(tree.root)
    answer = optimal_policy(tree.root, {"opp": opponent})
    worst = played(tree, {**both, **answer})
    assert value_table(tree.root, opponent)["exptmax", "min"] == worst


def played(tree: GameTree, policy: Mapping[str, tuple[str, ...]]) -> Number | None:
    node = tree.root
    while not node.is_end:
        node = node.child(policy[node.name][0])
    return node.utility


def test_first_of_ties_decides_against_another_opponent() -> None:
    def tied(first: Number, second: Number) -> tuple[GameTree, PolicyTable]:
        ends = [("1", Draft(utility=first)), ("2", Draft(utility=second))]
        opp = Draft(player="opp", branches=ends)
        tree = grow(Draft(player=AGENT, branches=[("A", opp), ("B", Draft(utility=5))]))
        return tree, always(tree, "opp", "1")

    tree, ones = tied(5, -1)  # A ties with B if opp plays 1
    assert value_table(tree.root, ones)["exptmax", "min"] == -1
    tree, ones = tied(8, 5)  # A ties with B if opp plays 2
    assert value_table(tree.root, ones)["max", "fixed"] == 8


def test_table_of_the_lectures_three_bins() -> None:
    bins = {"A": (-50, 50), "B": (1, 3), "C": (-5, 15)}
    branches = [
        (
            name,
            Draft(player="opp", branches=[(str(n), Draft(utility=u)) for n, u in enumerate(pair)]),
        )
        for name, pair in bins.items()
    ]
    tree = grow(Draft(player=AGENT, branches=branches))
    assert value_table(tree.root, uniform(tree, "opp")) == {
        ("max", "min"): 1,
        ("max", "fixed"): 2,
        ("exptmax", "min"): -5,
        ("exptmax", "fixed"): 5,
    }


# ---------------------------------------------------------------------- choosing by bounds

intervals = st.dictionaries(
    st.sampled_from("ABCDE"), st.tuples(st.integers(0, 3), st.integers(0, 3)).map(sorted).map(tuple)
)


@law
@given(intervals)
def test_best_value_is_always_among_the_chosen(known: dict[str, tuple[int, int]]) -> None:
    chosen = choose_by_bounds(known)
    assert chosen <= set(known)
    assert bool(chosen) == bool(known)
    for name, (_, high) in known.items():
        if name not in chosen:
            assert any(known[other][0] >= high for other in chosen)
        others = [known[other] for other in known if other != name]
        if all(other[0] < high for other in others):
            assert name in chosen


@law
@given(intervals)
def test_chosen_ones_do_not_rule_each_other_out(known: dict[str, tuple[int, int]]) -> None:
    chosen = choose_by_bounds(known)
    for better, worse in permutations(chosen, 2):
        assert known[better][0] < known[worse][1]


@pytest.mark.parametrize(
    ("known", "chosen"),
    [
        ({}, set()),
        ({"A": (3, 5), "B": (5, 100)}, {"B"}),
        ({"A": (4, 4), "B": (4, 4), "C": (1, 4)}, {"A"}),
        ({"B": (4, 4), "A": (4, 4)}, {"B"}),
        ({"A": (3, 5), "B": (4, 100)}, {"A", "B"}),
    ],
)
def test_choice_by_bounds_of_a_few_options(
    known: dict[str, tuple[int, int]], chosen: set[str]
) -> None:
    assert choose_by_bounds(known) == chosen


def test_bounds_the_wrong_way_round_are_refused() -> None:
    message = "the bounds of 'A' are the wrong way round: 5 > 3"
    with pytest.raises(ValueError, match=f"^{message}$"):
        choose_by_bounds({"A": (5, 3)})
