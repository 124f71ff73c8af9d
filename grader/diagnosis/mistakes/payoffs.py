"""Mistakes in games in which everybody has a utility of their own."""

from __future__ import annotations

from typing import Any

from grader.cases.model import Call
from grader.diagnosis.mistakes.evaluator import Payoffs
from grader.diagnosis.mistakes.play import Mistake
from grader.diagnosis.mistakes.searcher import AGENT, Chosen, Worth
from grader.diagnosis.mistakes.student import Student
from grader.sandbox.outcome import Answer, Strange
from grader.tree import Node, Player

Found = list[tuple[Payoffs, Chosen]]


class _ForTheAgent(Student):
    def wish(self, payoffs: Payoffs, player: Player, node: Node) -> Worth:
        return payoffs[AGENT]


class _AgainstTheAgent(Student):
    def wish(self, payoffs: Payoffs, player: Player, node: Node) -> Worth:
        return payoffs[AGENT] if player == AGENT else -payoffs[AGENT]


class _MinimaxByName(Student):
    def wish(self, payoffs: Payoffs, player: Player, node: Node) -> Worth:
        if AGENT not in payoffs:
            return super().wish(payoffs, player, node)
        return payoffs[AGENT] if player == AGENT else -payoffs[AGENT]


class _ForTheStart(Student):
    def wish(self, payoffs: Payoffs, player: Player, node: Node) -> Worth:
        return payoffs[self.start.player or AGENT]


class _ForEverybody(Student):
    def wish(self, payoffs: Payoffs, player: Player, node: Node) -> Worth:
        return sum(payoffs.values())


class _ForTheLead(Student):
    def wish(self, payoffs: Payoffs, player: Player, node: Node) -> Worth:
        return 2 * payoffs[player] - sum(payoffs.values())


class _SmallestShare(Student):
    def wish(self, payoffs: Payoffs, player: Player, node: Node) -> Worth:
        return -payoffs[player]


class _NextPlayers(Student):
    def wish(self, payoffs: Payoffs, player: Player, node: Node) -> Worth:
        players = list(payoffs)
        return payoffs[players[(players.index(player) + 1) % len(players)]]


class _BestOfEach(Student):
    def best_share(self, found: Found, player: Player, node: Node) -> tuple[Any, Chosen]:
        _, action = super().best_share(found, player, node)
        everybody = {name: max(each[name] for each, _ in found) for name in found[0][0]}
        return everybody, action


class _OwnNumberOnly(Student):
    def as_shares(self, payoffs: Any, action: Any) -> Answer:
        return Answer(payoffs=Strange(kind="int"), action=action)


class _NoActionOfSeveral(Student):
    def as_shares(self, payoffs: Any, action: Any) -> Answer:
        return super().as_shares(payoffs, None)


class _NoActionForZero(Student):
    def best_share(self, found: Found, player: Player, node: Node) -> tuple[Any, Chosen]:
        payoffs, action = super().best_share(found, player, node)
        return payoffs, action if payoffs[player] else None


class _SharesAlone(Student):
    def as_shares(self, payoffs: Any, action: Any) -> Answer:
        return Answer(misshapen=Strange(kind="dict"))


_SHARES = frozenset({Call.MAX_N})

PAYOFFS = (
    Mistake(
        id="for-the-agent",
        title="Lets everybody maximise for the agent",
        explanation="In your search all players take what is best for the agent. Each of them "
        "maximises its own number.",
        hint="Whose number does ghost1 want to be large?",
        calls=_SHARES,
        change=_ForTheAgent,
    ),
    Mistake(
        id="against-the-agent",
        source="G05",
        title="Lets everybody play against the agent",
        explanation="In your search the others make the agent's number small, as in minimax. Here "
        "each has a number of its own and does not care for the agent's.",
        hint="Whose number does ghost1 want to be large?",
        calls=_SHARES,
        change=_AgainstTheAgent,
    ),
    Mistake(
        id="minimax-by-name",
        title="Plays minimax where a player is called agent",
        explanation="Your search maximises and minimises the agent's number where one of the "
        "players is the agent, and is right for other names. Whatever they are called, each "
        "maximises its own number.",
        hint="What does your function do with the names of the players?",
        calls=_SHARES,
        change=_MinimaxByName,
    ),
    Mistake(
        id="for-the-start",
        title="Lets everybody maximise for who moves first",
        explanation="In your search all players look at the number of the player who moves at the "
        "start. Each of them maximises its own.",
        hint="At which state do you ask who moves?",
        calls=_SHARES,
        change=_ForTheStart,
    ),
    Mistake(
        id="for-everybody",
        title="Maximises the sum",
        explanation="In your search the mover takes what is best for all together. It maximises "
        "its own number alone.",
        hint="What is compared in your loop, the whole or a part?",
        calls=_SHARES,
        change=_ForEverybody,
    ),
    Mistake(
        id="for-the-lead",
        title="Maximises the lead over the others",
        explanation="In your search the mover wants to be ahead of the others. It maximises its "
        "own number, be it more or less than theirs.",
        hint="Does it matter to the mover what the others get?",
        calls=_SHARES,
        change=_ForTheLead,
    ),
    Mistake(
        id="smallest-share",
        source="G06",
        title="Minimises",
        explanation="In your search the mover takes the smallest number. Everybody maximises here.",
        hint="Which way does your comparison go?",
        calls=_SHARES,
        change=_SmallestShare,
    ),
    Mistake(
        id="next-players-share",
        title="Looks at the next player's number",
        explanation="Your search compares the number of the wrong player. It is the mover's at "
        "the node where the choice is made.",
        hint="At which node do you ask who moves?",
        calls=_SHARES,
        change=_NextPlayers,
    ),
    Mistake(
        id="best-of-each",
        title="Puts together the best number of each player",
        explanation="Your search takes the largest number of every player, from different "
        "successors. The mover takes one successor, with all that belongs to it.",
        hint="Is there an end with the numbers that you return?",
        calls=_SHARES,
        change=_BestOfEach,
    ),
    Mistake(
        id="own-number-only",
        source="S01",
        title="Returns one number",
        explanation="Your search returns the mover's number. The node above needs the others, "
        "too: return the whole dictionary.",
        hint="What does the player above the node compare?",
        calls=_SHARES,
        change=_OwnNumberOnly,
    ),
    Mistake(
        id="no-action-of-several",
        source="S01",
        title="Forgets the action",
        explanation="Your function finds the right numbers, but returns None as its action. Note "
        "which action led to them.",
        hint="Where in your loop is the action remembered?",
        calls=_SHARES,
        change=_NoActionOfSeveral,
    ),
    Mistake(
        id="no-action-for-zero",
        title="Forgets the action where the mover gets 0",
        explanation="Your function returns None as its action where the mover's number is 0. "
        "Zero counts as false in Python, but is a number like any other.",
        hint="Ask whether something was found, not whether it is true.",
        calls=_SHARES,
        change=_NoActionForZero,
    ),
    Mistake(
        id="shares-alone",
        source="S01",
        title="Returns the numbers alone",
        explanation="Your function returns a dictionary. A pair is asked for: the dictionary and "
        "the mover's best action.",
        hint="How many things does the docstring say are returned?",
        calls=_SHARES,
        change=_SharesAlone,
    ),
)
