"""The reference: the lecture's trees, ties, depth rules, and what is asked about in which order."""

from __future__ import annotations

import inspect
import sys
from typing import Any

import pytest
from games import Policy, State, Tree, always, uniform
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import ROOT
from playing import solution as solver

from grader.cases import Call

BINS = "max(A: min(-50, 50), B: min(1, 3), C: min(-5, 15))"
# Tails stays at the bin, heads moves one bin to the left, from the first to the last.
COIN = """max(A: coin(h 1/2: min(-5, 15), t 1/2: min(-50, 50)),
              B: coin(h 1/2: min(-50, 50), t 1/2: min(1, 3)),
              C: coin(h 1/2: min(1, 3), t 1/2: min(-5, 15)))"""


class Watched(Tree):
    """A tree that notes the states asked about, in the order of first questions."""

    def __init__(self, source: object) -> None:
        super().__init__(source)
        self.asked: dict[Any, None] = {}

    def _at(self, state: State) -> Any:
        self.asked.setdefault(state)
        return super()._at(state)


def visited(source: object, call: str, *more: object) -> list[str]:
    tree = Watched(source)
    getattr(solver, call)(tree, "root", *more)
    return list(tree.asked)


# ---------------------------------------------------------------------- the lecture's trees


@pytest.mark.parametrize(("action", "value"), [("A", 0), ("B", 2), ("C", 5)])
def test_bins_are_evaluated_under_fixed_policies(action: str, value: float) -> None:
    tree = Tree(BINS)
    policies = {"agent": always(action), "opp": uniform(tree)}
    assert solver.game_value(tree, policies, "root") == value


def test_a_random_opponent_makes_c_the_best_bin() -> None:
    tree = Tree(BINS)
    assert solver.expectimax(tree, {"opp": uniform(tree)}, "root") == (5, "C")


def test_an_adversary_makes_b_the_best_bin() -> None:
    assert solver.minimax(Tree(BINS), "root") == (1, "B")
    assert solver.alpha_beta(Tree(BINS), "root") == (1, "B")


def test_the_coin_makes_c_the_best_bin_again() -> None:
    tree = Tree(COIN)
    assert solver.expectiminimax(tree, tree.policies(), "root") == (-2, "C")


@pytest.mark.parametrize(
    ("line", "value", "action"),
    [
        ("max(min(3, 17), min(2, 8), min(2, 14))", 3, "1"),
        ("max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))", 3, "1"),
        ("max(max(8, 2), max(3, 1))", 8, "1"),
        ("max(min(9, 7), min(6, max(3, 4)), min(8, 3))", 7, "1"),
        ("min(max(-1, 3), max(5, 0))", 3, "1"),
        ("ghost1(ghost2(max(4, 1), 3), max(ghost1(2, 9), 0))", 2, "2"),
    ],
)
def test_minimax_and_alpha_beta_give_the_published_answers(
    line: str, value: float, action: str
) -> None:
    assert solver.minimax(Tree(line), "root") == (value, action)
    assert solver.alpha_beta(Tree(line), "root") == (value, action)


# ---------------------------------------------------------------------- who chooses


def test_expectimax_ignores_a_policy_of_the_agent() -> None:
    tree = Tree(BINS)
    policies = {"agent": always("A"), "opp": uniform(tree)}
    assert solver.expectimax(tree, policies, "root") == (5, "C")
    assert solver.expectiminimax(tree, policies, "root") == (5, "C")


def test_players_without_a_policy_minimise() -> None:
    tree = Tree("max(ghost1(ghost2(2, 8), ghost2(0, 4)), 1)")
    assert solver.game_value(tree, {"ghost2": uniform(tree)}, "root") == 2
    assert solver.expectimax(tree, {"ghost2": uniform(tree)}, "root") == (2, "1")


def test_an_averaged_mover_has_no_action() -> None:
    tree = Tree("coin(h 1/4: 8, t 3/4: max(0, 4))")
    assert solver.expectimax(tree, tree.policies(), "root") == (5, None)
    assert solver.expectiminimax(tree, tree.policies(), "root") == (5, None)


def test_an_opponent_that_chooses_has_its_lowest_action() -> None:
    assert solver.minimax(Tree("min(4, 1, 2)"), "root") == (1, "2")
    assert solver.expectiminimax(Tree("min(4, 1, 2)"), {}, "root") == (1, "2")


def test_an_end_has_its_utility_and_no_action() -> None:
    end = Tree(7)
    assert solver.game_value(end, {}, "root") == 7
    assert solver.minimax(end, "root") == solver.alpha_beta(end, "root") == (7, None)
    assert solver.expectimax(end, {}, "root") == (7, None)
    assert solver.depth_limited(end, "root", 0, end.evaluate) == (7, None)


@pytest.mark.parametrize(
    "line", ["max(1, 4, 4, 2)", "min(5, 4, 4, 6)", "max(1, min(4, 9), min(7, 4))"]
)
def test_the_first_of_ties_is_taken(line: str) -> None:
    tree = Tree(line)
    assert solver.minimax(tree, "root") == (4, "2")
    assert solver.alpha_beta(tree, "root") == (4, "2")
    assert solver.minimax_policy(tree)("root") == {"2": 1.0}


def test_policies_choose_for_every_mover_without_one() -> None:
    tree = Tree(BINS)
    adversarial: Policy = solver.minimax_policy(tree)
    assert adversarial("root") == {"B": 1.0}
    assert [adversarial(state) for state in "ABC"] == [{"1": 1.0}] * 3
    assert solver.expectimax_policy(tree, {"opp": uniform(tree)})("root") == {"C": 1.0}
    assert solver.expectimax_policy(tree, {})("C") == {"1": 1.0}


def test_a_policy_may_leave_out_what_it_never_plays() -> None:
    tree = Watched("opp(A: 3, B: 100)")
    assert solver.game_value(tree, {"opp": always("A")}, "root") == 3
    assert list(tree.asked) == ["root", "A", "B"]


# ---------------------------------------------------------------------- what is visited


def test_alpha_beta_never_asks_about_pruned_nodes() -> None:
    good, bad = "max(A: min(3, 5), B: min(2, 10))", "max(A: min(2, 10), B: min(3, 5))"
    assert visited(good, "alpha_beta") == ["root", "A", "A1", "A2", "B", "B1"]
    assert visited(bad, "alpha_beta") == ["root", "A", "A1", "A2", "B", "B1", "B2"]


def test_alpha_beta_cuts_on_equality_at_both_sides() -> None:
    assert visited("max(A: 3, B: min(3, 0))", "alpha_beta") == ["root", "A", "B", "B1"]
    assert visited("min(A: 3, B: max(3, 9))", "alpha_beta") == ["root", "A", "B", "B1"]


def test_alpha_beta_uses_bounds_from_far_above() -> None:
    # 5 is no less than the 3 just above it; only the root's 6 makes the last 0 irrelevant.
    line = "max(A: 6, B: min(8, max(3, min(5, 0))))"
    assert visited(line, "alpha_beta")[-3:] == ["B21", "B22", "B221"]


def test_a_worse_value_never_loosens_a_bound_from_above() -> None:
    # The node has 7, respectively -7, itself; the root's 5, or -5, still cuts below it.
    assert "B122" not in visited("min(A: 5, B: max(min(7, max(6, 0))))", "alpha_beta")
    assert "B122" not in visited("max(A: -5, B: min(max(-7, min(-6, 0))))", "alpha_beta")


def test_searches_without_bounds_visit_in_preorder() -> None:
    everything = ["root", "A", "A1", "A2", "B", "B1", "B2", "C", "C1", "C2"]
    assert visited(BINS, "minimax") == everything
    tree = Watched(BINS)
    solver.expectimax(tree, {"opp": lambda _: {"1": 0.5, "2": 0.5}}, "root")
    assert list(tree.asked) == everything


# ---------------------------------------------------------------------- depth

ROUNDS: dict[str, Any] = {
    "agent": {
        "A": {
            "ghost1": {
                "1": {"ghost2": {"1": {"agent": {"1": 9}, "eval": 4}, "2": 7}, "eval": 40},
                "2": {"agent": {"1": {"agent": {"1": 1}, "eval": 6}}, "eval": 5},
            },
            "eval": 30,
        },
        "B": {"agent": {"1": 8, "2": {"opp": {"1": 2}, "eval": 3}}, "eval": 1},
    },
    "eval": 50,
}


@pytest.mark.parametrize(
    ("depth", "answer"),
    [(0, (50, None)), (1, (4, "A")), (2, (8, "B")), (3, (8, "B"))],
)
def test_depth_is_spent_by_moves_into_agent_nodes(depth: int, answer: object) -> None:
    tree = Tree(ROUNDS)
    assert solver.depth_limited(tree, "root", depth, tree.evaluate) == answer


@pytest.mark.parametrize(
    ("plies", "answer"),
    [(0, (50, None)), (1, (30, "A")), (2, (8, "B")), (3, (8, "B"))],
)
def test_every_move_spends_one_ply(plies: int, answer: object) -> None:
    tree = Tree(ROUNDS)
    assert solver.depth_limited_plies(tree, "root", plies, tree.evaluate) == answer


def test_ends_are_never_evaluated() -> None:
    tree = Tree("max(3, min(4, 6))")  # it has no evaluations, so that asking for one would raise
    assert solver.depth_limited(tree, "root", 1, tree.evaluate) == (4, "2")
    assert solver.depth_limited_plies(tree, "root", 2, tree.evaluate) == (4, "2")


def test_an_extra_turn_spends_depth_and_a_lost_one_none() -> None:
    extra = Tree({"agent": {"1": {"agent": {"1": 9}, "eval": 4}}, "eval": 0})
    lost = Tree({"opp": {"1": {"opp": {"1": 9}, "eval": 4}}, "eval": 0})
    assert solver.depth_limited(extra, "root", 1, extra.evaluate) == (4, "1")
    assert solver.depth_limited(lost, "root", 1, lost.evaluate) == (9, "1")
    assert solver.depth_limited_plies(extra, "root", 1, extra.evaluate) == (4, "1")
    assert solver.depth_limited_plies(lost, "root", 1, lost.evaluate) == (4, "1")


@pytest.mark.parametrize("call", ["depth_limited", "depth_limited_plies"])
@pytest.mark.parametrize("depth", range(6))
def test_evaluate_is_asked_once_a_node_and_never_about_ends(call: str, depth: int) -> None:
    tree = Tree(ROUNDS)
    asked: list[Any] = []

    def evaluate(state: State) -> float:
        asked.append(state)
        return 0

    getattr(solver, call)(tree, "root", depth, evaluate)
    assert bool(asked) == (depth < 4 if call == "depth_limited_plies" else depth < 3)
    assert not any(tree.is_end(state) for state in asked)
    assert len(asked) == len(set(asked))


def test_depth_limited_opponents_at_the_start_cost_nothing() -> None:
    tree = Tree({"opp": {"1": {"agent": {"1": 9}, "eval": 2}, "2": 5}, "eval": 0})
    assert solver.depth_limited(tree, "root", 1, tree.evaluate) == (2, "1")
    assert solver.depth_limited(tree, "root", 0, tree.evaluate) == (0, None)


def test_depth_limited_finishes_a_sibling_before_the_next() -> None:
    tree = Watched(ROUNDS)
    solver.depth_limited(tree, "root", 1, lambda _: 0)
    assert list(tree.asked) == ["root", "A", "A1", "A11", "A12", "A2", "B"]


# ---------------------------------------------------------------------- on any tree

NUMBERS = st.integers(-5, 5)
TREES = st.recursive(
    NUMBERS,
    lambda below: st.builds(
        lambda player, children: {player: dict(enumerate(children, 1))},
        st.sampled_from(["agent", "opp", "ghost1"]),
        st.lists(below, min_size=1, max_size=3),
    ),
    max_leaves=14,
)


@settings(max_examples=80, deadline=None)
@given(source=TREES)
def test_pruning_keeps_the_answer_and_visits_a_part(source: object) -> None:
    tree = Watched(source)
    answer = solver.minimax(tree, "root")
    everything = list(tree.asked)
    tree.asked.clear()
    assert solver.alpha_beta(tree, "root") == answer
    seen = set(tree.asked)
    assert [state for state in everything if state in seen] == list(tree.asked)


@settings(max_examples=80, deadline=None)
@given(source=TREES)
def test_a_deep_enough_limit_is_minimax(source: object) -> None:
    tree = Tree(source)
    answer = solver.minimax(tree, "root")
    assert solver.depth_limited(tree, "root", 100, tree.evaluate) == answer
    assert solver.depth_limited_plies(tree, "root", 100, tree.evaluate) == answer
    assert solver.expectiminimax(tree, {}, "root") == answer


# ---------------------------------------------------------------------- as a student hands it in


@pytest.mark.parametrize("call", Call, ids=lambda call: call.value)
def test_the_reference_needs_no_argument_but_the_stubs(call: Call) -> None:
    parameters = inspect.signature(getattr(solver, call.value)).parameters.values()
    assert not any(each.default is not each.empty for each in parameters)


def test_the_reference_imports_what_students_may() -> None:
    texts = {
        path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "solution").glob("*.py")
    }
    imported = {
        line.split()[1].split(".")[0]
        for text in texts.values()
        for line in text.splitlines()
        if line.startswith(("import ", "from "))
    }
    assert imported <= {"games", *texts, *sys.stdlib_module_names}
