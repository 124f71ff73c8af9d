"""What tests of recording and verifying share: small suites on the disk, and references to run."""

from __future__ import annotations

from pathlib import Path

from playing import ROOT

from grader.authoring.written import quoted
from grader.cases import Case, read_suite

REFERENCE = ROOT / "solution"
SUITE = """\
title: small
support: {support}
pruning: {{cutoff: on_equal, returns: fail_soft, accept: any_correct}}
questions:
  - {{id: q, title: Q, points: 10, cases: c}}
"""
BINS = "{agent: {A: {opp: {1: 3, 2: 5}}, B: {opp: {1: 2, 2: 10}}}}"
FIRST_OF_ALL = """\
def minimax(game, state):
    if game.is_end(state):
        return game.utility(state), None
    found = {a: minimax(game, s)[0] for a, s in game.successors(state).items()}
    best = max(found, key=found.get)
    return found[best], best
"""


def suite(folder: Path, text: str, name: str = "a.yaml") -> Path:
    """A suite in ``folder`` with one question and one file of cases; the file."""
    file = folder / "cases" / "c" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    support = quoted(str(ROOT / "assignment" / "games.py"))
    (folder / "cases" / "suite.yaml").write_text(SUITE.format(support=support), encoding="utf-8")
    file.write_bytes(text.encode())
    return file


def wrong_reference(folder: Path) -> Path:
    """A reference whose minimax maximises for everybody."""
    file = folder / "wrong" / "solver.py"
    file.parent.mkdir()
    file.write_text(FIRST_OF_ALL, encoding="utf-8")
    return file.parent


def cases_of(file: Path) -> dict[str, Case]:
    """The cases of the suite that ``file`` belongs to."""
    return {case.id: case for case in read_suite(file.parents[1]).cases}
