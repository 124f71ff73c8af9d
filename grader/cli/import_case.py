"""``grader import``: bring trees of the Pac-Man course project into case files."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from grader.cli import DONE
from grader.cli.new import write_new
from grader.errors import UsageError

_CASES = "imported"  # the folder, and the question, of a new suite
_SUITE = f"""\
# Trees of the Pac-Man course project. Its alpha-beta search cuts strictly: v > beta, or v < alpha.
title: Imported trees
pruning: {{cutoff: strict, returns: fail_soft, accept: exact}}
questions:
  - {{id: {_CASES}, title: Imported trees, points: 100, cases: {_CASES}}}
"""


def add_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``grader import``."""
    add = parser.add_argument
    add("files", metavar="FILE", nargs="+", type=Path,
        help="NAME.test files; each one's NAME.solution is given, too, or lies beside it")  # fmt: skip
    add("--out", metavar="FILE", type=Path, help="where to write the case (default: print it)")
    add("--suite", metavar="DIR", type=Path,
        help=f"write the cases into DIR/{_CASES}, and a suite.yaml where there is none")  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Print or write the cases. Nothing is written where one of them has a fault."""
    from grader.authoring.new import modeline
    from grader.authoring.pacman import import_case

    pairs = _pairs(args.files)
    if args.out and args.suite:
        raise UsageError("Give --out or --suite, not both.")
    if len(pairs) > 1 and not args.suite:
        raise UsageError("Several trees make several files: name a folder with --suite DIR.")
    cases = [import_case(_text(test), _text(answer), stem=test.stem) for test, answer in pairs]
    if not args.out and not args.suite:
        sys.stdout.write(cases[0].text)
        return DONE
    for case in cases:
        path = args.out or args.suite / _CASES / f"{case.id}.yaml"
        comment = "".join(f"# {line}\n" for line in modeline(path))
        write_new(path, comment + case.text)
        print(f"Wrote {path}.")
    if args.suite:
        _write_suite(args.suite / "suite.yaml")
    return DONE


def _write_suite(path: Path) -> None:
    if path.exists():
        print(f"{path} is there already: have a question name the folder {_CASES},")
        print("with pruning: {cutoff: strict}.")
        return
    write_new(path, _SUITE)
    print(f"Wrote {path}. Say in it where the support module is (support: ...).")


def _pairs(files: list[Path]) -> list[tuple[Path, Path]]:
    """Each test with its answer: the one that is given, else the one beside it."""
    answers = {path.stem: path for path in files if path.suffix == ".solution"}
    tests = [path for path in files if path.suffix == ".test"]
    if strange := [path for path in files if path.suffix not in {".test", ".solution"}]:
        raise UsageError(f"{strange[0]} is neither a .test nor a .solution file.")
    stems = [path.stem for path in tests]
    if unused := [path for stem, path in answers.items() if stem not in stems]:
        raise UsageError(f"{unused[0]} is the answer to no .test file that is given.")
    return [(path, answers.get(path.stem, path.with_suffix(".solution"))) for path in tests]


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise UsageError(f"Can't read {path}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not UTF-8 text.") from None
