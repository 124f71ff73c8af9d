"""Mistakes in choosing: what the best value begins with, ties, and which action is returned."""

from __future__ import annotations

from grader.cases.model import Call
from grader.diagnosis.mistakes.groups import CHOICES, CUTTING, PAIRS
from grader.diagnosis.mistakes.play import Mistake
from grader.diagnosis.mistakes.searcher import Role, Worth
from grader.diagnosis.mistakes.student import Student


class _LastTie(Student):
    def is_better(self, worth: Worth, best: Worth, role: Role) -> bool:
        return worth == best or super().is_better(worth, best, role)


class _RandomTie(Student):
    def is_better(self, worth: Worth, best: Worth, role: Role) -> bool:
        if worth == best:
            return self.luck.random() < 0.5
        return super().is_better(worth, best, role)


class _ZeroIsUnset(Student):
    def is_better(self, worth: Worth, best: Worth, role: Role) -> bool:
        return not best or super().is_better(worth, best, role)


class _NeverAssigned(Student):
    def is_better(self, worth: Worth, best: Worth, role: Role) -> bool:
        return role is Role.MAX and super().is_better(worth, best, role)


class _BeginsWithZero(Student):
    def worst(self, role: Role) -> Worth:
        return 0


class _BothBeginLow(Student):
    def worst(self, role: Role) -> Worth:
        return super().worst(Role.MAX)


class _SmallInfinity(Student):
    def worst(self, role: Role) -> Worth:
        return -99_999 if role is Role.MAX else 99_999


class _BeginsWithNone(Student):
    def worst(self, role: Role) -> Worth:
        raise TypeError("'>' not supported between instances of 'int' and 'NoneType'")


SELECTION = (
    Mistake(
        id="last-of-ties",
        source="S03",
        title="Takes the last of equally good actions",
        explanation="Where two actions are worth the same, your search takes the later one. The "
        "first is asked for here; under pruning the later one may not even be as good, for a cut "
        "leaves only a bound.",
        hint="Does your comparison let an equal value pass?",
        calls=CUTTING | {Call.MINIMAX, Call.EXPECTIMINIMAX_PRUNED, Call.VALUE_TABLE},
        change=_LastTie,
    ),
    Mistake(
        id="random-tie",
        source="S04",
        title="Breaks ties at random",
        explanation="Where two actions are worth the same, your search draws one of them. The "
        "same call should always return the same, the first of them.",
        hint="Run your function twice on a tree with a tie.",
        calls=CUTTING | {Call.MINIMAX, Call.VALUE_TABLE},
        change=_RandomTie,
    ),
    Mistake(
        id="zero-is-unset",
        title="Takes a value of 0 for no value",
        explanation="Your search asks whether there is a best value yet, and 0 looks like none. "
        "The next value then takes its place, be it worse or not.",
        hint="In Python, is 0 true or false?",
        calls=PAIRS,
        change=_ZeroIsUnset,
    ),
    Mistake(
        id="min-never-assigned",
        source="S07",
        title="Assigns to the wrong variable where the opponent moves",
        explanation="Your search compares rightly where the opponent moves, but puts the new "
        "value elsewhere. What the loop started with is returned.",
        hint="Follow the variable that is returned for the opponent's nodes.",
        calls=PAIRS,
        change=_NeverAssigned,
    ),
    Mistake(
        id="begins-with-zero",
        source="S09",
        title="Begins with 0 as the best value",
        explanation="Your search starts with 0, so it never finds anything below 0 for the agent, "
        "or above 0 for the opponent. Start with a value that everything is better than.",
        hint="Try a tree in which all utilities are negative, and one in which none is.",
        calls=PAIRS,
        change=_BeginsWithZero,
    ),
    Mistake(
        id="both-begin-low",
        source="S09",
        title="Begins with minus infinity where the opponent moves, too",
        explanation="Nothing is smaller than minus infinity, so a minimum that begins there stays "
        "there. The two players need opposite beginnings.",
        hint="What does your loop start with where the opponent moves?",
        calls=PAIRS,
        change=_BothBeginLow,
    ),
    Mistake(
        id="small-infinity",
        source="S09",
        title="Uses a large number for infinity",
        explanation="Your search begins with a number such as 99999. Utilities may be larger than "
        "that.",
        hint="Try a tree in which every utility is a few millions.",
        calls=CHOICES | CUTTING,
        change=_SmallInfinity,
    ),
    Mistake(
        id="begins-with-none",
        source="S10",
        title="Compares a number with None",
        explanation="Your search begins with None as the best value and compares it with a "
        "number. Python refuses that.",
        hint="Read the last line of the error message.",
        calls=PAIRS,
        change=_BeginsWithNone,
    ),
)
