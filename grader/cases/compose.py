"""Compose located nodes from the events of a YAML parser.

Iterative and bounded: nothing recurses, depth is refused while events are read (the C composer
crashes on deep nesting), and aliases, anchors, tags and duplicate keys are faults. Keys and values
stay text: ``no``, ``on``, ``1:30`` and ``1e3`` mean what they look like. May not know cases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from grader.cases.located import Faults, Hole, Located, Mapping, Place, Scalar, Sequence, Start
from grader.cases.syntax import MAX_DEPTH, TOO_DEEP, plain_words

if TYPE_CHECKING:
    import yaml

MAX_BYTES = 2**20
MAX_BROKEN = 20  # documents of a file; each costs a fresh start of the parser

_UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_TOO_HIGH = re.compile(r"\\U(?!000|0010)[0-9a-fA-F]{8}")
_GLUED = re.compile(r"\s*([^\s#:{\[\"']+:[^\s:/][^\s:]*)\s*$")  # a key and its value, as in A:3
_DOCUMENT_START = re.compile(r"---(\s|$)")


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not come; a mapping's keys and values alternate."""

    is_mapping: bool
    place: Start
    items: list[Located] = field(default_factory=list)


class _TooDeep(Exception):  # noqa: N818 (ends the reading of one document, never leaves here)
    def __init__(self, place: Start) -> None:
        super().__init__()
        self.place = place


def compose(data: bytes, faults: Faults, *, pure: bool = False) -> list[Located]:
    """The documents of one file, top node each; what is wrong with them goes into ``faults``.

    A document that can't be read is left out; reading goes on at the next ``---``. ``pure`` takes
    PyYAML's Python parser even where the C one is built in.
    """
    text = _decoded(data, faults)
    if text is None:
        return []
    documents: list[Located] = []
    lines = text.split("\n")
    start = 0
    for _ in range(MAX_BROKEN):
        failed_at = _compose_from(lines, start, documents, faults, pure=pure)
        if failed_at is None:
            break
        later = range(max(failed_at, start + 1), len(lines))
        following = next((i for i in later if _DOCUMENT_START.match(lines[i])), None)
        if following is None:
            break
        start = following
    return documents


def _decoded(data: bytes, faults: Faults) -> str | None:
    """The text of a file without its BOM, or None where it is too long or not text."""
    if len(data) > MAX_BYTES:
        faults.at(Start(), "this file is over 1 MiB, too long for a case file")
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = _place_of(data[: error.start].decode("utf-8-sig", "replace"))
        faults.at(place, "this is not UTF-8 text; save the file as UTF-8")
        return None
    text = re.sub("\r\n?|[\x85\u2028\u2029]", "\n", text)  # the line breaks that YAML 1.1 knows
    if found := _UNPRINTABLE.search(text):
        place = _place_of(text[: found.start()])
        faults.at(place, f"the character U+{ord(found[0]):04X} can't be printed; delete it")
        return None
    return text


def _place_of(before: str) -> Start:
    return Start(before.count("\n") + 1, len(before) - before.rfind("\n"))


def _compose_from(
    lines: list[str], start: int, documents: list[Located], faults: Faults, *, pure: bool
) -> int | None:
    """Read documents from line ``start``; the line (from 0) of an error that ended it, if any."""
    import yaml  # 30 ms: only a run that reads YAML pays for it

    loader = yaml.Loader if pure else getattr(yaml, "CLoader", yaml.Loader)
    try:
        events = yaml.parse("\n".join(lines[start:]), Loader=loader)
        documents.extend(_documents(events, start, faults))
    except yaml.MarkedYAMLError as error:
        return _report(error, lines, start, faults)
    except _TooDeep as error:
        faults.at(error.place, TOO_DEEP)
        return error.place.line - 1
    except (ValueError, OverflowError):  # the Python parser's, for an escape beyond Unicode
        return _report_escape(lines, start, faults)
    return None


def _report_escape(lines: list[str], start: int, faults: Faults) -> int:
    r"""Tell of an escape such as ``\UFFFFFFFF``; the line (from 0) where it stands."""
    for number, line in enumerate(lines[start:], start):
        if found := _TOO_HIGH.search(line):
            faults.at(Start(number + 1, found.start() + 1), "this escape stands for no character")
            return number
    faults.at(Start(start + 1), "this is not YAML: it holds a number that is too large")
    return start


def _report(error: yaml.MarkedYAMLError, lines: list[str], start: int, faults: Faults) -> int:
    """Tell a parser's complaint about ``lines[start:]``; the line (from 0) where it stands."""
    mark = error.problem_mark or error.context_mark
    line, column = (start + mark.line, mark.column) if mark else (start, 0)
    if line >= len(lines):  # the C parser counts a line after the last
        line, column = len(lines) - 1, len(lines[-1])
    text = lines[line]
    indentation = text[: len(text) - len(text.lstrip())]
    if "\t" in indentation or text[column : column + 1] == "\t":  # whatever the complaint was
        tab = indentation.find("\t") if "\t" in indentation else column
        faults.at(Start(line + 1, tab + 1), "a tab can't indent or separate here; use spaces")
        return line
    message = plain_words(error.context or "", error.problem or "it can't be read")
    if glued := _GLUED.match(lines[line - 1]) if line else None:
        message += f"; does {glued[1]!r} in the line above need a space after its colon?"
    opened = error.context_mark
    if opened and "not closed" in message:
        message += f" (it starts at {start + opened.line + 1}:{opened.column + 1})"
    faults.at(Start(line + 1, column + 1), message)
    return line


def _documents(events: Iterator[yaml.Event], offset: int, faults: Faults) -> Iterator[Located]:
    """Build each document's node from its events, with an explicit stack."""
    import yaml  # loaded by now

    stack: list[_Open] = []
    for event in events:
        mark = event.start_mark
        place = Start(offset + mark.line + 1, mark.column + 1) if mark else Start()
        node: Located
        if isinstance(event, yaml.CollectionStartEvent):
            _refuse_properties(event, place, faults)
            if len(stack) == MAX_DEPTH:
                raise _TooDeep(place)
            stack.append(_Open(isinstance(event, yaml.MappingStartEvent), place))
            continue
        if isinstance(event, yaml.CollectionEndEvent):
            node = _closed(stack.pop(), faults)
        elif isinstance(event, yaml.ScalarEvent):
            _refuse_properties(event, place, faults)
            if found := _UNPRINTABLE.search(event.value):  # written as an escape, such as \0
                message = f"the character U+{ord(found[0]):04X} can't be printed; take it out"
                faults.at(place, message)
            node = Scalar(event.value, event.style in (None, ""), place.line, place.column)
        elif isinstance(event, yaml.AliasEvent):
            faults.at(place, f"aliases (*{event.anchor}) are not allowed; write the text again")
            node = Hole(place.line, place.column)
        else:
            continue
        if stack:
            stack[-1].items.append(node)
        else:
            yield node


def _refuse_properties(
    event: yaml.ScalarEvent | yaml.CollectionStartEvent, place: Place, faults: Faults
) -> None:
    if event.anchor is not None:
        faults.at(place, f"anchors (&{event.anchor}) are not allowed in case files")
    if event.tag is not None:
        faults.at(place, "tags are not allowed; put text that starts with ! in quotes")


def _closed(opened: _Open, faults: Faults) -> Located:
    line, column = opened.place.line, opened.place.column
    if not opened.is_mapping:
        return Sequence(tuple(opened.items), line, column)
    entries: dict[str, tuple[Scalar, Located]] = {}
    pairs = iter(opened.items)
    for key, value in zip(pairs, pairs, strict=True):
        if not isinstance(key, Scalar):
            if not isinstance(key, Hole):
                faults.at(key, "a key must be text, not a list or a mapping")
        elif key.text in entries:
            first = entries[key.text][0]
            faults.at(key, f"the key {key.text!r} is there already, at {first.line}:{first.column}")
        else:
            entries[key.text] = (key, value)
    return Mapping(tuple(entries.values()), line, column)
