"""Compare what a call returned with what is right: one module a kind of comparison.

Each check takes a case and what was observed, and gives a ``Finding`` whose message is a sentence for
a first-year student. May not know processes, points or output formats.
"""

from grader.checks.action import check_action
from grader.checks.board import check_law, check_signs, check_wins
from grader.checks.effort import check_effort
from grader.checks.finding import Finding
from grader.checks.modelled import check_game, check_row
from grader.checks.policy import check_policy
from grader.checks.pruned import check_pruned, left_out
from grader.checks.rollout import check_outcomes, check_path
from grader.checks.table import check_options, check_table
from grader.checks.value import check_value
from grader.checks.visited import check_visited, first_difference
from grader.checks.words import count, listing, names, number, place

__all__ = [
    "Finding",
    "check_action",
    "check_effort",
    "check_game",
    "check_law",
    "check_options",
    "check_outcomes",
    "check_path",
    "check_policy",
    "check_pruned",
    "check_row",
    "check_signs",
    "check_table",
    "check_value",
    "check_visited",
    "check_wins",
    "count",
    "first_difference",
    "left_out",
    "listing",
    "names",
    "number",
    "place",
]
