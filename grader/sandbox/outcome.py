"""What came of running one call in a child: the whole of what the grader believes about it.

May not know points. Everything in it was either observed from outside the child or decoded strictly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from grader.tree import Action, Node


class Status(Enum):
    """How a run ended. The words are shared with the verdicts of grading."""

    RETURNED = "RETURNED"
    RAISED = "RAISED"
    TIMED_OUT = "TIMED_OUT"
    OUT_OF_MEMORY = "OUT_OF_MEMORY"
    TOO_MUCH_OUTPUT = "TOO_MUCH_OUTPUT"
    CRASHED = "CRASHED"
    FORBIDDEN = "FORBIDDEN"
    NOT_IMPLEMENTED = "NOT_IMPLEMENTED"
    NOT_RUN = "NOT_RUN"
    GRADER_ERROR = "GRADER_ERROR"


@dataclass(frozen=True, slots=True, kw_only=True)
class Strange:
    """Something that came back where something else was asked for, as the child described it.

    ``kind`` is a type name (``bool``, ``str``, ``Always``), or ``nan``, ``inf``, ``huge`` for floats
    and ints that are no usable numbers, or ``None``. ``shown`` is a bounded, cleaned repr, or empty.
    """

    kind: str
    shown: str = ""


Value = int | float | Strange  # never a bool, NaN or infinity
Distribution = Mapping[Action, Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """One way in which a game was played, ``count`` times: what the function said of it."""

    count: int
    nodes: tuple[Node, ...]
    actions: tuple[Action | Strange | None, ...]
    utility: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A state of a student's game. ``refused`` is what ``utility`` raised, or empty."""

    is_end: bool | Strange
    player: Action | Strange | None
    utility: Value | None
    refused: str
    actions: tuple[Action | Strange | None, ...]
    changed: bool  # by what was asked of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a call returned, by the shape that was asked for; everything else is empty.

    A value: ``value``. A (value, action) pair: ``value`` and ``action`` (None is an answer too); with a
    number for each player, ``payoffs`` instead of ``value``. A policy: ``policy``, what it said at each
    state that was asked about, by the state's name. A table: ``table``, by whatever its keys are. A
    set: ``options``. Rollouts: ``plays``, and whether the same seed gave the same ones again. A walked
    game: ``states`` in pre-order, and whether these are all of them. ``numbers``, one for each
    position or n. ``misshapen`` is set where the shape was another.
    """

    value: Value | None = None
    action: Action | Strange | None = None
    policy: Mapping[str, Distribution | Strange] | None = None
    payoffs: Mapping[Action, Value] | Strange | None = None
    table: Mapping[Action, Value] | None = None
    options: tuple[Action | Strange | None, ...] | None = None
    plays: tuple[Play, ...] | None = None
    came_again: bool = True
    states: tuple[Seen, ...] | None = None
    is_whole: bool = True
    numbers: tuple[Value | Strange, ...] | None = None
    misshapen: Strange | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One run. ``visited`` is the order of first visits; ``horizon`` the nodes evaluated, in order.

    ``evaluations`` counts every call of ``evaluate``, repeats too.

    ``message`` is a sentence for the student about a run that did not return; ``traceback`` the
    student's own frames, innermost last, as text. ``output`` is what the run printed, cleaned and
    cut; ``staff`` is for staff only. ``cpu`` and ``wall`` are seconds.
    """

    status: Status
    answer: Answer | None = None
    visited: tuple[Node, ...] = ()
    horizon: tuple[Node, ...] = ()
    evaluations: int = 0
    repeats: int = 0
    message: str = ""
    traceback: str = ""
    output: str = ""
    staff: str = ""
    cpu: float = 0.0
    wall: float = 0.0
    was_called: bool = True  # false where the submission could not even be loaded
    was_first: bool = True  # false where an earlier call may have left something in its child
