"""The layers around a child: which are on, what gets through, and what a suite may require.

The whole table of primitives and layers takes a minute: ``python tests/isolation/table.py --check``.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from grader.cases import read_suite
from grader.child import telltales
from grader.cli import main
from grader.errors import GraderError
from grader.grading.grade import Verdict
from grader.grading.run import grade_submission
from grader.report.results import as_results
from grader.report.schema import problems
from grader.sandbox import Isolation, Layer, Sandbox, find_submission
from grader.sandbox import users as users_room
from grader.sandbox.attempts import PRIMITIVES, attempt

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "tests" / "isolation" / "table.txt"
ALL_ON = Isolation(user=64_001, limits=True, hidden=True, landlock=7, seccomp=True)
root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root")
linux = pytest.mark.skipif(sys.platform != "linux", reason="the layers are Linux's")


def quick() -> list[str]:
    return [name for name in PRIMITIVES if name != "cpu_past_limit"]  # it takes two seconds


@linux
def test_no_primitive_succeeds_with_all_layers_on() -> None:
    attempts = attempt(quick())
    if not all(attempts.isolation.layers[layer] for layer in (Layer.LANDLOCK, Layer.SECCOMP)):
        pytest.skip(f"this host lacks layers: {attempts.isolation}")
    assert attempts.succeeded == frozenset()


@linux
@pytest.mark.parametrize("layer", [Layer.USER, Layer.LIMITS, Layer.LANDLOCK, Layer.SECCOMP])
def test_a_layer_that_is_left_off_is_seen_as_off(layer: Layer) -> None:
    with Sandbox(find_submission(ROOT / "solution"), support="", without=[layer]) as sandbox:
        isolation = sandbox.isolation
    assert not isolation.layers[layer]


@linux
def test_a_network_without_its_layer_is_open() -> None:
    names = ["tcp_connect", "udp_send", "unix_socket"]
    attempts = attempt(names, without=[Layer.LANDLOCK, Layer.SECCOMP])
    assert attempts.succeeded == set(names)


def test_the_recorded_table_ends_without_a_success() -> None:
    (totals,) = [line for line in TABLE.read_text().splitlines() if line.startswith("succeed")]
    counts = [int(count) for count in totals.split()[1:]]
    assert counts[4] == counts[10] == 0
    assert counts[0] == counts[5] == 17
    rows = [line.split()[0] for line in TABLE.read_text().splitlines()[1:19]]
    assert tuple(rows) == PRIMITIVES


@pytest.mark.parametrize(
    ("changes", "level"),
    [
        ({}, 5),
        ({"seccomp": False}, 4),
        ({"landlock": 0}, 5),
        ({"user": None}, 5),
        ({"user": None, "landlock": 0}, 3),
        ({"user": None, "hidden": False}, 2),
        ({"limits": False}, 1),
    ],
)
def test_levels_count_rungs_from_below(changes: dict[str, object], level: int) -> None:
    assert replace(ALL_ON, **changes).level == level  # type: ignore[arg-type]


def test_missing_layers_are_warned_of_once_each() -> None:
    assert ALL_ON.warnings() == []
    laptop = replace(ALL_ON, user=None)
    assert laptop.warnings() == []
    bare = replace(laptop, landlock=0, seccomp=False)
    words = "\n".join(bare.warnings())
    assert len(bare.warnings()) == 3
    assert "Off: seccomp. Without it a submission is not kept from the network" in words


def test_every_layer_says_what_it_stops_and_how_to_get_it() -> None:
    for layer in Layer:
        assert layer.stops
        assert layer.remedy


def test_too_little_isolation_fails_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    suite = replace(read_suite(ROOT / "test_cases"), isolation=5)
    monkeypatch.setattr(Isolation, "level", property(lambda self: 4))
    result = grade_submission(ROOT / "solution", suite)
    assert {case.verdict for case in result.cases} == {Verdict.GRADER_ERROR}
    assert result.earned == 0
    assert "please tell the course staff" in result.notes[0]
    assert any("the suite requires 5" in line for line in result.staff)
    assert problems(as_results(result)) == []


@linux
def test_the_doctor_lists_layers_and_primitives(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["doctor"])
    shown = capsys.readouterr().out
    assert all(name in shown for name in PRIMITIVES)
    assert all(layer.value in shown for layer in Layer)
    assert status == (0 if "18 of 18 refused" in shown else 1)


@root
def test_root_runs_submissions_as_another_user_where_it_can() -> None:
    with Sandbox(find_submission(ROOT / "solution"), support="") as sandbox:
        user = sandbox.isolation.user
    stdlib = Path(os.__file__)
    reachable = all(folder.stat().st_mode & 0o001 for folder in stdlib.parents)
    assert (user is not None) == reachable


@root
def test_graders_at_once_have_a_user_each() -> None:
    with ExitStack() as stack:
        users = [users_room.claim() for _ in range(3)]
        for user in users:
            stack.callback(user.release)
        assert len({user.number for user in users}) == 3
        assert all(user.number in users_room.USERS for user in users)


@root
def test_a_released_user_is_free_again_and_runs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(users_room, "USERS", range(64_900, 64_910))  # no other test claims these
    user = users_room.claim()
    sleeper = subprocess.Popen(["/bin/sleep", "60"], user=user.number)
    user.release()
    assert sleeper.wait(timeout=5) == -signal.SIGKILL
    again = users_room.claim()
    again.release()
    assert again.number == user.number


@root
def test_a_user_that_something_runs_under_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(users_room, "USERS", range(64_910, 64_920))  # no other test claims these
    free = users_room.claim()
    free.release()
    sleeper = subprocess.Popen(["/bin/sleep", "60"], user=free.number)
    try:
        other = users_room.claim()
        other.release()
        assert other.number != free.number
    finally:
        sleeper.kill()
        sleeper.wait()


def test_no_free_user_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(users_room, "USERS", range(64_001, 64_001))
    with pytest.raises(GraderError, match="every user id from 64001 to 64000 is in use"):
        users_room.claim()


@root
def test_root_that_can_not_change_user_gives_up_its_capabilities() -> None:
    # Without CAP_SETUID and CAP_SETGID a child stays root, which may read and trace all there is.
    script = "from grader.cli import main; raise SystemExit(main(['doctor']))"
    done = subprocess.run(
        [sys.executable, "-c", script],
        preexec_fn=_keep_user,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert "the grader's own user" in done.stdout
    if "Landlock" not in done.stdout.partition("\n")[0] or "no Landlock" in done.stdout:
        pytest.skip("without Landlock, root's own files stay open to it")
    assert "18 of 18 refused" in done.stdout, done.stdout + done.stderr


def _keep_user() -> None:
    libc = ctypes.CDLL(None)
    for capability in (6, 7):  # CAP_SETGID, CAP_SETUID: out of the bounding set, then gone by exec
        libc.prctl(24, capability, 0, 0, 0)


@linux
@pytest.mark.parametrize("layer", ["limited", "rules", "filter"])
def test_a_layer_that_does_not_hold_counts_as_off(layer: str) -> None:
    assert not telltales.refused(layer)  # this process has none of them: each attack succeeds
