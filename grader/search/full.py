"""Searches that look at every node below the start, in pre-order.

Actions that a policy never takes are looked at, too: their probability is 0, and the plain
recurrence visits every successor.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader.search.backup import AGENT, Policies, optimal_actions, traced
from grader.search.trace import Trace
from grader.tree import Action, Node


def expected_value(start: Node, policies: Policies) -> Trace:
    """Evaluate the game: every player with a policy is averaged over it, the agent too.

    The agent without a policy maximises, any other player without one minimises.
    """
    return traced(preorder(start), policies)


def minimax(start: Node) -> Trace:
    """Search with the agent maximising and all others minimising."""
    return traced(preorder(start), {})


def expectimax(start: Node, policies: Policies) -> Trace:
    """Search with the agent maximising, whatever ``policies`` says of it.

    Any other player is averaged over its policy, or minimises where it has none.
    """
    return traced(preorder(start), of_others(policies))


def expectiminimax(start: Node, policies: Policies) -> Trace:
    """Search as ``expectimax`` does: the coin is one more player with a policy, opp has none."""
    return expectimax(start, policies)


def optimal_policy(
    start: Node, policies: Policies | None = None
) -> Mapping[str, tuple[Action, ...]]:
    """The optimal actions at every node, by name in pre-order, whose mover has to choose.

    That is the agent, whatever ``policies`` says of it, and every player without a policy.
    """
    fixed = of_others(policies or {})
    trace = traced(preorder(start), fixed)
    return {
        node.name: optimal_actions(node, trace.values)
        for node in trace.visited
        if not node.is_end and node.player not in fixed
    }


def of_others(policies: Policies) -> Policies:
    """The policies without the agent's, which chooses for itself whatever they say of it."""
    return {player: table for player, table in policies.items() if player != AGENT}


def preorder(start: Node) -> list[Node]:
    """Every node from ``start``, a parent before its children."""
    visited: list[Node] = []
    pending = [start]
    while pending:
        node = pending.pop()
        visited.append(node)
        pending.extend(reversed(node.children))
    return visited
