"""Rollouts: what a play may be, how plays are spread, and how seldom a right function is accused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from grader.cases.model import Call, Case, Check, Expectation, Given, Tolerance
from grader.cases.tree_line import tree_of
from grader.checks import check_outcomes, check_path, check_value
from grader.sandbox.outcome import Answer, Outcome, Play, Status, Strange
from grader.search import rollouts
from grader.tree import Action, Draft, GameTree, Node, PolicyTable, grow, inline

Draw = Callable[[Mapping[Action, Fraction], Random], Action]


def end(utility: int) -> Draft:
    return Draft(utility=utility)


def inner(player: str, **branches: Draft) -> Draft:
    return Draft(player=player, branches=list(branches.items()))


# The agent moves, then the coin or the opponent.
TREE = grow(
    inner(
        "agent", A=inner("coin", h=end(3), t=end(5)), B=inner("opp", x=end(4), y=end(0)), C=end(1)
    )
)
POLICIES: dict[str, PolicyTable] = {
    "agent": {"root": {"A": Fraction(1, 2), "B": Fraction(1, 3), "C": Fraction(1, 6)}},
    "coin": {"A": {"h": Fraction(1, 5), "t": Fraction(4, 5)}},
    "opp": {"B": {"x": Fraction(1, 4), "y": Fraction(3, 4)}},
}
OUTCOMES = {node.name: chance for node, chance in rollouts(TREE.root, POLICIES).ends.items()}
PATH = ("root", "A", "At")
N = 400


def case(expect: Expectation, call: Call = Call.SIMULATE) -> Case:
    return Case(
        id="rollouts", call=call, title="", tree=TREE, start=TREE.root, policies=POLICIES,
        given=Given(n=N), expect=expect, weights={Check.PATH: Fraction(1)}, file="r.yaml", line=1,
    )  # fmt: skip


def way(names: str, actions: str, utility: Any = 5, count: int = 1, tree: GameTree = TREE) -> Play:
    nodes = tuple(tree.by_name[name] for name in names.split())
    return Play(count=count, nodes=nodes, actions=tuple(actions.split()), utility=utility)


def path_said(*plays: Play) -> str:
    finding = check_path(case(Expectation(path=PATH)), Answer(plays=plays))
    assert finding.passed == (finding.message == "")
    return finding.message


def outcomes_said(plays: list[Play], *, came_again: bool = True, beside: str = "") -> str:
    visited = {node: None for play in plays for node in play.nodes}
    visited.update({TREE.by_name[name]: None for name in beside.split()})
    outcome = Outcome(status=Status.RETURNED, visited=tuple(visited))
    answer = Answer(plays=tuple(plays), came_again=came_again)
    finding = check_outcomes(case(Expectation(outcomes=OUTCOMES)), answer, outcome)
    assert finding.passed == (finding.message == "")
    return finding.message


def right(chances: Mapping[Action, Fraction], rng: Random) -> Action:
    return rng.choices(list(chances), [float(chance) for chance in chances.values()])[0]


def played(draw: Draw, seed: int) -> list[Play]:
    """``N`` plays in which every move is drawn by ``draw``, told as the child tells them."""
    rng, counts = Random(seed), dict[tuple[Node, ...], int]()
    for _ in range(N):
        nodes = [TREE.root]
        while (player := nodes[-1].player) is not None:
            nodes.append(nodes[-1].child(draw(POLICIES[player][nodes[-1].name], rng)))
        counts[tuple(nodes)] = counts.get(tuple(nodes), 0) + 1
    return [
        Play(
            count=count, nodes=nodes, actions=actions_of(nodes), utility=int(nodes[-1].utility or 0)
        )
        for nodes, count in counts.items()
    ]


def actions_of(nodes: tuple[Node, ...]) -> tuple[Action, ...]:
    return tuple(above.actions[above.children.index(below)] for above, below in pairwise(nodes))


# ---------------------------------------------------------------------- one play


def test_only_possible_play_is_right() -> None:
    assert path_said(way("root A At", "A t")) == ""


def test_another_play_is_told_beside_the_right_one() -> None:
    assert path_said(way("root C", "C", utility=1)) == (
        "Under these policies only one play is possible: root, A, At. Your function played root, C."
    )


@pytest.mark.parametrize(
    ("play", "said"),
    [
        (way("A At", "t"), "A rollout begins with the state that game.start_state() gives."),
        (way("", ""), "A rollout begins with the state that game.start_state() gives."),
        (
            way("root A", "A"),
            "A rollout goes on to an end, but one of yours stopped at A.",
        ),
        (
            way("root A At", "A"),
            "A rollout has one action between two states: 3 states came with 1 action.",
        ),
        (
            way("root A At", "A fly"),
            "A rollout has the action 'fly' at A, where the actions are 'h' and 't'.",
        ),
        (
            way("root C C", "C C"),
            "A rollout has the action 'C' at C, where the game is over.",
        ),
        (
            way("root A Ah", "A t"),
            "A rollout goes from A by t to Ah, but that action leads to At.",
        ),
        (
            way("root A At", "A t", utility=3),
            "A rollout that ends at At has the utility 5, but yours says 3.",
        ),
        (
            way("root A At", "A t", utility=Strange(kind="None")),
            "A rollout's utility has to be a number, but None came.",
        ),
    ],
)
def test_play_that_cannot_have_happened_is_named(play: Play, said: str) -> None:
    assert path_said(play) == said
    assert outcomes_said([play]) == said


def test_strange_action_is_shown_with_its_type() -> None:
    play = Play(
        count=1, nodes=(TREE.root, TREE.by_name["C"]), actions=(Strange(kind="list", shown="[]"),),
        utility=1,
    )  # fmt: skip
    assert path_said(play).startswith("A rollout has the action [] (a list) at the root")


def test_what_is_no_rollout_is_said_once_for_all() -> None:
    answer = Answer(misshapen=Strange(kind="int", shown="3"))
    outcome = Outcome(status=Status.RETURNED)
    said = (
        "simulate has to return a Rollout: states, actions and the utility of the last state, but your"
        " function returned 3 (an int)."
    )
    assert check_path(case(Expectation(path=PATH)), answer).message == said
    assert check_outcomes(case(Expectation(outcomes=OUTCOMES)), answer, outcome).message == said


def test_nothing_expected_is_right() -> None:
    outcome = Outcome(status=Status.RETURNED)
    assert check_path(case(Expectation()), Answer()).passed
    assert check_outcomes(case(Expectation()), Answer(), outcome).passed


# ---------------------------------------------------------------------- many plays


def test_right_function_is_not_accused_by_a_thousand_seeds() -> None:
    assert [seed for seed in range(1000) if outcomes_said(played(right, seed))] == []


def first(chances: Mapping[Action, Fraction], _rng: Random) -> Action:
    return next(iter(chances))


def last(chances: Mapping[Action, Fraction], _rng: Random) -> Action:
    return list(chances)[-1]


def likeliest(chances: Mapping[Action, Fraction], _rng: Random) -> Action:
    return max(chances, key=lambda action: chances[action])


def even(chances: Mapping[Action, Fraction], rng: Random) -> Action:
    return rng.choice(list(chances))


def tilted(chances: Mapping[Action, Fraction], rng: Random) -> Action:
    """Twice as fond of the first action as it should be."""
    weights = [float(chance) for chance in chances.values()]
    return rng.choices(list(chances), [weights[0] * 2, *weights[1:]])[0]


def turned(chances: Mapping[Action, Fraction], rng: Random) -> Action:
    """The probabilities in the order of other actions."""
    return rng.choices(list(chances), [float(chance) for chance in list(chances.values())[::-1]])[0]


@pytest.mark.parametrize("draw", [first, last, likeliest, even, tilted, turned])
def test_biased_function_is_caught_by_each_seed(draw: Draw) -> None:
    said = [outcomes_said(played(draw, seed)) for seed in range(20)]
    assert all("too far off to be chance" in each for each in said)


@pytest.mark.parametrize("draw", [first, last, likeliest])
def test_one_play_again_and_again_is_named(draw: Draw) -> None:
    said = outcomes_said(played(draw, 1))
    assert said.endswith(
        "Every play was the same: draw by the probabilities as they are; don't round them, or take "
        "the likeliest, first or last."
    )


def test_ignored_policy_is_named() -> None:
    said = outcomes_said(played(even, 1))
    assert said.endswith(
        "They are what comes when every action is equally likely: give the probabilities of"
        " policies[player](state) to rng.choices as its weights."
    )


def test_other_bias_is_told_by_its_counts_alone() -> None:
    said = outcomes_said(played(turned, 1))
    assert said.endswith(".")
    assert "equally likely" not in said
    assert "All ends: Ah " in said
    assert "(expected 40)" in said


def test_impossible_end_is_caught_at_once() -> None:
    sure = {"C": Fraction(1)}
    asked = case(Expectation(outcomes=sure))
    plays = (way("root C", "C", 1, 399), way("root A At", "A t"))
    outcome = Outcome(status=Status.RETURNED)
    said = check_outcomes(asked, Answer(plays=plays), outcome).message
    assert said.startswith("Of 400 plays, 1 ended at At, whose chance is 0.")


def test_random_choices_from_elsewhere_are_named() -> None:
    assert outcomes_said(played(right, 1), came_again=False) == (
        "Twice the same seed gave different plays: take every random choice from rng, such as"
        " rng.choices(...), and from nothing else."
    )


def test_question_beside_the_plays_is_named() -> None:
    assert outcomes_said([way("root C", "C", utility=1)], beside="B") == (
        "Your function asked about B, which is on none of its plays: look only at the state that the"
        " drawn action leads to."
    )


# ---------------------------------------------------------------------- the mean of plays


def mean_said(value: Any) -> str:
    mean = rollouts(TREE.root, POLICIES).mean
    asked = case(Expectation(value=mean), Call.ESTIMATE)
    return check_value(asked, Answer(value=value), Tolerance()).message


def mean_of(plays: list[Play]) -> float:
    total = sum(play.count * (play.nodes[-1].utility or 0) for play in plays)
    return float(total) / N


def test_right_mean_is_not_accused_by_a_thousand_seeds() -> None:
    assert [seed for seed in range(1000) if mean_said(mean_of(played(right, seed)))] == []


@pytest.mark.parametrize("draw", [last, likeliest])
def test_mean_of_biased_plays_is_caught(draw: Draw) -> None:
    assert mean_said(mean_of(played(draw, 1))).startswith(
        "The expected utility is 2.8, and a mean of 400 rollouts comes within 0.6733 of it"
    )


def test_exact_value_that_no_plays_can_have_is_told() -> None:
    tree = tree_of("coin(1/2: 10, 1/2: -4)")
    asked = replace(
        case(Expectation(value=3), Call.ESTIMATE),
        tree=tree, start=tree.root, policies={"coin": inline(tree, "coin")}, given=Given(n=2001),
    )  # fmt: skip
    told = [check_value(asked, Answer(value=v), Tolerance()).message for v in (3, 3 + 7 / 2001)]
    assert told[1] == ""
    assert told[0].startswith(
        "Your function returned 3, which is the mean of no 2001 plays of this"
    )


def test_mean_that_is_no_number_is_named() -> None:
    assert mean_said(Strange(kind="nan", shown="nan")) == (
        "The value of the root is 2.8, but your function returned nan. nan is not a number; inf - inf"
        " and 0 * inf give it."
    )
