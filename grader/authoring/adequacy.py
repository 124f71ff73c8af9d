"""What the kill matrix says of a suite: gaps, hints and counts.

Decides what a gap is. May not know how a mistake is played (``matrix``), how a tree that closes a gap is
found (``smallest``) or how all of it reads (``adequacy_report``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from grader.authoring.matrix import Library, Matrix, Mistake, Row, kill_matrix
from grader.authoring.smallest import TRIES, Gap, Proposal, Seeker
from grader.cases import Call, Case, Pruning, Question, Suite
from grader.sandbox.outcome import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Redundant:
    """A case that catches nothing which one other, ``by``, does not; or nothing at all."""

    case: Case
    by: Case | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Adequacy:
    """The matrix and what follows from it. ``proposals`` are by the keys of the gaps."""

    matrix: Matrix
    survivors: tuple[Gap, ...]
    singles: tuple[Gap, ...]
    pairs: tuple[Gap, ...]
    equivalent: tuple[Row, ...]  # survivors with a proof
    redundant: tuple[Redundant, ...]
    tries: int
    proposals: Mapping[tuple[str, ...], Proposal] = field(default_factory=dict)

    @property
    def gaps(self) -> tuple[Gap, ...]:
        return (*self.survivors, *self.singles, *self.pairs)

    @property
    def is_adequate(self) -> bool:
        """Whether every mistake without a proof is caught, and the right solver is right.

        A function that has laws alone counts against it: laws are not played here.
        """
        return not (self.survivors or self.matrix.broken or self.matrix.laws_alone)

    @property
    def is_strictly_adequate(self) -> bool:
        """Whether, too, each is caught twice and all that some tree tells apart are told apart."""
        real = [gap for gap in self.pairs if self.tries == 0 or gap.key in self.proposals]
        return self.is_adequate and not (self.singles or real)

    @property
    def counts(self) -> dict[str, int]:
        rows, cases = self.matrix.rows, [c for q in self.matrix.questions for c in q.cases]
        return {
            "cases": len(cases),
            "mistakes": len({row.mistake.id for row in rows}),
            "rows": len(rows),
            "caught": sum(not row.survives for row in rows),
            "survivors": len(self.survivors),
            "equivalent": len(self.equivalent),
            "caught_once": len(self.singles),
            "pairs_not_told_apart": len(self.pairs),
            "redundant_cases": len(self.redundant),
            "cases_not_passed_by_the_right_solver": len(self.matrix.broken),
            "functions_with_laws_alone": len({case.call for case in self.matrix.laws_alone}),
        }


def examine(
    suite: Suite, library: Library, questions: tuple[str, ...] = (), *, tries: int = TRIES
) -> Adequacy:
    """Play the library on the suite; try ``tries`` cases on small trees a function to close gaps."""
    matrix = kill_matrix(suite, library, questions)
    unproved = [row for row in matrix.rows if row.survives and row.proof is None]
    survivors = tuple(Gap(kind="survivor", rows=(row,)) for row in unproved)
    once = [row for row in matrix.rows if len(row.caught_by) == 1]
    singles = tuple(Gap(kind="single", rows=(row,)) for row in once)
    pairs = tuple(Gap(kind="pair", rows=pair) for pair in _pairs(matrix))
    gaps = (*survivors, *singles, *pairs)
    proposals = Seeker(suite=suite, library=library, tries=tries).close(gaps) if tries else {}
    return Adequacy(
        matrix=matrix,
        survivors=survivors,
        singles=singles,
        pairs=pairs,
        equivalent=tuple(row for row in matrix.rows if row.survives and row.proof is not None),
        redundant=tuple(r for question in matrix.questions for r in _redundant(matrix, question)),
        tries=tries,
        proposals=proposals,
    )


def known_mistakes() -> Library:
    """The grader's own library of mistakes."""
    from grader.diagnosis import mistakes  # its many classes are needed by few commands

    known = {mistake.id: mistake for mistake in mistakes.ALL}

    def play(mistake: Mistake | None, case: Case, pruning: Pruning) -> Outcome | None:
        made = () if mistake is None else (known[mistake.id],)
        try:
            return mistakes.play(made, case, pruning)
        except mistakes.TooLargeError:
            return None

    return Library(mistakes=mistakes.ALL, play=play, proof=mistakes.proof)


def _pairs(matrix: Matrix) -> Iterator[tuple[Row, Row]]:
    """Mistakes in one function that look the same in every case, though not as without a mistake."""
    by_mistake: dict[tuple[Call, str], list[Row]] = {}
    for row in matrix.rows:
        by_mistake.setdefault((row.call, row.mistake.id), []).append(row)
    alike: dict[tuple[object, ...], list[Row]] = {}
    for (call, _), rows in by_mistake.items():
        if any(row.is_seen for row in rows):
            seen = tuple((row.question.id, row.observed) for row in rows)
            alike.setdefault((call, seen), []).append(rows[0])
    for group in alike.values():
        yield from combinations(group, 2)


def _redundant(matrix: Matrix, question: Question) -> Iterator[Redundant]:
    """Cases whose catch is part of another one's; of two with the same catch, the later."""
    caught: dict[str, set[tuple[str, Call]]] = {case.id: set() for case in question.cases}
    rows = matrix.of(question)
    for row in rows:
        for case in row.caught_by:
            caught[case.id].add((row.mistake.id, row.call))
    played = {row.call for row in rows}
    for place, case in enumerate(question.cases):
        if case.call not in played:
            continue
        mine = caught[case.id]
        if not mine:
            yield Redundant(case=case, by=None)
            continue
        for other_place, other in enumerate(question.cases):
            theirs = caught[other.id]
            if mine < theirs or (mine == theirs and other_place < place):
                yield Redundant(case=case, by=other)
                break
