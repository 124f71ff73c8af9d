"""The fields of a file of the Pac-Man course project: ``key: "value"``, or a block in three quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NoReturn

from grader.errors import AuthorError, Fault

_FIELD = re.compile(r'\s*(\w+)\s*:\s*(?:"""(.*)|"([^"]*)"\s*)$')
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a file and where it stands, from 1."""

    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """What a field holds: its lines, from where its key stands."""

    place: Word
    lines: tuple[tuple[int, str], ...]  # each with its number

    @property
    def text(self) -> str:
        return " ".join(line.strip() for _, line in self.lines).strip()

    def rows(self) -> list[list[Word]]:
        """The words of each line that has any."""
        rows = [
            [Word(m[0], number, m.start() + 1) for m in _WORD.finditer(line)]
            for number, line in self.lines
        ]
        return [row for row in rows if row]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """A file's fields by their keys."""

    file: str
    values: Mapping[str, Value]

    def fail(self, place: Word | Value | None, message: str) -> NoReturn:
        """Raise AuthorError: what is wrong at ``place``, or with the file."""
        word = place.place if isinstance(place, Value) else place or Word("", 1, 1)
        fault = Fault(file=self.file, line=word.line, column=word.column, message=message)
        raise AuthorError([fault])

    def get(self, key: str) -> Value:
        """The field; AuthorError where there is none."""
        return self.values[key] if key in self.values else self.fail(None, f"{key}: is missing")

    def number(self, key: str) -> int:
        """A whole number from 1 up."""
        value = self.get(key)
        if not re.fullmatch("[1-9][0-9]{0,2}", value.text):
            self.fail(value, f"{key} is a whole number from 1 to 999, found {value.text!r}")
        return int(value.text)

    def words(self, key: str) -> list[Word]:
        """All words of a field, which may be missing."""
        value = self.values.get(key)
        return [word for row in value.rows() for word in row] if value else []


def read_fields(text: str, file: str) -> Fields:
    """The fields of a file. What follows a ``#`` is a comment, also in a block."""
    fields = Fields(file=file, values={})
    values: dict[str, Value] = {}
    lines = iter(enumerate((line.partition("#")[0] for line in text.splitlines()), start=1))
    for number, line in lines:
        if not line.strip():
            continue
        found = _FIELD.match(line)
        if found is None:
            fields.fail(Word(line, number, 1), 'expected key: "value" or key: """')
        place = Word(found[1], number, found.start(1) + 1)
        if found[1] in values:
            first = values[found[1]].place.line
            fields.fail(place, f"{found[1]}: is there already, at line {first}")
        if found[2] is None:
            block = [(number, " " * found.start(3) + found[3])]
        else:
            block = _block(fields, place, " " * found.start(2) + found[2], lines)
        values[found[1]] = Value(place=place, lines=tuple(block))
    return Fields(file=file, values=values)


def _block(
    fields: Fields, place: Word, first: str, lines: Iterator[tuple[int, str]]
) -> list[tuple[int, str]]:
    """The lines of a block up to its three quotes."""
    block: list[tuple[int, str]] = []
    number, line = place.line, first
    while '"""' not in line:
        block.append((number, line))
        number, line = next(lines, (0, ""))
        if not number:
            fields.fail(place, f'the block of {place.text} is not closed: no """ follows')
    inside, _, after = line.partition('"""')
    if after.strip():
        fields.fail(Word(after, number, len(inside) + 4), "nothing can stand behind the block")
    return [*block, (number, inside)]
