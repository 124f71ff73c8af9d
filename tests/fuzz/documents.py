"""Case files and suites as a hand, an editor or a bad disk might leave them."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

from fuzz.common import FoundError, expect
from grader.cases import Case, Limits, Suite, read_suite
from grader.cases.compose import compose
from grader.cases.decode_case import Defaults, decode_case
from grader.cases.located import Faults
from grader.errors import AuthorError, Fault, UsageError
from grader.grading.jobs import job_of
from grader.report.results import fallback_results
from grader.report.schema import problems
from grader.sandbox.dialogue import Dialogue

SUITE = Path(__file__).resolve().parents[2] / "test_cases"
SLOW = 2.0  # CPU seconds; a few hundredths are usual
DEFAULTS = Defaults(id="by-file-name")

SMALL_SUITE = """\
title: Two questions
support: games.py
weights: {value: 1, visited: 3/2}
pruning: {cutoff: strict, accept: exact}
limits: {cpu: 0.5, memory: 256, requests: 30}
questions:
  - {id: first, title: The first, points: 7.5, scoring: by_group, cases: first}
  - id: second
    title: The second
    points: 2
    visibility: hidden
    cases: [more.yaml]
"""
CASES = """\
id: larger
call: minimax
group: both
tree: {agent: {A: 3, B: {opp: {1: 5, 2: -1/3}}}}
expect: {value: 3, actions: [A], visited: [root, A, B, B1, B2]}
---
id: smaller
call: expectimax
tree: {opp: {A: 3, B: {coin: {H: [1/2, 5], T: [1/2, 4]}}}}
policies: {opp: uniform}
expect: {value: 3.75}
"""
MORE = """\
call: game_value
tree: {agent: {A: 3, B: 5}}
policies: {agent: {always: A}}
expect: {value: 3}
"""


@cache
def seeds() -> tuple[str, ...]:
    """Every document of the suite, and two of our own."""
    texts = [path.read_text("utf-8") for path in sorted(SUITE.rglob("*.yaml"))]
    return (*(part for text in texts for part in re.split(r"(?m)^---\n", text)), SMALL_SUITE, CASES)


# ---------------------------------------------------------------------- making documents

_PIECES: tuple[str, ...] = (
    *"[]{},:-?&*!|>%@`\"'#\n\t\0\x1b\x85\ufeff\u2028\ud7ff\U0010ffff",
    ": ", "- ", "\n---\n", "\n...\n", "  ", "\t- ", "\r", "? ", "<<: ", "&a ", "*a", "!!str ",
    "%YAML 9.9\n---\n",
    "null", "~", "yes", "0x1F", "1_000", "1:30", "2001-01-01", "9" * 400, "1e999", "-1e-999", "1/0",
    "1/3", "-0", ".inf", ".nan", "1e300", "0", "-5", "9" * 5000, "٣", "🎲", "\"\\x00\"", "\"\\ud800\"",
    "\"\\U00110000\"", "\"\\N{DASH}\"", "'", "[" * 200, "{a: " * 120, "- " * 150, "agent", "opp", "coin",
    "uniform", "always", "root", "A", "A1", "name: root", "utility: 3", "eval: 2", "depth: 2", "x" * 300,
    "visited: [root]", "value: 1", "id: a", "points: 1e9", "limits: {cpu: 1e30}", "%TAG ! x:\n--- !a\n",
)  # fmt: skip


def mutated(rng: Random, text: str) -> str:
    """``text`` with a few edits of the kinds that hands and tools make."""
    for _ in range(rng.choice([1, 1, 1, 2, 3, 8])):
        text = rng.choice(_EDITS)(rng, text)
    return text


def _span(rng: Random, text: str) -> tuple[int, int]:
    at = rng.randrange(len(text) + 1)
    return at, min(at + rng.choice([1, 1, 2, 5, 40]), len(text))


def _insert(rng: Random, text: str) -> str:
    at, _ = _span(rng, text)
    return text[:at] + rng.choice(_PIECES) + text[at:]


def _delete(rng: Random, text: str) -> str:
    at, to = _span(rng, text)
    return text[:at] + text[to:]


def _replace_word(rng: Random, text: str) -> str:
    found = list(re.finditer(r"[\w./-]+", text))
    if not found:
        return text
    word = rng.choice(found)
    other: str = rng.choice([*_PIECES, rng.choice(found)[0]])
    return text[: word.start()] + other + text[word.end() :]


def _move_line(rng: Random, text: str) -> str:
    lines = text.split("\n")
    line = lines.pop(rng.randrange(len(lines)))
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(["", " ", "\t", "  "]) + line)
    return "\n".join(lines)


def _splice(rng: Random, text: str) -> str:
    other = rng.choice(seeds())
    at, to = _span(rng, text)
    start, end = _span(rng, other)
    return text[:at] + other[start : end + 60] + text[to:]


_EDITS: tuple[Callable[[Random, str], str], ...] = (
    _insert, _insert, _delete, _replace_word, _replace_word, _replace_word, _move_line, _splice,
)  # fmt: skip


def document(rng: Random) -> bytes:
    """A document: mostly one of the suite's with edits, or else noise."""
    kind = rng.random()
    if kind < 0.05:
        return rng.randbytes(rng.randrange(200))
    if kind < 0.15:
        return "".join(rng.choices(_PIECES, k=rng.randrange(30))).encode("utf-8")
    data = mutated(rng, rng.choice(seeds())).encode("utf-8")
    if kind < 0.25 and data:
        at = rng.randrange(len(data))
        data = data[:at] + rng.randbytes(1) + data[at + 1 :]
    return data


# ---------------------------------------------------------------------- holding them to the laws


def check_cases(data: bytes, *, pure: bool = False) -> list[Case]:
    """Read a case file: faults with places, or cases that can be asked, as many as documents."""
    faults = Faults("f.yaml")
    began = time.process_time()
    try:
        documents = compose(data, faults, pure=pure)
        placed = [decode_case(document, DEFAULTS, faults) for document in documents]
    except Exception as error:
        raise FoundError(f"{type(error).__name__}: {error}, from {data[:600]!r}") from error
    expect_quick(began, data)
    expect_places(faults.found, data)
    cases = [each.case for each in placed if each is not None]
    expect(faults.found or len(cases) == len(documents), f"a case is lost in {data[:600]!r}")
    for case in cases if not faults.found else ():
        _expect_usable(case, data)
    return cases


def expect_quick(began: float, data: bytes) -> None:
    took = time.process_time() - began
    expect(took < SLOW, f"it took {took:.1f} s of CPU, for {len(data)} bytes: {data[:200]!r}")


def expect_places(faults: list[Fault], data: bytes) -> None:
    # A place may be the end of the file, which the C parser counts as a line of its own.
    lines = len(re.split(rb"\r\n|\r|\n|\xc2\x85|\xe2\x80\xa8|\xe2\x80\xa9", data))
    for fault in faults:
        where = f"{fault} in {data[:600]!r}"
        expect(type(fault.line) is int and 1 <= fault.line <= lines + 1, f"no such line: {where}")
        expect(type(fault.column) is int and fault.column >= 1, f"no such column: {where}")
        expect(fault.message.strip(), f"no words: {where}")


def _expect_usable(case: Case, data: bytes) -> None:
    told = f"{case.id!r} from {data[:600]!r}"
    expect(re.fullmatch("[a-z0-9-]{1,100}", case.id), f"odd id: {told}")
    nodes = list(case.tree.nodes())
    names = {node.name for node in nodes}
    expect(case.start in nodes, f"the start is no node: {told}")
    expect(len(names) == len(nodes), f"two nodes have one name: {told}")
    expect(set(case.expect.visited or ()) <= names, f"unknown nodes are expected: {told}")
    numbers = [node.utility for node in nodes] + [node.evaluation for node in nodes]
    for number in [*numbers, case.expect.value]:
        right = number is None or (type(number) in (int, Fraction) and math.isfinite(float(number)))
        expect(right, f"{number!r} is no number: {told}")
    try:
        Dialogue(job_of(case, Limits())).opening()
    except Exception as error:
        raise FoundError(f"it can't be asked: {error!r}: {told}") from error


def write_suite(folder: Path, suite: str = SMALL_SUITE) -> Path:
    """A small suite of three cases in ``folder``."""
    (folder / "first").mkdir(parents=True, exist_ok=True)
    (folder / "suite.yaml").write_bytes(suite.encode("utf-8"))
    (folder / "first" / "cases.yaml").write_text(CASES)
    (folder / "more.yaml").write_text(MORE)
    (folder / "games.py").write_text("")
    return folder


def check_suite(folder: Path, text: str) -> Suite | None:
    """Read a suite with this suite.yaml: an AuthorError, or one that results can be made of."""
    write_suite(folder, text)
    return check_file(folder, "suite.yaml", text)


def check_file(folder: Path, name: str, text: str) -> Suite | None:
    """Read the suite in ``folder`` with this text as its own file: faults with places, or a suite."""
    (folder / name).write_bytes(text.encode("utf-8", "surrogatepass"))
    began = time.process_time()
    try:
        suite = read_suite(folder)
        wrong = problems(fallback_results(suite))
    except AuthorError as error:
        expect(error.faults, f"an error without faults, from {text[:800]!r}")
        ours = [fault for fault in error.faults if fault.file == name]
        expect_places(ours, text.encode("utf-8", "surrogatepass"))
        return None
    except UsageError as error:
        raise FoundError(f"{error}, from {text[:800]!r}") from error
    except Exception as error:
        raise FoundError(f"{type(error).__name__}: {error}, from {text[:800]!r}") from error
    finally:
        expect_quick(began, text.encode("utf-8", "surrogatepass"))
    expect(not wrong, f"{wrong!r:.300}, from {text[:800]!r}")
    return suite


def attempt(rng: Random, folder: Path) -> None:
    """One document, made and checked: a case file by either parser, or a suite in ``folder``."""
    kind = rng.random()
    if kind < 0.15:
        check_suite(folder, mutated(rng, SMALL_SUITE))
    else:
        check_cases(document(rng), pure=kind > 0.85)
