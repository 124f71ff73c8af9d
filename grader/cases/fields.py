"""Decode text, numbers, choices, lists and mappings with known keys from located nodes.

Each function reports what is wrong with its node to ``faults`` and then returns None (or the part
that is right), so that decoders go on and find every fault of a file. May not know cases.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

from grader.cases.located import Faults, Hole, Located, Mapping, Place, Scalar, Sequence
from grader.tree import Number

Chosen = TypeVar("Chosen", bound=Enum)

LARGEST = 10**300  # a student's float must be able to hold a case's numbers
_LONGEST_NUMBER = 320
_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?")
_FRACTION = re.compile(r"([-+]?[0-9]+)/([0-9]+)")
_NOT_FINITE = re.compile(r"[-+]?\.?(?:inf|infinity|nan)", re.IGNORECASE)
_MISSING_SPACE = re.compile(r"[^\s:]+:[^\s:]")


class Fields:
    """The values of one mapping by their keys; a key whose value is faulty is there as a Hole."""

    def __init__(self, place: Place, entries: dict[str, tuple[Scalar, Located]]) -> None:
        self.place = place
        self._entries = entries

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def get(self, key: str) -> Located | None:
        found = self._entries.get(key)
        return found[1] if found else None

    def key(self, key: str) -> Place:
        """Where ``key`` stands, or the mapping where it does not."""
        found = self._entries.get(key)
        return found[0] if found else self.place

    def key_nodes(self) -> list[Scalar]:
        return [key for key, _ in self._entries.values()]

    def items(self) -> Iterable[tuple[Scalar, Located]]:
        return self._entries.values()


def shown(node: Located) -> str:
    """What a node is, for a message."""
    if isinstance(node, Sequence):
        return "a list"
    if isinstance(node, Mapping):
        return "a mapping"
    if isinstance(node, Scalar) and not node.is_null:
        return repr(node.text if len(node.text) <= 60 else node.text[:57] + "...")
    return "nothing"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A question that names the nearest of ``known``, or what there is."""
    import difflib  # only a faulty file needs it

    names = list(known)
    if near := difflib.get_close_matches(word, names, n=1):
        return f"did you mean {near[0]!r}?"
    return f"known: {', '.join(names)}" if names else "there is none"


def space_hint(text: str) -> str:
    """A question for text such as ``A:3``, which YAML reads as one word."""
    return " (a space after the colon?)" if _MISSING_SPACE.match(text) else ""


def entries(node: Located, what: str, faults: Faults) -> Fields | None:
    """The entries of a mapping whose keys the author chooses; a key without a value is a fault."""
    if isinstance(node, Hole):
        return None
    if not isinstance(node, Mapping):
        hint = space_hint(node.text) if isinstance(node, Scalar) else ""
        faults.at(node, f"{what} must be a mapping (key: value), found {shown(node)}{hint}")
        return None
    found: dict[str, tuple[Scalar, Located]] = {}
    for key, value in node.entries:
        if isinstance(value, Scalar) and value.is_null:
            faults.at(key, f"nothing is given for {key.text!r}{space_hint(key.text)}")
            found[key.text] = (key, Hole(value.line, value.column))
        else:
            found[key.text] = (key, value)
    return Fields(node, found)


def fields(node: Located, what: str, known: tuple[str, ...], faults: Faults) -> Fields | None:
    """The entries of a mapping whose keys are the format's; unknown keys are faults."""
    if isinstance(node, Mapping):
        for key, _ in node.entries:
            if key.text not in known:
                hint = space_hint(key.text) or f"; {did_you_mean(key.text, known)}"
                faults.at(key, f"{what} has no key {key.text!r}{hint}")
        kept = tuple(entry for entry in node.entries if entry[0].text in known)
        node = Mapping(kept, node.line, node.column)
    return entries(node, what, faults)


def text(node: Located | None, what: str, faults: Faults) -> str | None:
    """A line of text, not empty."""
    if node is None or isinstance(node, Hole):
        return None
    if not isinstance(node, Scalar) or not node.text.strip() or node.is_null:
        faults.at(node, f"{what} must be text, found {shown(node)}")
        return None
    return " ".join(node.text.split())


def name(node: Located | None, what: str, faults: Faults) -> str | None:
    """Text that must be kept to the letter: an action, a state."""
    if node is None or isinstance(node, Hole):
        return None
    if not isinstance(node, Scalar) or not node.text:
        faults.at(node, f"{what} must be text, found {shown(node)}")
        return None
    return node.text


def items(node: Located | None, what: str, faults: Faults) -> tuple[Located, ...] | None:
    """The items of a list."""
    if node is None or isinstance(node, Hole):
        return None
    if not isinstance(node, Sequence):
        example = f" (write [{node.text}])" if isinstance(node, Scalar) and node.text else ""
        faults.at(node, f"{what} must be a list, found {shown(node)}{example}")
        return None
    return node.items


def names(node: Located | None, what: str, faults: Faults) -> list[tuple[str, Located]] | None:
    """A list of different names, each with its place."""
    listed = items(node, what, faults)
    if listed is None:
        return None
    found: dict[str, Located] = {}
    for item in listed:
        word = name(item, f"each of {what}", faults)
        if word is None:
            continue
        if word in found:
            faults.at(item, f"{word!r} is in {what} twice")
        found.setdefault(word, item)
    return list(found.items())


def number(node: Located | None, what: str, faults: Faults) -> Number | None:
    """An exact number: ``3``, ``-0.5``, ``1e3`` or ``1/3``; an int wherever it is one."""
    if node is None or isinstance(node, Hole):
        return None
    written = node.text.strip() if isinstance(node, Scalar) else ""
    if _NOT_FINITE.fullmatch(written):
        faults.at(node, f"{what} must be finite, found {shown(node)}")
        return None
    value = exact(written)
    if value is None:
        hint = space_hint(written)
        faults.at(node, f"{what} must be a number (3, -0.5, 1e3, 1/3), found {shown(node)}{hint}")
        return None
    if abs(value) > LARGEST:
        faults.at(node, f"{what} is too large: a float can't hold it")
        return None
    return value.numerator if value.denominator == 1 else value


@lru_cache(maxsize=4096)
def exact(written: str) -> Fraction | None:
    """The number that a text is, or None."""
    if len(written) > _LONGEST_NUMBER:
        return None
    if _NUMBER.fullmatch(written):
        return Fraction(written)
    parts = _FRACTION.fullmatch(written)
    if parts is None or int(parts[2]) == 0:
        return None
    return Fraction(int(parts[1]), int(parts[2]))


def fraction(
    node: Located | None, what: str, faults: Faults, *, below: int | None = None
) -> Fraction | None:
    """A number of at least 0, and of at most ``below`` where that is given."""
    value = number(node, what, faults)
    if value is None or node is None:
        return None
    if value < 0 or (below is not None and value > below):
        allowed = "at least 0" if below is None else f"between 0 and {below}"
        faults.at(node, f"{what} must be {allowed}, found {shown(node)}")
        return None
    return Fraction(value)


def whole(node: Located | None, what: str, faults: Faults) -> int | None:
    """A whole number of at least 0."""
    value = fraction(node, what, faults)
    if value is None or node is None:
        return None
    if value.denominator != 1:
        faults.at(node, f"{what} must be a whole number, found {shown(node)}")
        return None
    return value.numerator


def choice(node: Located | None, what: str, among: type[Chosen], faults: Faults) -> Chosen | None:
    """The member of an enum whose value is the text."""
    word = text(node, what, faults)
    if word is None or node is None:
        return None
    known = {member.value: member for member in among}
    if word not in known:
        faults.at(node, f"{what} can't be {word!r}; {did_you_mean(word, known)}")
        return None
    return known[word]


def yes(node: Located | None, what: str, faults: Faults) -> bool:
    """``true`` or ``false``, which is what nothing means."""
    word = text(node, what, faults)
    if word is not None and node is not None and word not in ("true", "false"):
        faults.at(node, f"{what} is true or false, found {shown(node)}")
    return word == "true"
