"""Which correct alpha-beta is this? Fit what was observed to the family of eight, and its relatives.

Decides under which convention a question's visits are read, and says which variant was seen. A
relative of the family is looked for only where no member fits, and taken only where it fits wholly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice

from grader.cases.model import Accept, Call, Case, Check
from grader.checks import check_pruned, first_difference
from grader.sandbox.outcome import Outcome, Status
from grader.search import FAMILY, RELATIVES, Convention, Trace, alpha_beta, family_traces
from grader.tree import Node

Observed = Sequence[tuple[Case, Outcome]]


@dataclass(slots=True, eq=False)
class Traces:
    """The traces of one grading, each made once; keep one object for all questions of a run."""

    _made: dict[tuple[Node, bool], dict[Convention, Trace]] = field(
        default_factory=dict, init=False
    )

    def of(self, case: Case, convention: Convention) -> Trace:
        """The trace of the search in ``case`` under a member of the family or a relative."""
        start, ordered = case.start, case.call is Call.ALPHA_BETA_ORDERED
        made = self._made.setdefault((start, ordered), {})
        if not made:
            made |= family_traces(start, ordered=ordered)
        if convention not in made:
            made[convention] = alpha_beta(start, convention, ordered=ordered)
        return made[convention]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """How a question's visits fit the family.

    ``member`` matches ``matched`` of ``possible`` points, the most of all. ``fitting`` are the members
    whose sequences are exactly the observed ones in every case that returned; a relative of the family
    where none of the members is.
    """

    member: Convention
    stated: Convention
    matched: Fraction
    possible: Fraction
    fitting: tuple[Convention, ...]

    @property
    def seen(self) -> Convention | None:
        """The variant to name, where the visits show for certain that it is not the stated one.

        Of several that fit, one that cuts alike at max and at min nodes is the likelier.
        """
        if self.stated in self.fitting:
            return None
        alike = [each for each in self.fitting if each.strict_at_max == each.strict_at_min]
        return next(iter((*alike, *self.fitting)), None)


def best_member(observed: Observed, stated: Convention, traces: Traces | None = None) -> Fit:
    """Fit a question: the member that matches most points of visited and pruned nodes.

    On ties the stated convention wins, then the family's order. Only runs that returned have a vote.
    """
    traces = traces or Traces()
    voting = _voting(observed)
    fitting = variants_of(observed, stated, traces)
    members = fitting or _in_order(stated)
    matched = {member: _matched(voting, member, traces) for member in members}
    return Fit(
        member=max(members, key=lambda member: matched[member]),  # the first of equals
        stated=stated,
        matched=max(matched.values()),
        possible=sum((_share(case, VISITS) for case, _ in voting), Fraction(0)),
        fitting=fitting,
    )


def fits_of(
    observed: Observed, stated: Convention, traces: Traces | None = None
) -> Mapping[Call, Fit]:
    """How each function of a question fits the family: one student may prune in two ways."""
    traces = traces or Traces()
    calls = dict.fromkeys(case.call for case, _ in observed)
    return {
        call: best_member([seen for seen in observed if seen[0].call is call], stated, traces)
        for call in calls
    }


def notes(fits: Mapping[Call, Fit], accept: Accept) -> str:
    """What to tell the student of the variants, once; by function where these differ."""
    told = {call: text for call, fit in fits.items() if (text := note(fit, accept))}
    if len(set(told.values())) <= 1:
        return next(iter(told.values()), "")
    return " ".join(f"{call.value}: {text}" for call, text in told.items())


def variants_of(
    observed: Observed, stated: Convention, traces: Traces | None = None
) -> tuple[Convention, ...]:
    """The members that visit what was observed in every case that returned, ``stated`` first.

    Where there is none, the relative that does, the likeliest first. Empty where no correct variant
    does, and where no run returned.
    """
    traces = traces or Traces()
    voting = _voting(observed)

    def fits(convention: Convention) -> bool:
        return all(_same(outcome, traces.of(case, convention)) for case, outcome in voting)

    if not voting:
        return ()
    if members := tuple(filter(fits, _in_order(stated))):
        return members
    return tuple(islice(filter(fits, RELATIVES), 1))


def note(fit: Fit, accept: Accept) -> str:
    """What to tell the student of the variant once for the question; empty for the stated one."""
    if fit.seen is None:
        if accept is Accept.EXACT or fit.member == fit.stated:
            return ""
        return (
            "Your visits are judged as those of an alpha-beta that "
            f"{fit.member}: of all correct variants it fits them best."
        )
    visits = f"Your visits are those of a correct alpha-beta that {fit.seen}"
    asked = str(fit.stated).replace("cuts", "cutting", 1)
    if accept is Accept.EXACT:
        return f"{visits}; this assignment asks for {asked}."
    return f"{visits}. The assignment teaches {asked}; both are right and get the points."


VISITS = (Check.VISITED, Check.PRUNED)  # the checks that depend on the convention


def _in_order(stated: Convention) -> tuple[Convention, ...]:
    return (stated, *(member for member in FAMILY if member != stated))


def _voting(observed: Observed) -> list[tuple[Case, Outcome]]:
    return [
        (case, outcome)
        for case, outcome in observed
        if outcome.status is Status.RETURNED and _share(case, VISITS) and case.is_traced
    ]


def _share(case: Case, checks: Sequence[Check]) -> Fraction:
    """The points of ``case`` that some of its checks carry."""
    part = sum((case.weights.get(check, Fraction(0)) for check in checks), Fraction(0))
    return case.points * part / sum(case.weights.values())


def _same(outcome: Outcome, trace: Trace) -> bool:
    return first_difference(outcome.visited, trace.visited) is None


def _matched(voting: Observed, member: Convention, traces: Traces) -> Fraction:
    points = Fraction(0)
    for case, outcome in voting:
        trace = traces.of(case, member)
        if _same(outcome, trace):
            points += _share(case, VISITS)
        elif check_pruned(outcome.visited, trace.pruned).passed:
            points += _share(case, (Check.PRUNED,))
    return points
