"""Mistakes in policies that come from values."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from grader.cases.model import Call
from grader.diagnosis.mistakes.groups import POLICIES as BOTH
from grader.diagnosis.mistakes.play import Mistake
from grader.diagnosis.mistakes.player import Said
from grader.diagnosis.mistakes.searcher import AGENT, At
from grader.diagnosis.mistakes.student import Student
from grader.sandbox.outcome import Answer, Strange
from grader.tree import Node


class _ActionForPolicy(Student):
    def said(self, node: Node) -> Said | Strange:
        return Strange(kind="str", shown=str(self.best_action(node)))


class _DictForPolicy(Student):
    def as_policy(self, said: dict[str, Any]) -> Answer:
        return Answer(misshapen=Strange(kind="dict"))


class _EvenPolicy(Student):
    def said(self, node: Node) -> Said | Strange:
        return dict.fromkeys(node.actions, Fraction(1, len(node.actions)))


class _StartsActionEverywhere(Student):
    def best_action(self, node: Node) -> Any:
        return super().best_action(self.case.tree.root)


class _ValuesForChances(Student):
    def said(self, node: Node) -> Said | Strange:
        return {action: self.search(child, At(ply=1))[0] for action, child in self.ask.moves(node)}


class _EmptyPolicy(Student):
    def said(self, node: Node) -> Said | Strange:
        return {}


class _OneForEveryTie(Student):
    def said(self, node: Node) -> Said | Strange:
        worths = {a: self.search(child, At(ply=1))[0] for a, child in self.ask.moves(node)}
        best = self.search(node, At())[0]
        return {action: 1 for action, worth in worths.items() if worth == best}


class _OnlyTheAgent(Student):
    def said(self, node: Node) -> Said | Strange:
        return super().said(node) if node.player == AGENT else {}


class _OneStepPolicy(Student):
    def best_action(self, node: Node) -> Any:
        ends = [(a, child) for a, child in self.ask.moves(node) if self.ask.is_end(child)]
        best = max if node.player == AGENT else min
        if not ends:
            return node.actions[0]
        return best(ends, key=lambda move: self.ask.utility(move[1]))[0]


_TABLE = frozenset({Call.VALUE_TABLE})

POLICIES = (
    Mistake(
        id="action-for-policy",
        source="S01",
        title="Lets the policy return an action",
        explanation="Your policy returns an action. A policy returns a dictionary from actions to "
        "probabilities, also where it plays only one: then that action has the probability 1.",
        hint="What does the docstring say that a policy returns?",
        calls=BOTH,
        change=_ActionForPolicy,
    ),
    Mistake(
        id="dict-for-policy",
        source="S01",
        title="Returns a dictionary and not a function",
        explanation="Your function returns what a policy says of one state. A policy is a "
        "function that can be asked at every state.",
        hint="Can what you return be called?",
        calls=BOTH,
        change=_DictForPolicy,
    ),
    Mistake(
        id="even-policy",
        title="Plays all actions equally often",
        explanation="Your policy gives every action the same probability. It should play only the "
        "best ones.",
        hint="Where does your policy search?",
        calls=BOTH,
        change=_EvenPolicy,
    ),
    Mistake(
        id="starts-action-everywhere",
        title="Plays the action of the start everywhere",
        explanation="Your function searches once, from the start, and its policy plays that "
        "action at every state. It has to search from the state at which it is asked.",
        hint="What does your policy do with its argument?",
        calls=BOTH,
        change=_StartsActionEverywhere,
    ),
    Mistake(
        id="values-for-chances",
        title="Returns values where probabilities are due",
        explanation="Your policy says what each action is worth. It should say how often each is "
        "played: numbers from 0 to 1 that sum to 1.",
        hint="What should the numbers of your dictionary sum to?",
        calls=BOTH,
        change=_ValuesForChances,
    ),
    Mistake(
        id="empty-policy",
        title="Plays nothing",
        explanation="Your policy returns an empty dictionary. The best action has to have a "
        "probability.",
        hint="Where is your dictionary filled?",
        calls=BOTH,
        change=_EmptyPolicy,
    ),
    Mistake(
        id="one-for-every-tie",
        title="Gives each of several best actions the probability 1",
        explanation="Where actions tie, your policy plays all of them for certain. Probabilities "
        "sum to 1, so choose the first, or share.",
        hint="What do your probabilities sum to at a tie?",
        calls=BOTH,
        change=_OneForEveryTie,
    ),
    Mistake(
        id="only-the-agent",
        title="Says nothing where the opponent moves",
        explanation="Your policy answers only where the agent moves. The opponent plays its "
        "minimax action, and the policy is asked for that, too.",
        hint="Ask your policy at a state in which the opponent moves.",
        calls=frozenset({Call.MINIMAX_POLICY}),
        change=_OnlyTheAgent,
    ),
    Mistake(
        id="one-step-policy",
        source="S05",
        title="Looks only one move ahead",
        explanation="Your policy takes an end that it can reach at once, and else the first "
        "action. It should play what the search finds best.",
        hint="Where does your policy search?",
        calls=BOTH,
        change=_OneStepPolicy,
    ),
)
