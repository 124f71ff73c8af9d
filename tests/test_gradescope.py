"""A run in Gradescope's folders."""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from grader.cases import read_suite
from grader.cases.model import UnitTests
from grader.gradescope import run as module
from grader.gradescope.run import main
from grader.grading.grade import Verdict
from grader.report.schema import problems

ROOT = Path(__file__).resolve().parents[1]

SUITE = """
title: Two cases
support: games.py
questions:
  - {id: q1, title: Minimax, points: 10, scoring: per_case, cases: q1}
"""
CASES = """
id: visible-one
call: minimax
title: the larger of two
tree: {agent: {A: 3, B: 5}}
expect: {value: 5, actions: [B]}
---
id: hidden-one
call: minimax
title: the smaller of two
visibility: hidden
tree: {opp: {A: 3, B: 77123}}
expect: {value: 3, actions: [A]}
"""
SOLVER = """
import os

def minimax(game, state):
    root = os.environ.get("HOME", "")
    pick = max if game.player(state) == "agent" else min
    children = game.successors(state)
    action = pick(children, key=lambda name: game.utility(children[name]))
    return game.utility(children[action]), action
"""


@pytest.fixture
def autograder(tmp_path: Path) -> Path:
    cases = tmp_path / "source" / "test_cases"
    (cases / "q1").mkdir(parents=True)
    (cases / "suite.yaml").write_text(SUITE)
    (cases / "games.py").write_text("")
    (cases / "q1" / "cases.yaml").write_text(CASES)
    (tmp_path / "submission").mkdir()
    (tmp_path / "submission" / "solver.py").write_text(SOLVER)
    (tmp_path / "submission_metadata.json").write_text("{}")
    return tmp_path


def results(root: Path) -> dict[str, Any]:
    loaded = json.loads((root / "results" / "results.json").read_text())
    assert problems(loaded) == []
    return dict(loaded)


def test_a_right_submission_gets_full_points(autograder: Path) -> None:
    assert main(autograder, {}) == 0
    assert results(autograder)["score"] == 10


def test_metadata_and_cases_are_closed_to_others(autograder: Path) -> None:
    main(autograder, {})
    metadata = autograder / "submission_metadata.json"
    assert metadata.stat().st_mode & 0o077 == 0
    assert (autograder / "source" / "test_cases").stat().st_mode & 0o077 == 0


def test_a_broken_suite_leaves_a_valid_result(
    autograder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (autograder / "source" / "test_cases" / "suite.yaml").write_text("title: [")
    assert main(autograder, {}) == 3
    assert results(autograder)["score"] == 0
    assert "suite.yaml:1:9: something is missing" in capsys.readouterr().err


def test_an_empty_submission_is_graded_too(autograder: Path) -> None:
    (autograder / "submission" / "solver.py").unlink()
    assert main(autograder, {}) == 0
    assert "The submission is empty" in results(autograder)["output"]
    assert len(results(autograder)["tests"]) == 2


@pytest.mark.parametrize(
    ("metadata", "known"),
    [('{"id": 4711}', "4711"), ('{"id": null}', ""), ("[]", ""), ("{", ""), ("[" * 100_000, "")],
)
def test_hidden_cases_are_varied_by_the_platforms_id(
    autograder: Path, metadata: str, known: str
) -> None:
    (autograder / "submission_metadata.json").write_text(metadata)
    suite = autograder / "source" / "test_cases" / "suite.yaml"
    suite.write_text(SUITE + "secret: known to staff alone\n")
    assert main(autograder, {}) == 0
    assert results(autograder)["score"] == 10
    assert results(autograder)["extra_data"]["submission"] == known


def test_the_platforms_time_out_is_kept(autograder: Path) -> None:
    assert main(autograder, {"TIMEOUT_SECONDS": "0"}) == 0
    verdicts = {test["extra_data"]["verdict"] for test in results(autograder)["tests"]}
    assert verdicts == {"NOT_RUN"}


def test_our_own_fault_leaves_the_fallback(
    autograder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*arguments: object) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr("grader.grading.run.grade_submission", fail)
    assert main(autograder, {}) == 3
    assert "tell the course staff" in results(autograder)["tests"][0]["output"]
    assert "planted" in capsys.readouterr().err


def test_run_autograder_is_the_same_run(autograder: Path) -> None:
    source = autograder / "source"
    shutil.copytree(ROOT / "grader", source / "grader")
    (source / ".venv" / "bin").mkdir(parents=True)
    # A wrapper stands in for the environment that setup.sh makes; it lends this one's packages.
    packages = os.pathsep.join(path for path in sys.path if "site-packages" in path)
    python = source / ".venv" / "bin" / "python"
    python.write_text(
        f'#!/bin/sh\nshift\nexport PYTHONPATH={packages}\nexec {sys.executable} "$@"\n'
    )
    python.chmod(0o755)
    done = subprocess.run(
        ["bash", str(ROOT / "run_autograder")],
        env={"PATH": os.environ["PATH"], "AUTOGRADER_ROOT": str(autograder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert results(autograder)["score"] == 10
    assert "77123" not in done.stdout + json.dumps(results(autograder))


# What is handed in


def handed_in(root: Path, source: str) -> dict[str, Any]:
    (root / "submission" / "solver.py").write_text(source)
    assert main(root, {}) == 0
    return results(root)


def test_a_syntax_error_lists_every_case_and_its_line(autograder: Path) -> None:
    made = handed_in(autograder, "def minimax(game, state):\n    return (1\n")
    assert [test["score"] for test in made["tests"]] == [0, 0]
    assert "solver.py, line 2\n    return (1\n           ^\n" in made["output"]
    assert "NameError" not in json.dumps(made)


@pytest.mark.parametrize(
    "source",
    [
        "",
        "raise RuntimeError",
        "import os; os._exit(0)",
        "import sys; sys.exit()",
        "def minimax(game, state): import os; os._exit(0)",
        "def minimax(game, state): raise SystemExit",
        "def minimax(game, state): return float('nan'), 'Z'",
    ],
)
def test_every_case_is_there_whatever_is_handed_in(autograder: Path, source: str) -> None:
    made = handed_in(autograder, source)
    assert [test["extra_data"]["case"] for test in made["tests"]] == ["visible-one", "hidden-one"]
    assert [test["max_score"] for test in made["tests"]] == [5, 5]
    assert made["score"] == 0


def test_prints_stay_out_of_the_results(
    autograder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    loud = SOLVER.replace("    root =", "    print('}]' * 50)\n    root =")
    assert handed_in(autograder, loud)["score"] == 10
    assert "}]" not in capfd.readouterr().out


def test_test_files_of_a_submission_change_nothing(autograder: Path) -> None:
    for name in ("conftest.py", "test_mine.py", "run_autograder", "grader.py", "setup.sh"):
        (autograder / "submission" / name).write_text("raise SystemExit")
    assert handed_in(autograder, SOLVER)["score"] == 10
    assert len(results(autograder)["tests"]) == 2


def test_a_loop_that_catches_everything_is_stopped(autograder: Path) -> None:
    suite = autograder / "source" / "test_cases" / "suite.yaml"
    suite.write_text(SUITE + "limits: {cpu: 0.3, wall: 2}\n")
    loop = "    while True:\n        try:\n            while True: pass\n        except: pass\n"
    made = handed_in(autograder, f"def minimax(game, state):\n{loop}")
    assert {test["extra_data"]["verdict"] for test in made["tests"]} == {"TIMED_OUT"}


def test_a_misspelt_visibility_is_refused(
    autograder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = autograder / "source" / "test_cases" / "q1" / "cases.yaml"
    cases.write_text(CASES.replace("visibility: hidden", "visibility: never"))
    assert main(autograder, {}) == 3
    assert "cases.yaml:11:13: visibility can't be 'never'" in capsys.readouterr().err


UNIT = """
import unittest
from gradescope_utils.autograder_utils.decorators import weight
from grader.gradescope.unit import submission

class One(unittest.TestCase):
    @weight(2)
    def test_the_name(self):
        self.assertIn("def minimax", submission.source())
"""


def test_unit_tests_and_leaderboard_are_in_the_results(autograder: Path) -> None:
    cases = autograder / "source" / "test_cases"
    (cases / "unit").mkdir()
    (cases / "unit" / "test_one.py").write_text(UNIT)
    board = "leaderboard: [{name: Nodes, measure: visits, call: minimax, order: asc}]\n"
    (cases / "suite.yaml").write_text(f"{SUITE}unit: unit\n{board}")
    made = handed_in(autograder, SOLVER)
    assert (made["score"], len(made["tests"])) == (12, 3)
    assert made["leaderboard"] == [{"name": "Nodes", "value": 3, "order": "asc"}]


# Time


@pytest.mark.parametrize(
    ("stated", "run"),
    [("600", 240.0), ("200", 170.0), ("40", 32.0), ("5", 0.0), ("0", 0.0)]
    + [(nonsense, 240.0) for nonsense in ("", "soon", "nan", "inf", "-1")],
)
def test_the_run_ends_below_the_platforms_time(autograder: Path, stated: str, run: float) -> None:
    suite = read_suite(autograder / "source" / "test_cases")
    limit = module._platforms_limit({"TIMEOUT_SECONDS": stated})
    assert module.in_time(suite, limit).limits.run == run


def test_a_slow_start_is_taken_from_the_run(autograder: Path) -> None:
    suite = read_suite(autograder / "source" / "test_cases")
    assert module.in_time(suite, 200.0, spent=20.0).limits.run == 150.0


def test_the_longest_case_leaves_itself_time(autograder: Path) -> None:
    cases = autograder / "source" / "test_cases" / "q1" / "cases.yaml"
    cases.write_text(CASES.replace("call:", "limits: {wall: 50}\ncall:", 1))
    suite = read_suite(autograder / "source" / "test_cases")
    assert module.in_time(suite, 200.0).limits.run == 147.0


def test_a_long_unit_test_leaves_itself_time(autograder: Path) -> None:
    suite = replace(
        read_suite(autograder / "source" / "test_cases"), unit=UnitTests(folder="u", seconds=80)
    )
    assert module.in_time(suite, 200.0).limits.run == 117.0


def test_cases_without_time_are_said_at_the_top(autograder: Path) -> None:
    main(autograder, {"TIMEOUT_SECONDS": "0"})
    assert (
        "1 case of the 1 that you can see was not run, because the time for all cases together"
        " was used up."
    ) in results(autograder)["output"]


def test_staff_are_told_how_many_cases_had_no_time(
    autograder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(autograder, {"TIMEOUT_SECONDS": "0"})
    assert "2 cases of 2 not run.\n" in capsys.readouterr().out


def hang(*arguments: Any) -> None:
    time.sleep(60)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers")
def test_a_hang_of_ours_leaves_what_there_was(
    autograder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "SHORTEST_ALARM", 0.0)
    monkeypatch.setattr(module, "RESERVE", 0.0)
    monkeypatch.setattr("grader.grading.run.grade_submission", hang)
    assert main(autograder, {"TIMEOUT_SECONDS": "1"}) == 3
    assert "Grading has not finished" in results(autograder)["output"]
    assert len(results(autograder)["tests"]) == 2
    assert "what was graded so far stands" in capsys.readouterr().err


def test_the_alarm_is_off_after_a_run(autograder: Path) -> None:
    before = signal.getsignal(signal.SIGALRM)
    main(autograder, {})
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) == before


# Metadata


def hand_in(root: Path, minute: int, previous: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """Hand in at a minute past noon; the results, as the platform would keep them."""
    at = f"2026-03-01T12:{minute:02}:00.000000-07:00"
    metadata = {"id": minute, "created_at": at, "previous_submissions": previous, **more}
    (root / "submission_metadata.json").write_text(json.dumps(metadata))
    assert main(root, {}) == 0
    for earlier in previous:
        earlier.pop("results", None)
    previous.append({"submission_time": at, "autograder_error": False, "results": results(root)})
    return results(root)


def limited(root: Path, attempts: str = "{limit: 1, every: 10 min}") -> Path:
    suite = root / "source" / "test_cases" / "suite.yaml"
    suite.write_text(f"{SUITE}attempts: {attempts}\n")
    return root


def test_beyond_the_limit_the_last_result_is_shown(autograder: Path) -> None:
    previous: list[dict[str, Any]] = []
    first = hand_in(limited(autograder), 0, previous)
    (autograder / "submission" / "solver.py").write_text("")
    second = hand_in(autograder, 5, previous)
    third = hand_in(autograder, 9, previous)
    assert second["tests"] == third["tests"] == first["tests"]
    assert first["output"].startswith("Graded submissions: this is 1 of 1 within 10 min.\n\n")
    assert third["output"].startswith("This submission was not graded, and does not count")
    assert third["output"].count("was not graded") == 1
    assert hand_in(autograder, 10, previous)["score"] == 0


def test_a_rerun_writes_the_same_bytes(autograder: Path) -> None:
    previous: list[dict[str, Any]] = []
    limited(autograder)
    for minute in (0, 5):
        hand_in(autograder, minute, previous)
        before = (autograder / "results" / "results.json").read_bytes()
        assert main(autograder, {}) == 0
        assert (autograder / "results" / "results.json").read_bytes() == before


def test_a_failed_run_carries_the_record_on_and_does_not_count(
    autograder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    previous: list[dict[str, Any]] = []
    hand_in(limited(autograder), 0, previous)
    suite = autograder / "source" / "test_cases" / "suite.yaml"
    suite.write_text("title: [")
    metadata = {"created_at": "2026-03-01T19:20:00Z", "previous_submissions": previous}
    (autograder / "submission_metadata.json").write_text(json.dumps(metadata))
    assert main(autograder, {}) == 3
    seen = results(autograder)["extra_data"]["attempts"]["seen"]
    assert [entry["is"] for entry in seen] == ["graded", "failed"]


def test_a_result_of_another_version_is_graded_anew(
    autograder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    previous: list[dict[str, Any]] = []
    hand_in(limited(autograder), 0, previous)
    previous[0]["results"]["extra_data"]["schema"] = 0
    assert hand_in(autograder, 5, previous)["score"] == 10
    assert "graded after all" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("due", "own", "line"),
    [
        ("2026-03-02T00:00:00Z", None, "In time: the due date is 2026-03-02T00:00:00+00:00."),
        ("2026-03-01T17:29:00Z", None, "Late by 1 h 31 min: the due date was 2026-03-01T17:29"),
        (
            "2026-02-20T00:00:00Z",
            "2026-03-05T00:00:00Z",
            "In time: the student's extended due date is 2026-03-05T00:00:00+00:00.",
        ),
    ],
)
def test_lateness_is_by_the_students_own_date(
    autograder: Path, capsys: pytest.CaptureFixture[str], due: str, own: str | None, line: str
) -> None:
    users = [{"id": 1, "name": "Ada", "assignment": {"due_date": own}}]
    hand_in(autograder, 0, [], users=users, assignment={"due_date": due})
    text = capsys.readouterr().out
    assert line in text
    assert "Ada" not in text


def test_a_late_due_date_is_told(autograder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dates = {"due_date": "2026-02-27T19:00:00Z", "late_due_date": "2026-03-03T00:00:00Z"}
    hand_in(autograder, 0, [], assignment=dates)
    expected = (
        "Late by 2 d: the due date was 2026-02-27T19:00:00+00:00, late submissions were taken"
    )
    assert expected in capsys.readouterr().out


@pytest.mark.parametrize(("weight", "said"), [(10, False), ("10.0", False), (20, True)])
def test_points_that_differ_from_the_assignments_are_told_to_staff(
    autograder: Path, capsys: pytest.CaptureFixture[str], weight: object, said: bool
) -> None:
    hand_in(autograder, 0, [], assignment={"outline": [{"id": 1, "weight": weight}]})
    told = "gives the autograder 20 points on Gradescope, but the suite has 10" in (
        capsys.readouterr().out
    )
    assert told == said
    assert "20 points on" not in json.dumps(results(autograder))


def test_what_is_wrong_with_metadata_is_told_to_staff_alone(
    autograder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hand_in(autograder, 0, [], users="x")
    assert "Metadata: users is text, not a list: ignored." in capsys.readouterr().out
    assert "Metadata" not in json.dumps(results(autograder))


ODD_RESULTS = [
    [],
    {"score": float("nan"), "tests": []},
    {"extra_data": {"attempts": {"seen": [{"at": "9999-12-31T23:59:59Z", "is": "graded"}]}}},
    {"extra_data": {"attempts": {"note": [3], "of": "\ud800"}}},
    {"tests": [{"output": "\ud800\x00"}], "output": 3},
]


@pytest.mark.parametrize("odd", ODD_RESULTS, ids=range(len(ODD_RESULTS)))
def test_no_earlier_result_keeps_a_run_from_its_own(autograder: Path, odd: object) -> None:
    previous = [{"submission_time": "2026-03-01T18:59:00Z", "results": odd}]
    assert hand_in(limited(autograder, "{total: 1}"), 0, previous)["score"] == 10


# The forty pitfalls


def pitfalls() -> list[tuple[int, str]]:
    """The rows of the table in docs/gradescope.md: number, and what stands in the last column."""
    text = (ROOT / "docs" / "gradescope.md").read_text("utf-8")
    section = text.partition("## The forty pitfalls")[2]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    return [(int(row[0]), row[-1].strip()) for row in rows if row[0].strip().isdecimal()]


def test_all_forty_pitfalls_are_listed() -> None:
    assert [number for number, _ in pitfalls()] == list(range(1, 41))


@pytest.mark.parametrize(("number", "held"), pitfalls())
def test_each_pitfall_has_a_test_or_a_reason(number: int, held: str) -> None:
    named = re.findall(r"`(test_\w+)::(test_\w+)`", held)
    for file, name in named:
        assert f"\ndef {name}(" in (ROOT / "tests" / f"{file}.py").read_text("utf-8"), name
    assert named or held.startswith("Can't apply: ")


# What the documents say


def commands() -> list[str]:
    """Every command of the documents for staff that stands on a line of its own."""
    names = ("gradescope", "instructors", "tas")
    lines = [
        line.strip()
        for name in names
        for line in (ROOT / "docs" / f"{name}.md").read_text("utf-8").splitlines()
    ]
    return [line for line in lines if line.startswith(".venv/bin/grader ")]


@pytest.mark.parametrize("line", sorted(set(commands())))
def test_a_documented_command_can_be_read(line: str) -> None:
    name, *words = shlex.split(line)[1:]
    parser = argparse.ArgumentParser()
    import_module(f"grader.cli.{name}").add_parser(parser)
    parser.parse_args(words)


def test_the_documents_have_commands() -> None:
    assert len(commands()) > 10


@pytest.mark.parametrize("name", ["gradescope", "instructors", "tas", "students"])
def test_documents_link_to_what_is_there(name: str) -> None:
    text = (ROOT / "docs" / f"{name}.md").read_text("utf-8")
    for target in re.findall(r"\]\(([^)#]+)", text):
        assert (ROOT / "docs" / target).exists(), target


def test_every_verdict_is_explained_to_tas() -> None:
    text = (ROOT / "docs" / "tas.md").read_text("utf-8")
    assert [
        v.value for v in Verdict if f"`{v.value}`" not in text and v is not Verdict.PASSED
    ] == []
