"""Bundles and handouts: the suite as one file, ``grader.pyz``, and that nothing hidden is in them."""

from __future__ import annotations

import ast
import dataclasses
import io
import re
import shutil
import sys
import zipfile
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from grader.authoring import bundle, handout
from grader.authoring.bundle import modules, pyz, suite_json
from grader.authoring.handout import write_handout
from grader.cases import Case, Suite, Visibility, read_suite
from grader.errors import AuthorError, UsageError
from grader.grading.points import allocate, numbers
from grader.tree import GameNode, GameTree, UnfoldedTree

ROOT = Path(__file__).resolve().parents[1]
OURS = ROOT / "test_cases"
SUITE = """
title: Some
support: help.py
secret: nobody-may-know-this
isolation: 5
preload: [zlib]
allow: [zlib]
visibility: after_due_date
questions:
  - {id: q1, title: One, points: 10, cases: q1, visibility: hidden, scoring: by_group}
  - {id: q2, title: Two, points: 5, cases: [two.yaml]}
  - {id: q3, title: Three, points: 2, cases: [three.yaml]}
"""
FIRST = """
id: shown
call: minimax
title: null and 1e3 stay text
visibility: visible
points: 2
group: "no"
tree: {"null": {1: 1e3, yes: 0x, name: -0.50}, name: top}
expect: {value: -1/2, actions: ['1']}
---
id: zebra
call: minimax
title: the quokka is hidden
group: wombat
tree: 918273
expect: {value: 918273}
""".replace("0x", "1/3")
SECOND = "{id: okapi, call: minimax, title: dingo, tree: 5, expect: {value: 5}}"
THIRD = "{call: minimax, visibility: visible, points: 0, tree: 5, expect: {value: 5}}"
MARKERS = ("zebra", "quokka", "wombat", "okapi", "dingo", "918273", "nobody-may", "Two", "hidden")
Plain = object


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    suite = tmp_path / "suite"
    (suite / "q1").mkdir(parents=True)
    for name, text in {
        "suite.yaml": SUITE, "q1/a.yaml": FIRST, "two.yaml": SECOND, "help.py": "x = 1\n",
        "three.yaml": f"{THIRD}\n---\n{SECOND}".replace("{call", "{id: three, call"),
    }.items():  # fmt: skip
        (suite / name).write_text(text.replace("okapi", "okapi-2") if "three" in name else text)
    return suite


def read_json(text: str, folder: Path) -> Suite:
    """The suite in ``text``, read in a folder beside the suite that it was made of."""
    folder.mkdir(exist_ok=True)
    (folder / "suite.json").write_text(text)
    (folder / "games.py").write_bytes((OURS.parent / "assignment" / "games.py").read_bytes())
    return read_suite(folder)


def plain(value: object) -> Plain:
    """Whatever a suite is made of, but for files, lines and folders: nodes are no more than data."""
    if dataclasses.is_dataclass(value) and not isinstance(value, UnfoldedTree | GameNode):
        left_out = {"file", "line", "folder", "support"}
        names = [f.name for f in dataclasses.fields(value) if f.name not in left_out]
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, GameTree | GameNode | Mapping):  # a game's, which is not unfolded for this
        return type(value).__name__
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


def members(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def shares(suite: Suite) -> dict[str, Fraction]:
    return {
        case.id: points
        for question in suite.questions
        for case, points in zip(question.cases, allocate(question), strict=True)
    }


def is_visible(case: Case) -> bool:
    return case.visibility is Visibility.VISIBLE


# --- the suite as one file -------------------------------------------------------------------------


def test_our_suite_as_json_is_the_same_suite(tmp_path: Path) -> None:
    text = suite_json(OURS, handout=False)
    text = text.replace("../assignment/games.py", "games.py")
    shutil.copytree(OURS / "unit", tmp_path / "j" / "unit")
    assert plain(read_json(text, tmp_path / "j")) == plain(read_suite(OURS))


def test_odd_suite_as_json_is_the_same_suite(folder: Path, tmp_path: Path) -> None:
    text = suite_json(folder, handout=False).replace("help.py", "games.py")
    assert plain(read_json(text, tmp_path / "j")) == plain(read_suite(folder))


def test_json_suite_can_be_packed_again(folder: Path, tmp_path: Path) -> None:
    text = suite_json(folder, handout=False).replace("help.py", "games.py")
    read_json(text, tmp_path / "j")
    assert suite_json(tmp_path / "j", handout=False) == text
    assert suite_json(tmp_path / "j", handout=True) == suite_json(folder, handout=True)


def test_handout_has_the_visible_cases_with_their_points(tmp_path: Path) -> None:
    whole, part = read_suite(OURS), read_json(suite_json(OURS, handout=True), tmp_path / "j")
    visible = [case for case in whole.cases if is_visible(case)]
    assert [case.id for case in part.cases] == [case.id for case in visible]
    assert len(visible) < len(whole.cases)
    assert {case.id: shares(whole)[case.id] for case in visible} == shares(part)
    assert {case.id: numbers(whole)[case.id] for case in visible} == numbers(part)
    assert all(is_visible(case) for case in part.cases)


def test_handout_tells_nothing_of_what_is_hidden(folder: Path) -> None:
    text = suite_json(folder, handout=True)
    assert [marker for marker in MARKERS if marker in text] == []
    assert "isolation" not in text
    assert "preload" not in text


def test_question_is_worth_what_its_visible_cases_can_earn(folder: Path, tmp_path: Path) -> None:
    part = read_json(suite_json(folder, handout=True), tmp_path / "j")
    assert [(q.id, q.points) for q in part.questions] == [("q1", Fraction("6.67")), ("q3", 0)]
    assert shares(part) == {"shown": Fraction("6.67"), "three": 0}


def test_suite_without_a_visible_case_is_refused(folder: Path) -> None:
    (folder / "q1" / "a.yaml").write_text(SECOND)
    (folder / "two.yaml").write_text(SECOND.replace("okapi", "b"))
    (folder / "three.yaml").write_text(SECOND.replace("okapi", "c"))
    with pytest.raises(
        UsageError, match=r"No case of the suite in .* is visible, so there is none"
    ):
        suite_json(folder, handout=True)


def test_suite_that_is_too_long_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "MAX_BYTES", 100)
    with pytest.raises(UsageError, match="are over 1 MiB together: too long"):
        suite_json(folder, handout=True)


def test_faults_of_a_suite_are_told_as_ever(folder: Path) -> None:
    (folder / "two.yaml").write_text("call: x\n")
    with pytest.raises(AuthorError, match=r"two\.yaml:1:"):
        pyz(folder)


def test_file_that_changes_meanwhile_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_then_break(path: Path) -> Suite:
        suite = read_suite(path)
        (path / "two.yaml").write_text("- a\n")
        return suite

    monkeypatch.setattr(bundle, "read_suite", read_then_break)
    with pytest.raises(UsageError, match=r"two\.yaml has changed while it was read\. Try again\."):
        suite_json(folder, handout=False)


def test_file_that_is_gone_meanwhile_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_then_delete(path: Path) -> Suite:
        suite = read_suite(path)
        (path / "two.yaml").unlink()
        return suite

    monkeypatch.setattr(bundle, "read_suite", read_then_delete)
    with pytest.raises(UsageError, match=r"Can't read two\.yaml again: No such file"):
        suite_json(folder, handout=False)


# --- grader.pyz ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ours() -> bytes:
    return pyz(OURS)


def test_same_suite_gives_the_same_bytes(ours: bytes) -> None:
    assert pyz(OURS) == ours


def test_bundle_holds_what_a_check_imports_and_no_more() -> None:
    rooms = {name.split(".")[1] for name in modules() if "." in name}
    assert rooms == {
        "cases", "checks", "child", "cli", "diagnosis", "draw", "errors", "grading", "report",
        "sandbox", "search", "tree",
    }  # fmt: skip
    assert {name for name in modules() if name.startswith("grader.cli")} == {
        "grader.cli", "grader.cli.local",
    }  # fmt: skip
    assert "grader.child.primitives" not in modules()
    assert "grader.sandbox.attempts" not in modules()


def test_bundle_imports_the_standard_library_and_itself(ours: bytes) -> None:
    allowed = {*sys.stdlib_module_names, "grader", "games", "yaml"}
    for name, source in members(ours).items():
        if name.endswith(".py"):
            imported = {
                (node.module if isinstance(node, ast.ImportFrom) else node.names[0].name) or ""
                for node in ast.walk(ast.parse(source))
                if isinstance(node, ast.Import | ast.ImportFrom)
            }
            assert {module.partition(".")[0] for module in imported} <= allowed, name
            assert name == "grader/cases/compose.py" or "yaml" not in imported


def test_hidden_cases_appear_nowhere_in_the_bundle(ours: bytes) -> None:
    everything = b"\n".join(members(ours).values()).decode()
    hidden = [case for case in read_suite(OURS).cases if not is_visible(case)]
    assert hidden
    for case in hidden:
        assert not re.search(rf"(?<![\w-]){re.escape(case.id)}(?![\w-])", everything)
        assert case.title not in everything


def test_bundle_has_the_support_module_as_it_is(folder: Path) -> None:
    assert members(pyz(folder))["suite/games.py"] == (folder / "help.py").read_bytes()


def test_support_module_that_cannot_be_read_is_told(folder: Path) -> None:
    (folder / "suite.yaml").write_text(SUITE.replace("support: help.py", ""))
    with pytest.raises(UsageError, match=r"Can't read the suite's support module: .*games\.py"):
        pyz(folder)


# --- the handout's folder --------------------------------------------------------------------------

Make = Callable[..., Path]


@pytest.fixture
def make(folder: Path, tmp_path: Path) -> Make:
    def make_handout(**more: object) -> Path:
        out = tmp_path / "place" / "handout"
        write_handout(out, suite=folder, stubs="stubs", readme="# read", **more)  # type: ignore[arg-type]
        return out

    return make_handout


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_handout_has_its_files_and_nothing_else(make: Make, folder: Path) -> None:
    out = make()
    assert names(out) == ["README.md", "games.py", "grader.pyz", "solver.py"]
    assert (out / "solver.py").read_text() == "stubs"
    assert (out / "README.md").read_text() == "# read"
    assert (out / "grader.pyz").read_bytes() == pyz(folder)
    assert names(out.parent) == ["handout"]
    assert out.stat().st_mode & 0o777 == 0o755


def test_page_is_made_of_the_readme_by_the_renderer(make: Make) -> None:
    out = make(render=lambda text: f"<p>{text}</p>")
    assert (out / "README.html").read_text() == "<p># read</p>"


def test_renderer_that_fails_leaves_nothing(make: Make, tmp_path: Path) -> None:
    def fail(text: str) -> str:
        raise KeyError(text)

    with pytest.raises(KeyError):
        make(render=fail)
    assert not (tmp_path / "place" / "handout").exists()


def test_disk_that_fails_leaves_nothing(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(made: Path, out: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(handout, "_put", fail)
    with pytest.raises(
        UsageError, match=r"Can't write the handout to .*: No space left on device\."
    ):
        make()
    assert names(tmp_path / "place") == []


def test_handout_that_is_there_is_kept(make: Make) -> None:
    (make() / "solver.py").write_text("my work")
    with pytest.raises(UsageError, match=r"is there already\. Choose another folder, or say to"):
        make()
    with pytest.raises(UsageError):
        make(replace=False)
    assert names(make(replace=True).parent) == ["handout"]


def test_folder_with_other_files_is_never_replaced(make: Make) -> None:
    out = make()
    (out / "thesis.tex").write_text("")
    with pytest.raises(UsageError, match=r"holds thesis\.tex, which is no part of a handout\."):
        make(replace=True)


def test_file_or_link_is_never_replaced(make: Make, tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()
    (place / "handout").symlink_to(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="is there already and is no folder"):
        make(replace=True)


def test_empty_folder_is_filled(make: Make, tmp_path: Path) -> None:
    (tmp_path / "place" / "handout").mkdir(parents=True)
    assert "grader.pyz" in names(make())


def test_former_handout_comes_back_where_renaming_fails(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = make()
    (out / "solver.py").write_text("former")
    rename = Path.rename

    def fail_once(path: Path, target: Path) -> Path:
        if path.name.startswith(".handout-"):
            raise OSError(5, "Input/output error")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fail_once)
    with pytest.raises(UsageError, match="Can't write the handout to"):
        make(replace=True)
    assert (out / "solver.py").read_text() == "former"
    assert names(out.parent) == ["handout"]
