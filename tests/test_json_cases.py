"""Cases as JSON: read by the same decoder, refused with the same care, without PyYAML."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.cases import Suite, read_suite
from grader.cases.compose import MAX_BYTES, compose
from grader.cases.json_text import MAX_JSON_DEPTH, TOO_DEEP, compose_json, write_json
from grader.cases.located import Faults, Hole, Located, Mapping, Scalar, Sequence
from grader.errors import AuthorError, UsageError

ROOT = Path(__file__).resolve().parents[1]
CASE = '{"id": "a", "call": "minimax", "tree": {"agent": {"A": 3, "B": 5}}, "expect": {"value": 5}}'
QUESTION = '{"id": "q", "title": "Q", "points": 10, "cases": [%s]}'
Plain = str | list["Plain"] | dict[str, "Plain"] | None
Write = Callable[..., Path]


def composed(text: str) -> tuple[list[Located], list[str]]:
    faults = Faults("f")
    return compose_json(text, faults), [str(f).removeprefix("f:") for f in faults.found]


def plain(node: Located) -> Plain:
    """A node without its places: text, lists and dicts; None for null."""
    if isinstance(node, Scalar):
        return None if node.is_null else node.text
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    assert isinstance(node, Mapping)
    return {key.text: plain(value) for key, value in node.entries}


def as_text(value: object) -> Plain:
    """What ``json`` has read, as nodes have it; numbers are text already."""
    if isinstance(value, list):
        return [as_text(item) for item in value]
    if isinstance(value, dict):
        return {key: as_text(item) for key, item in value.items()}
    return value if value is None or isinstance(value, str) else str(value).lower()


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_suite(suite: str, **files: str) -> Path:
        folder = tmp_path / "suite"
        folder.mkdir()
        (folder / "suite.json").write_text(suite)
        for name, text in files.items():
            (folder / f"{name}.json").write_text(text)
        return folder

    return write_suite


def suite_of(cases: str) -> str:
    return f'{{"title": "T", "questions": [{QUESTION % cases}]}}'


def faults_of(folder: Path) -> list[str]:
    with pytest.raises(AuthorError) as caught:
        read_suite(folder)
    return [str(fault) for fault in caught.value.faults]


# --- the reader of JSON ----------------------------------------------------------------------------


def test_json_gives_the_nodes_that_yaml_gives() -> None:
    text = b'{"a": ["x", {"b": "yes", "1": "2"}], "c": {}, "d": []}'
    (from_yaml,), (from_json,) = compose(text, Faults("f")), compose(text, Faults("f.json"))
    assert from_yaml == from_json


def test_numbers_keep_the_text_that_they_are_written_in() -> None:
    (node,), faults = composed("[1e3, 0.50, -0, 3, true, null]")
    assert plain(node) == ["1e3", "0.50", "-0", "3", "true", None]
    assert faults == []


def test_nodes_know_their_lines_and_columns() -> None:
    (node,), _ = composed('{\n  "a": [1,\n 22]\n}')
    assert isinstance(node, Mapping)
    ((key, value),) = node.entries
    assert isinstance(value, Sequence)
    places = [(n.line, n.column) for n in (node, key, value, *value.items)]
    assert places == [(1, 1), (2, 3), (2, 8), (2, 9), (3, 2)]


def test_escapes_stand_for_their_characters() -> None:
    (node,), faults = composed(r'["\u00e4\n\"\\", "\ud83d\ude00"]')
    assert (plain(node), faults) == (['ä\n"\\', "😀"], [])


BROKEN = {
    '{"a": 1,}': "1:9: a comma can't stand before }; delete it",
    "[1,\n]": "2:1: a comma can't stand before ]; delete it",
    "[,": "1:2: a value or ] is missing before this place",
    "[1 2]": "1:4: a comma or a closing bracket is missing before this place",
    '["a"}': "1:5: a comma or a closing bracket is missing before this place",
    '{"a" 1}': "1:6: a colon is missing between a key and its value",
    '{"a":}': "1:6: a value is missing before this place",
    "{1: 2}": "1:2: a key must be text in double quotes (or } ends it)",
    '{"a": 1, 2': "1:10: a key must be text in double quotes",
    "[]\n[]": "2:1: nothing can stand after the end of the document",
    "]": "1:1: a value is missing before this place",
    '[1, {"a": 2}': "1:13: the text ends, but the list that starts at 1:1 is not closed",
    '[\n {"a"': "2:6: the text ends, but the mapping that starts at 2:2 is not closed",
    "{'a': 1}": "1:2: text needs double quotes here, not single ones",
    "[1] // one": "1:5: JSON has no comments",
    "# one": "1:1: JSON has no comments",
    "[yes]": "1:2: 'yes' needs double quotes: only numbers, true, false, null have none",
    "[NaN]": "1:2: 'NaN' needs double quotes: only numbers, true, false, null have none",
    "[1/3]": "1:2: '1/3' is no JSON number (3, -0.5, 1e3); 1/3 needs double quotes",
    "[01]": "1:2: '01' is no JSON number (3, -0.5, 1e3); 1/3 needs double quotes",
    '["a]': "1:2: a text is not closed in its line: the second double quote is missing",
    '["a\tb"]': "1:2: a tab can't stand in a text; write \\t",
    r'["ab\q"]': "1:5: this backslash stands for nothing; write \\\\ for one",
    f"[{'a' * 50}]": f"1:2: {'a' * 40 + '...'!r} needs double quotes: only numbers, true, false, null"
    " have none",
}


@pytest.mark.parametrize("text", BROKEN, ids=range(len(BROKEN)))
def test_what_is_no_json_gets_its_place_and_words(text: str) -> None:
    assert composed(text) == ([], [BROKEN[text]])


def test_key_that_is_there_twice_is_a_fault() -> None:
    nodes, faults = composed('{"1": 2,\n "1": 3}')
    assert faults == ["2:2: the key '1' is there already, at 1:2"]
    assert [plain(node) for node in nodes] == [{"1": "2"}]


@pytest.mark.parametrize("escape", ["\\u0000", "\\ud800", "\\u007f"])
def test_escape_that_cannot_be_printed_is_a_fault(escape: str) -> None:
    _, (fault,) = composed(f'["{escape}"]')
    assert fault == f"1:2: the character U+{escape[2:].upper()} can't be printed; take it out"


def test_nesting_is_bounded_and_does_not_recurse() -> None:
    deepest = "[" * MAX_JSON_DEPTH + "]" * MAX_JSON_DEPTH
    assert composed(deepest)[1] == []
    assert composed(f"[{deepest}]") == ([], [f"1:{MAX_JSON_DEPTH + 1}: {TOO_DEEP}"])
    assert composed('{"a":' * 100_000)[1] == [f"1:{5 * MAX_JSON_DEPTH + 1}: {TOO_DEEP}"]


def test_length_and_encoding_are_checked_as_for_yaml() -> None:
    for data, message in [
        (b" " * (MAX_BYTES + 1), "over 1 MiB"),
        (b'["\xff"]', "not UTF-8"),
        (b"[\x00]", "U+0000"),
    ]:
        faults = Faults("a.json")
        assert compose(data, faults) == []
        assert message in str(*faults.found)


def test_text_without_a_document_has_neither_node_nor_fault() -> None:
    assert composed(" \n\t ") == ([], [])


def no_constant(word: str) -> None:
    raise ValueError(word)


@given(st.lists(st.sampled_from([*'[]{},:"\\ \n1-.eE0', "true", "null", '"a"', '"b":', "NaN"])))
def test_what_the_library_reads_is_read_alike(parts: list[str]) -> None:
    text = "".join(parts)
    nodes, faults = composed(text)
    try:
        wanted = json.loads(text, parse_constant=no_constant, parse_int=str, parse_float=str)
    except ValueError:
        assert nodes == []
        assert faults or not text.strip()
        return
    if not any("is there already" in fault for fault in faults):
        assert ([plain(node) for node in nodes], faults) == ([as_text(wanted)], [])


# --- writing ---------------------------------------------------------------------------------------

SCALARS = st.builds(Scalar, st.text(max_size=5), st.booleans(), st.just(1), st.just(1))
NODES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.builds(Sequence, st.lists(inner, max_size=3).map(tuple), st.just(1), st.just(1)),
        st.builds(
            Mapping,
            st.lists(st.tuples(SCALARS, inner), max_size=3, unique_by=lambda e: e[0].text).map(
                tuple
            ),
            st.just(1),
            st.just(1),
        ),
    ),
    max_leaves=20,
)


@given(NODES)
def test_what_is_written_reads_as_the_same_node(node: Located) -> None:
    written = write_json(node)
    (again,) = compose_json(written, Faults("f"))
    assert plain(again) == plain(node)
    assert written.isascii()


def test_numbers_are_written_without_quotes_where_json_can() -> None:
    items = tuple(Scalar(text, True, 1, 1) for text in ("3", "1e3", "1/3", ".5", "true", "~"))
    assert write_json(Sequence(items, 1, 1)) == '[3, 1e3, "1/3", ".5", "true", null]'


def test_hole_cannot_be_written() -> None:
    with pytest.raises(TypeError, match="something faulty at 2:3 can't be written"):
        write_json(Sequence((Hole(2, 3),), 1, 1))


# --- suites ----------------------------------------------------------------------------------------


def ids(suite: Suite) -> list[str]:
    return [case.id for case in suite.cases]


def test_suite_holds_its_cases_in_one_file(write: Write) -> None:
    suite = read_suite(write(suite_of(CASE + "," + CASE.replace('"a"', '"b"'))))
    assert ids(suite) == ["a", "b"]
    assert {case.file for case in suite.cases} == {"suite.json"}


def test_suite_in_json_names_files_in_json(write: Write) -> None:
    suite = read_suite(write(suite_of('"one.json"'), one=CASE.replace('"id": "a", ', "")))
    assert ids(suite) == ["one"]


def test_faults_of_cases_inside_have_their_places(write: Write) -> None:
    folder = write(
        suite_of(f"\n{CASE.replace('minimax', 'minmax')},\n{CASE.replace('5}', '6}')},\n3")
    )
    assert faults_of(folder) == [
        "suite.json:2:21: call can't be 'minmax'; did you mean 'minimax'?",
        "suite.json:4:1: a case must be a mapping (key: value), found '3'",
    ]


def test_case_inside_needs_an_id_that_is_free(write: Write) -> None:
    nameless = CASE.replace('"id": "a", ', "")
    folder = write(suite_of(f"\n{CASE},\n{CASE},\n{nameless}"))
    assert faults_of(folder) == [
        "suite.json:3:2: the id 'a' is taken, at suite.json:2:2",
        "suite.json:4:1: a case needs id: here",
    ]


def test_two_suites_in_a_folder_are_refused(write: Write) -> None:
    folder = write(suite_of(CASE))
    (folder / "suite.yaml").write_text("title: T")
    with pytest.raises(
        UsageError, match=r"there are suite\.yaml and suite\.json in .*suite; a suite has"
    ):
        read_suite(folder)


def test_json_file_that_no_question_names_is_a_fault(write: Write) -> None:
    folder = write(suite_of(CASE), stray=CASE)
    assert faults_of(folder) == ["stray.json:1:1: no question of suite.json names this file"]


def test_empty_suite_in_json_is_a_fault(write: Write) -> None:
    found = faults_of(write("\n"))
    assert found == ["suite.json:1:1: suite.json is empty; it needs title: and questions:"]


def test_json_is_read_where_there_is_no_yaml(write: Write) -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); sys.modules['yaml'] = None\n"
        "from pathlib import Path; from grader.cases import read_suite\n"
        "print(*(case.id for case in read_suite(Path(sys.argv[2])).cases))"
    )
    command = [sys.executable, "-S", "-I", "-c", code, str(ROOT), str(write(suite_of(CASE)))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("a\n", "")
