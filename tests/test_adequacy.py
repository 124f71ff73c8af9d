"""The kill matrix of small suites with made-up mistakes, and the trees that would close its gaps."""

from __future__ import annotations

import argparse
import csv
import io
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest
from playing import ROOT

from grader.authoring import adequacy
from grader.authoring.adequacy import Adequacy, examine, known_mistakes
from grader.authoring.adequacy_report import COLUMNS, as_csv, as_json, as_text
from grader.authoring.matrix import Library, Matrix, Mistake, observation
from grader.authoring.proposed import cases_of, line_of, skeleton
from grader.authoring.small_trees import MOVERS, random_trees, small_trees
from grader.authoring.unrecorded import open_suite
from grader.cases import Call, Case, Pruning, Suite, read_suite
from grader.cli.adequacy import add_parser, run
from grader.diagnosis import mistakes
from grader.errors import UsageError
from grader.sandbox.outcome import Answer, Outcome, Status
from grader.sandbox.outcome import Play as Rollouts
from grader.search import Convention, Trace, alpha_beta, expectiminimax, minimax
from grader.tree import GameTree

STRICT = Convention(strict_at_max=True, strict_at_min=True)
Play = Callable[[Case], "Outcome | None"]


@dataclass(frozen=True)
class Fake:
    """A mistake that says itself how it plays a case."""

    id: str
    calls: frozenset[Call]
    how: Play
    title: str = "does it wrongly"


def told(trace: Trace) -> Outcome:
    action = trace.actions[0] if trace.actions else None
    answer = Answer(value=float(trace.value), action=action)
    return Outcome(status=Status.RETURNED, answer=answer, visited=trace.visited)


def right(case: Case) -> Outcome:
    if case.call is Call.ALPHA_BETA:
        return told(alpha_beta(case.start, Convention()))
    return told(expectiminimax(case.start, case.policies))


def sums(case: Case) -> Outcome:
    ones = {
        player: {name: dict.fromkeys(chances, Fraction(1)) for name, chances in table.items()}
        for player, table in case.policies.items()
    }
    return told(expectiminimax(case.start, ones))


def maximises(case: Case) -> Outcome:
    """Takes the largest utility, whoever moves."""
    below = case.tree.nodes(case.start)
    ends = [node.utility for node in below if node.utility is not None]
    outcome = right(case)
    answer = Answer(
        value=float(max(ends)), action=outcome.answer.action if outcome.answer else None
    )
    return replace(outcome, answer=answer)


def in_a_row(case: Case) -> Outcome:
    """Is wrong where two moves of one player follow each other, or a tree is large."""
    twice = any(c.player == n.player for n in case.tree.nodes() for c in n.children if c.player)
    return Outcome(status=Status.RAISED) if twice else right(case)


def in_large_trees(case: Case) -> Outcome:
    return Outcome(status=Status.TIMED_OUT) if case.tree.size() > 5 else right(case)


def unpruned(case: Case) -> Outcome:
    return told(minimax(case.start))


def strict(case: Case) -> Outcome:
    return told(alpha_beta(case.start, STRICT))


def strict_unless_0(case: Case) -> Outcome:
    return right(case) if case.tree.root.children[:1] and _begins_with_0(case) else strict(case)


def _begins_with_0(case: Case) -> bool:
    return case.tree.root.children[0].utility == 0


COIN, MINIMAX = frozenset({Call.EXPECTIMINIMAX}), frozenset({Call.MINIMAX})
PRUNES = frozenset({Call.ALPHA_BETA})
SUM = Fake("sums", COIN, sums)
MAX = Fake("maximises", MINIMAX, maximises)
ROW = Fake("in-a-row", MINIMAX, in_a_row)
STRICTLY = Fake("strict", PRUNES, strict)


def library(*mistakes: Mistake, proofs: dict[tuple[str, Call], str] | None = None) -> Library:
    def play(mistake: Mistake | None, case: Case, pruning: Pruning) -> Outcome | None:
        return mistake.how(case) if isinstance(mistake, Fake) else right(case)

    known = proofs or {}
    return Library(
        mistakes=mistakes, play=play, proof=lambda name, call, _: known.get((name, call))
    )


def suite_of(folder: Path, call: str, *cases: str, pruning: str = "{}") -> Suite:
    """A suite of one question; each case is ``TREE; EXPECT``."""
    (folder / "games.py").touch()
    lines = [
        "title: Trees",
        "support: games.py",
        "questions:",
        "- id: q1",
        "  title: Question",
        "  points: 10",
    ]
    lines += [f"  pruning: {pruning}", "  cases:"]
    for number, case in enumerate(cases, 1):
        tree, expect = case.split("; ")
        lines += [f"  - {{id: c{number}, call: {call}, tree: {tree}, expect: {expect}}}"]
    (folder / "suite.yaml").write_text("\n".join(lines))
    return read_suite(folder)


EVEN = "{coin: {a: [1/2, 0], b: [1/2, 0]}}; {value: 0}"  # blind for sums
UNEVEN = "{coin: {a: [1/2, 4], b: [1/2, 2]}}; {value: 3}"
ONLY_AGENT = "{agent: {a: 4, b: 2}}; {value: 4}"  # blind for all who maximise
OPP = "{opp: {a: 4, b: 2}}; {value: 2}"
OPP_TWICE = "{opp: {a: {opp: {c: 1}}, b: 2}}; {value: 1}"
TIED = "{agent: {A: 3, B: {opp: {1: 3, 2: 5}}}}; {visited: [root, A, B, B1]}"
NO_TIE = "{agent: {A: 3, B: {opp: {1: 2, 2: 5}}}}; {visited: [root, A, B, B1]}"
TIED_AT_0 = "{agent: {A: 0, B: {opp: {1: 0, 2: 5}}}}; {visited: [root, A, B, B1]}"
TIED_VALUE = "{agent: {a: 4, b: 4}}; {value: 4}"
EXACT = "{accept: exact}"


def names(found: Adequacy, kind: str) -> list[tuple[str, ...]]:
    return [tuple(row.mistake.id for row in gap.rows) for gap in found.gaps if gap.kind == kind]


def proposals(found: Adequacy) -> list[str]:
    return [found.proposals[gap.key].line for gap in found.gaps if gap.key in found.proposals]


# ---------------------------------------------------------------------------- the matrix


def test_a_mistake_that_no_case_catches_survives(tmp_path: Path) -> None:
    found = examine(suite_of(tmp_path, "expectiminimax", EVEN), library(SUM), tries=0)
    assert names(found, "survivor") == [("sums",)]
    assert not found.is_adequate


def test_a_caught_mistake_does_not_survive(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, "expectiminimax", EVEN, UNEVEN)
    found = examine(suite, library(SUM), tries=0)
    assert names(found, "survivor") == []
    assert names(found, "single") == [("sums",)]
    assert (found.is_adequate, found.is_strictly_adequate) == (True, False)


def test_a_mistake_caught_twice_leaves_no_gap(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, "expectiminimax", UNEVEN, UNEVEN)
    found = examine(suite, library(SUM), tries=0)
    assert (found.gaps, found.is_strictly_adequate) == ((), True)


def test_a_proof_excuses_a_survivor(tmp_path: Path) -> None:
    proofs = {("sums", Call.EXPECTIMINIMAX): "There is nothing to add."}
    found = examine(
        suite_of(tmp_path, "expectiminimax", EVEN), library(SUM, proofs=proofs), tries=0
    )
    assert (found.survivors, found.is_adequate) == ((), True)
    assert "There is nothing to add." in as_text(found)


def test_mistakes_in_other_functions_are_not_played(tmp_path: Path) -> None:
    found = examine(suite_of(tmp_path, "minimax", OPP), library(SUM, MAX), tries=0)
    assert [row.mistake.id for row in found.matrix.rows] == ["maximises"]


def test_the_points_lost_are_those_of_the_failed_cases(tmp_path: Path) -> None:
    found = examine(suite_of(tmp_path, "minimax", OPP, ONLY_AGENT), library(MAX), tries=0)
    assert [row.lost for row in found.matrix.rows] == [5]


def test_a_run_that_cannot_be_known_catches_nothing(tmp_path: Path) -> None:
    unknown = Fake("unknown", MINIMAX, lambda _: None)
    found = examine(suite_of(tmp_path, "minimax", OPP), library(unknown), tries=0)
    assert names(found, "survivor") == [("unknown",)]
    assert [row.lost for row in found.matrix.rows] == [0]


def test_a_case_that_the_right_solver_fails_is_named(tmp_path: Path) -> None:
    wrong = OPP.replace("value: 2", "value: 4")
    found = examine(suite_of(tmp_path, "minimax", wrong, OPP), library(MAX), tries=0)
    assert [case.id for case in found.matrix.broken] == ["c1"]
    assert not found.is_adequate
    assert "Not passed by the library's right solver (1)\n  c1\n" in as_text(found)


def test_a_function_with_laws_alone_is_not_adequate(tmp_path: Path) -> None:
    suite_of(tmp_path, "minimax", OPP)
    text = (tmp_path / "suite.yaml").read_text()
    law = "property: adding, trees: {count: 1}, expect: {property: [1]}}"
    (tmp_path / "suite.yaml").write_text(f"{text}\n  - {{id: c2, call: minimax, {law}\n")
    beside = examine(read_suite(tmp_path), library(), tries=0)
    assert beside.is_strictly_adequate
    (tmp_path / "suite.yaml").write_text(
        f"{text[: text.index('  - ')]}  - {{id: c2, call: minimax, {law}\n"
    )
    alone = examine(read_suite(tmp_path), library(), tries=0)
    assert not alone.is_adequate
    assert not alone.is_strictly_adequate
    said = "Laws are not judged here, and the function has no written case (1)\n"
    assert f"{said}  minimax (c2): write a case of it, with grader new minimax\n" in as_text(alone)


def test_a_law_beside_written_cases_of_another_question_is_not_alone() -> None:
    found = examine(read_suite(ROOT / "test_cases"), library(MAX), ("q7-policies",), tries=0)
    assert "game_value" in {case.call.value for case in found.matrix.suite.cases if case.law}
    assert found.matrix.laws_alone == ()


def test_only_the_named_questions_are_played(tmp_path: Path) -> None:
    found = examine(suite_of(tmp_path, "minimax", OPP), library(MAX), ("other",), tries=0)
    assert found.matrix.rows == ()


def test_a_question_without_mistakes_has_no_table(tmp_path: Path) -> None:
    found = examine(suite_of(tmp_path, "minimax", OPP), library(SUM))
    assert as_text(found).startswith("q1: 1 case, 0 mistakes\n\n")


def test_the_own_library_is_played(tmp_path: Path) -> None:
    found = examine(suite_of(tmp_path, "minimax", OPP, TIED_VALUE), known_mistakes(), tries=0)
    assert found.matrix.broken == ()
    assert any(row.caught_by for row in found.matrix.rows)


def test_a_game_that_is_too_large_for_a_mistake_catches_nothing(tmp_path: Path) -> None:
    tree = suite_of(tmp_path, "minimax", OPP)
    own = known_mistakes()

    def too_large(*_: object) -> Outcome:
        raise mistakes.TooLargeError("too large")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mistakes, "play", too_large)
        assert own.play(None, tree.cases[0], Pruning()) is None


# ---------------------------------------------------------------------------- pruning


def test_a_right_variant_survives_where_any_is_accepted(tmp_path: Path) -> None:
    found = examine(suite_of(tmp_path, "alpha_beta", TIED), library(STRICTLY), tries=50)
    assert names(found, "survivor") == [("strict",)]
    assert proposals(found) == []  # no tree could catch it


def test_a_right_variant_is_caught_where_one_is_asked_for(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, "alpha_beta", TIED, NO_TIE, pruning=EXACT)
    found = examine(suite, library(STRICTLY), tries=0)
    assert [case.id for row in found.matrix.rows for case in row.caught_by] == ["c1"]


def test_a_mixture_of_variants_is_caught(tmp_path: Path) -> None:
    mixed = Fake("mixed", PRUNES, strict_unless_0)
    found = examine(suite_of(tmp_path, "alpha_beta", TIED, TIED_AT_0), library(mixed), tries=0)
    assert [len(row.caught_by) for row in found.matrix.rows] == [1]


def test_a_survivor_is_to_be_caught_under_every_variant_that_it_follows(tmp_path: Path) -> None:
    mixed = Fake("mixed", PRUNES, strict_unless_0)
    found = examine(suite_of(tmp_path, "alpha_beta", TIED), library(mixed))
    assert proposals(found) == ["max(A: 0, B: min(1: 0, 2: 0))"]


# ---------------------------------------------------------------------------- pairs and hints


def test_mistakes_that_always_look_the_same_are_a_pair(tmp_path: Path) -> None:
    twin = replace(MAX, id="twin")
    found = examine(suite_of(tmp_path, "minimax", OPP, OPP), library(MAX, twin, ROW), tries=0)
    assert names(found, "pair") == [("maximises", "twin")]
    assert not found.is_strictly_adequate


def test_a_pair_that_no_tree_tells_apart_is_no_fault(tmp_path: Path) -> None:
    twin = replace(MAX, id="twin")
    found = examine(suite_of(tmp_path, "minimax", OPP, OPP), library(MAX, twin), tries=60)
    assert names(found, "pair") == [("maximises", "twin")]
    assert found.is_strictly_adequate
    assert (
        "    no tree was found that does: 60 cases on small ones were tried\n"
        "    add the trees that are proposed for other mistakes, record them, and run this again\n"
    ) in as_text(found)


def test_a_mistake_about_ties_is_shown_by_a_case_that_asks_for_the_first(tmp_path: Path) -> None:
    def last(case: Case) -> Outcome:
        trace = minimax(case.start)
        return told(replace(trace, actions=trace.actions[-1:]))

    mistake = Fake("last-of-ties", MINIMAX, last)
    text = as_text(examine(suite_of(tmp_path, "minimax", OPP), library(mistake), tries=99))
    assert "smallest tree: max(A: 0, B: 0)\n" in text
    assert "      | tie_break: first\n      | expect: record\n" in text


def test_different_answers_tell_mistakes_apart(tmp_path: Path) -> None:
    other = Fake("raises", MINIMAX, lambda _: Outcome(status=Status.RAISED))
    found = examine(suite_of(tmp_path, "minimax", OPP, OPP), library(MAX, other), tries=0)
    assert names(found, "pair") == []


def test_rounding_does_not_tell_answers_apart() -> None:
    one, other = (
        Outcome(status=Status.RETURNED, answer=Answer(value=value)) for value in (0.3, 0.1 + 0.2)
    )
    assert observation(one) == observation(other)


def test_the_order_of_a_policy_does_not_tell_answers_apart() -> None:
    rows = ["root", "A", "A1"]
    one, other = (
        Outcome(status=Status.RETURNED, answer=Answer(policy={name: {"A": 1} for name in order}))
        for order in (rows, rows[::-1])
    )
    assert observation(one) == observation(other)


def test_ways_to_play_and_huge_numbers_tell_answers_apart() -> None:
    root = next(small_trees(Call.MINIMAX)).root
    digests = {
        observation(Outcome(status=Status.RETURNED, answer=Answer(plays=(play,))))
        for count in (1, 10**400, 10**400 + 1)
        if (play := Rollouts(count=count, nodes=(root,), actions=(), utility=0))
    }
    assert len(digests) == 3


def test_visits_tell_runs_apart() -> None:
    root = next(small_trees(Call.MINIMAX)).root
    looked = Outcome(status=Status.RETURNED, answer=Answer(value=1), visited=(root,))
    assert observation(looked) != observation(replace(looked, visited=()))


def test_cases_that_add_nothing_are_hints(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, "minimax", OPP_TWICE, OPP, ONLY_AGENT)
    found = examine(suite, library(MAX, ROW), tries=0)
    hints = [(each.case.id, each.by and each.by.id) for each in found.redundant]
    assert hints == [("c2", "c1"), ("c3", None)]


def test_of_two_cases_with_the_same_catch_the_later_is_a_hint(tmp_path: Path) -> None:
    found = examine(suite_of(tmp_path, "minimax", OPP, OPP), library(MAX), tries=0)
    assert [(each.case.id, each.by and each.by.id) for each in found.redundant] == [("c2", "c1")]


# ---------------------------------------------------------------------------- smallest trees


def test_the_smallest_tree_for_a_sum_has_a_coin_and_two_ends(tmp_path: Path) -> None:
    found = examine(suite_of(tmp_path, "expectiminimax", EVEN), library(SUM))
    assert proposals(found) == ["coin(A 1/2: 0, B 1/2: 1)"]


def test_the_smallest_tree_for_a_strict_cut_ties_at_a_bound(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, "alpha_beta", NO_TIE, pruning=EXACT)
    found = examine(suite, library(STRICTLY))
    assert proposals(found) == ["max(A: 0, B: min(1: 0, 2: 0))"]


def test_the_smallest_tree_for_a_maximum_has_one_opponent(tmp_path: Path) -> None:
    found = examine(suite_of(tmp_path, "minimax", ONLY_AGENT), library(MAX))
    assert proposals(found) == ["min(A: 0, B: 1)"]


def test_the_smallest_tree_tells_a_pair_apart(tmp_path: Path) -> None:
    found = examine(suite_of(tmp_path, "minimax", OPP), library(MAX, MAX_AT_ONCE))
    assert names(found, "pair") == [("maximises", "maximises-at-once")]
    assert found.proposals[found.pairs[0].key].line == "min(A: 0, B: max(1: 1))"


def _max_at_once(case: Case) -> Outcome:
    is_deep = any(child.children for child in case.start.children)
    return right(case) if is_deep else maximises(case)


MAX_AT_ONCE = Fake("maximises-at-once", MINIMAX, _max_at_once)


def test_a_larger_tree_is_found_at_random_and_shrunk(tmp_path: Path) -> None:
    large = Fake("large", MINIMAX, in_large_trees)
    found = examine(suite_of(tmp_path, "minimax", OPP), library(large), tries=40)
    (proposal,) = found.proposals.values()
    assert not proposal.is_smallest
    assert proposal.case.tree.size() == 6


def test_the_same_trees_are_proposed_each_time(tmp_path: Path) -> None:
    large = Fake("large", MINIMAX, in_large_trees)
    suite = suite_of(tmp_path, "minimax", OPP)
    first, second = (as_json(examine(suite, library(large), tries=40)) for _ in range(2))
    assert first == second


def test_small_trees_grow_in_nodes_and_then_in_depth() -> None:
    sizes = [
        (tree.size(), max(len(list(tree.ancestors(node))) for node in tree.nodes()))
        for tree in islice(small_trees(Call.EXPECTIMINIMAX), 2_000)
    ]
    assert sizes == sorted(sizes)


def test_small_trees_are_all_different() -> None:
    def looks(tree: GameTree) -> str:
        evaluations = [node.evaluation for node in tree.nodes()]
        return f"{line_of(tree.root)} {evaluations}"

    for call in MOVERS:
        lines = [looks(tree) for tree in islice(small_trees(call), 500)]
        assert len(set(lines)) == len(lines)


@pytest.mark.parametrize("call", MOVERS)
def test_random_trees_can_be_given(call: Call) -> None:
    trees = list(islice(random_trees(call, "1"), 30))
    assert all(tree.size() <= 15 for tree in trees)
    assert any(True for tree in trees for _ in cases_of(call, tree, Pruning()))


@pytest.mark.parametrize("call", MOVERS)
def test_a_skeleton_is_a_case_that_can_be_recorded(call: Call, tmp_path: Path) -> None:
    suite_of(tmp_path, "minimax", OPP)
    trees = (tree for tree in random_trees(call, "1") if len(tree.players) > 1)
    case = next(case for tree in trees for case in cases_of(call, tree, Pruning()))
    (tmp_path / "new.yaml").write_text(skeleton(case, "catches it"))
    suite = tmp_path / "suite.yaml"
    suite.write_text(suite.read_text() + "\n- {id: q2, title: New, points: 1, cases: [new.yaml]}")
    opened = open_suite(tmp_path)
    assert set(opened.missing) == {"new"}
    assert line_of(opened.suite.cases[-1].tree.root) == line_of(case.tree.root)


def test_a_start_inside_is_proposed_where_it_is_needed(tmp_path: Path) -> None:
    top = Fake("top", MINIMAX, lambda case: right(replace(case, start=case.tree.root)))
    text = as_text(examine(suite_of(tmp_path, "minimax", OPP), library(top)))
    assert "    smallest tree: max(A: 0), from A\n" in text
    assert "      | state: A\n" in text


def test_a_policy_of_the_agent_is_proposed_where_it_is_needed(tmp_path: Path) -> None:
    averaged = Fake("averaged", COIN, _averaged)
    text = as_text(examine(suite_of(tmp_path, "expectiminimax", EVEN), library(averaged)))
    assert "      | policies: {agent: uniform}\n" in text


def _averaged(case: Case) -> Outcome:
    return Outcome(status=Status.RAISED) if "agent" in case.policies else right(case)


# ---------------------------------------------------------------------------- the report


def test_the_text_names_gap_tree_and_counts(tmp_path: Path) -> None:
    text = as_text(examine(suite_of(tmp_path, "expectiminimax", EVEN), library(SUM)))
    for line in (
        "q1: 1 case, 1 mistakes",
        "  sums     expectiminimax  none       0.00 of 10",
        "Survivors: mistakes that no case of their function catches (1)",
        "    looks right in every case",
        "    smallest tree: coin(A 1/2: 0, B 1/2: 1)",
        "      | # catches sums",
        "      | tree: {coin: {A: [1/2, 0], B: [1/2, 1]}}",
        "      | expect: record",
        "     1 survivors",
    ):
        assert f"{line}\n" in text


def test_no_tree_is_sought_for_a_function_that_draws(tmp_path: Path) -> None:
    drawing = "{coin: {a: [1/2, 0], b: [1/2, 1]}}; {outcomes: {a: 1/2, b: 1/2}}"
    unknown = Fake("unknown", frozenset({Call.SIMULATE}), lambda _: None)
    text = as_text(examine(suite_of(tmp_path, "simulate", drawing), library(unknown)))
    assert "    no trees are tried for this function\n" in text


def test_the_csv_has_a_line_for_each_cell(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, "expectiminimax", EVEN, UNEVEN)
    rows = list(csv.DictReader(io.StringIO(as_csv(examine(suite, library(SUM), tries=0)))))
    assert tuple(rows[0]) == COLUMNS
    assert [(r["case"], r["caught"], r["lost"]) for r in rows] == [
        ("c1", "0", "0.00"),
        ("c2", "1", "5.00"),
    ]


def test_the_json_keeps_its_keys(tmp_path: Path) -> None:
    data = json.loads(as_json(examine(suite_of(tmp_path, "expectiminimax", EVEN), library(SUM))))
    assert list(data) == [
        "title", "questions", "gaps", "redundant", "broken", "laws_alone", "counts", "adequate",
        "strictly_adequate",
    ]  # fmt: skip
    mistake = data["questions"][0]["mistakes"][0]
    assert list(mistake) == ["mistake", "call", "title", "caught_by", "seen", "lost", "proof"]
    assert list(data["gaps"][0]) == ["kind", "question", "call", "mistakes", "proposal"]
    assert list(data["gaps"][0]["proposal"]) == ["tree", "start", "nodes", "smallest", "yaml"]


def test_a_run_that_is_not_known_is_no_case_failed(tmp_path: Path) -> None:
    unknown = Library(mistakes=(SUM,), play=lambda *_: None)
    found = examine(suite_of(tmp_path, "expectiminimax", EVEN), unknown, tries=0)
    assert found.matrix.broken == ()


def test_every_count_and_column_is_documented() -> None:
    page = Path(__file__).parent.parent.joinpath("docs", "adequacy.md").read_text()
    found = Adequacy(
        matrix=Matrix(suite=None, questions=(), rows=(), broken=()),  # type: ignore[arg-type]
        survivors=(),
        singles=(),
        pairs=(),
        equivalent=(),
        redundant=(),
        tries=0,
    )
    for word in (*COLUMNS, *found.counts):
        assert f"`{word}`" in page


# ---------------------------------------------------------------------------- the command


def command(monkeypatch: pytest.MonkeyPatch, folder: Path, *words: str) -> int:
    parser = argparse.ArgumentParser()
    add_parser(parser)
    monkeypatch.setattr(adequacy, "known_mistakes", lambda: library(SUM))
    return run(parser.parse_args(["--suite", str(folder), *words]))


def test_a_survivor_is_told_by_the_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    suite_of(tmp_path, "expectiminimax", EVEN)
    assert command(monkeypatch, tmp_path, "--question", "q1") == 1
    assert "smallest tree" in capsys.readouterr().out


def test_a_single_catch_is_told_only_if_asked_to_be_strict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite_of(tmp_path, "expectiminimax", UNEVEN)
    assert command(monkeypatch, tmp_path, "--tries", "0") == 0
    assert command(monkeypatch, tmp_path, "--tries", "0", "--strict") == 1


def test_each_format_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    suite_of(tmp_path, "expectiminimax", UNEVEN, UNEVEN)
    assert command(monkeypatch, tmp_path, "--format", "csv") == 0
    assert capsys.readouterr().out.startswith("question,call,mistake,")
    assert command(monkeypatch, tmp_path, "--format", "json") == 0
    assert json.loads(capsys.readouterr().out)["adequate"] is True


def test_an_unknown_question_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    suite_of(tmp_path, "expectiminimax", UNEVEN)
    with pytest.raises(UsageError, match=r"no question 'q9'\. There are: q1"):
        command(monkeypatch, tmp_path, "--question", "q9")


def test_a_negative_number_of_trees_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite_of(tmp_path, "expectiminimax", UNEVEN)
    with pytest.raises(UsageError, match="--tries has to be 0 or more, not -1"):
        command(monkeypatch, tmp_path, "--tries", "-1")
