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
class Answer:
    """What a call returned, by the shape that was asked for.

    A value: ``value``. A (value, action) pair: ``value`` and ``action`` (None is an answer too). A
    policy: ``policy``, what it said at each state that was asked about, by the state's name.
    ``misshapen`` is set, and all else empty, where the shape was another.
    """

    value: Value | None = None
    action: Action | Strange | None = None
    policy: Mapping[str, Distribution | Strange] | None = None
    misshapen: Strange | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One run. ``visited`` is the order of first visits; ``horizon`` the nodes evaluated, in order.

    ``message`` is a sentence for the student about a run that did not return; ``traceback`` the
    student's own frames, innermost last, as text. ``output`` is what the run printed, cleaned and
    cut; ``staff`` is for staff only. ``cpu`` and ``wall`` are seconds.
    """

    status: Status
    answer: Answer | None = None
    visited: tuple[Node, ...] = ()
    horizon: tuple[Node, ...] = ()
    repeats: int = 0
    message: str = ""
    traceback: str = ""
    output: str = ""
    staff: str = ""
    cpu: float = 0.0
    wall: float = 0.0
