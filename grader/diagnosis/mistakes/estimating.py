"""Mistakes in the mean of many plays."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from statistics import median

from grader.cases.model import Call
from grader.diagnosis.mistakes.play import Mistake
from grader.diagnosis.mistakes.searcher import At, Worth
from grader.diagnosis.mistakes.student import Student


class _SumOfPlays(Student):
    def mean_of(self, utilities: Sequence[Worth]) -> Worth:
        return sum(utilities)


class _OnePlay(Student):
    def rollouts(self) -> int:
        return 1


class _ThousandPlays(Student):
    def rollouts(self) -> int:
        return min(super().rollouts(), 1000)


class _LastPlay(Student):
    def mean_of(self, utilities: Sequence[Worth]) -> Worth:
        return utilities[-1]


class _BestPlay(Student):
    def mean_of(self, utilities: Sequence[Worth]) -> Worth:
        return max(utilities)


class _MedianPlay(Student):
    def mean_of(self, utilities: Sequence[Worth]) -> Worth:
        return median([Fraction(utility) for utility in utilities])


class _DistinctPlays(Student):
    def mean_of(self, utilities: Sequence[Worth]) -> Worth:
        return super().mean_of(sorted(set(utilities)))


class _ShareOfWins(Student):
    def mean_of(self, utilities: Sequence[Worth]) -> Worth:
        return Fraction(sum(1 for utility in utilities if utility > 0), len(utilities))


class _WholeMean(Student):
    def mean_of(self, utilities: Sequence[Worth]) -> Worth:
        return super().mean_of(utilities) // 1


class _ExpectsInstead(Student):
    def estimate(self) -> Worth:
        return self.search(self.start, At())[0]


_ESTIMATE = frozenset({Call.ESTIMATE})

ESTIMATING = (
    Mistake(
        id="sum-of-plays",
        source="X01",
        title="Adds up the utilities",
        explanation="Your function returns the sum of all plays. The mean is asked for.",
        hint="What should happen to the answer if n is doubled?",
        calls=_ESTIMATE,
        change=_SumOfPlays,
    ),
    Mistake(
        id="expects-instead-of-playing",
        title="Works the expected utility out",
        explanation="Your function returns the exact expected utility, as game_value does. The mean "
        "of n plays is asked for, which comes close to that.",
        hint="Does your function call simulate?",
        calls=_ESTIMATE,
        change=_ExpectsInstead,
    ),
    Mistake(
        id="one-play",
        title="Plays only once",
        explanation="Your function ignores n and plays once. One play tells little of what "
        "happens on average.",
        hint="Which of its arguments does your function never use?",
        calls=_ESTIMATE,
        change=_OnePlay,
    ),
    Mistake(
        id="thousand-plays",
        title="Plays a thousand times at most",
        explanation="Your function stops after a thousand plays, however many are asked for. The "
        "mean of n plays is asked for, and more plays come closer.",
        hint="How often does your loop run if n is 3000?",
        calls=_ESTIMATE,
        change=_ThousandPlays,
    ),
    Mistake(
        id="last-play",
        source="X03",
        title="Keeps the last play alone",
        explanation="In each round of your loop the new utility takes the place of the old one. "
        "All of them count.",
        hint="Look at the operator that your loop assigns with.",
        calls=_ESTIMATE,
        change=_LastPlay,
    ),
    Mistake(
        id="best-play",
        title="Returns the best play",
        explanation="Your function returns the largest utility that it saw. The mean of all plays "
        "is asked for.",
        hint="What does the word estimate stand for?",
        calls=_ESTIMATE,
        change=_BestPlay,
    ),
    Mistake(
        id="median-play",
        title="Returns the middle play",
        explanation="Your function returns the utility in the middle. The mean is something else, "
        "where a rare play is worth a lot.",
        hint="Try a game with a rare large loss.",
        calls=_ESTIMATE,
        change=_MedianPlay,
    ),
    Mistake(
        id="distinct-plays",
        title="Counts equal utilities once",
        explanation="Your function puts the utilities into a set, or into a dictionary. What "
        "comes often then counts as much as what comes seldom.",
        hint="What does a set do with equal numbers?",
        calls=_ESTIMATE,
        change=_DistinctPlays,
    ),
    Mistake(
        id="share-of-wins",
        title="Counts wins",
        explanation="Your function returns how often the agent won. It matters how much is won or "
        "lost, too.",
        hint="What is the mean of 10 and -2?",
        calls=_ESTIMATE,
        change=_ShareOfWins,
    ),
    Mistake(
        id="whole-mean",
        source="X08",
        title="Cuts off the fraction of the mean",
        explanation="Your function turns the mean into a whole number. Means are fractions.",
        hint="Look for // and int in your function.",
        calls=_ESTIMATE,
        change=_WholeMean,
    ),
)
