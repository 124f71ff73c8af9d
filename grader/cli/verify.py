"""``grader verify``: recompute what every case expects, by our own search and by the reference."""

from __future__ import annotations

import argparse
from pathlib import Path

from grader.cli import DONE, FELL_SHORT
from grader.cli.grade import find_suite
from grader.cli.record import find_solution, say
from grader.report.text import count


def add_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``grader verify``."""
    add = parser.add_argument
    add("--suite", metavar="DIR", type=Path,
        help="the folder with suite.yaml (default: test_cases of the checkout, or here)")  # fmt: skip
    add("--solution", metavar="PATH", type=Path,
        help="the reference (default: the folder solution beside the suite's)")  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Print each drift on a line; 1 where there is any."""
    from grader.authoring.verify import Cause, verify_suite

    folder = find_suite(args.suite)
    found = verify_suite(folder, find_solution(args.solution, folder))
    for drift in found.drifts:
        say(str(drift))
    if not found.remembers:
        say("There is no recorded.lock, so edited expectations can't be told from changed trees.")
    cases = {drift.case for drift in found.drifts if drift.cause is not Cause.CONVENTION}
    if cases:
        say(f"{count(len(cases), 'case')} drifted; the suite has {found.cases}.")
    if found.drifts:
        return FELL_SHORT
    say(f"{count(found.cases, 'case')} verified: both witnesses say what is recorded.")
    return DONE
