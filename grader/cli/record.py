"""``grader record``: write what cases expect, from the reference, where our own search agrees."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from grader.cli import DONE, FELL_SHORT
from grader.cli.grade import find_suite
from grader.errors import UsageError


def add_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``grader record``."""
    add = parser.add_argument
    add("paths", metavar="PATH", nargs="*", type=Path,
        help="case files, folders of them, or ids of cases (default: all of the suite)")  # fmt: skip
    add("--suite", metavar="DIR", type=Path,
        help="the folder with suite.yaml (default: test_cases of the checkout, or here)")  # fmt: skip
    add("--solution", metavar="PATH", type=Path,
        help="the reference (default: the folder solution beside the suite's)")  # fmt: skip
    add("--check", action="store_true", help="write nothing; exit 1 where something would change")


def run(args: argparse.Namespace) -> int:
    """Record and list what changed; 1 where the witnesses disagree or ``--check`` finds a change."""
    from grader.authoring.record import plan

    folder = find_suite(args.suite)
    recording = plan(folder, find_solution(args.solution, folder), args.paths)
    if recording.refusals:
        for fault in sorted(recording.refusals):
            say(str(fault))
        say(f"Nothing was written: {_count(len(recording.refusals), 'refusal')}.")
        return FELL_SHORT
    if not args.check:
        recording.write()
    would = "would change" if args.check else "recorded"
    for name in recording.changed:
        say(f"{name}: {would}")
    for name in recording.accepted:
        say(f"{name}: {'would be ' if args.check else ''}accepted as it stands")
    for name in recording.gone:
        say(f"{name}: {'would be forgotten' if args.check else 'forgotten'}, for it is gone")
    if not recording.files:
        say("Everything is recorded as it is.")
    elif not recording.changed:
        say(f"No case changes; recorded.lock {'would change' if args.check else 'was written'}.")
    return FELL_SHORT if args.check and recording.files else DONE


def find_solution(stated: Path | None, suite: Path) -> Path:
    """The reference: the one stated, else ``solution`` beside the suite's folder."""
    found = stated or suite.absolute().parent / "solution"
    if not os.path.lexists(found):
        raise UsageError(f"There is no reference at {found}. Name one with --solution PATH.")
    return found


def say(line: str) -> None:
    """Print one line, in whatever the console can show."""
    from grader.report.ascii import encodable

    sys.stdout.write(encodable(f"{line}\n", sys.stdout.encoding))


def _count(amount: int, noun: str) -> str:
    return f"{amount} {noun}{'' if amount == 1 else 's'}"
