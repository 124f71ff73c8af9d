"""Recompute every expectation by both witnesses, and say what has drifted and why.

Decides which of three things happened: the case's inputs changed, the reference changed, or the
expectation was edited. The first and the last look alike in a case file; what ``grader record``
remembered of it in ``recorded.lock`` tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from grader.authoring.convention import SWITCHES, in_words, line_of_pruning, recorded_under
from grader.authoring.lock import LOCK, Entry, entry_of, read_lock
from grader.authoring.record import place_of
from grader.authoring.reference import RUN, Difference, Reference, differences, said
from grader.authoring.witness import by_search
from grader.authoring.written import comparable, field_data
from grader.cases import Case, Check, Expectation, Pruning, Question, Suite, read_suite
from grader.cases.decode_expect import KEY_OF
from grader.cases.files import SUITE_FILE
from grader.errors import GraderError
from grader.sandbox import Outcome

_INTENT = (
    Check.LAW,
    Check.SIGNS,
    Check.WINS,
    Check.PROPERTY,
)  # no search gives them: the reference alone keeps them


class Cause(Enum):
    """What happened, as it is told."""

    TREE = "the tree changed"
    GIVEN = "what the call is given changed"
    REFERENCE = "the reference changed"
    EDITED = "the expectation was edited"
    SEARCH = "our own search changed"
    DISAGREE = "the witnesses disagree"
    NOT_KEPT = "the reference does not keep to it"  # to what is asked for, and no search gives
    UNKNOWN = "the expectation is not what both witnesses say"  # no memory tells why
    NO_ANSWER = "our own search has no answer"
    CONVENTION = "the convention changed"
    RECIPE = "the trees belong to another recipe"
    STALE = f"{LOCK} is out of date"
    GONE = "this case is gone"


_NEXT = {
    Cause.TREE: "If that was meant, run grader record.",
    Cause.GIVEN: "If that was meant, run grader record.",
    Cause.REFERENCE: "Mend the reference: what was recorded is still right.",
    Cause.EDITED: "Take the edit back, or run grader record.",
    Cause.SEARCH: "Mend grader/search: the reference still says what was recorded.",
    Cause.DISAGREE: "Find out by hand which of them is right.",
    Cause.NOT_KEPT: "Mend the reference, or ask for less.",
    Cause.UNKNOWN: "Run grader record.",
    Cause.NO_ANSWER: "",
    Cause.CONVENTION: f"If that was meant, set the reference to it ({SWITCHES}), and run grader record.",
    Cause.RECIPE: "Take the change back, or run grader record, which makes all of them anew.",
    Cause.STALE: "Run grader record.",
    Cause.GONE: "Run grader record.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """One field of one case that is not as recorded. Lines and columns count from 1.

    ``old`` is what is recorded, ``new`` what is found now; both empty where the lock alone is stale.
    """

    cause: Cause
    file: str
    line: int
    column: int
    case: str
    field: str
    old: str = ""
    new: str = ""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}: {self.case}"
        what = f", {self.field}: {self.old} -> {self.new.rstrip('.')}" if self.new else ""
        return f"{where}{what}: {self.cause.value}. {_NEXT[self.cause]}".rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What was found. ``remembers`` is whether there is a lock; ``cases`` how many were looked at."""

    drifts: tuple[Drift, ...]
    cases: int
    remembers: bool


def verify_suite(folder: Path, solution: Path) -> Verification:
    """Look at every case of the suite in ``folder``; writes nothing.

    Raises AuthorError for faults of the suite, UsageError where the reference can't be run.
    """
    suite = read_suite(folder)
    lock = read_lock(folder)
    found: list[Drift] = []
    with Reference(suite, solution) as reference:
        for question in suite.questions:
            before = None
            for case in question.cases:
                entry = (lock or {}).get(case.id)
                other = recorded_under(case, question.pruning, entry)
                before = before or other
                if other is None:
                    look = _Look(folder, suite, case, question.pruning, lock)
                    found += look.drifts(reference)
            if before is not None:
                found.append(_of_convention(folder, question, before))
    known = {case.id for case in suite.cases}
    for name in sorted(set(lock or {}) - known):
        found.append(Drift(cause=Cause.GONE, file=LOCK, line=1, column=1, case=name, field=""))
    return Verification(drifts=tuple(found), cases=len(suite.cases), remembers=lock is not None)


def _of_convention(folder: Path, question: Question, before: Pruning) -> Drift:
    """One drift for all cases that were recorded under another convention."""
    return Drift(
        cause=Cause.CONVENTION,
        file=SUITE_FILE,
        line=line_of_pruning(folder, question),
        column=1,
        case=question.id,
        field="pruning",
        old=in_words(before),
        new=in_words(question.pruning),
    )


@dataclass(frozen=True, slots=True)
class _Look:
    """A look at one case."""

    folder: Path
    suite: Suite
    case: Case
    pruning: Pruning
    lock: dict[str, Entry] | None

    def drifts(self, reference: Reference) -> list[Drift]:
        case = self.case
        try:
            ours = by_search(case, self.pruning)
        except GraderError as error:
            return [self._drift(Cause.NO_ANSWER, RUN, "an answer", str(error))]
        outcome = reference.run(replace(case, expect=ours))
        found = list(self._fields(ours, outcome))
        if not found and self._is_stale():
            found.append(self._why_stale())
        return found

    def _why_stale(self) -> Drift:
        """Why the lock remembers another case, although what is expected is right."""
        before = (self.lock or {}).get(self.case.id)
        now = entry_of(self.case, self.case.expect, self.pruning)
        if before is None:
            return self._drift(Cause.STALE, "")
        if before.tree != now.tree:
            return self._drift(Cause.TREE, "")
        if before.given == now.given:
            key = "" if self.case.law is None else KEY_OF[Check.PROPERTY]
            return self._drift(Cause.EDITED, key)
        if self.case.law is None:
            return self._drift(Cause.GIVEN, "")
        return self._drift(Cause.RECIPE, "trees")

    def _fields(self, ours: Expectation, outcome: Outcome) -> Iterator[Drift]:
        """Drift by drift, one a field."""
        tolerance = self.suite.tolerance
        against_ours = _by_field(differences(self.case, ours, outcome, tolerance))
        if RUN in against_ours:
            yield self._drift(Cause.REFERENCE, RUN, "an answer", against_ours[RUN].theirs)
        recorded = self.case.expect
        against_recorded = _by_field(differences(self.case, recorded, outcome, tolerance))
        for check in self.case.checks:
            key = KEY_OF[check]
            same = comparable(recorded, check) == comparable(ours, check)
            differs = against_ours.get(key)
            if differs is None and same:
                continue
            new = _said(ours, check) if differs is None else differs.theirs
            if differs is None:
                cause = Cause.UNKNOWN if RUN in against_ours else self._why_both()
            elif same:
                cause = self._why_not_kept() if check in _INTENT else Cause.REFERENCE
            elif key not in against_recorded:
                cause, new = Cause.SEARCH, _said(ours, check)
            else:
                cause, new = Cause.DISAGREE, f"{_said(ours, check)} (search), {new} (reference)"
            yield self._drift(cause, key, _said(recorded, check), new)

    def _why_both(self) -> Cause:
        """Why a recording is not what both witnesses say."""
        before = (self.lock or {}).get(self.case.id)
        if before is None:
            return Cause.UNKNOWN
        now = entry_of(self.case, self.case.expect, self.pruning)
        if now.tree != before.tree:
            return Cause.TREE
        return Cause.GIVEN if now.given != before.given else Cause.EDITED

    def _why_not_kept(self) -> Cause:
        """Why the reference does not do what is asked for: that, its input or itself changed."""
        if self.lock is None or self.case.id not in self.lock:
            return Cause.NOT_KEPT
        return self._why_both() if self._is_stale() else Cause.REFERENCE

    def _is_stale(self) -> bool:
        """Whether the lock remembers another case than this; nothing is stale without one."""
        if self.lock is None:
            return False
        return self.lock.get(self.case.id) != entry_of(self.case, self.case.expect, self.pruning)

    def _drift(self, cause: Cause, key: str, old: str = "", new: str = "") -> Drift:
        line, column = place_of(self.folder, self.case, key)
        return Drift(
            cause=cause,
            file=self.case.file,
            line=line,
            column=column,
            case=self.case.id,
            field=key,
            old=old,
            new=new,
        )


def _by_field(found: tuple[Difference, ...]) -> dict[str, Difference]:
    return {difference.field: difference for difference in found}


def _said(expect: Expectation, check: Check) -> str:
    return "nothing" if field_data(expect, check) is None else said(expect, check)
