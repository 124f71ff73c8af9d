"""From a case to the job that the sandbox runs: who is given what, and what it may use."""

from __future__ import annotations

from grader.cases.model import Call, Case, Limits
from grader.sandbox import Budget, Job, Shape

_SEARCH = ("game", "state")
_WITH_POLICIES = ("game", "policies", "state")
_WITH_DEPTH = ("game", "state", "depth", "evaluate")

ARGUMENTS: dict[Call, tuple[str, ...]] = {
    Call.GAME_VALUE: _WITH_POLICIES,
    Call.EXPECTIMAX: _WITH_POLICIES,
    Call.MINIMAX: _SEARCH,
    Call.EXPECTIMINIMAX: _WITH_POLICIES,
    Call.MINIMAX_POLICY: ("game",),
    Call.EXPECTIMAX_POLICY: ("game", "policies"),
    Call.ALPHA_BETA: _SEARCH,
    Call.DEPTH_LIMITED: _WITH_DEPTH,
    Call.DEPTH_LIMITED_PLIES: _WITH_DEPTH,
}


def shape_of(call: Call) -> Shape:
    """What ``call`` returns."""
    if call.returns_policy:
        return Shape.POLICY
    return Shape.VALUE if call is Call.GAME_VALUE else Shape.PAIR


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
        arguments=ARGUMENTS[case.call],
        shape=shape_of(case.call),
        tree=case.tree,
        start=case.start,
        policies=case.policies,
        depth=case.depth,
        asked=tuple(case.tree.by_name[name] for name in case.expect.policy or ()),
        budget=budget_of(limits, case.tree.size(), share),
    )
