"""A bundle run here as the platform will run it, and the pages that would be seen."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import time
import zipfile
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from grader.cases import read_suite
from grader.cli import simulate as command
from grader.errors import UsageError
from grader.gradescope import bounds, simulate
from grader.gradescope.bounds import Bound, ControlGroup, DutyCycle, Tier, bound_by
from grader.gradescope.build_bundle import autograder_bundle
from grader.gradescope.systems import System, in_place, in_root
from grader.gradescope.views import (
    FAILED,
    Moment,
    Received,
    documented_problems,
    receive,
    staff_view,
    student_view,
)

ROOT = Path(__file__).resolve().parents[1]
LINUX = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")
DUE = datetime(2026, 3, 1, tzinfo=timezone.utc)
SETUP = "#!/usr/bin/env bash\nset -euo pipefail\n"
RUN = """#!/usr/bin/env bash
set -euo pipefail
echo to stdout
echo to stderr >&2
ls -R submission >results/seen
env | sort >results/variables
pwd >results/folder
echo '{"score": 1, "tests": []}' >results/results.json
"""


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    return bundle_of(tmp_path / "bundle")


@pytest.fixture
def system(tmp_path: Path) -> System:
    (tmp_path / "workspace").mkdir()
    return in_place(tmp_path / "workspace")


@pytest.fixture
def solver(tmp_path: Path) -> Path:
    (tmp_path / "solver.py").write_text("")
    return tmp_path / "solver.py"


@pytest.fixture
def bound() -> Iterator[Bound]:
    made = Bound()
    yield made
    made.close()


def bundle_of(folder: Path, setup: str = SETUP, run: str = RUN) -> Path:
    folder.mkdir()
    (folder / "setup.sh").write_text(setup)
    (folder / "run_autograder").write_text(run)
    return folder


def zip_of(folder: Path, prefix: str = "", mode: int = 0o755) -> Path:
    path = folder.with_suffix(".zip")
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(folder.iterdir()):
            info = zipfile.ZipInfo(prefix + file.name)
            info.external_attr = (0o100000 | mode) << 16
            archive.writestr(info, file.read_bytes())
    return path


def run_of(system: System, solver: Path, bound: Bound, timeout: int = 60) -> simulate.Step:
    simulate.place(solver, b"{}", system)
    return simulate.grade(system, {}, timeout, bound)


def assert_ends(pid: int) -> None:
    """A kill takes a moment to arrive."""
    for _ in range(500):
        if bounds.ended(pid):
            return
        time.sleep(0.01)
    pytest.fail(f"process {pid} still runs")


# Unpacking and building


def test_a_zip_keeps_its_modes(bundle: Path, system: System) -> None:
    assert simulate.unpack(zip_of(bundle, mode=0o750), system) == []
    assert (system.folder / "source" / "setup.sh").stat().st_mode & 0o777 == 0o750


def test_run_autograder_is_made_executable(bundle: Path, system: System) -> None:
    simulate.unpack(zip_of(bundle, mode=0o600), system)
    assert os.access(system.folder / "run_autograder", os.X_OK)


def test_a_zipped_folder_is_named(bundle: Path, system: System) -> None:
    with pytest.raises(
        UsageError, match=r"no setup\.sh at its root\. It is in kit/: zip the files"
    ):
        simulate.unpack(zip_of(bundle, prefix="kit/"), system)


def test_a_zip_without_scripts_is_refused(bundle: Path, system: System) -> None:
    (bundle / "run_autograder").unlink()
    with pytest.raises(UsageError, match=r"has no run_autograder at its root\.$"):
        simulate.unpack(bundle, system)


def test_what_is_no_zip_is_refused(tmp_path: Path, system: System) -> None:
    (tmp_path / "autograder.zip").write_text("not a zip")
    with pytest.raises(UsageError, match=r"Can't unpack .*autograder\.zip: File is not a zip"):
        simulate.unpack(tmp_path / "autograder.zip", system)


def test_windows_line_ends_of_the_scripts_are_mended_and_said(tmp_path: Path) -> None:
    made = bundle_of(tmp_path / "bundle", run=RUN.replace("\n", "\r\n"))
    system = in_place(tmp_path / "workspace")
    assert simulate.unpack(made, system) == ["run_autograder had Windows line ends."]
    assert b"\r" not in (system.folder / "run_autograder").read_bytes()


def test_a_checkouts_own_tools_stay_out(bundle: Path, system: System) -> None:
    for name in (".git", ".venv", ".mypy_cache"):
        (bundle / name).mkdir()
    simulate.unpack(bundle, system)
    names = sorted(path.name for path in (system.folder / "source").iterdir())
    assert names == ["run_autograder", "setup.sh"]


def test_a_build_that_fails_says_why(tmp_path: Path, system: System) -> None:
    simulate.unpack(bundle_of(tmp_path / "b", setup="echo no network; exit 7"), system)
    step = simulate.build(system, os.environ)
    assert (step.code, step.output) == (7, "no network\n")


# The run


def test_a_run_is_made_as_the_platform_makes_it(
    bundle: Path, system: System, solver: Path, bound: Bound
) -> None:
    simulate.unpack(bundle, system)
    step = run_of(system, solver, bound)
    results = system.folder / "results"
    assert (step.code, step.output) == (0, "to stdout\nto stderr\n")
    assert (results / "folder").read_text().strip() == str(system.folder)
    assert "solver.py" in (results / "seen").read_text()
    assert "TIMEOUT_SECONDS=60\n" in (results / "variables").read_text()


def test_the_hosts_variables_stay_out_of_a_run(system: System) -> None:
    host = {"SECRET": "x", "PIP_CERT": "c", "https_proxy": "p", "PATH": "/bin"}
    assert set(system.environment(host, network=False)) == {
        "PATH", "HOME", "DEBIAN_FRONTEND", "AUTOGRADER_ROOT",
    }  # fmt: skip
    assert {"PIP_CERT", "https_proxy"} <= set(system.environment(host, network=True))


def test_nothing_of_an_earlier_run_is_left(
    bundle: Path, system: System, solver: Path, bound: Bound
) -> None:
    simulate.unpack(bundle, system)
    run_of(system, solver, bound)
    simulate.place(solver, b"{}", system)
    assert list((system.folder / "results").iterdir()) == []


def test_metadata_is_open_to_all_before_a_run(system: System, solver: Path) -> None:
    system.folder.mkdir()
    simulate.place(solver, b"{}", system)
    mode = (system.folder / "submission_metadata.json").stat().st_mode & 0o777
    assert mode == 0o644


@LINUX
def test_a_time_out_kills_one_process_and_leaves_a_zero(
    tmp_path: Path, system: System, solver: Path, bound: Bound
) -> None:
    run = "#!/bin/sh\nsleep 300 &\necho $! >results/pid\necho '{' >results/results.json\nwait\n"
    simulate.unpack(bundle_of(tmp_path / "b", run=run), system)
    step = run_of(system, solver, bound, timeout=1)
    left = int((system.folder / "results" / "pid").read_text())
    assert step.code is None
    assert json.loads(simulate.results_of(system) or b"") == {
        "score": 0,
        "output": "Your submission timed out. It took longer than 1 seconds to run.",
    }
    assert left in bounds.family(left)
    bound.close()
    assert_ends(left)


def test_a_script_without_interpreter_is_a_failed_run(
    tmp_path: Path, system: System, solver: Path, bound: Bound
) -> None:
    simulate.unpack(bundle_of(tmp_path / "b", run="#!/no/such/shell\n"), system)
    step = run_of(system, solver, bound)
    assert (step.code, step.output) == (127, "./run_autograder: No such file or directory\n")
    assert simulate.results_of(system) is None


def test_a_zip_of_a_submission_is_unpacked(
    bundle: Path, system: System, solver: Path, bound: Bound
) -> None:
    folder = solver.parent / "handed-in"
    folder.mkdir()
    shutil.copy(solver, folder)
    simulate.unpack(bundle, system)
    simulate.place(zip_of(folder), b"{}", system)
    assert (system.folder / "submission" / "solver.py").exists()


def test_a_file_is_handed_in_as_the_solver(
    bundle: Path, solver: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = solver.rename(solver.with_name("mine.py"))
    simulated(str(bundle), str(mine), "--as", "staff", "--keep")
    text = capsys.readouterr().out
    kept = Path(text.rstrip().rpartition(" ")[2])
    seen = (kept / "autograder" / "results" / "seen").read_text()
    shutil.rmtree(kept)
    assert "mine.py is handed in as solver.py." in text
    assert "solver.py" in seen


# Bounds


@pytest.mark.parametrize("version", [1, 2])
def test_a_control_group_gets_the_tiers_numbers(
    tmp_path: Path, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "_TRIES", 1)
    (tmp_path / "cpu").mkdir()
    (tmp_path / "memory").mkdir()
    if version == 2:
        (tmp_path / "cgroup.controllers").write_text("cpu memory")
    made = bound_by(Tier(cpus=0.5, megabytes=768), tmp_path)
    assert isinstance(made, ControlGroup)
    files = {path.name: path.read_text() for folder in made.folders for path in folder.iterdir()}
    if version == 2:
        assert files == {"cpu.max": "50000 100000", "memory.max": str(768 << 20)}
    else:
        assert files["cpu.cfs_quota_us"] == "50000"
        assert files["memory.limit_in_bytes"] == str(768 << 20)
    assert f"version {version}" in made.kind


@LINUX
def test_without_control_groups_a_duty_cycle_bounds(tmp_path: Path) -> None:
    made = bound_by(Tier(cpus=0.5, megabytes=768), tmp_path)
    assert isinstance(made, DutyCycle)
    made.close()


@LINUX
def test_a_stopped_process_is_continued_and_ends(
    tmp_path: Path, system: System, solver: Path
) -> None:
    run = "#!/bin/sh\ni=0\nwhile [ $i -lt 20000 ]; do i=$((i+1)); done\necho counted\n"
    simulate.unpack(bundle_of(tmp_path / "b", run=run), system)
    cycle = DutyCycle(Tier(cpus=0.5, megabytes=768))
    step = run_of(system, solver, cycle)
    cycle.close()
    assert (step.code, step.output) == (0, "counted\n")


@LINUX
def test_a_process_too_large_is_killed(tmp_path: Path, system: System, solver: Path) -> None:
    simulate.unpack(bundle_of(tmp_path / "b", run="#!/bin/sh\nexec sleep 300\n"), system)
    cycle = DutyCycle(Tier(cpus=1, megabytes=0))
    step = run_of(system, solver, cycle)
    cycle.close()
    assert step.code == -9


# Systems


def test_a_root_is_entered_by_its_own_process() -> None:
    made = System(name="r", folder=Path("/r/autograder"), root=Path("/r"))
    assert made.inside == "/autograder"
    assert made.command(["./run_autograder"])[:2] == ["unshare", "--mount"]
    assert "exec chroot" in made.command(["./run_autograder"])[4]


def test_only_root_enters_another_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(UsageError, match=r"only as root on Linux\.$"):
        in_root("debian", tmp_path, tmp_path)


@pytest.fixture
def as_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("shutil.which", lambda tool: None if tool[0] == "d" else tool)


@pytest.mark.usefixtures("as_root")
def test_a_root_needs_its_tool(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="It is made by debootstrap, which is not installed"):
        in_root("ubuntu", tmp_path, tmp_path)


@LINUX
@pytest.mark.parametrize("code", [0, 1])
def test_a_root_is_made_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    tool = tmp_path / "debootstrap"
    making = 'mkdir -p "$5/usr/bin"; touch "$5/usr/bin/python3"; echo "E: no $6" >&2'
    tool.write_text(f"#!/bin/sh\n{making}\nexit {code}\n")
    tool.chmod(0o755)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("shutil.which", lambda name: str(tool) if name[0] == "d" else name)
    if code == 0:
        made = in_root("ubuntu", tmp_path, tmp_path / "cache", "mirror")
        assert (made.folder.parent / "usr" / "bin" / "python3").exists()
    else:
        with pytest.raises(UsageError, match=r"could not make it\. E: no mirror Try another"):
            in_root("ubuntu", tmp_path, tmp_path / "cache", "mirror")
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["ubuntu-jammy"][code:]


@pytest.mark.usefixtures("as_root")
def test_a_folder_that_is_no_root_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="neither debian nor ubuntu nor the folder of a system"):
        in_root(str(tmp_path), tmp_path, tmp_path)


@pytest.mark.usefixtures("as_root")
def test_this_hosts_own_root_is_not_copied(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="/ holds the folder that it would be copied to"):
        in_root("/", tmp_path, tmp_path)


@LINUX
@pytest.mark.usefixtures("as_root")
def test_links_of_a_root_are_not_followed_out(tmp_path: Path) -> None:
    (tmp_path / "made" / "usr" / "bin").mkdir(parents=True)
    (tmp_path / "outside").mkdir()
    (tmp_path / "made" / "etc").symlink_to(tmp_path / "outside")
    in_root(str(tmp_path / "made"), tmp_path, tmp_path)
    assert list((tmp_path / "outside").iterdir()) == []


@LINUX
@pytest.mark.usefixtures("as_root")
def test_a_root_is_copied_and_named(tmp_path: Path) -> None:
    (tmp_path / "made" / "usr" / "bin").mkdir(parents=True)
    (tmp_path / "made" / "etc").mkdir()
    (tmp_path / "made" / "etc" / "os-release").write_text('PRETTY_NAME="Some Linux 1"\n')
    made = in_root(str(tmp_path / "made"), tmp_path, tmp_path)
    assert made.name == "in a root of Some Linux 1"
    assert (tmp_path / "root" / "usr" / "bin").is_dir()


# What the platform makes of the results


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (None, "We did not receive any results"),
        (b"", "Not valid JSON"),
        (b'{"score": 1,}', "Not valid JSON"),
        (b'\xef\xbb\xbf{"score": 1}', "Not valid JSON"),
        (b'{"score": NaN}', "Not valid JSON: Out of range float values"),
        (b'{"score": 1e999}', "Not valid JSON: Out of range float values"),
        (b"[]", "no object, or a test is none"),
        (b'{"tests": [3]}', "no object, or a test is none"),
        (b'{"tests": 3}', "no object, or a test is none"),
    ],
)
def test_odd_results_are_a_failed_run(data: bytes | None, problem: str) -> None:
    received = receive(data, "what it printed")
    moment = Moment(at=DUE)
    assert received.results is None
    assert problem in staff_view(received)
    assert "what it printed" in staff_view(received)
    assert student_view(received, moment) == f"{FAILED}\n"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"score": "1"}, "score: '1' is not number"),
        ({"score": True}, "score: True is not number"),
        ({"visibility": "never"}, "visibility: 'never' is not hidden or after_due_date or"),
        ({"output": 3}, "output: 3 is not text"),
        ({"extra": 3}, "extra: not a documented field"),
        ({"tests": [{"status": "skipped"}]}, "tests[0].status: 'skipped' is not passed or failed"),
        ({"tests": [{"number": 1}]}, "tests[0].number: 1 is not text"),
        ({"leaderboard": [3]}, "leaderboard[0]: not an object"),
        ({"leaderboard": [{"value": None}]}, "leaderboard[0].value: None is not number or text"),
    ],
)
def test_what_is_not_documented_is_said(change: dict[str, Any], problem: str) -> None:
    results = {"score": 1, "tests": [], **change}
    assert [found[: len(problem)] for found in documented_problems(results)] == [problem]


def test_a_score_somewhere_is_needed() -> None:
    assert documented_problems({"tests": [{"name": "a"}]}) == [
        "score: neither a test nor the whole has one"
    ]


def received(**changes: Any) -> Received:
    tests = [
        {"name": f"a {word} one", "score": 1, "max_score": 2, "visibility": word, "output": f"of {word}"}
        for word in ("visible", "after_due_date", "after_published", "hidden")
    ]  # fmt: skip
    return Received(results={"output": "the top", "tests": tests, **changes}, stdout="printed")


@pytest.mark.parametrize(
    ("days", "is_published", "shown"),
    [
        (-1, False, ["visible"]),
        (1, False, ["visible", "after_due_date"]),
        (-1, True, ["visible", "after_published"]),
        (1, True, ["visible", "after_due_date", "after_published"]),
    ],
)
def test_students_see_by_date_and_publication(
    days: int, is_published: bool, shown: list[str]
) -> None:
    moment = Moment(at=DUE + timedelta(days=days), due=DUE, is_published=is_published)
    text = student_view(received(), moment)
    words = ("visible", "after_due_date", "after_published", "hidden")
    assert [word for word in words if f"of {word}" in text] == shown
    assert "Total: not shown" in text
    assert "printed" not in text


def test_without_a_due_date_it_never_passes() -> None:
    assert "of after_due_date" not in student_view(received(), Moment(at=DUE))


def test_staff_see_everything_at_any_time() -> None:
    text = staff_view(received())
    assert "Autograder score: 4 / 8" in text
    assert "a hidden one (1/2) [hidden]\n    of hidden" in text
    assert text.endswith("Autograder output:\nprinted\n")


def test_a_total_is_shown_when_every_test_is() -> None:
    one = received(tests=[{"name": "a", "score": 1, "max_score": 2}])
    assert student_view(one, Moment(at=DUE)).startswith("Autograder score: 1 / 2\n\nthe top\n")


def test_the_wholes_visibility_is_the_default_of_tests() -> None:
    one = received(tests=[{"name": "quiet", "score": 1}], visibility="hidden")
    assert student_view(one, Moment(at=DUE)) == "Total: not shown\n"


def test_stdout_is_shown_only_if_the_results_say_so() -> None:
    one = received(stdout_visibility="visible")
    assert student_view(one, Moment(at=DUE)).endswith("Autograder output:\nprinted\n")


def test_terminal_codes_in_results_are_not_printed() -> None:
    text = staff_view(received(output="\x1b[2Jgone"))
    assert "\x1b" not in text


# The command


def simulated(*words: str) -> int:
    parser = argparse.ArgumentParser()
    command.add_parser(parser)
    return command.run(parser.parse_args(words))


@pytest.fixture
def real(tmp_path: Path) -> Path:
    """A bundle that grades: this grader, two small cases, this environment's interpreter."""
    packages = os.pathsep.join(path for path in sys.path if "site-packages" in path)
    wrapper = f'#!/bin/sh\\nshift\\nexport PYTHONPATH={packages}\\nexec {sys.executable} "$@"\\n'
    setup = f"""set -eu
mkdir -p "$AUTOGRADER_ROOT/source/.venv/bin"
printf '{wrapper}' >"$AUTOGRADER_ROOT/source/.venv/bin/python"
chmod +x "$AUTOGRADER_ROOT/source/.venv/bin/python"
"""
    made = bundle_of(tmp_path / "real", setup=setup, run=(ROOT / "run_autograder").read_text())
    shutil.copytree(ROOT / "grader", made / "grader")
    cases = made / "test_cases"
    cases.mkdir()
    (cases / "games.py").write_text("")
    (cases / "suite.yaml").write_text(
        "{title: T, support: games.py, questions: [{id: q, title: Q, points: 2, cases: [c.yaml]}]}"
    )
    one = "{id: seen, call: minimax, tree: {agent: {A: 3, B: 5}}, expect: {value: 5}}"
    two = one.replace("seen", "unseen, visibility: hidden").replace("5", "77123")
    (cases / "c.yaml").write_text(f"{one}\n---\n{two}\n")
    return made


def test_a_real_bundle_is_graded_and_shown(
    real: Path, solver: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    solver.write_text("def minimax(game, state):\n    return 5, 'B'\n")
    assert simulated(str(real), str(solver), "--timeout", "100") == 0
    text = capsys.readouterr().out
    head, staff, student = text.split("----")[0], text.split("----")[2], text.split("----")[4]
    assert "Simulated in place" in head
    assert "results.json: valid, by our schema and Gradescope's" in head
    assert "Isolation level" in staff
    assert "Autograder score: 1 / 2" in staff
    assert "Total: not shown" in student
    assert "77123" not in student


def test_the_built_zip_gives_the_reference_full_points(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    suite = ROOT / "test_cases"
    built = tmp_path / "autograder.zip"
    built.write_bytes(autograder_bundle(suite).data)
    assert simulated(str(built), str(ROOT / "solution"), "--tier", "2", "--as", "staff") == 0
    points = sum(question.points for question in read_suite(suite).questions)
    assert f"Autograder score: {float(points):g} / {float(points):g}" in capsys.readouterr().out


def test_a_time_out_falls_short(
    tmp_path: Path, solver: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = bundle_of(tmp_path / "b", run="#!/bin/sh\nsleep 300\n")
    assert simulated(str(made), str(solver), "--timeout", "1", "--as", "student") == 1
    text = capsys.readouterr().out
    assert "killed at the time-out" in text
    assert "the platform's own zero" in text
    assert "Your submission timed out" in text


def test_a_failed_build_shows_its_end(
    tmp_path: Path, solver: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = bundle_of(tmp_path / "b", setup="echo no module; exit 1\n")
    assert simulated(str(made), str(solver)) == 1
    assert (
        "The platform's build fails here. Its last lines:\n  no module" in capsys.readouterr().out
    )


def test_results_that_are_not_ours_fall_short(
    bundle: Path, solver: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert simulated(str(bundle), str(solver), "--as", "staff") == 1
    assert "results.json: output: missing" in capsys.readouterr().out


def test_a_run_without_results_falls_short(
    tmp_path: Path, solver: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = bundle_of(tmp_path / "b", run="#!/bin/sh\ntrue\n")
    assert simulated(str(made), str(solver)) == 1
    assert "We did not receive any results" in capsys.readouterr().out


def test_metadata_and_date_decide_what_is_shown(
    tmp_path: Path, solver: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    test = {"name": "a", "score": 1, "visibility": "after_due_date", "output": "it was late"}
    run = f"#!/bin/sh\necho '{json.dumps({'tests': [test]})}' >results/results.json\n"
    made = bundle_of(tmp_path / "b", run=run)
    metadata = tmp_path / "m.json"
    metadata.write_text('{"assignment": {"due_date": "2026-05-01T00:00:00Z"}}')
    common = (str(made), str(solver), "--metadata", str(metadata), "--as", "student", "--at")
    simulated(*common, "2026-04-30")
    assert "it was late" not in capsys.readouterr().out
    simulated(*common, "2026-05-02")
    assert "it was late" in capsys.readouterr().out


@pytest.mark.usefixtures("as_root")
def test_without_a_root_it_runs_in_place_and_says_so(
    bundle: Path, solver: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(bundle.parent))
    simulated(str(bundle), str(solver), "--in", "ubuntu")
    text = capsys.readouterr().out
    assert "There is no root of ubuntu here: It is made by debootstrap" in text
    assert "Simulated in place, on " in text


def test_a_root_that_was_named_has_to_be_there(bundle: Path, solver: Path) -> None:
    with pytest.raises(UsageError, match=r"neither debian nor ubuntu|only as root on Linux"):
        simulated(str(bundle), str(solver), "--in", str(bundle))


def test_kept_folders_are_named(
    bundle: Path, solver: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    simulated(str(bundle), str(solver), "--keep")
    kept = Path(capsys.readouterr().out.rstrip().rpartition(" ")[2])
    assert (kept / "autograder" / "results" / "stdout").exists()
    shutil.rmtree(kept)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere.zip", "."], "There is nothing at nowhere.zip"),
        ([".", "nowhere.py"], "There is nothing at nowhere.py"),
        ([".", ".", "--timeout", "0"], "--timeout is a whole number of seconds, at least 1"),
        ([".", ".", "--at", "soon"], "--at is a date such as 2026-03-01"),
    ],
)
def test_a_wrong_call_is_told(words: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        simulated(*words)


def test_metadata_that_is_not_there_is_told(bundle: Path, solver: Path) -> None:
    with pytest.raises(UsageError, match=r"Can't read no\.json: No such file"):
        simulated(str(bundle), str(solver), "--metadata", "no.json")
