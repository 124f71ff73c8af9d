"""What students get wrong, as code: each mistake is a change to a student who gets all else right.

Read ``asking`` first (what a run asks, and how that is recorded), then ``searcher`` and the rest of
the right student (``deepener``, ``player``, ``evaluator``, ``halver``, ``student``), then ``play``. All
other modules are mistakes, a family each; ``equivalent`` has the proofs for those that no case catches.

``Mistake.source`` is a row of a study of what students get wrong in public code; without one the mistake
is ours. The study's rows that are not here, and why:

- G01, every opponent expanded from the same state: a game tells the moves of whoever's turn it is, so
  nobody can ask for another player's. G04, the moves of the wrong player: likewise.
- G07, arguments in the wrong order: the grader calls each function in the order that is stated, so that
  fails every case alike.
- S11, an action dropped for its name: no action of ours can be dropped without harm.
- E02, a default evaluation for one game only: ``evaluate`` is an argument and has no default.
- E06, a quick win not preferred: values are those of the utilities alone; to prefer one is the mistake.
- H01 and H02, files that can't be loaded: they fail every case before a function is called.
"""

from __future__ import annotations

from grader.cases.model import Call
from grader.diagnosis.mistakes.answers import ANSWERS
from grader.diagnosis.mistakes.asking import TooLargeError
from grader.diagnosis.mistakes.boards import BOARDS
from grader.diagnosis.mistakes.bounds import BOUNDS
from grader.diagnosis.mistakes.chance import CHANCE
from grader.diagnosis.mistakes.cuts import CUTS
from grader.diagnosis.mistakes.deepening import DEEPENING
from grader.diagnosis.mistakes.depth import COUNTING
from grader.diagnosis.mistakes.ends import ENDS, LOOKING
from grader.diagnosis.mistakes.equivalent import EQUIVALENT, UNDER, proof
from grader.diagnosis.mistakes.estimating import ESTIMATING
from grader.diagnosis.mistakes.horizon import HORIZON
from grader.diagnosis.mistakes.modelling import MODELLING
from grader.diagnosis.mistakes.ordering import ORDERING
from grader.diagnosis.mistakes.payoffs import PAYOFFS
from grader.diagnosis.mistakes.play import Mistake, play
from grader.diagnosis.mistakes.players import PLAYERS
from grader.diagnosis.mistakes.playing import PLAYING
from grader.diagnosis.mistakes.policies import POLICIES
from grader.diagnosis.mistakes.selection import SELECTION
from grader.diagnosis.mistakes.star import STAR
from grader.diagnosis.mistakes.tables import TABLES
from grader.diagnosis.mistakes.windows import WINDOWS

ALL: tuple[Mistake, ...] = (
    *ENDS,
    *LOOKING,
    *PLAYERS,
    *CHANCE,
    *SELECTION,
    *ANSWERS,
    *WINDOWS,
    *CUTS,
    *ORDERING,
    *STAR,
    *COUNTING,
    *HORIZON,
    *DEEPENING,
    *PLAYING,
    *ESTIMATING,
    *POLICIES,
    *TABLES,
    *MODELLING,
    *BOARDS,
    *PAYOFFS,
    *BOUNDS,
)


def of(call: Call) -> tuple[Mistake, ...]:
    """The mistakes that can be made in a function."""
    return tuple(mistake for mistake in ALL if call in mistake.calls)


__all__ = ["ALL", "EQUIVALENT", "UNDER", "Mistake", "TooLargeError", "of", "play", "proof"]
