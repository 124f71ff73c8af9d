"""Compose located nodes from the events of a YAML parser, or from JSON.

Iterative and bounded: nothing recurses, depth is refused while events are read (the C composer
crashes on deep nesting), and aliases, anchors, tags and duplicate keys are faults. Keys and values
stay text: ``no``, ``on``, ``1:30`` and ``1e3`` mean what they look like. May not know cases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from grader.cases.json_text import compose_json
from grader.cases.located import Faults, Hole, Located, Place, Start
from grader.cases.source import MAX_BYTES, Open, closed, decoded, scalar
from grader.cases.syntax import MAX_DEPTH, TOO_DEEP, plain_words

if TYPE_CHECKING:
    import yaml

__all__ = ["MAX_BYTES", "compose"]

MAX_BROKEN = 20  # documents of a file; each costs a fresh start of the parser

_TOO_HIGH = re.compile(r"\\U(?!000|0010)[0-9a-fA-F]{8}")
_GLUED = re.compile(r"\s*([^\s#:{\[\"']+:[^\s:/][^\s:]*)\s*$")  # a key and its value, as in A:3
_DOCUMENT_START = re.compile(r"---(\s|$)")


class _TooDeep(Exception):  # noqa: N818 (ends the reading of one document, never leaves here)
    def __init__(self, place: Start) -> None:
        super().__init__()
        self.place = place


def compose(data: bytes, faults: Faults, *, pure: bool = False) -> list[Located]:
    """The documents of one file, top node each; what is wrong with them goes into ``faults``.

    A file whose name ends in ``.json`` is read as JSON, without PyYAML, and is one document. A YAML
    document that can't be read is left out; reading goes on at the next ``---``. ``pure`` takes
    PyYAML's Python parser even where the C one is built in.
    """
    text = decoded(data, faults)
    if text is None:
        return []
    if faults.file.endswith(".json"):
        return compose_json(text, faults)
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

    stack: list[Open] = []
    for event in events:
        mark = event.start_mark
        place = Start(offset + mark.line + 1, mark.column + 1) if mark else Start()
        node: Located
        if isinstance(event, yaml.ScalarEvent):
            _refuse_properties(event, place, faults)
            node = scalar(event.value, place, faults, plain=event.style in (None, ""))
        elif isinstance(event, yaml.CollectionStartEvent):
            _refuse_properties(event, place, faults)
            if len(stack) == MAX_DEPTH:
                raise _TooDeep(place)
            stack.append(Open(isinstance(event, yaml.MappingStartEvent), place))
            continue
        elif isinstance(event, yaml.CollectionEndEvent):
            node = closed(stack.pop(), faults)
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
