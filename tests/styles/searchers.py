"""Who searches the trees: every right style in every variant, and every mistake of the library."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import product
from pathlib import Path

from grader.cases import Call, Case
from grader.cases.model import Cutoff, Pruning, Returns
from grader.diagnosis.mistakes import EQUIVALENT, UNDER, Mistake, of, play
from grader.diagnosis.mistakes.cuts import CUTS
from grader.diagnosis.mistakes.ordering import ORDERING
from grader.diagnosis.mistakes.windows import WINDOWS
from grader.grading.run import convention_of
from grader.search import FAMILY, RELATIVES, Convention
from styles.following import Follower, same_visits
from styles.solvers import Told, asked, defined, loaded, variant

Right = Mapping[tuple[str, Convention], Follower]
Wrong = Mapping[tuple[Mistake, Pruning], Follower]

ABOUT_PRUNING = frozenset((*WINDOWS, *CUTS, *ORDERING))
BASES = tuple(
    Pruning(cutoff=cutoff, returns=returns) for cutoff, returns in product(Cutoff, Returns)
)


def right_searchers(call: Call, path: Path) -> Right:
    """The function of one source in every variant; nobody where the source does not define it."""
    source = path.read_text(encoding="utf-8")
    if call not in defined(source):
        return {}
    return {
        (path.stem, member): Follower(
            name=f"{path.stem}, {member}",
            search=partial(asked, loaded(variant(source, member), call)),
            due=same_visits(member),
        )
        for member in FAMILY
    }


def wrong_searchers(call: Call) -> Wrong:
    """Every mistake that the function can have, on each base that a suite can state.

    They may follow no relative of the family, either, since visits like theirs get the points, too.
    Those are left out that the library proves to be none where any right variant is accepted.
    """
    return {
        (mistake, base): Follower(
            name=f"{mistake.id} in a search that {convention_of(base)}",
            search=partial(_mistaken, mistake, base),
            due=same_visits(convention_of(base)) if is_harmless(mistake, base) else (),
            left=(*FAMILY, *RELATIVES),
        )
        for mistake in of(call)
        if (mistake.id, call) not in EQUIVALENT
        for base in BASES
    }


def is_harmless(mistake: Mistake, base: Pruning) -> bool:
    """Whether the library proves that the mistake is none on this base, though it is on others."""
    return (mistake.id, base.cutoff, base.returns) in UNDER


def _mistaken(mistake: Mistake, base: Pruning, case: Case) -> Told:
    outcome = play(mistake, case, base)
    answer = outcome.answer
    return Told(
        value=None if answer is None else answer.value,
        action=None if answer is None else answer.action,
        visited=outcome.visited,
    )
