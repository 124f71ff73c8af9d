"""Three witnesses for every case of our suite: what is recorded, our own search, the reference."""

from __future__ import annotations

import pytest
from playing import ROOT, Played, names, play, played_policy, search

from grader.cases import Case, Cutoff, Pruning, Returns, read_suite
from grader.search import Convention, Trace, optimal_policy

SUITE = read_suite(ROOT / "test_cases")
PRUNING = {case.id: question.pruning for question in SUITE.questions for case in question.cases}


def convention_of(pruning: Pruning) -> Convention:
    strict = pruning.cutoff is Cutoff.STRICT
    hard = pruning.returns is Returns.FAIL_HARD
    return Convention(strict_at_max=strict, strict_at_min=strict, fail_hard=hard)


def searched(case: Case) -> Trace:
    return search(
        case.call,
        case.start,
        policies=case.policies,
        depth=case.depth,
        convention=convention_of(PRUNING[case.id]),
    )


answers = pytest.mark.parametrize(
    "case", [case for case in SUITE.cases if not case.call.returns_policy], ids=lambda case: case.id
)
policies = pytest.mark.parametrize(
    "case", [case for case in SUITE.cases if case.call.returns_policy], ids=lambda case: case.id
)


@answers
def test_recorded_answer_is_our_searches(case: Case) -> None:
    trace = searched(case)
    found = {
        "value": trace.value,
        "actions": trace.actions,
        "visited": names(trace.visited),
        "pruned": names(trace.pruned),
    }
    assert recorded(case).items() <= found.items()


@answers
def test_recorded_answer_is_the_references(case: Case) -> None:
    run = play(case.call, case.start, policies=case.policies, depth=case.depth)
    found = {"value": run.value, "visited": names(run.visited)}
    stated = {field: said for field, said in recorded(case).items() if field in found}
    assert stated.items() <= found.items()
    if case.expect.actions is not None:  # of ties, the reference takes the first
        assert run.action == next(iter(case.expect.actions), None)
    if case.expect.pruned is not None:
        assert left_out(run) == case.expect.pruned


@answers
def test_our_search_looks_where_the_reference_looks(case: Case) -> None:
    trace = searched(case)
    run = play(case.call, case.start, policies=case.policies, depth=case.depth)
    assert (run.visited, run.evaluated) == (trace.visited, trace.horizon)


def recorded(case: Case) -> dict[str, object]:
    """What the case states of the answer; at least its value."""
    fields = ("value", "actions", "visited", "pruned")
    stated = {field: getattr(case.expect, field) for field in fields}
    assert stated["value"] is not None
    return {field: value for field, value in stated.items() if value is not None}


def left_out(run: Played) -> tuple[str, ...]:
    """The topmost nodes that the reference did not ask about, by the nodes that they follow."""
    seen = set(run.visited)
    return names([c for node in run.visited for c in node.children if c not in seen])


@policies
def test_recorded_policy_is_our_searches(case: Case) -> None:
    found = optimal_policy(case.tree.root, case.policies)
    assert case.expect.policy is not None
    assert case.expect.policy == {state: found[state] for state in case.expect.policy}


@policies
def test_recorded_policy_is_the_references(case: Case) -> None:
    assert case.expect.policy
    for state, actions in case.expect.policy.items():
        chances = played_policy(case.call, case.tree.by_name[state], case.policies)
        assert chances == {actions[0]: 1}
