"""A right search's trace with the look-ups that explaining a difference needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from grader.search import AGENT
from grader.search.trace import Cut, Trace
from grader.tree import Node, Number, Player, PolicyTable


@dataclass(frozen=True, eq=False)
class Walk:
    """Where the nodes below a trace's start lie, and what the search knew of them.

    ``order`` is the place of every node below the start when children are taken as the trace took
    them (the unvisited ones last); it differs from the tree's own where moves were ordered.
    """

    trace: Trace
    policies: Mapping[Player, PolicyTable]

    @property
    def is_ordered(self) -> bool:
        """Whether the search looked at children in the order of their evaluations."""
        return len(self.trace.evaluated) > len(self.trace.horizon)

    @cached_property
    def parents(self) -> dict[Node, Node]:
        return {child: node for node in _below(self.trace.start) for child in node.children}

    @cached_property
    def visits(self) -> dict[Node, int]:
        return {node: index for index, node in enumerate(self.trace.visited)}

    @cached_property
    def order(self) -> dict[Node, int]:
        places: dict[Node, int] = {}
        pending = [self.trace.start]
        while pending:
            node = pending.pop()
            places[node] = len(places)
            pending.extend(reversed(self.children(node)))
        return places

    @cached_property
    def cuts(self) -> dict[Node, Cut]:
        """Each pruned child with the cut that left it out."""
        return {child: cut for cut in self.trace.cuts for child in cut.pruned}

    @cached_property
    def cuts_from_above_alone(self) -> bool:
        """Whether the bound of every cut was set further up than by the parent."""
        return all(
            at is not None and self.parents.get(cut.node) is not at
            for cut in self.trace.cuts
            for at in [cut.window.beta_at if cut.node.player == AGENT else cut.window.alpha_at]
        )

    def children(self, node: Node) -> list[Node]:
        """The children in the order of the right search; a stable sort keeps unvisited ones last."""
        return sorted(node.children, key=lambda child: self.visits.get(child, len(self.visits)))

    def contains(self, node: Node) -> bool:
        return node is self.trace.start or node in self.parents

    def upward(self, node: Node) -> Iterator[Node]:
        """``node``, its parent, and so on up to the start."""
        yield node
        while node in self.parents:
            node = self.parents[node]
            yield node

    def earlier(self, node: Node) -> list[Node]:
        """The siblings that the right search finishes before it visits ``node``."""
        siblings = self.children(self.parents[node])
        return [sibling for sibling in siblings if self.order[sibling] < self.order[node]]

    def never_played(self, node: Node) -> bool:
        """Whether the mover above has a policy that gives the move to ``node`` no probability."""
        parent = self.parents[node]
        table = self.policies.get(parent.player or "", {}).get(parent.name)
        action = parent.actions[parent.children.index(node)]
        return table is not None and not table.get(action)

    def topmost_unvisited(self, node: Node) -> Node:
        """The highest of ``node`` and its ancestors that the right search does not visit."""
        return [above for above in self.upward(node) if above not in self.visits][-1]

    def giver(self, at: Node, bound: Number) -> Node | None:
        """The child of ``at`` whose value became the bound: the first that reached it."""
        for child in self.children(at):
            if self.trace.values.get(child) == bound:
                return child
        return None


def _below(start: Node) -> Iterator[Node]:
    pending = [start]
    while pending:
        node = pending.pop()
        yield node
        pending.extend(node.children)
