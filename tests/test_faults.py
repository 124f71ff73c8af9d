"""Faults put into the grader's own runs: the last valid result stands, or there is a clear message."""

from __future__ import annotations

import json
import os
import resource
import signal
import stat
import sys
from pathlib import Path

import pytest
from fuzz import faults
from fuzz.common import FoundError
from fuzz.documents import write_suite
from fuzz.faults import KILL, PLACES, WRITES, Desk, after, killed_at, small_disk

from grader.cases import decode_question, decode_suite, files, read_suite
from grader.cases.located import Faults
from grader.cli import main as command
from grader.errors import AuthorError, UsageError
from grader.gradescope.run import main as gradescope
from grader.report.results import failure_results, write_results
from grader.report.schema import problems

UNREADABLE = "/proc/self/mem"  # a regular file, for root too, whose first byte can't be read
MOMENTS = 8
needs_proc = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such a file")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "desk")


def is_clear(said: str, message: str) -> bool:
    """Whether this, and no traceback, is what was said."""
    return message in said and "Traceback" not in said and said.startswith("grader: ")


def unreadable(path: Path) -> None:
    path.unlink()
    path.symlink_to(UNREADABLE)


# ---------------------------------------------------------------------- killed


def test_kill_at_any_moment_leaves_whole_results(desk: Desk) -> None:
    attempts = [attempt for _, attempt in faults.kill_at_moments(desk, MOMENTS)]
    stood = set()
    for attempt in attempts:
        desk.clear()
        stood.add(attempt().stands)
    assert len(stood) >= 3, stood


@pytest.mark.parametrize(
    ("place", "number"),
    [("written", 1), ("after the rename", WRITES), *((place, 3) for place in PLACES)],
)
def test_kill_at_a_write_leaves_the_last_whole_one(desk: Desk, place: str, number: int) -> None:
    killed_at(desk, place, number)


def test_what_outlives_a_run_would_be_seen(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "PATIENCE", 0.3)
    if sys.platform != "linux":
        pytest.skip("orphans can be adopted on Linux only")
    with pytest.raises(FoundError, match=r"processes are left: .*sleep 77"):
        desk.run("written", "2", f"os.system('sleep 77 > /dev/null 2>&1 &'); {KILL}")


@pytest.mark.parametrize("text", ["", "{", '{"score": 10}', '{"score": NaN}'])
def test_what_is_no_result_would_be_seen(desk: Desk, text: str) -> None:
    desk.results.write_text(text)
    with pytest.raises(FoundError, match=r"no JSON|invalid results"):
        desk.stands()


# ---------------------------------------------------------------------- asked to stop


@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.3])
def test_interrupted_run_says_so_and_leaves_a_result(desk: Desk, seconds: float) -> None:
    broken = desk.signalled_in_the_middle(signal.SIGINT, seconds)
    assert (broken.code, broken.said) == (130, "grader: Interrupted.\n")
    assert broken.stands in {after(writes) for writes in range(1, WRITES)}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_terminated_run_leaves_a_result_and_no_process(desk: Desk, number: int) -> None:
    broken = desk.signalled_in_the_middle(number, 0.1)
    assert (broken.code, broken.said) == (-number, "")
    assert broken.stands in {after(writes) for writes in range(1, WRITES)}


# ---------------------------------------------------------------------- nowhere to write


@pytest.mark.parametrize(
    ("action", "message", "stands"),
    [
        ("shutil.rmtree('results')", "No such file or directory", "nothing"),
        ("shutil.rmtree('results'); open('results', 'w').close()", "Not a directory", "nothing"),
        ("os.unlink('results/results.json'); os.mkdir('results/results.json')",
         "it is not a regular file", "nothing"),
        ("os.unlink('results/results.json'); os.mkfifo('results/results.json')",
         "it is not a regular file", "nothing"),
        ("resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))", "File too large", "partial 1"),
    ],
)  # fmt: skip
def test_lost_place_of_results_is_named(desk: Desk, action: str, message: str, stands: str) -> None:
    broken = desk.run("after the rename", "2", action)
    assert broken.code == 2
    assert is_clear(broken.said, f"Can't write results/results.json: {message}"), broken.said
    assert broken.stands == stands
    results = desk.results.parent
    assert not results.is_dir() or [*results.glob(".results-*")] == []


@pytest.mark.parametrize("most", [0, 100])
def test_no_room_at_all_is_said_before_grading(desk: Desk, most: int) -> None:
    broken = desk.run("written", "0", "")
    assert broken.stands == "final"  # with room
    desk.clear()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        broken = desk.run()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert broken.code == 2
    assert is_clear(broken.said, "Can't write results/results.json: File too large")
    assert [*desk.results.parent.iterdir()] == []


def test_full_disk_keeps_the_last_result(desk: Desk) -> None:
    fill = "file = open('results/filler', 'wb', 0)\ntry:\n    while True: file.write(bytes(512))\n"
    fill += "except OSError: pass"
    with small_disk(desk.results.parent) as mounted:
        if not mounted:
            pytest.skip("no file system can be mounted here")
        broken = desk.run("after the rename", "3", fill)
        assert broken.code == 2
        assert is_clear(broken.said, "No space left on device"), broken.said
        assert broken.stands == "partial 2"
        assert {path.name for path in desk.results.parent.iterdir()} == {"filler", "results.json"}


def test_disk_that_becomes_read_only_keeps_the_last_result(desk: Desk) -> None:
    remount = f"os.system('mount -o remount,ro {desk.results.parent}')"
    with small_disk(desk.results.parent) as mounted:
        if not mounted:
            pytest.skip("no file system can be mounted here")
        broken = desk.run("after the rename", "1", remount)
        assert is_clear(broken.said, "Read-only file system"), broken.said
        assert (broken.code, broken.stands) == (2, "fallback")


def test_closed_folder_is_named(desk: Desk) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write anywhere")
    desk.results.parent.chmod(0o555)
    broken = desk.run()
    desk.results.parent.chmod(0o755)
    assert is_clear(broken.said, "Permission denied")
    assert (broken.code, broken.stands) == (2, "nothing")


@pytest.mark.parametrize("target", ["secret", "nowhere", "results.json"])
def test_link_in_place_of_results_is_not_followed(desk: Desk, target: str) -> None:
    secret = desk.results.parent / "secret"
    secret.write_text("secret")
    desk.results.symlink_to(target)
    broken = desk.run()
    assert (broken.code, broken.stands) == (0, "final")
    assert not desk.results.is_symlink()
    assert secret.read_text() == "secret"
    assert not (desk.results.parent / "nowhere").exists()


def test_device_in_place_of_results_stays_one(desk: Desk) -> None:
    desk.results.symlink_to("/dev/null")
    broken = desk.run()
    assert is_clear(broken.said, "it is not a regular file")
    assert broken.code == 2
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


# ---------------------------------------------------------------------- nothing to read


@needs_proc
@pytest.mark.parametrize("file", ["suite.yaml", "q2/a.yaml"])
def test_unreadable_suite_is_named(desk: Desk, file: str) -> None:
    unreadable(desk.folder / "suite" / file)
    broken = desk.run()
    said = f"  {file}:1:1: this file can't be read: Input/output error\n"
    assert is_clear(broken.said, said), broken.said
    assert (broken.code, broken.stands) == (2, "failure")


def test_vanishing_case_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, real = write_suite(tmp_path), files.contents

    def vanish(path: Path, *rest: Faults) -> bytes:
        (folder / "more.yaml").unlink(missing_ok=True)
        return real(path, *rest)

    monkeypatch.setattr(decode_suite, "contents", vanish)
    with pytest.raises(AuthorError, match=r"more\.yaml"):
        read_suite(folder)


def test_case_file_that_goes_while_it_is_opened_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, real = write_suite(tmp_path), files.contents

    def vanish(path: Path, *rest: Faults) -> bytes:
        if path.name != "suite.yaml":
            path.unlink()
        return real(path, *rest)

    monkeypatch.setattr(decode_question, "contents", vanish)
    with pytest.raises(
        AuthorError, match=r"first/cases\.yaml:1:1: this file can't be read: No such"
    ):
        read_suite(folder)


@pytest.mark.parametrize("action", ["os.unlink(games)", "open(games, 'wb').write(b'\\xff')"])
def test_lost_support_module_is_named(desk: Desk, action: str) -> None:
    action = action.replace("games", "'suite/games.py'")
    broken = desk.run("after the rename", "1", action)
    assert is_clear(broken.said, "Can't read the suite's support module"), broken.said
    assert (broken.code, broken.stands) == (2, "fallback")


def test_submission_that_goes_before_it_is_read_is_named(desk: Desk) -> None:
    broken = desk.run("after the rename", "1", "shutil.rmtree('work')")
    assert is_clear(broken.said, "work does not exist"), broken.said
    assert (broken.code, broken.stands) == (2, "fallback")


def test_submission_that_goes_while_it_is_graded_is_graded(desk: Desk) -> None:
    action = "shutil.rmtree('work'); shutil.rmtree('suite')"
    broken = desk.run("after the rename", "2", action)
    assert (broken.code, broken.stands) == (0, "final")


@needs_proc
@pytest.mark.parametrize(
    ("path", "said"),
    [("work", "solver.py is a link. Hand in the file itself."), ("work/solver.py", "Input/output")],
)
def test_unreadable_submission_is_graded_as_such(
    desk: Desk, path: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    unreadable(desk.folder / "work" / "solver.py")
    monkeypatch.chdir(desk.folder)
    assert command(["grade", path, "--suite", "suite", "--brief"]) == 1
    found = json.loads(Path("results.json").read_text())
    assert problems(found) == []
    assert said in found["output"]


@pytest.mark.parametrize("where", [["{}"], ["work", "--suite", "{}"], ["work", "--output", "{}/r"]])
def test_names_that_are_too_long_are_the_callers_fault(
    desk: Desk,
    where: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(desk.folder)
    words = [word.format("x" * 5000) for word in where]
    assert command(["grade", *words]) == 2
    assert "Traceback" not in capsys.readouterr().err


# ---------------------------------------------------------------------- on the platform


def test_platform_run_without_a_place_for_results_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "results" / "results.json").mkdir(parents=True)
    assert gradescope(tmp_path, {}) == 3
    assert capsys.readouterr().err.startswith("The run can't go on: Can't write ")


def test_platform_run_without_a_submission_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_suite(tmp_path / "source" / "test_cases")
    assert gradescope(tmp_path, {}) == 3
    said = capsys.readouterr().err
    assert "does not exist" in said
    assert "Traceback" not in said


def test_kept_results_survive_a_failed_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(5, "Input/output error")

    path = tmp_path / "results.json"
    write_results(path, failure_results())
    before = path.read_bytes()
    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(UsageError, match="Input/output error"):
        write_results(path, failure_results())
    assert path.read_bytes() == before
    assert [*tmp_path.iterdir()] == [path]


# ---------------------------------------------------------------------- the long form


def test_long_form_counts_what_stood(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(faults, "WRITES", 1)
    assert faults.main(["--points", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"{1 + len(PLACES)} passed, 0 failed"


def test_long_form_counts_what_failed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(faults, "WRITES", 1)
    monkeypatch.setattr(faults, "PLACES", PLACES[-1:])
    monkeypatch.setattr(faults, "after", lambda _: "something else")
    assert faults.main(["--points", "0"]) == 1
    out = capsys.readouterr().out
    assert "FAILED after the rename, write 1: fallback stands, not something else" in out
    assert out.splitlines()[-1] == "0 passed, 1 failed"
