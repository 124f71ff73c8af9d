"""What a word on a command line names: a question, a function or a case, by its beginning, too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grader.cases.model import Suite
from grader.errors import UsageError
from grader.grading.points import numbers

_LISTED = 20  # names in a message


def resolve(kind: str, word: str, known: Sequence[str]) -> str:
    """The one of ``known`` that ``word`` begins: q1 is q1-playing, also where there is a q10.

    Raises UsageError where none is, or more than one.
    """
    alike = {name.lower(): name for name in known}
    low = word.lower()
    if low in alike:
        return alike[low]
    for beginning in (f"{low}-", low):
        begun = [name for key, name in alike.items() if key.startswith(beginning)]
        if len(begun) > 1:
            raise UsageError(f"{word} can be any of {listed(begun)}. Write more of it.")
        if begun:
            return begun[0]
    import difflib  # only for a mistyped name

    near = difflib.get_close_matches(low, alike, n=1)
    guess = f" Did you mean {alike[near[0]]}?" if near else ""
    raise UsageError(f"There is no {kind} {word!r}.{guess} There are: {listed(known)}.")


def chosen(kind: str, words: Iterable[str], known: Sequence[str]) -> tuple[str, ...]:
    """What the words name, each once; a word may be several with commas between them."""
    parts = [part.strip() for word in words for part in word.split(",") if part.strip()]
    return tuple(dict.fromkeys(resolve(kind, part, known) for part in parts))


def chosen_questions(words: Iterable[str], suite: Suite) -> tuple[str, ...]:
    """The ids of the questions that the words name."""
    return chosen("question", words, [question.id for question in suite.questions])


def chosen_cases(words: Iterable[str], suite: Suite) -> tuple[str, ...]:
    """The ids of the cases that the words name, also by number: 6.03, 06.03 or 6.3."""
    by_number = {_unpadded(number): name for name, number in numbers(suite).items()}
    parts = [part for word in words for part in word.split(",")]
    return chosen(
        "case",
        [by_number.get(_unpadded(part), part) for part in parts],
        [case.id for case in suite.cases],
    )


def _unpadded(number: str) -> str:
    """A case's number without the zeros that make all of a suite's equally long."""
    return ".".join(part.strip().lstrip("0") for part in number.split("."))


def listed(names: Sequence[str]) -> str:
    """The names with commas between them, the first twenty of many."""
    shown = ", ".join(names[:_LISTED])
    return shown if len(names) <= _LISTED else f"{shown}, ... ({len(names)} in all)"
