"""Run a bundle here as the platform will: build once, then run_autograder on one submission.

    WORKSPACE/autograder/            (in a root: ROOT/autograder)
        source/                      the unpacked zip
        run_autograder               copied from it, made executable
        submission/                  made anew for the run
        submission_metadata.json     readable by everybody, as on the platform
        results/results.json, stdout

Decides what the platform does around a run; what it makes of the results is for ``views``.
"""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import time
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.errors import UsageError
from grader.gradescope.bounds import Bound
from grader.gradescope.systems import System
from grader.gradescope.views import TIMED_OUT

SCRIPTS = ("setup.sh", "run_autograder")
SOLVER = "solver.py"
BUILD_LIMIT = 1_800  # seconds; the platform's own is not documented
# Of a folder: what a checkout has and a bundle has not.
_LEFT_OUT = {".git", ".venv", "__pycache__", ".hypothesis", "dist"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One program that was run: how long it took on the clock, how it ended, what it printed."""

    seconds: float
    code: int | None  # None: killed at the time-out
    output: str


def unpack(bundle: Path, system: System) -> list[str]:
    """Lay a zip, or a folder, out as ``source`` and copy run_autograder; say what was mended.

    Raises UsageError where the two scripts are not at its root.
    """
    source = system.folder / "source"
    source.parent.mkdir(parents=True, exist_ok=True)
    if bundle.is_dir():
        shutil.copytree(bundle, source, symlinks=True, ignore=_leave_out)
    else:
        _extract(bundle, source)
    missing = [name for name in SCRIPTS if not (source / name).is_file()]
    if missing:
        below = sorted(path.parent.name for path in source.glob(f"*/{missing[0]}"))
        hint = f" It is in {below[0]}/: zip the files, not the folder." if below else ""
        raise UsageError(f"{bundle} has no {missing[0]} at its root.{hint}")
    mended = []
    for name in SCRIPTS:
        data = (source / name).read_bytes()
        if b"\r\n" in data:  # the platform's build runs dos2unix on these two, and on nothing else
            mended.append(f"{name} had Windows line ends.")
            (source / name).write_bytes(data.replace(b"\r\n", b"\n"))
    shutil.copyfile(source / SCRIPTS[1], system.folder / SCRIPTS[1])
    (system.folder / SCRIPTS[1]).chmod(0o755)
    return mended


def build(system: System, environment: Mapping[str, str]) -> Step:
    """Run setup.sh once, as for the image; a code other than 0 fails the build there."""
    words = ["bash", f"{system.inside}/source/setup.sh"]
    log, bound = system.folder / "build.log", Bound()
    made = system.environment(environment, network=True)
    try:
        return _run(system, words, made, log, BUILD_LIMIT, bound)
    finally:
        bound.close()
        log.unlink()


def place(submission: Path, metadata: bytes, system: System) -> None:
    """Make the submission's folder anew, and write the metadata where students' code could look.

    A single Python file is handed in as ``solver.py``, whatever it is called here.
    """
    folder = system.folder / "submission"
    for made in (folder, system.folder / "results"):
        shutil.rmtree(made, ignore_errors=True)
    if submission.is_dir():
        shutil.copytree(submission, folder, symlinks=True, ignore=_leave_out)
    elif zipfile.is_zipfile(submission):
        _extract(submission, folder)
    else:
        folder.mkdir()
        name = SOLVER if submission.suffix == ".py" else submission.name
        shutil.copyfile(submission, folder / name)
    (system.folder / "results").mkdir()
    path = system.folder / "submission_metadata.json"
    path.write_bytes(metadata)
    path.chmod(0o644)


def grade(system: System, environment: Mapping[str, str], timeout: int, bound: Bound) -> Step:
    """Run run_autograder; at the time-out kill that one process and write the platform's zero."""
    made = system.environment(environment, network=False) | {"TIMEOUT_SECONDS": str(timeout)}
    log = system.folder / "results" / "stdout"
    step = _run(system, ["./run_autograder"], made, log, timeout, bound)
    if step.code is None:
        zero = {"score": 0, "output": TIMED_OUT.format(timeout)}
        (system.folder / "results" / "results.json").write_text(json.dumps(zero), encoding="utf-8")
    return step


def results_of(system: System) -> bytes | None:
    """The bytes of results.json as the run left them; None where there is no such file."""
    try:
        return (system.folder / "results" / "results.json").read_bytes()
    except OSError:
        return None


def _run(
    system: System,
    words: list[str],
    environment: dict[str, str],
    log: Path,
    limit: int,
    bound: Bound,
) -> Step:
    """Run in the folder, output and errors merged into ``log``; kill the one process at the limit."""
    began = time.monotonic()
    with log.open("wb") as output:
        try:
            process = subprocess.Popen(  # noqa: S603 - the words are ours
                system.command(words),
                cwd=system.folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=bound.enter,  # noqa: PLW1509 - no thread runs yet
            )
        except OSError as error:  # no interpreter of that name, as with "bash\\r"
            message = f"{words[0]}: {error.strerror}\n"
            return Step(seconds=time.monotonic() - began, code=127, output=message)
        bound.watch(process.pid)
        try:
            code: int | None = process.wait(limit)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            code = None
    seconds = time.monotonic() - began
    return Step(seconds=seconds, code=code, output=log.read_bytes().decode("utf-8", "replace"))


def _extract(archive: Path, folder: Path) -> None:
    """Unpack with the modes of the archive, which ``zipfile`` by itself forgets."""
    folder.mkdir(parents=True)
    try:
        with zipfile.ZipFile(archive) as packed:
            for member in packed.infolist():
                made = Path(packed.extract(member, folder))
                mode = stat.S_IMODE(member.external_attr >> 16)
                if made.is_file() and mode:
                    made.chmod(mode | stat.S_IRUSR)
    except (OSError, RuntimeError, ValueError, NotImplementedError, zipfile.BadZipFile) as error:
        raise UsageError(f"Can't unpack {archive}: {error}.") from error


def _leave_out(folder: str, names: list[str]) -> set[str]:
    return {
        name
        for name in names
        if name in _LEFT_OUT or name.endswith("_cache") or os.path.ismount(Path(folder, name))
    }
