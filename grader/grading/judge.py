"""Judge one case: from the outcome of its run to a verdict, a share of its points and the feedback.

Decides which checks are made and what they earn; ``feedback`` decides how that reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from grader.cases.model import Call, Case, Check, Suite, Tolerance
from grader.checks import (
    Finding,
    check_action,
    check_effort,
    check_game,
    check_law,
    check_options,
    check_outcomes,
    check_path,
    check_policy,
    check_pruned,
    check_row,
    check_signs,
    check_table,
    check_value,
    check_visited,
    check_wins,
)
from grader.diagnosis.variants import Fit
from grader.grading import feedback, law_feedback
from grader.grading.feedback import Run
from grader.grading.grade import Judged, Verdict
from grader.grading.properties import Examined
from grader.sandbox.outcome import Answer, Outcome, Status
from grader.search import (
    Trace,
    depth_limited,
    expected_value,
    expectimax,
    expectiminimax,
    minimax,
)
from grader.tree import Node

_BRIEF = {
    Verdict.PASSED: "right",
    Verdict.RAISED: "raised an exception",
    Verdict.TIMED_OUT: "ran out of time",
    Verdict.OUT_OF_MEMORY: "ran out of memory",
    Verdict.TOO_MUCH_OUTPUT: "printed too much",
    Verdict.CRASHED: "ended without an answer",
    Verdict.FORBIDDEN: "did something that is not allowed",
    Verdict.NOT_IMPLEMENTED: "not implemented yet",
    Verdict.NOT_RUN: "was not run",
    Verdict.GRADER_ERROR: "could not be graded, through no fault of yours",
}
_BRIEF_OF = {
    Check.VALUE: "wrong value",
    Check.ACTION: "wrong action",
    Check.POLICY: "wrong policy",
    Check.VISITED: "wrong order of visits",
    Check.PRUNED: "wrong set of pruned nodes",
    Check.EFFORT: "looked at too much or too little",
    Check.PATH: "wrong rollout",
    Check.OUTCOMES: "wrong distribution of rollouts",
    Check.TABLE: "wrong table",
    Check.OPTIONS: "wrong set of options",
    Check.GAME: "wrong game",
    Check.ROW: "wrong winners",
    Check.LAW: "a law does not hold",
    Check.SIGNS: "wrong sign",
    Check.WINS: "too few games won",
    Check.PROPERTY: "a law does not hold on every tree",
}
_OURS = "The grader failed on this case. That is no fault of yours: tell your course staff."


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What is said of one case. ``share`` of its points is earned, between 0 and 1.

    ``feedback`` may be shown to whoever may see the case; ``brief`` names a category only, without
    inputs, prints, numbers or names, and may be shown of a hidden case. ``staff`` is for staff only.
    """

    verdict: Verdict
    share: Fraction
    judged: tuple[Judged, ...] = ()
    feedback: str
    brief: str
    staff: str = ""


def judge(
    case: Case,
    outcome: Outcome,
    *,
    suite: Suite,
    trace: Trace | None = None,
    fit: Fit | None = None,
    ascii_only: bool = False,
) -> Judgement:
    """Judge ``outcome``, the run of ``case``.

    ``trace`` is the search by which visits are judged (under ``any_correct`` that of ``fit.member``);
    without one the visits recorded in the case stand. ``fit`` is how the case's question fits the
    family of pruning conventions, for calls that prune.
    """
    if case.law is not None:
        return _judge_law(case, outcome, ascii_only=ascii_only)
    known = trace or (None if outcome.status is Status.NOT_RUN else _own_trace(case))
    run = Run(case=case, outcome=outcome, trace=known, fit=fit, ascii_only=ascii_only)
    if outcome.status is not Status.RETURNED:
        return _not_returned(run)
    if outcome.answer is None:
        return grader_error(f"the run of case {case.id} returned, but came without an answer")
    judged = tuple(_judged(run, outcome.answer, suite))
    earned = sum((case.weights[each.check] for each in judged if each.passed), Fraction(0))
    share = earned / sum(case.weights.values())
    if share == 1:
        verdict, text = Verdict.PASSED, feedback.right(run, outcome.answer, judged)
    else:
        verdict, text = Verdict.WRONG, feedback.wrong(run, judged)
    brief = _BRIEF.get(verdict) or _brief(case, outcome.answer, judged)
    return Judgement(verdict=verdict, share=share, judged=judged, feedback=text, brief=brief)


def _judge_law(case: Case, outcome: Outcome, *, ascii_only: bool) -> Judgement:
    """Judge what came of trying a law: it holds on every tree, or none of the points are earned."""
    run = Run(case=case, outcome=outcome, ascii_only=ascii_only)
    if outcome.status is not Status.RETURNED:
        failed = outcome.failed if isinstance(outcome, Examined) else None
        judgement = _not_returned(run if failed is None else replace(run, case=failed))
        if failed is None or judgement.verdict in _NOTHING_WRONG:
            return judgement
        return replace(judgement, feedback=law_feedback.not_finished(run, judgement.feedback))
    if not isinstance(outcome, Examined):
        return grader_error(f"the law of case {case.id} was not tried on its trees")
    breach = outcome.breach
    judged = Judged(
        check=Check.PROPERTY, passed=breach is None, message=breach.sentence if breach else ""
    )
    return Judgement(
        verdict=Verdict.PASSED if breach is None else Verdict.WRONG,
        share=Fraction(breach is None),
        judged=(judged,),
        feedback=law_feedback.kept(run)
        if breach is None
        else law_feedback.broken(run, outcome, breach),
        brief=_BRIEF[Verdict.PASSED] if breach is None else _BRIEF_OF[Check.PROPERTY],
    )


_NOTHING_WRONG = {Verdict.GRADER_ERROR, Verdict.NOT_IMPLEMENTED, Verdict.NOT_RUN}


def grader_error(staff: str) -> Judgement:
    """Judge nothing, where the grader itself failed; ``staff`` says how."""
    return Judgement(
        verdict=Verdict.GRADER_ERROR,
        share=Fraction(0),
        feedback=_OURS,
        brief=_BRIEF[Verdict.GRADER_ERROR],
        staff=staff,
    )


def _not_returned(run: Run) -> Judgement:
    outcome = run.outcome
    verdict = Verdict[outcome.status.name]
    if verdict is Verdict.GRADER_ERROR:
        text = feedback.joined(_OURS, outcome.message)
    elif verdict in {Verdict.NOT_IMPLEMENTED, Verdict.NOT_RUN} or not outcome.was_called:
        text = outcome.message or f"This case {_BRIEF[verdict]}."
    else:
        text = feedback.unfinished(run)
    return Judgement(verdict=verdict, share=Fraction(0), feedback=text, brief=_BRIEF[verdict])


def _own_trace(case: Case) -> Trace | None:
    """The search that a case without pruning asks for, if it visits what the case records."""
    if case.game or case.call not in _SEARCHES:
        return None
    trace = _SEARCHES[case.call](case)
    recorded = case.expect.visited
    if recorded is not None and tuple(node.name for node in trace.visited) != recorded:
        return None  # the recording stands; explaining it by another search would mislead
    return trace


_SEARCHES: dict[Call, Callable[[Case], Trace]] = {
    Call.GAME_VALUE: lambda case: expected_value(case.start, case.policies),
    Call.EXPECTIMAX: lambda case: expectimax(case.start, case.policies),
    Call.MINIMAX: lambda case: minimax(case.start),
    Call.EXPECTIMINIMAX: lambda case: expectiminimax(case.start, case.policies),
    Call.DEPTH_LIMITED: lambda case: depth_limited(case.start, case.depth or 0, plies=False),
    Call.DEPTH_LIMITED_PLIES: lambda case: depth_limited(case.start, case.depth or 0, plies=True),
}


def _judged(run: Run, answer: Answer, suite: Suite) -> Iterator[Judged]:
    """Every weighted check of the case; what a message says once, no later one repeats."""
    said = set()
    for check in run.case.call.checks:
        if check not in run.case.weights:
            continue
        finding = _find(run, answer, suite, check)
        message = "" if finding.message in said else finding.message
        said.add(message)
        yield Judged(check=check, passed=finding.passed, message=message)


def _find(run: Run, answer: Answer, suite: Suite, check: Check) -> Finding:
    case, outcome, trace = run.case, run.outcome, run.trace
    if check in _BY_VALUE:
        return _BY_VALUE[check](case, answer, suite.tolerance)
    if check in _BY_ANSWER:
        return _BY_ANSWER[check](case, answer)
    if check is Check.ACTION:
        return check_action(case, answer, trace)
    if check is Check.EFFORT:
        return check_effort(case, outcome)
    if check is Check.OUTCOMES:
        return check_outcomes(case, answer, outcome)
    if check is Check.VISITED:
        wanted = trace.visited if trace else _nodes(case, case.expect.visited)
        return check_visited(outcome.visited, wanted)
    pruned = trace.pruned if trace else _nodes(case, case.expect.pruned)
    return check_pruned(outcome.visited, pruned, feedback.horizon(run))


_BY_VALUE: dict[Check, Callable[[Case, Answer, Tolerance], Finding]] = {
    Check.VALUE: check_value,
    Check.POLICY: check_policy,
    Check.TABLE: check_table,
    Check.GAME: check_game,
    Check.ROW: check_row,
    Check.LAW: check_law,
}
_BY_ANSWER: dict[Check, Callable[[Case, Answer], Finding]] = {
    Check.PATH: check_path,
    Check.OPTIONS: check_options,
    Check.SIGNS: check_signs,
    Check.WINS: check_wins,
}


def _nodes(case: Case, recorded: tuple[str, ...] | None) -> tuple[Node, ...]:
    return tuple(case.tree.find(name) for name in recorded or ())


def _brief(case: Case, answer: Answer, judged: tuple[Judged, ...]) -> str:
    failed = [each.check for each in judged if not each.passed and case.weights[each.check]]
    if answer.misshapen is None:
        return ", ".join(_BRIEF_OF[check] for check in failed)
    looked = {Check.VISITED, Check.PRUNED, Check.EFFORT}
    rest = [_BRIEF_OF[check] for check in failed if check in looked]
    return ", ".join(["wrong kind of result", *rest])
