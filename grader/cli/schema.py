"""``grader schema``: print the JSON Schema of case files and suite.yaml, for editors."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from grader.cli import DONE, FELL_SHORT
from grader.errors import UsageError


def add_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``grader schema``."""
    add = parser.add_argument
    add("--out", metavar="FILE", type=Path,
        help="write it there; in a suite's folder .schema.json is taken for no case")  # fmt: skip
    add("--check", action="store_true", help="write nothing; exit 1 where FILE differs")


def run(args: argparse.Namespace) -> int:
    """Print, write or compare the schema."""
    from grader.authoring.schema import schema_text

    text = schema_text()
    if args.out is None:
        if args.check:
            raise UsageError("--check compares a file: name it with --out FILE.")
        sys.stdout.write(text)
        return DONE
    try:
        if args.check:
            same = args.out.is_file() and args.out.read_text("utf-8") == text
            print(f"{args.out} is {'' if same else 'not '}the schema of this grader.")
            return DONE if same else FELL_SHORT
        args.out.write_text(text, "utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"Can't use {args.out}: {error.strerror}.") from None
    return DONE
