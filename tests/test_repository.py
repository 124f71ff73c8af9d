"""Laws of the repository itself: its scripts, locks and documents, and what no file may name."""

from __future__ import annotations

import ast
import os
import re
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

import grader
from grader.cases import read_suite

ROOT = Path(__file__).resolve().parent.parent
SET_UP_AND_GRADE = "bash setup.sh && .venv/bin/grader grade solution"
SET_UP_AND_TEST = "bash setup.sh --test && scripts/check"
VERSIONS = ["3.10", "3.11", "3.12", "3.13"]
LOCKS = ["requirements.lock", "requirements-test.lock"]

# Written so that no pattern matches its own text.
HOME_FOLDER = re.compile(r"/(?:home|Users)/[A-Za-z]\w*/|/ro{2}t/[.\w]")
REGISTRY_HOST = re.compile(
    r"\b(?:pypi\.org|pythonhosted\.org|npmjs\.(?:com|org)|registry\.yarnpkg\.com"
    r"|(?:deb|security)\.debian\.org|(?:archive|security)\.ubuntu\.com)"
)
PIN = re.compile(r"^(?P<name>[a-z0-9-]+)==(?P<version>\S+)(?: ; (?P<marker>.+?))? \\$")
HASH = re.compile(r"^    --hash=sha256:[0-9a-f]{64}(?: \\)?$")
TOOL_FOLDERS = re.compile(
    r"^(?:\.git|\.venv|\.hypothesis|dist|__pycache__|\..*_cache|.*\.egg-info)$"
)


def walk_tree(folder: Path) -> list[Path]:
    """List the files of an exported tree, without what tools leave in it."""
    found: list[Path] = []
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not path.is_symlink():
            if not TOOL_FOLDERS.match(path.name):
                found += walk_tree(path)
        elif not path.name.startswith(".coverage") and path != ROOT / "results.json":
            found.append(path)
    return found


def list_files() -> list[Path]:
    """List what is or could be committed: git's word where there is git, else the whole tree."""
    if not (ROOT / ".git").exists():
        return walk_tree(ROOT)
    command = [
        "git",
        "-C",
        str(ROOT),
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]
    try:
        listed = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return walk_tree(ROOT)
    paths = [ROOT / name for name in listed.split("\0") if name]
    return [path for path in paths if path.is_file()]


FILES = list_files()


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def lines_that_name(pattern: re.Pattern[str]) -> list[str]:
    found = []
    for path in FILES:
        text = path.read_bytes().decode("utf-8", errors="replace")
        for number, line in enumerate(text.splitlines(), start=1):
            if pattern.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}")
    return found


def shell_scripts() -> list[Path]:
    """List the files that a shell runs, by their name or their first line."""
    first_line = re.compile(rb"^#!.*\b(?:ba)?sh\b")
    return [path for path in FILES if path.suffix == ".sh" or first_line.match(path.read_bytes())]


def pins(name: str) -> dict[tuple[str, str], str]:
    """Read a lock: the version by package and environment marker."""
    matches = [PIN.match(line) for line in read(name).splitlines()]
    return {(m["name"], m["marker"] or ""): m["version"] for m in matches if m}


def requirements(heading: str) -> set[str]:
    """Read the names of one list of pyproject.toml (3.10 has no TOML reader)."""
    text = read("pyproject.toml")
    block = re.search(rf"^{heading} = \[(.*?)\]$", text, re.MULTILINE | re.DOTALL)
    assert block is not None, f"pyproject.toml has no list named {heading}"
    return {name.lower() for name in re.findall(r'"([\w-]+)(?:\[\w+\])?[>=<]', block[1])}


def test_the_list_of_files_is_whole() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in FILES}
    assert {"setup.sh", "pyproject.toml", ".ci/run", "grader/__init__.py"} <= names
    assert not [name for name in names if name.startswith((".venv/", ".git/"))]


def test_the_walk_finds_what_git_lists() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("an exported tree: there is no git to compare with")
    assert set(FILES) <= set(walk_tree(ROOT))


def test_no_file_names_a_home_folder() -> None:
    assert lines_that_name(HOME_FOLDER) == []


def test_no_file_names_a_registry_host() -> None:
    assert lines_that_name(REGISTRY_HOST) == []


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (HOME_FOLDER, "/".join(["", "home", "ada", "solver.py"])),
        (HOME_FOLDER, "/".join(["", "root", ".pyenv"])),
        (REGISTRY_HOST, "https://" + ".".join(["pypi", "org"]) + "/simple"),
    ],
)
def test_forbidden_names_are_recognised(pattern: re.Pattern[str], text: str) -> None:
    assert pattern.search(text)


@pytest.mark.parametrize("path", shell_scripts(), ids=lambda path: path.name)
def test_shell_script_starts_and_stops_safely(path: Path) -> None:
    text = path.read_bytes()
    assert b"\r" not in text
    assert text.startswith(b"#!")
    assert b"\nset -euo pipefail\n" in text
    assert os.access(path, os.X_OK), f"chmod +x {path.name}"


def test_every_entry_script_is_a_shell_script() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in shell_scripts()}
    assert {"setup.sh", ".ci/run", "scripts/check", "scripts/lock", "scripts/matrix"} <= names


@pytest.mark.parametrize("path", shell_scripts(), ids=lambda path: path.name)
def test_shell_script_parses(path: Path) -> None:
    done = subprocess.run(["bash", "-n", str(path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_package_says_what_it_is() -> None:
    packages = [path for path in FILES if path.name == "__init__.py"]
    silent = [
        str(path.relative_to(ROOT))
        for path in packages
        if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert packages
    assert silent == []


@pytest.mark.parametrize("command", [SET_UP_AND_GRADE, SET_UP_AND_TEST])
def test_readme_command_is_what_ci_runs(command: str) -> None:
    assert f"run '{command}'\n" in read(".ci/run")
    assert re.search(rf"^\s*(?:\$ )?{re.escape(command)}\s*$", read("README.md"), re.MULTILINE)


@pytest.mark.parametrize("name", LOCKS)
def test_lock_is_pins_and_hashes_only(name: str) -> None:
    body = [line for line in read(name).splitlines() if not line.startswith("#")]
    strange = [line for line in body if not PIN.match(line) and not HASH.match(line)]
    assert strange == []
    bare = [pin for pin, after in pairwise(body) if PIN.match(pin) and not HASH.match(after)]
    assert bare == []
    assert HASH.match(body[-1])


@pytest.mark.parametrize("name", LOCKS)
def test_lock_names_no_url(name: str) -> None:
    assert "://" not in read(name)


def test_locks_pin_what_pyproject_needs() -> None:
    locked = {name for name, _ in pins("requirements.lock")}
    locked_for_tests = {name for name, _ in pins("requirements-test.lock")}
    assert requirements("dependencies") <= locked
    assert requirements("dependencies") | requirements("test") <= locked_for_tests


def test_checks_run_with_what_users_get() -> None:
    assert pins("requirements.lock").items() <= pins("requirements-test.lock").items()


def test_lowest_python_is_the_same_everywhere() -> None:
    lowest = VERSIONS[0]
    project = read("pyproject.toml")
    assert f'requires-python = ">={lowest}"' in project
    assert f'target-version = "py{lowest.replace(".", "")}"' in project
    assert f'python_version = "{lowest}"' in project
    assert f"sys.version_info < ({lowest.replace('.', ', ')})" in read("setup.sh")
    assert f"--python-version {lowest} " in read("scripts/lock")


def test_matrix_runs_every_supported_python() -> None:
    assert f"versions=({' '.join(VERSIONS)})" in read("scripts/matrix")


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_document_says_which_pythons(name: str) -> None:
    assert re.search(rf"{VERSIONS[0]} to {VERSIONS[-1]}".replace(".", r"\."), read(name))


def test_console_script_is_pyprojects() -> None:
    entry = re.search(r'^grader = "([\w.]+):(\w+)"$', read("pyproject.toml"), re.MULTILINE)
    assert entry is not None
    assert f"from {entry[1]} import {entry[2]}" in read("setup.sh")


def test_pytest_finds_the_plugin_that_pyproject_names() -> None:
    (entry,) = re.findall(r'^"(grader\.\w+)" = "\1"$', read("pyproject.toml"), re.MULTILINE)
    assert f"[pytest11]\\n{entry} = {entry}\\n" in read("setup.sh")


def test_readme_says_how_many_cases_there_are() -> None:
    unit = sum(
        text.read_text().count("    def test_") for text in ROOT.glob("test_cases/unit/*.py")
    )
    cases = len(read_suite(ROOT / "test_cases").cases) + unit
    assert f"{cases} of {cases} cases passed." in read("README.md")


def test_version_is_the_same_everywhere() -> None:
    assert f'version = "{grader.__version__}"' in read("pyproject.toml")
    assert f"## {grader.__version__}" in read("CHANGELOG.md")
