"""Mistakes about the horizon: which states are evaluated, and by what."""

from __future__ import annotations

from grader.diagnosis.mistakes.groups import DEPTH, LIMITED
from grader.diagnosis.mistakes.play import Mistake
from grader.diagnosis.mistakes.searcher import AGENT, At, Choice, Worth
from grader.diagnosis.mistakes.student import Student
from grader.tree import Node


class _DepthBeforeEnd(Student):
    def is_over(self, node: Node, at: At) -> bool:
        return not self.is_horizon(node, at) and super().is_over(node, at)


class _HorizonWorthNothing(Student):
    def guess(self, node: Node, at: At) -> Worth:
        return 0


class _UtilityAtHorizon(Student):
    def guess(self, node: Node, at: At) -> Worth:
        return self.ask.utility(node)


class _SignOfMover(Student):
    def guess(self, node: Node, at: At) -> Worth:
        worth = super().guess(node, at)
        return worth if self.ask.player(node) == AGENT else -worth


class _EvaluatesEveryNode(Student):
    def search(self, node: Node, at: At) -> Choice:
        if not self.is_over(node, at) and not self.is_horizon(node, at):
            self.guess(node, at)
        return super().search(node, at)


class _EvaluatesEnds(Student):
    def utility(self, node: Node, at: At) -> Worth:
        return self.guess(node, at)


class _LooksBelowHorizon(Student):
    def guess(self, node: Node, at: At) -> Worth:
        for _, child in self.ask.moves(node):
            self.ask.is_end(child)
        return super().guess(node, at)


HORIZON = (
    Mistake(
        id="depth-before-end",
        source="T01",
        title="Tests the depth before the end",
        explanation="Your search evaluates an end that it reaches with its last unit of depth. An "
        "end has a utility, which is exact, so the end test comes first.",
        hint="In which order are the two tests?",
        calls=LIMITED,
        change=_DepthBeforeEnd,
    ),
    Mistake(
        id="horizon-worth-nothing",
        source="E01",
        title="Counts what lies beyond the depth as 0",
        explanation="Your search returns 0 where the depth is used up. That is what evaluate is "
        "for.",
        hint="Does your function call evaluate?",
        calls=DEPTH,
        change=_HorizonWorthNothing,
    ),
    Mistake(
        id="utility-at-the-horizon",
        source="E01",
        title="Asks for the utility where the game goes on",
        explanation="Your search calls game.utility where the depth is used up. A utility is "
        "defined at ends only; elsewhere use evaluate.",
        hint="Read the last line of the error message.",
        calls=DEPTH,
        change=_UtilityAtHorizon,
    ),
    Mistake(
        id="sign-of-mover",
        source="E03",
        title="Evaluates from the side of the mover",
        explanation="Your search changes the sign of an evaluation where the opponent moves. "
        "Evaluations are the agent's, as utilities are.",
        hint="For whom is the number that evaluate returns?",
        calls=LIMITED,
        change=_SignOfMover,
    ),
    Mistake(
        id="evaluates-every-node",
        title="Evaluates every node on its way",
        explanation="Your search calls evaluate on entering a node, also where it then goes "
        "deeper. Evaluate only where the depth is used up.",
        hint="Above which test does your call of evaluate stand?",
        calls=DEPTH,
        change=_EvaluatesEveryNode,
    ),
    Mistake(
        id="evaluates-ends",
        title="Evaluates ends",
        explanation="Your search calls evaluate at an end. There, the game itself says what the "
        "end is worth.",
        hint="Which function of the game is for ends?",
        calls=DEPTH,
        change=_EvaluatesEnds,
    ),
    Mistake(
        id="looks-below-the-horizon",
        title="Asks about states beyond the depth",
        explanation="Your search asks about the successors of a state that it only has to "
        "evaluate. What lies beyond the depth is not looked at.",
        hint="Where do you call successors, before or after the test for depth 0?",
        calls=LIMITED,
        change=_LooksBelowHorizon,
        keeps_answer=True,
    ),
)
