"""The check that students run offline: ``grader.pyz`` in an empty folder, and its command line."""

from __future__ import annotations

import io
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import pytest

from grader.authoring.handout import write_handout
from grader.cli import local
from grader.cli.local import main
from grader.grading import run as grading

ROOT = Path(__file__).resolve().parents[1]
OURS = ROOT / "test_cases"
SUITE = """{
  "title": "Small", "support": "games.py", "limits": {"cpu": 2, "wall": 20},
  "questions": [
    {"id": "q1-minimax", "title": "Minimax", "points": 3, "cases": [
      {"id": "mm-1", "call": "minimax", "title": "one", "tree": {"agent": {"A": 3, "B": 5}},
       "expect": {"value": 5, "actions": ["B"]}},
      {"id": "mm-2", "call": "minimax", "title": "two", "tree": {"opp": {"A": 3, "B": 5}},
       "expect": {"value": 3, "actions": ["A"]}}]},
    {"id": "q10-pruning", "title": "Pruning", "points": 2, "cases": [
      {"id": "ab-1", "call": "alpha_beta", "title": "three",
       "tree": {"agent": {"A": {"opp": {"1": 3, "2": 5}}, "B": {"opp": {"1": 2, "2": 9}}}},
       "expect": {"value": 3, "actions": ["A"], "visited": ["root", "A", "A1", "A2", "B", "B1"]}}]}
  ]
}"""
RIGHT = """
def minimax(game, state):
    if game.is_end(state):
        return game.utility(state), None
    best = max if game.player(state) == "agent" else min
    values = {a: minimax(game, s)[0] for a, s in game.successors(state).items()}
    action = best(values, key=values.get)
    return values[action], action
"""
Run = Callable[..., tuple[int, str]]


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    folder = tmp_path / "suite"
    folder.mkdir()
    (folder / "suite.json").write_text(SUITE)
    (folder / "games.py").write_text("Game = object\n")
    return folder


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A student's folder, which is the current one, with a solver that minimises right."""
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "solver.py").write_text(RIGHT)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def run(suite: Path, work: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def run_local(*arguments: str) -> tuple[int, str]:
        code = main(arguments, suite=suite)
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return code, out + err

    return run_local


# --- grader.pyz in an empty folder -----------------------------------------------------------------

ISOLATED = [sys.executable, "-S", "-I", "grader.pyz"]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("built") / "handout"
    stubs = (ROOT / "assignment" / "solver.py").read_text("utf-8")
    write_handout(out, suite=OURS, stubs=stubs, readme="")
    return out


@pytest.fixture
def place(built: Path, tmp_path: Path) -> Path:
    """An empty folder with the bundle in it, and nothing else."""
    folder = tmp_path / "student"
    folder.mkdir()
    shutil.copy(built / "grader.pyz", folder)
    return folder


def start(
    place: Path, *arguments: str, command: list[str] = ISOLATED, **variables: str
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*command, *arguments],
        cwd=place,
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="strict",
    )


def finish(process: subprocess.Popen[str]) -> tuple[int, str]:
    out, _ = process.communicate(timeout=120)
    return process.returncode, out


def test_reference_gets_full_points_from_the_bundle(place: Path) -> None:
    for path in (ROOT / "solution").glob("*.py"):
        shutil.copy(path, place)
    code, out = finish(start(place, "--brief"))
    assert out.startswith(f"Checking {place / 'solver.py'} ...\n")
    (total,) = [line for line in out.splitlines() if line.startswith("Total: ")]
    earned, possible, more, of_more, passed, cases = re.findall(r"[\d.]*\d", total)
    assert (code, earned, more, passed) == (0, possible, of_more, cases)
    assert "results.json" not in {path.name for path in place.iterdir()}


def test_stubs_get_nothing_from_the_bundle(built: Path, place: Path) -> None:
    shutil.copy(built / "solver.py", place)
    code, out = finish(start(place))
    assert code == 1
    assert "\nTotal: 0 of " in out
    assert "is not implemented yet." in out
    assert sorted(path.name for path in place.iterdir()) == ["grader.pyz", "solver.py"]


def test_narrow_console_gets_trees_that_it_can_show(place: Path) -> None:
    (place / "solver.py").write_text("def minimax(game, state):\n    return 99, None\n")
    command = [sys.executable, "grader.pyz"]
    code, out = finish(start(place, "minimax", command=command, PYTHONIOENCODING="cp1252"))
    assert code == 1
    assert "|- " in out
    assert out.isascii()


def test_bundle_without_a_solver_says_what_to_do(place: Path) -> None:
    code, out = finish(start(place))
    assert (code, out) == (
        2,
        f"\nFound no solver.py in {place}. Put it beside grader.pyz, or name it: --submission PATH.\n",
    )


def lines(stream: IO[str]) -> Iterator[str]:
    """Lines as they come; a process that hangs is killed by the timer of its test."""
    yield from iter(stream.readline, "")


@pytest.mark.skipif(os.name == "nt", reason="no SIGINT can be sent to a child there")
def test_watch_checks_again_after_a_save_and_ends_on_sigint(place: Path) -> None:
    (place / "solver.py").write_text("def minimax(game, state):\n    return 99, None\n")
    process = start(place, "--watch", "--case", "mm-01-an-end", "--brief")
    timer = threading.Timer(60, process.kill)
    timer.start()
    assert process.stdout is not None
    said: list[str] = []
    for line in lines(process.stdout):
        said.append(line.strip())
        if line.startswith("Waiting") and said.count(line.strip()) == 1:
            (place / "solver.py").write_text(RIGHT)
        elif line.startswith("Waiting"):
            process.send_signal(signal.SIGINT)
    timer.cancel()
    totals = [line.rpartition("; ")[2] for line in said if line.startswith("Total")]
    assert totals == ["0 of 1 case passed.", "1 of 1 case passed."]
    assert said[-1] == "Stopped."
    assert process.wait() == 0
    process.stdout.close()


# --- the command line ------------------------------------------------------------------------------


def test_points_are_shown_by_question_and_failures_explained(run: Run) -> None:
    code, out = run()
    assert code == 1
    assert re.search(r"subtotal +3/3\n", out)
    assert "solver.py defines no function named alpha_beta." in out
    assert (
        "In short:\n  3/3  q1-minimax: Minimax\n  0/2  q10-pruning: Pruning\nTotal: 3 of 5" in out
    )


def test_brief_leaves_out_why(run: Run) -> None:
    code, out = run("--brief")
    assert code == 1
    assert "defines no function" not in out
    assert "In short" not in out


@pytest.mark.parametrize(
    ("arguments", "titles"),
    [
        (["q1"], ["one", "two"]),
        (["Q10"], ["three"]),
        (["q10-p"], ["three"]),
        (["alpha_beta"], ["three"]),
        (["minim"], ["one", "two"]),
        (["q1,q10"], ["one", "two", "three"]),
        (["--case", "mm-2"], ["two"]),
        (["--case", "1.02", "ab"], ["two", "three"]),
        (["--case", "01.2,2.01"], ["two", "three"]),
        (["q1", "--case", "mm-1"], ["one"]),
    ],
)
def test_words_choose_questions_functions_and_cases(
    run: Run, arguments: list[str], titles: list[str]
) -> None:
    _, out = run("--brief", *arguments)
    rows = [line.split() for line in out.splitlines() if line.startswith("  ")]
    assert [row[-1] for row in rows if row[-2:-1] and row[0][0].isdigit()] == titles


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["q"], "q can be any of q1-minimax, q10-pruning. Write more of it."),
        (["alpha-beta"], "There is no question or function 'alpha-beta'. Did you mean alpha_beta?"),
        (["zzz"], "There are: q1-minimax, q10-pruning, minimax, alpha_beta."),
        (["--case", "mm"], "mm can be any of mm-1, mm-2. Write more of it."),
        (["--case", "3.01"], "There is no case '3.01'. There are: mm-1, mm-2, ab"),
        (["q10", "--case", "mm-1"], "None of the cases named is in the questions named."),
        (["--submission", "nowhere.py"], "There is nothing at nowhere.py. Check what --submission"),
    ],
)
def test_words_that_name_nothing_are_refused(run: Run, arguments: list[str], message: str) -> None:
    code, out = run(*arguments)
    assert code == 2
    assert message in out


def test_submission_can_be_named(run: Run, work: Path) -> None:
    (work / "solver.py").rename(work / "mine.py")
    code, out = run("q1", "--submission", "mine.py")
    assert (code, out.splitlines()[0]) == (0, "Checking mine.py ...")


def test_modules_beside_the_solver_are_taken(run: Run, work: Path) -> None:
    (work / "solver.py").rename(work / "helper.py")
    (work / "solver.py").write_text("from helper import minimax\n")
    (work / "games.py").write_text("raise SystemExit\n")
    code, out = run("q1")
    assert code == 0
    assert "games.py was left out: the course's own games.py is used." in out


def test_games_beside_a_lone_solver_needs_no_words(run: Run, work: Path) -> None:
    (work / "games.py").write_text("")
    assert "games.py" not in run("q1")[1]


def test_empty_solver_is_said_without_a_table(run: Run, work: Path) -> None:
    (work / "solver.py").write_text("")
    code, out = run()
    assert code == 2
    assert out.endswith("\nsolver.py is empty. Did you save it before handing it in?\n")


def test_strange_arguments_and_help_have_argparse_codes(run: Run) -> None:
    assert run("--nonsense")[0] == 2
    code, out = run("--version")
    assert (code, out.split()[0]) == (0, "grader")


# --- faults of ours, ends from outside -------------------------------------------------------------


def test_fault_of_ours_is_said_in_a_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise KeyError("zebra")

    monkeypatch.setattr(grading, "grade_submission", fail)
    code, out = run()
    assert code == 3
    assert "please tell the course staff. It said:\n  KeyError: 'zebra' (test_local.py:" in out


def test_case_at_which_we_fail_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyError("zebra")

    monkeypatch.setattr(grading, "judge", fail)
    code, out = run("q1")
    assert code == 3
    assert "It said:\n  mm-1: KeyError: 'zebra'" in out


def test_faulty_bundle_is_our_fault(run: Run, suite: Path) -> None:
    (suite / "suite.json").write_text("{")
    code, out = run()
    assert code == 3
    assert "It said:\n  suite.json:1:2: the text ends, but" in out


def test_interrupt_ends_without_a_trace(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(grading, "grade_submission", interrupt)
    assert run()[0] == 130
    code, out = run("--watch")
    assert (code, out.splitlines()[-1]) == (0, "Stopped.")


def test_reader_that_goes_away_is_no_error(place: Path) -> None:
    (place / "solver.py").write_text(RIGHT)
    process = start(place, "q3")
    assert process.stdout is not None
    assert process.stdout.readline().startswith("Checking")
    process.stdout.close()
    assert process.wait() == 1


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_terminal_sees_progress_that_is_gone_at_the_end(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setenv("NO_COLOR", "1")
    run("--brief")
    shown = terminal.getvalue()
    assert f"\rcases checked: 2 of 3\r{'':40}\rSmall\n" in shown
    assert "\x1b" not in shown


# --- --watch ---------------------------------------------------------------------------------------


@pytest.fixture
def saves(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], Any]]:
    """What happens one after the other while the watch sleeps; then the loop is ended."""
    steps: list[Callable[[], Any]] = []

    def sleep(seconds: float) -> None:
        if seconds == local.POLL:
            if not steps:
                raise KeyboardInterrupt
            steps.pop(0)()

    monkeypatch.setattr(time, "sleep", sleep)
    return steps


def test_watch_survives_files_that_cannot_be_checked(
    run: Run, work: Path, saves: list[Callable[[], Any]]
) -> None:
    solver = work / "solver.py"
    saves += [
        lambda: solver.write_text(""), solver.unlink, lambda: None, lambda: solver.write_text(RIGHT)
    ]  # fmt: skip
    code, out = run("--watch", "q1", "--brief")
    assert code == 0
    assert out.count("Total: 3 of 3 points") == 2
    assert "solver.py is empty" in out
    assert "The submission is empty. Hand in a file named solver.py." in out
    assert out.count("Saved. Checking again ...") == 3


def test_watch_looks_at_modules_and_leaves_caches_out(work: Path) -> None:
    for name in ("pkg/part.py", "__pycache__/x.py", ".ide/y.py", "notes.txt", "n.ipynb"):
        (work / name).parent.mkdir(exist_ok=True)
        (work / name).touch()
    seen = {path.relative_to(work).as_posix() for path in local._sources(work)}
    assert seen == {"solver.py", "n.ipynb", "pkg/part.py"}
    assert local._sources(work / "solver.py") == [work / "solver.py"]
