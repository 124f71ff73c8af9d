"""Judge a policy: only optimal actions, at every state that was asked about."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from grader.cases.model import Case, Tolerance
from grader.checks.action import at, best_actions, wanted_of
from grader.checks.finding import RIGHT, Finding, wrong
from grader.checks.shape import misshapen
from grader.checks.value import within
from grader.checks.words import article, count, described, listing, number, place
from grader.sandbox.outcome import Answer, Distribution, Strange
from grader.tree import Action, Node

_SHOWN = 3  # faulty states that are explained in full


def check_policy(case: Case, answer: Answer, tolerance: Tolerance) -> Finding:
    """Judge what the policy said at each state of ``case.expect.policy``.

    Any distribution over optimal actions is right; actions that it does not mention have
    probability 0. Where the case asks for the first of ties, all of the probability belongs there.
    """
    expected = case.expect.policy
    if expected is None:
        return RIGHT
    if finding := misshapen(case, answer):
        return finding
    said = answer.policy or {}
    faults = []
    for state, optimal in expected.items():
        node = case.tree.by_name[state]
        if fault := _fault(case, node, optimal, said.get(state), tolerance):
            faults.append(fault)
    if not faults:
        return RIGHT
    shown = faults[:_SHOWN]
    if more := len(faults) - len(shown):
        shown.append(f"It is wrong at {count(more, 'more state')}, too (of {len(expected)}).")
    return wrong(" ".join(shown))


def _fault(
    case: Case,
    node: Node,
    optimal: tuple[Action, ...],
    said: Distribution | Strange | None,
    tolerance: Tolerance,
) -> str:
    """What is wrong with the policy at one node, or nothing."""
    if said is None:
        return f"Your policy says nothing at {place(node)}."
    if isinstance(said, Strange):
        hint = " A policy returns its dict also where only one action is played: {action: 1}."
        return (
            f"At {place(node)} your policy has to return a dict {{action: probability}}, but it "
            f"returned {described(said)}.{hint if said.kind == 'str' else ''}"
        )
    if fault := next(_illegal(node, said, tolerance), ""):
        return fault
    right = wanted_of(optimal, case.tie_break)
    for action, probability in said.items():
        if action not in right and not within(probability, 0, tolerance):
            best = best_actions(optimal, case.tie_break, at(node))
            return f"{best}, but your policy plays {action} there{_how_often(said, action)}."
    return ""


def _how_often(said: Distribution, action: Action) -> str:
    probability = said[action]
    if isinstance(probability, Strange) or probability == 1:
        return ""
    return f" with probability {number(probability)}"


def _illegal(node: Node, said: Distribution, tolerance: Tolerance) -> Iterator[str]:
    """Why ``said`` is no probability distribution over the node's actions, if it is none."""
    where = f"At {place(node)} your policy"
    legal = listing(node.actions)
    total = Fraction(0)
    for action, probability in said.items():
        if action not in node.actions:
            yield f"{where} plays {action!r}, which is no action there (the actions are {legal})."
        if isinstance(probability, Strange):
            named = described(probability)
            if probability.kind == "bool":
                named = f"{probability.shown}, {article('bool')} and no number"
            yield f"{where} gives {action} the probability {named}: it has to be a number."
            return
        if probability < 0 and not within(probability, 0, tolerance):
            yield f"{where} gives {action} the negative probability {number(probability)}."
        total += Fraction(probability)
    if not said:
        yield f"{where} returned an empty dict: some action has to have a probability."
    if abs(total - 1) > max(Fraction(tolerance.relative), Fraction(tolerance.absolute)):
        yield f"{where} gives probabilities that sum to {number(float(total))}, not to 1."
