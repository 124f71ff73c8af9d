"""Run a student with some mistakes on a case, and tell what came of it as the sandbox would.

Decides how mistakes are composed and how a run ends that does not return.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from grader.cases.model import Call, Case, Cutoff, Pruning, Returns
from grader.diagnosis.mistakes.asking import Asking, OutOfTimeError
from grader.diagnosis.mistakes.groups import CUTTING
from grader.diagnosis.mistakes.searcher import At, Role, Worth
from grader.diagnosis.mistakes.student import Student
from grader.sandbox.outcome import Outcome, Status
from grader.tree import Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """One thing that students get wrong, as a change to a student who gets all else right.

    ``source`` is the row of the study of public student code that has it, or empty. ``explanation``
    is for the student who made it; ``hint`` says where to look and gives no code away. ``calls`` are
    the functions in which it can be made. ``change`` overrides what is done otherwise.
    ``keeps_answer``: what is returned stays right, and only what is looked at shows it.
    """

    id: str
    source: str = ""
    title: str
    explanation: str
    hint: str
    calls: frozenset[Call]
    change: type[Student]
    keeps_answer: bool = False


def play(mistakes: Mistake | Sequence[Mistake], case: Case, pruning: Pruning) -> Outcome:
    """Play ``case`` as a student would who makes these mistakes, the first one foremost.

    Without any mistake that is a right run, under the convention of ``pruning``. An exception of the
    student's is RAISED; a run that asks far more than a right one needs is TIMED_OUT. Raises
    TooLargeError where a whole game would be looked at too far for any verdict.
    """
    chosen = (mistakes,) if isinstance(mistakes, Mistake) else tuple(mistakes)
    changes = [mistake.change for mistake in chosen]
    if case.call in CUTTING:
        changes += [Strict] if pruning.cutoff is Cutoff.STRICT else []
        changes += [Hard] if pruning.returns is Returns.FAIL_HARD else []
    ask = Asking(case)
    try:
        answer = _composed(tuple(dict.fromkeys(changes)))(case, ask).answer()
    except OutOfTimeError:
        return _outcome(Outcome(status=Status.TIMED_OUT, message="Your code did not end."), ask)
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
        message = f"{type(error).__name__}: {error}"
        return _outcome(Outcome(status=Status.RAISED, message=message), ask)
    return _outcome(Outcome(status=Status.RETURNED, answer=answer), ask)


def _outcome(ended: Outcome, ask: Asking) -> Outcome:
    return Outcome(
        status=ended.status,
        answer=ended.answer,
        message=ended.message,
        visited=tuple(ask.visited),
        horizon=tuple(ask.evaluated),
        evaluations=ask.evaluations,
    )


@lru_cache(maxsize=1024)
def _composed(changes: tuple[type[Student], ...]) -> type[Student]:
    """A student with all of the changes; where two override the same, the first one wins."""
    return type("Mistaken", changes or (Student,), {})


class Strict(Student):
    """Cuts only where a value is beyond the bound."""

    def cuts(self, best: Worth, window: At, role: Role, child: Node) -> bool:
        if self.is_equal_to_bound(best, window, role):
            return False
        return super().cuts(best, window, role, child)

    def is_equal_to_bound(self, best: Worth, window: At, role: Role) -> bool:
        """Whether a value is exactly at the bound."""
        return best == (window.beta if role is Role.MAX else window.alpha)


class Hard(Student):
    """Returns no value outside of the window."""

    def returned(self, best: Worth, at: At, role: Role) -> Worth:
        return min(max(super().returned(best, at, role), at.alpha), at.beta)
