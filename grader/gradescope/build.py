"""Build ``autograder.zip`` and ``handout.zip``, or nothing where something is amiss.

Decides what keeps a bundle from being built, and that both are there whole or not at all. What is in
them is ``build_bundle``'s to decide, what is a leak ``leaks``'s.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from grader.authoring.course import make_handout
from grader.authoring.handout import beside
from grader.authoring.page import require_packages
from grader.authoring.verify import verify_suite
from grader.cases import read_suite
from grader.errors import UsageError
from grader.gradescope.build_bundle import (
    AUTOGRADER,
    HANDOUT,
    Bundle,
    autograder_bundle,
    handout_bundle,
)
from grader.gradescope.leaks import Finding, know, scan

Gate = Callable[[Path, Path], Iterator[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Build:
    """What was built. ``faults`` are what verify and adequacy say, ``leaks`` what the scan found.

    ``bundles`` is empty where nothing was written.
    """

    bundles: tuple[Bundle, ...] = ()
    faults: tuple[str, ...] = ()
    leaks: tuple[Finding, ...] = ()


def verified(folder: Path, solution: Path) -> Iterator[str]:
    """What ``grader verify`` says of the suite in ``folder``, a line each."""
    for drift in verify_suite(folder, solution).drifts:
        yield f"verify: {drift}"


def adequate(folder: Path, _solution: Path) -> Iterator[str]:
    """The known mistakes that no case catches, the cases that the right solver fails, and laws alone."""
    from grader.authoring.adequacy import known_mistakes  # long to load
    from grader.authoring.matrix import kill_matrix

    matrix = kill_matrix(read_suite(folder), known_mistakes())
    for row in matrix.rows:
        if row.survives and row.proof is None:
            name = f"{row.mistake.id} in {row.call.value}"
            yield f"adequacy: {row.question.id}: no case catches {name}"
    for case in matrix.broken:
        yield f"adequacy: {case.id}: the library's right solver does not pass"
    for case in matrix.laws_alone:
        yield f"adequacy: {case.id}: {case.call.value} has laws alone; write a case of it, too"


GATES: tuple[Gate, ...] = (verified, adequate)


def build(
    folder: Path,
    solution: Path,
    out: Path,
    *,
    force: bool = False,
    page: bool = True,
    gates: tuple[Gate, ...] = GATES,
) -> Build:
    """Build both bundles for the suite in ``folder`` into the folder ``out``.

    Each of ``gates`` is asked first, up to the first that has something to say, and the bundles are
    scanned for leaks last; what either says keeps anything from being written, unless ``force``.
    Everything is made beside ``out`` and renamed at the end; other files in ``out`` stay, and so do
    former bundles when nothing is written.
    Raises UsageError, and AuthorError for faults of the suite.
    """
    if os.path.lexists(out) and not out.is_dir():
        raise UsageError(f"{out} is there already and is no folder. Choose another one.")
    if page:
        require_packages()  # before the gates, which take minutes
    faults: tuple[str, ...] = ()
    for gate in gates:
        faults += tuple(gate(folder, solution))
        if faults and not force:
            return Build(faults=faults)
    try:
        with beside(out) as made:
            make_handout(folder, made / "handout", page=page)
            bundles = (autograder_bundle(folder), handout_bundle(made / "handout"))
            ready = made / "bundles"
            ready.mkdir()
            for bundle in bundles:
                (ready / bundle.name).write_bytes(bundle.data)
            leaks = _leaks(ready, folder, solution)
            if leaks and not force:
                return Build(faults=faults, leaks=leaks)
            _put(ready, out, made)
    except OSError as error:
        raise UsageError(f"Can't write the bundles to {out}: {error.strerror}.") from error
    return Build(bundles=bundles, faults=faults, leaks=leaks)


def _leaks(ready: Path, folder: Path, solution: Path) -> tuple[Finding, ...]:
    """What the handout tells; then what the autograder does, which has to hold cases and unit tests."""
    seen: set[bytes] = set()
    known = know(folder, solution)
    of_staff = replace(known, cases=None, unit=None)
    handout = scan(ready / HANDOUT, known, seen)
    return (*handout, *scan(ready / AUTOGRADER, of_staff, seen))


def _put(ready: Path, out: Path, attic: Path) -> None:
    """Move the bundles to ``out``; those that were there come back if that fails."""
    if not out.exists():
        ready.rename(out)
        return
    former = [out / name for name in (AUTOGRADER, HANDOUT) if os.path.lexists(out / name)]
    try:
        for path in former:
            path.rename(attic / path.name)
        for path in sorted(ready.iterdir()):
            path.rename(out / path.name)
    except OSError:
        for name in (AUTOGRADER, HANDOUT):
            if os.path.lexists(attic / name):
                (attic / name).replace(out / name)
            elif out / name not in former:
                (out / name).unlink(missing_ok=True)
        raise
