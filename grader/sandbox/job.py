"""What the sandbox is asked to run: one call, in words that know nothing of cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from grader.tree import GameTree, Node, Player, PolicyTable, State


class Shape(Enum):
    """What a call should return, or what is done with the function and told of it."""

    VALUE = "value"
    PAIR = "pair"
    POLICY = "policy"  # the policy is asked at the nodes of ``asked``
    VECTOR = "vector"  # a pair whose value is a number for each player
    TABLE = "table"  # numbers by pairs of words
    OPTIONS = "options"  # a set of words
    ROLLOUTS = "rollouts"  # the function is called ``n`` times, and the plays are counted
    UNFOLDING = "unfolding"  # the class is made, and the game is walked
    ROW = "row"  # the class is made for each n, and the submission's minimax plays it
    NUMBERS = "numbers"  # the function is called on each of ``positions``


Plain = int | float | str | None | tuple["Plain", ...] | Mapping[str, "Plain"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """What one run may use: seconds, megabytes (2**20 bytes), requests."""

    cpu: float
    wall: float
    memory: int
    output: int
    requests: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Call ``function`` with ``arguments`` by these names.

    The child makes ``game``, ``policies``, ``opponent_policy``, ``state``, ``evaluate`` and ``rng``
    (from ``given["seed"]``) itself; any other argument is in ``given``. ``asked`` are the nodes at
    which a returned policy is called; ``positions`` are what a function is called on, one by one.
    ``name`` tells this call from others; the child doesn't learn it, but ``random`` depends on it.
    """

    function: str
    arguments: tuple[str, ...]
    shape: Shape
    tree: GameTree
    start: Node
    policies: Mapping[Player, PolicyTable] = field(default_factory=dict)
    given: Mapping[str, Plain] = field(default_factory=dict)
    asked: tuple[Node, ...] = ()
    positions: tuple[State, ...] = ()
    name: str = ""
    budget: Budget
