"""What laws are checked with: calls on a tree, each with what is right by our own search.

Decides what a call of the whole tree is given, and what is told of it. May not know laws or processes.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from grader.cases.model import Call, Case, Check, Expectation, Given, Tolerance
from grader.checks.value import within
from grader.checks.words import described, number
from grader.sandbox.outcome import Answer, Outcome, Strange, Value
from grader.search import (
    depth_limited,
    expected_value,
    expectimax,
    iterative_deepening,
    minimax,
    optimal_policy,
    value_table,
)
from grader.tree import GameTree, Node, Number, Player, PolicyTable, inline

OPPONENT: Player = "opp"
HUGE_BUDGET = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """One call that a law made: on which tree, what is right and what came, as text.

    ``how`` says what was changed of the tree, or is empty. Where visits are at fault, ``seen`` and
    ``wanted`` are their orders, and ``here`` is the first node that is.
    """

    case: Case
    how: str = ""
    right: str
    got: str
    is_right: bool = False
    seen: tuple[Node, ...] = ()
    wanted: tuple[Node, ...] = ()
    here: Node | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Breach:
    """Where a law does not hold: a sentence, and the calls that show it."""

    sentence: str
    called: tuple[Called, ...]


Law = Generator[Case, Outcome, "Breach | None"]


@dataclass(frozen=True, slots=True)
class Bench:
    """A tree on which a law is tried."""

    case: Case
    tree: GameTree
    tolerance: Tolerance

    def made(
        self,
        call: Call | None = None,
        *,
        tree: GameTree | None = None,
        policies: Mapping[Player, PolicyTable] | None = None,
        given: Given | None = None,
        start: Node | None = None,
    ) -> Case:
        """A case of its own with what is right, as it would stand in a file."""
        tree = tree or self.tree
        call = call or self.case.call
        case = replace(
            self.case,
            law=None,
            recipe=None,
            call=call,
            tree=tree,
            start=start or tree.root,
            policies=_policies(call, tree) if policies is None else policies,
            given=given or _given(call, tree),
            expect=Expectation(value=0),
            weights={Check.VALUE: Fraction(1)},
        )
        return replace(case, expect=_right(case))

    def shown(self, case: Case, got: Value | Strange, how: str = "") -> Called:
        said = described(got) if isinstance(got, Strange) else number(got)
        right, is_right = number(case.expect.value or 0), self.is_right(case, got)
        return Called(case=case, how=how, right=right, got=said, is_right=is_right)

    def is_right(self, case: Case, got: Value | Strange) -> bool:
        return within(got, case.expect.value or 0, self.tolerance)


def _policies(call: Call, tree: GameTree) -> dict[Player, PolicyTable]:
    """The policies that stand in the tree; the opponent has one, too, where it never moves."""
    drawn = {node.player: None for node in tree.nodes() if node.player and node.chances}
    if call is Call.VALUE_TABLE:
        drawn[OPPONENT] = None
    return {player: inline(tree, player) for player in drawn if player}


def _given(call: Call, tree: GameTree) -> Given:
    """What a call of the whole tree is given: a depth and a budget that are large enough."""
    if call in {Call.DEPTH_LIMITED, Call.DEPTH_LIMITED_PLIES}:
        return Given(depth=height(tree.root) + 1)
    if call is Call.ITERATIVE_DEEPENING:
        return Given(max_evaluations=HUGE_BUDGET)
    if call is Call.EXPECTIMINIMAX_PRUNED:
        worths = [node.utility for node in tree.nodes() if node.utility is not None]
        return Given(low=min(worths), high=max(worths))
    return Given()


def height(node: Node) -> int:
    """The most moves from ``node`` to an end; recursion is safe, as these trees are not deep."""
    return max((1 + height(child) for child in node.children), default=0)


def _right(case: Case) -> Expectation:
    """What is right for a case, by our own search."""
    if case.call is Call.VALUE_TABLE:
        return Expectation(table=value_table(case.start, case.policies[OPPONENT]))
    if case.call is Call.MINIMAX_POLICY:
        return Expectation(policy=optimal_policy(case.start))
    find = _VALUES.get(case.call)
    return Expectation(value=minimax(case.start).value if find is None else find(case))


_VALUES: Mapping[Call, Callable[[Case], Number]] = {
    Call.GAME_VALUE: lambda case: expected_value(case.start, case.policies).value,
    Call.EXPECTIMAX: lambda case: expectimax(case.start, case.policies).value,
    Call.EXPECTIMINIMAX: lambda case: expectimax(case.start, case.policies).value,
    Call.EXPECTIMINIMAX_PRUNED: lambda case: expectimax(case.start, case.policies).value,
    Call.DEPTH_LIMITED: lambda case: depth_limited(case.start, case.depth or 0, plies=False).value,
    Call.DEPTH_LIMITED_PLIES: lambda case: (
        depth_limited(case.start, case.depth or 0, plies=True).value
    ),
    Call.ITERATIVE_DEEPENING: lambda case: (
        iterative_deepening(case.start, case.given.max_evaluations or 0).trace.value
    ),
}


def value_of(outcome: Outcome) -> Value | Strange:
    """The value that came back, whatever it is."""
    answer = outcome.answer or Answer()
    if answer.misshapen is not None:
        return answer.misshapen
    return Strange(kind="None") if answer.value is None else answer.value
