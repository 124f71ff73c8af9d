"""``grader simulate``: run an autograder.zip as Gradescope would, and show who would see what.

Nothing is uploaded. Prints how it was run, whether the results are valid, and the platform's pages
as text.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import tempfile
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from grader.cli import DONE, FELL_SHORT
from grader.errors import UsageError

if TYPE_CHECKING:  # loaded where it is needed, so that ``--help`` is quick
    from grader.gradescope.bounds import Tier
    from grader.gradescope.metadata import Metadata
    from grader.gradescope.simulate import Step
    from grader.gradescope.systems import System
    from grader.gradescope.views import Moment, Received

_TIERS = [0.5, 1.0, 2.0, 4.0]
_METADATA = {  # of the form that the platform documents; handed in a week before it is due
    "id": 1,
    "created_at": "2026-01-15T12:00:00.000000+00:00",
    "assignment": {
        "due_date": "2026-01-22T12:00:00.000000+00:00",
        "group_size": None,
        "group_submission": False,
        "id": 1,
        "course_id": 1,
        "late_due_date": None,
        "release_date": "2026-01-08T12:00:00.000000+00:00",
        "title": "A simulated assignment",
        "total_points": "100.0",
    },
    "submission_method": "upload",
    "users": [{"email": "student@example.org", "id": 1, "name": "A student"}],
    "previous_submissions": [],
}
_LAST_LINES = 30  # of a build that failed


def add_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``grader simulate``."""
    add = parser.add_argument
    add("bundle", metavar="BUNDLE", type=Path, help="autograder.zip, or a folder like it")
    add("submission", metavar="SUBMISSION", type=Path, help="a file, a folder or a zip")
    add("--metadata", metavar="FILE", type=Path,
        help="a submission_metadata.json (default: of a first one, in time)")  # fmt: skip
    add("--tier", metavar="CPUS", type=float, choices=_TIERS, default=0.5,
        help="CPUs of the container, and its memory with them: 0.5 (default), 1, 2 or 4")  # fmt: skip
    add("--timeout", metavar="SECONDS", type=int, default=600,
        help="the platform's time-out (default: 600)")  # fmt: skip
    add("--as", dest="audience", choices=["student", "staff"],
        help="show one view only (default: both)")  # fmt: skip
    add("--at", metavar="DATE", help="when the student looks (default: on handing in)")
    add("--published", action="store_true", help="grades have been published by then")
    add("--in", dest="system", metavar="SYSTEM", default="here",
        help="here (default), debian, ubuntu, or the folder of a system's root")  # fmt: skip
    add("--mirror", metavar="URL", default="",
        help="where debootstrap gets the packages of debian or ubuntu")  # fmt: skip
    add("--keep", action="store_true", help="leave the folders there, and say where")


def run(args: argparse.Namespace) -> int:
    """Unpack, build, run and show; 1 where anything is not as it should be on the platform."""
    from grader.gradescope.metadata import parse_time, read_metadata

    for path in (args.bundle, args.submission):
        if not path.exists():
            raise UsageError(f"There is nothing at {path}. Check the path.")
    if args.timeout < 1:
        raise UsageError("--timeout is a whole number of seconds, at least 1.")
    at = parse_time(args.at) or parse_time(f"{args.at}T00:00Z") if args.at else None
    if args.at and at is None:
        raise UsageError("--at is a date such as 2026-03-01 or 2026-03-01T12:00:00+01:00.")
    workspace = Path(tempfile.mkdtemp(prefix="grader-simulate-"))
    workspace.chmod(0o755)  # submissions run as another user, who has to reach the interpreter
    try:
        system, received, is_well = _simulated(args, workspace)
        if received is None:
            return FELL_SHORT
        metadata = read_metadata(system.folder / "submission_metadata.json")
        _show(args.audience, received, _moment(metadata, at, published=args.published))
        return DONE if is_well else FELL_SHORT
    finally:
        if args.keep:
            print(f"\nThe folders are in {workspace}")
        else:
            shutil.rmtree(workspace, ignore_errors=True)


def _simulated(args: argparse.Namespace, workspace: Path) -> tuple[System, Received | None, bool]:
    """Run it and report on how; None where the image could not be built."""
    from grader.gradescope import simulate
    from grader.gradescope.bounds import bounded
    from grader.gradescope.views import receive

    system, tier = _system(args.system, workspace, args.mirror), _tier(args.tier)
    mended = simulate.unpack(args.bundle, system)
    print("\n".join([f"Simulated {system.name}.", *mended]))
    built = simulate.build(system, os.environ)
    print(f"setup.sh: {_ended(built)}")
    if built.code != 0:
        print("The platform's build fails here. Its last lines:")
        print("\n".join(f"  {line}" for line in built.output.splitlines()[-_LAST_LINES:]))
        return system, None, False
    simulate.place(args.submission, _metadata(args.metadata), system)
    if args.submission.suffix == ".py" and args.submission.name != simulate.SOLVER:
        print(f"{args.submission.name} is handed in as {simulate.SOLVER}.")
    with bounded(tier) as bound:
        step = simulate.grade(system, os.environ, args.timeout, bound)
        received = receive(simulate.results_of(system), step.output)
    print(f"run_autograder: {_ended(step)}; tier {tier}, {bound.kind}")
    problems = _problems(received, step)
    print(
        "\n".join(problems) if problems else "results.json: valid, by our schema and Gradescope's"
    )
    return system, received, not problems and step.code == 0


def _problems(received: Received, step: Step) -> list[str]:
    from grader.gradescope.views import documented_problems
    from grader.report import schema

    if step.code is None:
        return ["results.json: the platform's own zero, since the run was killed at the time-out"]
    if received.results is None:
        return [f"results.json: {received.problem}"]
    ours = [f"results.json: {wrong}" for wrong in schema.problems(received.results)]
    theirs = [f"results.json: {wrong}" for wrong in documented_problems(received.results)]
    return ours + [f"{wrong} (Gradescope's schema)" for wrong in theirs]


def _system(word: str, workspace: Path, mirror: str) -> System:
    from grader.gradescope.systems import RELEASES, in_place, in_root

    if word == "here":
        return in_place(workspace)
    base = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    try:
        return in_root(word, workspace, Path(base, "game-tree-grader", "roots"), mirror)
    except UsageError as error:
        if word not in RELEASES:
            raise
        print(f"There is no root of {word} here: {error}")
        return in_place(workspace)


def _tier(cpus: float) -> Tier:
    from grader.gradescope.bounds import TIERS, Tier

    return Tier(cpus=cpus, megabytes=TIERS[cpus])


def _metadata(path: Path | None) -> bytes:
    if path is None:
        return json.dumps(_METADATA, indent=1).encode("ascii")
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"Can't read {path}: {error.strerror}.") from error


def _moment(metadata: Metadata, at: datetime | None, *, published: bool) -> Moment:
    from grader.gradescope.metadata import parse_time
    from grader.gradescope.views import Moment

    looked = at or metadata.created_at or parse_time(str(_METADATA["created_at"]))
    if looked is None:
        raise AssertionError("our own date is one")
    return Moment(at=looked, due=metadata.late_due or metadata.due, is_published=published)


def _show(audience: str | None, received: Received, moment: Moment) -> None:
    from grader.gradescope.views import staff_view, student_view

    if audience != "student":
        print(f"\n---- What staff see ----\n\n{staff_view(received)}", end="")
    if audience != "staff":
        published = "published" if moment.is_published else "not published"
        head = f"What the student sees at {moment.at.isoformat()}, grades {published}"
        print(f"\n---- {head} ----\n\n{student_view(received, moment)}", end="")


def _ended(step: Step) -> str:
    how = "killed at the time-out" if step.code is None else f"exit code {step.code}"
    return f"{how} after {step.seconds:.1f} s"
