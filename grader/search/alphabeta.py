"""Alpha-beta under every member of the family of right conventions.

Decides what is cut, and records why: each node's window with the ancestors that set it, each cut with
the child after which it was made. Sources: Knuth & Moore 1975; Fishburn 1983 for fail-soft.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from grader.search.backup import AGENT, evaluation_of, utility_of
from grader.search.conventions import FAMILY, Convention
from grader.search.depth import depth_limited
from grader.search.full import minimax
from grader.search.trace import Cut, Trace, Window
from grader.tree import Action, Node, Number


def alpha_beta(start: Node, convention: Convention, *, plies: int | None = None) -> Trace:
    """Search with pruning by the bounds of all ancestors, to the ends or to ``plies`` moves.

    A cut after a node's last child prunes nothing and is not recorded. Ends and horizon nodes return
    their plain number also under fail-hard: clamped to its window it would never be strictly beyond.
    ``actions`` come from a full search: after a cut, the search itself can't tell a tie from a bound.
    """
    full = minimax(start) if plies is None else depth_limited(start, plies, plies=True)
    return _Search(convention).run(start, plies, full.actions)


def family_traces(start: Node) -> dict[Convention, Trace]:
    """The trace of every member of the family, in the family's order."""
    actions = minimax(start).actions
    return {convention: _Search(convention).run(start, None, actions) for convention in FAMILY}


@dataclass(slots=True)
class _Frame:
    """A node some of whose children were searched; ``window`` narrows as they return."""

    node: Node
    left: int | None
    window: Window
    tried: int = 0
    is_cut: bool = False

    @property
    def maximises(self) -> bool:
        return self.node.player == AGENT


@dataclass(slots=True)
class _Search:
    """One run: the frames from the start down to the current node, and what was recorded so far."""

    convention: Convention
    frames: list[_Frame] = field(default_factory=list)
    values: dict[Node, Number] = field(default_factory=dict)
    windows: dict[Node, Window] = field(default_factory=dict)  # in order of visits
    horizon: list[Node] = field(default_factory=list)
    cuts: list[Cut] = field(default_factory=list)

    def run(self, start: Node, plies: int | None, actions: tuple[Action, ...]) -> Trace:
        self._enter(start, plies, Window())
        while self.frames:
            frame = self.frames[-1]
            if frame.tried < len(frame.node.children) and not frame.is_cut:
                child = frame.node.children[frame.tried]
                frame.tried += 1
                left = None if frame.left is None else frame.left - 1
                self._enter(child, left, frame.window)
            else:
                self.frames.pop()
                self._return(frame.node, self._result(frame))
        return Trace(
            start=start,
            value=self.values[start],
            actions=actions,
            visited=tuple(self.windows),
            values=self.values,
            horizon=tuple(self.horizon),
            windows=self.windows,
            cuts=tuple(self.cuts),
        )

    def _enter(self, node: Node, left: int | None, window: Window) -> None:
        self.windows[node] = window
        if node.is_end:
            self._return(node, utility_of(node))
        elif left == 0:
            self.horizon.append(node)
            self._return(node, evaluation_of(node))
        else:
            self.frames.append(_Frame(node, left, window))

    def _return(self, node: Node, value: Number) -> None:
        """Hand the value of ``node`` to its parent, which may then skip the rest of its children."""
        self.values[node] = value
        if not self.frames:
            return
        parent = self.frames[-1]
        parent.is_cut = self._cuts(parent, value)
        if not parent.is_cut:
            parent.window = _narrowed(parent, value)
        elif pruned := parent.node.children[parent.tried :]:
            window = self.windows[parent.node]
            self.cuts.append(
                Cut(node=parent.node, after=node, value=value, window=window, pruned=pruned)
            )

    def _cuts(self, frame: _Frame, value: Number) -> bool:
        """Whether ``value`` is so good for the mover that an ancestor would not let it come here."""
        if frame.maximises:
            bound, strict = frame.window.beta, self.convention.strict_at_max
        else:
            bound, strict = frame.window.alpha, self.convention.strict_at_min
        if bound is None:
            return False
        return _better(frame, value, bound) or (value == bound and not strict)

    def _result(self, frame: _Frame) -> Number:
        """What a node returns: the best value seen, under fail-hard no further than its window."""
        optimum = max if frame.maximises else min
        best = optimum(self.values[child] for child in frame.node.children[: frame.tried])
        if not self.convention.fail_hard:
            return best
        window = self.windows[frame.node]
        if window.beta is not None and best > window.beta:
            return window.beta
        if window.alpha is not None and best < window.alpha:
            return window.alpha
        return best


def _better(frame: _Frame, value: Number, other: Number) -> bool:
    return value > other if frame.maximises else value < other


def _narrowed(frame: _Frame, value: Number) -> Window:
    """The window for the next child: the mover's own bound moves to ``value`` where that is better."""
    window = frame.window
    own = window.alpha if frame.maximises else window.beta
    if own is not None and not _better(frame, value, own):
        return window
    if frame.maximises:
        return replace(window, alpha=value, alpha_at=frame.node)
    return replace(window, beta=value, beta_at=frame.node)
