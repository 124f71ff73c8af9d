"""A grade as a table for people, then what is wrong in each case.

Decides what staff and students read at a terminal. Colour only repeats what a word says, and is left
out where the stream is no terminal; text that the stream can't encode becomes ASCII.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import partial
from itertools import groupby
from typing import TextIO

from grader.cases.model import Visibility
from grader.grading.grade import CaseGrade, Grade, QuestionGrade, Verdict
from grader.report.ascii import encodable
from grader.report.summary import UNFINISHED, earned, possible, tally, unseen, visible
from grader.report.text import clean, show_points

_GREEN, _RED, _BOLD, _PLAIN = "\x1b[32m", "\x1b[31m", "\x1b[1m", "\x1b[0m"


class Audience(Enum):
    """Who reads. A student is told only that hidden cases exist; staff see everything."""

    STUDENT = "student"
    STAFF = "staff"


def render(
    grade: Grade,
    *,
    audience: Audience = Audience.STAFF,
    brief: bool = False,
    colour: bool = False,
) -> str:
    """Write ``grade`` as text that ends in a newline; ``brief`` leaves out what is wrong and why."""
    staff = audience is Audience.STAFF
    cases = grade.cases if staff else visible(grade.cases)
    lines = [clean(grade.title)]
    for question in grade.questions:
        lines += ["", *_table(question, staff=staff, colour=colour)]
    lines += ["", _coloured(f"Total: {tally(cases)}.", _BOLD, on=colour)]
    if not staff and (rest := unseen(grade)):
        lines.append(rest)
    if not grade.complete:
        lines.append(UNFINISHED)
    if grade.notes:
        lines += ["", *map(clean, grade.notes)]
    if not brief:
        lines += _details(cases, staff=staff, colour=colour)
    if staff and grade.staff:
        lines += ["", "For staff:", *(f"  {clean(line)}" for line in grade.staff)]
    return "\n".join(lines) + "\n"


def print_grade(
    grade: Grade, stream: TextIO, *, audience: Audience = Audience.STAFF, brief: bool = False
) -> None:
    """Print ``grade`` on ``stream``, in its colours and encoding as far as it has them."""
    text = render(grade, audience=audience, brief=brief, colour=takes_colour(stream))
    stream.write(encodable(text, stream.encoding))


def takes_colour(stream: TextIO) -> bool:
    """Tell whether ``stream`` is a terminal whose user wants colour (https://no-color.org)."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty() and (os.name != "nt" or "WT_SESSION" in os.environ)


def _table(question: QuestionGrade, *, staff: bool, colour: bool) -> Iterator[str]:
    """A question's title, a line a case, its subtotal and its note."""
    cases = question.cases if staff else visible(question.cases)
    yield _coloured(clean(question.question.title), _BOLD, on=colour)
    rows = [(case.number, _word(case), _of(case), _title(case)) for case in cases]
    subtotal = f"{show_points(earned(cases))}/{show_points(possible(cases))}"
    across = max([0, *(len(row[0]) for row in rows)])
    words = max([len("subtotal"), *(len(row[1]) for row in rows)])
    width = max(len(points) for points in (subtotal, *(row[2] for row in rows)))
    for number, word, points, title in rows:
        paint = _GREEN if word == "OK" else _RED
        shown = _coloured(f"{word:{words}}", paint, on=colour)
        yield f"  {number:{across}}  {shown}  {points:>{width}}  {title}".rstrip()
    left = len(question.cases) - len(cases)
    rest = f"  ({left} not shown)" if left else ""
    yield f"  {'':{across}}  {'subtotal':{words}}  {subtotal:>{width}}{rest}"
    if question.note and cases:
        yield f"  {clean(question.note)}"


def _details(cases: Sequence[CaseGrade], *, staff: bool, colour: bool) -> Iterator[str]:
    """What is wrong, case by case; what neighbours have in common to the letter is said once."""
    for told, group in groupby(cases, key=partial(_told, staff=staff)):
        alike = list(group)
        if not any(told):
            continue
        first, last = alike[0], alike[-1]
        if len(alike) == 1:
            head = f"{first.number} {clean(first.case.id)}: {_title(first)} "
            head += f"({_word(first)}, {_of(first)})"
        else:
            head = f"{first.number} to {last.number}, {len(alike)} cases ({_word(first)})"
        yield ""
        yield _coloured(head, _BOLD, on=colour)
        text, for_staff = told
        if text:
            yield from _indented(text)
        if for_staff:
            yield "  For staff:"
            yield from _indented(for_staff, "    ")


def _told(case: CaseGrade, *, staff: bool) -> tuple[str, str]:
    """What is said of a case that did not pass or lost points by a rule; staff lines for staff."""
    fell_short = case.verdict is not Verdict.PASSED or case.earned < case.possible
    text = (case.feedback or case.brief) if fell_short else ""
    return text, case.staff if staff else ""


def _indented(text: str, by: str = "  ") -> Iterator[str]:
    for line in clean(text).rstrip().splitlines():
        yield f"{by}{line}".rstrip()


def _word(case: CaseGrade) -> str:
    return "OK" if case.verdict is Verdict.PASSED else case.verdict.value.replace("_", " ")


def _of(case: CaseGrade) -> str:
    return f"{show_points(case.earned)}/{show_points(case.possible)}"


def _title(case: CaseGrade) -> str:
    """A case's title on one line, with what students see of it where that is not all."""
    title = " ".join(clean(case.case.title).split())
    visibility = case.case.visibility
    seen = "" if visibility is Visibility.VISIBLE else f" [{visibility.value.replace('_', ' ')}]"
    return title + seen


def _coloured(text: str, code: str, *, on: bool) -> str:
    return f"{code}{text}{_PLAIN}" if on else text
