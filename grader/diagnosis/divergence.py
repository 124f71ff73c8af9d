"""Where an order of first visits leaves the right one, which kind of mistake that is, and its words.

Decides by the first difference alone, so everything that it says of what came before is true of both
searches. May not know points or output formats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from grader.checks import first_difference
from grader.diagnosis import reasons
from grader.diagnosis.walk import Walk
from grader.search.trace import Trace
from grader.tree import Node, Player, PolicyTable


class Kind(Enum):
    """What the student's search did at the first difference."""

    PRUNED = "visited a node that a cut excludes"
    SKIPPED = "left out a node that can't be ruled out"
    STOPPED = "ended although a node can't be ruled out"
    TOO_EARLY = "visited a node before the subtree before it was finished"
    WRONG_ORDER = "took children in another order"
    NOTHING = "visited nothing"
    WRONG_START = "visited another node before the start"
    EVALUATED_EARLY = "evaluated a node where depth was left"
    BEYOND_HORIZON = "went on below a node where no depth was left"
    NEEDLESS = "visited a node that a right search leaves out"
    OUTSIDE = "visited a node that is not below the start"


@dataclass(frozen=True, slots=True, kw_only=True)
class Divergence:
    """The first difference: at ``index`` the student's run visited ``seen``, the right one ``wanted``.

    Either is None where that order had already ended. ``sentence`` is for the student.
    """

    index: int
    kind: Kind
    seen: Node | None
    wanted: Node | None
    sentence: str

    @property
    def shown(self) -> Node | None:
        """The node to mark: the one that was left out, or else the one that came too soon."""
        left_out = self.kind in {Kind.SKIPPED, Kind.STOPPED, Kind.EVALUATED_EARLY, Kind.NOTHING}
        return self.wanted if left_out else self.seen


def diverge(
    trace: Trace,
    seen: Sequence[Node],
    evaluated: Sequence[Node] = (),
    policies: Mapping[Player, PolicyTable] | None = None,
) -> Divergence | None:
    """Explain the first difference between ``seen`` and the visits of ``trace``, if there is one.

    ``evaluated`` are the nodes at which the student's run called the evaluation function; ``policies``
    are those that the search averages over.
    """
    index = first_difference(seen, trace.visited)
    if index is None:
        return None
    mine = seen[index] if index < len(seen) else None
    right = trace.visited[index] if index < len(trace.visited) else None
    kind, sentence = _explain(Walk(trace, policies or {}), seen, index, frozenset(evaluated))
    return Divergence(index=index, kind=kind, seen=mine, wanted=right, sentence=sentence)


def _explain(
    walk: Walk, seen: Sequence[Node], index: int, evaluated: frozenset[Node]
) -> tuple[Kind, str]:
    wanted = walk.trace.visited
    if not seen:
        return Kind.NOTHING, reasons.nothing(walk.trace.start)
    if index == len(seen):
        right = wanted[index]
        if walk.parents[right] in evaluated:
            return Kind.EVALUATED_EARLY, reasons.evaluated_early(walk, right)
        return Kind.STOPPED, reasons.skipped(walk, right, last=seen[-1], then=None)
    mine = seen[index]
    if not walk.contains(mine):
        return Kind.OUTSIDE, reasons.outside(walk.trace.start, mine)
    if index == 0:
        return Kind.WRONG_START, reasons.wrong_start(walk.trace.start, mine)
    if index == len(wanted) or walk.order[mine] < walk.order[wanted[index]]:
        return _excess(walk, seen, mine)
    return _jump(walk, seen, index, evaluated)


def _excess(walk: Walk, seen: Sequence[Node], mine: Node) -> tuple[Kind, str]:
    """``mine`` is visited where the right search had nothing more to look at."""
    top = walk.topmost_unvisited(mine)
    if top in walk.cuts:
        everything = len(set(seen)) == len(walk.order)
        return Kind.PRUNED, reasons.pruned(walk, mine, walk.cuts[top], everything=everything)
    parent = walk.parents[top]
    if parent in walk.trace.horizon:
        return Kind.BEYOND_HORIZON, reasons.beyond_horizon(parent, mine)
    return Kind.NEEDLESS, reasons.needless(mine)


def _jump(
    walk: Walk, seen: Sequence[Node], index: int, evaluated: frozenset[Node]
) -> tuple[Kind, str]:
    """``mine`` is visited although ``right``, which lies before it, has not been."""
    mine, right = seen[index], walk.trace.visited[index]
    if right in seen[index:]:
        if walk.parents[mine] is not walk.parents[right]:
            return Kind.TOO_EARLY, reasons.too_early(walk, mine, right)
        if walk.is_ordered and _is_asked_at_once(walk, walk.parents[mine], seen):
            return Kind.TOO_EARLY, reasons.all_at_once(walk.parents[mine])
        return Kind.WRONG_ORDER, reasons.wrong_order(walk, mine, right)
    if walk.parents[right] in evaluated:
        return Kind.EVALUATED_EARLY, reasons.evaluated_early(walk, right)
    return Kind.SKIPPED, reasons.skipped(walk, right, last=seen[index - 1], then=mine)


def _is_asked_at_once(walk: Walk, parent: Node, seen: Sequence[Node]) -> bool:
    """Whether all children came in a row, as they are listed, before anything below the first ones."""
    places = {node: index for index, node in reversed(list(enumerate(seen)))}
    at = [places.get(child, -1) for child in parent.children]
    if at[0] < 0 or at != list(range(at[0], at[0] + len(at))):
        return False
    return any(
        places[below] > at[-1]
        for child in parent.children[:-1]
        if child not in walk.trace.horizon
        for below in child.children
        if below in places
    )
