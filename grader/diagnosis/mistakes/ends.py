"""Mistakes about ends, and about which nodes are looked at and in which order."""

from __future__ import annotations

from fractions import Fraction

from grader.cases.model import Call
from grader.diagnosis.mistakes.groups import CHOICES, CUTTING, EVERY, FULL, LIMITED
from grader.diagnosis.mistakes.play import Mistake
from grader.diagnosis.mistakes.searcher import AGENT, At, Choice, Moves, Role, Worth
from grader.diagnosis.mistakes.student import Student
from grader.tree import Node


class _NoEndTest(Student):
    def is_over(self, node: Node, at: At) -> bool:
        return False


class _WonEndsOnly(Student):
    def is_over(self, node: Node, at: At) -> bool:
        return super().is_over(node, at) and self.ask.utility(node) > 0


class _StartIsNoEnd(Student):
    def is_over(self, node: Node, at: At) -> bool:
        return at.ply > 0 and super().is_over(node, at)


class _EndsWorthNothing(Student):
    def utility(self, node: Node, at: At) -> Worth:
        return 0


class _SignOfLastMover(Student):
    def utility(self, node: Node, at: At) -> Worth:
        worth = super().utility(node, at)
        return worth if at.mover in {None, AGENT} else -worth


class _OnlySigns(Student):
    def utility(self, node: Node, at: At) -> Worth:
        worth = super().utility(node, at)
        return (worth > 0) - (worth < 0)


class _RoundedUtilities(Student):
    def utility(self, node: Node, at: At) -> Worth:
        worth = super().utility(node, at)
        return worth if isinstance(worth, float) else round(Fraction(worth), 2)


class _NothingBelowEight(Student):
    def is_horizon(self, node: Node, at: At) -> bool:
        return at.ply >= 8 or super().is_horizon(node, at)

    def guess(self, node: Node, at: At) -> Worth:
        return 0


class _PrefersQuickEnds(Student):
    def utility(self, node: Node, at: At) -> Worth:
        return super().utility(node, at) - at.ply


class _FirstChildOnly(Student):
    def moves(self, node: Node, at: At, role: Role) -> Moves:
        return super().moves(node, at, role)[:1]


class _SkipsLastChild(Student):
    def moves(self, node: Node, at: At, role: Role) -> Moves:
        moves = super().moves(node, at, role)
        return moves[:-1] if len(moves) > 1 else moves


class _StopsAtWin(Student):
    def is_enough(self, best: Worth, role: Role) -> bool:
        return best > 0 if role is Role.MAX else best < 0


class _StartsAtTheTop(Student):
    def first_search(self) -> Choice:
        return self.search(self.ask.root, self.top())


class _AsksChildrenFirst(Student):
    def moves(self, node: Node, at: At, role: Role) -> Moves:
        moves = super().moves(node, at, role)
        for _, child in moves:
            self.ask.is_end(child)
        return moves


class _BackToFront(Student):
    def moves(self, node: Node, at: At, role: Role) -> Moves:
        return super().moves(node, at, role)[::-1]


class _PrunesAnyway(Student):
    @property
    def prunes(self) -> bool:
        return True


ENDS = (
    Mistake(
        id="no-end-test",
        source="T01",
        title="Never asks whether the game is over",
        explanation="Your search looks for the best successor of an end, and there is none. What "
        "your loop started with, an infinite value, then stands for the utility.",
        hint="What should be the first question about any state?",
        calls=EVERY,
        change=_NoEndTest,
    ),
    Mistake(
        id="won-ends-only",
        source="T01",
        title="Takes only a won game for an end",
        explanation="Your search stops at ends that are good for the agent, but not at the "
        "others. A lost or drawn game is over, too, and has no successors to look at.",
        hint="Try your end test on an end with a utility of 0, and on one below 0.",
        calls=FULL | CUTTING | LIMITED,
        change=_WonEndsOnly,
    ),
    Mistake(
        id="start-is-no-end",
        source="T01",
        title="Does not expect to be called at an end",
        explanation="The state that your function is given may be an end already. Then its value "
        "is the utility, and there is no action.",
        hint="Call your function with a state in which the game is over.",
        calls=EVERY,
        change=_StartIsNoEnd,
    ),
    Mistake(
        id="ends-worth-nothing",
        source="T01",
        title="Counts every end as 0",
        explanation="Where a state has no successors, your search returns 0. At an end the value "
        "is what the game says that the end is worth.",
        hint="Where does the first number of your recursion come from?",
        calls=EVERY,
        change=_EndsWorthNothing,
    ),
    Mistake(
        id="sign-of-last-mover",
        source="E03",
        title="Takes utilities from the side of whoever moved last",
        explanation="Your search changes the sign of a utility where the last move was not the "
        "agent's. A utility is always the agent's: the opponent makes it small by minimising.",
        hint="For whom is the number that game.utility returns?",
        calls=EVERY,
        change=_SignOfLastMover,
    ),
    Mistake(
        id="only-signs",
        title="Knows only won, drawn and lost",
        explanation="Your search turns every utility into 1, 0 or -1. In many games it matters "
        "how much is won.",
        hint="Compare a tree with the utilities 3 and 5 with one with 3 and 3.",
        calls=FULL | CUTTING,
        change=_OnlySigns,
    ),
    Mistake(
        id="rounds-utilities",
        title="Rounds utilities",
        explanation="Your search rounds the utilities that it finds to two decimals. What differs "
        "by a thousandth then looks the same. Use them as they are, and round nothing.",
        hint="What is the value of a game with a single end, worth 0.001?",
        calls=frozenset({Call.MINIMAX}),
        change=_RoundedUtilities,
    ),
    Mistake(
        id="nothing-below-eight-moves",
        title="Looks at most eight moves ahead",
        explanation="Your search gives up after eight moves, and counts what comes later as 0. "
        "Minimax has no limit: it goes on until the game is over.",
        hint="Is there a number of moves in your function?",
        calls=frozenset({Call.MINIMAX}),
        change=_NothingBelowEight,
    ),
    Mistake(
        id="prefers-quick-ends",
        title="Takes something off for every move",
        explanation="Your search makes late ends worth less than early ones. The value that is "
        "asked for is that of the utilities alone, however many moves they take.",
        hint="Compare what you return at an end with what the game says it is worth.",
        calls=CHOICES | CUTTING | LIMITED,
        change=_PrefersQuickEnds,
    ),
)

LOOKING = (
    Mistake(
        id="first-child-only",
        title="Returns inside the loop",
        explanation="Your function returns after the first successor, so the others are never "
        "looked at. The return statement belongs after the loop.",
        hint="How far is your return statement indented?",
        calls=EVERY | {Call.MAX_N},
        change=_FirstChildOnly,
    ),
    Mistake(
        id="skips-last-child",
        title="Leaves out the last successor",
        explanation="Your loop ends one successor too early. The last one may well be the best.",
        hint="Count how many rounds your loop makes at a node with three successors.",
        calls=EVERY | {Call.MAX_N},
        change=_SkipsLastChild,
    ),
    Mistake(
        id="stops-at-a-win",
        title="Stops at the first good value",
        explanation="Your search is content with the first value that is good for the mover. That "
        "is enough only where nothing can be better, and utilities may be any numbers.",
        hint="What if the next successor is worth even more?",
        calls=CHOICES | CUTTING | LIMITED,
        change=_StopsAtWin,
    ),
    Mistake(
        id="starts-at-the-top",
        title="Searches from the start of the game",
        explanation="Your function begins at game.start_state() and not at the state that it is "
        "given. The two are the same only in the first call.",
        hint="Which of its arguments does your function never use?",
        calls=EVERY - {Call.ITERATIVE_DEEPENING},
        change=_StartsAtTheTop,
    ),
    Mistake(
        id="asks-children-first",
        source="AB03",
        title="Asks about all successors before the first is searched",
        explanation="Your search asks something about each successor as soon as it has the list. "
        "A successor that is cut is never to be looked at, so ask about it when the search comes "
        "to it.",
        hint="Print the name of a state whenever you ask the game about it, and read the order.",
        calls=CUTTING,
        change=_AsksChildrenFirst,
        keeps_answer=True,
    ),
    Mistake(
        id="back-to-front",
        title="Takes the successors from the last to the first",
        explanation="Your search visits the successors in reverse. They are to be visited in the "
        "order in which successors(state) has them; a stack hands them back the other way round.",
        hint="Which child of the start do you visit first?",
        calls=LIMITED | {Call.ALPHA_BETA},
        change=_BackToFront,
        keeps_answer=True,
    ),
    Mistake(
        id="prunes-anyway",
        title="Prunes where all nodes are to be visited",
        explanation="Your search leaves out nodes as alpha-beta does. This function is the plain "
        "one: it looks at every node down to its depth, and that is checked.",
        hint="Is this the function that you meant to call?",
        calls=LIMITED,
        change=_PrunesAnyway,
        keeps_answer=True,
    ),
)
