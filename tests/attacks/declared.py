"""Read what an attack declares at its top, and lay it out as a student would hand it in.

The header is the comments before the first line of code:

    # Writes the results itself.            the first line says what is attempted
    # row 3                                 the row of the catalogue (README.md), or: row own
    # expect minimax: WRONG                 each minimax case has this verdict
    # expect alpha_beta: some WRONG         at least one has it, the others pass
    # keeps alpha_beta: value, action       the checks that a WRONG case passes all the same
    # says: PermissionError                 words that the student reads
    # beside random.py: raise SystemExit    another file, with this one line
    # link notes.py: /etc/passwd            a link
    # place: hw 2/solver.py                 where the file itself lies
    # form: crlf                            how its bytes differ (FORMS)

Every function that is not named passes each of its cases in full.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
SUBMISSIONS = HERE / "submissions"


def _notebook(source: bytes) -> bytes:
    cell = {"cell_type": "code", "source": source.decode(), "outputs": [], "metadata": {}}
    return json.dumps(
        {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [cell]}
    ).encode()


FORMS: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "bom": lambda source: b"\xef\xbb\xbf" + source,
    "crlf": lambda source: source.replace(b"\n", b"\r\n"),
    "latin-1": lambda source: source + b"# caf\xe9\n",
    "nul": lambda source: source + b"\0\n",
    "utf-16": lambda source: source.decode().encode("utf-16"),
    "odd-coding": lambda source: b"# coding: raw_unicode_escape\n" + source,
    "no-coding": lambda source: b"# coding: martian\n" + source,
    "notebook": _notebook,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What the cases of one function get: ``kept`` are the checks that WRONG ones pass."""

    verdict: str = "PASSED"
    some: bool = False
    kept: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """One attack as its file declares it."""

    name: str
    about: str
    row: str
    source: bytes
    expected: dict[str, Expected]
    says: tuple[str, ...]
    beside: dict[str, str]
    links: dict[str, str]
    place: str
    form: str

    def lay_out(self, folder: Path) -> None:
        """Put the submission into ``folder``, which is its own."""
        files = {self.place: FORMS[self.form](self.source)}
        files |= {name: f"{line}\n".encode() for name, line in self.beside.items()}
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        for name, goal in self.links.items():
            (folder / name).symlink_to(goal)


def read_attack(path: Path) -> Attack:
    """Read one attack; ValueError where its header says nothing that can be understood."""
    header = re.match(r"(?:# .*\n)+", path.read_text(encoding="utf-8"))
    if header is None:
        raise ValueError(f"{path.name} declares nothing in its first lines")
    first, *lines = [line[2:] for line in header[0].splitlines()]
    said = [_directive(path, line) for line in lines]
    of = {key: [(name, value) for k, name, value in said if k == key] for key, _, _ in said}
    kept = {name: frozenset(value.split(", ")) for name, value in of.get("keeps", [])}
    expected = {
        name: Expected(
            verdict=value.removeprefix("some "),
            some=value.startswith("some "),
            kept=kept.get(name, frozenset()),
        )
        for name, value in of.get("expect", [])
    }
    return Attack(
        name=path.stem,
        about=first,
        row=dict(of.get("row", [])).popitem()[0] if "row" in of else "",
        source=path.read_bytes(),
        expected=expected,
        says=tuple(value for _, value in of.get("says", [])),
        beside=dict(of.get("beside", [])),
        links=dict(of.get("link", [])),
        place=of.get("place", [("", "solver.py")])[0][1],
        form=of.get("form", [("", "plain")])[0][1],
    )


def _directive(path: Path, line: str) -> tuple[str, str, str]:
    if match := re.fullmatch(r"row (\d+|own)", line):
        return "row", match[1], ""
    if match := re.fullmatch(r"(expect|keeps|beside|link) ([^:]+): (.+)", line):
        return match[1], match[2], match[3]
    if match := re.fullmatch(r"(says|place|form): (.+)", line):
        return match[1], "", match[2]
    raise ValueError(f"{path.name}: {line!r} is no line of a header")


def read_attacks(names: list[str] | None = None) -> list[Attack]:
    """Read every attack, or those of these names, in the order of their names."""
    paths = sorted(SUBMISSIONS.glob("*.py"))
    unknown = set(names or ()) - {path.stem for path in paths}
    if unknown:
        raise ValueError(f"there is no attack named {', '.join(sorted(unknown))}")
    return [read_attack(path) for path in paths if not names or path.stem in names]
