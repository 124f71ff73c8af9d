"""The one shrinker: 1-minimal results, the same each time, valid trees only, a bounded search."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.diagnosis.shrink import Shrunk, shrink, steps
from grader.diagnosis.steps import cost
from grader.search import expectiminimax, minimax
from grader.tree import Draft, GameTree, Node, Number, grow, inline

Spec = Any  # a utility, or (player, {action: spec}); a chance node's children are (chance, spec)
Predicate = Callable[[GameTree], bool]


def draft(spec: Spec, evaluation: int | None = None) -> Draft:
    if not isinstance(spec, tuple):
        return Draft(utility=spec, evaluation=evaluation)
    player, below = spec
    is_chance = player == "coin"
    branches = [(a, draft(s[1] if is_chance else s, evaluation)) for a, s in below.items()]
    chances = tuple(Fraction(s[0]) for s in below.values()) if is_chance else None
    return Draft(player=player, branches=branches, chances=chances, evaluation=evaluation)


def tree(spec: Spec, evaluation: int | None = None) -> GameTree:
    return grow(draft(spec, evaluation))


def text(node: Node) -> str:
    if node.is_end:
        return str(node.utility)
    chances = [f"{each}: " for each in node.chances] if node.chances else [""] * len(node.children)
    below = (f"{c}{text(child)}" for c, child in zip(chances, node.children, strict=True))
    return f"{node.player}({', '.join(below)})"


def utilities(grown: GameTree) -> list[Number]:
    return [node.utility for node in grown.nodes() if node.utility is not None]


BIG = tree(
    (
        "agent",
        {
            "left": ("ghost1", {"x": 7, "y": ("agent", {"x": Fraction(5, 3), "y": -8})}),
            "right": ("coin", {"x": ("1/5", 1_000_001), "y": ("3/5", 4), "z": ("1/5", -2)}),
            "up": 12,
        },
    ),
    evaluation=9,
)


def is_valid(grown: GameTree) -> bool:
    return all(
        (node.utility is None) != node.is_end
        and node.is_end == (not node.children)
        and (node.chances is None or sum(node.chances) == 1)
        for node in grown.nodes()
    )


def has_min_below_max(grown: GameTree) -> bool:
    return any(
        node.player == "agent"
        and any(c.player not in (None, "agent", "coin") for c in node.children)
        for node in grown.nodes()
    )


def sums_wrongly(grown: GameTree) -> bool:
    """A sum where a mean belongs, seen by the value of the start."""
    if any(node.player == "coin" and node.chances is None for node in grown.nodes()):
        return False
    ones = {n.name: dict.fromkeys(n.actions, Fraction(1)) for n in grown.nodes() if n.chances}
    right = expectiminimax(grown.root, {"coin": inline(grown, "coin")})
    return right.value != expectiminimax(grown.root, {"coin": ones}).value


def is_beyond(grown: GameTree) -> bool:
    return any(utility > 99_999 for utility in utilities(grown))


def has_tie_at_the_top(grown: GameTree) -> bool:
    return all(n.chances is None for n in grown.nodes()) and len(minimax(grown.root).actions) > 1


PREDICATES: list[Predicate] = [has_min_below_max, sums_wrongly, is_beyond]


def test_the_smallest_tree_of_a_known_kind() -> None:
    assert text(shrink(BIG, has_min_below_max).tree.root) == "agent(opp(0))"
    assert text(shrink(BIG, sums_wrongly).tree.root) == "coin(1/2: 1, 1/2: 0)"


def test_large_numbers_get_round() -> None:
    assert text(shrink(BIG, is_beyond).tree.root) == "100000"


def test_a_tie_stays_while_its_numbers_get_plain() -> None:
    tied = tree(("agent", {"go": 731, "stay": 731, "wait": 15}))
    assert text(shrink(tied, has_tie_at_the_top).tree.root) == "agent(0, 0)"


@pytest.mark.parametrize("predicate", PREDICATES)
def test_no_single_step_keeps_the_fault(predicate: Predicate) -> None:
    small = shrink(BIG, predicate)
    assert small.is_minimal
    assert not any(predicate(simpler) for simpler in steps(small.tree))


def test_a_drafted_tree_can_be_shrunk() -> None:
    assert text(shrink(draft(("agent", {"a": 4, "b": 5})), lambda _: True).tree.root) == "0"


def test_names_and_players_become_plain() -> None:
    small = shrink(tree(("agent", {"go": ("ghost7", {"stay": 3})})), has_min_below_max)
    assert [node.name for node in small.tree.nodes()] == ["root", "A", "A1"]
    assert small.tree.players == ("agent", "opp")


def test_evaluations_stay_only_where_they_are_needed() -> None:
    small = shrink(BIG, lambda each: any(n.player == "coin" and n.evaluation for n in each.nodes()))
    assert [node.evaluation for node in small.tree.nodes()] == [1, None]


def test_uneven_chances_stay_where_they_are_needed() -> None:
    def is_uneven(each: GameTree) -> bool:
        return any(len(set(node.chances or ())) > 1 for node in each.nodes())

    assert text(shrink(BIG, is_uneven).tree.root) == "coin(1/3: 0, 2/3: 0)"


def test_names_that_would_clash_are_made_anew() -> None:
    branches = [("A", Draft(utility=1, name="X")), ("root", Draft(utility=2, name="Y"))]
    clashing = Draft(player="agent", branches=branches)
    small = shrink(clashing, lambda each: len(each.root.children) == 2)
    assert [node.name for node in small.tree.nodes()] == ["root", "A", "B"]


def test_payoffs_are_made_plain_too() -> None:
    ends = [("x", Draft(payoffs={"A": 5, "B": -7})), ("y", Draft(payoffs={"A": 2, "B": 3}))]
    small = shrink(Draft(player="A", branches=ends), lambda each: not each.root.is_end)
    assert [dict(node.payoffs or {}) for node in small.tree.nodes()] == [{}, {"A": 0, "B": 0}]


def test_an_end_with_payoffs_stands_for_a_subtree() -> None:
    ends = [("x", Draft(payoffs={"A": 5, "B": 7}))]
    below = Draft(player="B", branches=[("y", Draft(player="A", branches=ends))])
    small = shrink(below, lambda each: each.root.player == "B")
    assert [dict(node.payoffs or {}) for node in small.tree.nodes()] == [{}, {"A": 0, "B": 0}]


def test_a_tree_that_does_not_fail_is_refused() -> None:
    with pytest.raises(ValueError, match="the tree that is to be shrunk does not fail"):
        shrink(BIG, lambda _: False)


def test_the_predicate_is_called_a_bounded_number_of_times() -> None:
    seen: list[int] = []

    def counted(each: GameTree) -> bool:
        seen.append(each.size())
        return sums_wrongly(each)

    small = shrink(BIG, counted, most_calls=7)
    assert (len(seen), small.calls, small.is_minimal) == (7, 7, False)
    assert sums_wrongly(small.tree)


def test_a_bound_that_is_just_enough_proves_minimality() -> None:
    calls = shrink(BIG, sums_wrongly).calls
    assert shrink(BIG, sums_wrongly, most_calls=calls).is_minimal
    assert not shrink(BIG, sums_wrongly, most_calls=calls - 1).is_minimal


NUMBERS = st.one_of(st.integers(-9, 9), st.fractions(-3, 3, max_denominator=4), st.just(10**6 + 1))


@st.composite
def specs(draw: st.DrawFn, depth: int = 3) -> Spec:
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        number = draw(NUMBERS)
        return number.numerator if number.denominator == 1 else number
    below = draw(st.lists(specs(depth=depth - 1), min_size=1, max_size=3))
    player = draw(st.sampled_from(["agent", "opp", "ghost1", "coin"]))
    if player == "coin":
        parts = draw(st.lists(st.integers(1, 4), min_size=len(below), max_size=len(below)))
        below = [(Fraction(p, sum(parts)), sub) for p, sub in zip(parts, below, strict=True)]
    return (player, {f"go{i}": sub for i, sub in enumerate(below)})


TREES = specs().filter(lambda spec: isinstance(spec, tuple)).map(tree)


@settings(max_examples=60, deadline=None)
@given(TREES)
def test_every_step_is_valid_and_simpler(grown: GameTree) -> None:
    for simpler in steps(grown):
        assert is_valid(simpler)
        assert cost(simpler.root) < cost(grown.root)


@settings(max_examples=40, deadline=None)
@given(TREES, st.sampled_from(PREDICATES))
def test_random_trees_shrink_to_minimal_ones(grown: GameTree, predicate: Predicate) -> None:
    if predicate(grown):
        small = shrink(grown, predicate)
        assert small.is_minimal
        assert predicate(small.tree)
        assert not any(map(predicate, steps(small.tree)))


@settings(max_examples=20, deadline=None)
@given(TREES)
def test_the_same_tree_shrinks_the_same_way(grown: GameTree) -> None:
    def small() -> Shrunk:
        return shrink(grown, lambda each: each.root.player is not None)

    first, second = small(), small()
    assert (text(first.tree.root), first.calls) == (text(second.tree.root), second.calls)
