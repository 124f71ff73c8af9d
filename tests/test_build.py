"""Both bundles: what is in them, that they are whole or not there, the same bytes anywhere, and run."""

from __future__ import annotations

import argparse
import json
import re
import shutil
import stat
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from leaks.material import SECRET, copy_kit
from playing import ROOT
from suites import BINS, REFERENCE

from grader.authoring.record import record_suite
from grader.cases import read_suite
from grader.cli import build as command
from grader.errors import UsageError
from grader.gradescope import build as building
from grader.gradescope import build_bundle as bundling
from grader.gradescope.build import Build, adequate, build, verified
from grader.gradescope.build_bundle import autograder_bundle, pack
from grader.gradescope.build_check import main as check
from grader.gradescope.leaks import Finding
from grader.report.schema import problems

SYSTEM_PYTHON = "/usr/bin/python3"
SUITE = """\
title: small
secret: nobody may know of this
support: ../assignment/games.py
questions:
  - {id: q, title: Q, points: 10, cases: c}
"""
CASES = f"""\
id: shown
call: minimax
title: three bins
tree: {BINS}
expect: {{value: 3, actions: [A]}}
---
id: quokka-in-hiding
call: minimax
title: nobody sees this animal
visibility: hidden
tree: {{agent: {{A: {{opp: {{1: 44, 2: 51}}}}, B: {{opp: {{1: 38, 2: 97}}}}}}}}
expect: {{value: 44, actions: [A]}}
"""


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    """A small suite with its assignment beside it, as recorded."""
    shutil.copytree(ROOT / "assignment", tmp_path / "kit" / "assignment",
                    ignore=shutil.ignore_patterns("__pycache__"))  # fmt: skip
    cases = tmp_path / "kit" / "test_cases"
    (cases / "c").mkdir(parents=True)
    (cases / "suite.yaml").write_text(SUITE)
    (cases / "c" / "a.yaml").write_text(CASES)
    record_suite(cases, REFERENCE)
    return tmp_path / "kit"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundles of the real suite, with a secret in it."""
    folder = tmp_path_factory.mktemp("real")
    copied = copy_kit(folder / "kit")
    made = build(copied / "test_cases", copied / "solution", folder / "dist", gates=())
    assert made.leaks == (), "the clean build raises no alarm"
    return folder / "dist"


@pytest.fixture
def unpacked(built: Path, tmp_path: Path) -> Path:
    """The folders of the platform, with the bundle in ``source``."""
    root = tmp_path / "autograder"
    with zipfile.ZipFile(built / "autograder.zip") as archive:
        for info in archive.infolist():
            path = Path(archive.extract(info, root / "source"))
            path.chmod(info.external_attr >> 16 & 0o777)
    shutil.copy(root / "source" / "run_autograder", root)
    (root / "submission").mkdir()
    return root


def quickly(kit: Path, out: Path, **options: Any) -> Build:
    """Build with the small suite, without a page and without playing every known mistake."""
    options = {"gates": (verified,), "page": False, **options}
    return build(kit / "test_cases", REFERENCE, out, **options)


def members(archive: Path) -> Iterator[zipfile.ZipInfo]:
    with zipfile.ZipFile(archive) as opened:
        yield from opened.infolist()


def read(archive: Path, name: str) -> bytes:
    with zipfile.ZipFile(archive) as opened:
        return opened.read(name)


def names(archive: Path) -> set[str]:
    return {info.filename for info in members(archive)}


# ------------------------------------------------------------------------------------- contents


def test_scripts_lie_at_the_root(built: Path) -> None:
    top = {name.partition("/")[0] for name in names(built / "autograder.zip")}
    assert top == {"setup.sh", "run_autograder", "grader", "test_cases", "gradescope_utils"}


def test_only_scripts_can_be_executed(built: Path) -> None:
    modes = {info.filename: info.external_attr >> 16 for info in members(built / "autograder.zip")}
    executable = {name for name, mode in modes.items() if mode == stat.S_IFREG | 0o755}
    assert executable == {"setup.sh", "run_autograder"}
    assert {modes[name] for name in modes.keys() - executable} == {stat.S_IFREG | 0o644}


def test_no_member_has_windows_line_ends(built: Path) -> None:
    with zipfile.ZipFile(built / "autograder.zip") as archive:
        assert not [name for name in archive.namelist() if b"\r" in archive.read(name)]


def test_windows_line_ends_of_a_checkout_are_mended(kit: Path) -> None:
    support = kit / "assignment" / "games.py"
    support.write_bytes(support.read_bytes().replace(b"\n", b"\r\n"))
    assert b"\r\n" not in autograder_bundle(kit / "test_cases").data


def test_order_and_dates_are_fixed(built: Path) -> None:
    for name in ("autograder.zip", "handout.zip"):
        listed = [info.filename for info in members(built / name)]
        assert listed == sorted(listed)
        assert {info.date_time for info in members(built / name)} == {(1980, 1, 1, 0, 0, 0)}


def test_scripts_name_their_interpreter(built: Path) -> None:
    for name in ("setup.sh", "run_autograder"):
        assert read(built / "autograder.zip", name).startswith(b"#!/usr/bin/env bash\n")


def test_all_cases_and_the_secret_are_for_the_grader(built: Path) -> None:
    suite = json.loads(read(built / "autograder.zip", "test_cases/suite.json"))
    assert suite["secret"] == SECRET
    packed = [case["id"] for question in suite["questions"] for case in question["cases"]]
    assert "mm-99-odd" in packed
    assert len(packed) == len(read_suite(ROOT / "test_cases").cases) + 1


def test_support_module_lies_beside_the_cases(built: Path) -> None:
    suite = json.loads(read(built / "autograder.zip", "test_cases/suite.json"))
    assert suite["support"] == "games.py"
    games = (ROOT / "assignment" / "games.py").read_bytes()
    assert read(built / "autograder.zip", "test_cases/games.py") == games


def test_nothing_is_packed_that_does_not_run(built: Path) -> None:
    odd = re.compile(r"solution|tests/|authoring|\.git|\.pyc|\.yaml|primitives|cli/")
    assert [name for name in names(built / "autograder.zip") if odd.search(name)] == []


def test_handout_is_one_folder(built: Path) -> None:
    assert names(built / "handout.zip") == {
        f"handout/{name}"
        for name in ("solver.py", "games.py", "README.md", "README.html", "grader.pyz")
    }


def test_unit_tests_bring_what_they_import(kit: Path) -> None:
    suite = kit / "test_cases" / "suite.yaml"
    suite.write_text(suite.read_text() + "unit: unit\n")
    (suite.parent / "unit").mkdir()
    (suite.parent / "unit" / "test_a.py").write_text("from grader.cases import Call\n")
    packed = autograder_bundle(kit / "test_cases").sizes
    assert {"test_cases/unit/test_a.py", "grader/gradescope/unit_child.py"} <= packed.keys()
    assert "gradescope_utils/autograder_utils/decorators.py" in packed


def test_unit_tests_need_their_package_here(kit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    suite = kit / "test_cases" / "suite.yaml"
    suite.write_text(suite.read_text() + "unit: unit\n")
    (suite.parent / "unit").mkdir()
    (suite.parent / "unit" / "test_a.py").touch()
    monkeypatch.setattr(bundling, "_UNIT_PROJECT", "no-such-project-at-all")
    with pytest.raises(UsageError, match="unit tests need no-such-project-at-all, which is not"):
        autograder_bundle(suite.parent)


def test_unit_tests_that_are_no_python_are_the_authors_fault(kit: Path) -> None:
    suite = kit / "test_cases" / "suite.yaml"
    suite.write_text(suite.read_text() + "unit: unit\n")
    (suite.parent / "unit").mkdir()
    (suite.parent / "unit" / "test_a.py").write_text("def :")
    with pytest.raises(UsageError, match=r"test_a\.py is not Python: invalid syntax"):
        autograder_bundle(suite.parent)


# --------------------------------------------------------------------------------- determinism

PRINT_DIGESTS = """
import sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from grader.authoring.course import make_handout
from grader.gradescope.build_bundle import autograder_bundle, handout_bundle
here = Path(sys.argv[1])
make_handout(here / "test_cases", here / "made")
print(autograder_bundle(here / "test_cases").digest, handout_bundle(here / "made").digest)
"""


def digests(tree: Path, environment: dict[str, str], umask: int) -> str:
    """What a copy of this project, at another place, would build."""
    for name in ("grader", "assignment", "test_cases"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-c", PRINT_DIGESTS, str(tree)]
    done = subprocess.run(
        command, cwd=tree, env=environment, capture_output=True, text=True, umask=umask
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_two_clones_build_the_same_bytes(tmp_path: Path) -> None:
    one = digests(tmp_path / "one", {"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo"}, 0o022)
    two = digests(tmp_path / "a" / "second", {"PYTHONHASHSEED": "2", "LC_ALL": "C"}, 0o077)
    assert one == two


def test_order_of_files_does_not_matter() -> None:
    one = pack("a.zip", {"b": b"1", "a": b"2", "setup.sh": b"3"})
    assert one == pack("a.zip", {"setup.sh": b"3", "a": b"2", "b": b"1"})


# ----------------------------------------------------------------------------- whole or not at all


def test_a_drift_keeps_it_from_being_built(kit: Path, tmp_path: Path) -> None:
    file = kit / "test_cases" / "c" / "a.yaml"
    file.write_text(file.read_text().replace("value: 3,", "value: 4,"))
    made = quickly(kit, tmp_path / "out" / "dist")
    assert made.bundles == ()
    assert made.faults[0].startswith("verify: c/a.yaml:5:")
    assert not (tmp_path / "out").exists()


def test_force_builds_in_spite_of_a_drift(
    kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "scan", lambda *_: ())
    file = kit / "test_cases" / "c" / "a.yaml"
    file.write_text(file.read_text().replace("value: 3,", "value: 4,"))
    made = quickly(kit, tmp_path / "dist", force=True)
    assert made.faults
    assert sorted(path.name for path in (tmp_path / "dist").iterdir()) == [
        "autograder.zip", "handout.zip",
    ]  # fmt: skip


def test_a_mistake_that_no_case_catches_is_told(kit: Path) -> None:
    told = list(adequate(kit / "test_cases", REFERENCE))
    assert [line for line in told if line.startswith("adequacy: q: no case catches ")]


def test_a_function_with_laws_alone_is_told(kit: Path) -> None:
    (kit / "test_cases" / "c" / "a.yaml").write_text(
        "id: law\ncall: minimax\nproperty: adding\ntrees: {count: 1}\nexpect: {property: [1]}\n"
    )
    assert list(adequate(kit / "test_cases", REFERENCE)) == [
        "adequacy: law: minimax has laws alone; write a case of it, too"
    ]


def test_gates_stop_at_the_first_with_a_fault(kit: Path, tmp_path: Path) -> None:
    def first(_folder: Path, _solution: Path) -> Iterator[str]:
        yield "no"

    def second(_folder: Path, _solution: Path) -> Iterator[str]:
        raise AssertionError("it is not asked")

    assert quickly(kit, tmp_path / "dist", gates=(first, second)).faults == ("no",)


def test_a_leak_keeps_it_from_being_built(kit: Path, tmp_path: Path) -> None:
    readme = kit / "assignment" / "README.md"
    readme.write_text(readme.read_text() + "\n<!-- see quokka-in-hiding -->\n")
    made = quickly(kit, tmp_path / "dist")
    assert made.bundles == ()
    assert str(made.leaks[0]) == (
        "handout.zip!handout/README.md: the id of hidden case quokka-in-hiding"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["kit"]


def test_a_reference_among_the_students_files_is_a_leak(kit: Path, tmp_path: Path) -> None:
    support = kit / "assignment" / "games.py"
    text = (REFERENCE / "pruning.py").read_text().partition("INFINITY")[2]
    support.write_text(f"{support.read_text()}\nINFINITY{text}")
    made = quickly(kit, tmp_path / "dist")
    assert made.bundles == ()
    assert "handout.zip!handout/games.py: code of the reference, pruning.py: _mean_within" in {
        str(leak) for leak in made.leaks
    }


def test_what_must_not_be_in_the_autograder_is_told(
    kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = pack("handout.zip", {"a.txt": b"nothing"})
    monkeypatch.setattr(building, "handout_bundle", lambda _: wanted)
    extra = pack("autograder.zip", {"solver.py": (REFERENCE / "solver.py").read_bytes()})
    monkeypatch.setattr(building, "autograder_bundle", lambda _: extra)
    found = {str(leak) for leak in quickly(kit, tmp_path / "dist").leaks}
    assert "autograder.zip!solver.py: code of the reference, solver.py: simulate" in found


def test_a_failure_leaves_nothing_behind(
    kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(building, "_put", fail)
    monkeypatch.setattr(building, "scan", lambda *_: ())
    with pytest.raises(UsageError, match=r"Can't write the bundles to .*dist: No space left"):
        quickly(kit, tmp_path / "dist")
    assert [path.name for path in tmp_path.iterdir()] == ["kit"]


def test_former_bundles_come_back_after_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, ready, attic = (tmp_path / name for name in ("out", "ready", "attic"))
    for folder in (out, ready, attic):
        folder.mkdir()
    (out / "handout.zip").write_text("former")
    for name in ("autograder.zip", "handout.zip"):
        (ready / name).write_text("new")
    rename = Path.rename

    def fail_at_the_last(self: Path, target: Path) -> Path:
        if self == ready / "handout.zip":
            raise OSError(5, "Input/output error")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", fail_at_the_last)
    with pytest.raises(OSError, match="Input/output error"):
        building._put(ready, out, attic)
    assert {path.name: path.read_text() for path in out.iterdir()} == {"handout.zip": "former"}


def test_new_bundles_take_the_place_of_former_ones(
    kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "dist"
    out.mkdir()
    for name in ("autograder.zip", "notes.txt"):
        (out / name).write_text("former")
    monkeypatch.setattr(building, "scan", lambda *_: ())
    made = quickly(kit, out)
    assert (out / "autograder.zip").read_bytes() == made.bundles[0].data
    assert (out / "notes.txt").read_text() == "former"


def test_a_file_in_the_way_is_left_alone(kit: Path, tmp_path: Path) -> None:
    (tmp_path / "dist").write_text("mine")
    with pytest.raises(UsageError, match="dist is there already and is no folder"):
        quickly(kit, tmp_path / "dist")
    assert (tmp_path / "dist").read_text() == "mine"


# -------------------------------------------------------------------------------- as it runs there


def bare_python(folder: Path) -> str:
    """An interpreter that finds no installed package, the system's where there is one."""
    found = SYSTEM_PYTHON if is_new_enough(SYSTEM_PYTHON) else sys.executable
    script = folder / "python"
    script.write_text(f'#!/bin/sh\nexec {found} -S "$@"\n')
    script.chmod(0o755)
    return str(script)


def is_new_enough(python: str) -> bool:
    test = "import sys; sys.exit(sys.version_info < (3, 10))"
    return Path(python).exists() and subprocess.run([python, "-c", test]).returncode == 0


def bash(
    root: Path, script: str, *words: str, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run a script of the bundle as the platform does, with next to nothing in the environment."""
    return subprocess.run(
        ["/usr/bin/env", "-i", *(f"{key}={value}" for key, value in variables.items()),
         f"AUTOGRADER_ROOT={root}", "bash", str(root / script), *words],
        cwd=root, capture_output=True, text=True, timeout=300,
    )  # fmt: skip


def test_reference_is_full_without_any_package(unpacked: Path, tmp_path: Path) -> None:
    python = bare_python(tmp_path)
    made = bash(unpacked, "source/setup.sh", PYTHON=python)
    assert made.returncode == 0, made.stderr
    assert "nothing had to be installed" in made.stdout
    for path in REFERENCE.glob("*.py"):
        shutil.copy(path, unpacked / "submission")
    done = bash(unpacked, "run_autograder", PYTHON=python)
    assert done.returncode == 0, done.stderr
    results = json.loads((unpacked / "results" / "results.json").read_bytes())
    assert problems(results) == []
    assert results["score"] == 110  # with the extra credit
    tests = {test["name"]: test for test in results["tests"]}
    assert {test["status"] for test in tests.values()} == {"passed"}
    assert any("Every function of the handout keeps its type hints" in name for name in tests)
    assert {column["name"] for column in results["leaderboard"]} == {
        "Nodes that ordered alpha-beta visits",
        "Games of tic-tac-toe won",
    }


def test_an_interpreter_is_found(unpacked: Path) -> None:
    if not is_new_enough(SYSTEM_PYTHON):
        pytest.skip("this system has no Python of its own that is new enough")
    found = bash(unpacked, "run_autograder", "--python")
    assert is_new_enough(found.stdout.strip()), found.stderr


def test_setup_fails_without_a_new_enough_interpreter(unpacked: Path) -> None:
    made = bash(unpacked, "source/setup.sh", PYTHON="/bin/false")
    assert made.returncode != 0
    assert "No Python of 3.10 or later is on this image." in made.stderr


def test_setup_fails_where_a_package_is_missing(
    unpacked: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    suite = unpacked / "source" / "test_cases" / "suite.json"
    suite.write_text(suite.read_text().replace('"allow": []', '"allow": ["not_there_at_all"]'))
    assert check(unpacked / "source") == 1
    assert "suite.yaml names not_there_at_all, which this image does not" in capsys.readouterr().err


def test_setup_fails_where_cases_cannot_be_read(
    unpacked: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (unpacked / "source" / "test_cases" / "suite.json").write_text("{")
    assert check(unpacked / "source") == 1
    assert "setup: the suite can't be read:\n" in capsys.readouterr().err


def test_setup_says_what_it_found(unpacked: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(unpacked / "source") == 0
    cases = len(read_suite(ROOT / "test_cases").cases) + 1
    assert capsys.readouterr().out.startswith(f"setup: ready, {cases} cases, Python 3.")


def test_handout_checks_the_reference(built: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(built / "handout.zip") as archive:
        archive.extractall(tmp_path)
    for path in REFERENCE.glob("*.py"):
        shutil.copy(path, tmp_path / "handout")
    command = [sys.executable, "-I", "-S", "grader.pyz", "--brief", "q5-minimax"]
    done = subprocess.run(command, cwd=tmp_path / "handout", capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


# ------------------------------------------------------------------------------------ command line


def run(*words: object) -> int:
    """``grader build``, which may not be registered yet."""
    parser = argparse.ArgumentParser()
    command.add_parser(parser)
    return command.run(parser.parse_args([str(word) for word in words]))


def test_command_refuses_and_says_what_to_do(
    kit: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = kit / "test_cases" / "c" / "a.yaml"
    file.write_text(file.read_text().replace("value: 3,", "value: 4,"))
    out = tmp_path / "dist"
    words = ("--suite", kit / "test_cases", "--solution", REFERENCE, "--out", out, "--no-page")
    assert run(*words) == 1
    printed = capsys.readouterr().out
    assert "the expectation was edited" in printed
    assert f"Nothing was built, and {out} is as it was." in printed


def test_command_lists_contents_sizes_and_digests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = pack("autograder.zip", {"setup.sh": b"x" * 2000, "grader/a.py": b"y"})
    monkeypatch.setattr(building, "build", lambda *_, **__: Build(bundles=(bundle,)))
    assert run("--suite", ROOT / "test_cases", "--out", "there") == 0
    lines = capsys.readouterr().out.splitlines()
    assert f"{Path('there', 'autograder.zip')}: 2 files, 2 kB" in lines
    assert f"  sha256 {bundle.digest}" in lines
    assert {"  setup.sh  2 kB", "  grader/  1 modules, 1 B"} <= set(lines)


def test_command_tells_leaks_and_how_many_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    leaks = tuple(Finding(path=f"{at}", what="a secret") for at in range(50))
    bundle = pack("autograder.zip", {"setup.sh": b"x"})
    monkeypatch.setattr(building, "build", lambda *_, **__: Build(leaks=leaks, bundles=(bundle,)))
    assert run("--suite", ROOT / "test_cases", "--force") == 1
    printed = capsys.readouterr().out
    assert "leak: 0: a secret\n" in printed
    assert "... and 10 more." in printed
    assert "Built in spite of what is said above." in printed
