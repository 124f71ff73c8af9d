"""Laws of max^n, where every player maximises its own utility, against all ways to break ties."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from playing import CHOOSERS, trees

from grader.errors import GraderError
from grader.search import AGENT, max_n, minimax
from grader.tree import Action, Draft, GameTree, Node, Number, Player, grow

law = settings(max_examples=100, deadline=None, derandomize=True, database=None)
Vector = tuple[Number, ...]


def with_payoffs(node: Node, rng: random.Random) -> Node:
    """The tree with payoffs of 0 to 2 in place of utilities: ties are common."""
    if node.is_end:
        payoffs = {player: rng.randint(0, 2) for player in CHOOSERS}
        return replace(node, utility=None, payoffs=payoffs)
    return replace(node, children=tuple(with_payoffs(child, rng) for child in node.children))


@st.composite
def general_sum(draw: st.DrawFn, leaves: int = 12) -> GameTree:
    """A tree of three players with payoffs."""
    rng = random.Random(draw(st.integers(0, 1000)))
    return GameTree(with_payoffs(draw(trees(leaves=leaves)).root, rng))


def vector(payoffs: object) -> Vector:
    assert isinstance(payoffs, dict)
    return tuple(payoffs[player] for player in CHOOSERS)


def backed_up(node: Node, choice: dict[Node, Node]) -> Vector:
    """What ``node`` is worth if every mover takes the child that ``choice`` names."""
    while not node.is_end:
        node = choice[node]
    return vector(node.payoffs)


def is_best_everywhere(inner: list[Node], choice: dict[Node, Node]) -> bool:
    """Whether no mover could do better by another child, all else being as chosen."""
    return all(
        own(node, backed_up(choice[node], choice)) >= own(node, backed_up(child, choice))
        for node in inner
        for child in node.children
    )


def own(node: Node, found: Vector) -> Number:
    return found[CHOOSERS.index(node.player or "")]


def answers(tree: GameTree) -> Iterator[tuple[Vector, Action]]:
    """Every answer that some choice at all nodes gives, by trying all choices."""
    inner = [node for node in tree.nodes() if not node.is_end]
    for chosen in product(*(node.children for node in inner)):
        choice = dict(zip(inner, chosen, strict=True))
        if is_best_everywhere(inner, choice):
            taken = tree.root.children.index(choice[tree.root])
            yield backed_up(tree.root, choice), tree.root.actions[taken]


@law
@given(general_sum(leaves=7))
def test_results_are_those_of_all_ways_to_break_ties(tree: GameTree) -> None:
    assume(not tree.root.is_end)
    found = max_n(tree.root)
    assert {(vector(payoffs), action) for payoffs, action in found.results} == set(answers(tree))
    assert len(found.results) == len({(vector(p), a) for p, a in found.results})


@law
@given(general_sum())
def test_first_of_ties_is_one_of_the_results(tree: GameTree) -> None:
    found = max_n(tree.root)
    assert (found.payoffs, found.action) in found.results
    assert found.visited == tuple(tree.nodes())


@law
@given(general_sum())
def test_each_mover_takes_the_first_child_that_is_best_for_it(tree: GameTree) -> None:
    values = max_n(tree.root).values
    for node in (node for node in tree.nodes() if not node.is_end):
        worth = [own(node, vector(values[child])) for child in node.children]
        first = node.children[worth.index(max(worth))]
        assert values[node] == values[first]
        assert max_n(node).action == node.actions[worth.index(max(worth))]


@law
@given(trees((AGENT, "opp")))
def test_two_players_with_opposite_utilities_play_minimax(tree: GameTree) -> None:
    opposite = GameTree(zero_sum(tree.root))
    found, full = max_n(opposite.root), minimax(tree.root)
    assert {payoffs[AGENT] for payoffs, _ in found.results} == {full.value}
    assert tuple(action for _, action in found.results if action) == full.actions


def zero_sum(node: Node) -> Node:
    below = tuple(zero_sum(child) for child in node.children)
    payoffs = None if node.utility is None else {AGENT: node.utility, "opp": -node.utility}
    return replace(node, children=below, utility=None, payoffs=payoffs)


# ---------------------------------------------------------------------- by hand


def of_three(*rows: tuple[tuple[int, int, int], ...]) -> Node:
    """A tree in which p0 moves, then p1, with payoffs for p0, p1 and p2."""
    below = [
        Draft(player="p1", branches=[(str(n), paid(v)) for n, v in enumerate(r)]) for r in rows
    ]
    return grow(Draft(player="p0", branches=list(zip("abc", below, strict=False)))).root


def paid(payoffs: tuple[int, int, int]) -> Draft:
    return Draft(payoffs={f"p{number}": own for number, own in enumerate(payoffs)})


def test_three_players_choose_as_computed_elsewhere() -> None:
    # In the manner of Korf 1991 and Sturtevant & Korf 2000; computed by another program.
    start = of_three(
        ((5, 4, 1), (6, 2, 2)), ((3, 6, 1), (9, 0, 1), (0, 9, 1)), ((4, 3, 3), (7, 3, 0), (1, 8, 1))
    )
    found = max_n(start)
    assert (found.payoffs, found.action) == ({"p0": 5, "p1": 4, "p2": 1}, "a")
    assert found.results == ((found.payoffs, "a"),)


def test_indifferent_player_decides_what_another_one_chooses() -> None:
    found = max_n(of_three(((1, 4, 0), (9, 4, 0)), ((5, 0, 0),)))
    assert [(payoffs["p0"], action) for payoffs, action in found.results] == [(9, "a"), (5, "b")]
    assert (found.payoffs["p0"], found.action) == (5, "b")


def test_end_is_worth_its_payoffs_and_has_no_action() -> None:
    payoffs: dict[Player, Number] = {AGENT: 1, "opp": 2}
    found = max_n(grow(Draft(payoffs=payoffs)).root)
    assert (found.payoffs, found.action, found.results) == (payoffs, None, ((payoffs, None),))


def test_end_without_payoffs_is_named() -> None:
    start = grow(Draft(player=AGENT, branches=[("A", Draft(utility=1))])).root
    message = "A is an end without payoffs; give it a number for each player"
    with pytest.raises(GraderError, match=f"^{message}$"):
        max_n(start)


def test_mover_without_a_payoff_is_named() -> None:
    start = grow(Draft(player="opp", branches=[("A", Draft(payoffs={AGENT: 1}))])).root
    message = "opp moves at root, but an end below has no payoff for opp"
    with pytest.raises(GraderError, match=f"^{message}$"):
        max_n(start)
