"""Mistakes at chance nodes: how the values of a player with a policy are averaged."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import trunc

from grader.cases.model import Call
from grader.diagnosis.mistakes.asking import Chances
from grader.diagnosis.mistakes.groups import AVERAGING
from grader.diagnosis.mistakes.play import Mistake
from grader.diagnosis.mistakes.searcher import AGENT, At, Chosen, Moves, Policies, Worth, added
from grader.diagnosis.mistakes.student import Student
from grader.tree import Node, Number, Player

Outcomes = Sequence[tuple[Number, Node]]


class _Sum(Student):
    def outcomes(self, chances: Chances, moves: Moves) -> Outcomes:
        return [(1, child) for _, child in super().outcomes(chances, moves)]


class _EqualChances(Student):
    def outcomes(self, chances: Chances, moves: Moves) -> Outcomes:
        return [(Fraction(1, len(moves)), child) for _, child in super().outcomes(chances, moves)]


class _OneTooMany(Student):
    def outcomes(self, chances: Chances, moves: Moves) -> Outcomes:
        share = Fraction(1, len(moves) + 1)
        return [(share, child) for _, child in super().outcomes(chances, moves)]


class _WeighedAndDivided(Student):
    def outcomes(self, chances: Chances, moves: Moves) -> Outcomes:
        outcomes = super().outcomes(chances, moves)
        return [(Fraction(chance) / len(moves), child) for chance, child in outcomes]


class _LastOutcome(Student):
    def mean(self, chances: Sequence[Number], worths: Sequence[Worth]) -> Worth:
        return added([chances[-1] * worths[-1]]) if worths else 0


class _OneSample(Student):
    def outcomes(self, chances: Chances, moves: Moves) -> Outcomes:
        outcomes = super().outcomes(chances, moves)
        weights = [float(chance) for chance, _ in outcomes]
        return [(1, self.luck.choices(outcomes, weights)[0][1])]


class _LikeliestOnly(Student):
    def outcomes(self, chances: Chances, moves: Moves) -> Outcomes:
        outcomes = super().outcomes(chances, moves)
        likeliest = max(outcomes, key=lambda outcome: outcome[0])
        return [(1 if each is likeliest else 0, each[1]) for each in outcomes]


class _ZeroMeansUnknown(Student):
    def outcomes(self, chances: Chances, moves: Moves) -> Outcomes:
        share = Fraction(1, len(moves))
        return [(chance or share, child) for chance, child in super().outcomes(chances, moves)]


class _RoundedChances(Student):
    def outcomes(self, chances: Chances, moves: Moves) -> Outcomes:
        outcomes = super().outcomes(chances, moves)
        return [(Fraction(round(chance * 10), 10), child) for chance, child in outcomes]


class _WholeMeans(Student):
    def average(self, node: Node, moves: Moves, at: At) -> Worth:
        worth = super().average(node, moves, at)
        return worth if isinstance(worth, float) else trunc(worth)


class _RoundedMeans(Student):
    def average(self, node: Node, moves: Moves, at: At) -> Worth:
        worth = super().average(node, moves, at)
        return worth if isinstance(worth, float) else round(Fraction(worth), 1)


class _AskedOnce(Student):
    first: dict[Player, Chances] | None = None

    def chances(self, node: Node) -> Chances:
        if self.first is None:
            self.first = {}
        if node.player not in self.first:
            self.first[node.player or ""] = super().chances(node)
        return self.first[node.player or ""]


class _ChancesOfTheFirst(Student):
    def outcomes(self, chances: Chances, moves: Moves) -> Outcomes:
        outcomes = super().outcomes(chances, moves)
        return [(outcomes[0][0], child) for _, child in outcomes]


class _CutsOnPartialMeans(Student):
    def average(self, node: Node, moves: Moves, at: At) -> Worth:
        known: Worth = 0
        for chance, child in self.outcomes(self.chances(node), moves):
            known = added([known, chance * self.worth(node, child, at)])
            if known >= at.beta or known <= at.alpha:
                break
        return known

    @property
    def prunes(self) -> bool:
        return True


class _ActionOfChance(Student):
    def action_of_chance(self, node: Node, moves: Moves) -> Chosen:
        chances = self.chances(node)
        return max(moves, key=lambda move: chances.get(move[0], 0))[0]


class _PoliciesOfOppAlone(Student):
    def given_policies(self) -> Policies:
        fixed = super().given_policies()
        return {player: policy for player, policy in fixed.items() if player in {AGENT, "opp"}}


_PLAIN = AVERAGING - {Call.EXPECTIMINIMAX_PRUNED}

CHANCE = (
    Mistake(
        id="sum-instead-of-mean",
        source="X01",
        title="Adds the values instead of averaging them",
        explanation="Your search adds up the values of a chance node. Each value counts with its "
        "probability, so that a node with many outcomes is not worth more for that.",
        hint="What is the value of a coin whose two sides are both worth 4?",
        calls=AVERAGING,
        change=_Sum,
    ),
    Mistake(
        id="equal-chances",
        source="X02",
        title="Takes all outcomes to be equally likely",
        explanation="Your search divides the sum of the values by their number. The policy says "
        "how likely each action is, and they need not be equally likely.",
        hint="Where does your function call the policy, and what does it do with the answer?",
        calls=AVERAGING,
        change=_EqualChances,
    ),
    Mistake(
        id="divides-by-one-more",
        source="X02",
        title="Divides by the wrong number",
        explanation="Your search divides the sum of the values by something else than the number "
        "of outcomes. With probabilities, no division is needed at all.",
        hint="What is the value of a coin whose two sides are both worth 6?",
        calls=AVERAGING,
        change=_OneTooMany,
    ),
    Mistake(
        id="weighed-and-divided",
        source="X02",
        title="Divides a weighted mean once more",
        explanation="Your search multiplies by the probabilities and then divides by the number "
        "of outcomes. The probabilities sum to 1, so the weighted sum is the mean already.",
        hint="What is the value of a coin whose two sides are both worth 6?",
        calls=AVERAGING,
        change=_WeighedAndDivided,
    ),
    Mistake(
        id="keeps-the-last-outcome",
        source="X03",
        title="Keeps the last outcome alone",
        explanation="In each round of your loop the new term takes the place of the old ones. The "
        "terms of all outcomes are to be added up.",
        hint="Look at the operator that your loop over the outcomes assigns with.",
        calls=_PLAIN,
        change=_LastOutcome,
    ),
    Mistake(
        id="samples-one-outcome",
        source="X06",
        title="Draws one outcome at random",
        explanation="Your search looks at one outcome that it draws. The value is the mean over "
        "all outcomes, and it is the same in every run.",
        hint="Should the same call return the same value twice?",
        calls=_PLAIN,
        change=_OneSample,
    ),
    Mistake(
        id="likeliest-only",
        title="Counts only the likeliest outcome",
        explanation="Your search takes the value of the most probable action. The others happen, "
        "too, and a rare outcome can be worth a lot.",
        hint="What if an outcome with the probability 1/10 is worth 1000?",
        calls=AVERAGING,
        change=_LikeliestOnly,
    ),
    Mistake(
        id="zero-means-unknown",
        title="Takes a probability of 0 for a missing one",
        explanation="Where the policy says 0, your search puts another probability in its place. "
        "That 0 is an answer like any other: this action is never played.",
        hint="In Python, is 0 true or false?",
        calls=AVERAGING,
        change=_ZeroMeansUnknown,
    ),
    Mistake(
        id="rounds-the-probabilities",
        title="Rounds the probabilities",
        explanation="Your search calculates with rounded probabilities, which may not even sum to "
        "1. Use them as they are, and round nothing.",
        hint="What becomes of 1/3 in your function?",
        calls=AVERAGING - {Call.EXPECTIMAX_POLICY},
        change=_RoundedChances,
    ),
    Mistake(
        id="whole-means",
        source="X08",
        title="Cuts off the fraction of a mean",
        explanation="Your search turns a mean into a whole number. Means are fractions: half of 5 "
        "is 2.5.",
        hint="Look for // and int in your function.",
        calls=AVERAGING,
        change=_WholeMeans,
    ),
    Mistake(
        id="rounds-the-means",
        source="X08",
        title="Rounds the means",
        explanation="Your search rounds the value of each chance node. The errors add up, and can "
        "turn the choice between two actions that are nearly equally good.",
        hint="Who asked for round numbers?",
        calls=AVERAGING - {Call.EXPECTIMAX_POLICY, Call.EXPECTIMINIMAX_PRUNED},
        change=_RoundedMeans,
    ),
    Mistake(
        id="asks-the-policy-once",
        title="Asks the policy only once",
        explanation="Your search uses the probabilities of one state at all states. A policy may "
        "say something else at every state.",
        hint="With which state do you call the policy?",
        calls=AVERAGING,
        change=_AskedOnce,
    ),
    Mistake(
        id="probability-of-the-first",
        title="Gives every outcome the probability of the first",
        explanation="Your search looks up one probability and uses it for all outcomes of a node. "
        "Each action has its own.",
        hint="Inside your loop, which action's probability do you use?",
        calls=_PLAIN,
        change=_ChancesOfTheFirst,
    ),
    Mistake(
        id="cuts-on-partial-means",
        source="AB16",
        title="Cuts a chance node as if it were a min or max node",
        explanation="Your search compares the part of a mean that it knows so far with alpha and "
        "beta. The outcomes to come can still move the mean up or down.",
        hint="What is known of a mean while some outcomes are not?",
        calls=frozenset({Call.EXPECTIMAX, Call.EXPECTIMINIMAX, Call.EXPECTIMINIMAX_PRUNED}),
        change=_CutsOnPartialMeans,
    ),
    Mistake(
        id="action-where-chance-moves",
        title="Returns an action where nobody chooses",
        explanation="Your function names an action at a state whose mover has a policy. There is "
        "no best action to choose there, so the action is None.",
        hint="Call your function with a state at which the coin moves.",
        calls=frozenset({Call.EXPECTIMAX, Call.EXPECTIMINIMAX, Call.EXPECTIMINIMAX_PRUNED}),
        change=_ActionOfChance,
    ),
    Mistake(
        id="only-opp-has-a-policy",
        title="Looks up the policy of opp alone",
        explanation="Your search averages 'opp' and lets every other player minimise. Any player "
        "in policies is averaged: a coin, or a second opponent.",
        hint="Which keys may policies have?",
        calls=AVERAGING - {Call.EXPECTIMINIMAX},
        change=_PoliciesOfOppAlone,
    ),
)
