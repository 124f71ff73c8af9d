"""Mistakes in iterative deepening: how the budget is kept, and which answer is given."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from grader.cases.model import Call
from grader.diagnosis.mistakes.play import Mistake
from grader.diagnosis.mistakes.searcher import At, Choice, Worth
from grader.diagnosis.mistakes.student import Student
from grader.tree import Node, State


class _BudgetEachDepth(Student):
    def before_depth(self) -> None:
        self.used = 0

    def is_done(self, answer: Choice, found: Choice, *, evaluated: int) -> bool:
        return self.used == 0


class _FromDepthZero(Student):
    def depths(self) -> Iterator[int]:
        return count(0)


class _AnswersUnfinished(Student):
    is_spent = False

    def guess(self, node: Node, at: At) -> Worth:
        if self.is_deepening and self.used >= self.budget:
            self.is_spent = True
            return 0
        return super().guess(node, at)

    def is_done(self, answer: Choice, found: Choice, *, evaluated: int) -> bool:
        return self.is_spent or super().is_done(answer, found, evaluated=evaluated)


class _OneTooManyCalls(Student):
    @property
    def budget(self) -> int:
        return super().budget + 1


class _OneLeftOver(Student):
    @property
    def budget(self) -> int:
        return max(super().budget - 1, 0)


class _CountsBetweenDepths(Student):
    def spend(self) -> None:
        self.used += 1

    def is_done(self, answer: Choice, found: Choice, *, evaluated: int) -> bool:
        return self.used >= self.budget or super().is_done(answer, found, evaluated=evaluated)


class _DoublesDepth(Student):
    def depths(self) -> Iterator[int]:
        return (2**step for step in count(0))


class _NeverDone(Student):
    def is_done(self, answer: Choice, found: Choice, *, evaluated: int) -> bool:
        return False


class _NoFallback(Student):
    def fallback(self) -> Choice:
        raise TypeError("cannot unpack non-iterable NoneType object")


class _FallbackWithoutAction(Student):
    def fallback(self) -> Choice:
        return super().fallback()[0], None


class _FallbackOfZero(Student):
    def fallback(self) -> Choice:
        return 0, super().fallback()[1]


class _BestOfAllDepths(Student):
    def kept(self, before: Choice | None, found: Choice) -> Choice:
        return found if before is None or found[0] > before[0] else before


class _FirstDepthOnly(Student):
    def kept(self, before: Choice | None, found: Choice) -> Choice:
        return before or found


class _StopsWhenSettled(Student):
    last: Choice | None = None

    def is_done(self, answer: Choice, found: Choice, *, evaluated: int) -> bool:
        is_settled = found == self.last
        self.last = found
        return is_settled or super().is_done(answer, found, evaluated=evaluated)


class _RemembersValues(Student):
    known: dict[Node, Worth] | None = None

    def worth(self, node: Node, child: Node, window: At) -> Worth:
        if self.known is None:
            self.known = {}
        if child not in self.known:
            self.known[child] = super().worth(node, child, window)
        return self.known[child]


class _OneDepthTooMany(Student):
    def kept(self, before: Choice | None, found: Choice) -> Choice:
        self.penultimate = before
        return found

    penultimate: Choice | None = None

    def deepen(self) -> Choice:
        answer = super().deepen()
        return self.penultimate or answer


class _RemembersEvaluations(Student):
    guessed: dict[State, Worth] | None = None

    def guess(self, node: Node, at: At) -> Worth:
        if self.guessed is None:
            self.guessed = {}
        if node.state not in self.guessed:
            self.guessed[node.state] = super().guess(node, at)
        return self.guessed[node.state]


class _EqualStatesOnce(_RemembersEvaluations):
    def before_depth(self) -> None:
        super().before_depth()
        self.guessed = None


class _NeverBelowFour(Student):
    def depths(self) -> Iterator[int]:
        return iter(range(1, 5))


class _NeverBelowTen(Student):
    def depths(self) -> Iterator[int]:
        return iter(range(1, 11))


_DEEPENING = frozenset({Call.ITERATIVE_DEEPENING})

DEEPENING = (
    Mistake(
        id="budget-for-each-depth",
        title="Gives every depth the whole budget",
        explanation="Your search begins to count anew with each depth. All depths together have "
        "max_evaluations calls of evaluate.",
        hint="Where is your counter set to 0?",
        calls=_DEEPENING,
        change=_BudgetEachDepth,
    ),
    Mistake(
        id="from-depth-zero",
        title="Begins with depth 0",
        explanation="Your search spends an evaluation on the start itself, at depth 0. The first "
        "depth is 1.",
        hint="Which depth is searched first?",
        calls=_DEEPENING,
        change=_FromDepthZero,
    ),
    Mistake(
        id="answers-unfinished-depth",
        title="Answers with a depth that it did not finish",
        explanation="When the budget runs out in the middle of a depth, some of its values are "
        "made up. The answer is that of the last depth that was finished.",
        hint="What is the value of a state that could not be evaluated any more?",
        calls=_DEEPENING,
        change=_AnswersUnfinished,
    ),
    Mistake(
        id="one-evaluation-too-many",
        title="Calls evaluate once too often",
        explanation="Your search notices that the budget is used up when it has called evaluate "
        "once more. Ask before the call.",
        hint="With a budget of 0, how often do you call evaluate in the search?",
        calls=_DEEPENING,
        change=_OneTooManyCalls,
    ),
    Mistake(
        id="one-evaluation-left-over",
        title="Gives up with one evaluation left",
        explanation="Your search abandons a depth that needs exactly what is left. Such a depth "
        "is finished.",
        hint="If a depth needs 4 evaluations and 4 are left, what happens?",
        calls=_DEEPENING,
        change=_OneLeftOver,
    ),
    Mistake(
        id="counts-between-depths",
        title="Looks at the budget between depths only",
        explanation="Your search finishes every depth that it has begun, whatever it costs. It "
        "has to stop within a depth, before the call that would be one too many.",
        hint="Where do you compare with max_evaluations?",
        calls=_DEEPENING,
        change=_CountsBetweenDepths,
    ),
    Mistake(
        id="doubles-the-depth",
        title="Leaves out depths",
        explanation="Your search doubles the depth each time. The depths are 1, 2, 3 and so on.",
        hint="Which depth comes after 2?",
        calls=_DEEPENING,
        change=_DoublesDepth,
    ),
    Mistake(
        id="never-done",
        title="Never stops on a small game",
        explanation="Where a depth reaches only ends, no evaluation is spent, and your search "
        "goes deeper for ever. A depth that evaluated nothing saw the whole game.",
        hint="What ends your loop if the budget is never used up?",
        calls=_DEEPENING,
        change=_NeverDone,
    ),
    Mistake(
        id="no-fallback",
        title="Has no answer if depth 1 is not finished",
        explanation="With a very small budget not even depth 1 is finished, and your function has "
        "nothing to return. Then the answer is the evaluation of the state and its first action.",
        hint="Try a budget of 0.",
        calls=_DEEPENING,
        change=_NoFallback,
    ),
    Mistake(
        id="fallback-without-action",
        title="Answers without an action if depth 1 is not finished",
        explanation="With a very small budget your function returns an evaluation, but no action. "
        "Whoever plays has to move, so return the first action.",
        hint="Try a budget of 0.",
        calls=_DEEPENING,
        change=_FallbackWithoutAction,
    ),
    Mistake(
        id="fallback-of-zero",
        title="Answers 0 if depth 1 is not finished",
        explanation="With a very small budget your function returns 0 as the value. Return the "
        "evaluation of the state; that one call is free.",
        hint="Try a budget of 0.",
        calls=_DEEPENING,
        change=_FallbackOfZero,
    ),
    Mistake(
        id="best-of-all-depths",
        title="Answers with the best value of all depths",
        explanation="Your search keeps the largest value that any depth found. A deeper search "
        "knows more, also where it finds less.",
        hint="What if depth 1 was too hopeful?",
        calls=_DEEPENING,
        change=_BestOfAllDepths,
    ),
    Mistake(
        id="first-depth-only",
        title="Keeps the answer of the first depth",
        explanation="Your search goes deeper, but returns what depth 1 found. The answer is that "
        "of the last depth that was finished.",
        hint="Where is your answer changed after the first depth?",
        calls=_DEEPENING,
        change=_FirstDepthOnly,
    ),
    Mistake(
        id="stops-when-settled",
        title="Stops when two depths agree",
        explanation="Your search stops when a depth finds the same as the one before. The next "
        "depth may still find something else.",
        hint="What may end the search, and what may not?",
        calls=_DEEPENING,
        change=_StopsWhenSettled,
    ),
    Mistake(
        id="remembers-values",
        title="Uses the values of an earlier depth",
        explanation="Your search remembers what a state was worth and uses that at the next "
        "depth, too. There, a deeper search would find a better value.",
        hint="Does a remembered value depend on the depth at which it was found?",
        calls=_DEEPENING,
        change=_RemembersValues,
    ),
    Mistake(
        id="answers-one-depth-behind",
        title="Answers with the last depth but one",
        explanation="Your search returns the answer before the last one. A depth that was "
        "finished counts, also if it was the last.",
        hint="When the budget runs out in depth 3, whose answer is returned?",
        calls=_DEEPENING,
        change=_OneDepthTooMany,
    ),
    Mistake(
        id="remembers-evaluations",
        title="Keeps evaluations from one depth for the next",
        explanation="Your search remembers what evaluate said of a state, and does not call it "
        "again at the next depth. Nothing is kept between depths: each evaluation that a depth "
        "needs is paid for out of the budget.",
        hint="What does your function still know of depth 1 when it begins depth 2?",
        calls=_DEEPENING,
        change=_RemembersEvaluations,
    ),
    Mistake(
        id="equal-states-once",
        title="Pays once for equal states",
        explanation="Your search calls evaluate once for a state that it comes to in several ways "
        "in one depth. Each way there is a node of its own, and costs an evaluation.",
        hint="How often is evaluate called if two orders of moves lead to the same state?",
        calls=_DEEPENING,
        change=_EqualStatesOnce,
    ),
    Mistake(
        id="never-below-depth-four",
        title="Stops at depth 4",
        explanation="Your search goes no deeper than 4, however much of the budget is left. What "
        "ends it is the budget, or a depth that evaluates nothing.",
        hint="How many rounds can your loop make at most?",
        calls=_DEEPENING,
        change=_NeverBelowFour,
    ),
    Mistake(
        id="never-below-depth-ten",
        title="Stops at depth 10",
        explanation="Your search goes no deeper than 10, however much of the budget is left. The "
        "budget ends it, or a depth that evaluates nothing: games can be long and thin.",
        hint="How many rounds can your loop make at most?",
        calls=_DEEPENING,
        change=_NeverBelowTen,
    ),
)
