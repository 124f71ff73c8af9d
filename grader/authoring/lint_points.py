"""Points that one slip takes, points that nobody can earn, and totals that look wrong."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from grader.authoring.lint_findings import Desk, Severity
from grader.cases import Case, Question, Scoring, Suite

_MANY = 5  # cases of a group, of which each can take all


def check_scoring(question: Question, desk: Desk) -> None:
    """Groups of which one failing case takes much, and questions that are worth nothing."""
    count = len(question.cases)
    if question.scoring is Scoring.ALL_OR_NOTHING and count > 1:
        desk.at_question(
            question, "scoring", "all-or-nothing",
            f"{question.id}: one failing case of {count} gives 0",
            "Score per_case, or by_group with small groups.", severity=Severity.WARNING,
        )  # fmt: skip
    total = sum((case.points for case in question.cases), Fraction(0))
    groups: dict[str, list[Case]] = defaultdict(list)
    for case in question.cases if question.scoring is Scoring.BY_GROUP else ():
        groups[case.group or case.id].append(case)
    for name, cases in groups.items():
        share = sum((case.points for case in cases), Fraction(0)) / total
        if len(cases) > 1 and (share > Fraction(1, 2) or len(cases) >= _MANY):
            desk.at_question(
                question, "scoring", "large-group",
                f"{question.id}: in the group {name}, one failing case of {len(cases)} takes"
                f" {_percent(share)} of the question",
                "Make smaller groups.",
                severity=Severity.WARNING if share > Fraction(1, 2) else Severity.HINT,
            )  # fmt: skip
    if not question.points:
        desk.at_question(
            question, "points", "worth-nothing", f"{question.id} is worth 0 points",
            "Give it points, or leave it out.", severity=Severity.WARNING,
        )  # fmt: skip


def _percent(share: Fraction) -> str:
    return f"{round(100 * share)} %"


def check_total(suite: Suite, desk: Desk) -> None:
    """Questions whose points make no round sum."""
    total = sum((q.points for q in suite.questions if not q.extra), Fraction(0))
    if total % 10:
        desk.at_suite(
            "odd-total", f"the questions have {float(total):g} points together, no round number",
            "Check that none is missing; 100 is usual.", severity=Severity.HINT,
        )  # fmt: skip


def check_points(case: Case, question: Question, desk: Desk) -> None:
    """Cases that are worth nothing, or most of their question."""
    total = sum((each.points for each in question.cases), Fraction(0))
    if not case.points:
        desk.at_case(
            case, "points", "worth-nothing", f"{case.id} is worth 0 points",
            "Give it points, or leave it out.", severity=Severity.WARNING,
        )  # fmt: skip
    elif len(question.cases) > 1 and case.points * 2 > total:
        desk.at_case(
            case, "points", "one-case-is-most",
            f"{case.id} carries {_percent(case.points / total)} of {question.id}",
            "Give it fewer points, or the others more.", severity=Severity.WARNING,
        )  # fmt: skip
