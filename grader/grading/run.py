"""Grade one submission: find it, probe it, run the cases question by question, judge, settle points.

Decides the order, what a late or broken run means for its cases, and when a partial grade is told.
"""

from __future__ import annotations

import difflib
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from pathlib import Path

from grader.cases.model import (
    Accept,
    Call,
    Case,
    Cutoff,
    Pruning,
    Question,
    Returns,
    Suite,
    Visibility,
)
from grader.diagnosis.variants import Fit, Traces, fits_of, notes
from grader.errors import SubmissionError, UsageError
from grader.grading.grade import CaseGrade, Grade, QuestionGrade
from grader.grading.jobs import budget_of, job_of, needed_by
from grader.grading.judge import Judgement, grader_error, judge
from grader.grading.machine import collecting_rarely, on_one_cpu
from grader.grading.points import allocate, numbers, settle
from grader.grading.properties import examine
from grader.grading.vary import vary
from grader.sandbox import Job, Outcome, Sandbox, Status, Submission, find_submission
from grader.search import Convention

SLOW_AFTER = 2  # time-outs of one function after which its other cases get a small share of time
SMALL_SHARE = 0.1
# Seconds from one keeping to the next: where a question is not through yet; and where it is, for each
# case of the suite, since each adds to what a keeping costs (then about a tenth of the time).
KEEP_EVERY = 2.0
KEEP_THROUGH = 0.0005

_NOT_ISOLATED = (
    "Nothing was run, because this machine can't isolate submissions as the course requires."
    " That is not your fault: please tell the course staff."
)
_WAITING = Outcome(status=Status.NOT_RUN, message="Not run yet.")
_SEEN_LESS_AND_LESS = (
    Visibility.VISIBLE, Visibility.AFTER_DUE_DATE, Visibility.AFTER_PUBLISHED, Visibility.HIDDEN,
)  # fmt: skip
_TELL_STAFF = "Tell the course staff: they see what happened."
_SEE_TOP = "Not run, because solver.py could not be loaded: see the message at the top."

_Read = tuple[Convention, tuple[Convention, ...]]  # how a case's visits are read, and named


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Which part of the suite to run (all of it by default), and whom to tell as questions finish."""

    questions: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    submission: str = ""  # the platform's id of it, for the variation of hidden cases
    on_progress: Callable[[Grade], None] | None = None


def grade_submission(path: Path, suite: Suite, options: Options | None = None) -> Grade:
    """Grade what is at ``path``.

    Raises UsageError where nothing is there, nothing is chosen, or ``games`` can't be read.
    Whatever the submission is or does, every chosen case is in the grade.
    """
    grading = _Grading(suite, options or Options())
    try:
        submission = find_submission(path)
    except SubmissionError as error:
        return grading.nothing_ran(str(error))
    try:
        support = suite.support.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"Can't read the suite's support module: {error}.") from error
    with (
        on_one_cpu(),
        collecting_rarely(),
        Sandbox(submission, support=support, allow=suite.allow, preload=suite.preload) as sandbox,
    ):
        return grading.run(submission, sandbox)


def _chosen(suite: Suite, options: Options) -> Suite:
    """The suite reduced to the chosen questions and cases."""
    questions = tuple(
        replace(question, cases=cases)
        for question in suite.questions
        if (not options.questions or question.id in options.questions)
        and (
            cases := tuple(c for c in question.cases if c.id in options.cases or not options.cases)
        )
    )
    if not questions:
        raise UsageError("None of the chosen cases is in the chosen questions.")
    return replace(suite, questions=questions)


class _Grading:
    """One run over the chosen part of a suite; points and numbers are the whole suite's. Used once."""

    def __init__(self, whole: Suite, options: Options) -> None:
        self._began = time.monotonic()
        self._suite, varied = vary(_chosen(whole, options), options.submission)
        self._submission = options.submission if varied else ""
        self._tell = options.on_progress
        self._numbers = numbers(whole)
        self._possible = {
            case.id: points
            for question in whole.questions
            for case, points in zip(question.cases, allocate(question), strict=True)
        }
        self._traces = Traces()
        self._slow: Counter[str] = Counter()
        self._calls: defaultdict[str, list[tuple[Job, Outcome]]] = defaultdict(list)
        self._done: dict[str, QuestionGrade] = {}
        self._ran: Counter[str] = Counter()  # cases by question, as far as it is done
        self._judgements: dict[str, tuple[Outcome, _Read, Judgement]] = {}
        self._notes: tuple[str, ...] = ()
        self._staff: list[str] = []
        if varied:
            whose = options.submission or "(no id)"
            self._staff.append(f"{len(varied)} hidden cases were varied for submission {whose}.")

    def run(self, submission: Submission, sandbox: Sandbox) -> Grade:
        """Probe the submission, then run and judge every case."""
        self._notes = submission.notes
        isolation = sandbox.isolation
        self._staff += [str(isolation), *isolation.warnings()]
        if isolation.level < self._suite.isolation:
            found = f"Isolation level {isolation.level}, but the suite requires "
            staff = f"{found}{self._suite.isolation}: see grader doctor."
            return self.nothing_ran(_NOT_ISOLATED, Status.GRADER_ERROR, staff)
        probe = sandbox.probe(budget_of(self._suite.limits, 1))
        if probe.failure is not None:
            return self._failed_to_load(probe.failure)
        self._run_all(sandbox, probe.functions)
        return self._grade(complete=True)

    def _run_all(self, sandbox: Sandbox, functions: frozenset[str]) -> None:
        """Run every case, those last of which a student sees least; of equals the cheap ones first.

        A case can leave a mark that no layer keeps it from, such as what the kernel has in its file
        cache, or the time: then no case whose words a student reads may come after a hidden one.
        """
        outcomes: dict[str, Outcome] = {}
        kept, at_least = time.monotonic(), KEEP_THROUGH * len(self._suite.cases)
        is_through = False  # some question, since it was kept last
        for visibility, dear in product(_SEEN_LESS_AND_LESS, (False, True)):
            for question in self._suite.questions:
                cases = [
                    case
                    for case in question.cases
                    if case.visibility is visibility and _is_dear(case) is dear
                ]
                for case in cases:
                    outcomes[case.id] = self._outcome(sandbox, case, functions)
                    is_through |= all(each.id in outcomes for each in question.cases)
                    passed = time.monotonic() - kept
                    if passed > KEEP_EVERY or (is_through and passed > at_least):
                        self._keep(outcomes)
                        kept, is_through = time.monotonic(), False
        self._keep(outcomes)

    def _keep(self, outcomes: Mapping[str, Outcome]) -> None:
        """Grade all questions as far as they were run, and tell of them where that is not all."""
        for question in self._suite.questions:
            ran = sum(case.id in outcomes for case in question.cases)
            if ran > self._ran[question.id]:
                found = [outcomes.get(case.id, _WAITING) for case in question.cases]
                self._done[question.id] = self._graded(question, found)
                self._ran[question.id] = ran
        if self._tell is not None and len(outcomes) < len(self._suite.cases):
            self._tell(self._grade(complete=False))

    def nothing_ran(self, reason: str, status: Status = Status.NOT_RUN, staff: str = "") -> Grade:
        """The grade where nothing could be run: every case says so, the reason is a note."""
        self._notes = (reason, *self._notes)
        if staff:
            self._staff.append(staff)
        message = _NOT_ISOLATED if status is Status.GRADER_ERROR else _SEE_TOP
        outcome = Outcome(status=status, message=message, was_called=False)
        self._done = {
            question.id: self._graded(question, [outcome] * len(question.cases))
            for question in self._suite.questions
        }
        return self._grade(complete=True)

    def _failed_to_load(self, failure: Outcome) -> Grade:
        shown = [failure.message, failure.traceback]
        if failure.output:
            shown += ["It printed:", *(f"| {line}" for line in failure.output.rstrip().split("\n"))]
        reason = "\n".join(part for part in shown if part)
        return self.nothing_ran(reason, failure.status, failure.staff)

    def _outcome(self, sandbox: Sandbox, case: Case, functions: frozenset[str]) -> Outcome:
        name = case.call.value
        for needed in needed_by(case):
            if needed not in functions:
                message = _missing(needed, functions)
                return Outcome(status=Status.NOT_IMPLEMENTED, message=message)
        if time.monotonic() - self._began > self._suite.limits.run:
            message = "Not run: the time for all cases together was used up."
            return Outcome(status=Status.NOT_RUN, message=message)
        share = SMALL_SHARE if self._slow[name] >= SLOW_AFTER else 1.0
        limits = self._suite.limits

        def job(asked: Case) -> Job:
            return job_of(asked, limits, share)

        try:
            if case.law is None:
                outcome = self._called(sandbox, job(case))
            else:
                with sandbox.shared() as shared:
                    outcome = examine(
                        case,
                        lambda asked: sandbox.run(job(asked)),
                        self._suite.tolerance,
                        shared=lambda asked: shared(job(asked)),
                        limits=limits,
                    )
        except Exception:  # noqa: BLE001 - a border: a fault of ours must not cost other cases
            staff = traceback.format_exc()
            return Outcome(status=Status.GRADER_ERROR, message=_TELL_STAFF, staff=staff)
        if outcome.status is Status.TIMED_OUT:
            self._slow[name] += 1
        return outcome

    def _called(self, sandbox: Sandbox, job: Job) -> Outcome:
        """What comes of a call. Cases about one game may make the same one, and what returned stands.

        What did not is tried again: a slow moment of the machine costs one case, not all of them.
        """
        call, made = replace(job, name=""), self._calls[job.function]
        for before, outcome in made:
            if before == call:
                return outcome
        outcome = sandbox.run(job)
        if outcome.status is Status.RETURNED:
            made.append((call, outcome))
        return outcome

    @cached_property
    def _waiting(self) -> list[QuestionGrade]:
        """Every question before its cases were run."""
        return [self._graded(q, [_WAITING] * len(q.cases)) for q in self._suite.questions]

    def _graded(self, question: Question, outcomes: list[Outcome]) -> QuestionGrade:
        stated = convention_of(question.pruning)
        fits = fits_of(list(zip(question.cases, outcomes, strict=True)), stated, self._traces)
        judged = [
            self._judged(case, outcome, fits[case.call], question.pruning)
            for case, outcome in zip(question.cases, outcomes, strict=True)
        ]
        possible = [self._possible[case.id] for case in question.cases]
        settled = settle(question, possible, [judgement.share for judgement in judged])
        grades = tuple(
            CaseGrade(
                case=case,
                number=self._numbers[case.id],
                verdict=judgement.verdict,
                earned=points.earned,
                possible=self._possible[case.id],
                extra=question.extra,
                judged=judgement.judged,
                feedback="\n\n".join(part for part in (points.lost, judgement.feedback) if part),
                brief=judgement.brief,
                staff="\n".join(part for part in (outcome.staff, judgement.staff) if part),
                outcome=outcome,
            )
            for case, outcome, judgement, points in zip(
                question.cases, outcomes, judged, settled, strict=True
            )
        )
        return QuestionGrade(
            question=question, cases=grades, note=notes(fits, question.pruning.accept)
        )

    def _judged(self, case: Case, outcome: Outcome, fit: Fit, pruning: Pruning) -> Judgement:
        """Judge a case, but once where it is read as it was when partial results were kept."""
        read = fit.member, fit.fitting
        before = self._judgements.get(case.id)
        if before is not None and before[0] is outcome and before[1] == read:
            return before[2]
        try:
            trace = None
            if case.is_traced:
                exact = pruning.accept is Accept.EXACT
                trace = self._traces.of(case, fit.stated if exact else fit.member)
            judgement = judge(case, outcome, suite=self._suite, trace=trace, fit=fit)
        except Exception:  # noqa: BLE001 - a border: a fault of ours must not cost other cases
            judgement = grader_error(traceback.format_exc())
        self._judgements[case.id] = outcome, read, judgement
        return judgement

    def _grade(self, *, complete: bool) -> Grade:
        return Grade(
            title=self._suite.title,
            questions=tuple(
                self._done[question.id] if question.id in self._done else self._waiting[place]
                for place, question in enumerate(self._suite.questions)
            ),
            notes=self._notes,
            staff=tuple(self._staff),
            submission=self._submission,
            seconds=time.monotonic() - self._began,
            complete=complete,
        )


def _is_dear(case: Case) -> bool:
    """Whether a case takes seconds rather than milliseconds, so that it is run after the others."""
    return bool(case.limits or case.game or case.law)


def convention_of(pruning: Pruning) -> Convention:
    """The member of the family that a suite states."""
    strict = pruning.cutoff is Cutoff.STRICT
    return Convention(
        strict_at_max=strict,
        strict_at_min=strict,
        fail_hard=pruning.returns is Returns.FAIL_HARD,
    )


def _missing(name: str, functions: frozenset[str]) -> str:
    others = functions - {call.value for call in Call}
    near = difflib.get_close_matches(name, sorted(others), n=1, cutoff=0.75)
    guess = f" It defines {near[0]}: did you mean that one?" if near else ""
    kind = "class" if name == Call.HALVING_GAME.value else "function"
    return f"solver.py defines no {kind} named {name}.{guess}"
