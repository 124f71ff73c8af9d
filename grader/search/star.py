"""Expectiminimax that prunes, where all utilities lie between known bounds (Star1).

Decides when the rest of a chance node can't matter. Source: Ballard 1983, "The *-minimax search
procedure for trees containing chance nodes"; of his procedures the first, which looks at the
successors one by one. His starts with the bounds as its window, ours with no window, like
``alpha_beta``: a max node that has found ``high`` goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from grader.errors import GraderError
from grader.search.alphabeta import Frame, Search
from grader.search.backup import Policies, chances_of, plain, utility_of
from grader.search.conventions import Convention
from grader.search.full import expectiminimax, of_others
from grader.search.trace import Trace, Window
from grader.tree import Node, Number


def expectiminimax_pruned(start: Node, policies: Policies, *, low: Number, high: Number) -> Trace:
    """Search as ``expectiminimax`` does, with pruning at all nodes, on equality, fail-soft.

    A chance node is cut after a child if its average can't get above alpha even where all that is left
    is worth ``high``, or not below beta where it is worth ``low``. Raises GraderError, naming the end,
    for a visited utility that is not between ``low`` and ``high``.
    """
    trace = _Star(Convention(), policies=of_others(policies), low=low, high=high).run(start)
    return replace(trace, actions=expectiminimax(start, policies).actions)


class _Star(Search):
    """Alpha-beta with chance nodes. Their own window never narrows; their children's differ."""

    def __init__(
        self, convention: Convention, *, policies: Policies, low: Number, high: Number
    ) -> None:
        super().__init__(convention)
        self.policies, self.low, self.high = policies, low, high

    def utility_at(self, node: Node) -> Number:
        utility = utility_of(node)
        if not self.low <= utility <= self.high:
            raise GraderError(
                f"the utility of {node.name} is {utility}, which is not between {self.low} and "
                f"{self.high}"
            )
        return utility

    def window_below(self, frame: Frame) -> Window:
        """What the next child has to exceed, or to stay below, to matter to an ancestor.

        The average is ``known + chance * child + rest``, with ``rest`` between its two extremes.
        """
        if not self._averages(frame):
            return super().window_below(frame)
        chance = self._chances(frame)[frame.tried]
        if chance == 0:
            return Window()
        outer, known = frame.window, self._known(frame)
        rest = sum(self._chances(frame)[frame.tried + 1 :], Fraction(0))
        return replace(
            outer,
            alpha=None
            if outer.alpha is None
            else plain((outer.alpha - known - rest * self.high) / chance),
            beta=None
            if outer.beta is None
            else plain((outer.beta - known - rest * self.low) / chance),
        )

    def cuts_after(self, frame: Frame, value: Number) -> bool:
        if not self._averages(frame):
            return super().cuts_after(frame, value)
        least, most = self._extremes(frame)
        window = frame.window
        return (window.alpha is not None and most <= window.alpha) or (
            window.beta is not None and least >= window.beta
        )

    def narrowed(self, frame: Frame, value: Number) -> Window:
        return frame.window if self._averages(frame) else super().narrowed(frame, value)

    def result(self, frame: Frame) -> Number:
        if not self._averages(frame):
            return super().result(frame)
        least, most = self._extremes(frame)
        alpha = frame.window.alpha
        return plain(most if alpha is not None and most <= alpha else least)

    def _averages(self, frame: Frame) -> bool:
        return frame.node.player in self.policies

    def _chances(self, frame: Frame) -> Sequence[Fraction]:
        return chances_of(frame.node, self.policies[frame.node.player or ""])

    def _known(self, frame: Frame) -> Fraction:
        """What the children looked at so far contribute to the average."""
        tried = zip(self._chances(frame), frame.children[: frame.tried], strict=False)
        return sum((chance * self.values[child] for chance, child in tried), Fraction(0))

    def _extremes(self, frame: Frame) -> tuple[Fraction, Fraction]:
        """The least and the most that the average can be, by what is known."""
        known = self._known(frame)
        rest = sum(self._chances(frame)[frame.tried :], Fraction(0))
        return known + rest * self.low, known + rest * self.high
