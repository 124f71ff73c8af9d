"""Three witnesses for every case of our suite: what is recorded, our own search, the reference."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playing import ROOT
from suites import BINS, REFERENCE, suite

from grader.authoring.reference import RUN, Reference, differences
from grader.authoring.witness import LARGEST_N, by_search, halving_row, halving_tree
from grader.authoring.written import comparable, data_of, shown
from grader.cases import Case, Check, Expectation, Pruning, TieBreak, Tolerance, read_suite
from grader.cases.model import Effort
from grader.errors import GraderError
from grader.sandbox import Answer, Outcome, Status, Strange
from grader.search import minimax
from grader.tree import Node

SUITE = read_suite(ROOT / "test_cases")
PRUNING = {case.id: question.pruning for question in SUITE.questions for case in question.cases}
each_case = pytest.mark.parametrize("case", SUITE.cases, ids=lambda case: case.id)


@pytest.fixture(scope="module")
def reference() -> Iterator[Reference]:
    with Reference(SUITE, REFERENCE) as running:
        yield running


@each_case
def test_recorded_answer_is_our_searches(case: Case) -> None:
    ours = by_search(case, PRUNING[case.id])
    assert data_of(case.expect).keys() == data_of(ours).keys()
    for check in Check:
        assert comparable(case.expect, check) == comparable(ours, check)


@each_case
def test_recorded_answer_is_the_references(case: Case, reference: Reference) -> None:
    assert differences(case, case.expect, reference.run(case), SUITE.tolerance) == ()


# ---------------------------------------------------------------------- what differs is told


BINS_CASE = f"call: minimax\ntree: {BINS}\nexpect: {{value: 3, actions: [A]}}\n"


def only_case(folder: Path, text: str) -> Case:
    """The case of a suite that has no other."""
    (case,) = read_suite(suite(folder, text).parents[1]).cases
    return case


def told(
    case: Case, answer: Answer, visited: tuple[Node, ...] = (), evaluations: int = 0
) -> list[str]:
    """Where a reference that answers so differs from what the case expects."""
    outcome = Outcome(
        status=Status.RETURNED, answer=answer, visited=visited, evaluations=evaluations
    )
    return [str(found) for found in differences(case, case.expect, outcome, Tolerance())]


def test_one_of_several_optimal_actions_agrees(tmp_path: Path) -> None:
    case = only_case(
        tmp_path, "call: minimax\ntree: {agent: {A: 1, B: 1}}\nexpect: {actions: [A, B]}\n"
    )
    assert told(case, Answer(value=1, action="B")) == []
    first = replace(case, tie_break=TieBreak.FIRST)
    assert told(first, Answer(value=1, action="B")) == [
        "actions: the search says [A, B], the reference B"
    ]


def test_float_near_the_exact_value_agrees(tmp_path: Path) -> None:
    case = only_case(tmp_path, BINS_CASE)
    assert told(case, Answer(value=3.0000000001, action="A")) == []
    assert told(case, Answer(value=3.5, action="A")) == [
        "value: the search says 3, the reference 7/2"
    ]


def test_order_of_visits_matters_and_of_pruned_does_not(tmp_path: Path) -> None:
    tree = "{agent: {A: 3, B: {opp: {1: 3, 2: 4, 3: 5}}}}"
    expect = "{visited: [root, A, B, B1], pruned: [B3, B2]}"
    case = only_case(tmp_path, f"call: alpha_beta\ntree: {tree}\nexpect: {expect}\n")
    nodes = case.tree.by_name
    seen = tuple(nodes[name] for name in ("root", "B", "B1", "A"))
    assert told(case, Answer(value=3, action="A"), seen) == [
        "visited: the search says [root, A, B, B1], the reference [root, B, B1, A]"
    ]


def test_effort_beyond_its_bounds_is_told(tmp_path: Path) -> None:
    effort = "{visits: 1, evaluations: 1, must: [A]}"
    case = only_case(tmp_path, f"call: minimax\ntree: {BINS}\nexpect: {{effort: {effort}}}\n")
    nodes = case.tree.by_name
    found = told(case, Answer(value=3, action="A"), (nodes["root"], nodes["B"]), 2)
    assert found[0].endswith("the reference {visits: 2, evaluations: 2, must: []}")


def test_answers_of_another_shape_are_told(tmp_path: Path) -> None:
    case = only_case(tmp_path, BINS_CASE)
    (found,) = told(case, Answer(misshapen=Strange(kind="int", shown="3")))
    assert found.startswith("run: the search says that it has an answer, the reference returned")


def test_run_that_raised_is_told(tmp_path: Path) -> None:
    case = only_case(tmp_path, BINS_CASE)
    outcome = Outcome(status=Status.RAISED, message="KeyError")
    (found,) = differences(case, case.expect, outcome, Tolerance())
    assert (found.field, found.theirs) == (RUN, "RAISED: KeyError")


# Of each call what a wrong reference says: the case, the answer, and how the difference is told.
WRONG = {
    "policy": (
        f"call: minimax_policy\ntree: {BINS}\nexpect: {{policy: {{root: [A], A: ['1']}}}}\n",
        Answer(policy={"root": {"A": 0.5, "B": 0.5}, "A": {"1": 1}}),
        "{root: [A, B]}",
    ),
    "a policy that is none": (
        f"call: minimax_policy\ntree: {BINS}\nexpect: {{policy: {{root: [A]}}}}\n",
        Answer(policy={"root": Strange(kind="str", shown="'A'")}),
        "{root:",
    ),
    "table": (
        f"call: value_table\ntree: {BINS}\npolicies: {{opp: uniform}}\n"
        "expect: {table: {max: {min: 3, fixed: 4}, exptmax: {min: 2, fixed: 6}}}\n",
        Answer(table={("max", "min"): 3, ("max", "fixed"): 4}),  # type: ignore[dict-item]
        "{(max,min): 3, (max,fixed): 4}",
    ),
    "options": (
        "call: choose_by_bounds\nintervals: {A: [1, 2], B: [2, 3]}\nexpect: {options: [B]}\n",
        Answer(options=("A", "B")),
        "[A, B]",
    ),
    "payoffs": (
        "call: max_n\ntree: {a: {A: {utility: {a: 1}}}}\nexpect: {value: {a: 1}}\n",
        Answer(payoffs={"a": 2.0}, action="A"),
        "{a: 2}",
    ),
    "row": (
        "call: HalvingGame\nexpect: {row: {1: -1, 2: 1}}\n",
        Answer(numbers=(-1, -1)),
        "{2: -1}",
    ),
    "outcomes": (
        "call: simulate\ntree: {agent: {A: 1, B: 2}}\npolicies: {agent: uniform}\n"
        "expect: {outcomes: {A: 1/2, B: 1/2}}\n",
        Answer(plays=(), came_again=False),
        "Twice the same seed gave different plays",
    ),
    "estimate": (
        "call: estimate\nn: 9\ntree: {agent: {A: 1, B: 3}}\npolicies: {agent: uniform}\n"
        "expect: {value: 2}\n",
        Answer(value=7),
        "The expected utility is 2",
    ),
    "game": (
        "call: HalvingGame\nn: 0\nexpect: {game: 1}\n",
        Answer(states=()),
        "Your game has fewer states",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_answers_are_told(what: str, tmp_path: Path) -> None:
    text, answer, theirs = WRONG[what]
    (found,) = told(only_case(tmp_path, text), answer)
    assert f"the reference {theirs}" in found


# ---------------------------------------------------------------------- our own search


def test_only_stated_fields_are_computed(tmp_path: Path) -> None:
    ours = by_search(only_case(tmp_path, BINS_CASE), Pruning())
    assert ours == Expectation(value=3, actions=("A",))


def test_nodes_that_must_be_visited_are_checked(tmp_path: Path) -> None:
    text = f"call: alpha_beta\ntree: {BINS}\nexpect: {{effort: {{must: [B2, B1]}}}}\n"
    ours = by_search(only_case(tmp_path, text), Pruning())
    assert ours.effort == Effort(must=("B1",))


def test_budget_of_evaluations_is_exact(tmp_path: Path) -> None:
    text = (
        "call: iterative_deepening\nmax_evaluations: 3\ntree: {agent: {A: 1}, eval: 0}\n"
        "expect: {effort: {evaluations: 9}}\n"
    )
    ours = by_search(only_case(tmp_path, text), Pruning())
    assert ours.effort == Effort(evaluations=3)


def test_whole_games_are_worth_what_minimax_says(tmp_path: Path) -> None:
    text = "call: minimax\ngame: {Nim: [1, 2, 2]}\nexpect: {value: 0, actions: ['(0,1)']}\n"
    case = only_case(tmp_path, text)
    ours, full = by_search(case, Pruning()), minimax(case.start)
    assert (ours.value, ours.actions) == (full.value, full.actions)


@pytest.mark.parametrize("n", range(12))
def test_row_of_the_halving_game_is_minimax_on_its_tree(n: int) -> None:
    assert halving_row([n]) == {n: minimax(halving_tree(n).root).value}


def test_halving_game_that_is_too_large_is_refused() -> None:
    with pytest.raises(GraderError, match=r"HalvingGame\(90\) has more than 20000 states"):
        halving_tree(90)
    with pytest.raises(GraderError, match=f"a row has n of {LARGEST_N} at most, found 1001"):
        halving_row([3, 1001])


def test_recorded_tree_of_the_halving_game_is_ours() -> None:
    tree = Expectation(game=halving_tree(1))
    assert shown(data_of(tree)) == "{game: {agent: {decrement: -1, halve: -1}}}"
