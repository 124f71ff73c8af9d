"""From a case to the job that the sandbox runs: who is given what, and what it may use."""

from __future__ import annotations

from fractions import Fraction

from grader.cases.model import Call, Case, Limits, Property
from grader.checks.board import positions_of
from grader.sandbox import Budget, Job, Shape
from grader.sandbox.job import Plain
from grader.tree import Number, State, UnfoldedTree

ONE_ROLLOUT = 1
MOST_STATES = 2_000  # of a walked game; not the right number, which would tell the child too much
GAME_REQUESTS = 1_000_000  # on a game: tic-tac-toe has 549,946 paths

_BY_POLICY = {Property.OWN_POLICIES, Property.WON_IS_WON}
_SHAPES = {
    Call.SIMULATE: Shape.ROLLOUTS,
    Call.ESTIMATE: Shape.VALUE,
    Call.GAME_VALUE: Shape.VALUE,
    Call.MINIMAX_POLICY: Shape.POLICY,
    Call.EXPECTIMAX_POLICY: Shape.POLICY,
    Call.VALUE_TABLE: Shape.TABLE,
    Call.EVALUATE_TICTACTOE: Shape.NUMBERS,
    Call.MAX_N: Shape.VECTOR,
    Call.CHOOSE_BY_BOUNDS: Shape.OPTIONS,
}


def shape_of(case: Case) -> Shape:
    """What the case's call returns, or what is done with it."""
    if case.call is Call.HALVING_GAME:
        return Shape.UNFOLDING if case.expect.row is None else Shape.ROW
    return _SHAPES.get(case.call, Shape.PAIR)


def needed_by(case: Case) -> tuple[str, ...]:
    """The names that the submission has to define; who wins a game is its own minimax's to say."""
    own = case.call.value
    if case.law in _BY_POLICY:
        return (own, Call.MINIMAX_POLICY.value)
    return (own, Call.MINIMAX.value) if shape_of(case) is Shape.ROW else (own,)


def budget_of(limits: Limits, size: int, share: float = 1.0) -> Budget:
    """What a case on a tree of ``size`` nodes may use; ``share`` scales its time."""
    return Budget(
        cpu=limits.cpu * share,
        wall=limits.wall * share,
        memory=limits.memory,
        output=limits.output,
        requests=limits.requests * size + 100,
    )


def job_of(case: Case, limits: Limits, share: float = 1.0) -> Job:
    """The call that ``case`` makes."""
    return Job(
        function=case.call.value,
        arguments=case.call.arguments,
        shape=shape_of(case),
        tree=case.tree,
        start=case.start,
        policies=case.policies,
        given=_given(case),
        asked=tuple(case.tree.find(name) for name in case.expect.policy or ()),
        positions=_positions(case),
        name=_name(case),
        budget=budget_of(case.limits or limits, _size(case), share),
    )


def _name(case: Case) -> str:
    """What tells this call from others: of the calls of one law, the trees differ."""
    own: list[object] = [case.id, case.call.value, case.start.name, case.given]
    if not isinstance(case.tree, UnfoldedTree):
        own += [node.utility for node in case.tree.nodes() if node.is_end]
    return " ".join(map(str, own))


def _size(case: Case) -> int:
    """How many nodes a budget of requests is for."""
    if isinstance(case.tree, UnfoldedTree):
        return GAME_REQUESTS // (case.limits or Limits()).requests
    return case.tree.size() * max(1, case.given.n or 1 if case.call is Call.SIMULATE else 1)


def _given(case: Case) -> dict[str, Plain]:
    """The arguments that are plain numbers, and what the child needs to know beside."""
    given, call = case.given, case.call
    if call is Call.HALVING_GAME:
        if case.expect.row is not None:
            return {"ns": tuple(case.expect.row)}
        return {"n": given.n, "most": MOST_STATES}
    values: dict[str, Plain] = {
        "depth": given.depth,
        "n": given.n,
        "max_evaluations": given.max_evaluations,
        "low": _plain(given.low),
        "high": _plain(given.high),
        "intervals": {
            option: (_plain(low), _plain(high))
            for option, (low, high) in (given.intervals or {}).items()
        },
    }
    known = {name: value for name, value in values.items() if name in call.arguments}
    if "rng" in call.arguments:
        known["seed"] = given.seed
    if call is Call.SIMULATE:
        known["n"] = ONE_ROLLOUT if given.n is None else given.n
    return known


def _plain(number: Number | None) -> int | float | None:
    return float(number) if isinstance(number, Fraction) else number


def _positions(case: Case) -> tuple[State, ...]:
    return positions_of(case) if case.call is Call.EVALUATE_TICTACTOE else ()
