"""Mistakes in writing the halving game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.cases.model import Call
from grader.diagnosis.mistakes.play import Mistake
from grader.diagnosis.mistakes.student import Student


class _LoserWins(Student):
    def winner(self, state: Any) -> int:
        return -super().winner(state)


class _AgentAlwaysWins(Student):
    def winner(self, state: Any) -> int:
        return 1


class _LargeUtility(Student):
    def winner(self, state: Any) -> int:
        return 10 * super().winner(state)


class _RoundsUp(Student):
    def halved(self, number: Any) -> Any:
        return (number + 1) // 2


class _DividesTruly(Student):
    def halved(self, number: Any) -> Any:
        return number / 2


class _TakesTwo(Student):
    def decremented(self, number: Any) -> Any:
        return max(number - 2, 0)


class _EndsAtOne(Student):
    def game_is_end(self, state: Any) -> bool:
        return bool(state[1] <= 1)


class _HalvesFirst(Student):
    def game_successors(self, state: Any) -> Mapping[str, Any]:
        return dict(reversed(list(super().game_successors(state).items())))


class _OwnWords(Student):
    def game_successors(self, state: Any) -> Mapping[str, Any]:
        words = {"decrement": "-", "halve": "/"}
        return {words[act]: after for act, after in super().game_successors(state).items()}


class _OneAfterTheOther(Student):
    def next_player(self, mover: str) -> str:
        return mover


class _OpponentBegins(Student):
    def game_start(self, n: int) -> Any:
        return "opp", n


class _UtilityEverywhere(Student):
    def game_utility(self, state: Any) -> Any:
        return self.winner(state) if self.game_is_end(state) else 0


class _MoverAtEnd(Student):
    def game_player(self, state: Any) -> Any:
        return state[0]


class _MovesAtEnd(Student):
    def game_successors(self, state: Any) -> Mapping[str, Any]:
        mover, number = self.next_player(state[0]), state[1]
        return {"decrement": (mover, max(number - 1, 0)), "halve": (mover, self.halved(number))}


class _NoEqualMoves(Student):
    def game_successors(self, state: Any) -> Mapping[str, Any]:
        after = super().game_successors(state)
        if after and after["decrement"] == after["halve"]:
            return {"decrement": after["decrement"]}
        return after


class _HalvesEvenOnly(Student):
    def game_successors(self, state: Any) -> Mapping[str, Any]:
        after = dict(super().game_successors(state))
        if state[1] % 2:
            after.pop("halve", None)
        return after


class _ChangesState(Student):
    def game_start(self, n: int) -> Any:
        return ["agent", n]

    def game_successors(self, state: Any) -> Mapping[str, Any]:
        after = super().game_successors(state)
        if not after:
            return {}
        halved = list(after["halve"])
        state[:] = after["decrement"]
        return {"decrement": state, "halve": halved}


_MODEL = frozenset({Call.HALVING_GAME})

MODELLING = (
    Mistake(
        id="loser-wins",
        source="E03",
        title="Lets the wrong player win",
        explanation="In your game, whoever moved to 0 has won. It is the other way round: who is "
        "to move when the number is 0 has won.",
        hint="Play the game from 1 by hand: who is to move at 0?",
        calls=_MODEL,
        change=_LoserWins,
    ),
    Mistake(
        id="agent-always-wins",
        source="T01",
        title="Lets the agent win every game",
        explanation="Your utility is 1 at every end. The opponent wins, too, and then it is -1.",
        hint="What does your utility depend on?",
        calls=_MODEL,
        change=_AgentAlwaysWins,
    ),
    Mistake(
        id="large-utility",
        title="Uses other utilities than 1 and -1",
        explanation="Your utilities are larger than they should be. A won game is worth 1 and a "
        "lost one -1.",
        hint="What does the docstring say of the utility?",
        calls=_MODEL,
        change=_LargeUtility,
    ),
    Mistake(
        id="rounds-up",
        source="X08",
        title="Rounds the half up",
        explanation="Your game halves 3 to 2. Halves are rounded down.",
        hint="What is half of 3 in your game?",
        calls=_MODEL,
        change=_RoundsUp,
    ),
    Mistake(
        id="divides-truly",
        source="X08",
        title="Halves to a fraction",
        explanation="Your game halves 1 to 0.5, and so misses 0 and goes on. Halves are rounded "
        "down to whole numbers.",
        hint="What is the type of half of 3 in your game?",
        calls=_MODEL,
        change=_DividesTruly,
    ),
    Mistake(
        id="takes-two",
        title="Decrements by another number than 1",
        explanation="Your first action takes off more than 1. To decrement is to take off 1.",
        hint="Which number follows 3 by decrement?",
        calls=_MODEL,
        change=_TakesTwo,
    ),
    Mistake(
        id="ends-at-one",
        source="T01",
        title="Ends at 1",
        explanation="Your game is over at 1. It goes on to 0.",
        hint="Can a player move at 1?",
        calls=_MODEL,
        change=_EndsAtOne,
    ),
    Mistake(
        id="halves-first",
        title="Lists the actions in another order",
        explanation='Your successors begin with "halve". The actions are "decrement" and "halve", '
        "in this order.",
        hint="In which order does a dictionary keep its keys?",
        calls=_MODEL,
        change=_HalvesFirst,
    ),
    Mistake(
        id="own-words",
        title="Names the actions otherwise",
        explanation='Your actions have other names than they should. They are "decrement" and '
        '"halve".',
        hint="Compare your keys with the docstring, letter by letter.",
        calls=_MODEL,
        change=_OwnWords,
    ),
    Mistake(
        id="nobody-takes-turns",
        title="Lets the same player move again",
        explanation="In your game the next state belongs to the player that has just moved. The "
        "players take turns.",
        hint="Who moves in the states that your successors make?",
        calls=_MODEL,
        change=_OneAfterTheOther,
    ),
    Mistake(
        id="opponent-begins",
        title="Lets the opponent begin",
        explanation="In your game the opponent moves first. The agent does.",
        hint="Who moves in your start state?",
        calls=_MODEL,
        change=_OpponentBegins,
    ),
    Mistake(
        id="utility-everywhere",
        title="Has a utility where the game goes on",
        explanation="Your utility returns a number at states that are no ends. It is defined at "
        "ends only, and has to raise ValueError elsewhere.",
        hint="What should utility do where it has no answer?",
        calls=_MODEL,
        change=_UtilityEverywhere,
    ),
    Mistake(
        id="mover-at-the-end",
        title="Names a mover at the end",
        explanation="Your game says that somebody moves when it is over. Nobody does: return None.",
        hint="What should player return at 0?",
        calls=_MODEL,
        change=_MoverAtEnd,
    ),
    Mistake(
        id="moves-at-the-end",
        source="T01",
        title="Has moves at the end",
        explanation="Your game has successors at 0. When it is over there are none: return an "
        "empty dictionary.",
        hint="What should successors return at 0?",
        calls=_MODEL,
        change=_MovesAtEnd,
    ),
    Mistake(
        id="no-equal-moves",
        title="Leaves out an action that leads to the same state",
        explanation="From 1, both actions lead to 0, and your game has only one of them. Two "
        "actions are two actions, wherever they lead.",
        hint="How many actions are there at 1?",
        calls=_MODEL,
        change=_NoEqualMoves,
    ),
    Mistake(
        id="halves-even-only",
        source="X08",
        title="Halves even numbers only",
        explanation="Your game lets a player halve only even numbers. Odd numbers can be halved, "
        "too, and are rounded down.",
        hint="What can a player do at 3?",
        calls=_MODEL,
        change=_HalvesEvenOnly,
    ),
    Mistake(
        id="changes-the-state",
        source="H03",
        title="Changes the state that it is asked about",
        explanation="Your successors change the given state in place. A search comes back to it "
        "for the next action, and finds another state.",
        hint="Print a state before and after you ask for its successors.",
        calls=_MODEL,
        change=_ChangesState,
    ),
)
