"""Running student code where there is no fork: the same child and verdicts, an interpreter a case."""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from grader.authoring.bundle import pyz
from grader.cases import read_suite
from grader.grading.run import Options, grade_submission
from grader.sandbox import (
    Budget,
    Job,
    Outcome,
    Sandbox,
    Shape,
    Status,
    find_submission,
    fresh,
    zygote,
)
from grader.tree import Draft, GameTree, grow

ROOT = Path(__file__).resolve().parents[1]
BUDGET = Budget(cpu=0.5, wall=5.0, memory=512, output=4, requests=200)


def tree() -> GameTree:
    return grow(Draft(player="agent", branches=[("A", Draft(utility=3)), ("B", Draft(utility=5))]))


def job(budget: Budget = BUDGET) -> Job:
    game = tree()
    return Job(
        function="solve",
        arguments=("game", "state"),
        shape=Shape.PAIR,
        tree=game,
        start=game.root,
        budget=budget,
    )


@contextmanager
def sandboxed(
    folder: Path, body: str, *, fork: bool = False, support: str = ""
) -> Iterator[Sandbox]:
    """A sandbox with a ``solve(game, state)`` of this body, after what stands before a line of dots."""
    before, _, rest = body.rpartition("...\n")
    source = before + "def solve(game, state):\n" + textwrap.indent(rest, "    ")
    (folder / "solver.py").write_text(source)
    with Sandbox(find_submission(folder), support=support, fork=fork) as sandbox:
        yield sandbox


def run(folder: Path, body: str, *, fork: bool = False, **limits: float) -> Outcome:
    with sandboxed(folder, body, fork=fork) as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        return sandbox.run(job(replace(BUDGET, **limits)))  # type: ignore[arg-type]  # ints, too


def test_reference_gets_full_points_without_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.sandbox.sandbox.can_fork", lambda: False)
    suite = read_suite(ROOT / "test_cases")
    firsts = {case.call: case.id for case in reversed(suite.cases)}
    grade = grade_submission(ROOT / "solution", suite, Options(cases=tuple(firsts.values())))
    assert {case.brief for case in grade.cases if case.earned < case.possible} == set()
    assert grade.is_perfect
    assert grade.staff[0].startswith("Isolation level 1 of 5: a process a case")


@pytest.mark.parametrize(
    "body",
    [
        "return 3, 'A'",
        "return game.successors(state)['nowhere'], None",
        "print('one'); import sys; print('two', file=sys.stderr); print('thr\\u00e9e'); return 3, 'A'",
        "raise ValueError('too bad')",
        "raise NotImplementedError",
        "def deeper(n): return deeper(n - 1) if n else 1 / 0\ndeeper(50)",
        "return input()",
        "import sys; sys.exit(0)",
        "import os; os._exit(0)",
        "import os; os.closerange(0, 99)",
        "import sys; sys.modules.pop('grader'); import grader",
        "import yaml",
        "state.handle = 4; return game.utility(state), None",
        "import os; os.write(3, b'nonsense' * 9)",
    ],
)
def test_outcomes_read_the_same_with_and_without_fork(tmp_path: Path, body: str) -> None:
    forked, alone = (run(tmp_path, body, fork=fork) for fork in (True, False))
    assert (alone.status, alone.answer, alone.message, alone.traceback, alone.output) == (
        forked.status, forked.answer, forked.message, forked.traceback, forked.output
    )  # fmt: skip
    assert [node.name for node in alone.visited] == [node.name for node in forked.visited]


def test_endless_loop_is_stopped_at_the_cpu_limit(tmp_path: Path) -> None:
    outcome = run(tmp_path, "while True: pass", wall=60)
    assert outcome.status is Status.TIMED_OUT
    assert "stopped after 0.5 s of computing" in outcome.message


@pytest.mark.parametrize("body", ["while True: pass", "import time; time.sleep(60)"])
def test_whatever_goes_on_is_stopped_at_the_wall_limit(tmp_path: Path, body: str) -> None:
    outcome = run(tmp_path, body, cpu=60, wall=0.3)
    assert outcome.status is Status.TIMED_OUT
    assert "stopped after 0.3 s." in outcome.message


def test_printing_100_mb_is_stopped_and_cut(tmp_path: Path) -> None:
    outcome = run(tmp_path, "for _ in range(1000): print('x' * 10**5)\nreturn 3, 'A'", cpu=5)
    assert outcome.status is Status.TOO_MUCH_OUTPUT
    assert "bytes left out" in outcome.output
    assert len(outcome.output) < 40_000


def test_crash_of_python_itself_is_named(tmp_path: Path) -> None:
    outcome = run(tmp_path, "import os; os.abort()")
    assert outcome.status is Status.CRASHED
    assert outcome.message == "solve crashed Python itself (SIGABRT)."


def test_next_case_finds_modules_as_they_were(tmp_path: Path) -> None:
    body = "import math\nseen = []\n...\nseen.append(1); math.seen = seen; return len(seen), 'A'"
    with sandboxed(tmp_path, body) as sandbox:
        assert sandbox.probe(BUDGET).failure is None
        answers = [sandbox.run(job()).answer for _ in range(2)]
    assert [answer and answer.value for answer in answers] == [1, 1]


def test_prints_cannot_reach_the_wire(tmp_path: Path) -> None:
    body = "import os, struct\nos.write(1, struct.pack('<BQ', 4, 2)); os.write(2, b'{}')\nreturn 3, 'A'"
    outcome = run(tmp_path, body)
    assert outcome.status is Status.RETURNED
    assert outcome.output.endswith("{}")


def test_every_layer_is_said_to_be_off(tmp_path: Path) -> None:
    with sandboxed(tmp_path, "return 3, 'A'") as sandbox:
        isolation = sandbox.isolation
    assert isolation.level == 1
    assert len(isolation.warnings()) == 5


def test_descendants_that_hold_the_output_are_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fresh, "DRAINING", 0.1)
    body = """\
import subprocess, sys, time
command = [sys.executable, "-c", "import time; time.sleep(60)"]
print(subprocess.Popen(command, start_new_session=True).pid)
time.sleep(60)
"""
    outcome = run(tmp_path, body, wall=0.5)
    assert outcome.status is Status.TIMED_OUT
    os.kill(int(outcome.output), signal.SIGKILL)  # it is there: that is level 1


# --- interpreters that do not start ---------------------------------------------------------------


def test_time_to_start_is_not_the_students(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = "import time; time.sleep(0.6)\n" + fresh._START
    monkeypatch.setattr(fresh, "_START", slow)
    assert run(tmp_path, "return 3, 'A'", wall=0.5).status is Status.RETURNED


def failure(folder: Path, support: str = "") -> Outcome:
    with sandboxed(folder, "return 3, 'A'", support=support) as sandbox:
        failure = sandbox.probe(BUDGET).failure
    assert failure is not None
    assert failure.status is Status.GRADER_ERROR
    assert "not your code's fault" in failure.message
    return failure


def test_interpreter_that_never_gets_ready_is_our_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fresh, "STARTING", 0.3)
    monkeypatch.setattr(fresh, "_START", "import time; print('so far'); time.sleep(60)")
    assert "a child could not be locked down" in failure(tmp_path).staff


def test_interpreter_that_is_not_there_is_our_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no-python"))
    assert "no interpreter could be started" in failure(tmp_path).staff


def test_interpreter_that_stays_is_said_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fresh, "GRACE", 0.05)
    starter = fresh.Fresh("")
    child = starter.fork(cpu=1)
    with pytest.raises(zygote.ZygoteError, match="a child can't be ended"):
        starter.wait()
    starter.close()
    child.close()


@pytest.mark.parametrize(
    ("support", "words"),
    [("def f(:", r"games\.py: invalid syntax"), ("1 / 0", "ZeroDivisionError")],
)
def test_support_module_that_fails_is_our_fault(tmp_path: Path, support: str, words: str) -> None:
    assert re.search(words, failure(tmp_path, support).staff)


def test_module_that_is_not_there_is_named() -> None:
    with pytest.raises(zygote.ZygoteError, match=r"no code of grader\.child\.nothing"):
        fresh._code("grader.child.nothing")


# --- systems that lack what a zygote needs --------------------------------------------------------


@pytest.mark.parametrize(
    ("module", "name"), [(os, "fork"), (os, "killpg"), (select, "poll"), (signal, "SIGKILL")]
)
def test_system_that_lacks_something_falls_back(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str
) -> None:
    assert zygote.can_fork()
    monkeypatch.delattr(module, name)
    assert not zygote.can_fork()


SUITE = """{
  "title": "Small", "support": "games.py", "limits": {"cpu": 2, "wall": 20},
  "questions": [
    {"id": "q1-minimax", "title": "Minimax", "points": 3, "cases": [
      {"id": "mm-1", "call": "minimax", "title": "one",
       "tree": {"agent": {"A": {"opp": {"1": 3, "2": 5}}, "B": {"opp": {"1": 2, "2": 9}}}},
       "expect": {"value": 3, "actions": ["A"]}}]},
    {"id": "q2-pruning", "title": "Pruning", "points": 2, "cases": [
      {"id": "ab-1", "call": "alpha_beta", "title": "two",
       "tree": {"agent": {"A": {"opp": {"1": 3, "2": 5}}, "B": {"opp": {"1": 2, "2": 9}}}},
       "expect": {"value": 3, "actions": ["A"], "visited": ["root", "A", "A1", "A2", "B", "B1"]}}]}
  ]
}"""
# What Windows lacks, taken away from the grader and, as far as it is loaded, from its children.
GONE = """
import os, signal, sys, time
for module, names in (
    (os, "fork killpg geteuid getuid sched_setaffinity sched_getaffinity register_at_fork wait4"
         " set_blocking setsid getpgid WIFSIGNALED WTERMSIG O_NOFOLLOW"),
    (signal, "SIGKILL SIGXCPU"),
    (time, "clock_gettime"),
    (sys.modules.get("select"), "poll epoll"),
    (sys.modules.get("socket"), "AF_UNIX send_fds recv_fds"),
):
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
sys.modules["resource"] = sys.modules["fcntl"] = None
if "ctypes" in sys.modules:  # where a library must have a name
    sys.modules["ctypes"].CDLL = lambda name, **options: len(name)
sys.platform = "win32"
"""
CHECK = f"""
import ctypes, select, shutil, socket, subprocess, tempfile, zipfile
subprocess.Popen.kill = lambda self: self.send_signal(9)  # where it is a method of its own
{GONE}
bundle = sys.argv.pop(1)
sys.path.insert(0, bundle)
from grader.sandbox import fresh
fresh._START = {GONE!r} + fresh._START
import runpy
runpy.run_path(bundle, run_name="__main__")
"""


@pytest.fixture
def student(tmp_path: Path) -> Path:
    """A student's folder, with a bundle of a small suite in it."""
    suite, folder = tmp_path / "suite", tmp_path / "student"
    suite.mkdir()
    folder.mkdir()
    (suite / "suite.json").write_text(SUITE)
    shutil.copy(ROOT / "assignment" / "games.py", suite)
    (folder / "grader.pyz").write_bytes(pyz(suite))
    return folder


def check(folder: Path) -> tuple[int, str]:
    """Run the bundle without what Windows lacks, on a console of Western Europe's."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-S", "-s", "-c", CHECK, str(folder / "grader.pyz")],
        cwd=folder,
        env=environment | {"PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        timeout=120,
        check=False,
    )
    said = (done.stdout + done.stderr).decode("cp1252")
    assert "Traceback" not in said, said
    return done.returncode, said


def test_reference_passes_the_bundle_without_what_windows_lacks(student: Path) -> None:
    for path in (ROOT / "solution").glob("*.py"):
        shutil.copy(path, student)
    code, said = check(student)
    assert code == 0, said
    assert "\nTotal: 5 of 5 points; 2 of 2 cases passed." in said


def test_stubs_get_nothing_from_the_bundle_without_what_windows_lacks(student: Path) -> None:
    shutil.copy(ROOT / "assignment" / "solver.py", student)
    code, said = check(student)
    assert code == 1, said
    assert "\nTotal: 0 of 5 points" in said
    assert "minimax is not implemented yet." in said


def test_mistakes_are_shown_on_trees_that_a_narrow_console_can_show(student: Path) -> None:
    (student / "solver.py").write_text(
        "def minimax(game, state):\n    print('caf\\u00e9 \\u2264')\n    return 99, 'A'\n"
    )
    code, said = check(student)
    assert code == 1, said
    assert "|- " in said
    assert "solver.py defines no function named alpha_beta." in said


def test_crashes_and_endless_loops_are_told_apart_without_what_windows_lacks(
    student: Path,
) -> None:
    (student / "solver.py").write_text(
        "import os\n"
        "def minimax(game, state):\n    os.abort()\n"
        "def alpha_beta(game, state):\n    while True: pass\n"
    )
    code, said = check(student)
    assert code == 1, said
    assert "minimax crashed Python itself (SIGABRT)." in said
    assert "alpha_beta was stopped after 2 s of computing." in said
