"""Judge an action: one of the optimal ones, or the first of them where the case asks for that."""

from __future__ import annotations

from grader.cases.model import Call, Case, TieBreak
from grader.checks.finding import RIGHT, Finding, wrong
from grader.checks.shape import misshapen
from grader.checks.words import count, described, listing, number, place, who
from grader.sandbox.outcome import Answer, Strange
from grader.search import AGENT, Trace
from grader.tree import Action, Node


def check_action(case: Case, answer: Answer, trace: Trace | None = None) -> Finding:
    """Compare the action that came with the optimal ones.

    ``trace``, where there is one, says what the actions are worth.
    """
    optimal = case.expect.actions
    if optimal is None:
        return RIGHT
    if finding := misshapen(case, answer):
        return finding
    got = answer.action
    if not optimal:
        return RIGHT if got is None else wrong(_none_expected(case, got))
    if got in wanted_of(optimal, case.tie_break):
        return RIGHT
    return wrong(f"{_due(case, optimal)}, but your function returned {_got(case, got, trace)}")


def wanted_of(optimal: tuple[Action, ...], tie_break: TieBreak) -> tuple[Action, ...]:
    """The actions that are right, out of all optimal ones in the node's order."""
    return optimal[:1] if tie_break is TieBreak.FIRST else optimal


def best_actions(optimal: tuple[Action, ...], tie_break: TieBreak, where: str) -> str:
    """What is right at a node, as the beginning of a sentence."""
    if len(optimal) == 1:
        return f"The best action {where} is {optimal[0]}"
    tied = f"{listing(optimal)} are equally good {where}"
    if tie_break is TieBreak.FIRST:
        return f"{tied} and this case asks for the first of them, {optimal[0]}"
    return f"{tied} and any of them is right"


def at(node: Node, *, selfish: bool = False) -> str:
    """Where an action is chosen and, unless it is the agent, by whom; a selfish mover maximises."""
    how = "maximises its own utility" if selfish else "minimises"
    mover = "" if node.player == AGENT else f" for {who(node.player)}, who {how},"
    return f"at {place(node)}{mover}"


def _due(case: Case, optimal: tuple[Action, ...]) -> str:
    """What is right at the start, as the beginning of a sentence."""
    if case.call is Call.ITERATIVE_DEEPENING and case.given.max_evaluations is not None:
        due = f"{listing(optimal)} are equally good"
        if case.tie_break is TieBreak.FIRST and len(optimal) > 1:
            due += f" and this case asks for the first of them, {optimal[0]}"
        if len(optimal) == 1:
            due = f"{optimal[0]} is due"
        return f"With {count(case.given.max_evaluations, 'evaluation')}, {due}"
    return _best(case, optimal)


def _best(case: Case, optimal: tuple[Action, ...]) -> str:
    return best_actions(
        optimal, case.tie_break, at(case.start, selfish=case.call is Call.MAX_N)
    ).removesuffix(",")


def _none_expected(case: Case, got: Action | Strange) -> str:
    start = case.start
    if start.is_end:
        reason = f"{place(start)} is an end"
    elif case.depth == 0:
        reason = "at depth 0 the position is evaluated, not searched"
    else:
        reason = f"{who(start.player)} moves at {place(start)} by a given policy"
    shown = described(got) if isinstance(got, Strange) else repr(got)
    return (
        f"There is no action to choose, because {reason}: the action has to be None, "
        f"but your function returned {shown}."
    )


def _got(case: Case, got: Action | Strange | None, trace: Trace | None) -> str:
    """The rest of the sentence: what came, and what it is."""
    start = case.start
    if got is None:
        return (
            "None as its action. The action is None only at an end, at depth 0 and where "
            "the mover has a given policy."
        )
    if isinstance(got, Strange):
        return f"{described(got)} as its action. {_why_strange(case, got)}"
    if got in start.actions:
        return f"{got}{_worth(case, got, trace)}."
    if got in {child.state for child in start.children}:
        return f"{got!r}, the state that an action leads to. Return the action itself."
    legal = listing(start.actions)
    return f"{got!r}, which is no action there (the actions are {legal})."


def _why_strange(case: Case, got: Strange) -> str:
    if got.shown in case.start.actions:
        return (
            f"Actions are the keys of successors(state), unchanged: "
            f"return {got.shown!r}, not {got.shown}."
        )
    if got.kind in {"int", "float"}:
        if case.expect.value is not None and got.shown == number(case.expect.value):
            return "That is the value: return value, action."
        if got.kind == "int" and got.shown in {str(i) for i in range(len(case.start.actions))}:
            return (
                f"A position in a list is no action: return {case.start.actions[int(got.shown)]!r}."
            )
    return f"An action is one of the keys of successors(state), here {listing(case.start.actions)}."


def _worth(case: Case, got: Action, trace: Trace | None) -> str:
    if trace is None or case.expect.actions is None:
        return ""
    right = wanted_of(case.expect.actions, case.tie_break)[0]
    mine, best = _value_at(trace, got), _value_at(trace, right)
    return f" ({got} is worth {mine}, {right} is worth {best})" if mine and best else ""


def _value_at(trace: Trace, action: Action) -> str:
    """What the action was found to be worth: under pruning often only a bound."""
    child = trace.start.child(action)
    if child not in trace.values:
        return ""
    value, window = trace.values[child], trace.windows.get(child)
    bound = ""
    if window is not None and window.alpha is not None and value <= window.alpha:
        bound = "at most "
    if window is not None and window.beta is not None and value >= window.beta:
        bound = "at least "
    return bound + number(value)
