"""Say it once where a recording, or the reference, follows another convention than the suite states."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from pathlib import Path

from grader.authoring.lock import Entry, entry_of
from grader.cases import Case, Cutoff, Pruning, Question, Returns
from grader.cases.compose import compose
from grader.cases.files import SUITE_FILE
from grader.cases.located import Faults, Located, Mapping, Sequence
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
    folder: Path, question: Question, observed: Iterable[tuple[Case, Outcome]]
) -> Fault | None:
    """What to say where the reference's runs are wholly those of another convention."""
    pruning = question.pruning
    seen = best_member(list(observed), convention_of(pruning)).seen
    if seen is None:
        return None
    message = (
        f"pruning: the suite asks for alpha-beta that {in_words(pruning)}, the reference {seen}."
        f" Set the reference to what the suite asks for ({SWITCHES}), or change this line"
    )
    line = line_of_pruning(folder, question)
    return Fault(file=SUITE_FILE, line=line, column=1, message=message)


def in_words(pruning: Pruning) -> str:
    """The convention, as feedback names it."""
    return str(convention_of(pruning))


def line_of_pruning(folder: Path, question: Question) -> int:
    """Where a question's convention is stated, from 1: at it, else for all, else nowhere, so line 1."""
    top = compose((folder / SUITE_FILE).read_bytes(), Faults(SUITE_FILE))[0]
    stated = _entries(top)
    listed = stated["questions"][1] if "questions" in stated else None
    for item in listed.items if isinstance(listed, Sequence) else ():
        own = _entries(item)
        if "pruning" in own and getattr(own["id"][1], "text", "") == question.id:
            return own["pruning"][0]
    return stated["pruning"][0] if "pruning" in stated else 1


def _entries(node: Located) -> dict[str, tuple[int, Located]]:
    entries = node.entries if isinstance(node, Mapping) else ()
    return {key.text: (key.line, value) for key, value in entries}
