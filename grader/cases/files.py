"""The files of a suite on the disk, and what has been read of them so far.

Decides which files belong to which question; the only module of this package that reads the disk,
but for the support module.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from grader.cases import fields as read
from grader.cases.compose import MAX_BYTES
from grader.cases.decode_case import PlacedCase
from grader.cases.located import Faults, Located, Place, Sequence, Start
from grader.cases.model import Case
from grader.errors import Fault

SUITE_FILE = "suite.yaml"
BUNDLED = "suite.json"  # a suite with its cases in it, as bundles have it


@dataclass(slots=True, kw_only=True)
class Reading:
    """What has been read so far. ``faults`` are those of the suite's own file."""

    folder: Path
    faults: Faults
    in_cases: list[Fault] = field(default_factory=list)
    files: dict[str, Place] = field(default_factory=dict)  # case files, and where they are named
    ids: dict[str, str] = field(default_factory=dict)  # case ids, and their places as text
    question_ids: dict[str, Place] = field(default_factory=dict)

    def add(self, placed: PlacedCase) -> Case:
        """Note a case; an id that is taken is a fault."""
        case, place = placed.case, placed.place
        here = f"{case.file}:{place.line}:{place.column}"
        if case.id in self.ids:
            message = f"the id {case.id!r} is taken, at {self.ids[case.id]}"
            self.in_cases.append(
                Fault(file=case.file, line=place.line, column=place.column, message=message)
            )
        self.ids.setdefault(case.id, here)
        return case


def contents(path: Path, faults: Faults) -> bytes:
    """What is in a file; it may be unreadable, or gone since it was listed."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        faults.at(Start(), f"this file can't be read: {error.strerror}")
        return b""


def case_files(found: read.Fields, reading: Reading) -> list[str]:
    """The files of a question, from the suite's folder: a folder's in name order, or as listed."""
    node, faults = found.get("cases"), reading.faults
    if node is None:
        faults.at(found.place, "a question needs cases: (a folder, or a list of files)")
        return []
    if not isinstance(node, Sequence):
        word = read.text(node, "cases", faults)
        path = _inside(word, node, faults)
        if path is None:
            return []
        if not os.path.isdir(reading.folder / path):  # noqa: PTH112 - see is_file
            faults.at(node, f"there is no folder {word!r} in the suite")
            return []
        inside = sorted(p.name for p in (reading.folder / path).iterdir() if _is_case_file(p))
        if not inside:
            faults.at(node, f"the folder {word!r} has no .yaml file in it")
        return _unused([(str(path / name), node) for name in inside], reading)
    named: list[tuple[str, Located]] = []
    for word, item in read.names(node, "cases", faults) or ():
        path = _inside(word, item, faults)
        if path is not None and not is_file(reading.folder / path):
            faults.at(item, f"there is no file {word!r} in the suite")
        elif path is not None:
            named.append((str(path), item))
    return _unused(named, reading)


def _inside(word: str | None, place: Place, faults: Faults) -> PurePosixPath | None:
    if word is None:
        return None
    path = PurePosixPath(word)
    if path.is_absolute() or ".." in path.parts or "\\" in word:
        faults.at(place, f"{word!r} must be a path inside the suite, with / between folders")
        return None
    return path


def is_file(path: Path) -> bool:
    """Whether there is such a file. Path's own method raises for names that are too long."""
    return os.path.isfile(path)  # noqa: PTH113


def _is_case_file(path: Path) -> bool:
    return path.is_file() and path.suffix in (".yaml", ".yml", ".json") and path.name[0] != "."


def _unused(named: list[tuple[str, Located]], reading: Reading) -> list[str]:
    fresh: list[str] = []
    for file, place in named:
        if file in reading.files:
            first = reading.files[file]
            reading.faults.at(place, f"{file} belongs to a question already (line {first.line})")
        else:
            reading.files[file] = place
            fresh.append(file)
    return fresh


def report_strays(reading: Reading) -> None:
    """Report the case files in the suite's folder that no question names."""
    own = reading.faults.file
    for path in sorted(reading.folder.rglob("*")):
        file = path.relative_to(reading.folder)
        hidden = any(part.startswith(".") for part in file.parts)
        name = file.as_posix()
        if hidden or name == own or name in reading.files or not _is_case_file(path):
            continue
        message = f"no question of {own} names this file"
        reading.in_cases.append(Fault(file=name, line=1, column=1, message=message))
