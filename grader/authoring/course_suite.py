"""The suite.yaml of a course: the kit's own text with what is chosen, and no line about the rest."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from grader.cases import Call, Question, Suite
from grader.cases.compose import compose
from grader.cases.files import SUITE_FILE
from grader.cases.located import Faults, Located, Sequence
from grader.cases.located import Mapping as MappingNode
from grader.errors import UsageError

Places = Mapping[str, tuple[int, Located]]

_GONE = "\0"  # in the place of a line that is left out, as long as places are looked up by number

# The functions that count depth in the other way, and those that build on them.
_NOT_IN = {
    "rounds": {Call.DEPTH_LIMITED_PLIES},
    "plies": {Call.DEPTH_LIMITED, Call.ITERATIVE_DEEPENING},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What a course takes of the kit; None and empty: as the kit has it."""

    questions: tuple[str, ...] = ()
    cutoff: str | None = None
    returns: str | None = None
    accept: str | None = None
    depth: str | None = None
    title: str | None = None


def suite_text(
    text: str, whole: Suite, taken: list[Question], choice: Choice, in_unit: frozenset[Call]
) -> str:
    """``suite.yaml`` with the chosen questions and settings; all else to the letter.

    ``in_unit`` are the functions that the suite's unit tests call: where one of them is not chosen,
    the tests are left out, as columns of the leaderboard are that measure one.
    """
    top = compose(text.encode(), Faults(SUITE_FILE))[0]
    if not isinstance(top, MappingNode):
        raise UsageError(f"{SUITE_FILE} is no mapping.")
    places = {key.text: (key.line, value) for key, value in top.entries}
    lines = text.split("\n")
    _, listed = places["questions"]
    items = listed.items if isinstance(listed, Sequence) else ()
    starts = [item.line - 1 for item in items]
    ends = [*starts[1:], len(lines)]
    names = {question.id for question in taken}
    for question, start, end in reversed(list(zip(whole.questions, starts, ends, strict=True))):
        if question.id not in names:
            del lines[start:end]
        elif left := _functions(question, choice.depth):
            lines.insert(_last_filled(lines, start, end), f"    functions: [{', '.join(left)}]")
    chosen = calls_of(taken, choice)
    if not in_unit <= chosen:
        _leave_out(lines, places, "unit")
    _leave_out_columns(lines, places, [c.call in chosen for c in whole.leaderboard])
    if choice.cutoff or choice.returns or choice.accept:
        stated = whole.questions[0].pruning
        pruning = (
            f"pruning: {{cutoff: {choice.cutoff or stated.cutoff.value},"
            f" returns: {choice.returns or stated.returns.value},"
            f" accept: {choice.accept or stated.accept.value}}}"
        )
        _put(lines, places, "pruning", pruning)
    if choice.title:
        _put(lines, places, "title", f"title: {_quoted(choice.title)}")
    return "\n".join(line for line in lines if line != _GONE).rstrip("\n") + "\n"


def check_choice(taken: Iterable[Question], choice: Choice) -> None:
    """Raise UsageError for a convention that nothing chosen has."""
    chosen = {call for question in taken for call in question.calls}
    if choice.depth and chosen.isdisjoint(set().union(*_NOT_IN.values())):
        raise UsageError("depth: none of the chosen questions has a function that counts depth.")
    of_pruning = choice.cutoff or choice.returns or choice.accept
    if of_pruning and not any(call.prunes for call in chosen):
        raise UsageError(
            "cutoff, returns and accept are for functions that prune, and none of the chosen"
            " questions has one."
        )


def calls_of(taken: Iterable[Question], choice: Choice) -> frozenset[Call]:
    """The functions that a course asks for."""
    left_out = _NOT_IN.get(choice.depth or "", set())
    return frozenset(call for question in taken for call in question.calls if call not in left_out)


def _leave_out(lines: list[str], places: Places, key: str) -> None:
    """Empty the paragraph of ``key``, comment included. The numbers of other lines stay."""
    if key not in places:
        return
    start = end = places[key][0] - 1
    while start > 0 and lines[start - 1].startswith("#"):
        start -= 1
    while end < len(lines) and lines[end].strip():
        end += 1
    end = min(end + 1, len(lines))  # and the empty line after it
    lines[start:end] = [_GONE] * (end - start)


def _leave_out_columns(lines: list[str], places: Places, kept: list[bool]) -> None:
    """Empty the lines of those columns that are not kept. Each stands on a line in the kit."""
    if "leaderboard" not in places:
        return
    if not any(kept):
        _leave_out(lines, places, "leaderboard")
    _, listed = places["leaderboard"]
    for column, keep in zip(
        listed.items if isinstance(listed, Sequence) else (), kept, strict=True
    ):
        if not keep:
            lines[column.line - 1] = _GONE


def _functions(question: Question, depth: str | None) -> list[str]:
    """The functions that a question keeps under a way to count depth; empty where it keeps all."""
    left_out = _NOT_IN.get(depth or "", set())
    kept = [call.value for call in question.calls if call not in left_out]
    return kept if 0 < len(kept) < len(question.calls) else []


def _last_filled(lines: list[str], start: int, end: int) -> int:
    """The place after the last line of a question that says anything."""
    while end > start and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    return end


def _put(lines: list[str], places: Places, key: str, line: str) -> None:
    """Put ``line`` in the place of ``key``, or at the top. It has to stand on one line in the kit."""
    if key in places:
        lines[places[key][0] - 1] = line
    else:
        lines.insert(0, line)


def _quoted(title: str) -> str:
    plain = re.fullmatch(r"[A-Za-z][\w ,.()-]*", title)
    return title if plain else '"' + title.replace("\\", "\\\\").replace('"', '\\"') + '"'
