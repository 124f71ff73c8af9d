"""Run a submission: one probe, then one confined child a call, or for several that may share one.

Life cycle: ``with Sandbox(...) as sandbox``; the zygote starts at the first use, is replaced when it
is lost, and ends with everything below it. Not for use by two threads at once. Student code runs in
children only, and nothing they send is believed beyond ``decode``.
"""

from __future__ import annotations

import marshal
import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from types import TracebackType

from grader.child import wire
from grader.sandbox import decode, words
from grader.sandbox.answers import answer
from grader.sandbox.dialogue import Dialogue, ViolationError
from grader.sandbox.fresh import Fresh, PatientWatch
from grader.sandbox.isolation import Isolation, Layer
from grader.sandbox.job import Budget, Job
from grader.sandbox.outcome import Outcome, Status
from grader.sandbox.submission import Submission
from grader.sandbox.watch import Answer, Stop, Watch, Watched
from grader.sandbox.zygote import Child, Ended, Zygote, ZygoteError, can_fork

SHARED = 10  # times a call's CPU time that a child which several calls share may use in all


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """What importing the submission showed: its functions, or the outcome of every case."""

    functions: frozenset[str] = frozenset()
    failure: Outcome | None = None


@dataclass(frozen=True, slots=True)
class _Run:
    """A call that is over: what the watch saw, and how the child ended, its CPU time that of the call.

    None where it lives on, or the zygote was lost with it. ``was_first`` of the calls in its child.
    """

    watched: Watched
    ended: Ended | None
    was_first: bool

    @property
    def cpu(self) -> float:
        return self.ended.cpu if self.ended else self.watched.cpu


class _Seat:
    """A child, the watch over it, and the budget that it was started with."""

    def __init__(self, child: Child, watch: Watch, budget: Budget) -> None:
        self.child, self.watch, self.budget = child, watch, budget
        self.is_new = True

    def close(self) -> None:
        try:
            self.watch.end()
        finally:
            self.child.close()

    def takes(self, budget: Budget) -> bool:
        """Whether a call may be made with this budget: time and memory are the child's for good."""
        of_ours = (self.budget.cpu, self.budget.memory)
        left = (SHARED - 1) * self.budget.cpu - self.watch.cpu()
        return of_ours == (budget.cpu, budget.memory) and left > 0


class Sandbox:
    """The place where one submission runs. ``support`` is the source of the suite's ``games``.

    ``without`` leaves layers off, for tests of what each of them stops. ``fork`` says whether a zygote
    forks the children, or each is an interpreter of its own: None for a zygote where there can be one.
    """

    def __init__(
        self,
        submission: Submission,
        *,
        support: str,
        allow: Iterable[str] = (),
        preload: Iterable[str] = (),
        without: Iterable[Layer] = (),
        fork: bool | None = None,
    ) -> None:
        self._submission = submission
        self._forks = can_fork() if fork is None else fork
        self._start: Callable[[], Zygote | Fresh] = partial(
            Zygote if self._forks else Fresh,
            support,
            allow=tuple(allow),
            preload=tuple(preload),
            without=tuple(without),
        )
        self._zygote: Zygote | Fresh | None = None
        self._seat: _Seat | None = None  # of a child that waits for another call
        self._key = _key_of(submission)
        self._code = b""
        self._imports: tuple[str, ...] = ()

    def __enter__(self) -> Sandbox:  # noqa: PYI034 - Self is not in Python 3.10
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._drop()

    @property
    def isolation(self) -> Isolation:
        return self._ready().isolation

    def probe(self, budget: Budget) -> Probe:
        """Compile and import the submission in a child of its own; needed before ``run``."""
        modules = {
            module.name: (module.is_package, list(module.parts))
            for module in self._submission.modules
        }
        body = marshal.dumps({"modules": modules})
        try:
            run = self._called(budget, wire.LENGTH.pack(len(body)) + body, _no_requests)
        except ZygoteError as error:
            return Probe(failure=_ours(error))
        result = self._result(run, budget, "solver.py")
        if isinstance(result, Outcome):
            return Probe(failure=result)
        try:
            functions = decode.names(result.get("loaded", result), "functions", 500)
            self._imports = decode.names(result.get("loaded", result), "imports", 200)
        except ViolationError as error:
            return Probe(failure=_violation(error, budget, "solver.py", run))
        self._code = run.watched.code
        self._prepare(self._ready())
        return Probe(functions=frozenset(functions))

    def run(self, job: Job) -> Outcome:
        """Make one call in a fresh child."""
        return self._run(job, shares=False)

    @contextmanager
    def shared(self) -> Iterator[Callable[[Job], Outcome]]:
        """Make calls in one child, as long as they return; the submission is loaded anew for each.

        Much faster, but what a call changes outside the submission, such as a setting of Python's, is
        still there for the next: ``was_first`` of an outcome says whether there was one before.
        """
        try:
            yield partial(self._run, shares=True)
        finally:
            self._leave()

    def _run(self, job: Job, *, shares: bool) -> Outcome:
        dialogue = Dialogue(job, self._draws(job))
        try:
            run = self._called(job.budget, dialogue.opening(), dialogue.answer, shares=shares)
        except ZygoteError as error:
            return _ours(error)
        result = self._result(run, job.budget, job.function)
        outcome = (
            result if isinstance(result, Outcome) else self._returned(result, job, run, dialogue)
        )
        if outcome.status is not Status.RETURNED:
            self._leave()
        return _with_record(outcome, dialogue, run)

    def _draws(self, job: Job) -> int:
        """What ``random`` starts from: alike whenever the same submission is called alike.

        It tells nothing of a call to those who don't know the key and all of the call.
        """
        digest = blake2b(job.name.encode(), key=self._key, digest_size=8).digest()
        return int.from_bytes(digest, "big")

    def _returned(
        self, result: dict[str, object], job: Job, run: _Run, dialogue: Dialogue
    ) -> Outcome:
        try:
            if set(result) != {"returned", "repeats"}:
                return _violation(_OTHER_KEYS, job.budget, job.function, run)
            return Outcome(
                status=Status.RETURNED,
                answer=answer(result["returned"], job, dialogue.revealed),
                repeats=decode.repeats(result),
            )
        except ViolationError as error:
            return _violation(error, job.budget, job.function, run)

    def _result(self, run: _Run, budget: Budget, what: str) -> dict[str, object] | Outcome:
        """The child's own result, or the outcome where it has none or tells of a failure."""
        watched = run.watched
        if not watched.ready:
            return _ours(f"a child could not be locked down: {words.printed(watched.printed)}")
        if watched.stop is not Stop.RESULT:
            status, message = words.ended(watched.stop, run.ended, budget, what)
            return Outcome(status=status, message=message, staff=_for_staff(run))
        try:
            result = decode.parse(watched.result)
            if "unreadable" in result:
                files = [file for module in self._submission.modules for file, _ in module.parts]
                message = decode.unreadable(result["unreadable"], files)
                return Outcome(status=Status.RAISED, message=message)
            if "raised" in result:
                return self._raised(decode.raised(result["raised"]), budget, what)
            if "oversized" in result:
                message = f"{what} returned more than can be read. Return what was asked for."
                return Outcome(status=Status.RAISED, message=message)
        except ViolationError as error:
            return _violation(error, budget, what, run)
        return result

    def _raised(self, told: decode.Raised, budget: Budget, what: str) -> Outcome:
        if told.syntax is not None:
            message, shown = words.syntax_error(told)
            return Outcome(status=Status.RAISED, message=message, traceback=shown)
        status, message = words.raised(told, budget, what)
        shown = words.traceback(told, self._submission.modules)
        return Outcome(status=status, message=message, traceback=shown)

    def _called(
        self, budget: Budget, opening: bytes, answer: Answer, *, shares: bool = False
    ) -> _Run:
        """Make a call; the child is ended then, unless it shares and sent a result."""
        shares = shares and self._forks
        seat = self._seated(budget, shares=shares)
        was_first, seat.is_new = seat.is_new, False
        before = 0.0 if was_first else seat.watch.cpu()
        try:
            watched = seat.watch.call(opening, budget, answer, stays=shares)
        except BaseException:
            self._leave()
            raise
        ended = self._leave() if watched.ended else None
        if ended is not None:
            ended = replace(ended, cpu=max(0.0, ended.cpu - before))
        return _Run(watched, ended, was_first)

    def _seated(self, budget: Budget, *, shares: bool) -> _Seat:
        """A child to make a call in. A lost zygote is replaced once before the child has begun."""
        if self._seat is not None:
            if shares and self._seat.takes(budget):
                return self._seat
            self._leave()
        times = SHARED if shares else 1
        try:
            child = self._child(budget, times)
        except ZygoteError:
            self._drop()
            child = self._child(budget, times)
        watch = Watch(child) if self._forks else PatientWatch(child)
        self._seat = _Seat(child, watch, budget)
        return self._seat

    def _leave(self) -> Ended | None:
        """End the child that there is; how it ended, or None where the zygote was lost with it."""
        seat, self._seat = self._seat, None
        if seat is None:
            return None
        seat.close()
        try:
            return self._ready().wait()
        except ZygoteError:
            self._drop()
            return None

    def _child(self, budget: Budget, times: int) -> Child:
        zygote = self._ready()
        if isinstance(zygote, Fresh):
            return zygote.fork(cpu=budget.cpu)
        cpu = math.ceil(times * budget.cpu) + 1  # the kernel's own limit, behind the watch's
        return zygote.fork(cpu=cpu, memory=budget.memory << 20)

    def _ready(self) -> Zygote | Fresh:
        if self._zygote is None:
            self._zygote = self._start()
            self._prepare(self._zygote)
        return self._zygote

    def _prepare(self, zygote: Zygote | Fresh) -> None:
        if self._code:
            zygote.warm(self._imports)
            zygote.load(self._code)

    def _drop(self) -> None:
        seat, self._seat = self._seat, None
        zygote, self._zygote = self._zygote, None
        try:
            if seat is not None:
                seat.close()
        finally:
            if zygote is not None:
                zygote.close()


def _key_of(submission: Submission) -> bytes:
    """The digest of all that is in a submission."""
    digest = blake2b()
    for module in submission.modules:
        for file, source in module.parts:
            digest.update(f"{module.name} {file} {len(source)}\n".encode() + source)
    return digest.digest()


_OTHER_KEYS = ViolationError("sent a result with other keys than were due")


def _no_requests(operation: int, handle: int) -> bytes:
    raise ViolationError(f"made request {operation} ({handle}) while it was being imported")


def _with_record(outcome: Outcome, dialogue: Dialogue, run: _Run) -> Outcome:
    return Outcome(
        status=outcome.status,
        answer=outcome.answer,
        visited=tuple(dialogue.visited),
        horizon=tuple(dialogue.evaluated),
        evaluations=dialogue.evaluations,
        repeats=outcome.repeats,
        message=outcome.message,
        traceback=outcome.traceback,
        output=words.printed(run.watched.printed),
        staff=outcome.staff,
        cpu=run.cpu,
        wall=run.watched.wall,
        was_first=run.was_first,
    )


def _violation(error: ViolationError, budget: Budget, what: str, run: _Run) -> Outcome:
    status, message = words.ended(Stop.VIOLATION, run.ended, budget, what)
    return Outcome(status=status, message=message, staff=f"{what}: {error}")


def _for_staff(run: _Run) -> str:
    how = f"wait status {run.ended.status}" if run.ended else "the zygote was lost with it"
    return f"{run.watched.stop.value}; {how}; {run.watched.violation}".rstrip("; ")


def _ours(error: object) -> Outcome:
    message = "The grader could not run this. It is not your code's fault: tell the course staff."
    return Outcome(status=Status.GRADER_ERROR, message=message, staff=str(error))
