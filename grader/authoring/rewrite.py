"""Change values in the text of a YAML file and leave every other character as it is.

Decides where in a text a value stands and what is put there. May not know cases, nor what is right.
Columns and positions count from 0 here, characters of the text with its byte order mark, if any.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from grader.authoring.written import Data, block, wrapped
from grader.cases.decode_expect import UNRECORDED
from grader.cases.fields import exact
from grader.cases.located import NULLS


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A node of a YAML text and where it stands; ``end`` is after the last character of it.

    A scalar has ``text``, a list ``items``, a mapping ``entries``; the others are None. ``is_flow`` is
    for lists and mappings, ``is_plain`` for scalars.
    """

    start: int
    end: int
    line: int
    column: int
    text: str | None = None
    is_plain: bool = False
    items: tuple[Span, ...] | None = None
    entries: tuple[tuple[Span, Span], ...] | None = None
    is_flow: bool = False

    def get(self, key: str) -> tuple[Span, Span] | None:
        """The entry of ``key``, itself and its value."""
        return next((entry for entry in self.entries or () if entry[0].text == key), None)

    @property
    def is_missing(self) -> bool:
        """Whether this, as the value of ``expect``, says nothing yet."""
        if self.text is not None:
            return self.is_plain and (self.text in NULLS or self.text == UNRECORDED)
        return self.entries == ()


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Put ``text`` in the place of what stands from ``start`` to ``end``."""

    start: int
    end: int
    text: str


@dataclass(slots=True)
class _Open:
    start: int
    line: int
    column: int
    is_mapping: bool
    is_flow: bool
    items: list[Span] = field(default_factory=list)


def documents(text: str) -> list[Span]:
    """The documents of a YAML text that a reader has accepted, the top node of each."""
    import yaml  # the Python parser: positions of the C parser count bytes on some lines

    found: list[Span] = []
    stack: list[_Open] = []
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        begin, end = event.start_mark, event.end_mark
        if begin is None or end is None:  # never, for text that was read
            continue
        if isinstance(event, yaml.CollectionStartEvent):
            is_mapping = isinstance(event, yaml.MappingStartEvent)
            is_flow = bool(event.flow_style)
            stack.append(_Open(begin.index, begin.line, begin.column, is_mapping, is_flow))
            continue
        if isinstance(event, yaml.ScalarEvent):
            stop = begin.index + len(text[begin.index : end.index].rstrip())  # of a block scalar
            node = Span(
                start=begin.index,
                end=stop,
                line=begin.line,
                column=begin.column,
                text=event.value,
                is_plain=event.style in (None, ""),
            )
        elif isinstance(event, yaml.CollectionEndEvent):
            node = _closed(stack.pop(), end.index)
        else:
            continue
        (stack[-1].items if stack else found).append(node)
    return found


def _closed(opened: _Open, end: int) -> Span:
    """A block ends for the parser where the next thing begins; here, with the last thing in it."""
    items = opened.items
    if not opened.is_flow:
        end = max((item.end for item in items), default=opened.start)
    pairs = iter(items)
    return Span(
        start=opened.start,
        end=end,
        line=opened.line,
        column=opened.column,
        items=None if opened.is_mapping else tuple(items),
        entries=tuple(zip(pairs, pairs, strict=True)) if opened.is_mapping else None,
        is_flow=opened.is_flow,
    )


def apply(text: str, edits: Iterable[Edit]) -> str:
    """``text`` with all of ``edits``, which touch different parts of it."""
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def newline_of(text: str) -> str:
    r"""How the lines of ``text`` end.

    >>> newline_of("a: 1\r\nb: 2\r\n") == "\r\n"
    True
    """
    found = re.search("\r\n|\n|\r", text)
    return found[0] if found else "\n"


def set_values(text: str, mapping: Span, values: Mapping[str, Data]) -> list[Edit]:
    """Give keys that stand in ``mapping`` other values; of these, only the parts that differ."""
    edits: list[Edit] = []
    for key, data in values.items():
        if (entry := mapping.get(key)) is not None:
            edits += _changed(text, *entry, data)
    return edits


def _changed(text: str, key: Span, value: Span, data: Data) -> Iterator[Edit]:
    keys = {name.text for name, _ in value.entries or ()}
    if not isinstance(data, dict) or value.entries is None or keys != set(data):
        yield Edit(value.start, value.end, _in_place(text, key, value, data))
        return
    for name, inner in value.entries:
        part = data[name.text or ""]
        if not _says(inner, part):
            yield from _changed(text, name, inner, part)


def _says(span: Span, data: Data) -> bool:
    """Whether what stands there means ``data``; a list of words in any order."""
    if isinstance(data, str):
        if span.text is None:
            return False
        number = exact(span.text.strip())
        return span.text == data or (number is not None and number == exact(data))
    if isinstance(data, list):
        words = [item.text for item in span.items or ()]
        return (
            span.items is not None
            and None not in words
            and sorted(map(str, words)) == sorted(part for part in data if isinstance(part, str))
        )
    entries = {name.text: value for name, value in span.entries or ()}
    return set(entries) == set(data) and all(_says(entries[key], data[key]) for key in data)


def _in_place(text: str, key: Span, value: Span, data: Data) -> str:
    """The text of ``data`` where ``value`` stands, in the same style: a block, or flow."""
    newline = newline_of(text)
    is_block = value.text is None and not value.is_flow
    if is_block and data and not isinstance(data, str):
        lines: list[str] = []
        if isinstance(data, dict):
            for name, part in data.items():
                lines += block(name, part, indent=value.column, newline=newline)
        else:
            indent = value.column + 4
            for part in data:
                shown = wrapped(part, column=indent - 2, indent=indent, newline=newline)
                lines.append(f"{' ' * value.column}- {shown}")
        return newline.join(lines).lstrip(" ")
    pad = " " * max(0, key.column + 2 - value.column) if is_block else ""
    indent = _indent_at(text, key.start) + 4
    return pad + wrapped(data, column=value.column, indent=indent, newline=newline)


def set_block(text: str, document: Span, key: str, data: Mapping[str, Data]) -> list[Edit]:
    """Write ``key`` anew with ``data`` below it, one key a line; where the document is in flow, so.

    A comment that stands behind the key stays there.
    """
    newline, entry = newline_of(text), document.get(key)
    if document.is_flow:
        indent = _indent_at(text, document.start) + 4
        begun = _column_at(text, document.end) + len(f", {key}: ")
        flow = wrapped(dict(data), column=begun, indent=indent, newline=newline)
        return fill(text, document, key, flow)
    column = entry[0].column if entry else document.column
    lines: list[str] = []
    for name, part in data.items():
        lines += block(name, part, indent=column + 2, newline=newline)
    if entry is None:
        at = _line_end(text, document.end)
        body = newline.join([f"{' ' * column}{key}:", *lines])
        return [Edit(at, at, newline + body)]
    colon = text.index(":", entry[0].end) + 1
    value = entry[1]
    if re.search("[\r\n]", text[colon : value.start]):  # it stands on a line of its own
        body = newline.join(lines).lstrip(" ")
        shift = " " * (column + 2 - value.column)
        return [Edit(value.start, value.end, shift + body)]
    cut = [Edit(colon, value.end, "")] if value.end > colon else []
    at = _line_end(text, max(colon, value.end))
    return [*cut, Edit(at, at, newline + newline.join(lines))]


def fill(text: str, document: Span, key: str, flow: str) -> list[Edit]:
    """Give ``key`` a value that is written ``flow``, and leave as many lines as there are."""
    entry = document.get(key)
    if entry is None and document.is_flow:
        at = document.entries[-1][1].end if document.entries else document.start + 1
        return [Edit(at, at, f"{', ' if document.entries else ''}{key}: {flow}")]
    if entry is None:
        at = _line_end(text, document.end)
        return [Edit(at, at, f"{newline_of(text)}{' ' * document.column}{key}: {flow}")]
    value = entry[1]
    if value.end == value.start:  # nothing stands there
        at = text.index(":", entry[0].end) + 1
        return [Edit(at, at, f" {flow}")]
    lines = len(re.findall("\r\n|\n|\r", text[value.start : value.end]))
    pad = " " * max(0, entry[0].column + 1 - value.column)
    return [Edit(value.start, value.end, f"{pad}{flow}{newline_of(text) * lines}")]


def _line_end(text: str, at: int) -> int:
    """Where the line that ``at`` is in ends, before its line break."""
    found = re.compile("[\r\n]").search(text, at)
    return found.start() if found else len(text)


def _column_at(text: str, at: int) -> int:
    """How many characters stand before ``at`` on its line."""
    return at - max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) - 1


def _indent_at(text: str, at: int) -> int:
    """How far the line that ``at`` is in is indented."""
    line = text[at - _column_at(text, at) :].lstrip("\ufeff")
    return len(line) - len(line.lstrip(" "))
