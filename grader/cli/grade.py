"""``grader grade``: grade one submission, print a table, write ``results.json``.

The file is valid from before the first line of student code: first a fallback, then what is graded so
far, as questions get through and every two seconds, last the whole. A killed grader leaves the last.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import grader
from grader.cli import DONE, FELL_SHORT, OUR_FAULT
from grader.errors import AuthorError, UsageError

if TYPE_CHECKING:  # loading these takes YAML and 30 ms, so ``--help`` does without
    from grader.grading.grade import Grade
    from grader.report.results import Results

_USAGE = """\
grader grade SUBMISSION [--suite DIR] [--only QUESTION ...] [--case ID ...]
                    [--as {student,staff}] [--brief] [--output FILE]
                    [--junit FILE] [--csv FILE] [--github] [--submission-id ID]"""


def add_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``grader grade``."""
    parser.usage = _USAGE
    add = parser.add_argument
    # Optional to argparse only: ``--only a SUBMISSION`` swallows it, and ``run`` explains that.
    add("submission", metavar="SUBMISSION", nargs="?", type=Path,
        help="a file, a folder or a zip with solver.py, or a notebook")  # fmt: skip
    add("--suite", metavar="DIR", type=Path,
        help="the folder with suite.yaml (default: test_cases of the checkout, or here)")  # fmt: skip
    add("--only", metavar="QUESTION", nargs="+", action="extend", default=[],
        help="grade only these questions (q8), separated by spaces or commas")  # fmt: skip
    add("--case", metavar="ID", nargs="+", action="extend", default=[],
        help="grade only these cases, by number (8.03) or name")  # fmt: skip
    add("--as", dest="audience", choices=["student", "staff"],
        help="print what students see (default with --github), or everything (default)")  # fmt: skip
    add("--brief", action="store_true", help="print the table only, not what is wrong and why")
    add("--submission-id", metavar="ID", default="",
        help="whose numbers hidden cases get, where the suite has a secret")  # fmt: skip
    add("--output", metavar="FILE", type=Path, default=Path("results.json"),
        help="where the results go (default: results.json here)")  # fmt: skip
    add("--junit", metavar="FILE", type=Path,
        help="write JUnit XML, too; with --as student of what students see")  # fmt: skip
    add("--csv", metavar="FILE", type=Path,
        help="write a table with a row a case, too; --as student holds here, too")  # fmt: skip
    add("--github", action="store_true",
        help="print GitHub Actions annotations, too, of what students see")  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Grade, write, print; 1 where a case falls short, 3 where the grader failed at one."""
    from grader.cases import read_suite
    from grader.gradescope.unit_run import Units
    from grader.grading.names import chosen_cases, chosen_questions
    from grader.grading.run import Options
    from grader.report.results import (
        as_results,
        failure_results,
        fallback_results,
        write_results,
    )

    submission, folder = _submission(args.submission), find_suite(args.suite)
    try:
        units = Units(read_suite(folder))
    except AuthorError:  # students of a suite that can't be read are owed a word, too
        write_results(args.output, failure_results())
        raise

    def keep(partial: Grade) -> None:
        write_results(args.output, as_results(units.waiting(partial)))

    whole = units.suite
    options = Options(
        questions=chosen_questions(args.only, whole),
        cases=chosen_cases(args.case, whole),
        on_progress=keep,
        submission=args.submission_id,
    )
    write_results(args.output, fallback_results(whole))
    grade, leaderboard = units.grade(submission, options)
    results = as_results(grade, leaderboard)
    problems = write_results(args.output, results)
    _show(grade, results, args)
    _write_others(results, grade.title, args)
    return _exit_code(grade, problems, args.output)


def find_suite(stated: Path | None) -> Path:
    """The suite's folder: the one stated, else the checkout's, else the one in the current folder."""
    places = [Path(grader.__file__).resolve().parent.parent / "test_cases", Path("test_cases")]
    for folder in [stated] if stated else places:
        if os.path.isdir(folder):  # noqa: PTH112 - Path.is_dir raises for names that are too long
            return folder
    if stated:
        raise UsageError(f"There is no folder {stated} with a suite. Check what --suite says.")
    raise UsageError(
        "Found no suite: there is no folder test_cases here or beside the grader."
        " Name the folder that holds suite.yaml with --suite DIR."
    )


def _submission(path: Path | None) -> Path:
    if path is None:
        raise UsageError(
            "Which submission? Put it first: grader grade SUBMISSION --only QUESTION ..."
            " (a file, a folder or a zip)."
        )
    if not os.path.exists(path):  # noqa: PTH110 - Path.exists raises for names that are too long
        raise UsageError(f"There is no submission at {path}. Check the path.")
    return path


def _show(grade: Grade, results: Results, args: argparse.Namespace) -> None:
    """Print the table; a reader that has gone away (``| head``) has seen what it wanted."""
    import secrets

    from grader.report import github
    from grader.report.ascii import encodable
    from grader.report.terminal import Audience, print_grade

    def say(text: str) -> None:
        sys.stdout.write(encodable(text, sys.stdout.encoding))

    token = secrets.token_hex(16) if args.github else ""
    try:
        if args.github:
            say(github.pause(token))
        print_grade(grade, sys.stdout, audience=Audience(_audience(args)), brief=args.brief)
        say(f"\nResults written to {args.output}\n")
        if args.github:
            say(github.resume(token) + github.annotate(results, github.source_of(args.submission)))
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at exit


def _audience(args: argparse.Namespace) -> str:
    """Who reads; the log of a run on GitHub is read by students."""
    return str(args.audience or ("student" if args.github else "staff"))


def _write_others(results: Results, title: str, args: argparse.Namespace) -> None:
    """Write the files for other receivers that were asked for."""
    student = _audience(args) == "student"
    if args.junit:
        from grader.report.junit import junit  # takes an XML library

        _write(args.junit, junit(results, title=title, student=student))
    if args.csv:
        from grader.report.table import table

        _write(args.csv, table(results, student=student))


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"Can't write {path}: {error.strerror or error}.") from error


def _exit_code(grade: Grade, problems: Sequence[str], output: Path) -> int:
    from grader.grading.grade import Verdict

    ours = [case.case.id for case in grade.cases if case.verdict is Verdict.GRADER_ERROR]
    if problems:
        listed = "\n".join(f"  {problem}" for problem in problems)
        print(f"grader: {output} says only that the grader failed:\n{listed}", file=sys.stderr)
    if ours:
        print(f"grader: the grader itself failed at {', '.join(ours)}", file=sys.stderr)
    if problems or ours:
        return OUR_FAULT
    return DONE if grade.is_perfect else FELL_SHORT
