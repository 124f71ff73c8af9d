"""What a traced search returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.tree import Action, Node, Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """The bounds with which a node was entered, and the ancestors that set them.

    None stands for the infinite bound that nobody set. ``alpha_at`` is the max node whose best value
    so far is alpha, ``beta_at`` the min node whose best value so far is beta.
    """

    alpha: Number | None = None
    beta: Number | None = None
    alpha_at: Node | None = None
    beta_at: Node | None = None

    @property
    def is_closed(self) -> bool:
        """Whether nothing can be strictly between the bounds."""
        return self.alpha is not None and self.alpha == self.beta


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """One cutoff: at ``node``, after ``after`` had returned ``value``, the rest was not looked at.

    ``window`` is the node's own, so the bound that was met is ``window.beta`` at a max node and
    ``window.alpha`` at a min node; at a chance node it is either of them, and the node's own value
    says which. ``pruned`` are the children left out, in the order of the search, never empty.
    """

    node: Node
    after: Node
    value: Number
    window: Window
    pruned: tuple[Node, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """A search from ``start``: its answer and everything it looked at, in order of first visits.

    ``actions`` is the set of optimal actions at the start in the node's order: empty at an end, at a
    horizon and where the mover has a policy. ``values`` are the values that the search backed up;
    under pruning, bounds. ``horizon`` are the nodes at which the search stopped to evaluate them.
    ``evaluated`` has a node for each evaluation, in order, also of nodes that were evaluated only to
    order them; that is no visit. ``windows`` and ``cuts`` are empty for searches without bounds.
    """

    start: Node
    value: Number
    actions: tuple[Action, ...]
    visited: tuple[Node, ...]
    values: Mapping[Node, Number]
    horizon: tuple[Node, ...] = ()
    evaluated: tuple[Node, ...] = ()
    windows: Mapping[Node, Window] = field(default_factory=dict)
    cuts: tuple[Cut, ...] = ()

    @property
    def pruned(self) -> tuple[Node, ...]:
        """The topmost unvisited successors of visited nodes, in tree order; horizons have none."""
        visited, horizon = set(self.visited), set(self.horizon)
        return tuple(
            child
            for node in self.visited
            if node not in horizon
            for child in node.children
            if child not in visited
        )
