"""A run in Gradescope's folders."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from grader.gradescope import main
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

    monkeypatch.setattr("grader.gradescope.run.grade_submission", fail)
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
