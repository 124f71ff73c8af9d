"""Results as CSV: a row a case, for spreadsheets and scripts.

A cell that a spreadsheet would read as a formula gets an apostrophe in front: students decide what
some cells say.
"""

from __future__ import annotations

import csv
import io

from grader.report.results import Results
from grader.report.rows import rows
from grader.report.text import clean

COLUMNS = (
    "number", "question", "case", "call", "verdict", "score", "max_score", "visibility", "name",
    "output",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t")


def table(results: Results, *, student: bool = False) -> str:
    """Write ``results`` with a line of headings; with ``student`` only what students see at once."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for test in rows(results, student=student):
        numbers = (f"{test.score:g}", f"{test.possible:g}")
        before = (test.number, test.question, test.case, test.call, test.verdict)
        texts = (test.visibility, test.name, test.output)
        writer.writerow([*map(_safe, before), *numbers, *map(_safe, texts)])
    return text.getvalue()


def _safe(cell: str) -> str:
    """One cell, cleaned.

    >>> _safe("=HYPERLINK(1)"), _safe("right")
    ("'=HYPERLINK(1)", 'right')
    """
    cleaned = clean(cell)
    return f"'{cleaned}" if cleaned.startswith(_FORMULA) else cleaned
