"""Suites: the faults of ``suite.yaml``, and that our own suite is right, fair and not blind."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from grader.cases import (
    Accept,
    Call,
    Case,
    Cutoff,
    Limits,
    Pruning,
    Returns,
    Scoring,
    Suite,
    TieBreak,
    Visibility,
    read_suite,
)
from grader.errors import AuthorError, UsageError
from grader.search import (
    AGENT,
    FAMILY,
    Convention,
    Trace,
    alpha_beta,
    depth_limited,
    family_traces,
    minimax,
)
from grader.tree import GameTree, Node

Write = Callable[..., Path]
OURS = Path(__file__).parent.parent / "test_cases"
CASE = "call: minimax\ntree: 5\nexpect: {value: 5}\n"
QUESTION = "{id: q, title: Q, points: 10, cases: [a.yaml]}"


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_suite(suite: str, **files: str) -> Path:
        folder = tmp_path / "suite"
        folder.mkdir(exist_ok=True)
        (folder / "suite.yaml").write_text(suite)
        for name, text in {"a": CASE, **files}.items():
            path = folder / f"{name.replace('__', '/')}.yaml"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        return folder

    return write_suite


def faults_of(folder: Path) -> list[str]:
    with pytest.raises(AuthorError) as raised:
        read_suite(folder)
    return [str(fault) for fault in raised.value.faults]


# --- suite.yaml ------------------------------------------------------------------------------------


def test_suite_keeps_everything_that_is_said(write: Write) -> None:
    folder = write(
        """
title: T
weights: {visited: 3}
visibility: hidden
pruning: {cutoff: strict, accept: exact}
tolerance: {relative: 1e-3}
limits: {cpu: 1.5, memory: 64}
support: a.yaml
allow: [numpy, os.path]
preload: [numpy.linalg]
questions:
  - {id: q1, title: Q, points: 2.5, cases: [a.yaml], scoring: all_or_nothing, visibility: visible}
  - {id: q2, title: R, points: 3, cases: sub, pruning: {returns: fail_hard}}
""",
        sub__c="id: c\n" + CASE,
        sub__b="id: b2\n" + CASE + "---\nid: b1\n" + CASE,
    )
    suite = read_suite(folder)
    first, second = suite.questions
    assert [case.id for case in suite.cases] == ["a", "b2", "b1", "c"]
    assert [case.file for case in second.cases] == ["sub/b.yaml", "sub/b.yaml", "sub/c.yaml"]
    assert first.cases[0].visibility is Visibility.VISIBLE
    assert second.cases[0].visibility is Visibility.HIDDEN
    assert (first.points, first.scoring) == (Fraction(5, 2), Scoring.ALL_OR_NOTHING)
    assert first.pruning == Pruning(cutoff=Cutoff.STRICT, accept=Accept.EXACT)
    assert second.pruning == Pruning(
        cutoff=Cutoff.STRICT, returns=Returns.FAIL_HARD, accept=Accept.EXACT
    )
    assert suite.limits == Limits(cpu=1.5, memory=64)
    assert suite.tolerance.relative == 1e-3
    assert (suite.allow, suite.preload) == (("numpy", "os.path"), ("numpy.linalg",))
    assert suite.support == folder / "a.yaml"


def test_short_suite_gets_the_defaults(write: Write) -> None:
    suite = read_suite(write(f"title: T\nquestions: [{QUESTION}]"))
    assert (suite.limits, suite.questions[0].pruning) == (Limits(), Pruning())
    assert suite.questions[0].scoring is Scoring.PER_CASE
    assert suite.support == suite.folder / "../assignment/games.py"


def test_default_weights_reach_the_cases(write: Write) -> None:
    (case,) = read_suite(write(f"title: T\nweights: {{value: 7}}\nquestions: [{QUESTION}]")).cases
    assert list(case.weights.values()) == [7]


FAULTY = {
    "": ["1:1: suite.yaml is empty; it needs title: and questions:"],
    "title: T": ["1:1: a suite needs questions:"],
    "title: T\nquestions: []": ["2:1: a suite needs at least one question"],
    f"title: T\n---\nquestions: [{QUESTION}]": [
        "1:1: a suite needs questions:",
        "3:1: suite.yaml is one document, without ---",
    ],
    "- title: T": ["1:1: a suite must be a mapping (key: value), found a list"],
    "title: T\nquestions: {id: q}": ["2:12: questions must be a list, found a mapping"],
    "title: T\nquestions: [q1]": ["2:13: a question must be a mapping (key: value), found 'q1'"],
    "title: T\nquestions: [{id: q, title: Q, points: 1, cases: {a: b}}]": [
        "2:49: cases must be text, found a mapping"
    ],
    "title: T\nquestions: [{id: q, title: Q, points: 1, cases: [a.yaml, a.yaml]}]": [
        "2:58: 'a.yaml' is in cases twice"
    ],
    f"titel: T\nquestions: [{QUESTION}]": [
        "1:1: a suite has no key 'titel'; did you mean 'title'?",
        "1:1: a suite needs title:",
    ],
    "title: T\nquestions: [{id: Q 1, cases: [a.yaml]}]": [
        "2:13: a question needs points:",
        "2:13: a question needs title:",
        "2:18: an id has a-z, 0-9 and hyphens only, found 'Q 1'",
    ],
    "title: T\nquestions: [{title: Q, points: 1/3}, {id: r, title: R, points: 1, cases: [a.yaml]}]": [
        "2:13: a question needs cases: (a folder, or a list of files)",
        "2:13: a question needs id: here",
        "2:32: points must be a whole number of hundredths (2.5, not 1/3)",
    ],
    f"title: T\nquestions: [{QUESTION}, {QUESTION}]": [
        "2:62: the question 'q' is there already, at line 2",
        "2:99: a.yaml belongs to a question already (line 2)",
    ],
    "title: T\nquestions: [{id: q, title: Q, points: 1, cases: [a.yaml, /b.yaml, ../c.yaml, d.yaml]}]": [
        "2:58: '/b.yaml' must be a path inside the suite, with / between folders",
        "2:67: '../c.yaml' must be a path inside the suite, with / between folders",
        "2:78: there is no file 'd.yaml' in the suite",
    ],
    "title: T\nquestions:\n- {id: q, title: Q, points: 1, cases: [a.yaml]}\n"
    "- {id: r, title: R, points: 1, cases: missing}": [
        "4:39: there is no folder 'missing' in the suite"
    ],
    f"title: T\nscoring: x\npruning: {{cutoff: soft}}\nquestions: [{QUESTION}]": [
        "2:1: a suite has no key 'scoring'; known: title, questions, weights, visibility, pruning, "
        "tolerance, limits, support, allow, preload, isolation, secret, attempts, leaderboard, unit",
        "3:19: cutoff can't be 'soft'; known: on_equal, strict",
    ],
    f"title: T\nlimits: {{cpu: 0, memory: 1.5, wal: 3}}\ntolerance: {{relative: -1}}\n"
    f"questions: [{QUESTION}]": [
        "2:15: cpu must be more than 0",
        "2:26: memory must be a whole number, found '1.5'",
        "2:31: limits has no key 'wal'; did you mean 'wall'?",
        "3:23: relative must be at least 0, found '-1'",
    ],
    f"title: T\nsupport: games.py\nallow: [num py]\npreload: [scipy]\nquestions: [{QUESTION}]": [
        "2:10: there is no file 'games.py' (paths start at the suite's folder)",
        "3:9: 'num py' is no module name",
        "4:11: scipy is preloaded but not allowed; add it to allow: too",
    ],
}  # fmt: skip


@pytest.mark.parametrize("text", FAULTY, ids=range(len(FAULTY)))
def test_faulty_suite_gets_exactly_its_faults(write: Write, text: str) -> None:
    found = faults_of(write(text))
    assert [f.removeprefix("suite.yaml:") for f in found if not f.startswith("a.yaml")] == FAULTY[
        text
    ]


def test_faults_of_all_files_come_together(write: Write) -> None:
    folder = write(f"title: T\nlimits: {{cpu: x}}\nquestions: [{QUESTION}]", a="call: x\n", b=CASE)
    assert [fault.split(":")[0] for fault in faults_of(folder)] == [
        "a.yaml", "a.yaml", "b.yaml", "suite.yaml",
    ]  # fmt: skip


def test_file_that_no_question_names_is_a_fault(write: Write) -> None:
    folder = write(f"title: T\nquestions: [{QUESTION}]", deep__b=CASE)
    (folder / ".hidden.yaml").write_text("]")
    assert faults_of(folder) == ["deep/b.yaml:1:1: no question of suite.yaml names this file"]


def test_folder_without_cases_is_a_fault(write: Write) -> None:
    folder = write("title: T\nquestions: [{id: q, title: Q, points: 1, cases: empty}]")
    (folder / "a.yaml").unlink()
    (folder / "empty").mkdir()
    assert faults_of(folder) == ["suite.yaml:2:49: the folder 'empty' has no .yaml file in it"]


def test_same_id_is_a_fault_that_names_both_places(write: Write) -> None:
    folder = write(
        "title: T\nquestions: [{id: q, title: Q, points: 1, cases: [a.yaml, b.yaml]}]",
        b="id: a\n" + CASE,
    )
    assert faults_of(folder) == ["b.yaml:1:1: the id 'a' is taken, at a.yaml:1:1"]


def test_question_needs_a_case_with_points(write: Write) -> None:
    folder = write(f"title: T\nquestions: [{QUESTION}]", a=CASE + "points: 0\n")
    assert faults_of(folder) == ["suite.yaml:2:43: every case of this question has points: 0"]


def test_folder_without_suite_is_the_callers_fault(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"there is no suite\.yaml in "):
        read_suite(tmp_path)


# --- our own suite ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ours() -> Suite:
    return read_suite(OURS)


CASES = read_suite(OURS).cases
OF_ID = {case.id: case for case in CASES}


TRACED = [case for case in CASES if case.is_traced]


def searched(case: Case) -> Trace:
    """The trace of a case that prunes, under the convention that the suite records."""
    ordered = case.call is Call.ALPHA_BETA_ORDERED
    return alpha_beta(case.start, Convention(), ordered=ordered)


def test_suite_has_points_titles_and_hidden_cases(ours: Suite) -> None:
    assert sum(question.points for question in ours.questions if not question.extra) == 100
    assert len(CASES) >= 170
    hidden = [case for case in CASES if case.visibility is Visibility.HIDDEN]
    assert len(CASES) // 4 <= len(hidden) <= len(CASES) // 2
    assert all(len(case.title.split()) >= 3 for case in CASES)
    assert len({case.title for case in CASES}) >= len(CASES) - 8


def test_every_question_shows_some_and_hides_some(ours: Suite) -> None:
    for question in ours.questions:
        assert len({case.visibility for case in question.cases}) == 2
        assert question.cases[0].visibility is Visibility.VISIBLE
        first = question.cases[0]
        assert first.game or first.tree.size() <= 4


@pytest.mark.parametrize("call", Call)
def test_every_call_has_cases(call: Call) -> None:
    assert len([case for case in CASES if case.call is call]) >= 6


LECTURE = {
    "eval-04-always-a": (0, None),
    "exp-02-bins": (5, ("C",)),
    "mm-04-bins": (1, ("B",)),
    "emm-06-bins-and-coin": (-2, ("C",)),
    "mm-05-three-bins": (3, ("A",)),
    "mm-06-three-by-three": (3, ("A",)),
    "mm-07-two-own-moves": (8, ("A",)),
    "mm-09-the-board": (7, ("A",)),
    "ab-08-the-board": (7, ("A",)),
}


@pytest.mark.parametrize("name", LECTURE)
def test_values_of_the_lecture(name: str) -> None:
    expect = OF_ID[name].expect
    assert (expect.value, expect.actions) == LECTURE[name]


CUTS = {
    "ab-03-first-cut": ("B2",),
    "ab-04-badly-ordered": (),
    "ab-07-cut-at-max": ("B2",),
    "ab-14-chain-below-both": ("B222",),
    "ab-15-chain-grandparent": ("B222",),
}


@pytest.mark.parametrize("name", CUTS)
def test_cuts_of_the_lecture(name: str) -> None:
    assert OF_ID[name].expect.pruned == CUTS[name]


def test_inner_value_under_pruning_is_a_bound_only() -> None:
    case = OF_ID["ab-16-inner-values"]
    node = case.tree.by_name["B"]
    assert searched(case).values[node] == 2
    assert minimax(node).value == -100


def test_halving_game_for_the_player_to_move() -> None:
    values = [OF_ID[f"mm-halving-{n:02}"].expect.value for n in range(1, 12)]
    assert values == [-1, 1, 1, -1, 1, -1, 1, 1, 1, -1, 1]


@pytest.mark.parametrize("n", range(1, 12))
def test_halving_trees_follow_the_rules(n: int) -> None:
    tree = OF_ID[f"mm-halving-{n:02}"].tree
    pending: list[tuple[Node, int, str]] = [(tree.root, n, AGENT)]
    while pending:
        node, left, mover = pending.pop()
        if left == 0:
            assert node.utility == (1 if mover == AGENT else -1)
            continue
        other = "opp" if mover == AGENT else AGENT
        assert (node.player, node.actions) == (mover, ("decrement", "halve"))
        pending += [(node.children[0], left - 1, other), (node.children[1], left // 2, other)]


def test_best_order_reads_the_least_leaves() -> None:
    case = OF_ID["ab-18-best-order"]
    ends = [node for node in searched(case).visited if node.is_end]
    assert (len(ends), sum(node.is_end for node in case.tree.nodes())) == (7, 16)


# What a suite must contain, or it is blind to mistakes that students make.


def ends_of(tree: GameTree) -> list[Fraction]:
    return [Fraction(node.utility) for node in tree.nodes() if node.utility is not None]


def chance_nodes(case: Case) -> list[Node]:
    return [node for node in case.tree.nodes() if node.player in case.policies]


@pytest.mark.parametrize("call", [Call.GAME_VALUE, Call.EXPECTIMAX, Call.EXPECTIMINIMAX])
def test_widths_and_probabilities_are_unequal(call: Call) -> None:
    of_call = [case for case in CASES if case.call is call and not case.game]
    assert any(len({len(node.actions) for node in chance_nodes(case)}) > 1 for case in of_call)
    assert any(
        len(set(case.policies[node.player or ""][node.name].values()) - {0}) > 1
        for case in of_call
        for node in chance_nodes(case)
    )


@pytest.mark.parametrize("call", [Call.MINIMAX, Call.ALPHA_BETA, Call.EXPECTIMAX])
def test_values_are_beyond_small_sentinels(call: Call) -> None:
    ends = [ends_of(case.tree) for case in CASES if case.call is call and not case.game]
    assert any(max(values) <= -(10**6) for values in ends)
    if call is not Call.EXPECTIMAX:
        assert any(min(values) >= 10**6 or max(values) >= 4 * 10**6 for values in ends)


@pytest.mark.parametrize("call", [Call.MINIMAX, Call.ALPHA_BETA, Call.DEPTH_LIMITED])
def test_players_do_not_only_alternate(call: Call) -> None:
    seen = {
        (node.player, child.player, node.player == child.player)
        for case in CASES
        if case.call is call and not case.game
        for node in case.tree.nodes()
        for child in node.children
        if child.player
    }
    assert ("agent", "agent", True) in seen
    assert ("opp", "opp", True) in seen
    assert ("ghost1", "ghost2", False) in seen


def test_pruning_meets_every_kind_of_bound() -> None:
    cuts = [cut for case in TRACED for cut in searched(case).cuts]
    met = [(cut, cut.window.beta if cut.node.player == AGENT else cut.window.alpha) for cut in cuts]
    for at_max in (True, False):
        here = [(c.value, bound) for c, bound in met if (c.node.player == AGENT) is at_max]
        assert any(value == bound for value, bound in here)
        assert any(bound == 0 for _, bound in here)
        assert any(isinstance(bound, Fraction) or abs(bound or 0) > 10**6 for _, bound in here)


def test_some_cuts_are_made_by_a_grandparent() -> None:
    deep = set()
    for case in TRACED:
        for cut in searched(case).cuts:
            at_max = cut.node.player == AGENT
            setter = cut.window.beta_at if at_max else cut.window.alpha_at
            if setter not in list(case.tree.ancestors(cut.node))[:2]:
                deep.add(at_max)
    assert deep == {True, False}


def test_right_variants_visit_different_nodes() -> None:
    visits = {
        convention: [
            tuple(n.name for n in family_traces(c.start)[convention].visited)
            for c in TRACED
            if c.call is Call.ALPHA_BETA
        ]
        for convention in FAMILY
    }
    alike = [(a, b) for a, b in combinations(FAMILY, 2) if visits[a] == visits[b]]
    assert alike == [
        (Convention(), Convention(fail_hard=True))
    ]  # on equality these two always agree


@pytest.mark.parametrize("call", [Call.DEPTH_LIMITED, Call.DEPTH_LIMITED_PLIES])
@pytest.mark.parametrize("off", [-1, 1])
def test_depth_off_by_one_changes_the_value(call: Call, off: int) -> None:
    changed = 0
    for case in CASES:
        if case.call is not call:
            continue
        depth = (case.depth or 0) + off
        evaluated = all(n.is_end or n.evaluation is not None for n in case.tree.nodes())
        if depth >= 0 and evaluated:
            plies = call is Call.DEPTH_LIMITED_PLIES
            value = depth_limited(case.start, depth, plies=plies).value
            changed += value != case.expect.value
    assert changed >= 2


def test_other_way_to_count_depth_changes_the_value() -> None:
    for plies in (True, False):
        call = Call.DEPTH_LIMITED if plies else Call.DEPTH_LIMITED_PLIES
        cases = [
            c for c in CASES if c.call is call and c.id in ("dl-03-one-round", "dp-03-two-moves")
        ]
        for case in cases:
            other = depth_limited(case.start, case.depth or 0, plies=plies)
            assert other.value != case.expect.value


def test_ties_at_the_root_are_there_in_both_readings() -> None:
    tied = {case.tie_break for case in CASES if len(case.expect.actions or ()) > 1}
    assert tied == set(TieBreak)
