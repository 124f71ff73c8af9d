"""Try a law on its frozen trees by running the student's functions; shrink the tree that breaks it.

Decides in which order trees are tried, when to stop, how many runs shrinking may take, and that a fault
is believed where it shows in a run of its own. May not know how a run is made: whoever calls passes that
in, and the same runs give the same result.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from secrets import choice

from grader.cases.decode_property import unfitting
from grader.cases.model import Case, Limits, Tolerance
from grader.checks.bench import Breach
from grader.checks.laws import law_on
from grader.diagnosis.shrink import shrink
from grader.sandbox.outcome import Answer, Outcome, Status
from grader.tree import GameTree

MOST_RUNS = 400  # of the student's code, for shrinking
MOST_TIMEOUTS = 2  # while shrinking
TRYING, SHRINKING = 5, 2  # times a case's own limits, for all runs together

Run = Callable[[Case], Outcome]

_SHRUNK = {
    Status.RAISED
}  # beside breaches; other ends of a run cost too much time to be seen again


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined(Outcome):
    """What came of trying a law: all trees kept it, or one showed a breach, or a run did not return.

    ``tried`` counts trees. Of a run that did not return, ``failed`` is the call. ``is_smallest`` says
    that no simpler tree shows the same; ``came_again`` that the fault did, when it was tried again.
    """

    tried: int
    breach: Breach | None = None
    failed: Case | None = None
    is_smallest: bool = False
    came_again: bool = True


@dataclass(frozen=True, slots=True)
class _Fault:
    """What went wrong on one tree: a breach, or the outcome of ``case``, which did not return."""

    breach: Breach | None = None
    outcome: Outcome | None = None
    case: Case | None = None
    output: str = ""

    @property
    def is_its_own(self) -> bool:
        """Whether no earlier run can have a part in it."""
        return self.outcome is not None and self.outcome.was_first

    @property
    def kind(self) -> Status:
        return Status.RETURNED if self.outcome is None else self.outcome.status


def examine(
    case: Case,
    run: Run,
    tolerance: Tolerance,
    *,
    shared: Run | None = None,
    limits: Limits | None = None,
    shrinks: bool = True,
    most_runs: int = MOST_RUNS,
) -> Examined:
    """Try the law of ``case`` on its trees up to the first that breaks it.

    ``shared`` makes a run, too, more cheaply, but one may leave something behind for the next. So a
    fault is tried again with ``run``, and of trees without a fault one, which nobody can know before:
    where the two differ, all trees are tried with ``run``. With ``limits`` all runs together are
    bounded, too. A submission that answers differently each time is judged by what it answered first in
    a run of its own.
    """
    desk = _Desk(case, run, tolerance, limits)
    most = most_runs if shrinks else 0
    if shared is not None and (found := desk.through(shared, most)) is not None:
        return found
    return desk.through(run, most) or desk.kept()  # alone, there is always a finding


class _Desk:
    """The runs of one law, which are counted and whose time is added up."""

    def __init__(self, case: Case, alone: Run, tolerance: Tolerance, limits: Limits | None) -> None:
        self._case, self._alone, self._run, self._tolerance = case, alone, alone, tolerance
        self._trees = case.expect.property or ()
        self._limits = (case.limits or limits) if limits is not None else None
        self.cpu, self.wall = 0.0, 0.0
        self._before = (0.0, 0.0)  # what other runs took than those of this kind
        self._runs, self._timeouts = 0, 0
        self._is_misled = False  # by a run that others had left something behind for

    def through(self, run: Run, most_runs: int) -> Examined | None:
        """What came of trying all trees with ``run``; None where runs that are alone say otherwise."""
        self._run, self._before = run, (self.cpu, self.wall)
        for tried, frozen in enumerate(self._trees, 1):
            fault = self._fault_on(frozen.tree)
            if self._is_misled:
                self._is_misled = False
                return None
            if fault is not None:
                return self._shrunk(frozen.tree, fault, tried, most_runs)
            if self._is_late(TRYING):
                return self._too_late(tried) if self._is_alone else None
        return self.kept() if self._is_alone or self._stands() else None

    @property
    def _is_alone(self) -> bool:
        return self._run is self._alone

    def _stands(self) -> bool:
        """Whether one of the trees, any of them, is without a fault in a run alone, too."""
        return not self._trees or self._tried(choice(self._trees).tree, self._alone) is None

    def kept(self) -> Examined:
        return Examined(
            status=Status.RETURNED,
            answer=Answer(),
            tried=len(self._trees),
            cpu=self.cpu,
            wall=self.wall,
        )

    def _fault_on(self, tree: GameTree) -> _Fault | None:
        """Try the law on one tree, and again where an earlier run may have had a part in a fault."""
        fault = self._tried(tree, self._run)
        if fault is None or self._is_alone or fault.is_its_own:
            return fault
        runs = self._runs
        fault = self._tried(tree, self._alone)
        self._runs = runs  # of one more candidate, not of two
        self._is_misled = fault is None
        return fault

    def _tried(self, tree: GameTree, run: Run) -> _Fault | None:
        law = law_on(self._case, tree, self._tolerance)
        printed = ""
        try:
            asked = next(law)
            while True:
                outcome = self._counted(run(asked))
                printed = outcome.output
                if outcome.status is not Status.RETURNED:
                    return _Fault(outcome=outcome, case=asked)
                asked = law.send(outcome)
        except StopIteration as end:
            return None if end.value is None else _Fault(breach=end.value, output=printed)

    def _counted(self, outcome: Outcome) -> Outcome:
        self._runs += 1
        self._timeouts += outcome.status is Status.TIMED_OUT
        self.cpu += outcome.cpu
        self.wall += outcome.wall
        return outcome

    def _is_late(self, times: int) -> bool:
        """Whether all runs of this kind together took more than so many times what a case may."""
        if self._limits is None:
            return False
        cpu, wall = self.cpu - self._before[0], self.wall - self._before[1]
        return cpu > times * self._limits.cpu or wall > times * self._limits.wall

    def _too_late(self, tried: int) -> Examined:
        message = (
            f"It was called on {tried} of {len(self._trees)} trees, and these calls together took"
            " longer than a case may."
        )
        return Examined(
            status=Status.TIMED_OUT, message=message, tried=tried, cpu=self.cpu, wall=self.wall
        )

    def _shrunk(self, tree: GameTree, fault: _Fault, tried: int, most_runs: int) -> Examined:
        """The fault on the smallest tree that shows the same kind of it."""
        first, is_smallest, came_again = fault, False, True
        if most_runs and (fault.breach is not None or fault.kind in _SHRUNK):
            seen: list[_Fault] = []
            began, self._timeouts = self._runs, 0
            out_of = False

            def still_fails(candidate: GameTree) -> bool:
                nonlocal out_of
                out_of = (
                    out_of
                    or self._runs - began >= most_runs
                    or self._timeouts >= MOST_TIMEOUTS
                    or self._is_late(TRYING + SHRINKING)
                )
                if out_of or next(unfitting(candidate, self._case.call, self._case.law), ""):
                    return False
                found = self._fault_on(candidate)
                if found is None or found.kind is not first.kind:
                    return False
                seen.append(found)
                return True

            try:
                result = shrink(tree, still_fails)
                is_smallest = result.is_minimal and not out_of
                came_again = still_fails(result.tree) or out_of
            except ValueError:  # the same calls gave another result
                came_again = False
            fault = seen[-1] if seen else first
        return self._examined(fault, tried, is_smallest=is_smallest, came_again=came_again)

    def _examined(
        self, fault: _Fault, tried: int, *, is_smallest: bool, came_again: bool
    ) -> Examined:
        outcome = fault.outcome or Outcome(status=Status.RETURNED, answer=Answer())
        return Examined(
            status=outcome.status,
            answer=outcome.answer,
            visited=outcome.visited,
            horizon=outcome.horizon,
            evaluations=outcome.evaluations,
            message=outcome.message,
            traceback=outcome.traceback,
            output=outcome.output or fault.output,
            staff=outcome.staff,
            cpu=self.cpu,
            wall=self.wall,
            tried=tried,
            breach=fault.breach,
            failed=fault.case,
            is_smallest=is_smallest,
            came_again=came_again,
        )
