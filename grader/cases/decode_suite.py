"""Read a suite: ``suite.yaml`` and the case files that its questions name, or ``suite.json``.

Every fault of every file is collected and raised at once. May not know students.
"""

from __future__ import annotations

from pathlib import Path

from grader.cases import fields as read
from grader.cases.compose import compose
from grader.cases.decode_beside import decode_leaderboard, decode_unit
from grader.cases.decode_case import DEFAULT_WEIGHTS, Defaults, decode_weights
from grader.cases.decode_question import Common, decode_question, required_text
from grader.cases.decode_settings import (
    decode_attempts,
    decode_isolation,
    decode_limits,
    decode_modules,
    decode_pruning,
    decode_tolerance,
)
from grader.cases.files import BUNDLED, SUITE_FILE, Reading, contents, is_file, report_strays
from grader.cases.games import Games
from grader.cases.located import Faults, Located, Start
from grader.cases.model import Pruning, Suite, Visibility
from grader.errors import AuthorError, UsageError

SUITE_KEYS = (
    "title", "questions", "weights", "visibility", "pruning", "tolerance", "limits", "support",
    "allow", "preload", "isolation", "secret", "attempts", "leaderboard",
    "unit",
)  # fmt: skip
SHORTEST_SECRET = 16
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
    reading = Reading(folder=folder, faults=Faults(file))
    documents = compose(contents(folder / file, reading.faults), reading.faults)
    if len(documents) > 1:
        reading.faults.at(Start(documents[1].line), f"{file} is one document, without ---")
    suite = _suite(documents[0], reading) if documents else None
    if not documents and not reading.faults.found:
        reading.faults.at(Start(), f"{file} is empty; it needs title: and questions:")
    found = reading.faults.found + reading.in_cases
    if suite is None or found:
        raise AuthorError(found)
    return suite


def _suite(node: Located, reading: Reading) -> Suite | None:
    faults = reading.faults
    found = read.fields(node, "a suite", SUITE_KEYS, faults)
    if found is None:
        return None
    title = required_text(found, "title", "a suite", faults)
    own = decode_weights(found.get("weights"), faults)
    weights = {**DEFAULT_WEIGHTS, **{check: weight for check, (weight, _) in own.items()}}
    visibility = read.choice(found.get("visibility"), "visibility", Visibility, faults)
    tolerance = decode_tolerance(found.get("tolerance"), faults)
    limits = decode_limits(found.get("limits"), faults)
    support = _support(found, reading)
    common = Common(
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
    questions = [decode_question(item, common, reading) for item in listed or ()]
    if "questions" in found:
        report_strays(reading)
    known = tuple(question for question in questions if question is not None)
    return Suite(
        title=title,
        folder=reading.folder,
        questions=known,
        tolerance=tolerance,
        limits=limits,
        support=support,
        allow=tuple(allow),
        preload=tuple(preload),
        secret=_secret(found, faults),
        isolation=decode_isolation(found.get("isolation"), faults),
        attempts=decode_attempts(found.get("attempts"), faults),
        leaderboard=decode_leaderboard(found.get("leaderboard"), known, faults),
        unit=decode_unit(found.get("unit"), reading),
    )


def _secret(found: read.Fields, faults: Faults) -> str | None:
    node = found.get("secret")
    secret = read.text(node, "secret", faults)
    if node is not None and secret is not None and len(secret) < SHORTEST_SECRET:
        faults.at(node, f"secret needs {SHORTEST_SECRET} characters or more")
    return secret


def _support(found: read.Fields, reading: Reading) -> Path:
    node = found.get("support")
    word = read.text(node, "support", reading.faults)
    support = reading.folder / (word or DEFAULT_SUPPORT)
    if node is not None and word is not None and not is_file(support):
        reading.faults.at(node, f"there is no file {word!r} (paths start at the suite's folder)")
    return support
