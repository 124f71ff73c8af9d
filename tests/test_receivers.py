"""JUnit XML, CSV and GitHub annotations say what results.json says, and can be read."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader import cli
from grader.grading.grade import Verdict
from grader.report.github import LONGEST, annotate, pause, resume, source_of
from grader.report.junit import junit
from grader.report.table import COLUMNS, table

Results = dict[str, Any]


def entry(verdict: Verdict = Verdict.PASSED, **changes: Any) -> Results:
    passed = verdict is Verdict.PASSED
    more = {"case": "c1", "question": "q1", "call": "minimax", "verdict": verdict.value}
    return {
        "number": "1.01",
        "name": "the first",
        "score": 1.5 if passed else 0.0,
        "max_score": 1.5,
        "status": "passed" if passed else "failed",
        "visibility": "visible",
        "output": "said of it",
        "extra_data": {**more, **changes.pop("extra", {})},
        **changes,
    }


def results(*tests: Results, output: str = "Points: 1 of 2 points.\n\nMinimax") -> Results:
    return {"score": 1.0, "output": output, "tests": list(tests)}


TWO = results(entry(), entry(Verdict.WRONG, visibility="hidden", extra={"case": "secret"}))


def parsed(found: Results, **rest: bool) -> ET.Element:
    return ET.fromstring(junit(found, title="T & <U>", **rest).encode())


# --- JUnit -------------------------------------------------------------------------------------------


def test_junit_counts_and_groups_by_question() -> None:
    root = parsed(
        results(
            entry(),
            entry(Verdict.WRONG),
            entry(Verdict.NOT_RUN, extra={"question": "q2"}),
            entry(Verdict.GRADER_ERROR, extra={"question": "q2"}),
        )
    )
    assert root.attrib == {"name": "T & <U>", "tests": "4", "failures": "1", "errors": "2"}
    assert [(s.get("name"), s.get("tests"), s.get("errors")) for s in root] == [
        ("q1", "2", "0"),
        ("q2", "2", "2"),
    ]


def test_junit_says_what_is_wrong_and_why() -> None:
    (case,) = parsed(results(entry(Verdict.TIMED_OUT))).iter("testcase")
    (failure,) = case.iter("failure")
    assert (case.get("classname"), case.get("name")) == ("q1", "c1")
    assert failure.attrib == {"type": "TIMED_OUT", "message": "the first: timed out"}
    assert failure.text == "said of it"
    assert {p.get("name"): p.get("value") for p in case.iter("property")} == {
        "title": "the first", "points": "0", "of": "1.5", "visibility": "visible",
    }  # fmt: skip


def test_junit_has_no_skipped_case() -> None:
    root = parsed(results(entry(Verdict.NOT_RUN)))
    assert [e.get("type") for e in root.iter("error")] == ["NOT_RUN"]
    assert not list(root.iter("skipped"))


@given(st.text())
def test_junit_can_always_be_parsed(text: str) -> None:
    extra = {"question": text, "case": text}
    root = parsed(results(entry(Verdict.WRONG, name=text, output=text, extra=extra)))
    assert len(list(root.iter("failure"))) == 1


def test_junit_shows_what_xml_cannot_hold() -> None:
    (failure,) = parsed(results(entry(Verdict.WRONG, output="a\x00\x1b\ud800\ufffe]]>é漢"))).iter(
        "failure"
    )
    assert failure.text == r"a\x00\x1b\ud800\ufffe]]>é漢"


# --- CSV ---------------------------------------------------------------------------------------------


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_table_has_a_row_a_case() -> None:
    (first, second) = rows(table(TWO))
    assert tuple(first) == COLUMNS
    assert (first["case"], first["score"], first["max_score"]) == ("c1", "1.5", "1.5")
    assert (second["case"], second["verdict"]) == ("secret", "WRONG")


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"])))
def test_table_gives_back_what_was_written(text: str) -> None:
    (row,) = rows(table(results(entry(output=f'a\n{text}"', name=f"say {text}"))))
    assert (row["output"], row["name"]) == (f'a\n{text}"', f"say {text}")


@pytest.mark.parametrize("start", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"])
def test_table_keeps_spreadsheets_from_calculating(start: str) -> None:
    (row,) = rows(table(results(entry(output=start, name=start))))
    assert row["output"] == row["name"] == f"'{start}"


# --- GitHub ------------------------------------------------------------------------------------------


def test_annotations_escape_what_the_runner_reads() -> None:
    found = entry(Verdict.WRONG, name="a, b: c", output="50% of it\r\n::error::x")
    (error, notice) = annotate(results(found), "sub, a:b/solver.py").splitlines()
    assert error == (
        "::error file=sub%2C a%3Ab/solver.py,title=c1%3A a%2C b%3A c (wrong)"
        "::50%25 of it%0A::error::x"
    )
    assert notice == "::notice title=0 of 1 cases passed::Points: 1 of 2 points."


def test_annotations_point_to_the_line() -> None:
    said = "solver.py, line 3, in minimax\nsolver.py, line 12, in best"
    found = results(entry(Verdict.RAISED, output=said))
    assert annotate(found, "hw/solver.py").startswith("::error file=hw/solver.py,line=12,title=")
    assert ",line=" not in annotate(found, "hw.zip")


def test_annotations_tell_of_no_hidden_case() -> None:
    top = "Points so far: 1.\nGradescope shows no total while any case is hidden.\n\nrest"
    told = annotate({**TWO, "output": top}, "solver.py")
    assert told == "::notice title=1 of 1 cases passed::Points so far: 1.\n"


def test_annotations_are_cut() -> None:
    told = annotate(results(entry(Verdict.WRONG, output="x" * 3 * LONGEST)), "solver.py")
    assert "characters left out" in told
    assert len(told) < LONGEST + 300


@given(st.text())
def test_annotations_are_one_line_each(text: str) -> None:
    told = annotate(results(entry(Verdict.WRONG, output=text, name=text)), text)
    assert told.count("\n") == 2
    assert "\r" not in told


def test_commands_are_paused_and_resumed_by_one_token() -> None:
    assert (pause("t0"), resume("t0")) == ("::stop-commands::t0\n", "::t0::\n")


def test_annotations_stand_in_the_solver_of_a_folder(tmp_path: Path) -> None:
    assert source_of(tmp_path) == tmp_path.as_posix()
    (tmp_path / "solver.py").touch()
    assert source_of(tmp_path) == (tmp_path / "solver.py").as_posix()


# --- by the command ----------------------------------------------------------------------------------

SUITE = """\
title: Two cases
support: games.py
questions:
  - {id: q1, title: Minimax, points: 10, cases: q1}
"""
CASES = """\
{id: shown, call: minimax, tree: {agent: {A: 3, B: 5}}, expect: {value: 5}}
---
{id: secret, visibility: hidden, call: minimax, tree: {agent: {A: 3}}, expect: {value: 77123}}
"""
SOLVER = "def minimax(game, state):\n    raise ValueError('\\n::set-output::x')\n"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "cases" / "q1").mkdir(parents=True)
    (tmp_path / "cases" / "suite.yaml").write_text(SUITE)
    (tmp_path / "cases" / "games.py").write_text("")
    (tmp_path / "cases" / "q1" / "all.yaml").write_text(CASES)
    (tmp_path / "hw").mkdir()
    (tmp_path / "hw" / "solver.py").write_text(SOLVER)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> int:
    return cli.main(["grade", "hw", "--suite", "cases", *arguments])


def test_the_command_writes_every_receiver(desk: Path) -> None:
    assert run("--junit", "j.xml", "--csv", "t.csv") == 1
    assert ET.fromstring((desk / "j.xml").read_bytes()).get("tests") == "2"
    assert [row["case"] for row in rows((desk / "t.csv").read_text())] == ["shown", "secret"]


def test_a_students_files_hold_no_hidden_case(desk: Path) -> None:
    assert run("--as", "student", "--junit", "j.xml", "--csv", "t.csv") == 1
    assert "secret" not in (desk / "j.xml").read_text() + (desk / "t.csv").read_text()


def test_a_log_on_github_is_for_students(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--github") == 1
    out = capsys.readouterr().out
    assert "secret" not in out
    assert "::error file=hw/solver.py,line=2,title=shown%3A shown (raised)::" in out


def test_students_words_are_no_commands(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("--github")
    lines = capsys.readouterr().out.splitlines()
    (stop,) = [i for i, line in enumerate(lines) if line.startswith("::stop-commands::")]
    token = lines[stop].removeprefix("::stop-commands::")
    going = lines.index(f"::{token}::")
    (theirs,) = [i for i, line in enumerate(lines) if line.strip().startswith("::set-output")]
    assert stop < theirs < going
    assert len(token) >= 32


@pytest.mark.parametrize("option", ["--junit", "--csv"])
def test_a_file_that_cannot_be_written_is_said(
    desk: Path, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(option, "no/such/file") == 2
    assert "Can't write no/such/file: No such file or directory." in capsys.readouterr().err
