"""``grader adequacy``: which known mistakes the cases catch, and which trees would close the gaps."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from grader.cli import DONE, FELL_SHORT
from grader.cli.grade import find_suite
from grader.errors import UsageError

_FORMATS = ("text", "csv", "json")


def add_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``grader adequacy``."""
    add = parser.add_argument
    add("--suite", metavar="DIR", type=Path,
        help="the folder with suite.yaml (default: test_cases of the checkout, or here)")  # fmt: skip
    add("--question", metavar="QUESTION", nargs="+", action="extend", default=[],
        help="only these questions, separated by spaces or commas")  # fmt: skip
    add("--format", choices=_FORMATS, default="text", help="text (default), csv or json")
    add("--strict", action="store_true",
        help="exit 1 also for a mistake caught once and a pair that a tree tells apart")  # fmt: skip
    add("--tries", metavar="N", type=int, default=None,
        help="how many cases to try for each function with a gap; 0: propose none")  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Print the report; 1 where a mistake without a proof survives, or by ``--strict`` for any gap."""
    from grader.authoring import adequacy_report
    from grader.authoring.adequacy import examine, known_mistakes
    from grader.authoring.smallest import TRIES
    from grader.cases import read_suite
    from grader.grading.names import chosen_questions
    from grader.report.ascii import encodable

    suite = read_suite(find_suite(args.suite))
    tries = TRIES if args.tries is None else args.tries
    if tries < 0:
        raise UsageError(f"--tries has to be 0 or more, not {tries}.")
    if args.format == "csv":
        tries = 0 if not args.strict else tries  # the table has no proposals
    found = examine(suite, known_mistakes(), chosen_questions(args.question, suite), tries=tries)
    as_format = {
        "text": adequacy_report.as_text,
        "csv": adequacy_report.as_csv,
        "json": adequacy_report.as_json,
    }[args.format]
    sys.stdout.write(encodable(as_format(found), sys.stdout.encoding))
    adequate = found.is_strictly_adequate if args.strict else found.is_adequate
    return DONE if adequate else FELL_SHORT
