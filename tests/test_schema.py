"""The schema for editors: takes our cases, has every documented key, refuses bad structure."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader import cli
from grader.authoring.new_text import SCHEMA_FILE
from grader.authoring.schema import schema, schema_text
from grader.cases.compose import compose
from grader.cases.decode_case import CASE_KEYS
from grader.cases.files import _is_case_file
from grader.cases.located import Faults, Located, Mapping, Scalar, Sequence

ROOT = Path(__file__).parent.parent
OURS = ROOT / "test_cases"
INVALID = (ROOT / "tests" / "invalid" / "cases.yaml").read_text("utf-8").split("\n---\n")[1:]
SCHEMA = schema()


# --- a small checker of the part of JSON Schema that is used ----------------------------------------

TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool),
    "number": lambda v: isinstance(v, int | float) and not isinstance(v, bool),
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
}
OF_NUMBERS: dict[str, Callable[[Any, Any], bool]] = {
    "minimum": lambda v, bound: v >= bound,
    "maximum": lambda v, bound: v <= bound,
    "exclusiveMinimum": lambda v, bound: v > bound,
}
OF_TEXT: dict[str, Callable[[Any, Any], bool]] = {
    "pattern": lambda v, pattern: re.search(pattern, v) is not None,
    "minLength": lambda v, least: len(v) >= least,
    "maxLength": lambda v, most: len(v) <= most,
}
OF_LISTS: dict[str, Callable[[Any, Any], bool]] = {
    "minItems": lambda v, least: len(v) >= least,
    "maxItems": lambda v, most: len(v) <= most,
    "uniqueItems": lambda v, _: len({json.dumps(item) for item in v}) == len(v),
    "items": lambda v, each: True,  # below, as it depends on prefixItems
    "prefixItems": lambda v, each: all(map(valid, v, each)),
}
OF_OBJECTS: dict[str, Callable[[Any, Any], bool]] = {
    "required": lambda v, keys: set(keys) <= set(v),
    "minProperties": lambda v, least: len(v) >= least,
    "maxProperties": lambda v, most: len(v) <= most,
    "dependentRequired": lambda v, by_key: all(
        set(by_key[key]) <= set(v) for key in by_key if key in v
    ),
    "propertyNames": lambda v, each: all(valid(key, each) for key in v),
    "properties": lambda v, by_key: all(valid(v[key], by_key[key]) for key in by_key if key in v),
    "additionalProperties": lambda v, each: True,  # below, as it depends on properties
}
OF_ALL: dict[str, Callable[[Any, Any], bool]] = {
    "type": lambda v, kinds: any(
        TYPES[k](v) for k in (kinds if isinstance(kinds, list) else [kinds])
    ),
    "enum": lambda v, among: any(type(v) is type(each) and v == each for each in among),
    "const": lambda v, wanted: bool(v == wanted),
    "anyOf": lambda v, among: any(valid(v, each) for each in among),
    "oneOf": lambda v, among: sum(valid(v, each) for each in among) == 1,
    "allOf": lambda v, among: all(valid(v, each) for each in among),
    "not": lambda v, other: not valid(v, other),
    "$ref": lambda v, name: valid(v, SCHEMA["$defs"][name.removeprefix("#/$defs/")]),
}
NO_ASSERTIONS = {"$schema", "$defs", "title", "description", "if", "then", "else"}


def valid(value: Any, rule: Any) -> bool:
    if isinstance(rule, bool):
        return rule
    assertions = dict(OF_ALL)
    for kind, more in (
        ("number", OF_NUMBERS),
        ("string", OF_TEXT),
        ("array", OF_LISTS),
        ("object", OF_OBJECTS),
    ):
        assertions |= more if TYPES[kind](value) else dict.fromkeys(more, lambda _, __: True)
    for word, told in rule.items():
        if word not in NO_ASSERTIONS and not assertions[word](value, told):
            return False
    rest = list(value)[len(rule.get("prefixItems", ())) :] if isinstance(value, list) else []
    if not all(valid(item, rule.get("items", True)) for item in rest):
        return False
    extra = set(value) - set(rule.get("properties", ())) if isinstance(value, dict) else set()
    if not all(valid(value[key], rule.get("additionalProperties", True)) for key in extra):
        return False
    branch = "then" if "if" in rule and valid(value, rule["if"]) else "else"
    return "if" not in rule or valid(value, rule.get(branch, True))


# --- YAML as an editor reads it: by the core schema of YAML 1.2 --------------------------------------


def as_data(node: Located) -> Any:
    if isinstance(node, Sequence):
        return [as_data(item) for item in node.items]
    if isinstance(node, Mapping):
        return {key.text: as_data(value) for key, value in node.entries}
    assert isinstance(node, Scalar)
    if not node.plain:
        return node.text
    if node.text in {"", "~", "null", "Null", "NULL"}:
        return None
    if node.text in {"true", "false"}:
        return node.text == "true"
    if re.fullmatch(r"[-+]?[0-9]+", node.text):
        return int(node.text)
    if re.fullmatch(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", node.text):
        return float(node.text)
    return node.text


def documents(text: str) -> list[Any]:
    return [as_data(node) for node in compose(text.encode(), Faults("f"))]


def takes(text: str) -> bool:
    (data,) = documents(text)
    return valid(data, SCHEMA)


# --- laws --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(OURS.rglob("*.yaml")), ids=lambda path: path.stem)
def test_every_file_of_ours_is_valid(path: Path) -> None:
    for data in documents(path.read_text("utf-8")):
        assert valid(data, SCHEMA)


EXAMPLE = re.compile(r"^```yaml\n(.*?)^```", re.MULTILINE | re.DOTALL)
DOCS = (ROOT / "docs" / "cases.md").read_text("utf-8")


def test_every_whole_example_of_the_page_is_valid() -> None:
    whole = [text for text in EXAMPLE.findall(DOCS) if re.match("call:|title:", text)]
    assert len(whole) >= 3
    assert all(map(takes, whole))


DEFS = SCHEMA["$defs"]
PLACES = {
    "a case": DEFS["case"],
    "a node": DEFS["node"],
    "expect": DEFS["case"]["properties"]["expect"],
    "weights": DEFS["weights"],
    "a suite": DEFS["suite"],
    "a question": DEFS["question"],
    "pruning": DEFS["pruning"],
    "tolerance": DEFS["suite"]["properties"]["tolerance"],
    "limits": DEFS["limits"],
    "attempts": DEFS["attempts"],
    "a column": DEFS["column"],
    "unit": DEFS["unit"],
    "trees": DEFS["recipe"],
}


@pytest.mark.parametrize("heading", re.findall("^### Keys of (.+)$", DOCS, re.MULTILINE))
def test_documented_keys_are_those_of_the_schema(heading: str) -> None:
    section = DOCS.split(f"### Keys of {heading}\n")[1].split("\n#")[0]
    rows = re.findall(r"^\| (`[^|]+`) \|", section, re.MULTILINE)
    documented = {word for row in rows for word in re.findall(r"`(\w+)`", row)}
    assert documented == set(PLACES[heading]["properties"])


OF_STRUCTURE = re.compile(
    r"has no key|(?<!a probability )must be a (mapping|list|number)|must be text|must be finite"
    r"|can't be '|a case needs (call|expect):|takes no|can't be checked for|nothing is given for 'A'"
    r"|plays on no|a node can't be a list|a chance child is a list of two|needs a player"
    r"|needs at least one action; an end|can't have a player|write 'agent' instead|or a game:, not both"
    r"|between 0 and 1|must be at least 0, found '-"
)


def is_about_structure(document: str) -> bool:
    faults = Faults("f")
    is_yaml = bool(compose(document.encode(), faults)) and not faults.found
    said = "\n".join(re.findall("^# .*$", document, re.MULTILINE))
    return is_yaml and "1111" not in said and OF_STRUCTURE.search(said) is not None  # a length


OF_BAD_STRUCTURE = [document for document in INVALID if is_about_structure(document)]


def test_many_invalid_cases_are_of_structure() -> None:
    assert len(OF_BAD_STRUCTURE) > 30


@pytest.mark.parametrize(
    "document",
    OF_BAD_STRUCTURE,
    ids=lambda text: re.sub(r"\W+", "-", text.split("\n")[0])[:60],
)
def test_faults_of_structure_are_refused(document: str) -> None:
    assert not all(valid(data, SCHEMA) for data in documents(document))


@pytest.mark.parametrize(
    "case",
    [
        "call: depth_limited\ntree: 5\nexpect: {value: 5}",  # no depth
        "call: minimax\ntree: 5\ndepth: 1\nexpect: {value: 5}",
        "call: minimax\ntree: 5\nexpect: {policy: {root: [A]}}",
        "call: minimax\ntree: {agent: {A: 1}, opp: {B: 2}, eval: 3, name: x}\nexpect: {value: 1}",
        "call: minimax\nexpect: {value: 5}",
        "call: minimax\ntree: 5\nexpect: recorded",
        "call: minimax\nproperty: doubling\nexpect: record",
        "call: minimax\nproperty: doubling\ntrees: {count: 5}\ntree: 5\nexpect: record",
        "call: minimax\nproperty: inequalities\ntrees: {count: 5}\nexpect: record",
        "call: minimax\nproperty: doubling\ntrees: {count: 5}\nexpect: {value: 5}",
        "call: minimax\ntrees: {count: 5}\ntree: 5\nexpect: {value: 5}",
        "title: T\nquestions: []",
        "title: T\nattempts: {limit: 5}\nquestions: [{id: q, title: Q, points: 1, cases: c}]",
        "title: T\nattempts: {total: 0}\nquestions: [{id: q, title: Q, points: 1, cases: c}]",
        "title: T\nquestions: [{id: q, title: Q, points: 1, cases: c, scorings: per_case}]",
    ],
)
def test_what_no_reader_takes_is_refused(case: str) -> None:
    assert not takes(case)


def test_case_without_expectation_yet_is_valid() -> None:
    assert takes("call: minimax\ntree: {agent: {A: 1/3, no: [1/2, 3]}}\nexpect: record")


def test_case_of_a_law_needs_no_tree() -> None:
    assert takes(
        "call: minimax\nproperty: doubling\ntrees: {count: 5, ties: false}\nexpect: record"
    )


def test_attempts_are_counted_in_a_time() -> None:
    suite = "title: T\nattempts: {}\nquestions: [{{id: q, title: Q, points: 1, cases: c}}]"
    assert takes(suite.format("{limit: 5, every: 1 h}"))
    assert not takes(suite.format("{limit: 5, every: 1 hour}"))


def test_bundled_cases_are_valid_in_their_question() -> None:
    inside = "{id: a, call: minimax, tree: 5, expect: {value: 5}}"
    suite = "title: T\nquestions: [{{id: q, title: Q, points: 1, cases: [{}]}}]"
    assert takes(suite.format(inside))
    assert takes(suite.format("a.yaml, b.yaml"))
    assert not takes(suite.format(inside.replace("minimax", "minmax")))


def test_key_without_a_shape_stops_the_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.authoring.schema_cases.CASE_KEYS", (*CASE_KEYS, "colour"))
    with pytest.raises(KeyError, match="colour"):
        schema()


# --- the file and the command ------------------------------------------------------------------------


def test_kept_schema_is_up_to_date() -> None:
    assert (OURS / SCHEMA_FILE).read_text("utf-8") == schema_text()


def test_kept_schema_is_taken_for_no_case() -> None:
    assert not _is_case_file(OURS / SCHEMA_FILE)


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cli.COMMANDS, "schema", "print the schema")


def test_schema_is_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["schema"]) == 0
    assert json.loads(capsys.readouterr().out) == SCHEMA


def test_schema_is_written_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "s.json")
    assert cli.main(["schema", "--out", path, "--check"]) == 1
    assert "is not the schema" in capsys.readouterr().out
    assert cli.main(["schema", "--out", path]) == 0
    assert cli.main(["schema", "--out", path, "--check"]) == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["--check"], "--check compares a file"), (["--out", "no/such/folder/s.json"], "Can't use")],
)
def test_schema_refuses_in_words(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["schema", *arguments]) == 2
    assert said in capsys.readouterr().err
