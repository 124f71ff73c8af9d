"""``python grader.pyz``: check ``solver.py`` on the cases of the handout, offline.

Runs at a student's: the standard library only, something on the screen at once, no traceback, nothing
written beside the submission. Exit codes are those of ``grader``.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
import time
import traceback
import zipfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import grader
from grader import cli
from grader.errors import AuthorError, SubmissionError, UsageError

if TYPE_CHECKING:  # the first line is on the screen before these are loaded
    from grader.cases import Suite
    from grader.grading.grade import Grade

POLL = 0.5  # seconds between two looks at the files
SETTLED = 0.1  # seconds for which they must stay as they are: editors write in several steps
SOLVER = "solver.py"
_PACKED_SUITE = ("suite/suite.json", "suite/games.py")  # in grader.pyz
_MORE = "These are the cases of the handout. What you hand in may be graded on others, too."
_OURS = "The check itself failed. That is not your fault: please tell the course staff. It said:"


def main(argv: Sequence[str] | None = None, *, suite: Path | None = None) -> int:
    """Check as ``argv`` says; ``suite`` is a suite's folder where this is not run from a bundle."""
    try:
        args = _parser().parse_args(argv)
    except SystemExit as stop:  # argparse has said why: 0 for --help and --version, else 2
        return stop.code if isinstance(stop.code, int) else cli.CALLERS_FAULT
    try:
        place = _place(args.submission)
        _print(f"Checking {_shown(place)} ...")
        with _unpacked() if suite is None else contextlib.nullcontext(suite) as folder:
            return _run(args, place, folder)
    except KeyboardInterrupt:
        _print("\nStopped.")
        return cli.DONE if args.watch else cli.INTERRUPTED
    except BrokenPipeError:  # a reader that has gone away (``| head``) has seen what it wanted
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at exit
        return cli.FELL_SHORT
    except Exception as error:  # noqa: BLE001 - the border: no traceback reaches a student
        return _say(error)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="grader.pyz", description="Check solver.py on the cases of this assignment."
    )
    add = parser.add_argument
    add("only", metavar="QUESTION", nargs="*",
        help="check only these: questions (q6) or functions (alpha_beta)")  # fmt: skip
    add("--case", metavar="ID", nargs="+", action="extend", default=[],
        help="check only these cases, by number (6.03) or name")  # fmt: skip
    add("--submission", metavar="PATH", type=Path,
        help="what to check (default: solver.py beside grader.pyz, or here)")  # fmt: skip
    add("--brief", action="store_true", help="print the points only, not what is wrong and why")
    add("--watch", action="store_true", help="check again whenever a file is saved; Ctrl-C ends it")
    add("--version", action="version", version=f"grader {grader.__version__}")
    return parser


def _archive() -> Path:
    """The bundle that is run, or the folder above ``grader``."""
    return Path(grader.__file__).resolve().parent.parent


def _place(stated: Path | None) -> Path:
    """What to check: the path stated, else the folder that has a solver or a notebook in it."""
    if stated is not None:
        if not os.path.exists(stated):  # noqa: PTH110 - Path.exists raises for names that are too long
            raise UsageError(f"There is nothing at {stated}. Check what --submission says.")
        return stated
    places = [_archive().parent, Path.cwd()]
    for folder in places:
        if (folder / SOLVER).is_file() or any(folder.glob("*.ipynb")):
            return folder
    raise UsageError(
        f"Found no {SOLVER} in {_shown(places[0])}. Put it beside grader.pyz, or name it:"
        " --submission PATH."
    )


def _shown(place: Path) -> str:
    return str(place / SOLVER if (place / SOLVER).is_file() else place)


@contextlib.contextmanager
def _unpacked() -> Iterator[Path]:
    """The bundle's suite and support module, in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="grader-") as folder:
        with zipfile.ZipFile(_archive()) as archive:
            for name in _PACKED_SUITE:
                (Path(folder) / Path(name).name).write_bytes(archive.read(name))
        yield Path(folder)


def _run(args: argparse.Namespace, place: Path, folder: Path) -> int:
    """Check once, or for ever with ``--watch``."""
    from grader.cases import read_suite

    suite = read_suite(folder)
    check = partial(_check, place, suite, _chosen(args, suite), brief=args.brief)
    if not args.watch:
        return check()
    while True:
        before = _seen(place)
        try:
            check()
        except (UsageError, SubmissionError) as error:  # while it is being edited
            _say(error)
        _print("\nWaiting for a file to be saved; Ctrl-C ends this.")
        _wait(place, before)
        _print("\nSaved. Checking again ...\n")


def _check(place: Path, suite: Suite, cases: tuple[str, ...], *, brief: bool) -> int:
    """Check once and print what came out; 1 where a case falls short, 3 where we failed at one."""
    from grader.grading.run import Options, grade_submission
    from grader.report.terminal import Audience, print_grade
    from grader.sandbox import find_submission

    path = _submission(place)
    find_submission(path)  # what can't be graded at all is said without a table of zeros
    with _progress() as tell:
        grade = grade_submission(path, suite, Options(cases=cases, on_progress=tell))
    print_grade(grade, sys.stdout, audience=Audience.STUDENT, brief=brief)
    code = _exit_code(grade)
    if code == cli.FELL_SHORT and not brief:
        _print("\n" + "\n".join(_in_short(grade)))
    _print(f"\n{_MORE}")
    return code


def _submission(place: Path) -> Path:
    """The solver alone, unless modules of the student's stand beside it."""
    solver = place / SOLVER
    if not place.is_dir() or not solver.is_file():
        return place
    others = [path for path in _sources(place) if path.name not in (SOLVER, "games.py")]
    return place if others else solver


@contextlib.contextmanager
def _progress() -> Iterator[Callable[[Grade], None] | None]:
    """Say on a terminal how many cases are done, on one line that is gone at the end."""
    if not sys.stdout.isatty():
        yield None
        return
    from grader.grading.grade import Verdict

    def tell(grade: Grade) -> None:
        done = sum(case.verdict is not Verdict.NOT_RUN for case in grade.cases)
        print(f"\rcases checked: {done} of {len(grade.cases)}", end="", flush=True)

    try:
        yield tell
    finally:
        print(f"\r{'':40}\r", end="", flush=True)


def _in_short(grade: Grade) -> Iterator[str]:
    """The points by question once more: the table has scrolled away by now."""
    from grader.report.summary import tally
    from grader.report.text import clean, show_points

    rows = [f"{show_points(each.earned)}/{show_points(each.possible)}" for each in grade.questions]
    width = max(map(len, rows))
    yield "In short:"
    for points, each in zip(rows, grade.questions, strict=True):
        yield f"  {points:>{width}}  {clean(each.question.id)}: {clean(each.question.title)}"
    yield f"Total: {tally(grade.cases)}."


def _exit_code(grade: Grade) -> int:
    from grader.grading.grade import Verdict

    ours = [case for case in grade.cases if case.verdict is Verdict.GRADER_ERROR]
    if ours:
        last = ours[0].staff.rstrip().rpartition("\n")[2] or ours[0].brief
        _print(f"\n{_OURS}\n  {ours[0].case.id}: {last}")
        return cli.OUR_FAULT
    return cli.DONE if grade.is_perfect else cli.FELL_SHORT


def _chosen(args: argparse.Namespace, suite: Suite) -> tuple[str, ...]:
    """The ids of the cases that the arguments name, in the suite's order; empty for all of them."""
    from grader.grading.names import chosen, chosen_cases

    groups: dict[str, set[str]] = {}
    for question in suite.questions:
        groups[question.id] = {case.id for case in question.cases}
    for case in suite.cases:
        groups.setdefault(case.call.value, set()).add(case.id)
    named = chosen("question or function", args.only, list(groups))
    by_group = set[str]().union(*(groups[name] for name in named))
    by_case = set(chosen_cases(args.case, suite))
    wanted = by_group & by_case if args.only and args.case else by_group | by_case
    if (args.only or args.case) and not wanted:
        raise UsageError("None of the cases named is in the questions named.")
    return tuple(case.id for case in suite.cases if case.id in wanted)


def _sources(place: Path) -> list[Path]:
    """The files that a save can change: one file, or the sources in a folder and one below it."""
    if not place.is_dir():
        return [place]
    found = [path for pattern in ("*.py", "*.ipynb", "*/*.py") for path in place.glob(pattern)]
    return [p for p in found if p.parent == place or not p.parent.name.startswith((".", "__"))]


def _seen(place: Path) -> set[tuple[Path, int, int]]:
    """The name, time and size of each file."""
    seen = set()
    for path in _sources(place):
        with contextlib.suppress(OSError):  # it may be gone for a moment
            status = path.stat()
            seen.add((path, status.st_mtime_ns, status.st_size))
    return seen


def _wait(place: Path, before: set[tuple[Path, int, int]]) -> None:
    """Return once a file has changed since ``before`` and then stayed as it is for a moment."""
    while (now := _seen(place)) == before:
        time.sleep(POLL)
    last = before
    while last != now:
        time.sleep(SETTLED)
        last, now = now, _seen(place)


def _print(text: str) -> None:
    """Print at once, in whatever the console can show."""
    from grader.report.ascii import encodable

    sys.stdout.write(encodable(f"{text}\n", sys.stdout.encoding))
    sys.stdout.flush()


def _say(error: Exception) -> int:
    """Tell what is wrong, on one or two lines; the exit code."""
    if isinstance(error, UsageError | SubmissionError):
        _print(f"\n{error}")
        return cli.CALLERS_FAULT
    if isinstance(error, AuthorError):
        _print(f"\n{_OURS}\n  {error.faults[0]}")
        return cli.OUR_FAULT
    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(frame.filename).name}:{frame.lineno}"
    _print(f"\n{_OURS}\n  {type(error).__name__}: {error} ({where})")
    return cli.OUR_FAULT
