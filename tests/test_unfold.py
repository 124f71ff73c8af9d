"""Trees that are unfolded on demand: the same answers, no needless look, every fault named."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from games import CoinsInARow, DiceRace, Nim, TicTacToe, Tree
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import CHOOSERS, names, random_tree, trees

from grader.search import (
    AGENT,
    FAMILY,
    Convention,
    alpha_beta,
    expectiminimax_pruned,
    max_n,
    minimax,
    rollouts,
)
from grader.tree import (
    GameError,
    GameTree,
    Node,
    PolicyError,
    State,
    UnfoldedTree,
    always,
    inline,
    unfold,
    uniform,
)

law = settings(max_examples=60, deadline=None, derandomize=True, database=None)


class Written:
    """An explicit tree as a game whose states are the names of the nodes; counts what is asked."""

    def __init__(self, tree: GameTree) -> None:
        self._tree = tree
        self.asked: Counter[tuple[str, str]] = Counter()

    def start_state(self) -> str:
        return self._tree.root.name

    def is_end(self, state: Any) -> bool:
        return self._at("is_end", state).is_end

    def utility(self, state: Any) -> Any:
        return self._at("utility", state).utility

    def player(self, state: Any) -> str | None:
        return self._at("player", state).player

    def successors(self, state: Any) -> dict[str, str]:
        node = self._at("successors", state)
        return dict(zip(node.actions, names(node.children), strict=True))

    def _at(self, method: str, state: str) -> Node:
        self.asked[method, state] += 1
        return self._tree.by_name[state]


class Stub:
    """A game of two ends below the start, of which a test changes one answer."""

    def __init__(self, **answers: Any) -> None:
        self._answers = answers

    def start_state(self) -> Any:
        return self._answers.get("start_state", "s")

    def is_end(self, state: Any) -> Any:
        return self._answers.get("is_end", state != "s")

    def utility(self, state: Any) -> Any:
        return self._answers.get("utility", 1)

    def player(self, state: Any) -> Any:
        return self._answers.get("player_at_end" if state != "s" else "player", self._mover(state))

    def successors(self, state: Any) -> Any:
        return self._answers.get("successors", {"A": "a", "B": "b"})

    def _mover(self, state: Any) -> str | None:
        return AGENT if state == "s" else None


def stub_tree(**answers: Any) -> UnfoldedTree:
    return unfold(Stub(**answers))


# ---------------------------------------------------------------------- as an explicit tree


@law
@given(trees())
def test_unfolded_tree_has_the_nodes_of_the_tree_it_is_made_of(tree: GameTree) -> None:
    for ours, theirs in zip(unfold(Written(tree)).nodes(), tree.nodes(), strict=True):
        assert ours.state == theirs.state == theirs.name
        assert (ours.player, ours.utility, ours.actions) == (
            theirs.player,
            theirs.utility,
            theirs.actions,
        )


@law
@given(trees(), st.sampled_from(FAMILY))
def test_searches_look_at_the_same_nodes(tree: GameTree, member: Convention) -> None:
    found, known = alpha_beta(unfold(Written(tree)).root, member), alpha_beta(tree.root, member)
    assert (found.value, found.actions) == (known.value, known.actions)
    assert [node.state for node in found.visited] == list(names(known.visited))
    assert [node.state for node in found.pruned] == list(names(known.pruned))


@law
@given(trees())
def test_game_is_asked_each_thing_once(tree: GameTree) -> None:
    game = Written(tree)
    unfolded = unfold(game)
    for _ in range(2):
        minimax(unfolded.root)
    assert max(game.asked.values()) == 1


def test_game_is_asked_once_about_a_state_that_several_paths_reach() -> None:
    asked: Counter[object] = Counter()

    class Counting(Nim):
        def successors(self, state: Any) -> Any:
            asked[state] += 1
            return super().successors(state)

    tree = unfold(Counting(3, 2))
    inner = [node for node in tree.nodes() if not node.is_end]
    assert len(inner) > len(asked) > 1
    assert set(asked.values()) == {1}


def test_making_a_node_asks_nothing_about_it() -> None:
    game = Written(random_tree(3, ends=100))
    root = unfold(game).root
    assert not game.asked
    assert len(root.children) > 1
    assert {state for _, state in game.asked} == {"root"}


def test_pruning_spares_the_game_its_questions() -> None:
    tree = random_tree(3, ends=400)
    game = Written(tree)
    trace = alpha_beta(unfold(game).root, Convention())
    asked = {state for _, state in game.asked}
    assert {str(node.state) for node in trace.visited} <= asked
    assert len(asked) < tree.size() * 3 // 4


# ---------------------------------------------------------------------- names and look-ups


def test_names_are_the_ways_from_the_start() -> None:
    tree = unfold(Nim(1, 1))
    assert names([*tree.nodes()]) == ("root", "(0,1)", "(0,1).(1,1)", "(1,1)", "(1,1).(0,1)")
    assert names(unfold(TicTacToe()).root.children[4].children) == tuple(
        f"4.{n}" for n in (0, 1, 2, 3, 5, 6, 7, 8)
    )


def test_actions_that_read_alike_are_quoted() -> None:
    tree = stub_tree(successors={1: "a", "1": "b"})
    assert names(tree.root.children) == ("1", "'1'")
    assert list(map(repr, tree.root.actions)) == ["1", "'1'"]


@law
@given(trees())
def test_every_node_is_found_by_its_name(tree: GameTree) -> None:
    unfolded = unfold(Written(tree))
    for node in unfolded.nodes():
        assert unfolded.find(node.name) is node
        above = {child: parent for parent in unfolded.nodes() for child in parent.children}
        assert next(unfolded.ancestors(node), None) is above.get(node)


def test_nodes_are_made_in_their_turn() -> None:
    game = Written(random_tree(3, ends=100))
    nodes = unfold(game).nodes()
    assert next(nodes).name == "root"
    assert not game.asked
    next(nodes)
    assert game.asked["successors", "root"] == 1
    assert len({key[1] for key in game.asked}) == 1


@pytest.mark.parametrize("name", ["C", "A.1", "", "root.A"])
def test_name_of_no_node_is_not_found(name: str) -> None:
    with pytest.raises(KeyError, match=f"^'{name}'$"):
        stub_tree().find(name)


def test_looking_a_node_up_makes_its_way_only() -> None:
    game = Written(random_tree(3, ends=100))
    tree = unfold(game)
    deepest = tree.root
    while not deepest.is_end:
        deepest = deepest.children[0]
    known = len(game.asked)
    assert tree.find(deepest.name) is deepest
    assert len(game.asked) == known


def test_search_can_start_inside_the_game() -> None:
    tree = unfold(TicTacToe(), ("XX.OO....", AGENT))
    trace = minimax(tree.root)
    assert (tree.root.name, trace.value) == ("root", 1)
    assert list(map(repr, trace.actions)) == ["2"]


# ---------------------------------------------------------------------- policies on demand


@law
@given(trees())
def test_uniform_policy_is_that_of_the_written_tree(tree: GameTree) -> None:
    unfolded = unfold(Written(tree))
    for player in CHOOSERS:
        found, known = uniform(unfolded, player), uniform(tree, player)
        assert [dict(found[name]) for name in found] == list(known.values())
        assert len(found) == len(known)


def test_policy_of_a_large_game_is_made_where_it_is_asked_for() -> None:
    tree = unfold(TicTacToe())
    table = uniform(tree, "opp")
    assert list(map(repr, table["4"])) == list("01235678")
    assert set(table["4"].values()) == {Fraction(1, 8)}
    assert "4.0" not in table
    assert "9" not in table
    assert (inline(unfold(Nim(1)), "opp"), len(uniform(unfold(Nim(1)), "opp"))) == ({}, 0)


def test_one_action_always_makes_one_path() -> None:
    tree = unfold(CoinsInARow(2, 1, 5, 3))
    found = rollouts(tree.root, {player: always(tree, player, "left") for player in (AGENT, "opp")})
    assert found.path is not None
    assert (found.path[-1].name, found.mean) == ("left.left.left.left", 3)


def test_action_that_is_not_always_legal_is_named() -> None:
    tree = unfold(CoinsInARow(2, 1))
    table = always(tree, "opp", "right")
    with pytest.raises(PolicyError, match=r"^opp can't play 'right' at left \(legal: left\)$"):
        rollouts(tree.root, {AGENT: always(tree, AGENT, "left"), "opp": table})


def test_die_of_a_race_is_averaged() -> None:
    tree = unfold(DiceRace(goal=3, turns=2))
    coin = {"coin": uniform(tree, "coin")}
    pruned = expectiminimax_pruned(tree.root, coin, low=-1, high=1)
    assert pruned.cuts
    assert -1 < pruned.value < 1


# ---------------------------------------------------------------------- numbers


def test_utilities_become_exact() -> None:
    for stated, exact in ((0.1, Fraction(1, 10)), (2.0, 2), (Fraction(4, 2), 2), (-3, -3)):
        utility = stub_tree(utility=stated).root.children[0].utility
        assert utility == exact
        assert isinstance(utility, Fraction) is (exact == Fraction(1, 10))


def test_utility_of_each_player_makes_payoffs() -> None:
    tree = stub_tree(utility={AGENT: 0.5, "p2": 1})
    end = tree.root.children[0]
    assert (end.utility, end.payoffs) == (None, {AGENT: Fraction(1, 2), "p2": 1})
    assert (tree.root.utility, tree.root.payoffs) == (None, None)
    assert repr(end) == "<Node A: end {'agent': Fraction(1, 2), 'p2': 1}>"
    assert max_n(tree.root).payoffs == end.payoffs


def test_evaluations_are_the_games_own() -> None:
    root = unfold(Nim(1, 1)).root
    assert (root.evaluation, root.children[0].evaluation) == (Fraction(-1, 2), Fraction(-1, 2))
    assert root.children[0].children[0].evaluation == root.children[0].children[0].utility == -1
    assert unfold(TicTacToe()).root.evaluation is None
    tree = unfold(Tree({AGENT: {"A": {"opp": {"1": 3}, "eval": 0.1}, "B": 4}}))
    assert (tree.root.evaluation, tree.find("A").evaluation) == (None, Fraction(1, 10))


def test_an_evaluation_that_fails_or_is_no_number_says_nothing() -> None:
    class Evaluated(Stub):
        def evaluate(self, state: Any) -> Any:
            return self._answers["evaluate"][state]

    stub = unfold(Evaluated(evaluate={"s": "high"})).root
    assert (stub.evaluation, stub.children[0].evaluation) == (None, None)


# ---------------------------------------------------------------------- faults

PLAIN = "has to be a str, an int or a tuple of such"


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ({"start_state": ["s"]}, f"Stub, state ['s']: a state {PLAIN}"),
        ({"start_state": ("s", (1, True))}, f"Stub, state ('s', (1, True)): a state {PLAIN}"),
        ({"is_end": 0}, "Stub, state 's': is_end has to return True or False, not 0"),
        ({"player": None}, "Stub, state 's': player has to be a str where play goes on, not None"),
        ({"player": 1}, "Stub, state 's': player has to be a str where play goes on, not 1"),
        ({"player_at_end": "opp"}, "Stub, state 'a': player has to be None at an end, not 'opp'"),
        ({"utility": None}, "Stub, state 'a': utility has to be a finite number, not None"),
        ({"utility": True}, "Stub, state 'a': utility has to be a finite number, not True"),
        ({"utility": float("nan")}, "Stub, state 'a': utility has to be a finite number, not nan"),
        ({"utility": float("inf")}, "Stub, state 'a': utility has to be a finite number, not inf"),
        ({"utility": {"p": "1"}}, "Stub, state 'a': utility has to be a finite number, not '1'"),
        ({"utility": {1: 1}}, "Stub, state 'a': utility is for players, each a str, not for 1"),
        (
            {"successors": [("A", "a")]},
            "Stub, state 's': successors has to return a dict, not an object of type list",
        ),
        ({"successors": {}}, "Stub, state 's': there are no successors, but it is no end"),
        ({"successors": {None: "a"}}, f"Stub, state 's': the action None {PLAIN}"),
        (
            {"successors": {"A": 1.5}},
            f"Stub, state 's': 'A' leads to 1.5, but a state {PLAIN}",
        ),
        (
            {"is_end": False, "player_at_end": AGENT, "successors": {"A": "a"}},
            "Stub, state 'a': the game goes on after 100 moves",
        ),
    ],
)
def test_what_no_game_may_say_is_named(answers: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError) as raised:
        [(node.utility, node.payoffs) for node in stub_tree(**answers).nodes()]
    assert str(raised.value) == message


def test_game_of_100_moves_is_played_to_its_end() -> None:
    assert minimax(unfold(Countdown(100)).root).value == 1
    with pytest.raises(GameError, match=r"^Countdown, state 1: the game goes on after 100 moves$"):
        minimax(unfold(Countdown(101)).root)


class Countdown:
    """From ``moves`` down to 0, one at a time."""

    def __init__(self, moves: int) -> None:
        self._moves = moves

    def start_state(self) -> int:
        return self._moves

    def is_end(self, state: Any) -> bool:
        return bool(state == 0)

    def utility(self, state: Any) -> int:
        return 1 - int(state)

    def player(self, state: Any) -> str | None:
        return AGENT if state else None

    def successors(self, state: Any) -> dict[str, State]:
        return {"down": state - 1}


def test_start_given_by_an_author_is_checked() -> None:
    given_: Any = ["s"]
    with pytest.raises(GameError, match=rf"^Stub, state \['s'\]: a state {PLAIN}$"):
        unfold(Stub(), given_)
