"""What a unit test is told of a call of a student's function."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grader.checks.words import described
from grader.grading.grade import Verdict
from grader.sandbox import Answer, Outcome, Status, Strange, Value
from grader.tree import Action

Payoffs = Mapping[Action, Value]


class FellShortError(AssertionError):
    """The submission is at fault: ``verdict`` says how, the message is for its student."""

    def __init__(self, message: str, verdict: Verdict = Verdict.WRONG) -> None:
        super().__init__(message)
        self.verdict = verdict


@dataclass(frozen=True, slots=True)
class Called:
    """What came of a call.

    ``status``, ``visited``, ``evaluations`` and ``printed`` can always be read. All else fails the
    test with the reason, where the call did not return or returned something of another kind.
    """

    function: str
    outcome: Outcome

    @property
    def status(self) -> str:
        """RETURNED, RAISED, TIMED_OUT, NOT_IMPLEMENTED, ..."""
        return self.outcome.status.value

    @property
    def visited(self) -> tuple[str, ...]:
        """The names of the nodes in the order of first visits."""
        return tuple(node.name for node in self.outcome.visited)

    @property
    def evaluations(self) -> int:
        """How often ``evaluate`` was called."""
        return self.outcome.evaluations

    @property
    def printed(self) -> str:
        """What the student's code printed, cleaned and cut."""
        return self.outcome.output

    @property
    def value(self) -> int | float:
        """The number that was returned, or the first of the pair."""
        found = self._answer().value
        if found is None:
            raise self._other("value")
        if isinstance(found, Strange):
            message = f"{self.function} returned {described(found)} as its value, not a number."
            raise FellShortError(message)
        return found

    @property
    def action(self) -> Action | Strange | None:
        """The second of the pair; a Strange is equal to no action."""
        answer = self._answer()
        if answer.value is None and answer.payoffs is None:
            raise self._other("pair of a value and an action")
        return answer.action

    @property
    def payoffs(self) -> Payoffs:
        """What max_n returned first, by player."""
        found = self._answer().payoffs
        if found is None or isinstance(found, Strange):
            raise self._other("number for each player")
        return found

    @property
    def policy(self) -> Mapping[str, Payoffs | Strange]:
        """What the returned policy says at each state that ``ask`` names, by action."""
        found = self._answer().policy
        if found is None:
            raise self._other("policy")
        return found

    @property
    def table(self) -> Payoffs:
        """What value_table returned."""
        found = self._answer().table
        if found is None:
            raise self._other("table")
        return found

    @property
    def options(self) -> tuple[Action | Strange | None, ...]:
        """What choose_by_bounds returned, in no order."""
        found = self._answer().options
        if found is None:
            raise self._other("set")
        return found

    @property
    def numbers(self) -> tuple[Value, ...]:
        """What evaluate_tictactoe said of each of ``positions``."""
        found = self._answer().numbers
        if found is None:
            raise self._other("number")
        return found

    def _other(self, what: str) -> FellShortError:
        misshapen = self._answer().misshapen
        other = described(misshapen) if misshapen else "something else"
        return FellShortError(f"{self.function} returned {other}, where a {what} is asked for.")

    def _answer(self) -> Answer:
        outcome = self.outcome
        if outcome.status is not Status.RETURNED or outcome.answer is None:
            said = "\n\n".join(part for part in (outcome.message, outcome.traceback) if part)
            raise FellShortError(said or "It did not return.", Verdict[outcome.status.name])
        return outcome.answer
