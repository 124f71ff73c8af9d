"""Mistakes about depth: what it counts, and when it is tested."""

from __future__ import annotations

from typing import Any

from grader.cases.model import Call
from grader.diagnosis.mistakes.groups import DEPTH, LIMITED
from grader.diagnosis.mistakes.play import Mistake
from grader.diagnosis.mistakes.searcher import AGENT, At, Choice
from grader.diagnosis.mistakes.student import Student
from grader.tree import Node, State


class _EveryMove(Student):
    def left_below(self, node: Node, child: Node, left: int) -> int:
        return left - 1


class _RoundsForMoves(Student):
    def left_below(self, node: Node, child: Node, left: int) -> int:
        return left - 1 if self.ask.player(child) == AGENT else left


class _OneTooFew(Student):
    def is_horizon(self, node: Node, at: At) -> bool:
        return at.left is not None and at.left <= 1


class _OneTooMany(Student):
    def is_horizon(self, node: Node, at: At) -> bool:
        return at.left is not None and at.left < 0


class _SpentTwice(Student):
    def left_below(self, node: Node, child: Node, left: int) -> int:
        return left - 2 * (left - super().left_below(node, child, left))


class _StepsOverZero(Student):
    def left_below(self, node: Node, child: Node, left: int) -> int:
        return left - 2 * (left - super().left_below(node, child, left))

    def is_horizon(self, node: Node, at: At) -> bool:
        return at.left == 0


class _NoDepthTest(Student):
    def is_horizon(self, node: Node, at: At) -> bool:
        return False


class _TestAlwaysTrue(Student):
    def is_horizon(self, node: Node, at: At) -> bool:
        return True


class _AgentsHorizonOnly(Student):
    def is_horizon(self, node: Node, at: At) -> bool:
        return super().is_horizon(node, at) and self.ask.player(node) == AGENT


class _SpentByAgent(Student):
    def left_below(self, node: Node, child: Node, left: int) -> int:
        return left - 1 if self.ask.player(node) == AGENT else left


class _SpentByOpponents(Student):
    def left_below(self, node: Node, child: Node, left: int) -> int:
        return left if self.ask.player(node) == AGENT else left - 1


class _NeverGivenBack(Student):
    spent = 0

    def left_below(self, node: Node, child: Node, left: int) -> int:
        cost = left - super().left_below(node, child, left)
        self.spent += cost
        return (self.case.given.depth or 0) - self.spent


class _AlwaysDepthOne(Student):
    def top(self) -> At:
        top: Any = super().top()
        return At(left=min(top.left, 1))


class _TableWithoutDepth(Student):
    found: dict[State, Choice] | None = None

    def before_depth(self) -> None:
        super().before_depth()
        self.found = None

    def search(self, node: Node, at: At) -> Choice:
        if self.found is None:
            self.found = {}
        if node.state not in self.found:
            self.found[node.state] = super().search(node, at)
        return self.found[node.state]


COUNTING = (
    Mistake(
        id="every-move-costs",
        source="D01",
        title="Spends depth on every move",
        explanation="Your search uses up a unit of depth with each move. Here, only a move into a "
        "state in which the agent moves costs one.",
        hint="With depth 1, how many moves does each player make?",
        calls=frozenset({Call.DEPTH_LIMITED, Call.ITERATIVE_DEEPENING}),
        change=_EveryMove,
    ),
    Mistake(
        id="rounds-for-moves",
        source="D01",
        title="Counts rounds where moves are counted",
        explanation="Your search uses up depth only when it is the agent's turn again. In this "
        "function every move costs a unit, whoever makes it.",
        hint="With depth 1, how many moves are made in all?",
        calls=frozenset({Call.DEPTH_LIMITED_PLIES}),
        change=_RoundsForMoves,
    ),
    Mistake(
        id="one-too-few",
        source="D02",
        title="Stops one unit too early",
        explanation="Your search evaluates where one unit of depth is left. It stops when the "
        "depth is used up, at 0.",
        hint="What does your search do with depth 1 at the start?",
        calls=LIMITED,
        change=_OneTooFew,
    ),
    Mistake(
        id="one-too-many",
        source="D02",
        title="Goes one unit too deep",
        explanation="Your search goes on where no depth is left. It stops when the depth is used "
        "up, at 0.",
        hint="What does your search do when it is called with depth 0?",
        calls=DEPTH,
        change=_OneTooMany,
    ),
    Mistake(
        id="spent-twice",
        source="D02",
        title="Takes a unit off in two places",
        explanation="Your search makes the depth smaller in the recursive call and once more on "
        "entering. So it gets half as deep as it should.",
        hint="How many places of your code change the depth?",
        calls=DEPTH,
        change=_SpentTwice,
    ),
    Mistake(
        id="steps-over-zero",
        source="D04",
        title="Steps over the depth at which it should stop",
        explanation="Your depth goes down by two and is compared with exactly 0. From an odd "
        "depth it steps over 0 and never stops.",
        hint="Which values does depth take, from 1 down?",
        calls=LIMITED,
        change=_StepsOverZero,
    ),
    Mistake(
        id="no-depth-test",
        source="D04",
        title="Ignores the depth",
        explanation="Your search goes on to the ends of the game, whatever depth it is given. On "
        "a real game it would not end in your lifetime.",
        hint="Where is the depth compared with anything?",
        calls=DEPTH,
        change=_NoDepthTest,
    ),
    Mistake(
        id="depth-test-always-true",
        source="T03",
        title="Evaluates at once",
        explanation="Your search evaluates the state that it is given and looks no further. The "
        "condition is always true, as any pair of values is in Python.",
        hint="What exactly stands between if and the colon?",
        calls=DEPTH,
        change=_TestAlwaysTrue,
    ),
    Mistake(
        id="horizon-at-agent-only",
        source="D05",
        title="Tests the depth at the agent's nodes only",
        explanation="Your search looks at the depth only where the agent moves. Depth 0 means to "
        "evaluate at once, whoever moves.",
        hint="Call your function with depth 0 where the opponent moves.",
        calls=LIMITED,
        change=_AgentsHorizonOnly,
    ),
    Mistake(
        id="spent-by-agents-move",
        source="D05",
        title="Spends depth when the agent has moved",
        explanation="Your search takes a unit off as soon as the agent moves, so it evaluates "
        "before the opponents have answered. A unit is spent by the move that makes it the "
        "agent's turn again.",
        hint="With depth 1, do the opponents move before you evaluate?",
        calls=frozenset({Call.DEPTH_LIMITED, Call.ITERATIVE_DEEPENING}),
        change=_SpentByAgent,
    ),
    Mistake(
        id="spent-by-opponents-moves",
        source="D01",
        title="Spends depth on every opponent's move",
        explanation="Your search takes a unit off when an opponent moves. That is the same only "
        "while one opponent and the agent take turns; what counts is whose turn it is next.",
        hint="Try two opponents, and an agent that moves twice.",
        calls=frozenset({Call.DEPTH_LIMITED, Call.ITERATIVE_DEEPENING}),
        change=_SpentByOpponents,
    ),
    Mistake(
        id="depth-never-given-back",
        source="D02",
        title="Keeps one depth for the whole tree",
        explanation="Your search counts the depth in one variable and never sets it back. The "
        "second successor then has less depth than the first.",
        hint="What is the depth when your search comes back from the first successor?",
        calls=LIMITED,
        change=_NeverGivenBack,
    ),
    Mistake(
        id="always-depth-one",
        title="Never gets deeper than 1",
        explanation="Your search stops after one unit of depth, however much it is given. Hand on "
        "what is left.",
        hint="Which depth does your recursive call get?",
        calls=LIMITED,
        change=_AlwaysDepthOne,
    ),
    Mistake(
        id="table-without-depth",
        title="Remembers values without the depth that was left",
        explanation="Your search keeps a table of the states that it has seen. A state that comes "
        "again with more depth left, by a shorter way, gets the value of a search that looked less "
        "far. Search it anew each time.",
        hint="What if a state is first reached late, and then early?",
        calls=DEPTH,
        change=_TableWithoutDepth,
    ),
)
