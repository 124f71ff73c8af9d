"""Say it once where a recording, or the reference, follows another convention than the suite states."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from pathlib import Path

from grader.authoring.lock import Entry, entry_of
from grader.cases import Case, Cutoff, Pruning, Returns
from grader.cases.files import SUITE_FILE
from grader.diagnosis.variants import best_member
from grader.errors import Fault
from grader.grading.run import convention_of
from grader.sandbox import Outcome

SWITCHES = "in the kit's, by CUT_ON_EQUAL and FAIL_SOFT in solution/pruning.py"


def recorded_under(case: Case, pruning: Pruning, entry: Entry | None) -> Pruning | None:
    """The other convention under which ``case`` was recorded; None where it is this one, or none is."""
    if entry is None or not case.call.prunes or case.law is not None:
        return None
    if entry.given == entry_of(case, case.expect, pruning).given:
        return None
    for cutoff, returns in product(Cutoff, Returns):
        other = replace(pruning, cutoff=cutoff, returns=returns)
        if entry.given == entry_of(case, case.expect, other).given:
            return other
    return None


def unlike_the_suite(
    folder: Path, pruning: Pruning, observed: Iterable[tuple[Case, Outcome]]
) -> Fault | None:
    """What to say where the reference's runs are wholly those of another convention."""
    seen = best_member(list(observed), convention_of(pruning)).seen
    if seen is None:
        return None
    message = (
        f"pruning: the suite asks for alpha-beta that {in_words(pruning)}, the reference {seen}."
        f" Set the reference to what the suite asks for ({SWITCHES}), or change this line"
    )
    return Fault(file=SUITE_FILE, line=line_of_pruning(folder), column=1, message=message)


def in_words(pruning: Pruning) -> str:
    """The convention, as feedback names it."""
    return str(convention_of(pruning))


def line_of_pruning(folder: Path) -> int:
    """Where the suite states its convention, from 1; its first line where it doesn't."""
    text = (folder / SUITE_FILE).read_text(encoding="utf-8")
    found = re.search(r"^[ -]*pruning:", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 1
