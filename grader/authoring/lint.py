"""Find what is wrong with a suite although it can be read: cases that are blind, or tell their answer.

Decides which rules there are and the order of what they find. A *fault* gives marks away or takes them
unfairly; a *warning* leaves a common mistake unseen, or is most likely not meant; a *hint* may well be
meant. May not know students.
"""

from __future__ import annotations

from grader.authoring.lint_findings import Desk, Finding, Severity
from grader.authoring.lint_pairs import check_pairs
from grader.authoring.lint_points import check_points, check_scoring, check_total
from grader.authoring.lint_sight import check_pruning, check_sight
from grader.authoring.lint_words import check_words
from grader.cases import Suite

__all__ = ["Finding", "Severity", "lint"]


def lint(suite: Suite) -> tuple[Finding, ...]:
    """All findings, by place; the same suite gives the same findings."""
    desk = Desk(suite)
    for question in suite.questions:
        check_sight(question, desk)
        check_scoring(question, desk)
        for case in question.cases:
            check_points(case, question, desk)
            check_pruning(case, question, desk)
            check_words(case, desk)
    check_total(suite, desk)
    check_pairs(suite, desk)
    return tuple(sorted(desk.found, key=lambda f: (f.file, f.line, f.column, f.rule, f.message)))
