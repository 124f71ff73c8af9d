"""Alpha-beta under every member of the family of right conventions.

Decides what is cut, and records why: each node's window with the ancestors that set it, each cut with
the child after which it was made. Sources: Knuth & Moore 1975; Fishburn 1983 for fail-soft.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from grader.errors import GraderError
from grader.search.backup import AGENT, evaluation_of, utility_of
from grader.search.conventions import FAMILY, Clamp, Convention
from grader.search.trace import Cut, Trace, Window
from grader.tree import Action, Node, Number


def alpha_beta(
    start: Node, convention: Convention, *, plies: int | None = None, ordered: bool = False
) -> Trace:
    """Search with pruning by the bounds of all ancestors, to the ends or to ``plies`` moves.

    ``ordered`` looks at a max node's successors by decreasing evaluation, at a min node's by
    increasing, ties in the node's order: all of them are evaluated before the first is entered, also
    where there is one only. GraderError names a successor that has no evaluation.

    A cut after a node's last child prunes nothing and is not recorded. Ends and horizon nodes return
    their plain number also under fail-hard: clamped to its window it would never be strictly beyond.
    """
    trace = Search(convention, ordered=ordered).run(start, plies)
    return replace(trace, actions=_optimal(start, trace.value, plies))


def family_traces(start: Node, *, ordered: bool = False) -> dict[Convention, Trace]:
    """The trace of every member of the family, in the family's order."""
    traces = {member: Search(member, ordered=ordered).run(start) for member in FAMILY}
    actions = _optimal(start, traces[FAMILY[0]].value, None)
    return {convention: replace(trace, actions=actions) for convention, trace in traces.items()}


def _optimal(start: Node, value: Number, plies: int | None) -> tuple[Action, ...]:
    """The optimal actions at ``start``, which is worth ``value``.

    After a cut the search itself can't tell a tie from a bound. So each successor is tested, by a
    search with an empty window at ``value``, for being as good (Pearl's SCOUT 1980 tests like this).
    That is much less work than a full search, which a whole game would not allow.
    """
    if start.is_end or plies == 0:
        return ()
    maximises = start.player == AGENT
    tester = Convention(strict_at_min=maximises, strict_at_max=not maximises)
    left = None if plies is None else plies - 1
    found = []
    for action, child in zip(start.actions, start.children, strict=True):
        reached = Search(tester).run(child, left, Window(alpha=value, beta=value)).value
        if reached >= value if maximises else reached <= value:
            found.append(action)
    return tuple(found)


@dataclass(slots=True)
class Frame:
    """A node some of whose children were searched; ``window`` narrows as they return."""

    node: Node
    left: int | None
    window: Window
    children: tuple[Node, ...]  # in the order of the search
    tried: int = 0
    is_cut: bool = False

    @property
    def maximises(self) -> bool:
        return self.node.player == AGENT


@dataclass(slots=True)
class Search:
    """One run: the frames from the start down to the current node, and what was recorded so far."""

    convention: Convention
    ordered: bool = False
    frames: list[Frame] = field(default_factory=list)
    values: dict[Node, Number] = field(default_factory=dict)
    windows: dict[Node, Window] = field(default_factory=dict)  # in order of visits
    horizon: list[Node] = field(default_factory=list)
    evaluated: list[Node] = field(default_factory=list)
    cuts: list[Cut] = field(default_factory=list)

    def run(self, start: Node, plies: int | None = None, window: Window = Window()) -> Trace:  # noqa: B008 - frozen
        """Search from ``start``; the trace lacks the optimal actions, which cuts hide."""
        self._enter(start, plies, window)
        while self.frames:
            frame = self.frames[-1]
            if frame.tried < len(frame.children) and not frame.is_cut:
                child, inner = frame.children[frame.tried], self.window_below(frame)
                frame.tried += 1
                self._enter(child, None if frame.left is None else frame.left - 1, inner)
            else:
                self.frames.pop()
                self._return(frame.node, self.result(frame))
        return Trace(
            start=start,
            value=self.values[start],
            actions=(),
            visited=tuple(self.windows),
            values=self.values,
            horizon=tuple(self.horizon),
            evaluated=tuple(self.evaluated),
            windows=self.windows,
            cuts=tuple(self.cuts),
        )

    def _enter(self, node: Node, left: int | None, window: Window) -> None:
        self.windows[node] = window
        if node.is_end:
            self._return(node, self.utility_at(node))
        elif left == 0:
            self.horizon.append(node)
            self.evaluated.append(node)
            self._return(node, evaluation_of(node))
        else:
            self.frames.append(Frame(node, left, window, self._in_order(node)))

    def _in_order(self, node: Node) -> tuple[Node, ...]:
        if not self.ordered:
            return node.children
        guesses = {child: _guess(child) for child in node.children}
        self.evaluated.extend(node.children)
        return _sorted(node, guesses)

    def _return(self, node: Node, value: Number) -> None:
        """Hand the value of ``node`` to its parent, which may then skip the rest of its children."""
        self.values[node] = value
        if not self.frames:
            return
        parent = self.frames[-1]
        parent.is_cut = self.cuts_after(parent, value)
        if not parent.is_cut:
            parent.window = self.narrowed(parent, value)
        elif pruned := parent.children[parent.tried :]:
            window = self.windows[parent.node]
            self.cuts.append(
                Cut(node=parent.node, after=node, value=value, window=window, pruned=pruned)
            )

    def utility_at(self, node: Node) -> Number:
        """What an end is worth."""
        return utility_of(node)

    def window_below(self, frame: Frame) -> Window:
        """The window for the next child of ``frame``."""
        return frame.window

    def cuts_after(self, frame: Frame, value: Number) -> bool:
        """Whether ``value`` is so good for the mover that an ancestor would not let it come here."""
        if frame.maximises:
            bound, strict = frame.window.beta, self.convention.strict_at_max
        else:
            bound, strict = frame.window.alpha, self.convention.strict_at_min
        if bound is None:
            return False
        if self.convention.tests_window and not strict and frame.window.is_closed:
            return True
        return _better(frame, value, bound) or (value == bound and not strict)

    def narrowed(self, frame: Frame, value: Number) -> Window:
        """The window of ``frame`` after ``value``: the mover's own bound moves where it is better."""
        window = frame.window
        own = window.alpha if frame.maximises else window.beta
        if own is not None and not _better(frame, value, own):
            return window
        if frame.maximises:
            return replace(window, alpha=value, alpha_at=frame.node)
        return replace(window, beta=value, beta_at=frame.node)

    def result(self, frame: Frame) -> Number:
        """What a node returns: the best value seen, or its bound where the convention clamps it."""
        optimum = max if frame.maximises else min
        best = optimum(self.values[child] for child in frame.children[: frame.tried])
        window, clamps = self.windows[frame.node], self.convention.clamps
        if window.beta is not None and best > window.beta:
            above = Clamp.CUT_AT_MAX if frame.maximises else Clamp.MISS_AT_MIN
            return window.beta if clamps(above) else best
        if window.alpha is not None and best < window.alpha:
            below = Clamp.MISS_AT_MAX if frame.maximises else Clamp.CUT_AT_MIN
            return window.alpha if clamps(below) else best
        return best


def _better(frame: Frame, value: Number, other: Number) -> bool:
    return value > other if frame.maximises else value < other


def _guess(child: Node) -> Number:
    if child.evaluation is None:
        raise GraderError(
            f"successors are looked at in the order of their evaluations, but {child.name} has none; "
            f"give it one"
        )
    return child.evaluation


def _sorted(node: Node, guesses: Mapping[Node, Number]) -> tuple[Node, ...]:
    """The children of ``node``, those first that look best for its mover; ties stay in order."""
    ahead = -1 if node.player == AGENT else 1
    return tuple(sorted(node.children, key=lambda child: ahead * guesses[child]))
