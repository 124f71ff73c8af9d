"""Laws of pruning in a better order, and with a coin, on random trees and published ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import CHOOSERS, coin_of, names, trees

from grader.errors import GraderError
from grader.search import (
    AGENT,
    FAMILY,
    Convention,
    alpha_beta,
    depth_limited,
    expectiminimax,
    expectiminimax_pruned,
    minimax,
)
from grader.tree import Draft, GameTree, Node, Number, grow

COIN = (*CHOOSERS, "coin")
LOW, HIGH = -4, 4  # around what random trees have as utilities
law = settings(max_examples=100, deadline=None, derandomize=True, database=None)


def changed(node: Node, change: Callable[[Node], Node]) -> Node:
    """The tree below ``node`` with every node changed, children first."""
    below = tuple(changed(child, change) for child in node.children)
    return change(replace(node, children=below))


@st.composite
def evaluated(draw: st.DrawFn) -> GameTree:
    """A tree in which ends, too, have evaluations, with many ties."""
    rng = random.Random(draw(st.integers(0, 1000)))
    tree = draw(trees())
    return GameTree(changed(tree.root, lambda node: replace(node, evaluation=rng.randint(-2, 2))))


# ---------------------------------------------------------------------- ordered alpha-beta


def reordered(node: Node) -> Node:
    """The node with those children first that look best for its mover."""
    ahead = -1 if node.player == AGENT else 1
    edges = sorted(
        zip(node.actions, node.children, strict=True),
        key=lambda edge: ahead * (edge[1].evaluation or 0),
    )
    return replace(node, actions=tuple(a for a, _ in edges), children=tuple(c for _, c in edges))


@law
@given(evaluated(), st.sampled_from(FAMILY))
def test_order_changes_no_answer(tree: GameTree, member: Convention) -> None:
    trace, full = alpha_beta(tree.root, member, ordered=True), minimax(tree.root)
    assert (trace.value, trace.actions) == (full.value, full.actions)


@law
@given(evaluated(), st.sampled_from(FAMILY))
def test_ordered_search_is_plain_search_of_the_sorted_tree(
    tree: GameTree, member: Convention
) -> None:
    ordered = alpha_beta(tree.root, member, ordered=True)
    plain = alpha_beta(changed(tree.root, reordered), member)
    assert names(ordered.visited) == names(plain.visited)
    assert [names(cut.pruned) for cut in ordered.cuts] == [names(c.pruned) for c in plain.cuts]


@law
@given(evaluated(), st.sampled_from(FAMILY))
def test_successors_of_each_expanded_node_are_evaluated(tree: GameTree, member: Convention) -> None:
    trace = alpha_beta(tree.root, member, ordered=True)
    assert trace.evaluated == tuple(child for node in trace.visited for child in node.children)
    assert trace.horizon == ()
    assert set(trace.pruned) == {node for cut in trace.cuts for node in cut.pruned}


@law
@given(evaluated(), st.integers(0, 4), st.sampled_from(FAMILY))
def test_ordered_search_can_be_depth_limited(
    tree: GameTree, plies: int, member: Convention
) -> None:
    trace = alpha_beta(tree.root, member, plies=plies, ordered=True)
    full = depth_limited(tree.root, plies, plies=True)
    assert (trace.value, trace.actions) == (full.value, full.actions)
    assert set(trace.horizon) <= set(full.horizon)


def test_best_order_prunes_what_the_worst_does_not() -> None:
    def low_first(good: int, bad: int) -> Draft:
        leaves = [("1", Draft(utility=9, evaluation=9)), ("2", Draft(utility=good, evaluation=bad))]
        return Draft(player="opp", evaluation=good, branches=leaves)

    start = grow(
        Draft(player=AGENT, branches=[("A", low_first(1, 1)), ("B", low_first(5, 5))])
    ).root
    assert names(alpha_beta(start, Convention()).visited)[-1] == "B2"
    ordered = alpha_beta(start, Convention(), ordered=True)
    assert names(ordered.visited) == ("root", "B", "B2", "B1", "A", "A2")
    assert names(ordered.evaluated) == ("A", "B", "B1", "B2", "A1", "A2")


def test_successor_without_an_evaluation_is_named() -> None:
    start = grow(Draft(player=AGENT, branches=[("A", Draft(utility=3))])).root
    message = (
        "successors are looked at in the order of their evaluations, but A has none; give it one"
    )
    with pytest.raises(GraderError, match=f"^{message}$"):
        alpha_beta(start, Convention(), ordered=True)


# ---------------------------------------------------------------------- a coin, within bounds


@law
@given(trees(COIN))
def test_pruning_by_bounds_changes_no_answer(tree: GameTree) -> None:
    policies = coin_of(tree)
    full = expectiminimax(tree.root, policies)
    pruned = expectiminimax_pruned(tree.root, policies, low=LOW, high=HIGH)
    assert (pruned.value, pruned.actions) == (full.value, full.actions)
    seen = set(pruned.visited)
    assert pruned.visited == tuple(node for node in full.visited if node in seen)
    assert pruned.pruned == tuple(node for cut in pruned.cuts for node in cut.pruned)


@law
@given(trees(COIN), st.sampled_from((LOW, HIGH)))
def test_what_is_pruned_could_be_anything_between_the_bounds(tree: GameTree, worth: int) -> None:
    policies = coin_of(tree)
    trace = expectiminimax_pruned(tree.root, policies, low=LOW, high=HIGH)
    unseen = {end.name for node in trace.pruned for end in tree.nodes(node) if end.is_end}
    other = changed(
        tree.root, lambda node: replace(node, utility=worth) if node.name in unseen else node
    )
    assert expectiminimax(other, policies).value == trace.value


@law
@given(trees())
def test_without_a_coin_it_is_alpha_beta(tree: GameTree) -> None:
    trace = expectiminimax_pruned(tree.root, {}, low=LOW, high=HIGH)
    assert trace == alpha_beta(tree.root, Convention())


def extremes(node: Node, tried: int, values: Mapping[Node, Number]) -> tuple[Number, Number]:
    """The least and the most that a chance node's average can be after ``tried`` children."""
    assert node.chances is not None
    known = sum(
        chance * values[child]
        for chance, child in zip(node.chances[:tried], node.children[:tried], strict=True)
    )
    rest = sum(node.chances[tried:])
    return known + rest * LOW, known + rest * HIGH


@law
@given(trees(COIN))
def test_chance_node_is_cut_by_the_first_average_that_cannot_matter(tree: GameTree) -> None:
    trace = expectiminimax_pruned(tree.root, coin_of(tree), low=LOW, high=HIGH)
    cut_at = {cut.node: cut for cut in trace.cuts}
    for node in (node for node in trace.visited if node.player == "coin"):
        window, tried = trace.windows[node], sum(child in trace.values for child in node.children)
        beyond = []
        for count in range(1, tried + 1):
            least, most = extremes(node, count, trace.values)
            if (window.alpha is not None and most <= window.alpha) or (
                window.beta is not None and least >= window.beta
            ):
                beyond.append(count)
        assert beyond in ([], [tried])
        assert (node in cut_at) == (bool(beyond) and tried < len(node.children))


@law
@given(trees(COIN))
def test_child_of_a_chance_node_gets_the_window_that_decides(tree: GameTree) -> None:
    trace = expectiminimax_pruned(tree.root, coin_of(tree), low=LOW, high=HIGH)
    for node in (node for node in trace.visited if node.player == "coin"):
        outer = trace.windows[node]
        for place, child in enumerate(node.children):
            if child not in trace.windows:
                continue
            inner, chance = trace.windows[child], (node.chances or ())[place]
            least, most = extremes(node, place, trace.values)
            for bound, own, extreme, all_of_it in (
                (outer.alpha, inner.alpha, most, HIGH),
                (outer.beta, inner.beta, least, LOW),
            ):
                if bound is None or chance == 0:
                    assert own is None
                else:
                    assert own is not None
                    assert extreme + chance * (own - all_of_it) == bound


@law
@given(trees(COIN))
def test_agents_own_policy_is_not_followed(tree: GameTree) -> None:
    agents = {
        node.name: {a: Fraction(a == node.actions[-1]) for a in node.actions}
        for node in tree.nodes()
        if node.player == AGENT
    }
    policies = coin_of(tree)
    assert expectiminimax_pruned(
        tree.root, {**policies, AGENT: agents}, low=LOW, high=HIGH
    ) == expectiminimax_pruned(tree.root, policies, low=LOW, high=HIGH)


def test_utility_beyond_the_stated_bounds_is_named() -> None:
    start = grow(Draft(player=AGENT, branches=[("A", Draft(utility=12))])).root
    message = "the utility of A is 12, which is not between -10 and 10"
    with pytest.raises(GraderError, match=f"^{message}$"):
        expectiminimax_pruned(start, {}, low=-10, high=10)


@law
@given(trees(COIN))
def test_pruned_average_is_a_bound_on_the_value(tree: GameTree) -> None:
    full = expectiminimax(tree.root, coin_of(tree))
    trace = expectiminimax_pruned(tree.root, coin_of(tree), low=LOW, high=HIGH)
    for node in trace.visited:
        window, value = trace.windows[node], trace.values[node]
        if window.alpha is None or value > window.alpha:
            assert value <= full.values[node]
        if window.beta is None or value < window.beta:
            assert value >= full.values[node]


@pytest.mark.parametrize(("movers", "sign"), [("max coin", 1), ("min coin", -1)])
def test_average_that_can_only_equal_the_bound_is_cut(movers: str, sign: int) -> None:
    tree = grow(shaped(((4 * sign, 4 * sign), (-2 * sign, 7 * sign)), movers))
    trace = expectiminimax_pruned(tree.root, coin_of(tree), low=-10, high=10)
    assert (trace.value, trace.actions, names(trace.pruned)) == (4 * sign, ("0",), ("11",))
    assert trace.values[trace.cuts[0].node] == 4 * sign


# Leaves left to right; a nested tuple is an inner node. Computed elsewhere, by another program: the
# first tree is that of AIMA (3rd edition) exercise 5.16, the others are made in the style of Ballard
# 1983 and of Hauk, Buro & Schaeffer 2004, whose own figures could not be read.
Shape: TypeAlias = "int | tuple[Shape, ...]"
STAR: list[tuple[str, Shape, int, Number, list[int]]] = [
    ("max coin min", (((2, 2), (1, 2)), ((0, 2), (-1, 0))), 2, Fraction(3, 2), [2, -1, 0]),
    ("max coin", ((4, 4, 4), (-2, -4, 7)), 10, 4, [7]),
    ("max coin min", ((3, 3), ((2, 9), (-5, 8)), ((10, 6), (4, 5))), 10, 5, [8]),
    ("min coin max", ((-1, 1), ((6, -3), (9, 0))), 10, 0, [0]),
]


def shaped(shape: Shape, movers: str) -> Draft:
    if isinstance(shape, int):
        return Draft(utility=shape)
    mover, _, below = movers.partition(" ")
    player = {"max": AGENT, "min": "opp", "coin": "coin"}[mover]
    return Draft(
        player=player,
        branches=[(str(number), shaped(part, below)) for number, part in enumerate(shape)],
        chances=(Fraction(1, len(shape)),) * len(shape) if player == "coin" else None,
    )


@pytest.mark.parametrize(("movers", "shape", "bound", "value", "unseen"), STAR)
def test_star1_prunes_what_it_does_elsewhere(
    movers: str, shape: Shape, bound: int, value: Number, unseen: list[int]
) -> None:
    tree = grow(shaped(shape, movers))
    trace = expectiminimax_pruned(tree.root, coin_of(tree), low=-bound, high=bound)
    assert trace.value == value
    left = [node.utility for node in tree.nodes() if node.is_end and node not in trace.values]
    assert left == unseen


def test_random_trees_with_a_coin_are_cut_in_every_way() -> None:
    found: set[str] = set()

    @settings(max_examples=300, derandomize=True, deadline=None, database=None)
    @given(trees(COIN))
    def look(tree: GameTree) -> None:
        trace = expectiminimax_pruned(tree.root, coin_of(tree), low=LOW, high=HIGH)
        for cut in trace.cuts:
            if cut.node.player == "coin":
                alpha = cut.window.alpha
                found.add(
                    "low" if alpha is not None and trace.values[cut.node] <= alpha else "high"
                )
            elif cut.window.alpha_at or cut.window.beta_at:
                found.add("below" if through_a_coin(tree, cut.node) else "plain")

    look()
    assert found == {"low", "high", "below", "plain"}


def through_a_coin(tree: GameTree, node: Node) -> bool:
    return any(ancestor.player == "coin" for ancestor in tree.ancestors(node))
