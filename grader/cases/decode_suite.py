"""Read a suite: ``suite.yaml`` and the case files that its questions name, or ``suite.json``.

Every fault of every file is collected and raised at once. May not know students; the only module of
this package that reads the disk.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path, PurePosixPath

from grader.cases import fields as read
from grader.cases.compose import MAX_BYTES, compose
from grader.cases.decode_case import (
    DEFAULT_WEIGHTS,
    Defaults,
    PlacedCase,
    decode_case,
    decode_id,
    decode_weights,
)
from grader.cases.decode_settings import (
    decode_isolation,
    decode_limits,
    decode_modules,
    decode_pruning,
    decode_tolerance,
)
from grader.cases.games import Games
from grader.cases.located import Faults, Located, Mapping, Place, Sequence, Start
from grader.cases.model import Case, Pruning, Question, Scoring, Suite, Visibility
from grader.errors import AuthorError, Fault, UsageError

SUITE_FILE = "suite.yaml"
BUNDLED = "suite.json"  # a suite with its cases in it, as bundles have it
SUITE_KEYS = (
    "title", "questions", "weights", "visibility", "pruning", "tolerance", "limits", "support",
    "allow", "preload", "isolation", "secret",
)  # fmt: skip
QUESTION_KEYS = ("id", "title", "points", "extra", "scoring", "cases", "pruning", "visibility")
SHORTEST_SECRET = 16
MAX_POINTS = 10_000  # of a question: results have room for a million in all
DEFAULT_SUPPORT = "../assignment/games.py"


def read_suite(folder: Path) -> Suite:
    """Read the suite in ``folder``.

    Raises AuthorError with every fault of all of its files (paths from ``folder``), and UsageError
    where there is no suite to read.
    """
    there = [name for name in (SUITE_FILE, BUNDLED) if (folder / name).is_file()]
    if not there:
        raise UsageError(f"there is no {SUITE_FILE} in {folder}; a suite is a folder with one")
    if len(there) > 1:
        raise UsageError(f"there are {' and '.join(there)} in {folder}; a suite has one of them")
    file = there[0]
    reading = _Reading(folder=folder, faults=Faults(file))
    documents = compose(_contents(folder / file, reading.faults), reading.faults)
    if len(documents) > 1:
        reading.faults.at(Start(documents[1].line), f"{file} is one document, without ---")
    suite = _suite(documents[0], reading) if documents else None
    if not documents and not reading.faults.found:
        reading.faults.at(Start(), f"{file} is empty; it needs title: and questions:")
    found = reading.faults.found + reading.in_cases
    if suite is None or found:
        raise AuthorError(found)
    return suite


def read_cases(
    path: Path, *, file: str, defaults: Defaults
) -> tuple[list[PlacedCase], list[Fault]]:
    """The cases of one file, in order, and its faults; ``file`` is its name in them."""
    faults = Faults(file)
    documents = compose(_contents(path, faults), faults)
    if not documents and not faults.found:
        faults.at(Start(), "this file has no case in it")
    defaults = replace(defaults, id=path.stem if len(documents) == 1 else None)
    decoded = [decode_case(document, defaults, faults) for document in documents]
    return [placed for placed in decoded if placed is not None], faults.found


def _contents(path: Path, faults: Faults) -> bytes:
    """What is in a file; it may be unreadable, or gone since it was listed."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        faults.at(Start(), f"this file can't be read: {error.strerror}")
        return b""


@dataclass(slots=True, kw_only=True)
class _Reading:
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


def _suite(node: Located, reading: _Reading) -> Suite | None:
    faults = reading.faults
    found = read.fields(node, "a suite", SUITE_KEYS, faults)
    if found is None:
        return None
    title = _required_text(found, "title", "a suite", faults)
    own = decode_weights(found.get("weights"), faults)
    weights = {**DEFAULT_WEIGHTS, **{check: weight for check, (weight, _) in own.items()}}
    visibility = read.choice(found.get("visibility"), "visibility", Visibility, faults)
    tolerance = decode_tolerance(found.get("tolerance"), faults)
    limits = decode_limits(found.get("limits"), faults)
    support = _support(found, reading)
    common = _Common(
        defaults=Defaults(
            weights=weights,
            visibility=visibility or Visibility.VISIBLE,
            limits=limits,
            games=Games(support),
        ),
        pruning=decode_pruning(found.get("pruning"), Pruning(), faults),
    )
    allow = decode_modules(found.get("allow"), "allow", faults)
    preload = decode_modules(found.get("preload"), "preload", faults)
    for module, place in preload.items():
        if module.partition(".")[0] not in allow:
            faults.at(place, f"{module} is preloaded but not allowed; add it to allow: too")
    if "questions" not in found:
        faults.at(node, "a suite needs questions:")
    listed = read.items(found.get("questions"), "questions", faults)
    if listed == ():
        faults.at(found.key("questions"), "a suite needs at least one question")
    questions = [_question(item, common, reading) for item in listed or ()]
    if "questions" in found:
        _report_strays(reading)
    return Suite(
        title=title,
        folder=reading.folder,
        questions=tuple(question for question in questions if question is not None),
        tolerance=tolerance,
        limits=limits,
        support=support,
        allow=tuple(allow),
        preload=tuple(preload),
        secret=_secret(found, faults),
        isolation=decode_isolation(found.get("isolation"), faults),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Common:
    """What the suite sets for all of its questions."""

    defaults: Defaults
    pruning: Pruning


def _secret(found: read.Fields, faults: Faults) -> str | None:
    node = found.get("secret")
    secret = read.text(node, "secret", faults)
    if node is not None and secret is not None and len(secret) < SHORTEST_SECRET:
        faults.at(node, f"secret needs {SHORTEST_SECRET} characters or more")
    return secret


def _required_text(found: read.Fields, key: str, what: str, faults: Faults) -> str:
    if key not in found:
        faults.at(found.place, f"{what} needs {key}:")
    return read.text(found.get(key), key, faults) or ""


def _question(node: Located, common: _Common, reading: _Reading) -> Question | None:
    faults = reading.faults
    found = read.fields(node, "a question", QUESTION_KEYS, faults)
    if found is None:
        return None
    question_id = decode_id(found, None, "a question", faults)
    if question_id in reading.question_ids:
        first = reading.question_ids[question_id]
        faults.at(
            found.key("id"), f"the question {question_id!r} is there already, at line {first.line}"
        )
    elif question_id is not None:
        reading.question_ids[question_id] = found.key("id")
    title = _required_text(found, "title", "a question", faults)
    scoring = read.choice(found.get("scoring"), "scoring", Scoring, faults)
    visibility = read.choice(found.get("visibility"), "visibility", Visibility, faults)
    cases = tuple(
        reading.add(placed)
        for placed in _placed_cases(found, _own(common.defaults, visibility), reading)
    )
    if cases and not any(case.points for case in cases) and not reading.in_cases:
        faults.at(found.key("cases"), "every case of this question has points: 0")
    return Question(
        id=question_id or "",
        title=title,
        points=_points(found, faults),
        scoring=scoring or Scoring.PER_CASE,
        pruning=decode_pruning(found.get("pruning"), common.pruning, faults),
        cases=cases,
        extra=read.yes(found.get("extra"), "extra", faults),
    )


def _own(defaults: Defaults, visibility: Visibility | None) -> Defaults:
    return replace(defaults, visibility=visibility) if visibility else defaults


def _placed_cases(found: read.Fields, defaults: Defaults, reading: _Reading) -> list[PlacedCase]:
    """The cases that stand in the question itself, as in a bundle, or in the files that it names."""
    node = found.get("cases")
    if isinstance(node, Sequence) and any(isinstance(item, Mapping) for item in node.items):
        decoded = [decode_case(item, defaults, reading.faults) for item in node.items]
        return [placed for placed in decoded if placed is not None]
    cases: list[PlacedCase] = []
    for file in _case_files(found, reading):
        placed, faults = read_cases(reading.folder / file, file=file, defaults=defaults)
        cases.extend(placed)
        reading.in_cases.extend(faults)
    return cases


def _points(found: read.Fields, faults: Faults) -> Fraction:
    node = found.get("points")
    if node is None:
        faults.at(found.place, "a question needs points:")
        return Fraction(0)
    points = read.fraction(node, "points", faults)
    if points is not None and (points * 100).denominator != 1:
        faults.at(node, "points must be a whole number of hundredths (2.5, not 1/3)")
    if points is not None and points > MAX_POINTS:
        faults.at(node, f"points must be at most {MAX_POINTS}")
    return points or Fraction(0)


def _case_files(found: read.Fields, reading: _Reading) -> list[str]:
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
        if not os.path.isdir(reading.folder / path):  # noqa: PTH112 - see _is_file
            faults.at(node, f"there is no folder {word!r} in the suite")
            return []
        inside = sorted(p.name for p in (reading.folder / path).iterdir() if _is_case_file(p))
        if not inside:
            faults.at(node, f"the folder {word!r} has no .yaml file in it")
        return _unused([(str(path / name), node) for name in inside], reading)
    named: list[tuple[str, Located]] = []
    for word, item in read.names(node, "cases", faults) or ():
        path = _inside(word, item, faults)
        if path is not None and not _is_file(reading.folder / path):
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


def _is_file(path: Path) -> bool:
    """Whether there is such a file. Path's own method raises for names that are too long."""
    return os.path.isfile(path)  # noqa: PTH113


def _is_case_file(path: Path) -> bool:
    return path.is_file() and path.suffix in (".yaml", ".yml", ".json") and path.name[0] != "."


def _unused(named: list[tuple[str, Located]], reading: _Reading) -> list[str]:
    fresh: list[str] = []
    for file, place in named:
        if file in reading.files:
            first = reading.files[file]
            reading.faults.at(place, f"{file} belongs to a question already (line {first.line})")
        else:
            reading.files[file] = place
            fresh.append(file)
    return fresh


def _report_strays(reading: _Reading) -> None:
    own = reading.faults.file
    for path in sorted(reading.folder.rglob("*")):
        file = path.relative_to(reading.folder)
        hidden = any(part.startswith(".") for part in file.parts)
        name = file.as_posix()
        if hidden or name == own or name in reading.files or not _is_case_file(path):
            continue
        message = f"no question of {own} names this file"
        reading.in_cases.append(Fault(file=name, line=1, column=1, message=message))


def _support(found: read.Fields, reading: _Reading) -> Path:
    node = found.get("support")
    word = read.text(node, "support", reading.faults)
    support = reading.folder / (word or DEFAULT_SUPPORT)
    if node is not None and word is not None and not _is_file(support):
        reading.faults.at(node, f"there is no file {word!r} (paths start at the suite's folder)")
    return support
