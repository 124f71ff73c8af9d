"""Vary hidden cases from a secret and a submission's id: to each submission its own numbers.

A case keeps its tree, its traits and its difficulty: every utility and evaluation u becomes k * u + c
with a whole k > 0. Maxima, minima and means follow (V becomes k * V + c), so the best actions and the
order of visits stay, and the expected value is known without a search. Where 0 is a value that a search
could meet, c is 0, so that a bound of exactly 0 stays one.

The same secret, submission and case give the same numbers, on any machine, for a regrade.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from grader.cases.model import Call, Case, Suite, Visibility
from grader.search import expected_value
from grader.tree import GameTree, Node, Number

# Calls whose answer follows from the numbers of their tree, as V does; the others keep theirs.
_VARIED = {
    Call.GAME_VALUE, Call.EXPECTIMAX, Call.MINIMAX, Call.EXPECTIMINIMAX, Call.MINIMAX_POLICY,
    Call.EXPECTIMAX_POLICY, Call.ALPHA_BETA, Call.ALPHA_BETA_ORDERED, Call.DEPTH_LIMITED,
    Call.DEPTH_LIMITED_PLIES, Call.ITERATIVE_DEEPENING, Call.SIMULATE,
}  # fmt: skip
FACTORS = (1, 2, 3, 4, 5, 7)
SHIFTS = tuple(range(-20, 21))


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """u becomes ``factor`` * u + ``shift``."""

    factor: int
    shift: int

    def of(self, number: Number) -> Number:
        """The varied number, an int where it is whole."""
        varied = Fraction(number) * self.factor + self.shift
        return varied.numerator if varied.denominator == 1 else varied


def variation(case: Case, secret: str, submission: str) -> Variation:
    """The variation of ``case`` for one submission: by HMAC-SHA256, unknown without the secret."""
    message = f"{submission}\0{case.id}".encode()
    digest = hmac.new(secret.encode(), message, hashlib.sha256).digest()
    shift = 0 if _meets_zero(case) else SHIFTS[digest[1] % len(SHIFTS)]
    return Variation(factor=FACTORS[digest[0] % len(FACTORS)], shift=shift)


def can_vary(case: Case) -> bool:
    """Whether the answer of ``case`` follows from its numbers; laws and games keep theirs."""
    return case.call in _VARIED and not case.game and case.law is None


def vary(suite: Suite, submission: str) -> tuple[Suite, Mapping[str, Variation]]:
    """``suite`` with its hidden cases varied, and how, by case; unchanged without a secret."""
    if suite.secret is None:
        return suite, {}
    made = {
        case.id: variation(case, suite.secret, submission)
        for case in suite.cases
        if case.visibility is Visibility.HIDDEN and can_vary(case)
    }
    questions = tuple(
        replace(
            question,
            cases=tuple(_varied(c, made[c.id]) if c.id in made else c for c in question.cases),
        )
        for question in suite.questions
    )
    return replace(suite, questions=questions), made


def _varied(case: Case, by: Variation) -> Case:
    tree = GameTree(_copy(case.tree.root, by))
    value = case.expect.value
    expect = case.expect if value is None else replace(case.expect, value=by.of(value))
    return replace(case, tree=tree, start=tree.by_name[case.start.name], expect=expect)


def _copy(root: Node, by: Variation) -> Node:
    """The tree below ``root`` with other numbers; without recursion, trees may be deep."""
    copies: dict[Node, Node] = {}
    for node in reversed(list(GameTree(root).nodes())):
        copies[node] = replace(
            node,
            utility=None if node.utility is None else by.of(node.utility),
            evaluation=None if node.evaluation is None else by.of(node.evaluation),
            children=tuple(copies[child] for child in node.children),
        )
    return copies[root]


def _meets_zero(case: Case) -> bool:
    """Whether 0 is a number of the tree, or a value that a search of it backs up."""
    policies = case.policies
    if case.call is not Call.GAME_VALUE:
        policies = {player: table for player, table in policies.items() if player != "agent"}
    numbers = {number for node in case.tree.nodes() for number in (node.utility, node.evaluation)}
    return 0 in numbers or 0 in expected_value(case.tree.root, policies).values.values()
