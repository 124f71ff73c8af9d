"""Suites as JSON, and cases on games of a support module, as a tool or a bad disk might leave them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from fuzz import documents
from fuzz.common import FoundError, expect
from grader.authoring.bundle import suite_json
from grader.cases.compose import compose
from grader.cases.decode_case import Defaults, decode_case
from grader.cases.games import Games
from grader.cases.json_text import compose_json
from grader.cases.located import Faults
from grader.cases.source import decoded

SUPPORT = documents.SUITE.parent / "assignment" / "games.py"
DEFAULTS = Defaults(id="a", games=Games(SUPPORT))

_PIECES = (
    *'[]{},:"\\\n\t\0\x1b\x85\u2028\ufeff', "\\ud800", "\\udc00", "\\u0000", "\\x", "[" * 200,
    '{"a":' * 150, "9" * 400, "9" * 5000, "1e999", "-1e-999", "-0", "01", "1.", ".5", "NaN", "Infinity",
    "null", "true", "1/3", "'a'", "// a", "# a", '"1/3"', '"id": "a",', '"title": "T",', '"x"' * 50,
    '"questions": [],',
)  # fmt: skip


@cache
def seed() -> str:
    """A small suite in one text, as it is packed."""
    with TemporaryDirectory(prefix="grader-fuzz-") as folder:
        return suite_json(documents.write_suite(Path(folder) / "suite"), handout=False)


def mutated(rng: Random, text: str) -> str:
    """``text`` with a few edits: a piece put in, some of it cut, doubled or moved."""
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        at = rng.randrange(len(text) + 1)
        to = min(at + rng.choice([1, 1, 3, 20, 200]), len(text))
        middle = rng.choice(["", rng.choice(_PIECES), rng.choice(_PIECES), text[at:to] * 2])
        text = text[:at] + middle + text[rng.choice([at, to]) :]
    return text


def noise(rng: Random) -> bytes:
    """Bytes, pieces of JSON, or a right text with a byte changed."""
    kind = rng.random()
    if kind < 0.2:
        return rng.randbytes(rng.randrange(200))
    if kind < 0.7:
        return "".join(rng.choices(_PIECES, k=rng.randrange(30))).encode("utf-8", "surrogatepass")
    data = seed().encode()
    at = rng.randrange(len(data))
    return data[:at] + rng.randbytes(1) + data[at + 1 :]


def check_text(data: bytes) -> None:
    """Read a text as JSON: a document, or faults with places; right JSON that is small is read."""
    faults = Faults("f.json")
    began = time.process_time()
    try:
        text = decoded(data, faults)
        found = [] if text is None else compose_json(text, faults)
    except Exception as error:
        raise FoundError(f"{type(error).__name__}: {error}, from {data[:600]!r}") from error
    documents.expect_quick(began, data)
    documents.expect_places(faults.found, data)
    expect(faults.found or found or not (text or "").strip(), f"nothing is said of {data[:600]!r}")
    if text is not None and found and not faults.found:
        try:
            json.loads(text, parse_int=str)
        except ValueError as error:
            raise FoundError(f"it is no JSON, {error}: {data[:600]!r}") from error


def check_suite(folder: Path, text: str) -> None:
    """Read a packed suite: every fault has a place in it, or results can be made of it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "games.py").write_text("")
    documents.check_file(folder, "suite.json", text)


_ARGUMENTS = (
    "[]", "{}", "[1, 2]", "[1, 2, 3]", "[-1]", "[0]", "[1.5]", "[x]", "[[1, 2], [3]]", "3",
    "[1, [x, [2]]]",
    "{goal: 0}", "{goal: 3, sides: 2, turns: 2}", "{nothing: 1}", "{goal: x}", "[1e2]", "[[]]",
    "{self: 1}", "[1e300]", "[1000]",
    "[null]", "~", "[yes]", "{sides: 1/3}", "[" * 30 + "]" * 30,
)  # fmt: skip
_NAMES = (
    "TicTacToe", "Nim", "DiceRace", "CoinsInARow", "Tree", "Game", "Rollout", "Nimm", "Any", "__doc__",
    "re", "int", "x y", "''", "Policy",
)  # fmt: skip
_EXPECTED = (
    "{value: 0}", "{actions: [left]}", "{actions: ['0']}", "{value: 1, actions: ['(0,1)']}",
    "{visited: [root]}",
    "{effort: {visits: 9}}", "{effort: {must: ['0.1']}}", "{effort: {must: [root]}}", "{pruned: []}",
)  # fmt: skip


def game_case(rng: Random) -> str:
    """A case on a game with odd arguments."""
    call = rng.choice(["minimax", "alpha_beta", "evaluate_tictactoe", "simulate", "max_n"])
    game = f"{{{rng.choice(_NAMES)}: {rng.choice(_ARGUMENTS)}}}"
    state = rng.choice(["", "state: '0'\n", "state: left.right\n", "state: '9'\n"])
    return f"call: {call}\ngame: {game}\n{state}expect: {rng.choice(_EXPECTED)}\n"


def check_game(text: str) -> None:
    """Read a case on a game: faults with places, or a case."""
    faults = Faults("f.yaml")
    began = time.process_time()
    try:
        (document,) = compose(text.encode(), faults)
        placed = decode_case(document, DEFAULTS, faults)
    except Exception as error:
        raise FoundError(f"{type(error).__name__}: {error}, from {text!r}") from error
    documents.expect_quick(began, text.encode())
    documents.expect_places(faults.found, text.encode())
    expect(faults.found or placed is not None, f"a case is lost in {text!r}")


def attempt(rng: Random, folder: Path) -> None:
    """One text, made and checked: JSON, a packed suite, or a case on a game."""
    kinds: tuple[Callable[[], None], ...] = (
        lambda: check_text(noise(rng)),
        lambda: check_text(mutated(rng, seed()).encode("utf-8", "surrogatepass")),
        lambda: check_suite(folder, mutated(rng, seed())),
        lambda: check_game(game_case(rng)),
    )
    rng.choice(kinds)()
