"""Finding what a student handed in: what is taken, what is left out, what is said."""

from __future__ import annotations

import json
import os
import re
import zipfile
from pathlib import Path

import pytest

from grader.errors import SubmissionError, UsageError
from grader.sandbox.submission import MAX_FILES, Submission, find_submission

SOURCE = "def minimax(game, state): ...\n"


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def zipped(path: Path, files: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def solver(submission: Submission) -> bytes:
    (module,) = [module for module in submission.modules if module.name == "solver"]
    return b"".join(source for _, source in module.parts)


def modules(submission: Submission) -> list[str]:
    return sorted(module.name for module in submission.modules)


@pytest.mark.parametrize("place", ["solver.py", "my hw (2)/solver.py"])
def test_folders_are_searched_one_down(tmp_path: Path, place: str) -> None:
    assert solver(find_submission(write(tmp_path, {place: SOURCE}))) == SOURCE.encode()


@pytest.mark.parametrize("place", ["solver.py", "hw/solver.py"])
def test_zips_are_searched_one_down(tmp_path: Path, place: str) -> None:
    noise = {"__MACOSX/._solver.py": "noise", ".DS_Store": "noise"}
    path = zipped(tmp_path / "hw.zip", {place: SOURCE, **noise})
    submission = find_submission(path)
    assert solver(submission) == SOURCE.encode()
    assert modules(submission) == ["solver"]


def test_a_file_that_is_named_is_the_solver(tmp_path: Path) -> None:
    write(tmp_path, {"mine.py": SOURCE})
    assert solver(find_submission(tmp_path / "mine.py")) == SOURCE.encode()


def test_siblings_and_packages_come_along(tmp_path: Path) -> None:
    files = {
        "hw/solver.py": SOURCE,
        "hw/helper.py": "",
        "hw/kit/__init__.py": "",
        "hw/kit/tools.py": "",
        "hw/not-a-module.py": "",
        "other/stranger.py": "",
    }
    submission = find_submission(write(tmp_path, files))
    assert modules(submission) == ["helper", "kit", "kit.tools", "solver"]


def test_modules_beside_a_solver_that_was_named_itself_are_left_out_and_said(
    tmp_path: Path,
) -> None:
    write(tmp_path, {"solver.py": SOURCE, "games.py": "", "pruning.py": "", "more.py": ""})
    submission = find_submission(tmp_path / "solver.py")
    said = "more.py and 1 more beside it was left out: name the folder to take it along."
    assert (modules(submission), submission.notes) == (["solver"], (said,))
    write(tmp_path, {"ada.py": SOURCE})
    assert find_submission(tmp_path / "ada.py").notes == ()


def test_the_courses_games_module_cannot_be_replaced(tmp_path: Path) -> None:
    submission = find_submission(write(tmp_path, {"solver.py": SOURCE, "games.py": "evil"}))
    assert modules(submission) == ["solver"]
    assert submission.notes == ("games.py was left out: the course's own games.py is used.",)


def test_links_are_left_out_and_named(tmp_path: Path) -> None:
    write(tmp_path, {"solver.py": SOURCE})
    (tmp_path / "secrets.py").symlink_to("/etc/passwd")
    submission = find_submission(tmp_path)
    assert modules(submission) == ["solver"]
    assert submission.notes == ("secrets.py is a link and was left out.",)


def test_pipes_are_never_opened(tmp_path: Path) -> None:
    write(tmp_path, {"solver.py": SOURCE})
    os.mkfifo(tmp_path / "helper.py")
    assert modules(find_submission(tmp_path)) == ["solver"]


def test_notebooks_give_their_code_cells(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "code", "source": ["%%bash\n", "rm -rf x"]},
        {"cell_type": "raw", "source": "no"},
        {"cell_type": "code", "source": ["!pip install x\n", "x = 1"]},
    ]
    write(tmp_path, {"hw.ipynb": json.dumps({"cells": cells})})
    submission = find_submission(tmp_path)
    assert solver(submission) == b"# %%bash\n# rm -rf x# !pip install x\nx = 1"
    assert "code cells of hw.ipynb were graded" in submission.notes[0]


def test_solver_goes_before_notebook(tmp_path: Path) -> None:
    submission = find_submission(write(tmp_path, {"solver.py": SOURCE, "hw.ipynb": "{}"}))
    assert submission.notes == ("hw.ipynb was left out: solver.py is graded.",)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "The submission is empty. Hand in a file named solver.py."),
        ({"solver.py": " \n"}, "solver.py is empty. Did you save it"),
        ({"Solver.py": SOURCE}, "Rename Solver.py to solver.py"),
        ({"solver (1).py": SOURCE}, "Rename solver (1).py to solver.py"),
        ({"homework.py": SOURCE}, "Rename homework.py to solver.py"),
        ({"a.txt": "", "b.txt": ""}, "no solver.py among the files handed in (a.txt, b.txt)"),
        ({"a/b/solver.py": SOURCE}, "solver.py is too deep, at a/b/solver.py"),
        ({"a/solver.py": SOURCE, "b/solver.py": SOURCE}, "There are two solvers"),
        ({"a.ipynb": "{}", "b.ipynb": "{}"}, "several notebooks"),
        ({"a.ipynb": "{}"}, "a.ipynb is not a notebook that can be read"),
        ({"a.ipynb": '{"cells": []}'}, "a.ipynb has no code cells"),
        ({"a.ipynb": "[" * 100_000}, "a.ipynb is not a notebook that can be read"),
        ({"solver.py": "#" * (1 << 21)}, "solver.py is larger than 1 MB"),
    ],
)
def test_what_cannot_be_graded_says_why(
    tmp_path: Path, files: dict[str, str], message: str
) -> None:
    with pytest.raises(SubmissionError, match=re.escape(message)):
        find_submission(write(tmp_path, files))


def test_zip_members_cannot_lie_about_their_size(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("solver.py", b"#" * (50 << 20))
    with pytest.raises(SubmissionError, match="larger than 1 MB"):
        find_submission(path)


@pytest.mark.parametrize("content", [b"", b"no zip", b"PK\x05\x06" + b"\0" * 18])
def test_broken_zips_are_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "hw.zip"
    path.write_bytes(content)
    with pytest.raises(SubmissionError, match=r"not a zip file|is empty"):
        find_submission(path)


def test_crowded_folders_are_refused(tmp_path: Path) -> None:
    for number in range(MAX_FILES + 1):
        (tmp_path / f"{number}.txt").touch()
    with pytest.raises(SubmissionError, match=f"more than {MAX_FILES} files"):
        find_submission(tmp_path)


def test_other_kinds_of_file_are_refused(tmp_path: Path) -> None:
    write(tmp_path, {"report.pdf": "x"})
    with pytest.raises(SubmissionError, match=r"no Python file: hand in solver\.py"):
        find_submission(tmp_path / "report.pdf")


def test_a_path_that_is_not_there_is_the_callers_fault(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="does not exist"):
        find_submission(tmp_path / "nowhere")


def test_an_environment_beside_the_solver_is_not_walked(tmp_path: Path) -> None:
    (tmp_path / "solver.py").write_text("x = 1\n")
    packages = tmp_path / "venv" / "lib"
    packages.mkdir(parents=True)
    for number in range(MAX_FILES + 1):
        (packages / f"m{number}.py").touch()
    assert [module.name for module in find_submission(tmp_path).modules] == ["solver"]
