"""Judge a game that a student wrote: state by state, and by what minimax makes of it."""

from __future__ import annotations

from fractions import Fraction

from grader.cases.model import Case, Tolerance
from grader.checks.finding import RIGHT, Finding, wrong
from grader.checks.shape import misshapen
from grader.checks.value import within
from grader.checks.words import described, listing, number, who
from grader.sandbox.outcome import Answer, Seen, Strange
from grader.tree import Node


def check_game(case: Case, answer: Answer, tolerance: Tolerance) -> Finding:
    """Compare the walked game with the right one; the first state that differs is named."""
    right = case.expect.game
    if right is None:
        return RIGHT
    if finding := misshapen(case, answer):
        return finding
    seen = answer.states or ()
    for node, state in zip(right.nodes(), seen, strict=False):
        if fault := _fault(node, state, tolerance):
            return wrong(f"{_where(node)}: {fault}")
    if len(seen) != right.size() or not answer.is_whole:
        more = "more" if not answer.is_whole or len(seen) > right.size() else "fewer"
        return wrong(f"Your game has {more} states than the {right.size()} that it should have.")
    return RIGHT


def _where(node: Node) -> str:
    return "At the start" if node.name == "root" else f"After the moves {node.name}"


def _fault(node: Node, state: Seen, tolerance: Tolerance) -> str:
    """What is wrong with one state, or nothing."""
    if state.changed:  # first, because anything else that is wrong may come from it
        return (
            "something changed when successors was called: the state, or what is_end or player says of"
            " it. No method may change a state or the game; successors makes new states."
        )
    if isinstance(state.is_end, Strange):
        return f"is_end has to return True or False, but it returned {described(state.is_end)}."
    if state.is_end != node.is_end:
        return (
            f"is_end says {state.is_end}, but the game is {'over' if node.is_end else 'not over'}."
        )
    if state.player != node.player:
        return _wrong_player(node, state)
    if fault := _wrong_actions(node, state):
        return fault
    return _wrong_utility(node, state, tolerance)


def _wrong_player(node: Node, state: Seen) -> str:
    got = described(state.player) if isinstance(state.player, Strange) else repr(state.player)
    if node.player is None:
        return f"the game is over, so player has to return None, but it returned {got}."
    return f"it is {node.player!r} ({who(node.player)}) to move, but player returned {got}."


def _wrong_actions(node: Node, state: Seen) -> str:
    if state.actions == node.actions:
        return ""
    got = [described(a) if isinstance(a, Strange) else repr(a) for a in state.actions]
    if node.is_end:
        return f"the game is over, so successors has to return {{}}, but it has {listing(got)}."
    right = listing([repr(action) for action in node.actions])
    order = ", in this order" if set(state.actions) == set(node.actions) else ""
    return f"the actions are {right}{order}, but successors has {listing(got) or 'none'}."


def _wrong_utility(node: Node, state: Seen, tolerance: Tolerance) -> str:
    if not node.is_end:
        if state.refused == "ValueError":
            return ""
        got = state.refused and f"raised {state.refused}"
        return (
            "utility is defined at ends only, so here it has to raise ValueError, but it"
            f" {got or 'returned a value'}."
        )
    if state.refused:
        return f"the game is over, but utility raised {state.refused}."
    value = state.utility
    if value is None or isinstance(value, Strange):
        shown = described(value) if isinstance(value, Strange) else "None"
        return f"utility has to be a number, but it returned {shown}."
    if within(value, node.utility or 0, tolerance):
        return ""
    hint = (
        " The sign is wrong: who is to move at 0?"
        if Fraction(value) == -(node.utility or 0)
        else ""
    )
    return f"the utility is {number(node.utility or 0)}, but yours is {number(value)}.{hint}"


def check_row(case: Case, answer: Answer, tolerance: Tolerance) -> Finding:
    """Compare what the student's minimax makes of the student's game with who wins."""
    row = case.expect.row
    if row is None:
        return RIGHT
    if finding := misshapen(case, answer):
        return finding
    faults = []
    for (n, value), got in zip(row.items(), answer.numbers or (), strict=False):
        if isinstance(got, Strange):
            return wrong(
                "Your minimax plays your game here. It has to return a pair (value, action) with a"
                f" number as its value, but at the start of HalvingGame({n}) it gave"
                f" {described(got)}."
            )
        if not within(got, value, tolerance):
            who_wins = "the agent" if value > 0 else "the opponent"
            faults.append(
                f"HalvingGame({n}): {who_wins} wins ({value}), but your minimax"
                f" makes {number(got)} of your game."
            )
    if not faults:
        return RIGHT
    rest = len(faults) - 3
    return wrong(
        " ".join(
            [*faults[:3], f"{rest} more {'is' if rest == 1 else 'are'} wrong." if rest > 0 else ""]
        ).rstrip()
    )
