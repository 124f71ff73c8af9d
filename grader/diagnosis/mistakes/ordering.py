"""Mistakes in the order of moves: which successor is looked at first."""

from __future__ import annotations

from grader.cases.model import Call
from grader.diagnosis.mistakes.groups import LIMITED
from grader.diagnosis.mistakes.play import Mistake
from grader.diagnosis.mistakes.searcher import At, Choice, Moves, Role, Worth
from grader.diagnosis.mistakes.student import Student
from grader.sandbox.outcome import Answer
from grader.tree import Node


class _NotOrdered(Student):
    def arranged(self, moves: Moves, role: Role, at: At) -> Moves:
        return moves


class _SameForBoth(Student):
    def arranged(self, moves: Moves, role: Role, at: At) -> Moves:
        return super().arranged(moves, Role.MAX, at)


class _WorstFirst(Student):
    def arranged(self, moves: Moves, role: Role, at: At) -> Moves:
        return super().arranged(moves, Role.MIN if role is Role.MAX else Role.MAX, at)


class _TiesReversed(Student):
    def arranged(self, moves: Moves, role: Role, at: At) -> Moves:
        return super().arranged(moves[::-1], role, at)


class _StartOrderedOnly(Student):
    def arranged(self, moves: Moves, role: Role, at: At) -> Moves:
        return moves if at.ply else super().arranged(moves, role, at)


class _BestFirstOnly(Student):
    def arranged(self, moves: Moves, role: Role, at: At) -> Moves:
        first = super().arranged(moves, role, at)[0]
        return [first, *(move for move in moves if move is not first and move[1] is not first[1])]


class _PlaceBeforeOrdering(Student):
    order: Moves = ()

    def arranged(self, moves: Moves, role: Role, at: At) -> Moves:
        arranged = super().arranged(moves, role, at)
        if not at.ply:
            self.order = arranged
        return arranged

    def as_pair(self, choice: Choice) -> Answer:
        value, action = choice
        places = [known for known, _ in self.order]
        if action in places:
            action = self.start.actions[places.index(action)]
        return super().as_pair((value, action))


class _EvaluationForValue(Student):
    def worth(self, node: Node, child: Node, window: At) -> Worth:
        return self.evaluated(child)


class _SortedByName(Student):
    def moves(self, node: Node, at: At, role: Role) -> Moves:
        return sorted(super().moves(node, at, role), key=lambda move: str(move[0]))


class _OrderedByWholes(Student):
    def arranged(self, moves: Moves, role: Role, at: At) -> Moves:
        guesses = [(int(self.evaluated(child)), move) for move in moves for child in move[1:]]
        guesses.sort(key=lambda guess: guess[0], reverse=role is Role.MAX)
        return [move for _, move in guesses]


_ORDERED = frozenset({Call.ALPHA_BETA_ORDERED})

ORDERING = (
    Mistake(
        id="not-ordered",
        title="Does not order the moves",
        explanation="Your search takes the successors as they come. This function should look "
        "first at the one that evaluate says is best for the mover.",
        hint="Does your function ever call evaluate?",
        calls=_ORDERED,
        change=_NotOrdered,
        keeps_answer=True,
    ),
    Mistake(
        id="same-order-for-both",
        title="Orders the moves of both players alike",
        explanation="Your search looks at the largest evaluation first, also where the opponent "
        "moves. The opponent likes small values, so its moves go from the smallest up.",
        hint="What is a good move for the opponent?",
        calls=_ORDERED,
        change=_SameForBoth,
        keeps_answer=True,
    ),
    Mistake(
        id="worst-first",
        title="Looks at the worst moves first",
        explanation="Your search begins with the smallest evaluation for the agent and the "
        "largest for the opponent. Nothing much can be cut then: a bound is strong when it comes "
        "from a good move.",
        hint="In which direction does sorted() sort?",
        calls=_ORDERED,
        change=_WorstFirst,
        keeps_answer=True,
    ),
    Mistake(
        id="ties-reversed",
        title="Turns moves of equal evaluation round",
        explanation="Your search looks at equally evaluated moves from the last to the first. "
        "They are to stay in the order in which successors(state) has them.",
        hint="What does turning a sorted list round do to equal items?",
        calls=_ORDERED,
        change=_TiesReversed,
        keeps_answer=True,
    ),
    Mistake(
        id="start-ordered-only",
        title="Orders the moves of the start only",
        explanation="Your search orders the actions of the state that it is given, and nothing "
        "below. Every node that is expanded has its moves put in order.",
        hint="Where in the recursion are the moves sorted?",
        calls=_ORDERED,
        change=_StartOrderedOnly,
        keeps_answer=True,
    ),
    Mistake(
        id="best-first-only",
        title="Puts only the best move in front",
        explanation="Your search looks first at the best looking move and then at the others as "
        "they come. All of them are to be in order.",
        hint="What is the second child that you visit?",
        calls=_ORDERED,
        change=_BestFirstOnly,
        keeps_answer=True,
    ),
    Mistake(
        id="ordered-by-wholes",
        title="Cuts off the fractions of evaluations",
        explanation="Your search turns evaluations into whole numbers before it puts the moves in "
        "order. Moves that differ by less than 1 then look the same, and stay as they come.",
        hint="Which of two moves with the evaluations 0.2 and 0.7 do you look at first?",
        calls=_ORDERED,
        change=_OrderedByWholes,
        keeps_answer=True,
    ),
    Mistake(
        id="place-before-ordering",
        title="Looks up the action in the unordered list",
        explanation="Your search finds the place of the best move in the ordered list, and then "
        "takes the action at that place in the list before it was ordered. Keep each action "
        "together with its state.",
        hint="Which list does your place in the list belong to?",
        calls=_ORDERED,
        change=_PlaceBeforeOrdering,
    ),
    Mistake(
        id="evaluation-for-value",
        source="S05",
        title="Takes the evaluation for the value",
        explanation="Your function returns what evaluate says of the next states. The evaluation "
        "is only for the order: the value comes from the search.",
        hint="What is evaluate for in this function?",
        calls=_ORDERED,
        change=_EvaluationForValue,
    ),
    Mistake(
        id="sorted-by-name",
        title="Sorts the actions by name",
        explanation="Your search takes the actions in alphabetical order. They are to be visited "
        "in the order in which successors(state) has them.",
        hint="Did you call sorted on the actions?",
        calls=LIMITED | {Call.ALPHA_BETA},
        change=_SortedByName,
        keeps_answer=True,
    ),
)
