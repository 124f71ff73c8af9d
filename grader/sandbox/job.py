"""What the sandbox is asked to run: one call, in words that know nothing of cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from grader.tree import GameTree, Node, Player, PolicyTable


class Shape(Enum):
    """What a call should return."""

    VALUE = "value"
    PAIR = "pair"
    POLICY = "policy"


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
    """Call ``function`` with ``arguments`` (game, policies, state, depth, evaluate) by these names.

    ``asked`` are the nodes at which a returned policy is called.
    """

    function: str
    arguments: tuple[str, ...]
    shape: Shape
    tree: GameTree
    start: Node
    policies: Mapping[Player, PolicyTable] = field(default_factory=dict)
    depth: int | None = None
    asked: tuple[Node, ...] = ()
    budget: Budget
