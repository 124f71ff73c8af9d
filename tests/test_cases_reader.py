"""The reader of cases: what it takes, what it refuses, and where it says the fault is."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.cases import (
    decode_beside,
    decode_case,
    decode_expect,
    decode_policies,
    decode_question,
    decode_settings,
    decode_suite,
)
from grader.cases.compose import MAX_BYTES, compose
from grader.cases.decode_case import Defaults
from grader.cases.decode_question import read_cases
from grader.cases.decode_tree import NODE_KEYS
from grader.cases.games import Games
from grader.cases.located import Faults, Located, Mapping, Scalar, Sequence
from grader.cases.model import Call, Case, Check, Limits, Pruning, TieBreak, Tolerance, Visibility
from grader.errors import Fault

HERE = Path(__file__).parent
INVALID = (HERE / "invalid" / "cases.yaml").read_text("utf-8").split("\n---\n")[1:]
SUITE_FILES = sorted((HERE.parent / "test_cases").rglob("*.yaml"))
Read = Callable[[str], tuple[list[Case], list[Fault]]]
DOCS = HERE.parent / "docs" / "cases.md"


def composed(text: str | bytes, *, pure: bool = False) -> tuple[list[Located], list[str]]:
    faults = Faults("f")
    data = text.encode() if isinstance(text, str) else text
    return compose(data, faults, pure=pure), [str(fault) for fault in faults.found]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def read_text(text: str) -> tuple[list[Case], list[Fault]]:
        path = tmp_path / "case.yaml"
        path.write_text(text, "utf-8")
        defaults = Defaults(games=Games(HERE.parent / "assignment" / "games.py"))
        placed, faults = read_cases(path, file="case.yaml", defaults=defaults)
        return [each.case for each in placed], sorted(faults)

    return read_text


def one(read: Read, text: str) -> Case:
    cases, faults = read(text)
    assert not faults
    (case,) = cases
    return case


# --- invalid cases ---------------------------------------------------------------------------------


@pytest.mark.parametrize("document", INVALID, ids=range(len(INVALID)))
def test_invalid_case_gets_exactly_its_faults(read: Read, document: str) -> None:
    expected = re.findall(r"^# (\d+):(\d+) (.*)$", document, re.MULTILINE)
    _, faults = read(document + "\n")
    assert [(str(f.line), str(f.column), f.message) for f in faults] == expected
    assert expected


def test_sixty_cases_and_more_are_invalid_each_in_its_own_way() -> None:
    faults = [frozenset(re.findall(r"^# \d+:\d+ (.*)$", d, re.MULTILINE)) for d in INVALID]
    assert len(faults) >= 60
    assert len(frozenset().union(*faults)) >= len(faults)


def test_faults_of_all_documents_come_together(read: Read) -> None:
    text = "call: minmax\n---\nid: b\ncall: minimax\ntree: x\nexpect: {value: 1}\n"
    _, faults = read(text)
    assert {fault.line for fault in faults} == {1, 5}


def test_right_documents_survive_wrong_ones(read: Read) -> None:
    right = "id: right\ncall: minimax\ntree: 5\nexpect: {value: 5}\n"
    cases, faults = read(f"id: wrong\ntitle: 'open\n---\n{right}---\nid: [\n---\nid: *x\n")
    assert [case.id for case in cases] == ["right"]
    assert [fault.line for fault in faults if "needs" not in fault.message] == [3, 10, 11]


def test_several_cases_in_a_file_need_ids(read: Read) -> None:
    body = "call: minimax\ntree: 5\nexpect: {value: 5}\n"
    cases, faults = read(f"id: a\n{body}---\n{body}")
    assert [case.id for case in cases] == ["a"]
    assert [str(f) for f in faults] == ["case.yaml:6:1: a case needs id: here"]


@pytest.mark.parametrize("text", ["", "# only a comment\n"])
def test_empty_file_has_no_case(read: Read, text: str) -> None:
    assert [f.message for f in read(text)[1]] == ["this file has no case in it"]


def test_file_name_must_do_as_id(tmp_path: Path) -> None:
    path = tmp_path / "My_case.yaml"
    path.write_text("call: minimax\ntree: 5\nexpect: {value: 5}\n")
    _, (fault,) = read_cases(path, file="My_case.yaml", defaults=Defaults())
    assert "found 'My_case' (the file's name; give the case an id:)" in fault.message


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_damaged_case_never_breaks_the_reader(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    text = data.draw(st.sampled_from(INVALID))
    start = data.draw(st.integers(0, len(text)))
    junk = data.draw(st.text("[]{}:,&*!|>'\"#-? \n\tA0/\x00\ufeff\u00e9\u2028", max_size=6))
    path = tmp_path_factory.getbasetemp() / "damaged.yaml"
    path.write_bytes(f"{text[:start]}{junk}{text[start + len(junk) :]}".encode())
    lines = path.read_bytes().count(b"\n") + text.count("\u2028") + junk.count("\u2028") + 2
    _, faults = read_cases(path, file="damaged.yaml", defaults=Defaults())
    assert all(1 <= fault.line <= lines and fault.column >= 1 for fault in faults)


# --- the composer ----------------------------------------------------------------------------------


@pytest.mark.parametrize("pure", [False, True])
def test_scalars_stay_text(pure: bool) -> None:
    words = ["no", "on", "1:30", "1e3", "0x10", "2026-11-02", ".5", "yes", "1_000", "0777"]
    (node,), faults = composed(f"[{', '.join(words)}]", pure=pure)
    assert not faults
    assert isinstance(node, Sequence)
    assert [item.text for item in node.items if isinstance(item, Scalar)] == words


@pytest.mark.parametrize("pure", [False, True])
def test_nodes_know_their_places(pure: bool) -> None:
    (node,), _ = composed("\ufeffa: 1\nb: {c: 'x'}\n", pure=pure)
    assert node == Mapping(
        (
            (Scalar("a", True, 1, 1), Scalar("1", True, 1, 4)),
            (
                Scalar("b", True, 2, 1),
                Mapping(((Scalar("c", True, 2, 5), Scalar("x", False, 2, 8)),), 2, 4),
            ),
        ),
        1,
        1,
    )


@pytest.mark.parametrize("path", SUITE_FILES, ids=lambda path: path.stem)
def test_both_parsers_compose_alike(path: Path) -> None:
    assert composed(path.read_bytes()) == composed(path.read_bytes(), pure=True)


@pytest.mark.parametrize("pure", [False, True])
def test_depth_100_is_read(pure: bool) -> None:
    nodes, faults = composed("[" * 100 + "]" * 100, pure=pure)
    assert (len(nodes), faults) == (1, [])


@pytest.mark.parametrize("pure", [False, True])
def test_depth_101_is_refused(pure: bool) -> None:
    nodes, faults = composed("[" * 101 + "]" * 101, pure=pure)
    assert (nodes, faults) == ([], ["f:1:101: this is nested more than 100 deep"])


@pytest.mark.parametrize("pure", [False, True])
@pytest.mark.parametrize("bracket", ["[", "{", "{a: ", "- ", "? "])
def test_deep_nesting_is_one_fault(pure: bool, bracket: str) -> None:
    nodes, faults = composed(bracket * 5000, pure=pure)
    assert nodes == []
    assert len(faults) == 1
    assert faults[0].endswith("this is nested more than 100 deep")


def test_documents_after_a_deep_one_are_read() -> None:
    nodes, faults = composed("[" * 101 + "\n---\na\n")
    assert nodes == [Scalar("a", True, 3, 1)]
    assert len(faults) == 1


def test_aliases_leave_no_copies() -> None:
    bomb = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"
    _, faults = composed(bomb)
    assert [fault.split(": ")[1].split(" (")[0] for fault in faults] == [
        "anchors", "anchors", "aliases", "aliases", "aliases", "aliases",
    ]  # fmt: skip


def test_file_over_a_mebibyte_is_refused() -> None:
    at_most = "#" * MAX_BYTES
    assert composed(at_most) == ([], [])
    message = "f:1:1: this file is over 1 MiB, too long for a case file"
    assert composed(at_most * 2) == ([], [message])


def test_many_broken_documents_end_the_reading() -> None:
    nodes, faults = composed("---\n]\n" * 5000)
    assert nodes == []
    assert len(faults) == 20


def test_text_that_is_not_utf8_is_placed() -> None:
    message = "f:2:4: this is not UTF-8 text; save the file as UTF-8"
    assert composed(b"a: 1\nb: \xff\n") == ([], [message])
    assert composed("a: 1".encode("utf-16"))[1][0].startswith("f:1:1: this is not UTF-8")


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\x7f", "\u200b\ufeff"[1]])
def test_unprintable_characters_are_placed(character: str) -> None:
    message = f"f:2:2: the character U+{ord(character):04X} can't be printed; delete it"
    assert composed(f"a: 1\nb{character}: 2") == ([], [message])


@pytest.mark.parametrize("pure", [False, True])
@pytest.mark.parametrize("newline", ["\r\n", "\r", "\u2028"])
def test_every_line_break_counts_as_one(pure: bool, newline: str) -> None:
    _, faults = composed(f"a: 1{newline}b: 2{newline}a: 3", pure=pure)
    assert faults == ["f:3:1: the key 'a' is there already, at 1:1"]


SYNTAX = {
    "a:\n\tb: 1": "f:2:1: a tab can't indent or separate here; use spaces",
    "a:\n  b: 1\n  \tc: 1": "f:3:3: a tab can't indent or separate here; use spaces",
    "a: b: c": "f:1:5: a colon can't stand here",
    "a:\n  b: 1\n c: 2": "f:3:2: this line does not fit the indentation of the lines above it",
    "- a\nb: 1": "f:2:1: this line does not fit the indentation",
    "a: [1, 2\nb: 3": "f:2:2: a list is not closed",
    "a: {x: 1\nb: 2": "f:2:2: a {...} is not closed",
    "a: 'x": "f:1:6: a quoted text is not closed: the second quote is missing (it starts at 1:4)",
    "a: [1,,2]": "f:1:7: something is missing before this place",
    "a: @x": "f:1:4: this character can't start a text",
    "a: b\nc": "f:2:2: a key needs a colon and a space after it",
    "{a: 1} b": "f:1:8: the document above is not finished, or this line belongs to none",
    "%YAML 3.0\n--- a": "f:1:1: this is not YAML: found incompatible YAML document",
}


@pytest.mark.parametrize("pure", [False, True])
@pytest.mark.parametrize("text", SYNTAX)
def test_syntax_fault_is_said_plainly(text: str, pure: bool) -> None:
    _, (fault, *_) = composed(text, pure=pure)
    assert fault.startswith(SYNTAX[text])


def test_unknown_escape_is_said_plainly() -> None:
    _, (fault,) = composed('a: "\\q"')
    assert fault.endswith("this backslash stands for nothing; put the text into single quotes")


# --- what a case becomes ---------------------------------------------------------------------------


def test_case_keeps_everything_that_is_said(read: Read) -> None:
    text = """
        call: expectimax
        title: a  title
        id: full-case
        tree: {agent: {A: {opp: {1: 3, 2: 5}}, B: 4}}
        state: root
        policies: {opp: {A: {1: 1/4, 2: 3/4}}}
        expect: {value: 9/2, actions: [A]}
        weights: {action: 1/2}
        points: 2.5
        group: pair
        visibility: after_published
        tie_break: first
    """
    case = one(read, text)
    assert (case.id, case.title, case.group, case.line) == ("full-case", "a title", "pair", 2)
    assert case.weights == {Check.VALUE: 1, Check.ACTION: Fraction(1, 2)}
    assert case.points == Fraction(5, 2)
    assert case.policies == {"opp": {"A": {"1": Fraction(1, 4), "2": Fraction(3, 4)}}}
    assert (case.expect.value, case.expect.actions) == (Fraction(9, 2), ("A",))
    assert (case.visibility, case.tie_break) == (Visibility.AFTER_PUBLISHED, TieBreak.FIRST)


def test_short_case_gets_the_defaults(read: Read) -> None:
    case = one(read, "call: minimax\ntree: 5\nexpect: {value: 5, visited: [root], pruned: []}\n")
    assert (case.id, case.title, case.file) == ("case", "case", "case.yaml")
    assert case.weights == {Check.VALUE: 1, Check.VISITED: 2, Check.PRUNED: 0}
    assert case.points == 1
    assert (case.group, case.depth) == (None, None)
    assert (case.visibility, case.tie_break) == (Visibility.VISIBLE, TieBreak.ANY)


@pytest.mark.parametrize(
    ("written", "exact"),
    [
        ("3", 3), ("-0.5", Fraction(-1, 2)), ("1e3", 1000), ("+2", 2), (".25", Fraction(1, 4)),
        ("4/2", 2), ("1/3", Fraction(1, 3)), ("'7'", 7), ("0.1", Fraction(1, 10)),
        ("1e-2", Fraction(1, 100)),
    ],
)  # fmt: skip
def test_numbers_are_exact(read: Read, written: str, exact: Fraction | int) -> None:
    case = one(read, f"call: minimax\ntree: {{utility: {written}}}\nexpect: {{value: 1}}\n")
    assert case.tree.root.utility == exact
    assert isinstance(case.tree.root.utility, int) == (Fraction(exact).denominator == 1)


def test_actions_are_the_raw_text(read: Read) -> None:
    case = one(
        read, "call: minimax\ntree: {agent: {no: 1, 1:30: 2, '1': 3, 1e3: 4}}\nexpect: {value: 4}"
    )
    assert case.tree.root.actions == ("no", "1:30", "1", "1e3")


def test_expected_actions_stand_in_tree_order(read: Read) -> None:
    case = one(read, "call: minimax\ntree: {agent: {A: 1, B: 1, C: 1}}\nexpect: {actions: [C, A]}")
    assert case.expect.actions == ("A", "C")


def test_players_with_chances_get_their_policy(read: Read) -> None:
    case = one(
        read, "call: game_value\ntree: {coin: {h: [1/4, 1], t: [3/4, 5]}}\nexpect: {value: 4}"
    )
    assert case.policies == {"coin": {"root": {"h": Fraction(1, 4), "t": Fraction(3, 4)}}}


def test_state_is_what_is_asked_about(read: Read) -> None:
    text = (
        "call: minimax\ntree: {agent: {A: 1, B: {opp: {1: 2}}}}\nstate: B\nexpect: {actions: ['1']}"
    )
    assert one(read, text).start.name == "B"


def test_agents_own_policy_leaves_it_a_choice(read: Read) -> None:
    text = (
        "call: expectimax\ntree: {agent: {A: 1, B: 2}}\npolicies: {agent: {always: A}}\n"
        "expect: {actions: [B]}"
    )
    assert one(read, text).expect.actions == ("B",)


def test_depth_zero_chooses_no_action(read: Read) -> None:
    text = "call: depth_limited\ntree: {agent: {A: 1}, eval: 7}\ndepth: 0\nexpect: {actions: []}"
    assert one(read, text).expect.actions == ()


def test_lost_turns_spend_no_depth(read: Read) -> None:
    tree = "{agent: {A: {opp: {1: {opp: {1: {agent: {1: 5}, eval: 3}}}}}}}"
    rest = f"tree: {tree}\ndepth: 1\nexpect: {{value: 3}}"
    assert one(read, f"call: depth_limited\n{rest}").depth == 1
    (fault,) = read(f"call: depth_limited_plies\n{rest}")[1]
    assert fault.message.endswith("eval: is needed at: A")


# --- the package and its documentation -------------------------------------------------------------


def test_import_of_the_package_leaves_yaml_alone() -> None:
    script = "import sys, grader.cases; sys.exit('yaml' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", script], cwd=HERE.parent, check=False).returncode == 0
    )


KEYS = {
    "a case": decode_case.CASE_KEYS,
    "a node": NODE_KEYS,
    "expect": decode_expect.EXPECT_KEYS,
    "weights": decode_case.WEIGHT_KEYS,
    "a suite": decode_suite.SUITE_KEYS,
    "a column": decode_beside.COLUMN_KEYS,
    "unit": decode_beside.UNIT_KEYS,
    "a question": decode_question.QUESTION_KEYS,
    "pruning": decode_settings.PRUNING_KEYS,
    "tolerance": decode_settings.TOLERANCE_KEYS,
    "limits": decode_settings.LIMIT_KEYS,
    "attempts": decode_settings.ATTEMPTS_KEYS,
}


def documented(heading: str) -> dict[str, str]:
    """The first and the last column of the table under a heading."""
    section = DOCS.read_text("utf-8").split(f"### {heading}\n")[1].split("\n#")[0]
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|.*?([^|]*) \|$", section, re.MULTILINE)
    return {key: last.strip() for keys, last in rows for key in re.findall(r"\w+", keys)}


@pytest.mark.parametrize("what", KEYS)
def test_documented_keys_are_the_decoders(what: str) -> None:
    assert sorted(documented(f"Keys of {what}")) == sorted(KEYS[what])


def test_all_key_tables_are_compared() -> None:
    assert set(re.findall(r"^### Keys of (.*)$", DOCS.read_text("utf-8"), re.MULTILINE)) == set(
        KEYS
    )


def test_documented_calls_and_words_are_the_models() -> None:
    calls = documented("Calls")
    assert list(calls) == [call.value for call in Call]
    for call in Call:
        checks = [decode_expect.KEY_OF[check] for check in call.checks]
        assert calls[call.value] == ", ".join(checks)
    assert tuple(documented("Words of a policy")) == decode_policies.POLICY_WORDS


@pytest.mark.parametrize("settings_of", [Limits, Tolerance])
def test_documented_defaults_are_the_models(settings_of: type[Limits | Tolerance]) -> None:
    said = documented(f"Keys of {settings_of.__name__.lower()}")
    assert {key: float(last) for key, last in said.items()} == {
        key: getattr(settings_of(), key) for key in said
    }


def test_documented_pruning_is_the_models() -> None:
    said = documented("Keys of pruning")
    for key, last in said.items():
        assert last == f"`{getattr(Pruning(), key).value}`"


def test_documented_weights_are_the_defaults() -> None:
    said = documented("Keys of weights")
    assert {Check(key): Fraction(last) for key, last in said.items()} == dict(
        decode_case.DEFAULT_WEIGHTS
    )


def test_documented_examples_can_be_read(read: Read) -> None:
    examples = re.findall(r"```yaml\n(call: .*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert examples
    for example in examples:
        assert one(read, example).expect.value is not None


def test_a_missing_space_after_a_colon_is_guessed() -> None:
    faults = Faults("c.yaml")
    compose(b"tree:\n  agent:\n    A:3\n    B: 4\n", faults)
    (fault,) = faults.found
    assert fault.line == 4
    assert fault.message.endswith("does 'A:3' in the line above need a space after its colon?")
