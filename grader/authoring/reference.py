"""The second witness of what is right: the reference in ``solution/``, run as a submission is run.

Decides what it says of every field of ``expect:``, and where that differs from an expectation. It
chooses one of several optimal actions, draws at random and computes with floats, so it is not asked
for the expectation itself: it agrees with one, or it says something else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isfinite
from pathlib import Path
from types import TracebackType

from grader.authoring.written import Data, field_data, shown
from grader.cases import Call, Case, Check, Expectation, Suite, TieBreak, Tolerance
from grader.cases.decode_expect import KEY_OF
from grader.cases.decode_expect import states as expects
from grader.cases.fields import exact
from grader.cases.tree_line import line_of
from grader.checks import (
    check_game,
    check_law,
    check_outcomes,
    check_path,
    check_signs,
    check_value,
    check_wins,
    count,
    left_out,
)
from grader.checks.finding import Finding
from grader.checks.value import within
from grader.checks.words import described
from grader.errors import SubmissionError, UsageError
from grader.grading.jobs import budget_of, job_of, needed_by
from grader.grading.machine import on_one_cpu
from grader.grading.properties import Examined, examine
from grader.sandbox import Answer, Outcome, Sandbox, Status, Strange, find_submission
from grader.tree import Action, action_text

_LARGEST_DENOMINATOR = 1_000
RUN = "run"  # what differs where there is no answer to compare


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Where the reference differs from an expectation; ``field`` is a key of ``expect:``, or ``RUN``.

    ``ours`` is what the expectation says, ``theirs`` what the reference says or did, both as text.
    """

    field: str
    ours: str
    theirs: str

    def __str__(self) -> str:
        return f"{self.field}: the search says {self.ours}, the reference {self.theirs}"


class Reference:
    """The reference of a suite, ready to run: ``with Reference(suite, solution) as reference``.

    Raises UsageError where ``solution`` can't be found, read or loaded.
    """

    def __init__(self, suite: Suite, solution: Path) -> None:
        self._suite, self._solution = suite, solution
        try:
            submission = find_submission(solution)
            support = suite.support.read_text(encoding="utf-8")
        except (SubmissionError, OSError, UnicodeDecodeError) as error:
            raise UsageError(f"Can't read the reference in {solution}: {error}") from error
        self._sandbox = Sandbox(
            submission, support=support, allow=suite.allow, preload=suite.preload
        )
        self._functions: frozenset[str] = frozenset()
        self._held = ExitStack()

    def __enter__(self) -> Reference:  # noqa: PYI034 - Self is not in Python 3.10
        with ExitStack() as held:
            held.enter_context(on_one_cpu())
            held.enter_context(self._sandbox)
            probe = self._sandbox.probe(budget_of(self._suite.limits, 1))
            if probe.failure is not None:
                said = "\n".join(p for p in (probe.failure.message, probe.failure.traceback) if p)
                raise UsageError(f"The reference in {self._solution} can't be loaded. {said}")
            self._functions = probe.functions
            self._held = held.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._held.__exit__(kind, error, trace)

    def run(self, case: Case) -> Outcome:
        """Make the call of ``case``; a policy is asked, a row played, as its ``expect`` says."""
        for name in needed_by(case):
            if name in self._functions:
                continue
            message = f"solver.py defines no function named {name}."
            return Outcome(status=Status.NOT_IMPLEMENTED, message=message)
        limits = self._suite.limits
        if case.law is None:
            return self._sandbox.run(job_of(case, limits))
        with self._sandbox.shared() as shared:
            return examine(
                case,
                lambda asked: self._sandbox.run(job_of(asked, limits)),
                self._suite.tolerance,
                shared=lambda asked: shared(job_of(asked, limits)),
            )


def differences(
    case: Case, expect: Expectation, outcome: Outcome, tolerance: Tolerance
) -> tuple[Difference, ...]:
    """Where ``outcome``, the reference's run of ``case``, differs from ``expect``."""
    case = replace(case, expect=expect)
    answer = outcome.answer
    if outcome.status is not Status.RETURNED or answer is None:
        did = f"{outcome.status.value}: {outcome.message or outcome.staff}"
        return (Difference(field=RUN, ours="that it returns", theirs=did),)
    if answer.misshapen is not None:
        returned = f"returned {described(answer.misshapen)}"
        return (Difference(field=RUN, ours="that it has an answer", theirs=returned),)
    observed = _Observed(case, outcome, answer, tolerance)
    return tuple(
        Difference(field=KEY_OF[check], ours=said(expect, check), theirs=theirs)
        for check in case.checks
        if expects(expect, check) and (theirs := _OF_CHECK[check](observed)) is not None
    )


def said(expect: Expectation, check: Check) -> str:
    """What ``expect`` states for one check, on one line; of a law's many trees only their number."""
    if check is Check.PROPERTY and expect.property is not None:
        return f"the law holds on {count(len(expect.property), 'tree')}"
    return shown(field_data(expect, check) or [])


@dataclass(frozen=True, slots=True)
class _Observed:
    """What the reference did. One method a check: what it says instead, None where it agrees."""

    case: Case
    outcome: Outcome
    answer: Answer
    tolerance: Tolerance

    def value(self) -> str | None:
        if self.case.call is Call.ESTIMATE:
            return _complaint(check_value(self.case, self.answer, self.tolerance))
        if self.case.expect.payoffs is not None:
            finding = check_value(self.case, self.answer, self.tolerance)
            return None if finding.passed else _any(self.answer.payoffs)
        expected = self.case.expect.value
        got = self.answer.value
        is_right = got is not None and within(got, expected or 0, self.tolerance)
        return None if is_right else _any(got)

    def action(self) -> str | None:
        right, got = self.case.expect.actions or (), self.answer.action
        if self.case.tie_break is TieBreak.FIRST:
            right = right[:1]
        if (got is None and not right) or got in right:
            return None
        return _any(got)

    def policy(self) -> str | None:
        """Where the policy plays what is not optimal, what it plays."""
        wrong: dict[str, Data] = {}
        said = self.answer.policy or {}
        for state, right in (self.case.expect.policy or {}).items():
            chances = said.get(state)
            if chances is None or isinstance(chances, Strange):
                wrong[state] = _any(chances)
                continue
            played = tuple(action for action, chance in chances.items() if chance != 0)
            allowed = right[:1] if self.case.tie_break is TieBreak.FIRST else right
            if not played or not set(played) <= set(allowed):
                wrong[state] = _listed(played)
        return shown(wrong) if wrong else None

    def visited(self) -> str | None:
        names = tuple(node.name for node in self.outcome.visited)
        return None if names == self.case.expect.visited else shown(list(names))

    def pruned(self) -> str | None:
        horizon = self.outcome.horizon if self.case.call.takes_depth else ()
        names = [node.name for node in left_out(self.outcome.visited, horizon)]
        return None if set(names) == set(self.case.expect.pruned or ()) else shown(list(names))

    def effort(self) -> str | None:
        stated, outcome = self.case.expect.effort, self.outcome
        if stated is None:
            return None
        free = self.case.call is Call.ITERATIVE_DEEPENING and self.case.start in outcome.horizon
        spent = outcome.evaluations - (1 if free else 0)
        seen = {node.name for node in outcome.visited}
        said: dict[str, Data] = {}
        if stated.visits is not None and len(seen) > stated.visits:
            said["visits"] = str(len(seen))
        if stated.evaluations is not None and spent > stated.evaluations:
            said["evaluations"] = str(spent)
        if not seen.issuperset(stated.must):
            said["must"] = [name for name in stated.must if name in seen]
        return shown(said) if said else None

    def path(self) -> str | None:
        if check_path(self.case, self.answer).passed:
            return None
        played = {tuple(node.name for node in play.nodes) for play in self.answer.plays or ()}
        return " or ".join(shown(list(names)) for names in sorted(played)) or "no play"

    def outcomes(self) -> str | None:
        return _complaint(check_outcomes(self.case, self.answer, self.outcome))

    def table(self) -> str | None:
        got = {_any(key): value for key, value in (self.answer.table or {}).items()}
        expected = {_any(key): value for key, value in (self.case.expect.table or {}).items()}
        if set(got) == set(expected) and all(
            within(got[key], expected[key], self.tolerance) for key in expected
        ):
            return None
        return _any(got)

    def options(self) -> str | None:
        got = self.answer.options or ()
        is_right = set(got) == set(self.case.expect.options or ())
        return None if is_right else shown([_any(option) for option in got])

    def game(self) -> str | None:
        return _complaint(check_game(self.case, self.answer, self.tolerance))

    def row(self) -> str | None:
        row, got = self.case.expect.row or {}, self.answer.numbers or ()
        pairs = zip(row.items(), got, strict=False)
        wrong: dict[str, Data] = {
            str(n): _any(number)
            for (n, value), number in pairs
            if not within(number, value, self.tolerance)
        }
        return shown(wrong) if wrong or len(got) < len(row) else None

    def law(self) -> str | None:
        return _complaint(check_law(self.case, self.answer, self.tolerance))

    def signs(self) -> str | None:
        return _complaint(check_signs(self.case, self.answer))

    def wins(self) -> str | None:
        return _complaint(check_wins(self.case, self.answer))

    def property(self) -> str | None:
        """Where a law does not hold, on which tree."""
        breach = self.outcome.breach if isinstance(self.outcome, Examined) else None
        if breach is None:
            return None if isinstance(self.outcome, Examined) else "was not tried"
        called = breach.called[-1]
        got = f"expected {_alike(called.right)}, got {_alike(called.got)}"
        return f"{breach.sentence} {got} on {line_of(called.case.tree.root)}"


_OF_CHECK: Mapping[Check, Callable[[_Observed], str | None]] = {
    check: getattr(_Observed, check.value) for check in Check
}


def _complaint(finding: Finding) -> str | None:
    return None if finding.passed else finding.message


def _listed(actions: Iterable[Action]) -> Data:
    return [action_text(action) for action in actions]


def _exact(number: float) -> str:
    """A float in the form of expectations, as a fraction, where it is the float of a plain one."""
    if not isfinite(number):
        return repr(number)
    plain = Fraction(number).limit_denominator(_LARGEST_DENOMINATOR)
    return str(plain) if float(plain) == number else repr(number)


def _alike(text: str) -> str:
    """What came back of a call, as text; a number in the form of expectations."""
    number = exact(text)
    if number is None or number.denominator == 1:
        return text
    return _exact(float(number))


def _any(thing: object) -> str:
    """Whatever came back, inside a sentence."""
    if isinstance(thing, Strange):
        return described(thing)
    if isinstance(thing, float):
        return _exact(thing)
    if isinstance(thing, Mapping):
        return f"{{{', '.join(f'{_any(key)}: {_any(value)}' for key, value in thing.items())}}}"
    return "nothing" if thing is None else action_text(thing)
