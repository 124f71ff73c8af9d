"""Break runs of the grader at many points, and look at what stands in their place.

    python tests/fuzz/faults.py [--points 100]

Kills a real ``grader grade`` at so many moments spread over its duration, and then around each of its
writes. Whatever stands at results.json must be whole and valid, and nothing of the run may live on.
The last line is "N passed, M failed"; exit status 1 where one failed.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).resolve().parents[1])]

from fuzz.common import FoundError, expect  # noqa: E402 - the path comes first
from grader.report.results import STOPPED, failure_results  # noqa: E402
from grader.report.schema import problems  # noqa: E402
from grader.report.summary import UNFINISHED  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
QUESTIONS = 4  # of two cases and 10 points each
WRITES = QUESTIONS + 1  # the fallback, one a question but the last, the whole
PATIENCE = 5.0  # seconds that what a dead run leaves has to go
_SUBREAPER = 36  # prctl's word for: orphans below this process become its children

CASE = """\
id: {id}
call: minimax
tree: {{agent: {{A: 3, B: {{opp: {{1: 5, 2: 4}}}}}}}}
expect: {{value: 4, actions: [B]}}
"""
SOLVER = """\
import time

def minimax(game, state):
    time.sleep(0.02)
    if game.is_end(state):
        return game.utility(state), None
    pick = max if game.player(state) == "agent" else min
    values = {action: minimax(game, child)[0] for action, child in game.successors(state).items()}
    best = pick(values, key=values.get)
    return values[best], best
"""

# The command, but for one thing that happens on the way: ``argv[3]`` at the ``argv[2]``th time that
# it comes to the place ``argv[1]``.
BREAKING = """\
import os, pathlib, resource, shutil, signal, sys
place, number, action = sys.argv[1], int(sys.argv[2]), sys.argv[3]
passed = 0
def come_to(here):
    global passed
    passed += here == place
    if here == place and passed == number:
        exec(action)
def around(real, before, after):
    def call(*arguments, **options):
        come_to(before)
        result = real(*arguments, **options)
        come_to(after)
        return result
    return call
def fdopen(*arguments, real=os.fdopen):
    file = real(*arguments)
    def write(data, real=file.write):
        real(data[:len(data) // 2])
        if place == "half written":
            file.flush()
        come_to("half written")
        real(data[len(data) // 2:])
    file.write = write
    return file
os.fdopen = fdopen
os.fsync = around(os.fsync, "written", "synchronised")
pathlib.Path.replace = around(pathlib.Path.replace, "before the rename", "after the rename")
from grader.cli import main
sys.exit(main(sys.argv[4:]))
"""
PLACES = ("half written", "written", "synchronised", "before the rename", "after the rename")
KILL = "os.kill(os.getpid(), signal.SIGKILL)"


@dataclass(frozen=True)
class Broken:
    """A run that was broken: what stands as its results, its exit code, and its words."""

    stands: str  # nothing, failure, fallback, partial N, final
    code: int
    said: str


class Desk:
    """A folder with a suite, a submission and a place for results, and runs in it.

    ``results/``, ``suite/`` and ``work/solver.py`` may be broken by anyone who likes.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.results = folder / "results" / "results.json"
        for part in ("results", "suite", "work"):
            (folder / part).mkdir(parents=True)
        (folder / "work" / "solver.py").write_text(SOLVER)
        (folder / "suite" / "games.py").write_text("")
        lines = ["title: A few questions", "support: games.py", "questions:"]
        for number in range(1, QUESTIONS + 1):
            lines.append(f"  - {{id: q{number}, title: Q, points: 10, cases: q{number}}}")
            inside = folder / "suite" / f"q{number}"
            inside.mkdir()
            for letter in "ab":
                (inside / f"{letter}.yaml").write_text(CASE.format(id=f"q{number}-{letter}"))
        (folder / "suite" / "suite.yaml").write_text("\n".join(lines))

    def start(self, *breaking: str) -> subprocess.Popen[bytes]:
        """Start ``grader grade``; with a place, a number and an action, break it there."""
        code = ["-c", BREAKING, *breaking] if breaking else ["-m", "grader"]
        where = ["--suite", "suite", "--output", "results/results.json", "--brief"]
        return subprocess.Popen(
            [sys.executable, "-B", *code, "grade", "work", *where],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": _path()},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run(self, *breaking: str) -> Broken:
        """Let a run come to its end, and look."""
        with _adopting() as orphans:
            return self.look(self.start(*breaking), orphans)

    def signalled(self, seconds: float, number: int) -> Broken:
        """Send a signal to a run after ``seconds``, and look."""
        with _adopting() as orphans:
            run = self.start()
            time.sleep(seconds)
            run.send_signal(number)
            return self.look(run, orphans)

    def signalled_in_the_middle(self, number: int, seconds: float = 0.0) -> Broken:
        """Send a signal ``seconds`` after the fallback has been written, and look."""
        with _adopting() as orphans:
            run = self.start()
            deadline = time.monotonic() + PATIENCE
            while not self.results.exists() and time.monotonic() < deadline:
                time.sleep(0.001)
            time.sleep(seconds)
            run.send_signal(number)
            return self.look(run, orphans)

    def look(self, run: subprocess.Popen[bytes], orphans: Callable[[], list[str]]) -> Broken:
        """Wait for a run; nothing of it may live on, and what stands must be valid."""
        try:
            _, said = run.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            run.kill()
            run.communicate()
            raise FoundError("the run did not end") from None
        left = orphans()
        expect(not left, f"processes are left: {left}")
        return Broken(self.stands(), run.returncode, said.decode())

    def stands(self) -> str:
        """What stands at results.json, which is checked to the last byte."""
        if not self.results.is_file():
            return "nothing"
        data = self.results.read_bytes()
        try:
            found = json.loads(data)
        except ValueError as error:
            raise FoundError(f"no JSON ({error}): {data[-200:]!r}") from error
        expect(problems(found) == [], f"invalid results: {problems(found)}")
        if found == failure_results():
            return "failure"
        return _kind(found)

    def clear(self) -> None:
        """Take the results away, with what killed runs have left beside them."""
        for path in self.results.parent.iterdir():
            path.unlink()


def _path() -> str:
    """Where a run finds the grader, and whatever this process was told of."""
    return os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))


def _kind(found: dict[str, Any]) -> str:
    """Fallback, partial or final: some questions graded to the full, the others not at all."""
    verdicts = [test["extra_data"]["verdict"] for test in found["tests"]]
    graded = verdicts.count("PASSED") // 2
    right = ["PASSED"] * 2 * graded + ["NOT_RUN"] * 2 * (QUESTIONS - graded)
    expect(verdicts == right, f"odd verdicts: {verdicts}")
    expect(found["score"] == 10 * graded, f"{found['score']} points for {graded} questions")
    unfinished = found["output"].startswith(UNFINISHED)
    expect(unfinished == (graded < QUESTIONS), f"{graded} questions, and {found['output']!r}")
    if graded == QUESTIONS:
        return "final"
    expect((STOPPED in found["output"]) == (graded == 0), f"{graded}: {found['output']!r}")
    return f"partial {graded}" if graded else "fallback"


def after(writes: int) -> str:
    """What stands after so many whole writes."""
    names = ["nothing", "fallback", *(f"partial {n}" for n in range(1, QUESTIONS)), "final"]
    return names[writes]


@contextmanager
def _adopting() -> Iterator[Callable[[], list[str]]]:
    """Adopt what a run leaves; call what is given to wait for its end, and name what lives on."""
    if sys.platform != "linux":
        yield list
        return
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    before = set(_children())
    prctl(_SUBREAPER, 1, 0, 0, 0)
    try:
        yield lambda: _left(before)
    finally:
        prctl(_SUBREAPER, 0, 0, 0, 0)


def _children() -> list[int]:
    return [
        int(pid)
        for path in Path("/proc/self/task").glob("*/children")
        for pid in path.read_text().split()
    ]


def _left(before: set[int]) -> list[str]:
    """Reap adopted processes as they end; kill and name those that do not."""
    deadline = time.monotonic() + PATIENCE
    while living := set(_children()) - before:
        for pid in living:
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
        if time.monotonic() > deadline:
            break
        time.sleep(0.002)
    names = []
    for pid in living:
        with suppress(OSError):
            names.append(Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " "))
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
    return names


@contextmanager
def small_disk(folder: Path, kilobytes: int = 64) -> Iterator[bool]:
    """Mount a small file system at ``folder``; False where that is not allowed."""
    options = ["-o", f"size={kilobytes}k", "grader-fuzz", str(folder)]
    try:
        done = subprocess.run(["mount", "-t", "tmpfs", *options], capture_output=True, check=False)
    except OSError:
        yield False
        return
    try:
        yield done.returncode == 0
    finally:
        if done.returncode == 0:
            subprocess.run(["umount", "-l", str(folder)], check=True)


# ---------------------------------------------------------------------- the long form


Attempt = Callable[[], Broken]


def kill_at_moments(desk: Desk, points: int) -> Iterator[tuple[str, Attempt]]:
    """Kills at moments spread over a run's duration."""
    began = time.monotonic()
    expect(desk.run().stands == "final", "an unbroken run does not come to its end")
    whole = time.monotonic() - began
    for point in range(points):
        moment = whole * (point + 0.5) / points
        yield f"killed after {moment:.3f} s", partial(desk.signalled, moment, signal.SIGKILL)


def kill_at_writes(desk: Desk) -> Iterator[tuple[str, Attempt]]:
    """Kills at each place of each write, where it is known what has to stand then."""
    for place in PLACES:
        for number in range(1, WRITES + 1):
            yield f"{place}, write {number}", partial(killed_at, desk, place, number)


def killed_at(desk: Desk, place: str, number: int) -> Broken:
    """Kill a run at a place of one of its writes; the last whole write stands, to the byte."""
    desk.clear()
    broken = desk.run(place, str(number), KILL)
    right = after(number if place == "after the rename" else number - 1)
    expect(broken.stands == right, f"{broken.stands} stands, not {right}")
    expect(broken.code == -signal.SIGKILL, f"it was not killed: {broken.code}, {broken.said}")
    return broken


def main(argv: Sequence[str] | None = None) -> int:
    """Read the command line, break runs, and return the exit status."""
    parser = argparse.ArgumentParser(description="Break runs of the grader at many points.")
    parser.add_argument("--points", type=int, default=100)
    options = parser.parse_args(argv)
    stood: Counter[str] = Counter()
    failed = 0
    with tempfile.TemporaryDirectory(prefix="grader-faults-") as folder:
        desk = Desk(Path(folder) / "desk")
        for name, attempt in chain(kill_at_moments(desk, options.points), kill_at_writes(desk)):
            desk.clear()
            try:
                stood[attempt().stands] += 1
            except FoundError as error:
                failed += 1
                print(f"FAILED {name}: {error}", flush=True)
    for stands, times in sorted(stood.items()):
        print(f"{stands:10} stood {times:4} times")
    print(f"{stood.total()} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
