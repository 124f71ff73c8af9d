"""``grader handout``: make the folder that students get, for the questions that suite.yaml chooses."""

from __future__ import annotations

import argparse
from pathlib import Path

from grader.cli import DONE


def add_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``grader handout``."""
    add = parser.add_argument
    add("--suite", metavar="DIR", type=Path,
        help="the folder with suite.yaml (default: test_cases of the checkout, or here)")  # fmt: skip
    add("--out", metavar="DIR", type=Path, default=Path("handout"),
        help="the folder to make (default: handout here)")  # fmt: skip
    add("--replace", action="store_true", help="make it anew where it is there already")
    add("--no-page", action="store_true", help="leave out README.html, which needs more packages")


def run(args: argparse.Namespace) -> int:
    """Make the folder and say what is in it."""
    from grader.authoring.course import make_handout
    from grader.cli.grade import find_suite

    made = make_handout(
        find_suite(args.suite), args.out, replace=args.replace, page=not args.no_page
    )
    print(f"{args.out} is ready to be handed out: {', '.join(made)}")
    print("Students check their work in it with: python grader.pyz")
    return DONE
