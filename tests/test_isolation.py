"""The layers around a child: which are on, what gets through, and what a suite may require.

The whole table of primitives and layers takes a minute: ``python tests/isolation/table.py --check``.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from grader.cases import read_suite
from grader.cli import main
from grader.grading.grade import Verdict
from grader.grading.run import grade_submission
from grader.report.results import as_results
from grader.report.schema import problems
from grader.sandbox import Isolation, Layer, Sandbox, find_submission
from grader.sandbox.attempts import PRIMITIVES, attempt

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "tests" / "isolation" / "table.txt"
ALL_ON = Isolation(user=64_001, limits=True, hidden=True, landlock=7, seccomp=True)
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


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root")
def test_root_runs_submissions_as_another_user_where_it_can() -> None:
    with Sandbox(find_submission(ROOT / "solution"), support="") as sandbox:
        user = sandbox.isolation.user
    stdlib = Path(os.__file__)
    reachable = all(folder.stat().st_mode & 0o001 for folder in stdlib.parents)
    assert (user is not None) == reachable
