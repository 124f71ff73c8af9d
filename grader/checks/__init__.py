"""Compare what a call returned with what is right: one module a kind of comparison.

Each check takes a case and what was observed, and gives a ``Finding`` whose message is a sentence for
a first-year student. May not know processes, points or output formats.
"""

from grader.checks.action import check_action
from grader.checks.finding import Finding
from grader.checks.policy import check_policy
from grader.checks.pruned import check_pruned, left_out
from grader.checks.value import check_value
from grader.checks.visited import check_visited, first_difference
from grader.checks.words import count, listing, names, number, place

__all__ = [
    "Finding",
    "check_action",
    "check_policy",
    "check_pruned",
    "check_value",
    "check_visited",
    "count",
    "first_difference",
    "left_out",
    "listing",
    "names",
    "number",
    "place",
]
