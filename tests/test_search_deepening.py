"""Laws of iterative deepening: it is ``depth_limited``, as deep as its evaluations reach."""

from __future__ import annotations

from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import height, names, trees

from grader.errors import GraderError
from grader.search import AGENT, Deepening, depth_limited, iterative_deepening, minimax
from grader.tree import Draft, GameTree, Node, grow

law = settings(max_examples=150, deadline=None, derandomize=True, database=None)
budgets = st.integers(0, 40)


def costs(start: Node, plies: bool) -> list[int]:
    """How many evaluations depth 1, 2, 3, ... takes, up to the first that takes none."""
    found: list[int] = []
    while not found or found[-1]:
        found.append(len(depth_limited(start, len(found) + 1, plies=plies).horizon))
    return found


@law
@given(trees(), budgets, st.booleans())
def test_answer_is_that_of_the_deepest_depth_paid_for(
    tree: GameTree, budget: int, plies: bool
) -> None:
    found = iterative_deepening(tree.root, budget, plies=plies)
    spent = accumulate(costs(tree.root, plies))
    assert found.completed == sum(cost <= budget for cost in spent)
    if found.completed:
        plain = depth_limited(tree.root, found.completed, plies=plies)
        trace = found.trace
        assert (trace.value, trace.actions, trace.values) == (
            plain.value,
            plain.actions,
            plain.values,
        )
        assert trace.horizon == plain.horizon


@law
@given(trees(), budgets, st.booleans())
def test_evaluations_never_exceed_the_budget(tree: GameTree, budget: int, plies: bool) -> None:
    found = iterative_deepening(tree.root, budget, plies=plies)
    free = 1 if found.completed == 0 else 0
    assert found.evaluations <= budget + free
    assert found.evaluations == len(found.trace.evaluated)


@law
@given(trees(), budgets, st.booleans())
def test_evaluations_are_those_of_each_depth_in_turn(
    tree: GameTree, budget: int, plies: bool
) -> None:
    found = iterative_deepening(tree.root, budget, plies=plies)
    all_of_them = [
        node
        for depth in range(1, found.completed + 2)
        for node in depth_limited(tree.root, depth, plies=plies).horizon
    ]
    paid_for = all_of_them[:budget]
    if found.completed == 0:
        paid_for.append(tree.root)
    assert list(found.trace.evaluated) == paid_for


@law
@given(trees(), budgets, st.booleans())
def test_visits_are_in_the_order_of_first_touch(tree: GameTree, budget: int, plies: bool) -> None:
    found = iterative_deepening(tree.root, budget, plies=plies)
    touched: dict[Node, None] = {}
    for depth in range(1, found.completed + 1):
        touched.update(dict.fromkeys(depth_limited(tree.root, depth, plies=plies).visited))
    done = tuple(touched)
    assert found.trace.visited[: len(done)] == done
    assert len(set(found.trace.visited)) == len(found.trace.visited)
    assert set(found.trace.evaluated) <= set(found.trace.visited)


@law
@given(trees(), st.booleans())
def test_enough_evaluations_give_minimax(tree: GameTree, plies: bool) -> None:
    full = minimax(tree.root)
    found = iterative_deepening(tree.root, 10_000, plies=plies)
    assert (found.trace.value, found.trace.actions) == (full.value, full.actions)
    assert found.completed <= max(1, height(tree.root))
    assert set(found.trace.visited) == set(tree.nodes())


# ---------------------------------------------------------------------- small budgets


def three_deep() -> Node:
    """Depth 1 costs 2 evaluations, depth 2 one more than that, depth 3 none."""
    end = Draft(utility=0)
    pair = [
        ("1", Draft(player=AGENT, evaluation=3, branches=[("1", end)])),
        ("2", Draft(utility=7)),
    ]
    opp = Draft(player="opp", evaluation=1, branches=pair)
    single = Draft(player="opp", evaluation=2, branches=[("1", Draft(utility=5))])
    return grow(Draft(player=AGENT, evaluation=9, branches=[("A", opp), ("B", single)])).root


def found_with(budget: int) -> Deepening:
    return iterative_deepening(three_deep(), budget, plies=True)


@pytest.mark.parametrize(
    ("budget", "completed", "value", "evaluated"),
    [
        (0, 0, 9, ("root",)),
        (1, 0, 9, ("A", "root")),
        (2, 1, 2, ("A", "B")),
        (3, 3, 5, ("A", "B", "A1")),
    ],
)
def test_depth_that_needs_just_what_is_left_completes(
    budget: int, completed: int, value: int, evaluated: tuple[str, ...]
) -> None:
    found = found_with(budget)
    assert (found.completed, found.trace.value) == (completed, value)
    assert names(found.trace.evaluated) == evaluated


def test_first_action_stands_in_when_depth_1_is_too_dear() -> None:
    trace = found_with(1).trace
    assert (trace.actions, trace.horizon) == (("A",), (trace.start,))
    assert names(trace.visited) == ("root", "A", "B")


def test_node_at_which_a_depth_is_abandoned_was_touched() -> None:
    assert names(found_with(2).trace.visited) == ("root", "A", "B", "A1")


def test_end_is_worth_its_utility_without_evaluations() -> None:
    found = iterative_deepening(grow(Draft(utility=4)).root, 0)
    assert (found.trace.value, found.trace.actions, found.evaluations) == (4, (), 0)


def test_start_that_nobody_evaluates_is_named() -> None:
    inner = Draft(player=AGENT, evaluation=1, branches=[("1", Draft(utility=3))])
    start = grow(Draft(player=AGENT, branches=[("A", inner)])).root
    with pytest.raises(GraderError, match=r"^the search stops at root, which has no evaluation"):
        iterative_deepening(start, 0)
