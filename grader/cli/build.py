"""``grader build``: make autograder.zip for Gradescope and handout.zip for students."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from grader.cli import DONE, FELL_SHORT
from grader.cli.grade import find_suite
from grader.cli.record import find_solution, say

if TYPE_CHECKING:  # loading these takes YAML, so ``--help`` does without
    from grader.gradescope.build import Build
    from grader.gradescope.build_bundle import Bundle

_SHOWN = 40  # lines of one kind


def add_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``grader build``."""
    add = parser.add_argument
    add("--suite", metavar="DIR", type=Path,
        help="the folder with suite.yaml (default: test_cases of the checkout, or here)")  # fmt: skip
    add("--solution", metavar="PATH", type=Path,
        help="the reference (default: the folder solution beside the suite's)")  # fmt: skip
    add("--out", metavar="DIR", type=Path, default=Path("dist"),
        help="the folder for both zips (default: dist here)")  # fmt: skip
    add("--force", action="store_true", help="build in spite of drifts, survivors and leaks")
    add("--no-page", action="store_true", help="leave out README.html, which needs more packages")


def run(args: argparse.Namespace) -> int:
    """Build, and say what is in each zip; 1 where something is amiss, whether built or not."""
    from grader.gradescope.build import build

    folder = find_suite(args.suite)
    say("Asking both witnesses, every known mistake and the leak scan first: this takes minutes.")
    built = build(
        folder,
        find_solution(args.solution, folder),
        args.out,
        force=args.force,
        page=not args.no_page,
    )
    for line in (*_amiss(built), *_said(built, args.out)):
        say(line)
    return FELL_SHORT if built.faults or built.leaks else DONE


def _amiss(built: Build) -> Iterator[str]:
    leaks = [f"leak: {finding}" for finding in built.leaks]
    for lines in (list(built.faults), leaks):
        yield from lines[:_SHOWN]
        if len(lines) > _SHOWN:
            yield f"... and {len(lines) - _SHOWN} more."


def _said(built: Build, out: Path) -> Iterator[str]:
    if not built.bundles:
        yield f"Nothing was built, and {out} is as it was. To build all the same, say --force."
        return
    for bundle in built.bundles:
        yield f"{out / bundle.name}: {len(bundle.sizes)} files, {_size(len(bundle.data))}"
        yield f"  sha256 {bundle.digest}"
        yield from (f"  {line}" for line in _inside(bundle))
    if built.leaks or built.faults:
        yield "Built in spite of what is said above."
    else:
        yield "Nothing leaks as far as the scan can tell. Next, upload autograder.zip as it is."


def _inside(bundle: Bundle) -> Iterator[str]:
    """The files of a zip; those of the grader's own package in one line."""
    own = [size for name, size in bundle.sizes.items() if name.startswith("grader/")]
    for name, size in bundle.sizes.items():
        if not name.startswith("grader/"):
            yield f"{name}  {_size(size)}"
    if own:
        yield f"grader/  {len(own)} modules, {_size(sum(own))}"


def _size(number: int) -> str:
    return f"{number / 1000:.0f} kB" if number >= 1000 else f"{number} B"
