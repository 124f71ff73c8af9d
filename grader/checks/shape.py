"""What a call has to return, said when something of another shape came back."""

from __future__ import annotations

from grader.cases.model import Call, Case
from grader.checks.finding import Finding, wrong
from grader.checks.words import described
from grader.sandbox.outcome import Answer, Strange

_PAIR = "a pair (value, action)"
_POLICY = "a policy, which is a function from a state to a dict {action: probability}"


_SHAPES = {
    Call.SIMULATE: "a Rollout: states, actions and the utility of the last state",
    Call.ESTIMATE: "one number",
    Call.GAME_VALUE: "one number",
    Call.MINIMAX_POLICY: _POLICY,
    Call.EXPECTIMAX_POLICY: _POLICY,
    Call.VALUE_TABLE: "a dict with the keys ('max', 'min'), ('max', 'fixed'), ('exptmax', 'min') and"
    " ('exptmax', 'fixed')",
    Call.HALVING_GAME: "a game whose successors are a dict {action: state}",
    Call.EVALUATE_TICTACTOE: "one number",
    Call.MAX_N: "a pair (a dict {player: value}, action)",
    Call.CHOOSE_BY_BOUNDS: "a set of options",
}


def expected_shape(call: Call) -> str:
    """The shape of a call's result, in words."""
    return _SHAPES.get(call, _PAIR)


def misshapen(case: Case, answer: Answer) -> Finding | None:
    """The finding for an answer that has not even the right shape; None where the shape is right.

    Every check of a case says the same here, so that it can be shown once.
    """
    got = answer.misshapen
    if got is None:
        return None
    what = "class made" if case.call is Call.HALVING_GAME else "function returned"
    return wrong(
        f"{case.call.value} has to return {expected_shape(case.call)}, but your "
        f"{what} {described(got)}.{_advice(case.call, got)}"
    )


def _advice(call: Call, got: Strange) -> str:
    if got.kind == "None":
        return " A way through your function ends without a return statement."
    if call is Call.SIMULATE and got.kind.startswith("rollout of more than"):
        return " Does each play begin with new lists? One that is kept, as a default argument is, grows."
    if call.returns_policy and got.kind == "dict":
        return " Return the function itself, not its answer for one state or a table of all."
    if got.kind in {"int", "float"} and expected_shape(call) == _PAIR:
        return " The value alone is not enough: return value, action."
    if got.kind == "str" and expected_shape(call) == _PAIR:
        return " The action alone is not enough: return value, action."
    return ""
