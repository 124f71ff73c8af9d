"""Write ``expect:`` of each case from the reference in ``solution/``, and nothing else of the file.

Decides what is recorded: what the reference says, in the exact form that our own search gives it. Where
the two disagree nothing is written at all. A value that is right already is left as it stands.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

from grader.authoring.convention import unlike_the_suite
from grader.authoring.freeze import TooFewTreesError, freeze
from grader.authoring.lock import LOCK, Entry, entry_of, lock_text, read_lock
from grader.authoring.reference import RUN, Reference, differences
from grader.authoring.rewrite import (
    Edit,
    Span,
    apply,
    documents,
    newline_of,
    set_block,
    set_values,
)
from grader.authoring.unrecorded import Opened, open_suite, template
from grader.authoring.witness import by_search
from grader.authoring.written import Data, comparable, data_of, quoted
from grader.cases import Case, Check, Expectation, Pruning
from grader.cases.compose import compose
from grader.cases.decode_case import Defaults, decode_case
from grader.cases.decode_expect import KEY_OF
from grader.cases.files import SUITE_FILE
from grader.cases.games import Games
from grader.cases.located import Faults
from grader.errors import AuthorError, Fault, GraderError, UsageError
from grader.sandbox import Outcome

_ALL_WEIGH = Defaults(weights=dict.fromkeys(Check, Fraction(1)))  # weights are not in question here


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """What recording would do: files with their new contents, and why it is refused, if it is.

    ``changed`` are the ids of the cases whose expectation changes; those in ``accepted`` have others
    than were recorded, or are given something else, and keep what they expect; those in ``gone`` were
    recorded and are no more. ``write`` puts it on the disk.
    """

    files: dict[Path, bytes]
    changed: tuple[str, ...]
    accepted: tuple[str, ...]
    gone: tuple[str, ...]
    refusals: tuple[Fault, ...]

    def write(self) -> None:
        """Replace each file in one step. Raises AuthorError with the refusals, if there are any."""
        if self.refusals:
            raise AuthorError(list(self.refusals))
        for path, data in self.files.items():
            replace_file(path, data)


def record_suite(folder: Path, solution: Path, paths: Iterable[Path] = ()) -> tuple[str, ...]:
    """Record the suite in ``folder``, or what of it is in ``paths``; the ids of changed cases.

    Raises UsageError, and AuthorError for faults of the suite and for each case about which the
    witnesses disagree; then nothing was written.
    """
    recording = plan(folder, solution, paths)
    recording.write()
    return recording.changed


def plan(folder: Path, solution: Path, paths: Iterable[Path] = ()) -> Recording:
    """What ``record_suite`` would do; writes nothing.

    Raises AuthorError, with all that is refused, where a recipe can't give the trees it asks for.
    """
    opened = open_suite(folder)
    suite = opened.suite
    chosen = _chosen(folder, suite.cases, tuple(paths))
    desk = _Desk(folder=folder, games=Games(suite.support))
    before = read_lock(folder)
    entries = {} if before is None else {c.id: before[c.id] for c in suite.cases if c.id in before}
    with Reference(suite, solution) as reference:
        for question in suite.questions:
            desk.observed.clear()
            for case in question.cases:
                if case.id not in chosen:
                    continue
                known = (before or {}).get(case.id)
                asked = desk.frozen(case, question.pruning, known, is_new=case.id in opened.missing)
                if asked is None:
                    continue
                expect = desk.witnessed(asked, question.pruning, opened, reference)
                if expect is not None:
                    desk.put(case, expect, is_new=case.id in opened.missing)
                    entries[case.id] = entry_of(case, expect, question.pruning)
            other = unlike_the_suite(folder, question, desk.observed)
            if other is not None and desk.refusals:
                desk.refusals.append(other)
    if desk.has_faults:
        raise AuthorError(desk.refusals)
    files = {} if desk.refusals else desk.files()
    if not desk.refusals and entries != before:
        files[folder / LOCK] = lock_text(entries).encode("ascii")
    former = before or {}
    accepted = (
        c for c in entries if entries[c] != former.get(c, entries[c]) and c not in desk.changed
    )
    return Recording(
        files=files,
        changed=tuple(desk.changed),
        accepted=tuple(accepted),
        gone=tuple(sorted(former.keys() - entries.keys())),
        refusals=tuple(desk.refusals),
    )


def _tree_by_tree(text: str, document: Span, data: Mapping[str, Data]) -> list[Edit]:
    """Write ``expect`` anew with a tree a line."""
    key = KEY_OF[Check.PROPERTY]
    mark = "to be listed"
    entry = document.get("expect")
    indent = (entry[0].column if entry else document.column) + 4
    lines = (f"{newline_of(text)}{' ' * indent}- {quoted(str(line))}" for line in data[key])
    listed = "".join(lines)
    edits = set_block(text, document, "expect", {key: mark})
    return [replace(each, text=each.text.replace(f" {mark}", listed)) for each in edits]


def _chosen(folder: Path, cases: Iterable[Case], paths: tuple[Path, ...]) -> frozenset[str]:
    """The ids that are among ``paths``, or of the cases in these files; all, if there is no path."""
    places = {case.id: (folder / case.file).resolve() for case in cases}
    if not paths:
        return frozenset(places)
    found: set[str] = set()
    for path in paths:
        wanted = path.resolve() if os.path.lexists(path) else (folder / path).resolve()
        inside = {id_ for id_, place in places.items() if wanted in (place, *place.parents)}
        inside |= {str(path)} & places.keys()
        if not inside:
            raise UsageError(f"No case of the suite in {folder} is in {path}.")
        found |= inside
    return frozenset(found)


@dataclass(slots=True, kw_only=True)
class _Sheet:
    """A case file: its text, its documents by the id of their case, and what is to be changed."""

    text: str
    documents: dict[str, Span]
    edits: list[Edit] = field(default_factory=list)
    wanted: dict[str, Expectation] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class _Desk:
    """The files that have been opened, and what has been found so far."""

    folder: Path
    games: Games
    sheets: dict[str, _Sheet] = field(default_factory=dict)
    refusals: list[Fault] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    has_faults: bool = False  # of the author's, among the refusals
    observed: list[tuple[Case, Outcome]] = field(default_factory=list)  # runs that prune

    def frozen(
        self, case: Case, pruning: Pruning, known: Entry | None, *, is_new: bool
    ) -> Case | None:
        """The case; with new trees, where it has none or the recipe for them changed.

        None where the recipe can't give them.
        """
        if case.law is None:
            return case
        given = entry_of(case, case.expect, pruning).given
        if not is_new and (known is None or known.given == given):
            return case
        try:
            return replace(case, expect=Expectation(property=freeze(case)))
        except TooFewTreesError as error:
            self._refuse(case, "trees", str(error))
            self.has_faults = True
            return None

    def witnessed(
        self, case: Case, pruning: Pruning, opened: Opened, reference: Reference
    ) -> Expectation | None:
        """What both witnesses say is right, or None where they disagree."""
        if case.id in opened.missing and case.law is None:
            case = replace(case, expect=template(case, opened.missing[case.id]))
        try:
            ours = by_search(case, pruning)
        except GraderError as error:
            self._refuse(case, "", f"our search has no answer: {error}")
            return None
        outcome = reference.run(replace(case, expect=ours))
        if case.call.prunes and case.law is None:
            self.observed.append((replace(case, expect=ours), outcome))
        found = differences(case, ours, outcome, opened.suite.tolerance)
        for difference in found:
            self._refuse(case, difference.field, str(difference))
        return None if found else ours

    def put(self, case: Case, expect: Expectation, *, is_new: bool) -> None:
        """Note what has to be changed so that the file says ``expect``."""
        stale = [c for c in Check if comparable(case.expect, c) != comparable(expect, c)]
        if not stale and not is_new:
            return
        if not case.file.endswith((".yaml", ".yml")) or case.file == SUITE_FILE:
            self._refuse(case, "", "record writes YAML files of cases; write this one by hand")
            return
        sheet = self._sheet(case.file)
        document = sheet.documents[case.id]
        data = data_of(expect)
        if is_new and case.law is not None and not document.is_flow:
            sheet.edits += _tree_by_tree(sheet.text, document, data)
        elif is_new:
            sheet.edits += set_block(sheet.text, document, "expect", data)
        elif entry := document.get("expect"):
            values = {KEY_OF[check]: data[KEY_OF[check]] for check in stale}
            sheet.edits += set_values(sheet.text, entry[1], values)
        sheet.wanted[case.id] = expect
        self.changed.append(case.id)

    def files(self) -> dict[Path, bytes]:
        """The new contents of each file that changes, each read again to see that it says so."""
        found: dict[Path, bytes] = {}
        for file, sheet in self.sheets.items():
            if sheet.edits:
                data = apply(sheet.text, sheet.edits).encode()
                self._check(file, data, sheet)
                found[self.folder / file] = data
        return found

    def _check(self, file: str, data: bytes, sheet: _Sheet) -> None:
        faults = Faults(file)
        nodes = compose(data, faults)
        for name, node in zip(sheet.documents, nodes, strict=False):
            if name not in sheet.wanted:
                continue
            read = decode_case(node, replace(_ALL_WEIGH, games=self.games, id=name), faults)
            if faults.found:
                raise AuthorError(faults.found)
            if read is None or not _alike(read.case.expect, sheet.wanted[name]):
                raise GraderError(f"{file}: what was written of {name} reads as something else")

    def _sheet(self, file: str) -> _Sheet:
        if file not in self.sheets:
            text = (self.folder / file).read_bytes().decode()
            self.sheets[file] = _Sheet(text=text, documents=documents_by_id(text, Path(file).stem))
        return self.sheets[file]

    def _refuse(self, case: Case, key: str, message: str) -> None:
        line, column = place_of(self.folder, case, key)
        fault = Fault(file=case.file, line=line, column=column, message=f"{case.id}: {message}")
        self.refusals.append(fault)


def _alike(one: Expectation, other: Expectation) -> bool:
    return all(comparable(one, check) == comparable(other, check) for check in Check)


def documents_by_id(text: str, stem: str) -> dict[str, Span]:
    """The documents of a file by the ids of their cases, in order."""
    found: dict[str, Span] = {}
    for document in documents(text):
        entry = document.get("id")
        found[" ".join((entry[1].text or "").split()) if entry else stem] = document
    return found


def place_of(folder: Path, case: Case, key: str) -> tuple[int, int]:
    """The line and column, from 1, of ``key`` in ``expect:``, or of ``trees``, or as near as can be."""
    if not case.file.endswith((".yaml", ".yml")):
        return case.line, 1
    found = documents_by_id((folder / case.file).read_bytes().decode(), Path(case.file).stem)
    if case.id not in found:  # a case that stands in suite.yaml
        return case.line, 1
    document = found[case.id]
    block = document.get("trees" if key == "trees" else "expect")
    if block is None:
        return document.line + 1, document.column + 1
    inner = None if key == RUN else block[1].get(key)
    place = inner[0] if inner else block[0]
    return place.line + 1, place.column + 1


def replace_file(path: Path, data: bytes) -> None:
    """Put ``data`` at ``path`` in one step, with the mode that the file has. Raises UsageError."""
    path = path.resolve()  # of a link, what it leads to
    try:
        handle, name = tempfile.mkstemp(prefix=".record-", suffix=".tmp", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            Path(name).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)
            Path(name).replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        raise UsageError(f"Can't write {path}: {error.strerror or error}.") from error
