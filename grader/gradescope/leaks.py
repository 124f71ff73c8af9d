"""Search a bundle for what must not leave the staff's hands, as somebody would who wants it.

Decides what a leak is: the reference's code, anything that gives a hidden case away, the secret, and
traces of the builder's machine and repository; in whatever archive, encoding or form
(``leaks_open``, ``leaks_text``). What can't be opened counts as a leak.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from grader.authoring.course import KIT
from grader.cases import read_suite
from grader.errors import UsageError
from grader.gradescope.build_bundle import unit_modules
from grader.gradescope.leaks_cases import Cases, cases_of
from grader.gradescope.leaks_code import Reference
from grader.gradescope.leaks_host import Host, host_of, leftover
from grader.gradescope.leaks_open import Piece, pieces

_MAX_FILES = 200  # of a reference


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Finding:
    """One leak: where, what, and how it was encoded, from the outermost layer."""

    path: str
    what: str
    how: tuple[str, ...] = ()

    def __str__(self) -> str:
        how = f" (as {', in it '.join(self.how)})" if self.how else ""
        return f"{self.path}: {self.what}{how}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What to look for. ``cases`` and ``unit`` are None where cases and unit tests may be told."""

    code: Reference
    unit: Reference | None
    cases: Cases | None
    host: Host


def know(folder: Path, solution: Path) -> Known:
    """Learn what must not leak of the suite in ``folder`` and the reference in ``solution``.

    Raises AuthorError for faults of the suite, UsageError where a file can't be read.
    """
    suite = read_suite(folder)
    try:
        sources = _sources(solution)
        unit = unit_modules(folder, suite.unit.folder) if suite.unit is not None else {}
    except OSError as error:
        raise UsageError(f"Can't read {error.filename}: {error.strerror}.") from error
    if not sources:
        raise UsageError(f"{solution} holds no reference: there is no Python in it.")
    return Known(
        code=Reference(sources),
        unit=Reference(unit),
        cases=cases_of(folder, (*sources.values(), *unit.values())),
        host=host_of(KIT, folder, folder.absolute().parent, solution),
    )


def _sources(solution: Path) -> dict[str, bytes]:
    if solution.is_file():
        return {solution.name: solution.read_bytes()}
    files = [path for path in sorted(solution.rglob("*.py")) if path.is_file()]
    return {path.relative_to(solution).as_posix(): path.read_bytes() for path in files[:_MAX_FILES]}


def scan(path: Path, known: Known, seen: set[bytes] | None = None) -> tuple[Finding, ...]:
    """Find what leaks in an archive, a file or a folder; each leak once a file, least encoded.

    ``seen`` has digests of contents that were looked at before; they are passed over, and new ones
    are added. Executes nothing of it. Raises UsageError where ``path`` can't be read.
    """
    best: dict[tuple[str, str], Finding] = {}
    try:
        for piece in pieces(path, set() if seen is None else seen):
            for what in _leaks(piece, known):
                finding = Finding(path=piece.path, what=what, how=piece.how)
                other = best.get((piece.path, what))
                if other is None or len(piece.how) < len(other.how):
                    best[piece.path, what] = finding
    except OSError as error:
        raise UsageError(f"Can't read {error.filename or path}: {error.strerror}.") from error
    return tuple(sorted(best.values()))


def _leaks(piece: Piece, known: Known) -> Iterator[str]:
    if piece.unread:
        yield f"it can't be looked at: {piece.unread}"
    if not piece.how:
        yield from _of_name(piece.path, known)
    yield from known.host.find(piece.data)
    for name in known.code.find(piece.data):
        yield f"code of the reference, {name}"
    for name in known.unit.find(piece.data) if known.unit else ():
        yield f"code of the unit tests, {name}"
    if known.cases is not None:
        yield from known.cases.find(piece.data)


def _of_name(path: str, known: Known) -> Iterator[str]:
    """What the name of a file tells, by itself or by its words."""
    name = path.rpartition("!")[2]
    if what := leftover(name):
        yield what
    pure = PurePosixPath(name)
    if pure.is_absolute() or ".." in pure.parts or "\\" in name:
        yield "a name that leads out of the archive"
    if known.cases is not None:
        yield from known.cases.find(name.encode("utf-8", "replace"))
