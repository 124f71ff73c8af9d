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

from grader.cases.calls import Call as Call  # the format's words, in a module of their own
from grader.cases.calls import Check as Check
from grader.cases.calls import Property as Property
from grader.cases.settings import Accept as Accept  # and those of a suite's settings
from grader.cases.settings import Attempts as Attempts
from grader.cases.settings import Column as Column
from grader.cases.settings import Cutoff as Cutoff
from grader.cases.settings import Limits as Limits
from grader.cases.settings import Measure as Measure
from grader.cases.settings import Pruning as Pruning
from grader.cases.settings import Returns as Returns
from grader.cases.settings import Scoring as Scoring
from grader.cases.settings import Tolerance as Tolerance
from grader.cases.settings import UnitTests as UnitTests
from grader.cases.settings import Visibility as Visibility
from grader.tree import Action, GameTree, Node, Number, Player, PolicyTable, State


class TieBreak(Enum):
    """Which of several optimal actions is right."""

    ANY = "any"
    FIRST = "first"


class Law(Enum):
    """A law that an evaluation function keeps on every position."""

    UTILITY_AT_ENDS = "utility_at_ends"
    BETWEEN = "between"  # elsewhere it lies strictly between -1 and 1
    ANTISYMMETRIC = "antisymmetric"  # swapping the players changes the sign


class Rival(Enum):
    """Whom an evaluation function, under a search of fixed depth, plays against."""

    RANDOM = "random"
    GREEDY = "greedy"  # wins at once where it can, else plays at random


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """Bounds on how much a search looks at; ``must`` are nodes that no right search leaves out."""

    visits: int | None = None
    evaluations: int | None = None
    must: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wins:
    """Games against a rival: a win counts 1, a draw a half; at least ``at_least`` are asked for."""

    against: Rival
    games: int
    depth: int  # in moves
    at_least: Number
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """What the trees of a property are like. ``depth`` and ``width`` are the most moves and actions.

    ``ties`` and ``zeros`` say whether equal utilities, and a utility of 0, are common. Without
    ``players`` those move that the call has in its games.
    """

    count: int
    seed: int = 1
    depth: int = 4
    width: int = 3
    players: tuple[Player, ...] = ()
    ties: bool = True
    zeros: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class FrozenTree:
    """A generated tree, as it was recorded: one ``line`` of text."""

    tree: GameTree = field(compare=False)
    line: str

    def __str__(self) -> str:
        return self.line


Payoffs = Mapping[Player, Number]
Interval = tuple[Number, Number]


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What a right answer is; None is not checked.

    ``actions`` is the set of optimal actions in the node's order, empty where the answer's action is
    None. ``policy`` maps each state that is asked about to its optimal actions. ``visited``,
    ``pruned`` and ``path`` hold node names, in order. ``payoffs`` are the values of max_n, one for
    each way to break ties. ``outcomes`` are the chances of the ends that have any. ``table`` is by
    ("max" or "exptmax", "min" or "fixed"). ``game`` is what a class must unfold to; ``row`` the value
    of its start under minimax, by n. ``signs`` are -1, 0 or 1, by position. ``property`` has the
    trees on which the case's law must hold.
    """

    value: Number | None = None
    actions: tuple[Action, ...] | None = None
    policy: Mapping[str, tuple[Action, ...]] | None = None
    visited: tuple[str, ...] | None = None
    pruned: tuple[str, ...] | None = None
    payoffs: tuple[Payoffs, ...] | None = None
    effort: Effort | None = None
    path: tuple[str, ...] | None = None
    outcomes: Mapping[str, Fraction] | None = None
    table: Mapping[tuple[str, str], Number] | None = None
    options: tuple[str, ...] | None = None
    game: GameTree | None = None
    row: Mapping[int, int] | None = None
    law: Law | None = None
    signs: Mapping[State, int] | None = None
    wins: Wins | None = None
    property: tuple[FrozenTree, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What a call is given beside the game: numbers, by the names of the arguments.

    ``n`` counts rollouts, or is that of HalvingGame. ``seed`` makes ``rng``.
    """

    depth: int | None = None
    n: int | None = None
    seed: int = 1
    max_evaluations: int | None = None
    low: Number | None = None
    high: Number | None = None
    intervals: Mapping[str, Interval] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One call of one function on one tree, and what is right. ``line`` is where it starts.

    ``tree`` is a single end where the call plays on none. ``game`` is the name of a support module's
    game, whose tree is unfolded as far as it is looked at, or empty for a written tree. With a ``law``
    it is a property case: many calls, on the trees of ``expect.property``, made by the ``recipe``.
    """

    id: str
    call: Call
    title: str
    tree: GameTree
    start: Node
    game: str = ""
    law: Property | None = None
    recipe: Recipe | None = None
    policies: Mapping[Player, PolicyTable] = field(default_factory=dict)
    given: Given = field(default_factory=Given)
    limits: Limits | None = None  # the suite's hold where it has none of its own
    expect: Expectation
    weights: Mapping[Check, Fraction]  # only of the checks that ``expect`` states; never all zero
    points: Fraction = Fraction(1)  # relative weight of the case within its question
    group: str | None = None
    visibility: Visibility = Visibility.VISIBLE
    tie_break: TieBreak = TieBreak.ANY
    file: str
    line: int

    @property
    def depth(self) -> int | None:
        return self.given.depth

    @property
    def checks(self) -> tuple[Check, ...]:
        """The comparisons that can be made, in the order in which they are shown."""
        return self.call.checks if self.law is None else (Check.PROPERTY,)

    @property
    def is_traced(self) -> bool:
        """Whether its visits are read under the family of pruning conventions.

        Sequences are for written trees only: a game's tree is too large to be searched eight times.
        """
        return self.call.prunes and not self.game and self.law is None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitCase(Case):
    """A unit test in the place of a case, for reports: it is run elsewhere, and its call means nothing.

    Its points are the weight that a decorator gives it. No suite that is read has one in it.
    """

    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Cases that make points together, in teaching order."""

    id: str
    title: str
    points: Fraction
    scoring: Scoring
    pruning: Pruning
    cases: tuple[Case, ...]
    extra: bool = False  # points beyond the total

    @property
    def calls(self) -> tuple[Call, ...]:
        """What the cases call, in the order of the assignment."""
        called = {case.call for case in self.cases}
        return tuple(call for call in Call if call in called)


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
    attempts: Attempts | None = None  # None: as many as students like
    leaderboard: tuple[Column, ...] = ()
    unit: UnitTests | None = None

    @property
    def cases(self) -> tuple[Case, ...]:
        return tuple(case for question in self.questions for case in question.cases)

    @property
    def calls(self) -> tuple[Call, ...]:
        """What the cases call, in the order of the assignment."""
        called = {case.call for case in self.cases}
        return tuple(call for call in Call if call in called)
