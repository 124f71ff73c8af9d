"""The feedback of one case as text, block by block.

Decides how it reads; the verdict and the findings are given. May not know platforms.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from grader.cases.model import Accept, Call, Case, Check
from grader.checks import count, left_out, names, number, place
from grader.diagnosis.divergence import Divergence, diverge
from grader.diagnosis.variants import Fit, note
from grader.draw import Marks, draw
from grader.grading.grade import Judged
from grader.sandbox.outcome import Answer, Outcome, Strange
from grader.search import AGENT, Trace
from grader.tree import Node, Number, Player, PolicyTable

_PRINTED_LINES, _PRINTED_WIDTH = 40, 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run with what explains it; ``trace`` is the right search, where it is known."""

    case: Case
    outcome: Outcome
    trace: Trace | None = None
    fit: Fit | None = None
    ascii_only: bool = False


def right(run: Run, answer: Answer, judged: tuple[Judged, ...]) -> str:
    """Say in a line what was right; checks without points that failed are mentioned below it."""
    passed = {each.check for each in judged if each.passed}
    parts = []
    if Check.VALUE in passed and answer.value is not None and not isinstance(answer.value, Strange):
        parts.append(f"value {number(answer.value)}")
    if Check.ACTION in passed:
        parts.append("no action" if answer.action is None else f"action {answer.action}")
    if Check.POLICY in passed:
        states = count(len(run.case.expect.policy or {}), "state")
        parts.append(f"an optimal policy in {states}")
    if Check.VISITED in passed:
        parts.append(f"{count(len(run.outcome.visited), 'node')} visited in the right order")
    if Check.PRUNED in passed:
        pruned = left_out(run.outcome.visited, run.outcome.horizon)
        parts.append(f"pruned {names(pruned)}" if pruned else "nothing pruned")
    failed = [_check_line(run.case, each) for each in judged if not each.passed]
    return joined(f"Right: {', '.join(parts)}.", "\n".join(failed), _repeats(run.outcome))


def wrong(run: Run, judged: tuple[Judged, ...]) -> str:
    """Say what was called, how each check went, where the visits first differ, and draw the tree."""
    failed = {each.check for each in judged if not each.passed}
    lines = [_check_line(run.case, each) for each in judged]
    difference, variant = None, ""
    if failed & {Check.VISITED, Check.PRUNED} and run.trace is not None:
        difference = diverge(
            run.trace, run.outcome.visited, run.outcome.horizon, _averaged(run.case)
        )
        variant = note(run.fit, Accept.EXACT) if run.fit and run.fit.seen else ""
    return joined(
        _called(run.case),
        "\n".join(lines),
        variant,
        difference.sentence if difference else "",
        _drawn(run, difference),
        _printed(run.outcome),
        _repeats(run.outcome),
    )


def unfinished(run: Run) -> str:
    """Say how a run of the student's code ended that did not return, and how far it had come."""
    outcome = run.outcome
    return joined(
        _called(run.case),
        outcome.message,
        outcome.traceback.rstrip(),
        _how_far(run),
        _printed(outcome),
    )


def joined(*blocks: str) -> str:
    """Join blocks by blank lines; empty ones are left out."""
    return "\n\n".join(block for block in blocks if block)


def _called(case: Case) -> str:
    """What was called, on what: one sentence."""
    arguments = ["game"]
    if case.call.takes_policies:
        arguments.append("policies")
    if not case.call.returns_policy:
        arguments.append("state")
    if case.call.takes_depth:
        arguments += [str(case.depth), "evaluate"]
    size = count(case.tree.size(_start(case)), "node")
    where = "" if case.call.returns_policy else f", from {place(case.start)}"
    return f"Called {case.call.value}({', '.join(arguments)}) on a tree of {size}{where}."


def _start(case: Case) -> Node:
    """Where the part of the tree begins that the call is about."""
    return case.tree.root if case.call.returns_policy else case.start


def _check_line(case: Case, judged: Judged) -> str:
    if judged.passed:
        return f"[ok] {judged.check.value}"
    free = "" if case.weights[judged.check] else " (no points)"
    message = f": {judged.message}" if judged.message else ": as said above"
    return f"[--] {judged.check.value}{free}{message}"


def _drawn(run: Run, difference: Divergence | None) -> str:
    """The tree; with both orders of visits where they differ."""
    case, outcome, trace = run.case, run.outcome, run.trace
    marks = Marks(policies=_averaged(case), evaluated=_evaluated(run), show=_short)
    if difference is not None and trace is not None:
        marks = replace(
            marks,
            seen=outcome.visited,
            wanted=trace.visited,
            here=difference.shown,
            pruned=frozenset(trace.pruned),
        )
    return "\n".join(draw(_start(case), marks, ascii_only=run.ascii_only))


def _how_far(run: Run) -> str:
    """Which nodes a run had visited when it ended, and where that was."""
    case, visited = run.case, run.outcome.visited
    if not visited:
        return ""
    marks = Marks(
        policies=_averaged(case),
        evaluated=_evaluated(run),
        show=_short,
        seen=visited,
        here=visited[-1],
    )
    tree = "\n".join(draw(_start(case), marks, ascii_only=run.ascii_only))
    amount = count(len(visited), "node")
    return f"By then it had visited {amount}; the last new one was {place(visited[-1])}.\n\n{tree}"


def _evaluated(run: Run) -> frozenset[Node]:
    return frozenset(run.outcome.horizon) | frozenset(run.trace.horizon if run.trace else ())


def _averaged(case: Case) -> dict[Player, PolicyTable]:
    """The policies that the call follows: expectimax optimises the agent whatever they say."""
    optimises = case.call is not Call.GAME_VALUE
    return {
        player: table
        for player, table in case.policies.items()
        if not (optimises and player == AGENT)
    }


def _short(value: Number) -> str:
    """A number in a drawing: without the decimals that a sentence adds."""
    return number(value).split(" (")[0]


def _printed(outcome: Outcome) -> str:
    """What the student's program printed, each line marked as theirs."""
    lines = outcome.output.rstrip().split("\n") if outcome.output.strip() else []
    if not lines:
        return ""
    shown = [f"| {line[:_PRINTED_WIDTH]}".rstrip() for line in lines[:_PRINTED_LINES]]
    if more := len(lines) - len(shown):
        shown.append(f"({count(more, 'more line')} not shown)")
    return "\n".join(["Your program printed:", *shown])


def _repeats(outcome: Outcome) -> str:
    if not outcome.repeats:
        return ""
    times = "once" if outcome.repeats == 1 else f"{outcome.repeats} times"
    return (
        f"Advice, no points lost: your function asked again {times} for the successors of a node "
        "that it had already expanded. Keep them in a variable."
    )
