"""Verifying: what drifted is told with its cause, and a suite that was recorded is clean."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from suites import BINS, REFERENCE, suite, wrong_reference

from grader import cli
from grader.authoring.lock import LOCK
from grader.authoring.record import record_suite
from grader.authoring.verify import verify_suite
from grader.cli import verify as command
from grader.errors import AuthorError, UsageError

CASE = f"call: minimax\ntree: {BINS}\nexpect:\n  value: 3\n  actions: [A]\n"
TICTACTOE = "call: evaluate_tictactoe\ngame: {TicTacToe: {}}\n"


def recorded(folder: Path, text: str = CASE) -> Path:
    """The file of a suite that was recorded."""
    file = suite(folder, text)
    record_suite(file.parents[1], REFERENCE)
    return file


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def told(file: Path, solution: Path = REFERENCE) -> list[str]:
    return [str(drift) for drift in verify_suite(file.parents[1], solution).drifts]


def run(*words: object) -> int:
    """``grader verify``, which may not be registered yet."""
    parser = argparse.ArgumentParser()
    command.add_parser(parser)
    return command.run(parser.parse_args([str(word) for word in words]))


# ---------------------------------------------------------------------- three causes


def test_changed_leaf_is_told(tmp_path: Path) -> None:
    file = recorded(tmp_path)
    edit(file, "1: 3,", "1: 4,")
    assert told(file) == [
        "c/a.yaml:4:3: a, value: 3 -> 4: the tree changed. If that was meant, run grader record."
    ]


def test_changed_reference_is_told(tmp_path: Path) -> None:
    file = recorded(tmp_path)
    assert told(file, wrong_reference(tmp_path)) == [
        "c/a.yaml:4:3: a, value: 3 -> 10: the reference changed. Mend the reference: what was "
        "recorded is still right.",
        "c/a.yaml:5:3: a, actions: [A] -> B: the reference changed. Mend the reference: what was "
        "recorded is still right.",
    ]


def test_edited_expectation_is_told(tmp_path: Path) -> None:
    file = recorded(tmp_path)
    edit(file, "actions: [A]", "actions: [A, B]")
    assert told(file) == [
        "c/a.yaml:5:3: a, actions: [A, B] -> [A]: the expectation was edited. Take the edit back, "
        "or run grader record."
    ]


def test_numbers_have_one_form_and_a_sentence_one_end(tmp_path: Path) -> None:
    file = recorded(tmp_path, CASE.replace("1: 3,", "1: 11/4,").replace("value: 3", "value: 0"))
    wrong = wrong_reference(tmp_path)
    solver = (wrong / "solver.py").read_text(encoding="utf-8")
    (wrong / "solver.py").write_text(
        solver.replace("game.utility(state)", "5.75"), encoding="utf-8"
    )
    assert told(file, wrong)[0].startswith("c/a.yaml:4:3: a, value: 11/4 -> 23/4: the reference")
    (wrong / "solver.py").write_text("def minimax(game, state):\n    return 1 / 0, None\n")
    (only,) = told(file, wrong)
    assert "ZeroDivisionError: division by zero: the reference changed. Mend" in only


# ---------------------------------------------------------------------- other causes


def test_changed_argument_is_told(tmp_path: Path) -> None:
    tree = "{agent: {A: {agent: {1: 7}, eval: 5}}}"
    text = f"call: depth_limited\ndepth: 1\ntree: {tree}\nexpect: {{value: 5}}\n"
    file = recorded(tmp_path, text)
    edit(file, "depth: 1", "depth: 2")
    assert "value: 5 -> 7: what the call is given changed." in told(file)[0]


def test_changed_convention_is_told(tmp_path: Path) -> None:
    tree = "{agent: {A: 3, B: {opp: {1: 3, 2: 5}}}}"
    text = f"call: alpha_beta\ntree: {tree}\nexpect: {{visited: [root, A, B, B1]}}\n"
    file = recorded(tmp_path, text)
    edit(file.parents[1] / "suite.yaml", "on_equal", "strict")
    (drift,) = verify_suite(file.parents[1], REFERENCE).drifts
    assert str(drift).startswith(
        "suite.yaml:3:1: q, pruning: cuts on equality, fail-soft -> cuts strictly, fail-soft:"
        " the convention changed. If that was meant, set the reference to it (in the kit's, by"
    )
    with pytest.raises(AuthorError) as caught:  # the reference cuts on equality still
        record_suite(file.parents[1], REFERENCE)
    *_, last = map(str, caught.value.faults)
    assert last.startswith(
        "suite.yaml:3:1: pruning: the suite asks for alpha-beta that cuts strictly, fail-soft, the"
        " reference cuts on equality, fail-soft. Set the reference to"
    )


def test_changed_convention_of_one_question_is_told_where_it_stands(tmp_path: Path) -> None:
    tree = "{agent: {A: 3, B: {opp: {1: 3, 2: 5}}}}"
    file = suite(
        tmp_path, f"call: alpha_beta\ntree: {tree}\nexpect: {{visited: [root, A, B, B1]}}\n"
    )
    stated = file.parents[1] / "suite.yaml"
    edit(stated, "cases: c}", "cases: c,\n     pruning: {cutoff: on_equal}}")
    record_suite(file.parents[1], REFERENCE)
    edit(stated, "pruning: {cutoff: on_equal}}", "pruning: {cutoff: strict}}")
    (drift,) = verify_suite(file.parents[1], REFERENCE).drifts
    assert (drift.file, drift.line, drift.case) == ("suite.yaml", 6, "q")


def test_without_memory_no_cause_is_made_up(tmp_path: Path) -> None:
    file = suite(tmp_path, CASE.replace("value: 3", "value: 4"))
    assert told(file) == [
        "c/a.yaml:4:3: a, value: 4 -> 3: the expectation is not what both witnesses say. "
        "Run grader record."
    ]


def test_disagreement_of_all_three_is_told(tmp_path: Path) -> None:
    file = suite(tmp_path, CASE.replace("value: 3", "value: 4"))
    (first, *_) = told(file, wrong_reference(tmp_path))
    assert "value: 4 -> 3 (search), 10 (reference): the witnesses disagree." in first


def test_reference_that_fails_is_told(tmp_path: Path) -> None:
    file = recorded(tmp_path, CASE.replace("minimax", "alpha_beta"))
    (only,) = told(file, wrong_reference(tmp_path))
    assert "run: an answer -> NOT_IMPLEMENTED: solver.py defines no function" in only
    assert only.startswith("c/a.yaml:3:1: a,")


def test_search_without_an_answer_is_told(tmp_path: Path) -> None:
    given = "tree: {agent: {A: 1, B: 2}}\npolicies: {agent: uniform}"
    file = suite(tmp_path, f"call: simulate\n{given}\nexpect: {{path: [root, A]}}\n")
    (only,) = told(file)
    assert only.endswith(
        "several plays are possible, so there is no one path: our own search has no answer."
    )


# ---------------------------------------------------------------------- what no search gives


def test_reference_has_to_keep_what_is_asked(tmp_path: Path) -> None:
    file = suite(tmp_path, f"{TICTACTOE}expect: {{signs: {{4: -1}}}}\n")
    (only,) = told(file)
    assert only.startswith("c/a.yaml:3:10: a, signs: ")
    assert "the reference does not keep to it. Mend the reference, or ask for less." in only


def test_edited_demand_is_told(tmp_path: Path) -> None:
    file = recorded(tmp_path, f"{TICTACTOE}expect: {{signs: {{4: 1}}}}\n")
    edit(file, "4: 1", "4: -1")
    (only,) = told(file)
    assert "the expectation was edited." in only


# ---------------------------------------------------------------------- the lock


def test_recorded_suite_is_clean(tmp_path: Path) -> None:
    found = verify_suite(recorded(tmp_path).parents[1], REFERENCE)
    assert (found.drifts, found.cases, found.remembers) == ((), 1, True)


def test_rewording_is_no_drift(tmp_path: Path) -> None:
    file = recorded(tmp_path)
    edit(file, "value: 3\n", "'value': 3.0  # as before\n")
    edit(file, "call:", "title: another\npoints: 2\ncall:")
    assert told(file) == []


def test_change_that_changes_no_answer_is_told_too(tmp_path: Path) -> None:
    file = recorded(tmp_path)
    edit(file, "2: 10", "2: 11")
    said = "c/a.yaml:3:1: a: the tree changed. If that was meant, run grader record."
    assert told(file) == [said]


def test_case_that_was_never_recorded_is_told(tmp_path: Path) -> None:
    file = recorded(tmp_path)
    suite(tmp_path, CASE, "b.yaml")
    assert told(file) == ["c/b.yaml:3:1: b: recorded.lock is out of date. Run grader record."]


def test_case_that_is_gone_is_told(tmp_path: Path) -> None:
    file = recorded(tmp_path)
    file.rename(file.with_name("b.yaml"))
    assert "recorded.lock:1:1: a: this case is gone. Run grader record." in told(file)
    record_suite(file.parents[1], REFERENCE)
    assert told(file) == []


def test_changed_game_is_told(tmp_path: Path) -> None:
    text = "call: minimax\ngame: {Nim: [1, 2]}\nexpect: {actions: ['(1,1)']}\n"
    file = recorded(tmp_path, text)
    edit(file, "[1, 2]", "[2, 1]")
    edit(file, "'(1,1)'", "'(1,1)'")
    assert "[(1,1)] -> ['(0,1)']: the tree changed." in told(file)[0].replace(
        "['(1,1)']", "[(1,1)]"
    )


def test_lock_has_a_sorted_line_a_case(tmp_path: Path) -> None:
    suite(tmp_path, CASE, "b.yaml")
    file = recorded(tmp_path)
    lines = (file.parents[1] / LOCK).read_text(encoding="ascii").splitlines()
    assert [line.split()[0] for line in lines] == ["#", "#", "a", "b"]
    assert lines[2].split()[1:] == lines[3].split()[1:]  # two equal cases


def test_broken_lock_is_refused_with_its_line(tmp_path: Path) -> None:
    file = recorded(tmp_path)
    (file.parents[1] / LOCK).write_text("# head\na b\n", encoding="ascii")
    with pytest.raises(UsageError, match=r"recorded.lock:2: not a line of recorded.lock"):
        verify_suite(file.parents[1], REFERENCE)


def test_another_convention_leaves_the_trees_of_a_law(tmp_path: Path) -> None:
    law = "call: alpha_beta\nproperty: full_search\ntrees: {count: 2}\nexpect: record\n"
    folder = recorded(tmp_path, law).parents[1]
    edit(folder / "suite.yaml", "cutoff: on_equal", "cutoff: strict")
    assert told(folder / "c" / "a.yaml") == []


# ---------------------------------------------------------------------- the command


def test_command_tells_drift_and_falls_short(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = suite(tmp_path, CASE.replace("value: 3", "value: 4"))
    assert run("--suite", file.parents[1], "--solution", REFERENCE) == cli.FELL_SHORT
    assert capsys.readouterr().out.splitlines()[1:] == [
        "There is no recorded.lock, so edited expectations can't be told from changed trees.",
        "1 case drifted; the suite has 1.",
    ]


def test_a_suite_as_recorded_is_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = recorded(tmp_path).parents[1]
    assert run("--suite", folder, "--solution", REFERENCE) == cli.DONE
    assert capsys.readouterr().out == "1 case verified: both witnesses say what is recorded.\n"
