"""What a node is worth, given what its children are worth.

Decides who maximises, who minimises and who is averaged; may not know in which order a search looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from grader.errors import GraderError
from grader.search.trace import Trace
from grader.tree import Action, Node, Number, Player, PolicyError, PolicyTable

AGENT: Player = "agent"  # the player that maximises; any other one without a policy minimises

Policies = Mapping[Player, PolicyTable]


def utility_of(node: Node) -> Number:
    """The utility of an end; GraderError where the tree has none."""
    if node.utility is None:
        raise GraderError(f"{node.name} is an end without a utility; give it a number")
    return node.utility


def evaluation_of(node: Node) -> Number:
    """The evaluation of a horizon node; GraderError where the tree has none."""
    if node.evaluation is None:
        raise GraderError(f"the search stops at {node.name}, which has no evaluation; give it one")
    return node.evaluation


def chances_of(node: Node, table: PolicyTable) -> tuple[Fraction, ...]:
    """The probabilities of the node's actions, in order; PolicyError where ``table`` has none."""
    if node.name not in table:
        raise PolicyError(f"no probabilities are given for {node.player} at {node.name}")
    chances = table[node.name]
    return tuple(chances[action] for action in node.actions)


def plain(number: Fraction) -> Number:
    """The number as an ``int`` where it is whole."""
    return number.numerator if number.denominator == 1 else number


def optimal_actions(node: Node, values: Mapping[Node, Number]) -> tuple[Action, ...]:
    """The actions of ``node`` that are best for its mover, in the node's order."""
    best = _optimum(node, values)
    return tuple(
        action
        for action, child in zip(node.actions, node.children, strict=True)
        if values[child] == best
    )


def back_up(
    visited: Sequence[Node], policies: Policies, horizon: Iterable[Node] = ()
) -> dict[Node, Number]:
    """The value of every node of ``visited``, which must be in pre-order and lack no successor.

    The nodes of ``horizon`` are worth their evaluations, and their successors are not needed.
    """
    values = {node: evaluation_of(node) for node in horizon}
    for node in reversed(visited):  # a node's successors come after it
        if node not in values:
            values[node] = _value(node, policies, values)
    return values


def traced(visited: Sequence[Node], policies: Policies, horizon: Sequence[Node] = ()) -> Trace:
    """The trace of a search without bounds that looked at ``visited``, its start first."""
    start = visited[0]
    values = back_up(visited, policies, horizon)
    chooses = not (start.is_end or start in horizon or start.player in policies)
    return Trace(
        start=start,
        value=values[start],
        actions=optimal_actions(start, values) if chooses else (),
        visited=tuple(visited),
        values=values,
        horizon=tuple(horizon),
        evaluated=tuple(horizon),
    )


def _value(node: Node, policies: Policies, values: Mapping[Node, Number]) -> Number:
    if node.player is None:
        return utility_of(node)
    if node.player in policies:
        return _average(node, policies[node.player], values)
    return _optimum(node, values)


def _optimum(node: Node, values: Mapping[Node, Number]) -> Number:
    optimum = max if node.player == AGENT else min
    return optimum(values[child] for child in node.children)


def _average(node: Node, table: PolicyTable, values: Mapping[Node, Number]) -> Number:
    chances = chances_of(node, table)
    parts = (chance * values[child] for chance, child in zip(chances, node.children, strict=True))
    return plain(sum(parts, Fraction(0)))
