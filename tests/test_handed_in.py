"""The built zip, run as on Gradescope, on whatever students hand in: valid results each time."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from playing import ROOT

from grader.gradescope import simulate
from grader.gradescope.bounds import Bound
from grader.gradescope.build_bundle import autograder_bundle
from grader.gradescope.systems import System, in_place
from grader.gradescope.views import documented_problems, receive
from grader.report.schema import problems

# One needs a package that our suite does not allow; one is wrong where a case makes several calls.
WRONG_HERE = {"numpy_and_fractions", "smuggler"}
FILES = sorted((ROOT / "tests" / "submissions").glob("*.py"))


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> System:
    """The image: our suite, built and set up once."""
    folder = tmp_path_factory.mktemp("platform")
    (folder / "autograder.zip").write_bytes(autograder_bundle(ROOT / "test_cases").data)
    system = in_place(folder)
    simulate.unpack(folder / "autograder.zip", system)
    built = simulate.build(system, {})
    assert built.code == 0, built.output
    return system


def results(platform: System, submission: Path) -> dict[str, Any]:
    """What a run leaves, valid by our schema and by the documented one."""
    bound = Bound()
    try:
        simulate.place(submission, b"{}", platform)
        run = simulate.grade(platform, {}, 600, bound)
    finally:
        bound.close()
    assert run.code == 0, run.output
    received = receive(simulate.results_of(platform), run.output)
    assert received.results is not None, received.problem
    assert problems(received.results) == []
    assert documented_problems(received.results) == []
    return received.results


def test_the_reference_gets_everything(platform: System) -> None:
    got = results(platform, ROOT / "solution")
    assert got["score"] == 110  # with the extra credit
    assert {test["status"] for test in got["tests"]} == {"passed"}


def test_the_stubs_get_nothing(platform: System) -> None:
    got = results(platform, ROOT / "assignment")
    assert got["score"] == 0
    assert round(sum(test["max_score"] for test in got["tests"]), 2) == 110


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_submission_gets_valid_results(platform: System, path: Path, tmp_path: Path) -> None:
    for module in (ROOT / "solution").glob("*.py"):
        shutil.copy(module, tmp_path / module.name.replace("solver", "reference"))
    source = path.read_text()
    (tmp_path / "solver.py").write_text(source)
    got = results(platform, tmp_path)
    has_mistakes = re.search(r"^# expect ", source, re.MULTILINE) or path.stem in WRONG_HERE
    assert got["score"] < 110 if has_mistakes else got["score"] == 110
