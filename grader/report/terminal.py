"""A grade as a table for people, then what is wrong in each case.

Decides what staff and students read at a terminal. Colour only repeats what a word says, and is left
out where the stream is no terminal; text that the stream can't encode becomes ASCII.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from enum import Enum
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
        for case in cases:
            lines += _detail(case, staff=staff, colour=colour)
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


def _detail(case: CaseGrade, *, staff: bool, colour: bool) -> Iterator[str]:
    """What is wrong with a case that did not pass or lost points by a rule; staff lines for staff."""
    fell_short = case.verdict is not Verdict.PASSED or case.earned < case.possible
    if fell_short:
        head = f"{case.number} {clean(case.case.id)}: {_title(case)}"
        yield ""
        yield _coloured(f"{head} ({_word(case)}, {_of(case)})", _BOLD, on=colour)
        yield from _indented(case.feedback or case.brief)
    if staff and case.staff:
        if not fell_short:
            yield ""
            yield f"{case.number} {clean(case.case.id)}"
        yield "  For staff:"
        yield from _indented(case.staff, "    ")


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
