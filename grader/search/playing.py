"""What comes of playing a game by fixed policies: how rollouts are distributed, who wins how much.

Nothing is drawn: all probabilities are exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from grader.search.backup import AGENT, Policies, chances_of, plain, utility_of
from grader.search.full import expected_value, optimal_policy, preorder
from grader.tree import Action, Node, Number, Player, PolicyError, PolicyTable

OPPONENT: Player = "opp"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rollouts:
    """How plays from ``start`` end.

    ``ends`` has the probability of every end that a play can reach, in tree order: they are positive
    and sum to 1, and any other end is impossible. ``mean`` is the expected utility. ``path`` are the
    nodes of the only possible play, from ``start`` to its end, or None where there are several.
    """

    start: Node
    ends: Mapping[Node, Fraction]
    mean: Number
    path: tuple[Node, ...] | None


def rollouts(start: Node, policies: Policies) -> Rollouts:
    """The exact distribution of a play from ``start`` in which everybody plays by policy.

    What has probability 0 is not looked at. Raises PolicyError, naming the node, for a mover without
    a policy.
    """
    ends: dict[Node, Fraction] = {}
    inner: list[Node] = []  # in pre-order
    pending = [(start, Fraction(1))]
    while pending:
        node, reached = pending.pop()
        if node.is_end:
            ends[node] = reached
            continue
        inner.append(node)
        chances = _chances_at(node, policies)
        for chance, child in reversed(list(zip(chances, node.children, strict=True))):
            if chance:
                pending.append((child, reached * chance))
    mean = sum((reached * utility_of(end) for end, reached in ends.items()), Fraction(0))
    path = (*inner, *ends) if len(ends) == 1 else None
    return Rollouts(start=start, ends=ends, mean=plain(mean), path=path)


def value_table(start: Node, opponent: PolicyTable) -> Mapping[tuple[str, str], Number]:
    """What ``start`` is worth, by the agent's policy and the opponent's.

    The agent plays its minimax policy ("max") or its best answer to ``opponent`` ("exptmax"), the
    opponent its minimax policy ("min") or ``opponent`` ("fixed"). Policies take the first of ties.
    """
    both = _first_of_ties(start, {})
    answer = _first_of_ties(start, {OPPONENT: opponent})
    return {
        (mine, theirs): expected_value(start, {AGENT: agents, OPPONENT: opponents}).value
        for mine, agents in (("max", both), ("exptmax", answer))
        for theirs, opponents in (("min", both), ("fixed", opponent))
    }


def _chances_at(node: Node, policies: Policies) -> tuple[Fraction, ...]:
    mover = node.player or ""
    if mover not in policies:
        raise PolicyError(f"{mover} moves at {node.name}, but has no policy")
    return chances_of(node, policies[mover])


def _first_of_ties(start: Node, policies: Policies) -> PolicyTable:
    """The optimal policy at every node whose mover has to choose, the opponent's nodes among them."""
    optimal = optimal_policy(start, policies)
    table: dict[str, Mapping[Action, Fraction]] = {}
    for node in preorder(start):
        if node.name in optimal:
            best = optimal[node.name][0]
            table[node.name] = {action: Fraction(action == best) for action in node.actions}
    return table
