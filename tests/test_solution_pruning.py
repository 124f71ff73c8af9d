"""The reference's searches in another order, with a coin, with a budget, and of several players.

What is visited is compared with ``grader/search``, and the solved trees are in ``tests/oracle``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from games import State, Tree
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import (
    CHOOSERS,
    ROOT,
    Recorded,
    coin_of,
    names,
    play,
    policies_of,
    search,
    solution,
    trees,
)

from grader.cases import Call
from grader.search import choose_by_bounds, expectiminimax_pruned
from grader.tree import Draft, GameTree, Node, grow, inline

law = settings(max_examples=80, deadline=None)
LOW, HIGH = -4, 4  # around what random trees have as utilities


def evaluation(node: State) -> Any:
    """An evaluation of every node: an end's is its utility, so that order is good near the ends."""
    assert isinstance(node, Node)
    return node.utility if node.evaluation is None else node.evaluation


# ---------------------------------------------------------------------- in another order


class Ordered(Recorded):
    """Refuses to evaluate what was visited, and evaluates ends, too."""

    def evaluate(self, state: State) -> Any:
        assert isinstance(state, Node)
        assert state not in self.visited, f"{state.name} was entered before it was evaluated"
        self.evaluated.append(state)
        return evaluation(state)


def ordered(root: Node) -> tuple[Ordered, Any]:
    game = Ordered(root)
    return game, solution.alpha_beta_ordered(game, root, game.evaluate)


@law
@given(trees())
def test_order_keeps_the_value_and_an_optimal_action(tree: GameTree) -> None:
    _, (value, action) = ordered(tree.root)
    full = search(Call.MINIMAX, tree.root)
    assert value == full.value
    assert (action in full.actions) if full.actions else action is None


@law
@given(trees())
def test_successors_are_entered_as_evaluated(tree: GameTree) -> None:
    game, _ = ordered(tree.root)
    for node in game.visited:
        is_max = node.player == "agent"
        wanted = sorted(node.children, key=evaluation, reverse=is_max)
        entered = [child for child in game.visited if child in node.children]
        assert names(entered) == names(wanted[: len(entered)])


@law
@given(trees())
def test_all_successors_of_a_node_are_evaluated_once(tree: GameTree) -> None:
    game, _ = ordered(tree.root)
    wanted = [child for node in game.visited for child in node.children]
    assert names(game.evaluated) == names(wanted)


@law
@given(trees())
def test_equal_evaluations_keep_the_given_order(tree: GameTree) -> None:
    game = Recorded(tree.root)
    answer = solution.alpha_beta_ordered(game, tree.root, lambda _: 0)
    plain = play(Call.ALPHA_BETA, tree.root)
    assert names(list(game.visited)) == names(plain.visited)
    assert answer == (plain.value, plain.action)


GOOD = {"A": 1, "B": 9, "C": 2, "A1": 9, "A2": 0, "B1": 7, "B2": 6, "C1": 1, "C2": 8}
ENDS = "max(A: min(9, 0), B: min(7, 6), C: min(1, 8))"


class Entered(Tree):
    """A tree that writes down what is entered: whatever is asked whether it is an end."""

    def __init__(self, source: str) -> None:
        super().__init__(source)
        self.entered: list[State] = []

    def is_end(self, state: State) -> bool:
        self.entered.append(state)
        return super().is_end(state)


def entered(sign: int) -> list[State]:
    """What is entered where the evaluation is good (1), says nothing (0) or misleads (-1)."""
    tree = Entered(ENDS)
    found = solution.alpha_beta_ordered(tree, "root", lambda state: sign * GOOD[str(state)])
    assert found == (6, "B")
    return tree.entered


def test_a_good_order_visits_less_and_a_bad_one_more() -> None:
    assert entered(1) == ["root", "B", "B2", "B1", "C", "C1", "A", "A2"]
    assert entered(0) == ["root", "A", "A1", "A2", "B", "B1", "B2", "C", "C1"]
    assert entered(-1) == ["root", "A", "A1", "A2", "C", "C2", "C1", "B", "B1", "B2"]


# ---------------------------------------------------------------------- with a coin


def pruned(root: Node, policies: Any, low: Any = LOW, high: Any = HIGH) -> tuple[Recorded, Any]:
    game = Recorded(root)
    found = solution.expectiminimax_pruned(game, policies_of(policies), root, low, high)
    return game, found


@law
@given(trees((*CHOOSERS, "coin")))
def test_pruning_chance_keeps_the_answer(tree: GameTree) -> None:
    plain = play(Call.EXPECTIMINIMAX, tree.root, policies=coin_of(tree))
    game, answer = pruned(tree.root, coin_of(tree))
    assert answer == (plain.value, plain.action)
    assert [node for node in plain.visited if node in game.visited] == list(game.visited)


@law
@given(trees((*CHOOSERS, "coin")))
def test_the_tightest_bounds_keep_the_answer(tree: GameTree) -> None:
    ends = [node.utility for node in tree.nodes() if node.utility is not None]
    plain = play(Call.EXPECTIMINIMAX, tree.root, policies=coin_of(tree))
    tight, answer = pruned(tree.root, coin_of(tree), min(ends), max(ends))
    assert answer == (plain.value, plain.action)
    assert set(tight.visited) <= set(pruned(tree.root, coin_of(tree))[0].visited)


@law
@given(trees((*CHOOSERS, "coin")))
def test_both_searchers_cut_the_same_chances(tree: GameTree) -> None:
    game, answer = pruned(tree.root, coin_of(tree))
    trace = expectiminimax_pruned(tree.root, coin_of(tree), low=LOW, high=HIGH)
    assert names(list(game.visited)) == names(trace.visited)
    assert answer[0] == trace.value


@law
@given(trees())
def test_without_a_coin_it_is_alpha_beta(tree: GameTree) -> None:
    game, answer = pruned(tree.root, {})
    plain = play(Call.ALPHA_BETA, tree.root)
    assert answer == (plain.value, plain.action)
    assert names(list(game.visited)) == names(plain.visited)


@pytest.mark.parametrize(
    ("line", "low", "high", "answer"),
    [
        # (-9 - 1) / 2 is -5 already, whatever comes; the part that is known, -4.5, is no bound of it.
        ("max(A: -5, B: coin(1/2: -9, 1/2: -2))", -10, -1, (-5, "A")),
        ("min(A: 5, B: coin(1/2: 9, 1/2: 2))", 1, 10, (5, "A")),
    ],
)
def test_chance_is_cut_on_equality_with_its_bound(
    line: str, low: int, high: int, answer: object
) -> None:
    tree = Entered(line)
    assert solution.expectiminimax_pruned(tree, tree.policies(), "root", low, high) == answer
    assert tree.entered == ["root", "A", "B", "B1"]


def test_a_policy_of_the_agent_is_no_chance() -> None:
    tree = Tree("max(A: 1, B: 3)")
    policies = {"agent": lambda _: {"A": 1.0}}
    assert solution.expectiminimax_pruned(tree, policies, "root", 0, 5) == (3, "B")


def test_what_has_no_chance_is_visited_too() -> None:
    draft = Draft(player="coin", chances=(Fraction(0), Fraction(1)))
    draft.branches = [("1", Draft(utility=3)), ("2", Draft(utility=-1))]
    tree = grow(draft)
    game, answer = pruned(tree.root, {"coin": inline(tree, "coin")})
    assert names(list(game.visited)) == ("root", "1", "2")
    assert answer == (-1, None)


def stated(file: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((ROOT / "tests/oracle" / file).read_text("utf-8"))
    return found


def draft(node: dict[str, Any]) -> Draft:
    players = {"max": "agent", "min": "opp", "chance": "coin"}
    edges = node.get("children", [])
    chances = tuple(Fraction(edge[1]) for edge in edges if len(edge) == 3)
    return Draft(
        name=node["name"],
        player=players[node["player"]] if edges else None,
        utility=node.get("value"),
        branches=[(edge[0], draft(edge[-1])) for edge in edges],
        chances=chances or None,
    )


@pytest.mark.parametrize("entry", stated("star.json"), ids=lambda entry: entry["id"])
def test_chance_nodes_are_cut_as_in_the_examples(entry: dict[str, Any]) -> None:
    tree, wanted = grow(draft(entry["tree"])), entry["expected"]
    game, (value, action) = pruned(tree.root, coin_of(tree), entry["low"], entry["high"])
    assert (value, [action]) == (Fraction(wanted["value"]), wanted["best_actions"])
    ends = [node for node in tree.nodes() if node.is_end]
    assert [n.name for n in game.visited if n.is_end] == wanted["leaves_visited"]
    assert [n.name for n in ends if n not in game.visited] == wanted["leaves_pruned"]


# ---------------------------------------------------------------------- with a budget


def cost(root: Node, depth: int) -> int:
    return len(play(Call.DEPTH_LIMITED, root, depth=depth).evaluated)


def deepest(root: Node, budget: int) -> int:
    """The depth whose answer is right for the budget; 0 if there is none."""
    depth = 0
    while budget >= (next_one := cost(root, depth + 1)):
        depth, budget = depth + 1, budget - next_one
        if not next_one:
            break
    return depth


@law
@given(trees(), st.integers(0, 12))
def test_deepening_answers_as_the_last_depth_completed(tree: GameTree, budget: int) -> None:
    game, depth = Recorded(tree.root), deepest(tree.root, budget)
    answer = solution.iterative_deepening(game, tree.root, game.evaluate, budget)
    if depth:
        limited = play(Call.DEPTH_LIMITED, tree.root, depth=depth)
        assert answer == (limited.value, limited.action)
    else:
        assert answer == (tree.root.evaluation, tree.root.actions[0])


@law
@given(trees(), st.integers(0, 12))
def test_deepening_never_exceeds_its_budget(tree: GameTree, budget: int) -> None:
    game = Recorded(tree.root)
    solution.iterative_deepening(game, tree.root, game.evaluate, budget)
    free = 0 if deepest(tree.root, budget) else 1
    assert len(game.evaluated) <= budget + free


@law
@given(trees())
def test_deepening_without_an_end_of_budget_is_minimax(tree: GameTree) -> None:
    game = Recorded(tree.root)
    answer = solution.iterative_deepening(game, tree.root, game.evaluate, 10**6)
    full = play(Call.MINIMAX, tree.root)
    assert answer == (full.value, full.action)


LADDER = {
    "agent": {
        "A": {"agent": {"1": 0, "2": {"agent": {"1": 9}, "eval": 2}}, "eval": 5},
        "B": {"agent": {"1": 4}, "eval": 7},
    },
    "eval": 1,
}


@pytest.mark.parametrize(
    ("budget", "answer"),
    [
        (0, (1, "A")),
        (1, (1, "A")),
        (2, (7, "B")),  # depth 1 needs exactly two
        (3, (9, "A")),  # depth 2 one more, and depth 3 none
        (9, (9, "A")),
    ],
)
def test_a_depth_that_needs_what_is_left_completes(budget: int, answer: object) -> None:
    tree = Tree(LADDER)
    assert solution.iterative_deepening(tree, "root", tree.evaluate, budget) == answer


def test_deepening_at_an_end_evaluates_nothing() -> None:
    end = Tree(7)
    assert solution.iterative_deepening(end, "root", end.evaluate, 0) == (7, None)


# ---------------------------------------------------------------------- several players


def shared(node: dict[str, Any], players: Sequence[str]) -> dict[str, Any]:
    """A tree of the oracle as ``Tree`` reads it, a vector as a number for every player."""
    if "value" in node:
        return {"utility": dict(zip(players, node["value"], strict=False)), "name": node["name"]}
    children = {edge[0]: shared(edge[-1], players) for edge in node["children"]}
    return {node["player"]: children, "name": node["name"]}


VECTORS = [
    *stated("max_n.json"),
    *(e for e in stated("trees.json") if e["settings"].get("utilities") == "vector"),
]


@pytest.mark.parametrize("entry", VECTORS, ids=lambda entry: entry["id"])
def test_max_n_finds_what_is_stated(entry: dict[str, Any]) -> None:
    wanted = entry["expected"]
    tree = Tree(shared(entry["tree"], [f"p{at}" for at in range(len(wanted["value"]))]))
    value, action = solution.max_n(tree, tree.start_state())
    assert list(value.values()) == wanted["value"]
    assert [action] == wanted["best_actions"]


class ZeroSum(Recorded):
    """A game as one in which everybody has a utility: what the agent gets, opp pays."""

    def utility(self, state: State) -> Any:
        agents = super().utility(state)
        return {"agent": agents, "opp": -agents}


@law
@given(trees(("agent", "opp")))
def test_max_n_of_two_opposed_is_minimax(tree: GameTree) -> None:
    value, action = solution.max_n(ZeroSum(tree.root), tree.root)
    full = play(Call.MINIMAX, tree.root)
    assert (value, action) == ({"agent": full.value, "opp": -full.value}, full.action)


def test_max_n_takes_the_first_of_ties() -> None:
    tree = Tree("A(1: utility(A: 1, B: 2), 2: utility(A: 1, B: 7))")
    assert solution.max_n(tree, "root") == ({"A": 1, "B": 2}, "1")


def test_the_example_of_the_stub_is_right() -> None:
    tree = Tree("A(1: utility(A: 3, B: 0), 2: B(1: utility(A: 5, B: 1), 2: utility(A: 2, B: 6)))")
    assert solution.max_n(tree, "root") == ({"A": 3, "B": 0}, "1")


# ---------------------------------------------------------------------- bounds of options

INTERVALS = st.dictionaries(
    st.sampled_from("ABCDE"),
    st.tuples(st.integers(0, 4), st.integers(0, 3)).map(lambda pair: (pair[0], sum(pair))),
)


@pytest.mark.parametrize(
    ("intervals", "left"),
    [
        ({}, set()),
        ({"A": (3, 5)}, {"A"}),
        ({"A": (3, 5), "B": (5, 100)}, {"B"}),
        ({"A": (3, 6), "B": (5, 100)}, {"A", "B"}),
        ({"A": (4, 4), "B": (4, 4)}, {"A"}),
        ({"A": (4, 4), "B": (4, 5)}, {"B"}),
        ({"A": (4, 4), "B": (3, 5), "C": (4, 4)}, {"A", "B"}),
        ({"A": (1, 5), "B": (5, 5)}, {"B"}),
    ],
)
def test_options_are_ruled_out_by_bounds(intervals: Any, left: set[str]) -> None:
    assert solution.choose_by_bounds(intervals) == left


@law
@given(INTERVALS, st.data())
def test_no_option_ruled_out_could_be_better(intervals: Any, data: st.DataObject) -> None:
    left = solution.choose_by_bounds(intervals)
    values = {
        option: data.draw(st.integers(low, high)) for option, (low, high) in intervals.items()
    }
    assert max((values[o] for o in left), default=None) == max(values.values(), default=None)


@law
@given(INTERVALS)
def test_every_option_left_could_be_the_only_best(intervals: Any) -> None:
    left = solution.choose_by_bounds(intervals)
    for option in left if len(left) > 1 else ():
        low, high = intervals[option]
        others = max(low for other, (low, _) in intervals.items() if other != option)
        assert high > others or low == high == others


@law
@given(INTERVALS)
def test_both_searchers_rule_out_the_same(intervals: Any) -> None:
    assert solution.choose_by_bounds(intervals) == choose_by_bounds(intervals)
