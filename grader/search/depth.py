"""Minimax that stops at a horizon, under both ways to count depth, once or deeper and deeper."""

from __future__ import annotations

from dataclasses import dataclass, replace

from grader.search.backup import AGENT, evaluation_of, traced
from grader.search.trace import Trace
from grader.tree import Node


def depth_limited(start: Node, depth: int, *, plies: bool) -> Trace:
    """Search as ``minimax`` does with ``depth`` units to spend.

    On entering a node comes first the end test, then at depth 0 the evaluation, then its successors.
    With ``plies`` every move spends one unit, otherwise only a move into an agent's node does.
    Raises GraderError, naming the node, where an evaluation is needed and there is none.
    """
    look = _look(start, depth, plies=plies, budget=None)
    return traced(look.visited, {}, look.horizon)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deepening:
    """What iterative deepening found. ``completed`` is the last depth that did complete, or 0.

    The ``trace`` has the values and the horizon of that depth, ``visited`` in the order of first
    touches over all depths, the abandoned one too, and every evaluation in ``evaluated``.
    """

    trace: Trace
    completed: int

    @property
    def evaluations(self) -> int:
        """How often a node was evaluated, over all depths."""
        return len(self.trace.evaluated)


def iterative_deepening(start: Node, max_evaluations: int, *, plies: bool = False) -> Deepening:
    """Search as ``depth_limited`` does for depth 1, 2, 3, ... with one budget of evaluations.

    A depth is abandoned where its next evaluation would exceed the budget: at a node that it has
    touched already, for the end test comes first. The answer is that of the last completed depth. The
    search also ends when a completed depth evaluated nothing: deeper finds the same. If not even
    depth 1 completes, the answer is the evaluation of ``start``, beyond the budget, and its first
    action. Raises GraderError as ``depth_limited`` does.
    """
    touched: dict[Node, None] = {}
    evaluated: list[Node] = []
    found: Trace | None = None
    completed = 0
    while True:
        budget = max_evaluations - len(evaluated)
        look = _look(start, completed + 1, plies=plies, budget=budget)
        touched.update(dict.fromkeys(look.visited))
        evaluated.extend(look.horizon)
        if look.is_abandoned:
            break
        found, completed = traced(look.visited, {}, look.horizon), completed + 1
        if not look.horizon:
            break
    if found is None:
        evaluated.append(start)
        found = _guess(start)
    trace = replace(found, visited=tuple(touched), evaluated=tuple(evaluated))
    return Deepening(trace=trace, completed=completed)


@dataclass(frozen=True, slots=True)
class _Look:
    """One depth: where it looked and what it evaluated, in order."""

    visited: tuple[Node, ...]
    horizon: tuple[Node, ...]
    is_abandoned: bool


def _look(start: Node, depth: int, *, plies: bool, budget: int | None) -> _Look:
    visited: list[Node] = []
    horizon: list[Node] = []
    pending = [(start, depth)]
    while pending:
        node, left = pending.pop()
        visited.append(node)
        if node.is_end:
            continue
        if left == 0:
            if len(horizon) == budget:
                return _Look(tuple(visited), tuple(horizon), is_abandoned=True)
            horizon.append(node)
            continue
        for child in reversed(node.children):
            spent = 1 if plies or child.player == AGENT else 0
            pending.append((child, left - spent))
    return _Look(tuple(visited), tuple(horizon), is_abandoned=False)


def _guess(start: Node) -> Trace:
    """The answer that needs no search."""
    value = evaluation_of(start)
    return Trace(
        start=start,
        value=value,
        actions=start.actions[:1],
        visited=(start,),
        values={start: value},
        horizon=(start,),
    )
