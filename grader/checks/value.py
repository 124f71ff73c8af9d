"""Judge a value within the tolerance; say what came instead and, where that is certain, why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from grader.cases.model import Call, Case, Tolerance
from grader.checks.finding import RIGHT, Finding, wrong
from grader.checks.shape import misshapen
from grader.checks.statistics import is_mean_of, mean_margin
from grader.checks.words import count, described, number, place
from grader.errors import GraderError
from grader.sandbox.outcome import Answer, Strange, Value
from grader.search import (
    depth_limited,
    expected_value,
    expectimax,
    iterative_deepening,
    rollouts,
)
from grader.tree import Number, Player


def check_value(case: Case, answer: Answer, tolerance: Tolerance) -> Finding:
    """Compare the value that came with the expected one.

    Numbers are compared exactly, as fractions, so that no rounding of ours decides a case.
    """
    if case.expect.payoffs is not None:
        return misshapen(case, answer) or _check_payoffs(case, answer, tolerance)
    expected = case.expect.value
    if expected is None:
        return RIGHT
    if finding := misshapen(case, answer):
        return finding
    if case.call is Call.ESTIMATE:
        return _check_estimate(case, answer, expected, tolerance)
    got = answer.value if answer.value is not None else Strange(kind="None")
    if isinstance(got, Strange):
        return wrong(f"{_but(case, expected, described(got))}{_why_strange(case, answer, got)}")
    if within(got, expected, tolerance):
        return RIGHT
    shown = _beside(got, expected)
    why = (
        _why_averaged(case, got, tolerance)
        or _why_deepened(case, got, tolerance)
        or _why_wrong(case, got, expected, tolerance)
        or _why_from_nowhere(case, got, tolerance)
    )
    return wrong(f"{_but(case, expected, shown)}{why}")


def _check_estimate(case: Case, answer: Answer, expected: Number, tolerance: Tolerance) -> Finding:
    """Compare a mean of rollouts with the true one, which chance lets it miss by a little."""
    got = answer.value
    if got is None or isinstance(got, Strange):
        got = got or Strange(kind="None")
        return wrong(f"{_but(case, expected, described(got))}{_why_strange(case, answer, got)}")
    utilities = [end.utility or 0 for end in rollouts(case.tree.root, case.policies).ends]
    n = case.given.n or 1
    margin = mean_margin(n, min(utilities), max(utilities))
    if within(got, expected, tolerance, Fraction(margin)):
        if is_mean_of(n, Fraction(got), utilities):
            return RIGHT
        which = "is the utility of no play" if n == 1 else f"is the mean of no {n} plays"
        return wrong(
            f"Your function returned {_beside(got, expected)}, which {which} of this game: call"
            " simulate n times, and divide the sum of the utilities by n."
        )
    if not margin:
        return wrong(_but(case, expected, _beside(got, expected)))
    return wrong(
        f"The expected utility is {number(expected)}, and a mean of {n} rollouts comes within"
        f" {number(round(margin, 4))} of it all but once in a million times; your function returned"
        f" {number(got)}."
    )


def _check_payoffs(case: Case, answer: Answer, tolerance: Tolerance) -> Finding:
    """Compare a number for each player with those that some way to break ties gives."""
    expected, got = case.expect.payoffs or (), answer.payoffs
    if not isinstance(got, Strange) and got is not None:
        for payoffs in expected:
            if set(got) == set(payoffs) and all(
                within(got[player], payoffs[player], tolerance) for player in payoffs
            ):
                return RIGHT
        said = _payoffs(got)
    else:
        said = described(got or Strange(kind="None"))
    right = " or ".join(_payoffs(payoffs) for payoffs in expected)
    return wrong(
        f"The players get {right} from {place(case.start)}, but your function returned {said}."
    )


def _payoffs(payoffs: Mapping[Player, Value | Number]) -> str:
    parts = (
        f"{player}: {described(value) if isinstance(value, Strange) else number(value)}"
        for player, value in payoffs.items()
    )
    return f"{{{', '.join(parts)}}}"


def _beside(got: float, expected: Number) -> str:
    """The number that came, so that it looks different from the right one."""
    return number(got) if number(got) != number(expected) else repr(got)


def within(
    got: Value, expected: Number, tolerance: Tolerance, margin: Fraction = Fraction(0)
) -> bool:
    """Whether ``got`` is a number equal to ``expected`` within the tolerance and a margin."""
    if isinstance(got, Strange):
        return False
    wide = max(Fraction(tolerance.relative) * abs(Fraction(expected)), Fraction(tolerance.absolute))
    return abs(Fraction(got) - expected) <= wide + margin


def _but(case: Case, expected: Number, shown: str) -> str:
    depth = "" if case.depth is None else f" to depth {case.depth}"
    return (
        f"The value of {place(case.start)}{depth} is {number(expected)}, "
        f"but your function returned {shown}."
    )


def _why_averaged(case: Case, got: float, tolerance: Tolerance) -> str:
    """One more sentence where the value is that of a search which weighs chances wrongly."""
    if case.game or case.call not in {Call.GAME_VALUE, Call.EXPECTIMAX, Call.EXPECTIMINIMAX}:
        return ""
    search = expected_value if case.call is Call.GAME_VALUE else expectimax
    for weigh, said in _WEIGHINGS:
        policies = {
            player: {state: dict.fromkeys(row, weigh(len(row))) for state, row in table.items()}
            for player, table in case.policies.items()
        }
        if policies and within(got, search(case.start, policies).value, tolerance):
            return said
    return ""


_WEIGHINGS: tuple[tuple[Callable[[int], Fraction], str], ...] = (
    (lambda _: Fraction(1), " That would come if values were added up without their probabilities:"
     " do you multiply each by the probability of its action?"),
    (lambda width: Fraction(1, width), " That would come if all actions counted alike: do you multiply"
     " each value by the probability of its action?"),
)  # fmt: skip


def _why_deepened(case: Case, got: float, tolerance: Tolerance) -> str:
    """One more sentence where iterative deepening returned the value of another depth."""
    budget = case.given.max_evaluations
    if case.game or case.call is not Call.ITERATIVE_DEEPENING or budget is None:
        return ""
    completed = iterative_deepening(case.start, budget).completed
    for depth in (d for d in range(completed + 3) if d != completed):
        try:
            value = depth_limited(case.start, depth, plies=False).value
        except GraderError:  # nothing is evaluated there
            continue
        if within(got, value, tolerance):
            spent = count(budget, "evaluation")
            can = f"{spent} {'is' if budget == 1 else 'are'}"
            if depth < completed:
                return f" That is the value to depth {depth}; {can} enough for depth {completed}."
            return f" That is the value to depth {depth}; {can} used up before it is complete."
    return ""


def _why_wrong(case: Case, got: float, expected: Number, tolerance: Tolerance) -> str:
    """One more sentence where the numbers alone tell what happened.

    They don't in a whole game with an evaluation, which mostly has 1 and -1 and guesses in between.
    """
    exact = Fraction(got)
    if case.game and "evaluate" in case.call.arguments:
        return ""
    if within(-got, expected, tolerance):
        return (
            " That is the right size with the other sign: is a sign turned on the way? Values are for"
            " the agent at every node, whoever moves there."
        )
    if expected.denominator != 1 and exact.denominator == 1 and abs(exact - expected) < 1:
        return " A whole number came where a fraction is due: is there a // or an int() on the way?"
    is_close = abs(exact - expected) <= abs(Fraction(expected)) / 1000
    if is_close and exact.denominator != 1 and not _is_of_an_end(case, got, tolerance):
        return " That is close, but further off than rounding errors are: don't round on the way."
    return ""


def _why_from_nowhere(case: Case, got: float, tolerance: Tolerance) -> str:
    """One more sentence where a minimax value is the utility of no end."""
    if case.game or case.call not in {Call.MINIMAX, Call.ALPHA_BETA, Call.ALPHA_BETA_ORDERED}:
        return ""
    if _is_of_an_end(case, got, tolerance):
        return ""
    return f" No end is worth {number(got)}: does your best value, or a bound, begin there?"


def _is_of_an_end(case: Case, got: float, tolerance: Tolerance) -> bool:
    """Whether some end of a written tree is worth ``got``."""
    if case.game:
        return False
    utilities = {node.utility for node in case.tree.nodes(case.start)} - {None}
    return any(within(got, utility or 0, tolerance) for utility in utilities)


def _why_strange(case: Case, answer: Answer, got: Strange) -> str:
    if got.kind == "bool":
        return _why_bool(case.expect.value, got)
    if got.kind in {"str", "State"}:
        return _why_text(case, answer, got)
    return _WHY.get(got.kind, " The value has to be a number.")


def _why_bool(expected: Number | None, got: Strange) -> str:
    if expected == int("True" in got.shown):  # numpy shows np.True_
        return f" {got.shown} is a bool, not a number: return {expected} or {expected}.0."
    return f" {got.shown} is a bool, not a number: is it the result of a comparison?"


def _why_text(case: Case, answer: Answer, got: Strange) -> str:
    if got.shown in {repr(action) for action in case.start.actions}:
        if answer.action is not None and isinstance(answer.action, Strange):
            return " The two are in the wrong order: return value, action."
        return " That is an action, not a value."
    if got.shown == repr(case.start.name):
        return " That is a state, not its value."
    return " Text is not a number, even if it looks like one: return the number without quotes."


_WHY = {
    "None": " A way through your search ends without a value (a missing return?).",
    "nan": " nan is not a number; inf - inf and 0 * inf give it.",
    "inf": " A best value that starts at infinity was never replaced: is there a node at which"
    " your loop over the children never runs, such as an end?",
    "huge": " No utility is that large.",
}
