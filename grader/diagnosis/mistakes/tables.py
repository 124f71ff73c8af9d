"""Mistakes in the table of four values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from grader.cases.model import Call
from grader.diagnosis.mistakes.play import Mistake
from grader.diagnosis.mistakes.player import OPP, Key
from grader.diagnosis.mistakes.searcher import AGENT, At, Policy, Worth
from grader.diagnosis.mistakes.student import Student
from grader.tree import Node


class _KeysExchanged(Student):
    def entry(self, key: Key) -> Worth:
        exchanged = {("max", "fixed"): ("exptmax", "min"), ("exptmax", "min"): ("max", "fixed")}
        return super().entry(exchanged.get(key, key))


class _OneAgentPolicy(Student):
    def agent_policy(self, mine: str) -> Policy:
        return super().agent_policy("max")


class _ExpectsTheWorst(Student):
    def agent_policy(self, mine: str) -> Policy:
        return super().agent_policy("exptmax")


class _FixedIsEven(Student):
    def fixed_policy(self) -> Policy:
        return lambda node: dict.fromkeys(node.actions, Fraction(1, len(node.actions)))


class _OpponentAdapts(Student):
    def opponent_policy(self, theirs: str, mine: str) -> Policy:
        if theirs == "min":
            return self.optimal({AGENT: self.agent_policy(mine)})
        return super().opponent_policy(theirs, mine)


class _ValuesOfSearch(Student):
    def entry(self, key: Key) -> Worth:
        fixed = {} if key[0] == "max" else {OPP: self.fixed_policy()}
        return self.under(fixed).search(self.start, At())[0]


class _AgentChoosesAgain(Student):
    def entry(self, key: Key) -> Worth:
        theirs = {OPP: self.opponent_policy(key[1], key[0])}
        return self.under(theirs).search(self.start, At())[0]


class _OppIsBestForAgent(Student):
    def opponent_policy(self, theirs: str, mine: str) -> Policy:
        policy = super().opponent_policy(theirs, mine)
        if theirs != "min":
            return policy
        searcher = self.under({})

        def kind(node: Node) -> Mapping[str, int]:
            worths = [(searcher.search(c, At())[0], a) for a, c in searcher.ask.moves(node)]
            return {max(worths, key=lambda worth: worth[0])[1]: 1}

        return kind


class _OneEntryMissing(Student):
    def keys(self) -> Sequence[Key]:
        return super().keys()[:-1]


class _KeysOfOneWord(Student):
    def table(self) -> Mapping[Any, Worth]:
        return {", ".join(key): worth for key, worth in super().table().items()}


_TABLE = frozenset({Call.VALUE_TABLE})

TABLES = (
    Mistake(
        id="keys-exchanged",
        title="Exchanges agent and opponent in the keys",
        explanation="Two entries of your table stand under each other's key. The first word of a "
        "key names the agent's policy, the second the opponent's.",
        hint="Under which key is the agent's minimax policy against opponent_policy?",
        calls=_TABLE,
        change=_KeysExchanged,
    ),
    Mistake(
        id="one-agent-policy",
        title="Gives the agent its minimax policy only",
        explanation="Your agent plays its minimax policy in all four entries. In two of them it "
        "plays its best answer to opponent_policy.",
        hint="Do any two entries of your table have to be equal?",
        calls=_TABLE,
        change=_OneAgentPolicy,
    ),
    Mistake(
        id="best-answer-only",
        title="Gives the agent its best answer only",
        explanation="Your agent plays its best answer to opponent_policy in all four entries. In "
        "two of them it plays its minimax policy.",
        hint="Do any two entries of your table have to be equal?",
        calls=_TABLE,
        change=_ExpectsTheWorst,
    ),
    Mistake(
        id="fixed-is-even",
        title="Lets the fixed opponent play at random",
        explanation="Your table has an opponent that plays all actions equally often. It should "
        "play opponent_policy.",
        hint="Which of its arguments does your function never use?",
        calls=_TABLE,
        change=_FixedIsEven,
    ),
    Mistake(
        id="opponent-adapts",
        title="Lets the opponent answer the agent's policy",
        explanation="Your minimising opponent knows what the agent plays, and answers that. It "
        "should play its own minimax policy, whatever the agent does.",
        hint="Does the opponent's minimax policy depend on the agent's policy?",
        calls=_TABLE,
        change=_OpponentAdapts,
    ),
    Mistake(
        id="values-of-search",
        title="Fills the table with what the searches return",
        explanation="Your entries are the values that the two searches expect. A table of "
        "policies says what happens if two policies meet, also if one of them expected another.",
        hint="What if the agent expected a random opponent and meets a clever one?",
        calls=_TABLE,
        change=_ValuesOfSearch,
    ),
    Mistake(
        id="agent-chooses-again",
        title="Lets the agent choose anew against each opponent",
        explanation="Your agent maximises against the opponent that it meets. Its two policies "
        "are fixed before, and then meet both opponents.",
        hint="Do the agent's two policies ever differ in your table?",
        calls=_TABLE,
        change=_AgentChoosesAgain,
    ),
    Mistake(
        id="kind-opponent",
        source="G06",
        title="Lets the minimising opponent play for the agent",
        explanation="Your minimising opponent takes the action that is best for the agent. Its "
        "minimax action is the one with the smallest value.",
        hint="For whom does the opponent choose?",
        calls=_TABLE,
        change=_OppIsBestForAgent,
    ),
    Mistake(
        id="one-entry-missing",
        title="Leaves an entry out",
        explanation="Your table has three entries. Two policies of the agent and two of the "
        "opponent make four.",
        hint="Count the keys of your table.",
        calls=_TABLE,
        change=_OneEntryMissing,
    ),
    Mistake(
        id="keys-of-one-word",
        title="Uses a text as key",
        explanation="Your keys are texts. They are to be pairs, such as ('max', 'min').",
        hint="What is the type of your keys?",
        calls=_TABLE,
        change=_KeysOfOneWord,
    ),
)
