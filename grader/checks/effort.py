"""Judge how much a search looked at: not more than its bounds, and all that it must not leave out."""

from __future__ import annotations

from grader.cases.model import Call, Case
from grader.checks.finding import RIGHT, Finding, wrong
from grader.checks.words import count, names
from grader.sandbox.outcome import Outcome


def check_effort(case: Case, outcome: Outcome) -> Finding:
    """Compare what was visited and evaluated with the bounds that the case states."""
    effort = case.expect.effort
    if effort is None:
        return RIGHT
    faults = []
    visits = len(outcome.visited)
    if effort.visits is not None and visits > effort.visits:
        faults.append(
            f"Your search visited {count(visits, 'node')}; {effort.visits} are enough here."
        )
    free = free_evaluations(case, outcome)
    spent = outcome.evaluations - free
    if effort.evaluations is not None and spent > effort.evaluations:
        faults.append(
            f"Your search called evaluate {count(spent, 'time')}{', beside the start' if free else ''};"
            f" its budget is {effort.evaluations}."
            " Stop before the call that would be one too many."
        )
    visited = {node.name for node in outcome.visited}
    missing = [name for name in effort.must if name not in visited]
    if missing:
        nodes = names(case.tree.find(name) for name in missing)
        faults.append(f"Your search left out {nodes}, which can still change the answer.")
    return wrong(" ".join(faults)) if faults else RIGHT


def free_evaluations(case: Case, outcome: Outcome) -> int:
    """The one call that is not counted: of the start, where not even depth 1 was completed."""
    is_fallback = case.call is Call.ITERATIVE_DEEPENING and case.start in outcome.horizon
    return 1 if is_fallback else 0
