"""Mistakes in what is returned as the action, or in place of the pair."""

from __future__ import annotations

from typing import Any

from grader.cases.model import Call
from grader.diagnosis.mistakes.groups import LIMITED, PAIRS
from grader.diagnosis.mistakes.play import Mistake
from grader.diagnosis.mistakes.player import plain
from grader.diagnosis.mistakes.searcher import AGENT, At, Choice, Chosen, Moves, Role, Worth
from grader.diagnosis.mistakes.student import Student
from grader.sandbox.outcome import Answer, Strange
from grader.tree import Action, Node


class _ValueAlone(Student):
    def as_pair(self, choice: Choice) -> Answer:
        return Answer(misshapen=_strange(choice[0]))


class _ActionAlone(Student):
    def as_pair(self, choice: Choice) -> Answer:
        return Answer(misshapen=_strange(choice[1]))


class _WrongWayRound(Student):
    def as_pair(self, choice: Choice) -> Answer:
        return Answer(value=_strange(choice[1]), action=_strange(choice[0]))


class _PlaceInList(Student):
    def as_pair(self, choice: Choice) -> Answer:
        value, action = choice
        if action is not None and action in self.start.actions:
            action = _strange(self.start.actions.index(action))
        return super().as_pair((value, action))


class _NoActionKept(Student):
    def taken(self, action: Action, child: Node) -> Chosen:
        return None


class _StateForAction(Student):
    def taken(self, action: Action, child: Node) -> Chosen:
        return child.name


class _FirstAction(Student):
    def choose(self, node: Node, moves: Moves, at: At, role: Role) -> Choice:
        return super().choose(node, moves, at, role)[0], moves[0][0]


class _LastAction(Student):
    def choose(self, node: Node, moves: Moves, at: At, role: Role) -> Choice:
        return super().choose(node, moves, at, role)[0], moves[-1][0]


class _OneStepChoice(Student):
    def choose(self, node: Node, moves: Moves, at: At, role: Role) -> Choice:
        value, action = super().choose(node, moves, at, role)
        if at.ply:
            return value, action
        best = max if role is Role.MAX else min
        return value, best(moves, key=lambda move: self._one_step(move[1]))[0]

    def _one_step(self, child: Node) -> Worth:
        return self.ask.utility(child) if self.ask.is_end(child) else self.evaluated(child)


class _ActionAtHorizon(Student):
    def action_at_horizon(self, node: Node) -> Chosen:
        return self.ask.moves(node)[0][0]


class _NoneForOpponents(Student):
    def as_pair(self, choice: Choice) -> Answer:
        return super().as_pair((choice[0], choice[1] if self.start.player == AGENT else None))


def _strange(thing: Any) -> Strange:
    """What came in place of something else."""
    number = plain(thing)
    if isinstance(number, Strange):
        return number
    return Strange(kind=type(number).__name__, shown=str(number))


ANSWERS = (
    Mistake(
        id="value-alone",
        source="S01",
        title="Returns the value alone",
        explanation="Your function returns a number. A pair is asked for: the value and the best "
        "action.",
        hint="How many things does the docstring say are returned?",
        calls=PAIRS,
        change=_ValueAlone,
    ),
    Mistake(
        id="action-alone",
        source="S01",
        title="Returns the action alone",
        explanation="Your function returns an action. A pair is asked for: the value and the best "
        "action.",
        hint="How many things does the docstring say are returned?",
        calls=PAIRS,
        change=_ActionAlone,
    ),
    Mistake(
        id="wrong-way-round",
        source="S01",
        title="Returns the action first",
        explanation="Your function returns the action and then the value. The value comes first.",
        hint="In which order does the docstring name what is returned?",
        calls=PAIRS,
        change=_WrongWayRound,
    ),
    Mistake(
        id="place-in-list",
        source="S01",
        title="Returns the number of the action",
        explanation="Your function returns the place of the best action in a list. Return the "
        "action itself, as successors(state) has it.",
        hint="What are the keys of successors(state)?",
        calls=PAIRS,
        change=_PlaceInList,
    ),
    Mistake(
        id="no-action-kept",
        source="S01",
        title="Forgets the action",
        explanation="Your function finds the best value, but returns None as its action. Note "
        "which action led to it whenever a better value is found.",
        hint="Where in your loop is the action remembered?",
        calls=PAIRS,
        change=_NoActionKept,
    ),
    Mistake(
        id="state-for-action",
        source="S01",
        title="Returns the state that follows",
        explanation="Your function returns the state to which the best action leads. The action "
        "is the key of successors(state), and not the state that stands beside it.",
        hint="What do you get from the items of a dictionary?",
        calls=PAIRS,
        change=_StateForAction,
    ),
    Mistake(
        id="first-action",
        title="Always returns the first action",
        explanation="Your function remembers the first action and never another one. The action "
        "has to change together with the best value.",
        hint="Which two things change when a better value is found?",
        calls=PAIRS,
        change=_FirstAction,
    ),
    Mistake(
        id="last-action",
        title="Returns the action that it looked at last",
        explanation="Your function returns the loop's variable, which is the last action when the "
        "loop is over. The best action has to be kept in a variable of its own.",
        hint="What is the value of your loop's variable after the loop?",
        calls=PAIRS,
        change=_LastAction,
    ),
    Mistake(
        id="one-step-choice",
        source="S05",
        title="Chooses by the evaluation of the next states",
        explanation="Your function searches, but then takes the action whose next state is "
        "evaluated best. The action has to come from the values that the search found.",
        hint="Where does your function use what the search returned for each action?",
        calls=LIMITED | {Call.ALPHA_BETA_ORDERED},
        change=_OneStepChoice,
    ),
    Mistake(
        id="action-at-the-horizon",
        title="Returns an action where it does not search",
        explanation="At depth 0 your function returns the first action. Nothing was searched "
        "there, so there is no best action: return None.",
        hint="Call your function with depth 0.",
        calls=LIMITED,
        change=_ActionAtHorizon,
    ),
    Mistake(
        id="none-for-opponents",
        title="Returns no action where the opponent moves",
        explanation="Your function returns an action only for the agent. Asked about a state in "
        "which the opponent moves, it should return the opponent's best action.",
        hint="Call your function with a state in which the opponent moves.",
        calls=PAIRS,
        change=_NoneForOpponents,
    ),
)
