"""Mistakes in alpha-beta about the window: what is handed down, and which value moves a bound."""

from __future__ import annotations

from math import inf

from grader.diagnosis.mistakes.groups import CUTTING
from grader.diagnosis.mistakes.play import Mistake
from grader.diagnosis.mistakes.searcher import At, Choice, Moves, Role, Worth
from grader.diagnosis.mistakes.student import Student
from grader.tree import Node


class _FreshWindowAtStart(Student):
    def narrowed(self, window: At, worth: Worth, role: Role) -> At:
        return super().narrowed(window, worth, role) if window.ply else window


class _InnerAlphaStays(Student):
    def narrowed(self, window: At, worth: Worth, role: Role) -> At:
        if window.ply and role is Role.MAX:
            return window
        return super().narrowed(window, worth, role)


class _BoundsExchanged(Student):
    def window_below(self, node: Node, at: At) -> tuple[Worth, Worth]:
        alpha, beta = super().window_below(node, at)
        return beta, alpha


class _ParentsBoundOnly(Student):
    def choose(self, node: Node, moves: Moves, at: At, role: Role) -> Choice:
        fresh = at._replace(alpha=-inf) if role is Role.MAX else at._replace(beta=inf)
        return super().choose(node, moves, fresh, role)


class _TwiceFromStart(Student):
    def worth(self, node: Node, child: Node, window: At) -> Worth:
        worth = super().worth(node, child, window)
        if window.ply:
            return worth
        return super().worth(node, child, window._replace(alpha=-inf, beta=inf))


class _BoundsOverwritten(Student):
    def narrowed(self, window: At, worth: Worth, role: Role) -> At:
        if role is Role.MAX:
            return window._replace(alpha=worth)
        return window._replace(beta=worth)


class _SharedWindow(Student):
    shared: tuple[Worth, Worth] = (-inf, inf)

    def window_below(self, node: Node, at: At) -> tuple[Worth, Worth]:
        return self.shared

    def narrowed(self, window: At, worth: Worth, role: Role) -> At:
        alpha, beta = self.shared
        moved = super().narrowed(window._replace(alpha=alpha, beta=beta), worth, role)
        self.shared = moved.alpha, moved.beta
        return moved


class _BoundsBeginAtZero(Student):
    def top(self) -> At:
        return super().top()._replace(alpha=0)


class _BoundsOfOneWin(Student):
    def top(self) -> At:
        return super().top()._replace(alpha=-1, beta=1)


class _ZeroAlphaIsUnset(Student):
    def narrowed(self, window: At, worth: Worth, role: Role) -> At:
        if role is Role.MAX and window.alpha == 0:
            return window._replace(alpha=worth)
        return super().narrowed(window, worth, role)


class _ZeroBetaIsUnset(Student):
    def narrowed(self, window: At, worth: Worth, role: Role) -> At:
        if role is Role.MIN and window.beta == 0:
            return window._replace(beta=worth)
        return super().narrowed(window, worth, role)


class _ZeroAlphaStays(Student):
    def narrowed(self, window: At, worth: Worth, role: Role) -> At:
        if role is Role.MAX and window.alpha == 0:
            return window
        return super().narrowed(window, worth, role)


class _ZeroBetaStays(Student):
    def narrowed(self, window: At, worth: Worth, role: Role) -> At:
        if role is Role.MIN and window.beta == 0:
            return window
        return super().narrowed(window, worth, role)


_ZERO_HINT = "In Python, is 0 true or false?"

WINDOWS = (
    Mistake(
        id="zero-alpha-is-unset",
        title="Replaces an alpha of 0 by a worse value",
        explanation="Your search asks whether alpha is there at all, and 0 looks like nothing. So the "
        "next value takes its place, even a worse one.",
        hint=_ZERO_HINT,
        calls=CUTTING,
        change=_ZeroAlphaIsUnset,
        keeps_answer=True,
    ),
    Mistake(
        id="zero-beta-is-unset",
        title="Replaces a beta of 0 by a worse value",
        explanation="Your search asks whether beta is there at all, and 0 looks like nothing. So the "
        "next value takes its place, even a worse one.",
        hint=_ZERO_HINT,
        calls=CUTTING,
        change=_ZeroBetaIsUnset,
        keeps_answer=True,
    ),
    Mistake(
        id="zero-alpha-stays",
        title="Does not raise an alpha of 0",
        explanation="Your search asks whether alpha is there before it raises it, and 0 looks like "
        "nothing. So alpha stays at 0 where better values come.",
        hint=_ZERO_HINT,
        calls=CUTTING,
        change=_ZeroAlphaStays,
        keeps_answer=True,
    ),
    Mistake(
        id="zero-beta-stays",
        title="Does not lower a beta of 0",
        explanation="Your search asks whether beta is there before it lowers it, and 0 looks like "
        "nothing. So beta stays at 0 where better values come for the opponent.",
        hint=_ZERO_HINT,
        calls=CUTTING,
        change=_ZeroBetaStays,
        keeps_answer=True,
    ),
    Mistake(
        id="fresh-window-at-start",
        source="AB04",
        title="Searches each action of the start with no bounds",
        explanation="After the first action, the agent is sure of its value, and that bound holds "
        "for the actions to come. Your search begins each of them with an empty window, so it "
        "looks at nodes that can be cut.",
        hint="Which alpha does the second successor of the start get?",
        calls=CUTTING,
        change=_FreshWindowAtStart,
        keeps_answer=True,
    ),
    Mistake(
        id="inner-alpha-stays",
        source="AB05",
        title="Raises alpha at the start only",
        explanation="Your search raises alpha at the state that it is given, but not at the "
        "agent's nodes further down. There, too, a value that is found is a bound for what "
        "follows.",
        hint="Which lines that you have at the start are missing in the recursive function?",
        calls=CUTTING,
        change=_InnerAlphaStays,
        keeps_answer=True,
    ),
    Mistake(
        id="bounds-exchanged",
        source="AB08",
        title="Hands alpha and beta on in the wrong order",
        explanation="Your recursive call gives beta where alpha is expected. Every window is then "
        "upside down, and nearly everything is cut.",
        hint="Compare the order of the parameters with the order of the arguments.",
        calls=CUTTING,
        change=_BoundsExchanged,
    ),
    Mistake(
        id="parents-bound-only",
        source="AB10",
        title="Knows only the bound of the node above",
        explanation="Your search starts a new window at every node, and compares with its parent "
        "alone. The bounds of all ancestors hold, also those from three moves further up.",
        hint="What does the great-grandchild of the start know of the value found there?",
        calls=CUTTING,
        change=_ParentsBoundOnly,
        keeps_answer=True,
    ),
    Mistake(
        id="searched-twice",
        source="AB15",
        title="Searches every action of the start twice",
        explanation="Your function calls the search a second time to get a value that it had "
        "already. The second time it has no bounds, and looks at what the first had cut.",
        hint="How often do you call the search for each action of the start?",
        calls=CUTTING,
        change=_TwiceFromStart,
        keeps_answer=True,
    ),
    Mistake(
        id="bounds-overwritten",
        title="Lets a worse value move a bound back",
        explanation="Your search sets alpha to the value of the last successor, also where an "
        "earlier one was better. A bound moves in one direction only.",
        hint="After values 5 and then 2, what is the agent sure of?",
        calls=CUTTING,
        change=_BoundsOverwritten,
        keeps_answer=True,
    ),
    Mistake(
        id="shared-window",
        title="Keeps one window for the whole tree",
        explanation="Your alpha and beta are shared by all calls, and are never set back. A bound "
        "that was found below one node does not hold beside it.",
        hint="What is alpha when your search returns from a subtree, and what was it before?",
        calls=CUTTING,
        change=_SharedWindow,
    ),
    Mistake(
        id="alpha-begins-at-zero",
        source="S09",
        title="Begins with alpha = 0",
        explanation="Your search begins as if the agent were sure of 0. Where the true value is "
        "below 0, it cuts what it should have looked at.",
        hint="Try a tree in which every utility is negative.",
        calls=CUTTING,
        change=_BoundsBeginAtZero,
    ),
    Mistake(
        id="window-of-one-win",
        source="S09",
        title="Begins with a window from -1 to 1",
        explanation="Your search begins as if no utility could be below -1 or above 1. In other "
        "games utilities are larger, and the search then cuts too much.",
        hint="What is alpha before anything was looked at?",
        calls=CUTTING,
        change=_BoundsOfOneWin,
    ),
)
