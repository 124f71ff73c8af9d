"""The one authority on what a case and a suite are: frozen dataclasses and enums.

Decides which calls, checks, conventions and settings exist; may not know students. ``read`` builds
these from YAML; everything above takes them as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from pathlib import Path

from grader.tree import Action, GameTree, Node, Number, Player, PolicyTable


class Call(Enum):
    """A function of the student's ``solver.py`` that a case can call."""

    GAME_VALUE = "game_value"
    EXPECTIMAX = "expectimax"
    MINIMAX = "minimax"
    EXPECTIMINIMAX = "expectiminimax"
    MINIMAX_POLICY = "minimax_policy"
    EXPECTIMAX_POLICY = "expectimax_policy"
    ALPHA_BETA = "alpha_beta"
    DEPTH_LIMITED = "depth_limited"
    DEPTH_LIMITED_PLIES = "depth_limited_plies"

    @property
    def takes_policies(self) -> bool:
        return self in {
            Call.GAME_VALUE, Call.EXPECTIMAX, Call.EXPECTIMINIMAX, Call.EXPECTIMAX_POLICY,
        }  # fmt: skip

    @property
    def returns_policy(self) -> bool:
        return self in {Call.MINIMAX_POLICY, Call.EXPECTIMAX_POLICY}

    @property
    def takes_depth(self) -> bool:
        return self in {Call.DEPTH_LIMITED, Call.DEPTH_LIMITED_PLIES}

    @property
    def prunes(self) -> bool:
        return self is Call.ALPHA_BETA

    @property
    def checks(self) -> tuple[Check, ...]:
        """The comparisons that can be made of this call, in the order in which they are shown."""
        if self.returns_policy:
            return (Check.POLICY,)
        if self is Call.GAME_VALUE:
            return (Check.VALUE, Check.VISITED)
        return (Check.VALUE, Check.ACTION, Check.VISITED, Check.PRUNED)


class Check(Enum):
    """One kind of comparison within a case, with its own weight."""

    VALUE = "value"
    ACTION = "action"
    POLICY = "policy"
    VISITED = "visited"
    PRUNED = "pruned"


class Cutoff(Enum):
    """When a search may stop looking at a node's children: v >= beta (v <= alpha), or v > beta."""

    ON_EQUAL = "on_equal"
    STRICT = "strict"


class Returns(Enum):
    """What a cut search returns: the best value seen (soft), or the bound that it reached (hard)."""

    FAIL_SOFT = "fail_soft"
    FAIL_HARD = "fail_hard"


class Accept(Enum):
    """Which right alpha-beta searches get the points of a visited sequence."""

    EXACT = "exact"  # the stated convention alone
    ANY_CORRECT = "any_correct"  # the member of the family that fits the question best


class TieBreak(Enum):
    """Which of several optimal actions is right."""

    ANY = "any"
    FIRST = "first"


class Visibility(Enum):
    """Gradescope's four words for when a student sees a test."""

    VISIBLE = "visible"
    HIDDEN = "hidden"
    AFTER_DUE_DATE = "after_due_date"
    AFTER_PUBLISHED = "after_published"


class Scoring(Enum):
    """How a question's cases make its points."""

    PER_CASE = "per_case"
    BY_GROUP = "by_group"  # a named group counts only when all of its cases pass
    ALL_OR_NOTHING = "all_or_nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pruning:
    """The convention that the suite states, teaches and records."""

    cutoff: Cutoff = Cutoff.ON_EQUAL
    returns: Returns = Returns.FAIL_SOFT
    accept: Accept = Accept.ANY_CORRECT


@dataclass(frozen=True, slots=True, kw_only=True)
class Tolerance:
    """Numbers are equal within relative * |expected| or within absolute, whichever is wider."""

    relative: float = 1e-6
    absolute: float = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one case may use. Seconds, megabytes (2**20 bytes), counts."""

    cpu: float = 2.0
    wall: float = 5.0
    memory: int = 512
    output: int = 256  # megabytes printed before the case is stopped; far less is kept
    requests: int = 20  # per node of the tree, and a hundred more
    run: float = 240.0  # wall seconds for all cases together


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What a right answer is; None is not checked.

    ``actions`` is the set of optimal actions in the node's order, empty where the answer's action is
    None. ``policy`` maps each state that is asked about to its optimal actions. ``visited`` and
    ``pruned`` hold node names, in order.
    """

    value: Number | None = None
    actions: tuple[Action, ...] | None = None
    policy: Mapping[str, tuple[Action, ...]] | None = None
    visited: tuple[str, ...] | None = None
    pruned: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One call of one function on one tree, and what is right. ``line`` is where it starts."""

    id: str
    call: Call
    title: str
    tree: GameTree
    start: Node
    policies: Mapping[Player, PolicyTable] = field(default_factory=dict)
    depth: int | None = None
    expect: Expectation
    weights: Mapping[Check, Fraction]  # only of the checks that ``expect`` states; never all zero
    points: Fraction = Fraction(1)  # relative weight of the case within its question
    group: str | None = None
    visibility: Visibility = Visibility.VISIBLE
    tie_break: TieBreak = TieBreak.ANY
    file: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Cases that make points together, in teaching order."""

    id: str
    title: str
    points: Fraction
    scoring: Scoring
    pruning: Pruning
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """Everything that a run grades by. ``folder`` holds suite.yaml; paths in it start there."""

    title: str
    folder: Path
    questions: tuple[Question, ...]
    tolerance: Tolerance
    limits: Limits
    support: Path  # the module that students import as ``games``
    allow: tuple[str, ...] = ()  # installed packages that a submission may import
    preload: tuple[str, ...] = ()  # those of them that are loaded before the student's code
    secret: str | None = None  # by which, and a submission's id, hidden cases are varied
    isolation: int = 1  # the least level of isolation, 1 to 5, at which the suite is graded

    @property
    def cases(self) -> tuple[Case, ...]:
        return tuple(case for question in self.questions for case in question.cases)
