"""The feedback of one case as text, block by block.

Decides how it reads; the verdict and the findings are given. May not know platforms.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from grader.cases.model import Accept, Call, Case, Check
from grader.checks import count, left_out, listing, names, number, place
from grader.checks.effort import free_evaluations
from grader.diagnosis.divergence import Divergence, diverge
from grader.diagnosis.variants import Fit, note
from grader.draw import Marks, draw
from grader.grading.grade import Judged
from grader.sandbox.outcome import Answer, Outcome, Strange
from grader.search import AGENT, Trace, depth_limited, iterative_deepening
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
    parts = [_praise(run, answer, each.check) for each in judged if each.passed]
    failed = [_check_line(run.case, each) for each in judged if not each.passed]
    return joined(f"Right: {', '.join(parts)}.", "\n".join(failed), _repeats(run))


def _praise(run: Run, answer: Answer, check: Check) -> str:
    """What a check that passed was about."""
    if check is Check.VALUE:
        return f"value {_value(answer)}"
    if check is Check.ACTION:
        return "no action" if answer.action is None else f"action {answer.action}"
    if check is Check.POLICY:
        states = count(len(run.case.expect.policy or {}), "state")
        return f"an optimal policy in {states}"
    if check is Check.VISITED:
        return f"{count(len(run.outcome.visited), 'node')} visited in the right order"
    if check is Check.PRUNED:
        pruned = left_out(run.outcome.visited, horizon(run))
        return f"pruned {names(pruned)}" if pruned else "nothing pruned"
    if check is Check.EFFORT:
        spent = run.outcome.evaluations
        extra = f" and {count(spent, 'evaluation')}" if spent else ""
        return f"{count(len(run.outcome.visited), 'visit')}{extra}"
    return _PRAISE[check]


_PRAISE = {
    Check.PATH: "the only possible play",
    Check.OUTCOMES: "rollouts distributed as the policies say",
    Check.TABLE: "all four values",
    Check.OPTIONS: "the options that can't be ruled out",
    Check.GAME: "every state of the game",
    Check.ROW: "who wins, for each n",
    Check.LAW: "the law holds at every position",
    Check.SIGNS: "the sign at every position",
    Check.WINS: "enough games won",
}


def _value(answer: Answer) -> str:
    if answer.value is not None and not isinstance(answer.value, Strange):
        return number(answer.value)
    payoffs = answer.payoffs if isinstance(answer.payoffs, Mapping) else {}
    shown = (
        f"{player}: {number(v)}" for player, v in payoffs.items() if not isinstance(v, Strange)
    )
    return f"{{{', '.join(shown)}}}"


def horizon(run: Run) -> tuple[Node, ...]:
    """The nodes at which a run stopped to evaluate: not those that it evaluated to order them."""
    return () if run.case.call is Call.ALPHA_BETA_ORDERED else run.outcome.horizon


def wrong(run: Run, judged: tuple[Judged, ...]) -> str:
    """Say what was called, how each check went, where the visits first differ, and draw the tree."""
    failed = {each.check for each in judged if not each.passed}
    lines = [_check_line(run.case, each) for each in judged]
    difference, variant = None, ""
    if failed & {Check.VISITED, Check.PRUNED} and run.trace is not None:
        difference = diverge(run.trace, run.outcome.visited, horizon(run), averaged(run.case))
        variant = note(run.fit, Accept.EXACT) if run.fit and run.fit.seen else ""
    return joined(
        called(run.case),
        "\n".join(lines),
        variant,
        difference.sentence if difference else "",
        _spent(run),
        _drawn(run, difference),
        printed(run.outcome),
        _repeats(run),
    )


def unfinished(run: Run) -> str:
    """Say how a run of the student's code ended that did not return, and how far it had come."""
    outcome = run.outcome
    return joined(
        called(run.case),
        outcome.message,
        outcome.traceback.rstrip(),
        _how_far(run),
        printed(outcome),
    )


def joined(*blocks: str) -> str:
    """Join blocks by blank lines; empty ones are left out."""
    return "\n\n".join(block for block in blocks if block)


def trees(case: Case) -> str:
    """On how many trees a law is tried."""
    return count(len(case.expect.property or ()), "tree")


def called(case: Case) -> str:
    """What was called, on what: one sentence."""
    call = case.call
    if case.law is not None:
        return f"Called {call.value} on up to {trees(case)}, to see whether a law holds."
    if call is Call.EVALUATE_TICTACTOE:
        return "Called evaluate_tictactoe(state) on positions of tic-tac-toe."
    if call is Call.HALVING_GAME:
        ns = case.expect.row
        return f"Made HalvingGame({case.given.n if ns is None else listing(list(ns))})."
    shown = ", ".join(_argument(case, name) for name in call.arguments)
    if call is Call.SIMULATE and case.given.n:
        shown += f") {case.given.n} times (with one rng"
    if not call.takes_tree:
        return f"Called {call.value}({shown})."
    where = f", from {place(case.start)}" if call.takes_state else ""
    if case.game:
        return f"Called {call.value}({shown}) on {case.game}{where}."
    size = count(case.tree.size(_start(case)), "node")
    return f"Called {call.value}({shown}) on a tree of {size}{where}."


def _argument(case: Case, name: str) -> str:
    """An argument as it is shown in a call: its number where it is one, else its name."""
    if name == "intervals":
        parts = (
            f"{option!r}: ({number(low)}, {number(high)})"
            for option, (low, high) in (case.given.intervals or {}).items()
        )
        return f"{{{', '.join(parts)}}}"
    value = getattr(case.given, name, None)
    return name if value is None else number(value)


def _start(case: Case) -> Node:
    """Where the part of the tree begins that the call is about."""
    return case.start if case.call.takes_state else case.tree.root


def _check_line(case: Case, judged: Judged) -> str:
    if judged.passed:
        return f"[ok] {judged.check.value}"
    free = "" if case.weights[judged.check] else " (no points)"
    message = f": {judged.message}" if judged.message else ": as said above"
    return f"[--] {judged.check.value}{free}{message}"


def _drawn(run: Run, difference: Divergence | None) -> str:
    """The tree; with both orders of visits where they differ."""
    case, outcome, trace = run.case, run.outcome, run.trace
    if case.game or case.law is not None or not case.call.takes_tree:
        return ""
    marks = Marks(
        policies=averaged(case),
        evaluated=_evaluated(run),
        show=short,
        selfish=case.call is Call.MAX_N,
    )
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
    amount = count(len(visited), "node")
    if case.game:
        return f"By then it had visited {amount}."
    marks = Marks(
        policies=averaged(case),
        evaluated=_evaluated(run),
        show=short,
        selfish=case.call is Call.MAX_N,
        seen=visited,
        here=visited[-1],
    )
    tree = "\n".join(draw(_start(case), marks, ascii_only=run.ascii_only))
    return f"By then it had visited {amount}; the last new one was {place(visited[-1])}.\n\n{tree}"


def _evaluated(run: Run) -> frozenset[Node]:
    """The nodes that this run evaluated, and those that a right one does."""
    right = frozenset(run.trace.horizon if run.trace else ())
    case, budget = run.case, run.case.given.max_evaluations
    if case.call is Call.ITERATIVE_DEEPENING and budget is not None and not case.game:
        depths = range(1, iterative_deepening(case.start, budget).completed + 1)
        for depth in depths:
            right |= frozenset(depth_limited(case.start, depth, plies=False).horizon)
    return frozenset(run.outcome.horizon) | right


def _spent(run: Run) -> str:
    """How much of its budget a run used, so that it can be counted in the drawing."""
    case, budget = run.case, run.case.given.max_evaluations
    if case.call is not Call.ITERATIVE_DEEPENING or budget is None:
        return ""
    free = free_evaluations(case, run.outcome)
    spent = run.outcome.evaluations - free
    beside = ", beside the start, which is free" if free else ""
    return f"Of {count(budget, 'evaluation')} your search used {spent}{beside}."


def averaged(case: Case) -> dict[Player, PolicyTable]:
    """The policies that the call follows: expectimax optimises the agent whatever they say."""
    optimises = case.call not in {Call.GAME_VALUE, Call.SIMULATE, Call.ESTIMATE}
    return {
        player: table
        for player, table in case.policies.items()
        if not (optimises and player == AGENT)
    }


def short(value: Number) -> str:
    """A number in a drawing: without the decimals that a sentence adds."""
    return number(value).split(" (")[0]


def printed(outcome: Outcome) -> str:
    """What the student's program printed, each line marked as theirs."""
    lines = outcome.output.rstrip().split("\n") if outcome.output.strip() else []
    if not lines:
        return ""
    shown = [f"| {line[:_PRINTED_WIDTH]}".rstrip() for line in lines[:_PRINTED_LINES]]
    if more := len(lines) - len(shown):
        shown.append(f"({count(more, 'more line')} not shown)")
    return "\n".join(["Your program printed:", *shown])


# Calls that search once; the others play or search the same tree again and again.
_SEARCH_ONCE = frozenset(Call) - {
    Call.SIMULATE, Call.ESTIMATE, Call.VALUE_TABLE, Call.MINIMAX_POLICY, Call.EXPECTIMAX_POLICY,
    Call.ITERATIVE_DEEPENING, Call.ALPHA_BETA_ORDERED,
}  # fmt: skip


def _repeats(run: Run) -> str:
    repeats = run.outcome.repeats
    if not repeats or run.case.call not in _SEARCH_ONCE:
        return ""
    times = "once" if repeats == 1 else f"{repeats} times"
    return (
        f"Advice, no points lost: your function asked again {times} for the successors of a node "
        "that it had already expanded. Keep them in a variable."
    )
