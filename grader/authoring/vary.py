"""An equivalent hidden suite from a secret seed: other trees that ask the same and catch as much.

Decides which of several candidates stands in the place of a hidden case, and when a suite is no weaker
than the one that it came from: each of its cases has to catch every mistake that it caught before. May
not know how candidates are made (``vary_cases``). Visible cases stay byte for byte.

What is made is recorded and verified beside the new folder's place, and moved there in one step.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.authoring.lock import LOCK
from grader.authoring.matrix import Library, Matrix, kill_matrix
from grader.authoring.record import documents_by_id, record_suite
from grader.authoring.rewrite import Span, apply, documents, fill
from grader.authoring.vary_cases import PLAIN, Candidate, candidates, reason_to_keep, trees_of
from grader.authoring.verify import verify_suite
from grader.authoring.written import comparable, quoted
from grader.cases import Case, Check, Question, Suite, Visibility, read_suite
from grader.cases.decode_suite import DEFAULT_SUPPORT
from grader.cases.files import SUITE_FILE
from grader.cases.games import Games
from grader.errors import GraderError, UsageError

ROUNDS = 3  # in which cases that turn out weaker among the others are varied anew
NO_TREE = "no other tree or start was found that asks the same and catches as much"
NO_TREES = "no other trees were found that catch as much: its recipe may give too few"
NO_YAML = "it is not in a YAML file of cases"

Caught = dict[str, frozenset[str]]  # mistakes by the id of the case
Pair = tuple[str, str]  # a function and a mistake in it


@dataclass(frozen=True, slots=True, kw_only=True)
class Varied:
    """What became of a suite. ``kept`` has a reason by case; ``plain`` are varied by k * u + c alone.

    ``weaker`` has, by case, mistakes that it caught before and does not now. ``survivors`` are pairs of
    a function and a mistake that no case catches: before, and now.
    """

    folder: Path
    varied: tuple[str, ...]
    plain: tuple[str, ...]
    kept: dict[str, str]
    weaker: dict[str, tuple[str, ...]]
    survivors: tuple[frozenset[Pair], frozenset[Pair]]
    verified: int  # cases, all of them

    @property
    def is_no_weaker(self) -> bool:
        return not self.weaker and self.survivors[1] <= self.survivors[0]


def vary_suite(
    folder: Path,
    solution: Path,
    out: Path,
    *,
    seed: str,
    library: Library,
    apart: Sequence[Path] = (),
) -> Varied:
    """Write the varied suite to ``out``; ``apart`` are suites that no tree may be shared with, either.

    Raises UsageError where ``out`` exists or the seed is empty, AuthorError for faults of the suite.
    """
    if not seed:
        raise UsageError("The seed is empty: anybody would have the same suite.")
    if os.path.lexists(out):
        raise UsageError(f"{out} exists already; name a folder that does not.")
    if folder.resolve() in out.resolve().parents:
        raise UsageError(f"{out} is inside the suite; name a folder beside it.")
    suite = read_suite(folder)
    others = [case for path in apart for case in read_suite(path).cases]
    desk = _Desk(suite=suite, library=library, seed=seed)
    desk.taken.update(*(trees_of(case) for case in (*suite.cases, *others)))
    desk.choose()
    desk.mend()
    verified = _write(desk, solution, out)
    plain = tuple(id_ for id_, each in desk.chosen.items() if each.how == PLAIN)
    return Varied(
        folder=out,
        varied=tuple(desk.chosen),
        plain=plain,
        kept=desk.kept,
        weaker=desk.weaker,
        survivors=(frozenset(desk.survivors[0]), frozenset(desk.survivors[1])),
        verified=verified,
    )


@dataclass(slots=True, kw_only=True)
class _Desk:
    """What has been chosen so far, by the id of the case."""

    suite: Suite
    library: Library
    seed: str
    taken: set[str] = field(default_factory=set)
    chosen: dict[str, Candidate] = field(default_factory=dict)
    kept: dict[str, str] = field(default_factory=dict)
    weaker: dict[str, tuple[str, ...]] = field(default_factory=dict)
    survivors: tuple[set[Pair], set[Pair]] = field(default_factory=lambda: (set(), set()))
    _queues: dict[str, Iterator[Candidate]] = field(default_factory=dict)
    _alone: dict[str, frozenset[str]] = field(default_factory=dict)  # caught before
    _found: dict[str, frozenset[str]] = field(default_factory=dict)  # and by what is chosen

    def choose(self) -> None:
        """Choose a candidate for each hidden case that has any."""
        games = Games(self.suite.support)
        for question, case in _hidden(self.suite):
            document = document_of(self.suite.folder, case)
            reason = NO_YAML if document is None else reason_to_keep(case, document)
            if document is None or reason is not None:
                self.kept[case.id] = reason or NO_YAML
                continue
            self._queues[case.id] = candidates(case, question.pruning, document, games, self.seed)
            self._alone[case.id] = self._caught_alone(question, case)
            self._next(question, case)

    def _next(self, question: Question, case: Case) -> bool:
        """Choose the next candidate that catches what the case does, or the best of the plain ones.

        Returns whether there is one.
        """
        before = self._alone[case.id]
        is_first = case.id not in self.chosen
        best: tuple[int, Candidate, frozenset[str]] | None = None
        for candidate in self._queues[case.id]:
            if not self.taken.isdisjoint(candidate.trees):
                continue
            found = self._caught_alone(question, candidate.case)
            lost = len(before - found)
            is_better = best is None or lost < best[0]
            if lost == 0 or (is_first and candidate.how == PLAIN and is_better):
                best = (lost, candidate, found)
            if lost == 0:
                break
        if best is not None:
            _, self.chosen[case.id], self._found[case.id] = best
            self.taken.update(best[1].trees)
        elif is_first:
            self.kept[case.id] = NO_TREE if case.law is None else NO_TREES
        return best is not None

    def mend(self) -> None:
        """Compare whole questions; where a case is weaker among the others, choose anew."""
        for question in self.suite.questions:
            if not any(case.id in self.chosen for case in question.cases):
                continue
            before = self._matrix(question)
            caught = _caught(before)
            now = self._caught_now(question, caught)
            for _ in range(ROUNDS):
                weaker = {id_ for id_, each in caught.items() if each - now.get(id_, frozenset())}
                anew = [c for c in question.cases if c.id in weaker and c.id in self._queues]
                changed = [self._next(question, case) for case in anew]
                if not any(changed):
                    break
                now = self._caught_now(question, caught)
            lost = {id_: tuple(sorted(e - now.get(id_, frozenset()))) for id_, e in caught.items()}
            self.weaker |= {id_: each for id_, each in lost.items() if each}
            self.survivors[0].update(_survivors(before, caught))
            self.survivors[1].update(_survivors(before, now))

    def _caught_now(self, question: Question, before: Caught) -> Caught:
        """What the varied cases catch. Visits are judged by all cases of a question together."""
        if any(case.is_traced for case in question.cases):
            return _caught(self._matrix(self._varied(question)))
        ids = [case.id for case in question.cases if case.id in self.chosen]
        return {**before, **{id_: self._found[id_] for id_ in ids}}

    def _varied(self, question: Question) -> Question:
        cases = (self.chosen[c.id].case if c.id in self.chosen else c for c in question.cases)
        return replace(question, cases=tuple(cases))

    def _matrix(self, question: Question) -> Matrix:
        return kill_matrix(replace(self.suite, questions=(question,)), self.library)

    def _caught_alone(self, question: Question, case: Case) -> frozenset[str]:
        matrix = self._matrix(replace(question, cases=(case,)))
        return _caught(matrix).get(case.id, frozenset())


def _hidden(suite: Suite) -> Iterator[tuple[Question, Case]]:
    for question in suite.questions:
        for case in question.cases:
            if case.visibility is not Visibility.VISIBLE:
                yield question, case


def _caught(matrix: Matrix) -> Caught:
    """What each case catches. What the right solver fails, too, catches nothing."""
    failed = {case.id for case in matrix.broken}
    found: dict[str, set[str]] = {}
    for row in matrix.rows:
        for case in row.caught_by:
            if case.id in failed:
                continue
            found.setdefault(case.id, set()).add(row.mistake.id)
    return {id_: frozenset(caught) for id_, caught in found.items()}


def _survivors(matrix: Matrix, caught: Caught) -> Iterator[Pair]:
    """The mistakes without a proof that no case of their function catches, of those that could."""
    failed = {case.id for case in matrix.broken}
    for row in matrix.rows:
        ids = {cell.case.id for cell in row.cells} - failed
        is_caught = any(row.mistake.id in caught.get(id_, ()) for id_ in ids)
        if ids and row.proof is None and not is_caught:
            yield row.call.value, row.mistake.id


def document_of(folder: Path, case: Case) -> Span | None:
    """Where a case stands in its YAML file, or None where it stands in none."""
    if not case.file.endswith((".yaml", ".yml")) or case.file == SUITE_FILE:
        return None
    text = (folder / case.file).read_bytes().decode()
    return documents_by_id(text, Path(case.file).stem).get(case.id)


# ---------------------------------------------------------------------------- on the disk


def _write(desk: _Desk, solution: Path, out: Path) -> int:
    """Make, record and verify the suite beside ``out``, then move it there; how many cases it has."""
    try:
        work = Path(tempfile.mkdtemp(prefix=".vary-", dir=out.absolute().parent))
    except OSError as error:
        raise UsageError(f"Can't write beside {out}: {error.strerror or error}.") from error
    try:
        shutil.copytree(desk.suite.folder, work, dirs_exist_ok=True)
        (work / LOCK).unlink(missing_ok=True)  # of other cases
        (work / SUITE_FILE).write_bytes(_suite_text(desk.suite, work))
        _rewrite(desk, work)
        record_suite(work, solution)
        _reread(desk, read_suite(work))
        found = verify_suite(work, solution)
        if found.drifts:
            raise GraderError("\n".join(map(str, found.drifts)))
        work.rename(out)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return found.cases


def _suite_text(suite: Suite, place: Path) -> bytes:
    """``suite.yaml`` with the way to the same support module from ``place``, beside which it is read."""
    text = (suite.folder / SUITE_FILE).read_bytes().decode()
    support, folder = suite.support.resolve(), suite.folder.resolve()
    if folder in support.parents:  # it was copied, too
        return text.encode()
    document = documents(text)[0]
    stated = document.get("support")
    if (place / ((stated and stated[1].text) or DEFAULT_SUPPORT)).resolve() == support:
        return text.encode()
    path = Path(os.path.relpath(support, place.resolve())).as_posix()
    return apply(text, fill(text, document, "support", quoted(path))).encode()


def _rewrite(desk: _Desk, place: Path) -> None:
    for file in sorted({case.file for case in desk.suite.cases}):
        cases = [c for c in desk.suite.cases if c.file == file and c.id in desk.chosen]
        if not cases:
            continue
        text = (place / file).read_bytes().decode()
        spans = documents_by_id(text, Path(file).stem)
        edits = [e for c in cases for e in desk.chosen[c.id].edits(text, spans[c.id])]
        (place / file).write_bytes(apply(text, edits).encode())


def _reread(desk: _Desk, suite: Suite) -> None:
    """Raise GraderError where a file does not say what was chosen."""
    for case in suite.cases:
        if case.id not in desk.chosen:
            continue
        wanted = desk.chosen[case.id].case
        alike = all(comparable(case.expect, c) == comparable(wanted.expect, c) for c in Check)
        if not alike or trees_of(case) != desk.chosen[case.id].trees:
            raise GraderError(f"{case.file}: what was written of {case.id} reads as something else")
