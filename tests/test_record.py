"""Recording: only values of ``expect:`` change, and only where both witnesses say the same."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

import pytest
from playing import ROOT
from suites import BINS, REFERENCE, cases_of, suite, wrong_reference

from grader import cli
from grader.authoring.lock import LOCK
from grader.authoring.record import plan, record_suite
from grader.cli import record as command
from grader.errors import AuthorError, UsageError

CASE = f"call: minimax\ntree: {BINS}\n"


def record(file: Path) -> str:
    """Record the suite of ``file``; its text then, with the line breaks that it has."""
    record_suite(file.parents[1], REFERENCE)
    return file.read_bytes().decode()


def run(*words: object) -> int:
    """``grader record``, which may not be registered yet."""
    parser = argparse.ArgumentParser()
    command.add_parser(parser)
    return command.run(parser.parse_args([str(word) for word in words]))


# ---------------------------------------------------------------------- every other byte stays

KEPT = {
    "comments": (
        f"# head\n{CASE}expect:   # what is right\n  # first\n  value: 7  # wrong\n\n"
        "  actions: [ B ]   # also wrong\n# tail\n",
        {"value: 7 ": "value: 3 ", "[ B ]": "[A]"},
    ),
    "order of keys": (
        f"expect: {{actions: [B], value: 3}}\ntitle: 'quoted'\n{CASE}",
        {"[B]": "[A]"},
    ),
    "quoted keys": (f"{CASE}\"expect\":\n  'value': '4'\n", {"'4'": "3"}),
    "Windows line breaks": (
        f"{CASE}expect:\n  value: 4\n  actions: [A]\n# end".replace("\n", "\r\n"),
        {"value: 4": "value: 3"},
    ),
    "a byte order mark": (f"\ufeff{CASE}expect: {{value: 4}}\n", {"value: 4": "value: 3"}),
    "flow style": (
        f"{{call: minimax, tree: {BINS}, expect: {{value: 4, actions: [B]}},  }} # end\n",
        {"value: 4": "value: 3", "[B]": "[A]"},
    ),
    "block lists": (
        f"{CASE}expect:\n  actions:\n  - B # no\n  value: 3\n",
        {"- B": "- A"},
    ),
    "no line break at the end": (f"{CASE}expect: {{value: 4}}", {"value: 4": "value: 3"}),
    "other alphabets": (
        f"title: 最小 é 😀\n{CASE}expect: {{value: 4}} # 😀\n",
        {"value: 4": "value: 3"},
    ),
}


@pytest.mark.parametrize("what", KEPT)
def test_all_but_the_values_stays(what: str, tmp_path: Path) -> None:
    before, changes = KEPT[what]
    file = suite(tmp_path, before)
    after = before
    for old, new in changes.items():
        assert after.count(old) == 1
        after = after.replace(old, new)
    assert record(file) == after


@pytest.mark.parametrize("what", KEPT)
def test_recording_twice_is_recording_once(what: str, tmp_path: Path) -> None:
    file = suite(tmp_path, KEPT[what][0])
    once = record(file)
    assert record(file) == once
    assert plan(file.parents[1], REFERENCE).files == {}


def test_right_values_are_not_reformatted(tmp_path: Path) -> None:
    text = (
        f"{CASE}expect: {{ value:  3.0, actions: [ 'A' ],\n   visited: [root,A,A1,A2,B,B1,B2]}}\n"
    )
    assert record(suite(tmp_path, text)) == text


def test_only_the_wrong_document_changes(tmp_path: Path) -> None:
    right = f"id: one\n{CASE}expect: {{value: 3.0}} # kept\n"
    wrong = f"id: two\n{CASE}expect: {{value: 30}}\n...\n"
    file = suite(tmp_path, f"--- # first\n{right}---\n# second\n{wrong}")
    assert record(file) == f"--- # first\n{right}---\n# second\n{wrong.replace('30', '3')}"


def test_only_the_wrong_states_of_a_policy_change(tmp_path: Path) -> None:
    text = f"call: minimax_policy\ntree: {BINS}\nexpect:\n  policy:\n"
    kept = "    A: [ '1' ]  # it minimises\n    # and\n"
    file = suite(tmp_path, f"{text}    root: [B]\n{kept}")
    assert record(file) == f"{text}    root: [A]\n{kept}"


def test_the_stated_order_of_a_set_stays(tmp_path: Path) -> None:
    tree = "{agent: {A: 3, B: {opp: {1: 3, 2: 4, 3: 5}}, C: 3}}"
    text = f"call: alpha_beta\ntree: {tree}\nexpect: {{actions: [C, A, B], pruned: [B3, B2]}}\n"
    assert record(suite(tmp_path, text)) == text


def test_only_the_wrong_end_of_a_game_changes(tmp_path: Path) -> None:
    text = (
        "call: HalvingGame\nn: 1\nexpect:\n  game:\n    agent:  # who moves\n      decrement: 1\n"
    )
    file = suite(tmp_path, f"{text}      halve: -1  # at 0\n")
    right = text.replace("decrement: 1", "decrement: -1")
    assert record(file) == f"{right}      halve: -1  # at 0\n"


def test_only_the_wrong_entry_of_a_table_changes(tmp_path: Path) -> None:
    text = f"call: value_table\ntree: {BINS}\npolicies: {{opp: uniform}}\nexpect:\n  table:\n"
    kept = "    exptmax: { min: 2, fixed: 6 } # best answer\n"
    file = suite(tmp_path, f"{text}{kept}    max: {{fixed: 4.0, min: 9}}\n")
    assert record(file) == f"{text}{kept}    max: {{fixed: 4.0, min: 3}}\n"


def test_file_mode_stays(tmp_path: Path) -> None:
    file = suite(tmp_path, f"{CASE}expect: {{value: 4}}\n")
    file.chmod(0o640)
    record(file)
    assert file.stat().st_mode & 0o777 == 0o640


# ---------------------------------------------------------------------- blocks from nothing

WRITTEN = "\n  value: 3\n  actions: [A]\n  visited: [root, A, A1, A2, B, B1, B2]\n"


@pytest.mark.parametrize("stated", ["expect: {}", "expect: record", "expect:", "expect: ~"])
def test_empty_block_is_filled(stated: str, tmp_path: Path) -> None:
    file = suite(tmp_path, f"{stated}\n{CASE}")
    assert record(file) == f"expect:{WRITTEN}{CASE}"


def test_absent_block_is_added(tmp_path: Path) -> None:
    file = suite(tmp_path, f"id: one\n{CASE}# tail\n---\nid: two\n{CASE}expect: {{value: 3}}")
    added = f"id: one\n{CASE}expect:{WRITTEN}# tail\n---\nid: two\n{CASE}expect: {{value: 3}}"
    assert record(file) == added


def test_comment_behind_the_key_stays(tmp_path: Path) -> None:
    file = suite(tmp_path, f"{CASE}expect: {{}}  # mine\n")
    assert record(file) == f"{CASE}expect:  # mine{WRITTEN}"


def test_block_below_its_key_is_filled(tmp_path: Path) -> None:
    file = suite(tmp_path, f"{CASE}expect: # mine\n  {{}} # two\n")
    assert record(file).startswith(f"{CASE}expect: # mine\n  value: 3\n")


def test_flow_document_gets_a_flow_block(tmp_path: Path) -> None:
    before = "{call: minimax, tree: {agent: {A: 3}}"
    wanted = "expect: {value: 3, actions: [A], visited: [root, A]}"
    assert record(suite(tmp_path, f"{before}}}\n")) == f"{before}, {wanted}}}\n"


def test_long_lists_are_wrapped(tmp_path: Path) -> None:
    ends = ", ".join(f"number-{n}: {n}" for n in range(40))
    text = record(suite(tmp_path, f"call: minimax\ntree:\n  agent: {{{ends}}}\nexpect: {{}}\n"))
    lines = text.partition("visited:")[2].splitlines()
    assert len(lines) > 3
    assert all(len(line) <= 100 for line in lines)
    assert all(line.startswith("      number-") for line in lines[1:])


def test_weights_say_which_fields_to_record(tmp_path: Path) -> None:
    text = f"call: alpha_beta\ntree: {BINS}\nweights: {{effort: 1}}\nexpect: record\n"
    file = suite(tmp_path, text)
    assert record(file).startswith(text.replace(" record\n", "\n  value: 3\n"))
    expect = cases_of(file)["a"].expect
    assert expect.pruned == ("B2",)
    assert expect.effort is not None
    assert expect.effort.visits == 6


def test_names_are_quoted_where_needed_only(tmp_path: Path) -> None:
    text = 'call: minimax\ntree: {agent: {"a, b": 1, no: 1, "it\'s": 1, "#": 1}}\nexpect:\n'
    file = suite(tmp_path, text)
    assert "actions: ['a, b', no, 'it''s', '#']\n" in record(file)
    assert cases_of(file)["a"].expect.actions == ("a, b", "no", "it's", "#")


def test_numbers_are_exact(tmp_path: Path) -> None:
    tree = "{coin: {h: [1/3, 1], t: [2/3, 0]}}"
    file = suite(tmp_path, f"call: expectiminimax\ntree: {tree}\nexpect: {{}}\n")
    assert "expect:\n  value: 1/3\n  actions: []\n" in record(file)


NATURAL = {
    "simulate": ("tree: {agent: {A: 1, B: 2}}\npolicies: {agent: {always: B}}", "path: [root, B]"),
    "estimate": ("n: 50\ntree: {agent: {A: 1, B: 2}}\npolicies: {agent: uniform}", "value: 3/2"),
    "game_value": ("tree: {agent: {A: 1, B: 2}}\npolicies: {agent: uniform}", "value: 3/2"),
    "minimax_policy": (f"tree: {BINS}", "policy:\n    root: [A]\n    A: [1]\n    B: [1]"),
    "value_table": (
        f"tree: {BINS}\npolicies: {{opp: uniform}}",
        "table:\n    max: {min: 3, fixed: 4}\n    exptmax: {min: 2, fixed: 6}",
    ),
    "HalvingGame": ("n: 1", "game: {agent: {decrement: -1, halve: -1}}"),
    "alpha_beta": (f"tree: {BINS}", "pruned: [B2]"),
    "depth_limited": ("depth: 1\ntree: {agent: {A: 1, B: 2}}", "visited: [root, A, B]"),
    "iterative_deepening": (
        "max_evaluations: 4\ntree: {agent: {A: 1, B: 2}, eval: 0}",
        "effort: {evaluations: 4}",
    ),
    "max_n": ("tree: {a: {A: {utility: {a: 1}}, B: {utility: {a: 2}}}}", "value: {a: 2}"),
    "choose_by_bounds": ("intervals: {A: [1, 2], B: [2, 3]}", "options: [B]"),
    "expectiminimax_pruned": (
        "low: 0\nhigh: 9\ntree: {agent: {A: 1, B: 2}}",
        "effort: {visits: 3, must: [root, A, B]}",
    ),
}  # fmt: skip


@pytest.mark.parametrize("call", NATURAL)
def test_each_call_has_natural_fields(call: str, tmp_path: Path) -> None:
    given, expected = NATURAL[call]
    text = record(suite(tmp_path, f"call: {call}\n{given}\nexpect: {{}}\n"))
    assert f"  {expected}" in text


def test_outcomes_are_recorded_of_several_plays(tmp_path: Path) -> None:
    text = "call: simulate\nn: 60\ntree: {agent: {A: 1, B: 2}}\npolicies: {agent: uniform}\n"
    assert record(suite(tmp_path, text)) == f"{text}expect:\n  outcomes: {{A: 1/2, B: 1/2}}\n"


def test_whole_game_has_no_sequences(tmp_path: Path) -> None:
    text = "call: alpha_beta\ngame: {Nim: [1, 2]}\n"
    assert record(suite(tmp_path, text)) == f"{text}expect:\n  value: 1\n  actions: ['(1,1)']\n"


def test_support_module_is_found_beside_the_suite(tmp_path: Path) -> None:
    file = suite(tmp_path, "call: minimax\ngame: {Nim: [1]}\nexpect: record\n")
    settings = file.parents[1] / "suite.yaml"
    lines = settings.read_text(encoding="utf-8").splitlines(keepends=True)
    settings.write_text("".join(li for li in lines if "support" not in li), encoding="utf-8")
    shutil.copytree(ROOT / "assignment", tmp_path / "assignment")
    assert "value: 1\n  actions: ['(0,1)']\n" in record(file)


def test_unit_tests_beside_the_cases_are_found(tmp_path: Path) -> None:
    file = suite(tmp_path, f"{CASE}expect: record\n")
    folder = file.parents[1]
    (folder / "unit").mkdir()
    (folder / "unit" / "test_code.py").touch()
    with (folder / "suite.yaml").open("a", encoding="utf-8") as opened:
        opened.write("unit: unit\n")
    assert record(file) == f"{CASE}expect:{WRITTEN}"


# ---------------------------------------------------------------------- bounds are stated


def test_bound_that_is_wide_enough_stays(tmp_path: Path) -> None:
    text = f"call: alpha_beta\ntree: {BINS}\nexpect: {{effort: {{visits: 9, must: [B]}}}}\n"
    assert record(suite(tmp_path, text)) == text


def test_bound_that_is_too_narrow_is_widened(tmp_path: Path) -> None:
    text = f"call: alpha_beta\ntree: {BINS}\nexpect: {{effort: {{visits: 5, must: [B]}}}}\n"
    assert record(suite(tmp_path, text)) == text.replace("5, must", "6, must")


# ---------------------------------------------------------------------- refusals


def test_disagreement_is_refused_with_its_place(tmp_path: Path) -> None:
    before = f"{CASE}expect:\n  value: 4\n  actions: [A]\n"
    file = suite(tmp_path, before)
    with pytest.raises(AuthorError) as caught:
        record_suite(file.parents[1], wrong_reference(tmp_path))
    assert [str(fault) for fault in caught.value.faults] == [
        "c/a.yaml:4:3: a: value: the search says 3, the reference 10",
        "c/a.yaml:5:3: a: actions: the search says [A], the reference B",
    ]
    assert file.read_text(encoding="utf-8") == before
    assert not (file.parents[1] / LOCK).exists()


def test_reference_without_the_function_is_refused(tmp_path: Path) -> None:
    file = suite(tmp_path, f"call: alpha_beta\ntree: {BINS}\nexpect: {{}}\n")
    with pytest.raises(AuthorError, match=r"NOT_IMPLEMENTED: solver.py defines no function named"):
        record_suite(file.parents[1], wrong_reference(tmp_path))


def test_path_of_several_plays_is_refused(tmp_path: Path) -> None:
    given = "tree: {agent: {A: 1, B: 2}}\npolicies: {agent: uniform}"
    file = suite(tmp_path, f"call: simulate\n{given}\nexpect: {{path: [root, A]}}\n")
    with pytest.raises(
        AuthorError, match=r"a.yaml:4:1: a: our search has no answer: several plays"
    ):
        record_suite(file.parents[1], REFERENCE)


def test_json_file_is_refused_where_it_would_change(tmp_path: Path) -> None:
    text = '{"call": "minimax", "tree": {"agent": {"A": 3}}, "expect": {"value": 4}}'
    file = suite(tmp_path, text, "a.json")
    with pytest.raises(AuthorError, match="record writes YAML files of cases"):
        record_suite(file.parents[1], REFERENCE)


def test_json_case_is_not_sent_to_record_for_ever(tmp_path: Path) -> None:
    text = '{"call": "minimax", "tree": {"agent": {"A": 3}}, "expect": "record"}'
    file = suite(tmp_path, text, "a.json")
    with pytest.raises(
        AuthorError, match="writes YAML files of cases: write this by hand, or move"
    ):
        record_suite(file.parents[1], REFERENCE)
    file.write_text('{"call": "minimax", "tree": 3}')
    with pytest.raises(
        AuthorError, match=r"needs expect: \(by hand, or move this case into a YAML"
    ):
        record_suite(file.parents[1], REFERENCE)


def test_reference_that_is_not_there_is_named(tmp_path: Path) -> None:
    file = suite(tmp_path, f"{CASE}expect: {{value: 3}}\n")
    with pytest.raises(UsageError, match="nowhere does not exist"):
        record_suite(file.parents[1], tmp_path / "nowhere")


def test_folder_without_a_solver_is_no_reference(tmp_path: Path) -> None:
    file = suite(tmp_path, f"{CASE}expect: {{value: 3}}\n")
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match=r"Can't read the reference in .*empty"):
        record_suite(file.parents[1], tmp_path / "empty")


def test_reference_that_does_not_load_is_explained(tmp_path: Path) -> None:
    file = suite(tmp_path, f"{CASE}expect: {{value: 3}}\n")
    folder = wrong_reference(tmp_path)
    (folder / "solver.py").write_text("def minimax(:\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"can't be loaded. .*\n?.*line 1"):
        record_suite(file.parents[1], folder)


def test_faults_keep_their_places_beside_missing_blocks(tmp_path: Path) -> None:
    file = suite(tmp_path, f"id: one\n{CASE}expect:\n  {{}}\n---\nid: two\ncall: minmax\n")
    with pytest.raises(AuthorError, match=r"c/a.yaml:8:7: call can't be 'minmax'"):
        record_suite(file.parents[1], REFERENCE)


def test_write_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = f"{CASE}expect: {{value: 4}}\n"
    file = suite(tmp_path, before)
    recording = plan(file.parents[1], REFERENCE)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(UsageError, match=r"Can't write .*a.yaml: No space left on device"):
        recording.write()
    assert [path.name for path in file.parent.iterdir()] == ["a.yaml"]
    assert file.read_text(encoding="utf-8") == before


def test_case_in_the_suite_file_is_refused_where_it_would_change(tmp_path: Path) -> None:
    file = suite(tmp_path, f"{CASE}expect: {{value: 3}}\n")
    listed = f"[{{id: x, call: minimax, tree: {BINS}, expect: {{value: 4}}}}]"
    with (file.parents[1] / "suite.yaml").open("a", encoding="utf-8") as opened:
        opened.write(f"  - {{id: r, title: R, points: 1, cases: {listed}}}\n")
    with pytest.raises(
        AuthorError, match=r"suite.yaml:\d+:1: x: record writes YAML files of cases"
    ):
        record_suite(file.parents[1], REFERENCE)


def test_laws_are_not_made_up(tmp_path: Path) -> None:
    file = suite(tmp_path, "call: evaluate_tictactoe\ngame: {TicTacToe: {}}\n")
    with pytest.raises(AuthorError, match="a case needs expect:"):
        record_suite(file.parents[1], REFERENCE)


def test_row_needs_its_numbers(tmp_path: Path) -> None:
    file = suite(tmp_path, "call: HalvingGame\nexpect: {}\n")
    with pytest.raises(AuthorError, match="nothing is expected"):
        record_suite(file.parents[1], REFERENCE)


# ---------------------------------------------------------------------- the command


def test_check_changes_nothing_and_tells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = f"{CASE}expect: {{value: 4}}\n"
    file = suite(tmp_path, before)
    words = ("--suite", file.parents[1], "--solution", REFERENCE, "--check")
    assert run(*words) == cli.FELL_SHORT
    assert capsys.readouterr().out == "a: would change\n"
    assert file.read_text(encoding="utf-8") == before
    assert not (file.parents[1] / LOCK).exists()


def test_check_is_content_after_recording(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = suite(tmp_path, f"{CASE}expect: {{value: 4}}\n")
    words = ("--suite", file.parents[1], "--solution", REFERENCE)
    assert run(*words) == cli.DONE
    assert run(*words, "--check") == cli.DONE
    assert capsys.readouterr().out == "a: recorded\nEverything is recorded as it is.\n"


def test_command_tells_of_disagreements(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = suite(tmp_path, f"{CASE}expect: {{value: 4}}\n")
    assert run("--suite", file.parents[1], "--solution", wrong_reference(tmp_path)) == 1
    assert capsys.readouterr().out == (
        "c/a.yaml:3:10: a: value: the search says 3, the reference 10\n"
        "Nothing was written: 1 refusal.\n"
    )


def test_command_tells_what_is_accepted_and_what_is_gone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = suite(tmp_path, f"{CASE}expect: {{value: 3}}\n")
    gone = suite(tmp_path, f"{CASE}expect: {{value: 3}}\n", "b.yaml")
    words = ("--suite", file.parents[1], "--solution", REFERENCE)
    assert run(*words) == cli.DONE
    text = file.read_text(encoding="utf-8").replace("A:", "C:")
    file.write_text(text, encoding="utf-8")
    gone.unlink()
    capsys.readouterr()
    assert run(*words) == cli.DONE
    assert capsys.readouterr().out == (
        "a: accepted as it stands\n"
        "b: forgotten, for it is gone\n"
        "No case changes; recorded.lock was written.\n"
    )


def test_a_reference_that_is_not_there_is_asked_for(tmp_path: Path) -> None:
    file = suite(tmp_path, f"{CASE}expect: {{value: 3}}\n")
    with pytest.raises(UsageError, match=r"no reference at .*solution\. Name one with --solution"):
        run("--suite", file.parents[1])


def test_only_the_files_named_are_recorded(tmp_path: Path) -> None:
    one = suite(tmp_path, f"{CASE}expect: {{value: 4}}\n")
    two = suite(tmp_path, f"{CASE}expect: {{value: 4}}\n", "b.yaml")
    assert record_suite(one.parents[1], REFERENCE, [Path("c/b.yaml")]) == ("b",)
    assert "value: 4" in one.read_text(encoding="utf-8")
    assert "value: 3" in two.read_text(encoding="utf-8")
    assert record_suite(one.parents[1], REFERENCE, [Path("a")]) == ("a",)


def test_path_without_a_case_is_refused(tmp_path: Path) -> None:
    file = suite(tmp_path, f"{CASE}expect: {{value: 4}}\n")
    with pytest.raises(UsageError, match=r"No case of the suite in .* is in nothing.yaml"):
        record_suite(file.parents[1], REFERENCE, [Path("nothing.yaml")])
