"""What a suite settles for all of its cases: conventions, limits, what is seen, what counts.

Decides which settings exist and what holds where a suite says nothing. ``model`` puts them together.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from grader.cases.calls import Call


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
class Attempts:
    """How often a student may be graded: ``limit`` within any ``every`` seconds, ``total`` in all."""

    limit: int | None = None
    every: int | None = None  # with ``limit`` alone
    total: int | None = None


class Measure(Enum):
    """What a column of the leaderboard counts."""

    VISITS = "visits"
    EVALUATIONS = "evaluations"
    WINS = "wins"


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of the leaderboard: ``measure`` summed over the visible cases of ``call``."""

    name: str
    measure: Measure
    call: Call
    ascending: bool  # whether less is better


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitTests:
    """The suite's ``unittest`` modules: ``folder`` inside the suite's. They make one question.

    ``points`` is None where the tests' own weights are the points. ``seconds`` is for each test.
    """

    folder: str
    id: str = "unit"
    title: str = "Unit tests"
    points: Fraction | None = None
    extra: bool = False
    seconds: float = 30.0
