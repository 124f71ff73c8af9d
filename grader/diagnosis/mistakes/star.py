"""Mistakes in pruning with chance nodes."""

from __future__ import annotations

from math import inf

from grader.cases.model import Call
from grader.diagnosis.mistakes.play import Mistake
from grader.diagnosis.mistakes.searcher import At, Role, Worth
from grader.diagnosis.mistakes.student import Student
from grader.tree import Node, Number


class _NeverCutsChance(Student):
    cuts_chance = False


class _ChanceAlone(Student):
    def cuts(self, best: Worth, window: At, role: Role, child: Node) -> bool:
        return False


class _RestIsZero(Student):
    def bounds(self) -> tuple[Number, Number]:
        return 0, 0


class _LowForHigh(Student):
    def bounds(self) -> tuple[Number, Number]:
        low, high = super().bounds()
        return high, low


class _FreshBelowChance(Student):
    def window_of_outcome(self, at: At, known: Worth, chance: Number, rest: Number) -> At:
        return at._replace(alpha=-inf, beta=inf)


class _SameBelowChance(Student):
    def window_of_outcome(self, at: At, known: Worth, chance: Number, rest: Number) -> At:
        return at


class _WindowNotDivided(Student):
    def window_of_outcome(self, at: At, known: Worth, chance: Number, rest: Number) -> At:
        low, high = self.bounds()
        alpha, beta = at.alpha - known - rest * high, at.beta - known - rest * low
        return at._replace(alpha=alpha, beta=beta)


class _RestTooLarge(Student):
    def extremes(self, known: Worth, chance: Number, rest: Number) -> tuple[Worth, Worth]:
        return super().extremes(known, chance, rest + chance if rest else rest)


class _OnlyAtAlpha(Student):
    def extremes(self, known: Worth, chance: Number, rest: Number) -> tuple[Worth, Worth]:
        return -inf, super().extremes(known, chance, rest)[1]


class _OnlyAtBeta(Student):
    def extremes(self, known: Worth, chance: Number, rest: Number) -> tuple[Worth, Worth]:
        return super().extremes(known, chance, rest)[0], inf


class _ReturnsPartOfMean(Student):
    def returned_by_chance(self, known: Worth, bound: Worth) -> Worth:
        return known


_PRUNED = frozenset({Call.EXPECTIMINIMAX_PRUNED})

STAR = (
    Mistake(
        id="chance-never-cut",
        title="Never cuts a chance node",
        explanation="Your search prunes where players choose, but looks at all outcomes of "
        "chance. As utilities lie between low and high, what is known of a mean can be enough.",
        hint="What do you do with low and high?",
        calls=_PRUNED,
        change=_NeverCutsChance,
        keeps_answer=True,
    ),
    Mistake(
        id="only-chance-cut",
        title="Cuts chance nodes only",
        explanation="Your search cuts at chance nodes, but not where a player chooses. There, "
        "alpha and beta work as in alpha-beta.",
        hint="Where else than at chance nodes does your loop end early?",
        calls=_PRUNED,
        change=_ChanceAlone,
        keeps_answer=True,
    ),
    Mistake(
        id="rest-is-zero",
        title="Counts the outcomes to come as 0",
        explanation="Your search treats what it has not looked at as worth 0. It can be worth "
        "anything from low to high.",
        hint="What is the most that the outcomes to come can add?",
        calls=_PRUNED,
        change=_RestIsZero,
    ),
    Mistake(
        id="low-for-high",
        title="Exchanges low and high",
        explanation="Your search takes low as the most that an outcome can be worth, and high as "
        "the least. So it cuts where much is still possible.",
        hint="To see whether a node can still beat alpha, do you hope or fear for the rest?",
        calls=_PRUNED,
        change=_LowForHigh,
    ),
    Mistake(
        id="fresh-window-below-chance",
        title="Searches each outcome with no bounds",
        explanation="Your search forgets alpha and beta below a chance node. What an outcome has "
        "to be worth to matter can be worked out from them.",
        hint="Which alpha does an outcome get?",
        calls=_PRUNED,
        change=_FreshBelowChance,
        keeps_answer=True,
    ),
    Mistake(
        id="same-window-below-chance",
        title="Hands the window through a chance node unchanged",
        explanation="An outcome that is below alpha can still belong to a mean above it. The "
        "bounds for an outcome depend on what the other outcomes are worth, and on its "
        "probability.",
        hint="The mean has to reach alpha: what does that ask of one outcome?",
        calls=_PRUNED,
        change=_SameBelowChance,
    ),
    Mistake(
        id="window-not-divided",
        title="Forgets the probability in the window of an outcome",
        explanation="Your bounds for an outcome do not take into account how likely it is. An "
        "outcome that is rare has to be worth very much to make up for the others.",
        hint="Solve known + probability * value + rest = alpha for the value.",
        calls=_PRUNED,
        change=_WindowNotDivided,
    ),
    Mistake(
        id="rest-too-large",
        title="Counts an outcome as still to come",
        explanation="Your search still leaves room for the outcome that it has just looked at. So "
        "it cuts later than it could or, where low is above 0 or high below it, too early.",
        hint="How much probability is left after the first outcome?",
        calls=_PRUNED,
        change=_RestTooLarge,
    ),
    Mistake(
        id="chance-cut-at-alpha-only",
        title="Cuts a chance node on one side only, at alpha",
        explanation="Your search cuts when a mean can no longer get above alpha. It can cut as "
        "well when the mean is sure to reach beta.",
        hint="When does the opponent above know enough?",
        calls=_PRUNED,
        change=_OnlyAtAlpha,
        keeps_answer=True,
    ),
    Mistake(
        id="chance-cut-at-beta-only",
        title="Cuts a chance node on one side only, at beta",
        explanation="Your search cuts when a mean is sure to reach beta. It can cut as well when "
        "the mean can no longer get above alpha.",
        hint="When does the agent above know enough?",
        calls=_PRUNED,
        change=_OnlyAtBeta,
        keeps_answer=True,
    ),
    Mistake(
        id="returns-part-of-mean",
        title="Returns part of a mean at a cut",
        explanation="At a cut your search returns the terms that it has added so far. That is no "
        "bound of the mean, for the terms that are missing may be negative or positive.",
        hint="At a cut, the mean is at most what?",
        calls=_PRUNED,
        change=_ReturnsPartOfMean,
    ),
)
