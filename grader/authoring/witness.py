"""The first witness of what is right for a case: our own search (``reference`` is the second).

Decides what it says of every field of ``expect:``. Laws, signs and games to be won state what is asked
for: no search gives them, and the reference only has to keep them. A bound on effort, too, is stated:
it is right where it is no lower than what the search needs, and ``must`` where all of it is visited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from grader.cases import Call, Case, Expectation, Pruning
from grader.cases.model import Effort, Tolerance
from grader.cases.tree_line import line_of
from grader.errors import GraderError
from grader.grading.properties import examine
from grader.grading.run import convention_of
from grader.sandbox.outcome import Answer, Outcome, Status
from grader.search import (
    Convention,
    Trace,
    alpha_beta,
    choose_by_bounds,
    depth_limited,
    expected_value,
    expectimax,
    expectiminimax,
    expectiminimax_pruned,
    iterative_deepening,
    max_n,
    minimax,
    optimal_policy,
    rollouts,
    value_table,
)
from grader.search.playing import OPPONENT
from grader.tree import Action, Draft, GameTree, Node, Player, UnfoldedTree, grow

ALL = ("*",)  # as the nodes that must be visited: those that our search visits
MOST_STATES = 20_000  # of a halving game; it has about 600 for n = 15
LARGEST_N = 1_000  # in a row

Found = dict[str, object]  # fields of an Expectation


def by_search(case: Case, pruning: Pruning) -> Expectation:
    """What is right for ``case`` by our own search, in exactly the fields that its ``expect`` states.

    Of these, a policy is for the states that are asked about, a row for the same n, and ``must`` has
    those of the stated nodes that are visited. Raises GraderError where the search has no answer.
    """
    if case.law is not None:
        _keep(case, pruning)
        return case.expect
    found = _SEARCHES.get(case.call, _by_trace)(case, convention_of(pruning))
    stated = {
        field: value for field, value in found.items() if getattr(case.expect, field) is not None
    }
    return replace(case.expect, **stated)  # type: ignore[arg-type]  # each field has its own type


def _keep(case: Case, pruning: Pruning) -> None:
    """Raise GraderError where our own search does not keep the law of ``case`` on all of its trees."""
    examined = examine(case, lambda asked: _run(asked, pruning), Tolerance(), shrinks=False)
    if examined.breach is not None:
        tree = examined.breach.called[0].case.tree
        raise GraderError(f"{examined.breach.sentence} So it is on {line_of(tree.root)}")


def _run(case: Case, pruning: Pruning) -> Outcome:
    """The call of ``case`` as our own search answers it."""
    right = by_search(case, pruning)
    sure = {state: {actions[0]: 1} for state, actions in (right.policy or {}).items()}
    table = {key: float(worth) for key, worth in (right.table or {}).items()}
    value = right.value
    return Outcome(
        status=Status.RETURNED,
        answer=Answer(
            value=float(value) if isinstance(value, Fraction) else value,
            policy=sure,
            table=table,  # type: ignore[arg-type]  # a pair of words is a key, as on the wire
        ),
        visited=_trace(case, convention_of(pruning)).visited if case.call.prunes else (),
    )


def _names(nodes: tuple[Node, ...]) -> tuple[str, ...]:
    return tuple(node.name for node in nodes)


def _trace(case: Case, convention: Convention) -> Trace:
    start, policies = case.start, case.policies
    if case.call.takes_depth:
        plies = case.call is Call.DEPTH_LIMITED_PLIES
        return depth_limited(start, case.depth or 0, plies=plies)
    if case.call is Call.ITERATIVE_DEEPENING:
        return iterative_deepening(start, case.given.max_evaluations or 0).trace
    if case.call is Call.EXPECTIMINIMAX_PRUNED:
        low, high = case.given.low or 0, case.given.high or 0
        return expectiminimax_pruned(start, policies, low=low, high=high)
    if case.call.prunes or _is_value_of_game(case):
        ordered = case.call is Call.ALPHA_BETA_ORDERED
        return alpha_beta(start, convention, ordered=ordered)
    if case.call is Call.MINIMAX:
        return minimax(start)
    return _AVERAGING[case.call](start, policies)


_AVERAGING = {
    Call.GAME_VALUE: expected_value,
    Call.EXPECTIMAX: expectimax,
    Call.EXPECTIMINIMAX: expectiminimax,
}


def _is_value_of_game(case: Case) -> bool:
    """Whether pruning gives all that is asked of minimax; a whole game is large without it."""
    expect = case.expect
    is_minimax = case.call is Call.MINIMAX and isinstance(case.tree, UnfoldedTree)
    return is_minimax and not (expect.visited or expect.pruned or expect.effort)


def _by_trace(case: Case, convention: Convention) -> Found:
    trace = _trace(case, convention)
    found: Found = {"value": trace.value, "actions": trace.actions}
    if case.expect.visited is not None:
        found["visited"] = _names(trace.visited)
    if case.expect.pruned is not None:
        found["pruned"] = _names(trace.pruned)
    found["effort"] = _effort(case, trace.visited, len(trace.evaluated))
    return found


def _effort(case: Case, visited: tuple[Node, ...], evaluations: int) -> Effort | None:
    stated = case.expect.effort
    if stated is None:
        return None
    names = _names(visited) if stated.must else ()
    enough = None if stated.evaluations is None else max(stated.evaluations, evaluations)
    if enough is not None and case.call is Call.ITERATIVE_DEEPENING:
        enough = case.given.max_evaluations  # the budget, whether or not all of it is needed
    return Effort(
        visits=None if stated.visits is None else max(stated.visits, len(visited)),
        evaluations=enough,
        must=names if stated.must == ALL else tuple(n for n in stated.must if n in set(names)),
    )


def _by_rollouts(case: Case, _: Convention) -> Found:
    """What plays give. The only possible path, or its visits, are asked of a single play alone."""
    root, expect = case.tree.root, case.expect
    exact = rollouts(root, case.policies)
    if exact.path is None and (expect.path is not None or expect.visited is not None):
        raise GraderError("several plays are possible, so there is no one path")
    path = _names(exact.path or ())
    outcomes = {end.name: chance for end, chance in exact.ends.items()}
    return {"value": exact.mean, "path": path, "visited": path, "outcomes": outcomes}


def _by_policy(case: Case, _: Convention) -> Found:
    policies = case.policies if case.call.takes_policies else {}
    optimal = optimal_policy(case.tree.root, policies)
    return {"policy": {state: optimal[state] for state in case.expect.policy or ()}}


def _by_table(case: Case, _: Convention) -> Found:
    return {"table": value_table(case.tree.root, case.policies.get(OPPONENT, {}))}


def _by_halving(case: Case, _: Convention) -> Found:
    row = case.expect.row
    return {
        "game": None if case.expect.game is None else halving_tree(case.given.n or 0),
        "row": None if row is None else halving_row(row),
    }


def _by_max_n(case: Case, _: Convention) -> Found:
    found = max_n(case.start)
    payoffs = {frozenset(each.items()): each for each, _ in found.results}
    chosen: set[Action | None] = {action for _, action in found.results}
    return {
        "payoffs": tuple(payoffs.values()),
        "actions": tuple(action for action in case.start.actions if action in chosen),
        "visited": _names(found.visited),
        "pruned": (),
        "effort": _effort(case, found.visited, 0),
    }


def _by_bounds(case: Case, _: Convention) -> Found:
    intervals = case.given.intervals or {}
    best = choose_by_bounds(intervals)
    return {"options": tuple(option for option in intervals if option in best)}


def _by_intent(_: Case, __: Convention) -> Found:
    return {}


_SEARCHES: Mapping[Call, Callable[[Case, Convention], Found]] = {
    Call.SIMULATE: _by_rollouts,
    Call.ESTIMATE: _by_rollouts,
    Call.MINIMAX_POLICY: _by_policy,
    Call.EXPECTIMAX_POLICY: _by_policy,
    Call.VALUE_TABLE: _by_table,
    Call.HALVING_GAME: _by_halving,
    Call.MAX_N: _by_max_n,
    Call.CHOOSE_BY_BOUNDS: _by_bounds,
    Call.EVALUATE_TICTACTOE: _by_intent,
}


# ---------------------------------------------------------------------------- the halving game

_OTHER: Mapping[Player, Player] = {"agent": "opp", "opp": "agent"}


def halving_tree(n: int) -> GameTree:
    """The halving game from ``n``: who is to move at 0 has won.

    Raises GraderError where it has too many states to be looked at.

    >>> halving_tree(1).size()
    3
    """
    root = Draft()
    pending: list[tuple[Draft, int, Player]] = [(root, n, "agent")]
    made = 0
    while pending:
        draft, number, mover = pending.pop()
        made += 1
        if made > MOST_STATES:
            raise GraderError(f"HalvingGame({n}) has more than {MOST_STATES} states: too many")
        if number == 0:
            draft.utility = 1 if mover == "agent" else -1
            continue
        draft.player = mover
        for action, after in (("decrement", number - 1), ("halve", number // 2)):
            below = Draft()
            draft.branches.append((action, below))
            pending.append((below, after, _OTHER[mover]))
    return grow(root)


def halving_row(ns: Iterable[int]) -> dict[int, int]:
    """Who wins the halving game from each of ``ns`` if both play best: 1 is the agent, -1 opp.

    >>> halving_row([0, 1, 2])
    {0: 1, 1: -1, 2: 1}
    """
    wanted = list(ns)
    if (largest := max(wanted, default=0)) > LARGEST_N:
        raise GraderError(f"a row has n of {LARGEST_N} at most, found {largest}")
    wins = [True]  # whether the mover wins: it does where some move leads to a loss of the other
    for n in range(1, largest + 1):
        wins.append(not (wins[n - 1] and wins[n // 2]))
    return {n: 1 if wins[n] else -1 for n in wanted}
