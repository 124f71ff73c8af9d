"""The command line: one module a subcommand, each with ``add_parser`` and ``run``.

Decides exit codes and what is said of an error. 0: done. 1: done and something fell short. 2: the
caller's or a case author's fault, said without a traceback. 3: the grader's own. Only the chosen
subcommand is imported, and it imports what it needs when it runs, so that ``--help`` is quick.
"""

from __future__ import annotations

import argparse
import os
import select
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

from grader import __version__
from grader.errors import AuthorError, SubmissionError, UsageError

DONE, FELL_SHORT, CALLERS_FAULT, OUR_FAULT = 0, 1, 2, 3
INTERRUPTED = 130  # as shells report an end by Ctrl-C

COMMANDS = {
    "grade": "grade one submission and write results.json",
    "init": "make a course of one's own from the kit",
    "new": "write a case from a tree in one line, or from a generated one",
    "import": "read trees of the Pac-Man course project",
    "record": "write what cases expect, from the reference",
    "verify": "recompute what every case expects",
    "lint": "find cases that are blind, unfair or give their answer away",
    "adequacy": "find out which known mistakes the cases catch",
    "vary": "make an equivalent hidden suite from a secret seed",
    "schema": "write the JSON schema of case files, for editors",
    "handout": "make the folder that students get",
    "build": "make autograder.zip and handout.zip, and look for leaks in them",
    "simulate": "run an autograder.zip as Gradescope would",
    "doctor": "show which layers isolate submissions on this host",
}

_MODULES = {"import": "import_case"}  # where the command's name is none that a module can have
_OURS = "The grader itself failed. This is not the submission's fault; please report what follows."


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that ``argv`` (by default the process's own arguments) asks for."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        args = _parser(arguments).parse_args(arguments)
    except SystemExit as stop:  # argparse has said why: 0 for --help and --version, else 2
        return stop.code if isinstance(stop.code, int) else CALLERS_FAULT
    try:
        code = int(_module(args.command).run(args))
        sys.stdout.flush()  # here and not at exit: the reader may be gone
    except AuthorError as error:
        faults = "\n".join(f"  {fault}" for fault in error.faults)
        return _say(f"The cases have faults, so nothing was done.\n{faults}")
    except (UsageError, SubmissionError) as error:
        return _say(str(error))
    except KeyboardInterrupt:
        _say("Interrupted.")
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the border: staff get a sentence and the trace
        if isinstance(error, BrokenPipeError) and _reader_is_gone():
            return FELL_SHORT
        _say(f"{_OURS}\n{traceback.format_exc()}")
        return OUR_FAULT
    return code


def _reader_is_gone() -> bool:
    """Whether nobody reads standard output any more (``| head``): that is no fault of ours."""
    poller = select.poll()
    poller.register(sys.stdout.fileno(), 0)
    if not any(event & select.POLLERR for _, event in poller.poll(0)):
        return False
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at exit
    return True


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="grader", description="Grade game-tree search assignments."
    )
    parser.add_argument("--version", action="version", version=f"grader {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    chosen = next((word for word in arguments if not word.startswith("-")), None)
    for name, summary in COMMANDS.items():
        subparser = commands.add_parser(name, help=summary, description=f"{summary.capitalize()}.")
        if name == chosen:
            _module(name).add_parser(subparser)
    return parser


def _module(command: str) -> ModuleType:
    return import_module(f"grader.cli.{_MODULES.get(command, command)}")


def _say(message: str) -> int:
    """Tell the caller, whatever their console can encode."""
    encoding = sys.stderr.encoding or "utf-8"
    safe = f"grader: {message}".encode(encoding, "backslashreplace").decode(encoding)
    print(safe.rstrip(), file=sys.stderr)
    return CALLERS_FAULT
