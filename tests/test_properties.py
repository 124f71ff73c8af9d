"""Property cases: laws on frozen trees, the smallest tree that breaks one, and what is said of it."""

from __future__ import annotations

import random
import re
import time
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from playing import ROOT
from stated_laws import EVERY, Run, on, right, shown_by, stating
from suites import REFERENCE, cases_of, suite

from grader.authoring.freeze import TooFewTreesError
from grader.authoring.lock import read_lock
from grader.authoring.record import plan, record_suite
from grader.authoring.telling import telling
from grader.authoring.verify import Cause, verify_suite
from grader.authoring.witness import by_search
from grader.cases import (
    Call,
    Case,
    Limits,
    Pruning,
    Suite,
    Tolerance,
    Visibility,
    read_suite,
)
from grader.cases.decode_property import RECIPE_KEYS, unfitting
from grader.cases.model import Property, Recipe
from grader.cases.tree_line import TreeLineError, line_of, tree_of
from grader.checks.bench import Breach
from grader.checks.changes import CHANGES
from grader.checks.laws import in_words
from grader.errors import AuthorError
from grader.grading.grade import Verdict
from grader.grading.judge import judge
from grader.grading.properties import examine
from grader.grading.run import grade_submission
from grader.report.results import as_results
from grader.report.terminal import Audience, render
from grader.sandbox.outcome import Answer, Outcome, Status
from grader.search import expectimax, minimax
from grader.tree import Number

TOLERANCE = Tolerance()
SUITE = Suite(
    title="s", folder=ROOT, questions=(), tolerance=TOLERANCE, limits=Limits(), support=ROOT
)


def listed(case: Case, *lines: str) -> Case:
    return on(case, *map(tree_of, lines))


def value(worth: float) -> Outcome:
    return Outcome(status=Status.RETURNED, answer=Answer(value=worth))


# --- lines -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "3",
        "-5/2[1]",
        "max(A: min[4](1: 3, 2: 1/3), B: 2)",
        "coin(heads 1/4: 2, tails 3/4: ghost(1: 0))",
    ],
)
def test_lines_are_read_and_written_alike(line: str) -> None:
    assert line_of(tree_of(line).root) == line


def test_children_without_a_label_are_numbered() -> None:
    assert [node.name for node in tree_of("max(3, min(4, 5))").nodes()] == [
        "root",
        "1",
        "2",
        "21",
        "22",
    ]


@pytest.mark.parametrize(("line", "at"), [("max(3", 5), ("max(3, x)", 7), ("max(1/2: 3, 4)", 4)])
def test_a_wrong_line_says_where(line: str, at: int) -> None:
    with pytest.raises(TreeLineError) as caught:
        tree_of(line)
    assert caught.value.at == at


# --- generated trees -------------------------------------------------------------------------------


def test_the_same_recipe_makes_the_same_trees() -> None:
    one, again = (stating(Property.ADDING, Call.MINIMAX, Recipe(count=12, seed=5)) for _ in "ab")
    other = stating(Property.ADDING, Call.MINIMAX, Recipe(count=12, seed=6))
    assert one.expect.property == again.expect.property != other.expect.property


def test_small_trees_come_first_with_ties_and_zeros() -> None:
    case = stating(Property.ADDING, Call.MINIMAX, Recipe(count=80))
    trees = [frozen.tree for frozen in case.expect.property or ()]
    sizes = [tree.size() for tree in trees]
    assert sizes == sorted(sizes)
    worths: list[list[Number]] = [
        [n.utility or 0 for n in tree.nodes() if n.is_end] for tree in trees
    ]
    assert sum(len(set(each)) < len(each) for each in worths) > 40
    assert sum(0 in each for each in worths) > 20
    assert sum(min(each) > 0 or max(each) < 0 for each in worths) > 20
    assert any(not -(10**6) <= worth <= 10**6 for each in worths for worth in each)


@pytest.mark.parametrize("call", [call for call in Call if call.properties], ids=lambda c: c.value)
def test_every_law_gets_trees_that_its_call_can_be_given(call: Call) -> None:
    for law in call.properties:
        case = stating(law, call, Recipe(count=6, seed=3))
        assert len(case.expect.property or ()) == 6
        for frozen in case.expect.property or ():
            assert not list(unfitting(frozen.tree, call, law)), frozen.line


def test_a_mistake_that_few_trees_show_brings_one_of_them_in() -> None:
    only_max = [f"max(A: {worth}, B: 1, C: max(1: 0))" for worth in range(50)]
    with_min = "max(A: min(1: 3, 2: 5), B: 2)"
    law = stating(Property.ADDING, Call.MINIMAX, Recipe(count=1))
    among = listed(law, *only_max[:17], with_min, *only_max[17:]).expect.property or ()
    lines = [frozen.line for frozen in telling(law, among, 5)]
    assert len(lines) == 5
    assert lines[0] == only_max[0]
    assert with_min in lines  # others would do for a search in which everybody maximises


def test_a_recipe_for_too_few_trees_soon_says_how_many_there_are() -> None:
    before = time.process_time()
    with pytest.raises(TooFewTreesError) as caught:
        stating(Property.INSIDE, Call.MINIMAX, Recipe(count=200, depth=1, width=2))
    assert time.process_time() - before < 5
    assert str(caught.value) == (
        "with depth 1 and width 2, 8 trees beside an end can be found for inside: "
        "ask for count: 9 or less, or more depth or width"
    )
    again = stating(Property.INSIDE, Call.MINIMAX, Recipe(count=9, depth=1, width=2))
    assert len(again.expect.property or ()) == 9


# --- changes and laws ------------------------------------------------------------------------------


@pytest.mark.parametrize("law", CHANGES, ids=lambda law: law.value)
def test_a_change_does_to_the_value_what_its_rule_says(law: Property) -> None:
    for frozen in stating(law, Call.MINIMAX, Recipe(count=20, seed=9)).expect.property or ():
        after = minimax(CHANGES[law].of_tree(frozen.tree).root).value
        assert after == CHANGES[law].of_value(minimax(frozen.tree.root).value), frozen.line


def test_a_mean_need_not_keep_its_value_when_a_child_doubles() -> None:
    assert Property.DOUBLING not in Call.EXPECTIMAX.properties
    tree = tree_of("coin(1/2: 1, 1/2: 3)")
    assert (
        expectimax(tree.root, {"coin": {"root": {"1": Fraction(1, 2), "2": Fraction(1, 2)}}}).value
        == 2
    )


@pytest.mark.parametrize("call", [call for call in Call if call.properties], ids=lambda c: c.value)
def test_a_right_solver_keeps_every_law(call: Call) -> None:
    for law in call.properties:
        case = stating(law, call, Recipe(count=12, seed=4))
        examined = examine(case, right, TOLERANCE)
        assert (examined.status, examined.breach, examined.tried) == (Status.RETURNED, None, 12)
        assert by_search(case, Pruning()) == case.expect


@pytest.mark.parametrize("law", Call.MINIMAX.properties, ids=lambda law: law.value)
def test_a_constant_keeps_no_law(law: Property) -> None:
    case = stating(law, Call.MINIMAX, Recipe(count=12))
    assert examine(case, lambda _: value(1), TOLERANCE).breach is not None


def test_a_search_that_never_cuts_breaks_full_search() -> None:
    case = stating(Property.FULL_SEARCH, Call.ALPHA_BETA, Recipe(count=30, seed=2))
    whole = examine(case, lambda c: replace(right(c), visited=minimax(c.start).visited), TOLERANCE)
    assert whole.breach is not None
    assert re.search("It visited .* leaves out, wherever it cuts", whole.breach.sentence)
    none = examine(case, lambda c: replace(right(c), visited=(c.start,)), TOLERANCE)
    assert none.breach is not None
    assert "no bound rules out there" in none.breach.sentence


def test_every_law_is_said_in_words() -> None:
    for call in Call:
        for law in call.properties:
            assert in_words(law, call).endswith("."), (call, law)
            assert "{" not in in_words(law, call)


# --- runs that go otherwise ------------------------------------------------------------------------

LAW = stating(Property.ADDING, Call.MINIMAX, Recipe(count=10, seed=7))


def test_a_run_that_raises_is_shrunk_and_told() -> None:
    def raising(case: Case) -> Outcome:
        if len(case.start.children) > 1:
            return Outcome(status=Status.RAISED, message="minimax raised KeyError: 1")
        return right(case)

    found = examine(LAW, raising, TOLERANCE)
    assert found.status is Status.RAISED
    smallest = line_of(shown_by(found).root)
    assert smallest[3:] == "(A: 0, B: 0)"
    told = judge(LAW, found, suite=SUITE)
    assert told.verdict is Verdict.RAISED
    assert f'Tree("{smallest}")' in told.feedback


def test_the_first_time_out_ends_the_law() -> None:
    calls: list[Case] = []

    def slow(case: Case) -> Outcome:
        calls.append(case)
        return Outcome(status=Status.TIMED_OUT, message="stopped")

    assert examine(LAW, slow, TOLERANCE).status is Status.TIMED_OUT
    assert len(calls) == 1


def test_two_time_outs_end_the_shrinking() -> None:
    stopped = 0

    def slow_when_small(case: Case) -> Outcome:
        nonlocal stopped
        if case.tree.size() > 2:
            return value(99)
        stopped += 1
        return Outcome(status=Status.TIMED_OUT, message="stopped")

    case = listed(LAW, "max(A: min(1: 3, 2: 5), B: 2)")
    found = examine(case, slow_when_small, TOLERANCE)
    assert stopped == 2
    assert found.breach is not None
    assert not found.is_smallest


def test_all_runs_together_are_bounded() -> None:
    def slow(case: Case) -> Outcome:
        return replace(right(case), cpu=1.5, wall=1.5)

    late = examine(LAW, slow, TOLERANCE, limits=Limits(cpu=1.0, wall=5.0))
    assert late.status is Status.TIMED_OUT
    assert re.match("It was called on . of 10 trees, and these calls together", late.message)


def test_shrinking_takes_no_more_runs_than_allowed() -> None:
    runs = 0

    def wrong(case: Case) -> Outcome:
        nonlocal runs
        runs += 1
        return value(99) if case.tree.size() > 3 else right(case)

    case = listed(LAW, "max(A: min(1: 3, 2: 5), B: max(1: 7, 2: 8, 3: 9), C: 5)")
    assert not examine(case, wrong, TOLERANCE, most_runs=3).is_smallest
    assert runs <= 6


def test_an_answer_that_does_not_come_again_is_no_crash() -> None:
    said = [99.0, 99.0]

    def once(case: Case) -> Outcome:
        return value(said.pop()) if said else right(case)

    found = examine(listed(LAW, "max(A: min(1: 3, 2: 5), B: 2)"), once, TOLERANCE)
    assert found.breach is not None
    assert not found.came_again
    told = judge(LAW, found, suite=SUITE)
    assert told.verdict is Verdict.WRONG
    assert "does your code draw at random?" in told.feedback


def test_a_fault_is_believed_where_it_shows_in_a_run_of_its_own() -> None:
    runs = 0

    def misled(case: Case) -> Outcome:
        nonlocal runs
        runs += 1
        return value(99) if runs > 4 else right(case)

    found = examine(LAW, right, TOLERANCE, shared=misled)
    assert (found.status, found.breach, found.tried) == (Status.RETURNED, None, 10)
    assert runs == 2 * 3  # the third tree's; from then on all are tried alone

    def wrong(case: Case) -> Outcome:
        return value(99) if case.tree.size() > 3 else right(case)

    broken = examine(LAW, wrong, TOLERANCE, shared=wrong)
    assert broken.breach is not None
    assert broken.is_smallest
    assert line_of(shown_by(broken).root) == line_of(shown_by(examine(LAW, wrong, TOLERANCE)).root)


def test_a_law_that_is_kept_by_what_calls_leave_behind_is_broken() -> None:
    found = examine(LAW, lambda _: value(99), TOLERANCE, shared=right)
    assert found.breach is not None
    assert examine(LAW, right, TOLERANCE, shared=right).breach is None


def test_calls_that_only_take_long_together_are_made_apart() -> None:
    def slow(case: Case) -> Outcome:
        return replace(right(case), cpu=1.5, wall=1.5)

    limits = Limits(cpu=1.0, wall=5.0)
    found = examine(LAW, right, TOLERANCE, shared=slow, limits=limits)
    assert (found.status, found.tried) == (Status.RETURNED, 10)
    assert examine(LAW, slow, TOLERANCE, shared=slow, limits=limits).status is Status.TIMED_OUT


@pytest.mark.parametrize("was_first", [True, False])
def test_a_time_out_is_waited_for_again_only_where_an_earlier_call_may_be_to_blame(
    was_first: bool,
) -> None:
    late = Outcome(status=Status.TIMED_OUT, message="stopped", was_first=was_first, cpu=2)
    found = examine(LAW, right, TOLERANCE, shared=lambda _: late)
    assert found.status is (Status.TIMED_OUT if was_first else Status.RETURNED)
    assert found.cpu >= 2  # also of what was not believed


def test_the_smallest_tree_is_tried_once_more() -> None:
    case = replace(listed(LAW, "max(A: 3, B: 2)"), call=Call.ALPHA_BETA, law=Property.FULL_SEARCH)
    runs = 0

    def wrong_before(last: int) -> Run:
        def run(asked: Case) -> Outcome:
            nonlocal runs
            runs += 1
            return value(99) if runs < last else right(asked)

        return run

    assert examine(case, wrong_before(EVERY), TOLERANCE).came_again
    last, runs = runs, 0
    assert not examine(case, wrong_before(last), TOLERANCE).came_again
    assert runs == last


def test_visits_at_fault_are_marked_and_the_value_is_called_right() -> None:
    case = stating(Property.FULL_SEARCH, Call.ALPHA_BETA, Recipe(count=30, seed=2))
    whole = examine(case, lambda c: replace(right(c), visited=minimax(c.start).visited), TOLERANCE)
    told = judge(case, whole, suite=SUITE, ascii_only=True).feedback
    assert ", which is right." in told
    assert "expected" not in told
    (marked,) = [line for line in told.split("\n") if line.endswith("<-- here")]
    assert marked.split()[-3:] == ["-", "<--", "here"]


def test_a_visit_that_some_right_variant_makes_is_not_marked_as_wrong() -> None:
    line = "max(A: 3, B: min(1: 3, 2: 1), C: min(1: 5, 2: 4))"
    case = replace(listed(LAW, line), call=Call.ALPHA_BETA, law=Property.FULL_SEARCH)

    def strict_without_c2(asked: Case) -> Outcome:
        return replace(right(asked), visited=tuple(asked.tree.nodes())[:-1])

    found = examine(case, strict_without_c2, TOLERANCE, shrinks=False)
    told = judge(case, found, suite=SUITE, ascii_only=True).feedback.split("\n")
    (b2, c2) = (line.split() for line in told if "`- 2  " in line)
    assert (b2[-2:], c2[-2:]) == (["5", "5"], ["<--", "here"])


def test_random_answers_get_a_verdict() -> None:
    draw = random.Random(3)
    found = examine(LAW, lambda _: value(draw.random()), TOLERANCE)
    assert judge(LAW, found, suite=SUITE).verdict is Verdict.WRONG


def test_an_outcome_without_trees_is_the_graders_fault() -> None:
    told = judge(LAW, value(1), suite=SUITE)
    assert told.verdict is Verdict.GRADER_ERROR
    assert "was not tried on its trees" in told.staff


# --- what is said ----------------------------------------------------------------------------------


def test_feedback_shows_both_trees_and_that_they_are_fresh() -> None:
    found = examine(
        LAW, lambda c: value(float(max(n.utility or 0 for n in c.tree.nodes()))), TOLERANCE
    )
    told = judge(LAW, found, suite=SUITE, ascii_only=True)
    assert told.brief == "a law does not hold on every tree"
    for words in (
        "Called minimax on up to 10 trees, to see whether a law holds.",
        "[--] property: Adding a number to every utility adds it to the value.",
        "This is a fresh tree, made for this law: none that is simpler by one step shows the fault.",
        "minimax, with 7 taken from every utility: expected ",
        "To try it: Tree(",
    ):
        assert words in told.feedback, words
    assert told.feedback.count("To try it") == 2


def test_a_law_that_is_kept_is_praised() -> None:
    told = judge(LAW, examine(LAW, right, TOLERANCE), suite=SUITE)
    assert told.verdict is Verdict.PASSED
    assert told.feedback.endswith("So it was on 10 trees.")


# --- recording and grading -------------------------------------------------------------------------

STATED = """\
# kept
call: minimax
title: a law   # kept, too
property: adding
trees: {count: 4, seed: 3}
expect: record
"""


def test_record_freezes_trees_line_by_line(tmp_path: Path) -> None:
    file = suite(tmp_path, STATED)
    assert record_suite(file.parents[1], REFERENCE) == ("a",)
    text = file.read_text()
    assert text.startswith(STATED.replace("expect: record\n", "expect:\n  property:\n    - "))
    assert len(text.split("    - ")) == 5
    assert plan(file.parents[1], REFERENCE).changed == ()
    assert verify_suite(file.parents[1], REFERENCE).drifts == ()


def test_another_recipe_gets_other_trees(tmp_path: Path) -> None:
    file = suite(tmp_path, STATED)
    record_suite(file.parents[1], REFERENCE)
    before = cases_of(file)["a"].expect.property
    file.write_text(file.read_text().replace("seed: 3", "seed: 4"))
    (drift,) = verify_suite(file.parents[1], REFERENCE).drifts
    assert str(drift) == (
        "c/a.yaml:5:1: a: the trees belong to another recipe. "
        "Take the change back, or run grader record, which makes all of them anew."
    )
    assert record_suite(file.parents[1], REFERENCE) == ("a",)
    assert cases_of(file)["a"].expect.property != before
    assert read_lock(file.parents[1]) is not None


@pytest.mark.parametrize("change", ["edited", "doubled", "deleted"])
def test_a_frozen_tree_that_was_touched_is_told(tmp_path: Path, change: str) -> None:
    file = suite(tmp_path, STATED)
    record_suite(file.parents[1], REFERENCE)
    *kept, last = file.read_text().splitlines()
    after = {"edited": ["    - 'max(A: 1, B: 7)'"], "doubled": [last, last], "deleted": []}[change]
    file.write_text("\n".join([*kept, *after, ""]))
    (drift,) = verify_suite(file.parents[1], REFERENCE).drifts
    assert str(drift) == (
        "c/a.yaml:7:3: a: the expectation was edited. Take the edit back, or run grader record."
    )
    assert record_suite(file.parents[1], REFERENCE) == ()
    assert verify_suite(file.parents[1], REFERENCE).drifts == ()


def test_a_recipe_for_too_few_trees_is_told_with_all_other_faults(tmp_path: Path) -> None:
    few = STATED.replace("count: 4", "count: 200, depth: 1")
    file = suite(tmp_path, few)
    suite(tmp_path, few, "b.yaml")
    suite(tmp_path, STATED, "c.yaml")
    with pytest.raises(AuthorError) as caught:
        record_suite(file.parents[1], REFERENCE)
    said = "with depth 1 and width 3, "
    first, second = map(str, caught.value.faults)
    assert first.startswith(f"c/a.yaml:5:1: a: {said}")
    assert second.startswith(f"c/b.yaml:5:1: b: {said}")
    assert file.read_text() == few


def test_a_reference_that_breaks_the_law_is_told(tmp_path: Path) -> None:
    file = suite(tmp_path, STATED)
    wrong = tmp_path / "wrong"
    wrong.mkdir()
    (wrong / "solver.py").write_text("def minimax(game, state):\n    return 1, None\n")
    with pytest.raises(AuthorError, match=r"the law holds on 4 trees, the reference .* expected"):
        record_suite(file.parents[1], wrong)
    record_suite(file.parents[1], REFERENCE)
    (drift,) = verify_suite(file.parents[1], wrong).drifts
    assert (drift.cause, drift.field) == (Cause.REFERENCE, "property")


GRADED = """
title: Laws
support: {support}
limits: {{cpu: 0.5, wall: 2}}
questions:
  - {{id: q1, title: Minimax, points: 10, cases: c}}
"""
MARKED = """
id: visible-law
call: minimax
title: a visible law
property: reordering
trees: {count: 2}
expect: {property: ['max(zebra: 918273, okapi: 645546)']}
---
id: hidden-law
call: minimax
title: a hidden law
visibility: hidden
property: adding
trees: {count: 2}
expect: {property: ['max(quokka: min(wombat: 918274), dingo: 645547)']}
"""
STYLES = {
    "a loop": """
        found = [(minimax(game, s)[0], a) for a, s in game.successors(state).items()]
        return (max if game.player(state) == 'agent' else min)(found)""",
    "negamax": """
        sign = 1 if game.player(state) == 'agent' else -1
        worth, action = max((sign * minimax(game, s)[0], a) for a, s in game.successors(state).items())
        return sign * worth, action""",
}
STYLES["a table kept outside the submission"] = """
        import sys
        kept = sys.__dict__.setdefault('kept', {})
        if state not in kept:
            found = [(minimax(game, s)[0], a) for a, s in game.successors(state).items()]
            kept[state] = (max if game.player(state) == 'agent' else min)(found)
        return kept[state]"""
START = """\
def minimax(game, state):
    if game.is_end(state):
        return game.utility(state), None
    """
ENDINGS = {
    Verdict.WRONG: "return 918275, list(game.successors(state))[0]",
    Verdict.RAISED: "raise ValueError(str(list(game.successors(state))))",
    Verdict.TIMED_OUT: "while True: pass",
    Verdict.NOT_IMPLEMENTED: "raise NotImplementedError(str(state))",
}


def graded(tmp_path: Path, body: str) -> tuple[str, dict[str, Verdict]]:
    """What a student is shown of two laws, and the verdicts."""
    folder = tmp_path / "cases"
    (folder / "c").mkdir(parents=True)
    support = ROOT / "assignment" / "games.py"
    (folder / "suite.yaml").write_text(GRADED.format(support=support))
    (folder / "c" / "laws.yaml").write_text(MARKED)
    solver = tmp_path / "solver.py"
    solver.write_text(START + re.sub(r"\n        ", "\n    ", body).strip() + "\n")
    grade = grade_submission(solver, read_suite(folder))
    shown = str(as_results(grade)) + render(grade, audience=Audience.STUDENT)
    return shown, {case.case.id: case.verdict for case in grade.cases}


@pytest.mark.parametrize("style", STYLES)
def test_right_solvers_of_other_styles_pass(tmp_path: Path, style: str) -> None:
    _, verdicts = graded(tmp_path, STYLES[style])
    assert set(verdicts.values()) == {Verdict.PASSED}


def test_what_is_wrong_at_random_does_not_pass(tmp_path: Path) -> None:
    body = """
        found = [(minimax(game, s)[0], a) for a, s in game.successors(state).items()]
        import random
        if random.random() < 0.9:
            return min(found)[0] + 1, None
        return (max if game.player(state) == 'agent' else min)(found)"""
    _, verdicts = graded(tmp_path, body)
    assert set(verdicts.values()) == {Verdict.WRONG}


@pytest.mark.parametrize("verdict", ENDINGS, ids=lambda verdict: verdict.value)
def test_a_hidden_law_shows_its_category_only(tmp_path: Path, verdict: Verdict) -> None:
    shown, verdicts = graded(tmp_path, f"print(state)\n    {ENDINGS[verdict]}")
    assert set(verdicts.values()) == {verdict}
    hidden = ("quokka", "wombat", "dingo", "918274", "645547", "Adding a number")
    assert [marker for marker in hidden if marker in shown] == []


# --- our own suite and the documentation -----------------------------------------------------------


def test_our_suite_has_laws_to_see_and_hidden_ones() -> None:
    laws = [case for case in read_suite(ROOT / "test_cases").cases if case.law is not None]
    assert len({(case.call, case.law) for case in laws}) == len(laws) >= 8
    assert {case.visibility for case in laws} == {Visibility.VISIBLE, Visibility.HIDDEN}


def documented(heading: str) -> list[str]:
    page = (ROOT / "docs" / "cases.md").read_text("utf-8")
    section = page.split(f"### {heading}\n")[1].split("\n#")[0]
    return re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)


def test_documented_laws_and_recipe_are_the_decoders() -> None:
    assert sorted(documented("Laws")) == sorted(law.value for law in Property)
    assert documented("What the trees are like") == list(RECIPE_KEYS)


def test_documented_laws_name_the_calls_that_have_them() -> None:
    page = (ROOT / "docs" / "cases.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \|", page.partition("### Laws")[2], re.MULTILINE)
    calls: list[str] = []
    for law, said in rows[: len(Property)]:
        calls = calls if said == "the same" else re.findall(r"`(\w+)`", said)
        assert calls == [call.value for call in Call if Property(law) in call.properties], law


def test_a_breach_knows_its_trees() -> None:
    found = examine(LAW, lambda _: value(99), TOLERANCE)
    assert isinstance(found.breach, Breach)
    before, after = (called.case.tree for called in found.breach.called)
    assert after.size() == before.size()
