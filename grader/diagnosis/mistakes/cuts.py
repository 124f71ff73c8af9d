"""Mistakes in alpha-beta about cuts: when one is made, and what is returned then."""

from __future__ import annotations

from grader.diagnosis.mistakes.groups import CUTTING
from grader.diagnosis.mistakes.play import Mistake
from grader.diagnosis.mistakes.searcher import AGENT, At, Choice, Moves, Role, Worth
from grader.diagnosis.mistakes.student import Student
from grader.tree import Node


class _NeverCuts(Student):
    def cuts(self, best: Worth, window: At, role: Role, child: Node) -> bool:
        return False


class _OtherConvention(Student):
    def cuts(self, best: Worth, window: At, role: Role, child: Node) -> bool:
        is_cut = super().cuts(best, window, role, child)
        bound = window.beta if role is Role.MAX else window.alpha
        return not is_cut if best == bound else is_cut


class _OneChildLate(Student):
    late: At | None = None

    def choose(self, node: Node, moves: Moves, at: At, role: Role) -> Choice:
        best, chosen, window = self.worst(role), self.no_action(moves), at
        for place, (action, child) in enumerate(moves):
            worth = self.worth(node, child, window)
            is_cut = place > 0 and self.cuts(best, window, role, child)
            if self.is_better(worth, best, role):
                best, chosen = worth, self.taken(action, child)
            window = self.narrowed(window, worth, role)
            if is_cut:
                break
        return self.returned(best, at, role), chosen


class _BoundsForValues(Student):
    def returned(self, best: Worth, at: At, role: Role) -> Worth:
        return min(max(super().returned(best, at, role), at.alpha), at.beta)

    def is_better(self, worth: Worth, best: Worth, role: Role) -> bool:
        return worth == best or super().is_better(worth, best, role)


class _CutsAlmostEqual(Student):
    def cuts(self, best: Worth, window: At, role: Role, child: Node) -> bool:
        return best > window.beta - 1 if role is Role.MAX else best < window.alpha + 1


class _CutsAtMaxOnly(Student):
    def cuts(self, best: Worth, window: At, role: Role, child: Node) -> bool:
        return role is Role.MAX and super().cuts(best, window, role, child)


class _CutsAtMinOnly(Student):
    def cuts(self, best: Worth, window: At, role: Role, child: Node) -> bool:
        return role is Role.MIN and super().cuts(best, window, role, child)


class _CutsNearStartOnly(Student):
    def cuts(self, best: Worth, window: At, role: Role, child: Node) -> bool:
        return window.ply < 2 and super().cuts(best, window, role, child)


class _LastOpponentOnly(Student):
    def cuts(self, best: Worth, window: At, role: Role, child: Node) -> bool:
        if role is Role.MIN and child.player not in {AGENT, None}:
            return False
        return super().cuts(best, window, role, child)


class _ZeroBoundIsUnset(Student):
    def cuts(self, best: Worth, window: At, role: Role, child: Node) -> bool:
        bound = window.beta if role is Role.MAX else window.alpha
        return bool(bound) and super().cuts(best, window, role, child)


class _ReturnsOtherBound(Student):
    def returned(self, best: Worth, at: At, role: Role) -> Worth:
        worth = super().returned(best, at, role)
        if role is Role.MAX and best >= at.beta:
            return at.alpha
        return at.beta if role is Role.MIN and best <= at.alpha else worth


class _CutReturnsNothing(Student):
    def returned(self, best: Worth, at: At, role: Role) -> Worth:
        if best >= at.beta if role is Role.MAX else best <= at.alpha:
            raise TypeError("cannot unpack non-iterable NoneType object")
        return super().returned(best, at, role)


class _AlwaysBeta(Student):
    def cuts(self, best: Worth, window: At, role: Role, child: Node) -> bool:
        if role is Role.MIN:
            return best <= window.beta
        return super().cuts(best, window, role, child)


CUTS = (
    Mistake(
        id="never-cuts",
        source="AB02",
        title="Never cuts anything",
        explanation="Your alpha-beta search visits every node, as minimax does. It returns the "
        "right value, but pruning is what it is for.",
        hint="Which line of your function leaves the loop early?",
        calls=CUTTING,
        change=_NeverCuts,
        keeps_answer=True,
    ),
    Mistake(
        id="other-convention",
        source="AB01",
        title="Treats equality the other way",
        explanation="Your search does at equality what the convention of the assignment does not: "
        "it cuts where others go on, or the reverse. The answer is right either way.",
        hint="What happens in your search where a value is exactly alpha or beta?",
        calls=CUTTING,
        change=_OtherConvention,
        keeps_answer=True,
    ),
    Mistake(
        id="one-child-late",
        source="AB11",
        title="Notices a cut one successor too late",
        explanation="Your search tests for a cut with the best value as it was before the last "
        "successor. So it looks at one more successor than it needs.",
        hint="In which order do you update the best value and test for a cut?",
        calls=CUTTING,
        change=_OneChildLate,
        keeps_answer=True,
    ),
    Mistake(
        id="bounds-for-values",
        source="AB14",
        title="Takes a bound for a value",
        explanation="Your search returns alpha or beta for what was cut, and then takes the later "
        "of two equal values. What was cut is worth no more than the bound, and may be worth less.",
        hint="An action that only equals the best one so far: is its value exact?",
        calls=CUTTING,
        change=_BoundsForValues,
    ),
    Mistake(
        id="cuts-almost-equal",
        title="Cuts one before the bound",
        explanation="Your search cuts when a value is within 1 of the bound. With whole numbers "
        "that is hard to see, but utilities may be fractions.",
        hint="Try a tree with the utilities 3 and 3.5.",
        calls=CUTTING,
        change=_CutsAlmostEqual,
    ),
    Mistake(
        id="cuts-at-max-only",
        title="Cuts only where the agent moves",
        explanation="Your search cuts at the agent's nodes, but never at the opponent's. There, "
        "either the comparison with alpha is missing, or nothing above ever raises alpha.",
        hint="Print alpha in every call: does it ever change, and is it ever compared?",
        calls=CUTTING,
        change=_CutsAtMaxOnly,
        keeps_answer=True,
    ),
    Mistake(
        id="cuts-at-min-only",
        source="AB06",
        title="Cuts only where the opponent moves",
        explanation="Your search cuts at the opponent's nodes, but never at the agent's. There, "
        "either the comparison with beta is missing, or nothing above ever lowers beta.",
        hint="Print beta in every call: does it ever change, and is it ever compared?",
        calls=CUTTING,
        change=_CutsAtMinOnly,
        keeps_answer=True,
    ),
    Mistake(
        id="cuts-near-start-only",
        title="Cuts only right below the start",
        explanation="Your search cuts among the successors of the start and their successors, but "
        "no deeper. The same test belongs at every node.",
        hint="Try a tree that is four moves deep.",
        calls=CUTTING,
        change=_CutsNearStartOnly,
        keeps_answer=True,
    ),
    Mistake(
        id="cuts-at-last-opponent-only",
        title="Cuts only where the last of several opponents moves",
        explanation="Where one opponent moves after another, your search cuts at the last of them "
        "alone. Each of them minimises, so each can be cut.",
        hint="Try a tree in which two opponents move in a row.",
        calls=CUTTING,
        change=_LastOpponentOnly,
        keeps_answer=True,
    ),
    Mistake(
        id="zero-bound-is-unset",
        title="Takes a bound of 0 for no bound",
        explanation="Your search asks whether there is a bound at all, and 0 looks like none. So "
        "it goes on where the bound is exactly 0.",
        hint="In Python, is 0 true or false?",
        calls=CUTTING,
        change=_ZeroBoundIsUnset,
        keeps_answer=True,
    ),
    Mistake(
        id="returns-other-bound",
        title="Returns alpha where it should return beta",
        explanation="When your search cuts, it returns the bound of the wrong side. A node that "
        "is cut at beta is worth at least beta.",
        hint="At a cut, what is known of the value of the node?",
        calls=CUTTING,
        change=_ReturnsOtherBound,
    ),
    Mistake(
        id="cut-returns-nothing",
        title="Returns nothing at a cut",
        explanation="When your search cuts, it leaves the function without a value. The caller "
        "then gets None.",
        hint="What is returned by the line that cuts?",
        calls=CUTTING,
        change=_CutReturnsNothing,
    ),
    Mistake(
        id="always-beta",
        title="Compares with beta at every node",
        explanation="At the opponent's nodes your search compares with beta, which that node sets "
        "itself. There the bound to compare with is alpha.",
        hint="Whose bound is alpha, and whose is beta?",
        calls=CUTTING,
        change=_AlwaysBeta,
    ),
)
