"""Play every known mistake on every case: which cases catch it, and what was observed.

Decides when a case catches a mistake. May not know the mistakes themselves: a ``Library`` plays them.
A mistake is made in every function to which it applies, at once, as a student who believes in it would;
the other functions of its question are right.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Protocol

from grader.cases import Call, Case, Question, Suite
from grader.cases.model import Accept, Pruning
from grader.diagnosis.variants import Fit, Traces, fits_of
from grader.grading.grade import Verdict
from grader.grading.judge import Judgement, judge
from grader.grading.points import allocate, settle
from grader.grading.run import convention_of
from grader.sandbox.outcome import Outcome, Status
from grader.search import FAMILY, Convention
from grader.tree import Node, action_text

_DIGITS = 9  # of a float that tell two answers apart: fewer than rounding errors reach
_HUGE = 10**300
UNKNOWN = Outcome(status=Status.NOT_RUN)


class Mistake(Protocol):
    """What is known of a mistake here."""

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def calls(self) -> frozenset[Call]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """The known mistakes. ``play`` gives the run of a case with one mistake, or, for None, of none.

    It gives None where the run can't be known, on a game that is too large. ``proof`` says why a
    mistake, by its id, is right in a function under the convention; None where it is not.
    """

    mistakes: tuple[Mistake, ...]
    play: Callable[[Mistake | None, Case, Pruning], Outcome | None]
    proof: Callable[[str, Call, Pruning], str | None] = lambda *_: None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One mistake on one case. ``observed`` is equal where a grader can see no difference."""

    case: Case
    verdict: Verdict
    share: Fraction
    lost: Fraction  # points
    observed: bytes

    @property
    def caught(self) -> bool:
        return self.share < 1 and self.verdict is not Verdict.NOT_RUN


@dataclass(frozen=True, kw_only=True, eq=False)
class Row:
    """One mistake in one function of one question. ``right`` is what no mistake looks like there.

    ``judges`` are the right variants by which a further case could be judged: for a mistake that
    follows some on every case, those, and otherwise all that the question accepts.
    """

    question: Question
    mistake: Mistake
    call: Call
    cells: tuple[Cell, ...]
    right: tuple[bytes, ...]
    judges: tuple[Convention, ...]
    proof: str | None = None  # that it is right

    @cached_property
    def caught_by(self) -> tuple[Case, ...]:
        return tuple(cell.case for cell in self.cells if cell.caught)

    @property
    def lost(self) -> Fraction:
        """The points that it costs, of the cases of this function."""
        return sum((cell.lost for cell in self.cells), Fraction(0))

    @property
    def survives(self) -> bool:
        return not self.caught_by

    @property
    def is_seen(self) -> bool:
        """Whether anything, right or not, looks other than without the mistake."""
        return self.observed != self.right

    @property
    def observed(self) -> tuple[bytes, ...]:
        return tuple(cell.observed for cell in self.cells)


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix:
    """Cases by mistakes. ``broken`` are cases that the right solver of the library does not pass.

    ``laws_alone`` are laws of functions that no written case calls: nothing is known of these.
    """

    suite: Suite
    questions: tuple[Question, ...]
    rows: tuple[Row, ...]
    broken: tuple[Case, ...]
    laws_alone: tuple[Case, ...] = ()

    def of(self, question: Question) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.question.id == question.id)


def kill_matrix(suite: Suite, library: Library, questions: Iterable[str] = ()) -> Matrix:
    """Play every mistake on every case of its functions, in ``questions`` or else in all.

    Laws are left out: they try many trees, and written cases have to do without them.
    """
    wanted = set(questions)
    asked = tuple(each for each in suite.questions if not wanted or each.id in wanted)
    chosen = tuple(
        replace(question, cases=written)
        for question in asked
        if (written := tuple(case for case in question.cases if case.law is None))
    )
    rows: list[Row] = []
    broken: list[Case] = []
    for question in chosen:
        desk = _Desk(suite, question, library)
        judged = zip(question.cases, desk.told, strict=True)
        broken += [case for case, told in judged if _fails(told)]
        for mistake in library.mistakes:
            if mistake.calls.intersection(question.calls):
                rows += desk.rows(mistake)
    return Matrix(
        suite=suite,
        questions=chosen,
        rows=tuple(rows),
        broken=tuple(broken),
        laws_alone=tuple(_laws_alone(asked, suite)),
    )


def _laws_alone(questions: Iterable[Question], suite: Suite) -> list[Case]:
    written = {case.call for case in suite.cases if case.law is None}
    cases = (case for question in questions for case in question.cases)
    return [case for case in cases if case.call not in written]


def _fails(told: Judgement) -> bool:
    return told.share < 1 and told.verdict is not Verdict.NOT_RUN


class _Desk:
    """One question, played without a mistake and then with each."""

    def __init__(self, suite: Suite, question: Question, library: Library) -> None:
        self._suite, self._question, self._library = suite, question, library
        self._traces = Traces()
        self._possible = allocate(question)
        self._right = [self._play(None, case) for case in question.cases]
        self.told, _ = self._judged(self._right)
        self._seen = list(map(observation, self._right, self.told))

    def rows(self, mistake: Mistake) -> list[Row]:
        """A row for each function of the question to which ``mistake`` applies."""
        question = self._question
        outcomes = [
            self._play(mistake, case) if case.call in mistake.calls else right
            for case, right in zip(question.cases, self._right, strict=True)
        ]
        told, fits = self._judged(outcomes)
        kept = [Fraction(1) if each.verdict is Verdict.NOT_RUN else each.share for each in told]
        settled = settle(question, self._possible, kept)
        cells = [
            Cell(
                case=case,
                verdict=judgement.verdict,
                share=judgement.share,
                lost=most - points.earned,
                observed=observation(outcome, judgement),
            )
            for case, judgement, outcome, most, points in zip(
                question.cases, told, outcomes, self._possible, settled, strict=True
            )
        ]
        calls = [call for call in question.calls if call in mistake.calls]
        return [self._row(mistake, call, cells, self._judges(fits[call])) for call in calls]

    def _row(
        self, mistake: Mistake, call: Call, cells: Sequence[Cell], judges: tuple[Convention, ...]
    ) -> Row:
        places = [i for i, case in enumerate(self._question.cases) if case.call is call]
        return Row(
            question=self._question,
            mistake=mistake,
            call=call,
            cells=tuple(cells[i] for i in places),
            right=tuple(self._seen[i] for i in places),
            judges=judges,
            proof=self._library.proof(mistake.id, call, self._question.pruning),
        )

    def _play(self, mistake: Mistake | None, case: Case) -> Outcome:
        return self._library.play(mistake, case, self._question.pruning) or UNKNOWN

    def _judges(self, fit: Fit) -> tuple[Convention, ...]:
        if self._question.pruning.accept is Accept.EXACT:
            return (fit.stated,)
        return fit.fitting or FAMILY

    def _judged(self, outcomes: Sequence[Outcome]) -> tuple[list[Judgement], Mapping[Call, Fit]]:
        """Judge as a grading does: all visits of a function under the variant that fits it best."""
        pruning, cases = self._question.pruning, self._question.cases
        observed = list(zip(cases, outcomes, strict=True))
        fits = fits_of(observed, convention_of(pruning), self._traces)
        exact = pruning.accept is Accept.EXACT
        told = []
        for case, outcome in observed:
            fit = fits[case.call]
            member = fit.stated if exact else fit.member
            trace = self._traces.of(case, member) if case.is_traced else None
            told.append(judge(case, outcome, suite=self._suite, trace=trace, fit=fit))
        return told, fits


def observation(outcome: Outcome, judgement: Judgement | None = None) -> bytes:
    """All of a run that a grader can see, as a digest: two runs with the same one look the same.

    That is how it ended, its answer, its visits and evaluations in order, the verdict and the share.
    Floats count to nine digits, so that rounding tells nothing apart; what is printed does not count.
    """
    seen = (
        outcome.status.value,
        _frozen(outcome.answer),
        tuple(node.name for node in outcome.visited),
        tuple(node.name for node in outcome.horizon),
        outcome.evaluations,
        judgement and (judgement.verdict.value, str(judgement.share)),
    )
    return hashlib.blake2b(repr(seen).encode(), digest_size=12).digest()


def _frozen(thing: object) -> object:
    """``thing`` as something whose repr is equal for equal things."""
    if isinstance(thing, bool) or thing is None or isinstance(thing, str):
        return thing
    if isinstance(thing, (int, float, Fraction)):
        is_huge = (
            not isinstance(thing, float) and not -_HUGE < thing < _HUGE
        )  # too much for a float
        return str(thing) if is_huge else f"{float(thing):.{_DIGITS}g}"
    if isinstance(thing, Node):
        return thing.name
    if isinstance(thing, Mapping):
        return sorted((action_text(key), _frozen(value)) for key, value in thing.items())
    if isinstance(thing, (tuple, list)):
        return [_frozen(part) for part in thing]
    if is_dataclass(thing) and not isinstance(thing, type):
        return [_frozen(getattr(thing, each.name)) for each in fields(thing)]
    return repr(thing)
