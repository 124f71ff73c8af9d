"""Compose located nodes from JSON text, and write them as such. Needs the standard library only.

Iterative and bounded, as the reader of YAML is: the same nodes come out, numbers as the text that
they are written in. The first thing that is no JSON ends the reading. May not know cases.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from grader.cases.located import Faults, Hole, Located, Mapping, Scalar, Sequence, Start
from grader.cases.source import Open, closed, scalar
from grader.cases.syntax import MAX_DEPTH

MAX_JSON_DEPTH = MAX_DEPTH + 4  # a suite with its cases in it nests them four deeper
TOO_DEEP = f"this is nested more than {MAX_JSON_DEPTH} deep"

_SPACE = re.compile(r"[ \t\n]*")
_STRING = re.compile(r'"[^"\\\n\t]*(?:\\.[^"\\\n\t]*)*"')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_WORD = re.compile(r"[^\s,:\[\]{}\"]+")
_LITERALS = ("true", "false", "null")
_LONGEST_SHOWN = 40

_END = "the end"  # the mark of the token after the last
_SCALAR = "text"  # the mark of a token that is a whole node


class _Due(Enum):
    """What has to come next."""

    VALUE = "a value is missing before this place"
    FIRST_VALUE = "a value or ] is missing before this place"
    KEY = "a key must be text in double quotes"
    FIRST_KEY = "a key must be text in double quotes (or } ends it)"
    COLON = "a colon is missing between a key and its value"
    COMMA = "a comma or a closing bracket is missing before this place"
    END = "nothing can stand after the end of the document"


_VALUES = (_Due.VALUE, _Due.FIRST_VALUE)
_KEYS = (_Due.KEY, _Due.FIRST_KEY)


@dataclass(frozen=True, slots=True)
class _Token:
    """A bracket, comma or colon, or a scalar's node."""

    mark: str
    place: Start
    node: Scalar | None = None


class _NoJSON(Exception):  # noqa: N818 (ends the reading of one file, never leaves here)
    def __init__(self, place: Start, message: str) -> None:
        super().__init__(message)
        self.place, self.message = place, message


def compose_json(text: str, faults: Faults) -> list[Located]:
    """The document of one file, none where it is empty or no JSON; faults go into ``faults``."""
    composer = _Composer(faults)
    try:
        for token in _tokens(text, faults):
            composer.take(token)
    except _NoJSON as error:
        faults.at(error.place, error.message)
        return []
    return [] if composer.document is None else [composer.document]


def write_json(node: Located) -> str:
    r"""Write a node so that reading it gives the node again, up to places and quotes; ASCII.

    Raises TypeError where a fault has left a hole.

    >>> entry = (Scalar("A", True, 1, 1), Sequence((Scalar("1e3", True, 1, 4),), 1, 4))
    >>> write_json(Mapping((entry,), 1, 1))
    '{"A": [1e3]}'
    """
    if isinstance(node, Sequence):
        return f"[{', '.join(map(write_json, node.items))}]"
    if isinstance(node, Mapping):
        pairs = (f"{json.dumps(key.text)}: {write_json(value)}" for key, value in node.entries)
        return f"{{{', '.join(pairs)}}}"
    if isinstance(node, Hole):
        raise TypeError(f"something faulty at {node.line}:{node.column} can't be written")
    if node.is_null:
        return "null"
    is_number = node.plain and _NUMBER.fullmatch(node.text)
    return node.text if is_number else json.dumps(node.text)


class _Composer:
    """Builds the document's node from its tokens, with an explicit stack."""

    def __init__(self, faults: Faults) -> None:
        self.document: Located | None = None
        self._faults = faults
        self._open: list[Open] = []
        self._due = _Due.VALUE

    def take(self, token: _Token) -> None:
        """Go on by one token; raises _NoJSON where it can't come next."""
        if token.mark == _SCALAR:
            fits = token.node is not None and self._scalar(token.node)
        elif token.mark in "[{":
            fits = self._opening(token)
        elif token.mark in "]}":
            fits = self._closing(token)
        else:
            fits = self._separator(token)
        if not fits:
            raise _NoJSON(token.place, self._complaint(token))

    def _scalar(self, node: Scalar) -> bool:
        if self._due in _VALUES:
            self._add(node)
        elif self._due in _KEYS and not node.plain:
            self._open[-1].items.append(node)
            self._due = _Due.COLON
        else:
            return False
        return True

    def _opening(self, token: _Token) -> bool:
        if self._due not in _VALUES:
            return False
        if len(self._open) == MAX_JSON_DEPTH:
            raise _NoJSON(token.place, TOO_DEEP)
        is_mapping = token.mark == "{"
        self._open.append(Open(is_mapping, token.place))
        self._due = _Due.FIRST_KEY if is_mapping else _Due.FIRST_VALUE
        return True

    def _closing(self, token: _Token) -> bool:
        may_end = self._due in (_Due.FIRST_KEY, _Due.FIRST_VALUE, _Due.COMMA)
        if not may_end or self._open[-1].is_mapping != (token.mark == "}"):
            return False
        self._add(closed(self._open.pop(), self._faults))
        return True

    def _separator(self, token: _Token) -> bool:
        if token.mark == "," and self._due is _Due.COMMA:
            self._due = _Due.KEY if self._open[-1].is_mapping else _Due.VALUE
        elif token.mark == ":" and self._due is _Due.COLON:
            self._due = _Due.VALUE
        else:
            nothing_yet = self.document is None and not self._open
            return token.mark == _END and (self._due is _Due.END or nothing_yet)
        return True

    def _add(self, node: Located) -> None:
        if self._open:
            self._open[-1].items.append(node)
            self._due = _Due.COMMA
        else:
            self.document = node
            self._due = _Due.END

    def _complaint(self, token: _Token) -> str:
        if token.mark == _END:
            start = self._open[-1].place
            what = "mapping" if self._open[-1].is_mapping else "list"
            where = f"{start.line}:{start.column}"
            return f"the text ends, but the {what} that starts at {where} is not closed"
        if token.mark in "]}" and self._open and self._open[-1].items:
            after_comma = self._due is (_Due.KEY if token.mark == "}" else _Due.VALUE)
            if after_comma and self._open[-1].is_mapping == (token.mark == "}"):
                return f"a comma can't stand before {token.mark}; delete it"
        return self._due.value


def _tokens(text: str, faults: Faults) -> Iterator[_Token]:
    """The tokens of a text, each with its place; raises _NoJSON where there is none."""
    at = line_start = 0
    line = 1
    while True:
        after = _SPACE.match(text, at).end()  # type: ignore[union-attr]  # it matches nothing, too
        if breaks := text.count("\n", at, after):
            line += breaks
            line_start = text.rindex("\n", at, after) + 1
        place = Start(line, after - line_start + 1)
        if after == len(text):
            yield _Token(_END, place)
            return
        mark = text[after]
        if mark in "[]{},:":
            yield _Token(mark, place)
            at = after + 1
        elif mark == '"':
            found = _STRING.match(text, after)
            if found is None:
                raise _NoJSON(place, _unclosed(text, after))
            yield _Token(_SCALAR, place, scalar(_said(found[0], place), place, faults, plain=False))
            at = found.end()
        else:
            word = _word(text, after, place)
            yield _Token(_SCALAR, place, Scalar(word, True, place.line, place.column))  # noqa: FBT003
            at = after + len(word)


def _said(quoted: str, place: Start) -> str:
    """The text of a string with its quotes and escapes."""
    if "\\" not in quoted:
        return quoted[1:-1]
    try:
        return str(json.loads(quoted))
    except json.JSONDecodeError as error:
        there = Start(place.line, place.column + error.pos)
        raise _NoJSON(there, "this backslash stands for nothing; write \\\\ for one") from None


def _unclosed(text: str, at: int) -> str:
    line = text[at:].partition("\n")[0]
    if "\t" in line:
        return "a tab can't stand in a text; write \\t"
    return "a text is not closed in its line: the second double quote is missing"


def _word(text: str, at: int, place: Start) -> str:
    """A number, true, false or null."""
    found = _WORD.match(text, at)
    word = found[0] if found else text[at]
    if word in _LITERALS or _NUMBER.fullmatch(word):
        return word
    if word[0] == "'":
        raise _NoJSON(place, "text needs double quotes here, not single ones")
    if word[0] == "#" or word.startswith(("//", "/*")):
        raise _NoJSON(place, "JSON has no comments")
    shown = repr(word if len(word) <= _LONGEST_SHOWN else f"{word[:_LONGEST_SHOWN]}...")
    if word[0] in "+-.0123456789":
        raise _NoJSON(place, f"{shown} is no JSON number (3, -0.5, 1e3); 1/3 needs double quotes")
    raise _NoJSON(place, f"{shown} needs double quotes: only numbers, true, false, null have none")
