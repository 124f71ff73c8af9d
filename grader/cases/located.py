"""Nodes of a case file that know where they stand, and the list of its faults.

Decides what a decoder sees of a file: text, lists and mappings with a line and a column, never a
number, a date or a bool that YAML guessed. May not know cases, nor which syntax the text had.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from grader.errors import Fault

NULLS = frozenset({"", "~", "null", "Null", "NULL"})


class Place(Protocol):
    """Anything with a line and a column, both counted from 1."""

    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Scalar:
    """One piece of text; ``plain`` where it stood without quotes."""

    text: str
    plain: bool
    line: int
    column: int

    @property
    def is_null(self) -> bool:
        return self.plain and self.text in NULLS


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list, in block or flow style."""

    items: tuple[Located, ...]
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys with their values, in order; keys are unique by their text."""

    entries: tuple[tuple[Scalar, Located], ...]
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Hole:
    """Where a fault has been reported already; decoders pass over it in silence."""

    line: int
    column: int


Located = Scalar | Sequence | Mapping | Hole


@dataclass(frozen=True, slots=True)
class Start:
    """The place of something that has no node of its own."""

    line: int = 1
    column: int = 1


@dataclass(slots=True)
class Faults:
    """The faults of one file, collected while reading goes on."""

    file: str
    found: list[Fault] = field(default_factory=list)

    def at(self, place: Place, message: str) -> None:
        fault = Fault(file=self.file, line=place.line, column=place.column, message=message)
        self.found.append(fault)
