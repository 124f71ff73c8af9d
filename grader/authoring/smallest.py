"""The smallest tree that would close a gap of a suite.

Decides when a case closes a gap and how long is looked for one: every small tree in increasing size
first, so that what is found is minimal; then random trees, shrunk to a 1-minimal one. No clock is
asked, so the same suite and seed give the same trees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from grader.authoring.matrix import UNKNOWN, Library, Mistake, Row, observation
from grader.authoring.proposed import cases_of, line_of
from grader.authoring.small_trees import MOVERS, random_trees, small_trees
from grader.cases import Call, Case, Pruning, Suite
from grader.diagnosis.shrink import shrink
from grader.diagnosis.variants import Traces
from grader.grading.judge import judge
from grader.sandbox.outcome import Outcome
from grader.search import Trace
from grader.tree import GameTree

TRIES = 5_000  # cases on small trees that are tried for each function of a question
RANDOM_SHARE = 4  # one case on a random tree for so many on small ones
SHRINKING = 300  # trees that are looked at to shrink one


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Gap:
    """What no case does: catch the mistake of a row (once more), or tell two rows apart."""

    kind: str  # survivor, single or pair
    rows: tuple[Row, ...]

    @property
    def first(self) -> Row:
        return self.rows[0]

    @property
    def key(self) -> tuple[str, ...]:
        ids = (row.mistake.id for row in self.rows)
        return (self.kind, self.first.question.id, self.first.call.value, *ids)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A case that closes a gap; ``is_smallest`` where every smaller tree was looked at."""

    case: Case
    is_smallest: bool

    @property
    def line(self) -> str:
        return line_of(self.case.tree.root)


@dataclass(frozen=True, kw_only=True)
class Seeker:
    """Looks for trees. ``tries`` bounds the search for each function of a question."""

    suite: Suite
    library: Library
    tries: int = TRIES
    seed: str = "1"

    def close(self, gaps: Sequence[Gap]) -> dict[tuple[str, ...], Proposal]:
        """A proposal for each gap that some tree closes, by the gap's key."""
        found: dict[tuple[str, ...], Proposal] = {}
        groups: dict[tuple[str, Call], list[Gap]] = {}
        for gap in gaps:
            if gap.first.call in MOVERS:
                groups.setdefault((gap.first.question.id, gap.first.call), []).append(gap)
        for (_, call), group in groups.items():
            pruning = group[0].first.question.pruning
            small = islice(_cases(small_trees(call), call, pruning), self.tries)
            left = self._look(small, group, found, self._as_is)
            random = _cases(random_trees(call, self.seed), call, pruning)
            larger = islice(random, self.tries // RANDOM_SHARE)
            self._look(larger, left, found, self._shrunk)
        return found

    def _look(
        self,
        cases: Iterator[Case],
        gaps: list[Gap],
        found: dict[tuple[str, ...], Proposal],
        proposal: Callable[[Gap, Case], Proposal],
    ) -> list[Gap]:
        """Close what ``cases`` close of gaps of one function of a question; the gaps that are left."""
        left = list(gaps)
        while left and (case := next(cases, None)) is not None:
            played = _Played(self.suite, self.library, case, left[0].first.question.pruning)
            closed = [gap for gap in left if played.closes(gap)]
            found.update({gap.key: proposal(gap, case) for gap in closed})
            left = [gap for gap in left if gap not in closed]
        return left

    def _as_is(self, _: Gap, case: Case) -> Proposal:
        return Proposal(case=case, is_smallest=True)

    def _shrunk(self, gap: Gap, case: Case) -> Proposal:
        pruning = gap.first.question.pruning

        def closing(tree: GameTree) -> Case | None:
            for other in cases_of(case.call, tree, pruning):
                if _Played(self.suite, self.library, other, pruning).closes(gap):
                    return other
            return None

        small = shrink(case.tree, lambda tree: closing(tree) is not None, most_calls=SHRINKING)
        return Proposal(case=closing(small.tree) or case, is_smallest=False)


def _cases(trees: Iterator[GameTree], call: Call, pruning: Pruning) -> Iterator[Case]:
    return (case for tree in trees for case in cases_of(call, tree, pruning))


class _Played:
    """One case, played with each mistake that is asked about, once."""

    def __init__(self, suite: Suite, library: Library, case: Case, pruning: Pruning) -> None:
        self._suite, self._library, self._case, self._pruning = suite, library, case, pruning
        self._traces = Traces()
        self._outcomes: dict[str, Outcome] = {}
        self._observed: dict[str, bytes] = {}

    def closes(self, gap: Gap) -> bool:
        if gap.kind == "pair":
            one, other = (self._observation(row.mistake) for row in gap.rows)
            return one != other
        return self._catches(gap.first)

    def _catches(self, row: Row) -> bool:
        """Whether no right variant by which the question could be judged explains the run."""
        if not self._case.is_traced:
            if self._observation(row.mistake) == self._observation(None):
                return False
            return self._share(row, None) < 1
        return all(self._share(row, self._traces.of(self._case, m)) < 1 for m in row.judges)

    def _share(self, row: Row, trace: Trace | None) -> Fraction:
        outcome = self._outcome(row.mistake)
        return judge(self._case, outcome, suite=self._suite, trace=trace).share

    def _outcome(self, mistake: Mistake | None) -> Outcome:
        key = mistake.id if mistake else ""
        if key not in self._outcomes:
            self._outcomes[key] = self._library.play(mistake, self._case, self._pruning) or UNKNOWN
        return self._outcomes[key]

    def _observation(self, mistake: Mistake | None) -> bytes:
        key = mistake.id if mistake else ""
        if key not in self._observed:
            self._observed[key] = observation(self._outcome(mistake))
        return self._observed[key]
