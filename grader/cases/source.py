"""What the readers of YAML and of JSON share: a file's text, and its lists and mappings once closed.

Decides how long a file may be, which characters it may hold, and that a key stands once. May not
know cases, nor either syntax.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from grader.cases.located import Faults, Hole, Located, Mapping, Scalar, Sequence, Start

MAX_BYTES = 2**20
UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)


@dataclass(slots=True)
class Open:
    """A list or mapping whose end has not come; a mapping's keys and values alternate."""

    is_mapping: bool
    place: Start
    items: list[Located] = field(default_factory=list)


def decoded(data: bytes, faults: Faults) -> str | None:
    """The text of a file without its BOM, or None where it is too long or not text."""
    if len(data) > MAX_BYTES:
        faults.at(Start(), "this file is over 1 MiB, too long for a case file")
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = place_after(data[: error.start].decode("utf-8-sig", "replace"))
        faults.at(place, "this is not UTF-8 text; save the file as UTF-8")
        return None
    text = re.sub("\r\n?|[\x85\u2028\u2029]", "\n", text)  # the line breaks that YAML 1.1 knows
    if found := UNPRINTABLE.search(text):
        place = place_after(text[: found.start()])
        faults.at(place, f"the character U+{ord(found[0]):04X} can't be printed; delete it")
        return None
    return text


def place_after(before: str) -> Start:
    """The place of what comes after the text ``before``, from the file's first character."""
    return Start(before.count("\n") + 1, len(before) - before.rfind("\n"))


def scalar(text: str, place: Start, faults: Faults, *, plain: bool) -> Scalar:
    """A piece of text; a character that can't be printed, written as an escape, is a fault."""
    if found := UNPRINTABLE.search(text):
        faults.at(place, f"the character U+{ord(found[0]):04X} can't be printed; take it out")
    return Scalar(text, plain, place.line, place.column)


def closed(opened: Open, faults: Faults) -> Located:
    """The node of a list or mapping whose end has come; a key that is there twice is a fault."""
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
