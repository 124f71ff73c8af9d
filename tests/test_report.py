"""Results are valid whatever a grade holds, tell students no secret, and print everywhere."""

# ruff: noqa: RUF001 - characters that look like others are what some consoles lack

from __future__ import annotations

import copy
import io
import json
import os
import stat
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.cases.model import (
    Call,
    Case,
    Expectation,
    Limits,
    Pruning,
    Question,
    Scoring,
    Suite,
    Tolerance,
    Visibility,
)
from grader.errors import UsageError
from grader.grading.grade import CaseGrade, Grade, QuestionGrade, Verdict
from grader.report.results import (
    as_results,
    failure_results,
    fallback_results,
    write_results,
)
from grader.report.schema import problems
from grader.report.terminal import Audience, print_grade, render
from grader.report.text import LONGEST, clean, cut
from grader.tree import Draft, grow

TREE = grow(Draft(utility=3))
VISIBLE, HIDDEN = Visibility.VISIBLE, Visibility.HIDDEN
DUE, PUBLISHED = Visibility.AFTER_DUE_DATE, Visibility.AFTER_PUBLISHED


def case(name: str, visibility: Visibility = VISIBLE, title: str = "") -> Case:
    return Case(
        id=name,
        call=Call.ALPHA_BETA,
        title=title or f"title of {name}",
        tree=TREE,
        start=TREE.root,
        expect=Expectation(value=3),
        weights={},
        visibility=visibility,
        file="a.yaml",
        line=1,
    )


def graded(
    of: Case, number: str = "1.01", verdict: Verdict = Verdict.PASSED, **changes: Any
) -> CaseGrade:
    full = Fraction(1, 2)
    return CaseGrade(
        **{
            "case": of,
            "number": number,
            "verdict": verdict,
            "earned": full if verdict is Verdict.PASSED else Fraction(0),
            "possible": full,
            "feedback": f"feedback on {of.id}",
            "brief": f"brief on {of.id}",
            "staff": f"staff line on {of.id}",
            **changes,
        }
    )


def question_of(*cases: Case, name: str = "pruning", points: int = 2) -> Question:
    return Question(
        id=name,
        title=f"Question {name}",
        points=Fraction(points),
        scoring=Scoring.PER_CASE,
        pruning=Pruning(),
        cases=cases,
    )


def grade_of(*cases: CaseGrade, note: str = "", **changes: Any) -> Grade:
    asked = question_of(*(c.case for c in cases))
    questions = (QuestionGrade(question=asked, cases=cases, note=note),)
    return Grade(**{"title": "Suite", "questions": questions, **changes})


def mixed() -> Grade:
    """One visible case right, one wrong; one hidden and one later case, both wrong."""
    return grade_of(
        graded(case("seen")),
        graded(case("failing"), "1.02", Verdict.WRONG),
        graded(case("secret", HIDDEN), "1.03", Verdict.TIMED_OUT),
        graded(case("later", DUE), "1.04", Verdict.RAISED),
        note="the note",
        notes=("a note for the student",),
        staff=("isolation: all on",),
        seconds=1.25,
    )


def valid() -> dict[str, Any]:
    results: dict[str, Any] = json.loads(json.dumps(as_results(mixed())))
    return results


def entry(results: dict[str, Any], number: str) -> dict[str, Any]:
    return next(test for test in results["tests"] if test["number"] == number)


def suite() -> Suite:
    return Suite(
        title="Suite",
        folder=Path(),
        questions=(
            question_of(case("a"), case("b", HIDDEN), name="one", points=1),
            question_of(case("c"), name="two", points=3),
        ),
        tolerance=Tolerance(),
        limits=Limits(),
        support=Path("games.py"),
    )


# Results


def test_results_of_a_grade_are_valid() -> None:
    assert problems(as_results(mixed())) == []


def test_entry_holds_everything_about_its_case() -> None:
    assert entry(valid(), "1.02") == {
        "number": "1.02",
        "name": "title of failing",
        "score": 0.0,
        "max_score": 0.5,
        "status": "failed",
        "visibility": "visible",
        "output": "feedback on failing",
        "output_format": "text",
        "extra_data": {
            "case": "failing",
            "question": "pruning",
            "call": "alpha_beta",
            "verdict": "WRONG",
        },
    }


def test_hidden_case_shows_its_brief_only() -> None:
    assert entry(valid(), "1.03")["output"] == "brief on secret"
    assert "feedback on secret" not in json.dumps(valid())


def test_later_case_keeps_its_feedback() -> None:
    later = entry(valid(), "1.04")
    assert (later["output"], later["visibility"]) == ("feedback on later", "after_due_date")


def test_case_without_feedback_falls_back_to_brief() -> None:
    results = as_results(grade_of(graded(case("a"), feedback="")))
    assert "brief on a" in json.dumps(results["tests"])


def test_staff_lines_stay_out_of_results() -> None:
    text = json.dumps(valid())
    assert "staff line" not in text
    assert "isolation" not in text


def test_top_output_tells_visible_points_only() -> None:
    assert valid()["output"].splitlines() == [
        "Points so far, from the cases that you can see: 0.5 of 1 point.",
        "1 case is hidden and 1 case is shown after the due date; they decide the other 1 point.",
        "Gradescope shows no total while any case is hidden.",
        "",
        "a note for the student",
        "",
        "Question pruning: 0.5 of 1 point; 1 of 2 cases passed (2 more not shown)",
        "    the note",
    ]


def test_top_output_does_not_depend_on_unseen_cases() -> None:
    def output(verdict: Verdict) -> object:
        unseen = [
            graded(case(v.value, v), f"1.0{i}", verdict)
            for i, v in enumerate((HIDDEN, DUE, PUBLISHED), 2)
        ]
        return as_results(grade_of(graded(case("a")), *unseen))["output"]

    assert output(Verdict.PASSED) == output(Verdict.WRONG)


def test_wholly_hidden_question_withholds_its_note() -> None:
    output = as_results(grade_of(graded(case("a", HIDDEN)), note="cuts strictly"))["output"]
    assert "Question pruning: 1 case, not shown" in str(output)
    assert "cuts strictly" not in str(output)


def test_every_kind_of_unseen_case_is_counted() -> None:
    kinds = [HIDDEN, HIDDEN, DUE, PUBLISHED, VISIBLE]
    cases = [graded(case(f"c{i}", kind), f"1.0{i}") for i, kind in enumerate(kinds, 1)]
    assert (
        "2 cases are hidden, 1 case is shown after the due date and 1 case is shown once grades"
        " are published; they decide the other 2 points."
    ) in str(as_results(grade_of(*cases))["output"])


def test_no_unseen_case_needs_no_sentence() -> None:
    text = render(grade_of(graded(case("a"))), audience=Audience.STUDENT)
    assert "decide" not in text


def test_all_visible_needs_no_caveat() -> None:
    output = str(as_results(grade_of(graded(case("a"))))["output"])
    assert output.splitlines()[0] == "Points: 0.5 of 0.5 points."
    assert "hidden" not in output


def test_unfinished_grade_says_so_first() -> None:
    output = str(as_results(grade_of(graded(case("a")), complete=False))["output"])
    assert output.startswith("Grading has not finished")


def test_scores_print_as_exact_hundredths() -> None:
    cases = [
        graded(case(f"c{i}"), f"1.{i:02}", earned=Fraction(i, 100), possible=Fraction(i, 100))
        for i in range(1, 100)
    ]
    tests = json.loads(json.dumps(as_results(grade_of(*cases))["tests"]), parse_float=str)
    assert [test["score"] for test in tests] == [str(i / 100) for i in range(1, 100)]
    assert problems(as_results(grade_of(*cases))) == []


def test_case_that_lost_by_a_rule_still_passed() -> None:
    results = as_results(grade_of(graded(case("a"), earned=Fraction(0))))
    assert problems(results) == []
    assert '"status": "passed"' in json.dumps(results)


def test_title_becomes_one_short_line() -> None:
    results = as_results(grade_of(graded(case("a", title="two\nlines \x00" + "x" * 500))))
    name = entry(results, "1.01")["name"]
    assert name.startswith("two lines x")
    assert len(name) == 300


@given(st.text(), st.text(), st.sampled_from(Verdict), st.sampled_from(Visibility))
def test_any_text_gives_valid_ascii_json(
    feedback: str, note: str, verdict: Verdict, visibility: Visibility
) -> None:
    lone = "\ud800"
    one = graded(case("a", visibility), verdict=verdict, feedback=feedback + lone, brief=lone)
    results = as_results(grade_of(one, notes=(note + lone,), note=note))
    assert problems(results) == []
    assert json.loads(json.dumps(results, allow_nan=False)) == results


def test_long_output_keeps_head_and_tail() -> None:
    text = "head" + "x" * 200_000 + "tail"
    output = entry(as_results(grade_of(graded(case("a"), feedback=text))), "1.01")["output"]
    assert len(output) <= LONGEST
    assert (output[:4], output[-4:]) == ("head", "tail")
    assert "characters left out" in output


def test_cut_accounts_for_every_character() -> None:
    text = "".join(chr(33 + i % 90) for i in range(1000))
    head, mark, tail = cut(text, 301).split("\n")
    left_out = int(mark.split()[1])
    assert text.startswith(head)
    assert text.endswith(tail)
    assert len(head) + left_out + len(tail) == 1000


def test_text_at_the_limit_stays_whole() -> None:
    assert cut("x" * LONGEST) == "x" * LONGEST


@given(st.text(alphabet=st.characters()))
def test_cleaning_leaves_only_safe_characters(text: str) -> None:
    cleaned = clean(text)
    assert clean(cleaned) == cleaned
    assert all(c in "\n\t" or (ord(c) >= 32 and not 127 <= ord(c) < 160) for c in cleaned)
    cleaned.encode()  # no surrogate is left


# Fallbacks


def test_fallback_lists_every_case_at_nothing() -> None:
    results = fallback_results(suite(), "The grader was stopped.")
    tests: Any = results["tests"]
    assert problems(results) == []
    assert [test["extra_data"]["verdict"] for test in tests] == ["NOT_RUN"] * 3
    assert [test["max_score"] for test in tests] == [0.5, 0.5, 3.0]
    assert tests[0]["output"] == "This case was not run. The grader was stopped."
    assert "The grader was stopped." in str(results["output"])


def test_failure_is_valid_and_points_to_staff() -> None:
    assert problems(failure_results()) == []
    assert "please tell the course staff" in str(failure_results()["output"])


# Writing


def test_written_file_is_whole_and_readable(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    assert write_results(path, as_results(mixed())) == []
    data = path.read_bytes()
    assert json.loads(data.decode("ascii")) == valid()
    assert b"\r" not in data
    assert stat.S_IMODE(path.stat().st_mode) == 0o644


def test_write_leaves_nothing_else_behind(tmp_path: Path) -> None:
    for _ in range(2):
        write_results(tmp_path / "results.json", as_results(mixed()))
    assert [path.name for path in tmp_path.iterdir()] == ["results.json"]


def test_invalid_results_become_a_plain_failure(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    found = write_results(path, {**as_results(mixed()), "score": float("nan")})
    assert found == ["score: nan is not finite"]
    assert json.loads(path.read_text()) == failure_results()


def test_failed_write_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "results.json"
    path.write_text("old")

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(UsageError, match=r"Can't write .*results\.json: No space left on device\."):
        write_results(path, as_results(mixed()))
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("results.json", "old")]


def test_missing_folder_is_the_callers_fault(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"Can't write .*No such file or directory"):
        write_results(tmp_path / "no" / "results.json", as_results(mixed()))


def test_only_regular_files_are_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(UsageError, match=r"not a regular file\. Name a file\."):
        write_results(pipe, as_results(mixed()))
    assert pipe.is_fifo()


# The schema

Change = Callable[[dict[str, Any]], object]


def at(*path: Any, value: object) -> Change:
    """A change that puts ``value`` at ``path``."""

    def change(results: dict[str, Any]) -> None:
        target: Any = results
        for key in path[:-1]:
            target = target[key]
        target[path[-1]] = value

    return change


def without(*path: Any) -> Change:
    """A change that removes the key at the end of ``path``."""

    def change(results: dict[str, Any]) -> None:
        target: Any = results
        for key in path[:-1]:
            target = target[key]
        del target[path[-1]]

    return change


BROKEN: list[tuple[Change, str]] = [
    (at("score", value=True), "score: bool, not a number"),
    (at("score", value="1"), "score: str, not a number"),
    (at("score", value=None), "score: NoneType, not a number"),
    (at("score", value=float("inf")), "score: inf is not finite"),
    (at("score", value=-0.5), "score: -0.5 is negative"),
    (at("score", value=10**400), "score: above 1000000"),
    (at("score", value=0.125), "score: 0.125 is no whole number of hundredths"),
    (at("score", value=0.51), "score: 0.51, but the tests add up to 0.5"),
    (at("execution_time", value=0.02), "execution_time: unknown field"),
    (at("output", value=7), "output: int, not text"),
    (at("output", value="x" * 99_001), "output: 99001 characters long, more than 99000"),
    (at("output", value="a\0"), "output: holds the character U+0000"),
    (at("output", value="\ud800"), "output: holds the character U+D800"),
    (at("output", value="a\r\n"), "output: holds the character U+000D"),
    (at("output_format", value="html"), "output_format: 'html' is not text"),
    (at("stdout_visibility", value="visible"), "stdout_visibility: 'visible' is not hidden"),
    (at("extra_data", value=[]), "extra_data: list, not an object"),
    (at("extra_data", "schema", value=True), "extra_data.schema: True is not 1"),
    (at("visibility", value="visible"), "visibility: unknown field"),
    (at("tests", value={}), "tests: dict, not a list"),
    (without("tests"), "tests: missing"),
    (without("extra_data", "schema"), "extra_data.schema: missing"),
    (at("tests", 1, value="x"), "tests[1]: str, not an object"),
    (without("tests", 1, "status"), "tests[1].status: missing"),
    (at("tests", 1, "colour", value=[]), "tests[1].colour: unknown field"),
    (at("tests", 1, "tags", value=[]), "tests[1].tags: not a list of tags"),
    (at("tests", 1, "tags", value=[3]), "tests[1].tags: int, not text"),
    (at("tests", 1, "number", value=1.02), "tests[1].number: float, not text"),
    (at("tests", 1, "number", value="1.2.3"), "tests[1].number: '1.2.3' is not of the form 1.01"),
    (at("tests", 1, "name", value=" "), "tests[1].name: empty"),
    (at("tests", 1, "name", value="a\nb"), "tests[1].name: has more than one line"),
    (at("tests", 1, "name", value="x" * 301), "tests[1].name: 301 characters long, more than 300"),
    (at("tests", 1, "name", value=None), "tests[1].name: NoneType, not text"),
    (at("tests", 1, "max_score", value=float("nan")), "tests[1].max_score: nan is not finite"),
    (at("tests", 0, "max_score", value=0.25), "tests[0].score: 0.5 is more than max_score, 0.25"),
    (at("tests", 1, "status", value="skipped"), "tests[1].status: 'skipped' is not passed or failed"),
    (at("tests", 1, "status", value="passed"), "tests[1].status: passed, but the verdict is WRONG"),
    (at("tests", 1, "max_score", value=0), ""),
    (
        at("tests", 1, "visibility", value="never"),
        "tests[1].visibility: 'never' is not visible or hidden or after_due_date or after_published",
    ),
    (at("tests", 1, "extra_data", "case", value="seen"),
     "tests[1].extra_data.case: seen has a result already"),
    (without("tests", 1, "extra_data", "case"), "tests[1].extra_data.case: missing"),
    (at("tests", 1, "extra_data", "id", value=1), "tests[1].extra_data.id: unknown field"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("change", "said"), BROKEN, ids=lambda value: value[:60] if isinstance(value, str) else "change"
)
def test_each_broken_rule_is_named(change: Change, said: str) -> None:
    results = valid()
    change(results)
    assert problems(results) == ([said] if said else [])


@pytest.mark.parametrize("field", ["call", "verdict"])
def test_machine_words_are_known_ones(field: str) -> None:
    results = valid()
    results["tests"][1]["extra_data"][field] = "no such"
    (said,) = problems(results)
    assert said.startswith(f"tests[1].extra_data.{field}: 'no such' is not ")


def test_full_points_need_a_passed_case() -> None:
    results = valid()
    results["tests"][1]["score"], results["score"] = 0.5, 1.0
    assert problems(results) == ["tests[1].score: full points, but the verdict is WRONG"]


@pytest.mark.parametrize(
    ("first", "second"),
    [("1.02", "1.01"), ("1.01", "1.01"), ("1.9", "1.10"), ("9.01", "10.01"), ("1.5", "1.40")],
)
def test_numbers_ascend_in_every_order(first: str, second: str) -> None:
    results = as_results(
        grade_of(graded(case("a"), number=first), graded(case("b"), number=second))
    )
    assert problems(results) == [
        f"tests[1].number: {second} does not come after {first} both as text and as a number"
    ]


@pytest.mark.parametrize("results", [None, [], "text", 1.5, {1: 2}])
def test_anything_else_is_refused_calmly(results: object) -> None:
    assert problems(results)


def test_all_problems_are_found_at_once() -> None:
    results = valid()
    results["score"], results["tests"][0]["score"] = -1, "x"
    assert len(problems(results)) == 2


def test_checking_changes_nothing() -> None:
    results = valid()
    before = copy.deepcopy(results)
    problems(results)
    assert results == before


# The terminal


class Console(io.TextIOWrapper):
    """A stream that says whether it is a terminal and which encoding it has."""

    def __init__(self, *, encoding: str = "utf-8", terminal: bool = False) -> None:
        super().__init__(io.BytesIO(), encoding=encoding, errors="strict", newline="\n")
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal

    def text(self) -> str:
        self.flush()
        buffer = self.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode(self.encoding)


def printed(grade: Grade, *, encoding: str = "utf-8", terminal: bool = False) -> str:
    console = Console(encoding=encoding, terminal=terminal)
    print_grade(grade, console)
    return console.text()


def test_staff_table_shows_every_case() -> None:
    assert render(mixed(), brief=True).splitlines() == [
        "Suite",
        "",
        "Question pruning",
        "  1.01  OK         0.5/0.5  title of seen",
        "  1.02  WRONG        0/0.5  title of failing",
        "  1.03  TIMED OUT    0/0.5  title of secret [hidden]",
        "  1.04  RAISED       0/0.5  title of later [after due date]",
        "        subtotal     0.5/2",
        "  the note",
        "",
        "Total: 0.5 of 2 points; 1 of 4 cases passed.",
        "",
        "a note for the student",
        "",
        "For staff:",
        "  isolation: all on",
    ]


def test_student_sees_no_trace_of_unseen_cases() -> None:
    text = render(mixed(), audience=Audience.STUDENT)
    for secret in ("secret", "later", "TIMED OUT", "staff", "isolation", "0.5/2"):
        assert secret not in text
    assert "subtotal    0.5/1  (2 not shown)" in text
    assert "1 case is hidden and 1 case is shown after the due date; they decide" in text


def test_details_follow_for_failed_cases_only() -> None:
    text = render(mixed(), audience=Audience.STUDENT)
    assert "1.02 failing: title of failing (WRONG, 0/0.5)\n  feedback on failing\n" in text
    assert "feedback on seen" not in text


def test_staff_details_include_hidden_ones() -> None:
    text = render(mixed())
    assert "  feedback on secret\n  For staff:\n    staff line on secret\n" in text
    assert "1.01 seen: title of seen (OK, 0.5/0.5)\n  For staff:\n    staff line on seen\n" in text


def test_case_that_lost_by_a_rule_is_explained() -> None:
    one = graded(case("a"), earned=Fraction(0), feedback="counts only as a whole")
    assert "(OK, 0/0.5)\n  counts only as a whole" in render(grade_of(one))


def test_unfinished_table_says_so() -> None:
    assert "Grading has not finished" in render(grade_of(graded(case("a")), complete=False))


def test_question_without_cases_prints() -> None:
    assert "subtotal  0/0" in render(grade_of())


def test_student_text_cannot_drive_the_terminal() -> None:
    one = graded(case("a"), verdict=Verdict.WRONG, feedback="\x1b[2Jgone\x9b", staff="\x1b]0;t\x07")
    assert not {"\x1b", "\x9b", "\x07"} & set(render(grade_of(one, notes=("\x1b",))))


def test_plain_when_not_a_terminal() -> None:
    assert "\x1b" not in printed(mixed())


def test_colour_only_repeats_the_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    coloured = printed(mixed(), terminal=True)
    assert "\x1b[32mOK       \x1b[0m" in coloured
    for code in ("\x1b[32m", "\x1b[31m", "\x1b[1m", "\x1b[0m"):
        coloured = coloured.replace(code, "")
    assert coloured == printed(mixed())


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_unwanted_colour_is_left_out(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    assert "\x1b" not in printed(mixed(), terminal=True)


def test_narrow_console_gets_ascii() -> None:
    drawn = graded(case("a"), verdict=Verdict.WRONG, feedback="├── α ≥ 3 – “done” 漢")
    assert '|-- alpha >= 3 - "done" \\u6f22' in printed(grade_of(drawn), encoding="ascii")


@given(st.text(), st.sampled_from(["ascii", "cp437", "latin-1", "utf-8"]))
def test_no_text_breaks_any_console(text: str, encoding: str) -> None:
    one = graded(case("a", title="t" + text), verdict=Verdict.WRONG, feedback=text, staff=text)
    assert "Total: " in printed(grade_of(one, notes=(text,)), encoding=encoding)


def test_stream_without_encoding_gets_unicode() -> None:
    stream = io.StringIO()
    print_grade(grade_of(graded(case("a", title="α"))), stream)
    assert "α" in stream.getvalue()


def test_what_neighbours_have_in_common_is_said_once() -> None:
    alike = [
        graded(case(name), f"1.0{i}", Verdict.NOT_IMPLEMENTED, feedback="not yet", staff="")
        for i, name in enumerate("abc", 1)
    ]
    text = render(grade_of(*alike, graded(case("d"), "1.04", Verdict.WRONG)))
    assert "1.01 to 1.03, 3 cases (NOT IMPLEMENTED)\n  not yet\n\n1.04 d: title of d (WRONG" in text
    assert text.count("not yet") == 1
