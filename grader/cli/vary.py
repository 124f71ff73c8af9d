"""``grader vary``: an equivalent hidden suite from a secret seed, recorded and verified."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from grader.cli import DONE, FELL_SHORT
from grader.cli.grade import find_suite
from grader.cli.record import find_solution, say

if TYPE_CHECKING:
    from grader.authoring.vary import Varied


def add_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``grader vary``."""
    add = parser.add_argument
    add("--seed", metavar="SEED", required=True,
        help="the secret: any text; the same one gives the same suite")  # fmt: skip
    add("--suite", metavar="DIR", type=Path,
        help="the folder with suite.yaml (default: test_cases of the checkout, or here)")  # fmt: skip
    add("--solution", metavar="PATH", type=Path,
        help="the reference (default: the folder solution beside the suite's)")  # fmt: skip
    add("--out", metavar="DIR", type=Path,
        help="the folder to make (default: varied, beside the suite)")  # fmt: skip
    add("--apart", metavar="DIR", type=Path, nargs="+", action="extend", default=[],
        help="other suites, such as last year's, that no tree may be shared with")  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Vary and tell what became of each hidden case; 1 where the new suite catches less."""
    from grader.authoring.adequacy import known_mistakes
    from grader.authoring.vary import vary_suite

    folder = find_suite(args.suite)
    made = vary_suite(
        folder,
        find_solution(args.solution, folder),
        args.out or folder.absolute().parent / "varied",
        seed=args.seed,
        library=known_mistakes(),
        apart=args.apart,
    )
    for line in lines_of(made):
        say(line)
    return DONE if made.is_no_weaker else FELL_SHORT


def lines_of(made: Varied) -> list[str]:
    """The summary, a line each."""
    lines = [f"{made.folder}: {len(made.varied)} hidden cases varied, {len(made.kept)} kept."]
    lines += [f"  {name}: kept: {reason}" for name, reason in made.kept.items()]
    if made.plain:
        lines.append(f"Only multiplied and shifted: {', '.join(made.plain)}.")
    lines += [
        f"  {name}: no longer catches {', '.join(lost)}" for name, lost in made.weaker.items()
    ]
    before, after = map(len, made.survivors)
    lines.append(f"Mistakes that no case catches: {before} before, {after} now.")
    lines += [f"  {mistake} in {call}" for call, mistake in sorted(made.survivors[1])]
    if made.is_no_weaker:
        lines.append("Every case catches what it caught before.")
    lines.append(f"Recorded, and verified by both witnesses: {made.verified} cases.")
    return lines
