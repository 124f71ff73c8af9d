"""What the fuzzers share: how they say that something is wrong."""

from __future__ import annotations

import unicodedata


class FoundError(AssertionError):
    """The grader did what it must never do; the message says with which input."""


def expect(condition: object, message: str) -> None:
    """Hold to a law, in scripts too, where ``assert`` has no words of its own."""
    if not condition:
        raise FoundError(message)


def is_printable(char: str) -> bool:
    """Whether a character only ever takes up room: all spaces do, but not line separators."""
    return char.isprintable() or unicodedata.category(char) == "Zs"


def expect_line(text: str, what: str) -> None:
    """Hold a message to one printable line."""
    odd = [char for char in text if not is_printable(char)]
    expect(not odd, f"{what} has {odd[:5]!r} in it: {text!r:.300}")
