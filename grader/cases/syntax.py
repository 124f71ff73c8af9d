"""Say in plain words what a YAML parser complains of.

The two parsers of PyYAML, C and Python, word the same fault differently; both wordings are matched.
"""

from __future__ import annotations

MAX_DEPTH = 100
TOO_DEEP = f"this is nested more than {MAX_DEPTH} deep"

_INDENT = "this line does not fit the indentation of the lines above it"
_LIST = "a list is not closed: a comma or ] is missing before this place"
_MAPPING = "a {...} is not closed: a comma or } is missing before this place"
_COLON = (
    "a colon can't stand here: check the indentation, or put quotes around text that has ': ' in it"
)
_QUOTE = "a quoted text is not closed: the second quote is missing"
_ESCAPE = "this backslash stands for nothing; put the text into single quotes"
_CONTENT = "something is missing before this place: a text, a list or a mapping"
_KEY = "a key needs a colon and a space after it"

# The first entry whose words are all in the parser's complaint is what is said.
_PLAIN_WORDS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("unknown escape",), _ESCAPE),
    (("quoted scalar", "end of stream"), _QUOTE),
    (("quoted scalar", "document indicator"), _QUOTE),
    (("mapping values are not allowed",), _COLON),
    (("expected ',' or ']'",), _LIST),
    (("expected ',' or '}'",), _MAPPING),
    (("could not find expected ':'",), _KEY),
    (("expected <block end>",), _INDENT),
    (("did not find expected key",), _INDENT),
    (("did not find expected '-' indicator",), _INDENT),
    (("block sequence entries are not allowed",), "a list item can't start here; " + _INDENT),
    (("node content",), _CONTENT),
    (("nesting depth",), TOO_DEEP),
    (("cannot start any token",), "this character can't start a text; put quotes around the text"),
    (("document start",), "the document above is not finished, or this line belongs to none"),
)


def plain_words(context: str, problem: str) -> str:
    """What to tell an author about a complaint of either parser.

    >>> plain_words("while scanning a simple key", "could not find expected ':'")
    'a key needs a colon and a space after it'
    """
    said = f"{context} {problem}"
    for words, plain in _PLAIN_WORDS:
        if all(word in said for word in words):
            return plain
    return f"this is not YAML: {problem}"
