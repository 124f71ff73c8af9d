"""Linting a suite: which cases are blind or tell too much, how grave that is, and where it stands."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from grader import cli
from grader.authoring.lint import Finding, Severity, lint
from grader.cases import read_suite

OURS = Path(__file__).parent.parent / "test_cases"
PLAIN = "tree: {agent: {A: {opp: {1: 3, 2: 5}}, B: {opp: {1: 2, 2: 10}}}}"
Linted = Callable[..., list[Finding]]


def write_suite(folder: Path, *cases: str, question: str = "points: 100", suite: str = "") -> Path:
    """A suite of one question; ``---`` and an id are put before each case."""
    (folder / "q").mkdir()
    text = "".join(
        f"---\n{case.strip()}\n" if case.lstrip().startswith("id:") else f"---\nid: c{at}\n{case}\n"
        for at, case in enumerate(cases)
    )
    (folder / "q" / "all.yaml").write_text(text, "utf-8")
    (folder / "suite.yaml").write_text(
        f"title: T\n{suite}\nquestions:\n  - {{id: q, title: Q, {question}, cases: q}}\n", "utf-8"
    )
    return folder


@pytest.fixture
def linted(tmp_path: Path) -> Linted:
    def of(*cases: str, **kinds: str) -> list[Finding]:
        return list(lint(read_suite(write_suite(tmp_path, *cases, **kinds))))

    return of


def rules(findings: list[Finding]) -> set[str]:
    return {finding.rule for finding in findings}


def the(findings: list[Finding], rule: str) -> Finding:
    (found,) = [finding for finding in findings if finding.rule == rule]
    return found


def minimax(tree: str, expect: str = "{value: 3}", more: str = "") -> str:
    return f"call: minimax\n{more}\ntree: {tree}\nexpect: {expect}"


def alpha_beta(tree: str, expect: str = "{effort: {visits: 99}}", more: str = "") -> str:
    return f"call: alpha_beta\n{more}\ntree: {tree}\nexpect: {expect}"


# --- blindness: each rule, with a suite that it finds and one that it doesn't ------------------------

TWO = "{agent: {A: 3, B: 2}}"
CUT = "{agent: {A: {opp: {1: 3, 2: 5}}, B: {opp: {1: %s, 2: 10}}}}"
COIN = "{coin: {h: [%s, 2], t: [%s, 4]}}"


@pytest.mark.parametrize(
    ("rule", "blind", "seeing"),
    [
        (
            "no-ties",
            minimax(TWO, "{actions: [A]}"),
            minimax("{agent: {A: 3, B: 3}}", "{actions: [A, B]}"),
        ),
        (
            "no-ties",
            "call: minimax_policy\ntree: {agent: {A: 3, B: 2}}\nexpect: {policy: {root: [A]}}",
            "call: minimax_policy\ntree: {agent: {A: 3, B: 3}}\nexpect: {policy: {root: [A, B]}}",
        ),
        (
            "first-is-best",
            minimax(TWO, "{actions: [A]}"),
            minimax("{agent: {A: 1, B: 2}}", "{actions: [B]}"),
        ),
        ("no-tie-at-bound", alpha_beta(CUT % 2), alpha_beta(CUT % 3)),
        ("only-integers", alpha_beta(CUT % 2), alpha_beta(CUT % "5/2")),
        (
            "no-zero-bound",
            alpha_beta(CUT % 2),
            alpha_beta("{agent: {A: 0, B: {opp: {1: -1, 2: 4}}}}"),
        ),
        ("no-large-values", minimax(TWO), minimax("{agent: {A: 3, B: 1e7}}", "{value: 1e7}")),
        (
            "starts-at-root",
            minimax(TWO),
            minimax("{agent: {A: {opp: {1: 3}}, B: 2}}", more="state: A"),
        ),
        (
            "equal-probabilities",
            f"call: expectiminimax\ntree: {COIN % ('1/2', '1/2')}\nexpect: {{value: 3}}",
            f"call: expectiminimax\ntree: {COIN % ('1/4', '3/4')}\nexpect: {{value: 3.5}}",
        ),
        (
            "sum-or-mean",
            "call: expectimax\ntree: {agent: {A: {opp: {1: 1, 2: 2}}, B: {opp: {1: 3, 2: 0}}}}\n"
            "policies: {opp: uniform}\nexpect: {actions: [A, B]}",
            "call: expectimax\ntree: {agent: {A: {opp: {1: 1, 2: 2}}, B: {opp: {1: 3}}}}\n"
            "policies: {opp: uniform}\nexpect: {actions: [B]}",
        ),
        (
            "one-opponent",
            minimax(CUT % 2),
            minimax("{agent: {A: {ghost1: {1: {ghost2: {1: 3}}}}}}"),
        ),
        ("blind-to-pruning", alpha_beta(CUT % 2, "{value: 3}"), alpha_beta(CUT % 2)),
    ],
)
def test_blindness_is_found_where_it_is(
    rule: str, blind: str, seeing: str, tmp_path: Path, linted: Linted
) -> None:
    assert rule not in rules(linted(seeing))
    other = tmp_path / "other"
    other.mkdir()
    assert rule in rules(list(lint(read_suite(write_suite(other, blind)))))


def test_one_case_that_sees_is_enough(linted: Linted) -> None:
    found = linted(alpha_beta(CUT % 2), alpha_beta(CUT % 3), alpha_beta(CUT % "5/2"))
    assert not rules(found) & {"no-tie-at-bound", "only-integers"}


def test_value_that_is_checked_tells_sums_from_means(linted: Linted) -> None:
    case = "call: expectiminimax\ntree: {coin: {h: [1/2, 2], t: [1/2, 4]}}\nexpect: {value: 3}"
    assert "sum-or-mean" not in rules(linted(case))


def test_value_alone_is_no_blindness_where_nothing_is_cut(linted: Linted) -> None:
    assert "blind-to-pruning" not in rules(linted(alpha_beta(TWO, "{value: 3}")))


@pytest.mark.parametrize(
    ("accept", "game", "is_blind"),
    [
        ("any_correct", "Nim: [2, 2]", False),  # strict cuts leave nothing out: no bound holds
        ("exact", "Nim: [2, 2]", True),
        ("any_correct", "TicTacToe: {}", True),
    ],
)
def test_game_needs_a_bound_where_one_holds(
    accept: str, game: str, is_blind: bool, linted: Linted
) -> None:
    case = f"call: alpha_beta\ngame: {{{game}}}\nexpect: {{value: 0}}"
    support = OURS.parent / "assignment" / "games.py"
    found = linted(case, suite=f"support: {support}\npruning: {{accept: {accept}}}")
    assert ("blind-to-pruning" in rules(found)) is is_blind


def test_one_game_with_a_bound_is_enough_for_a_function(linted: Linted) -> None:
    game = "call: alpha_beta\ngame: {Nim: [2, %s]}\nexpect: {value: 0%s}"
    support = OURS.parent / "assignment" / "games.py"
    suite = f"support: {support}\npruning: {{accept: exact}}"
    bounded = game % (3, ", effort: {visits: 30}")
    assert "blind-to-pruning" not in rules(linted(game % (2, ""), bounded, suite=suite))


LAW = "call: game_value\nproperty: adding\ntrees: {count: 2}\nexpect: {property: [%s, 3]}"


def test_law_is_no_blind_case(linted: Linted) -> None:
    assert not linted(LAW % 1)


@pytest.mark.parametrize(("first", "same"), [(1, True), (2, False)])
def test_law_on_the_same_trees_is_the_same_case(first: int, same: bool, linted: Linted) -> None:
    assert ("same-case" in rules(linted(LAW % 1, LAW % first))) is same


def test_visits_that_weigh_nothing_see_nothing(linted: Linted) -> None:
    case = alpha_beta(CUT % 2, "{value: 3, effort: {visits: 6}}", "weights: {effort: 0}")
    assert "blind-to-pruning" in rules(linted(case))


def test_blindness_is_told_of_each_function_at_its_question(linted: Linted) -> None:
    large = [f for f in linted(minimax(TWO), alpha_beta(CUT % 2)) if f.rule == "no-large-values"]
    assert [f.message.split(":")[0] for f in large] == ["q, alpha_beta", "q, minimax"]
    assert {(f.file, f.line) for f in large} == {("suite.yaml", 4)}


# --- points ------------------------------------------------------------------------------------------


def test_all_or_nothing_is_warned_of(linted: Linted) -> None:
    cases = (minimax(TWO), minimax("{agent: {A: 1, B: 3}}"))
    found = the(linted(*cases, question="points: 10, scoring: all_or_nothing"), "all-or-nothing")
    assert (found.severity, found.message) == (
        Severity.WARNING,
        "q: one failing case of 2 gives 0",
    )


def test_group_that_is_most_of_a_question_is_warned_of(linted: Linted) -> None:
    grouped = [minimax(f"{{agent: {{A: {n}, B: 3}}}}", more="group: g") for n in (0, 1, 2)]
    alone = minimax("{agent: {A: -1, B: 3}}")
    found = the(linted(*grouped, alone, question="points: 10, scoring: by_group"), "large-group")
    assert found.severity is Severity.WARNING
    assert found.message == "q: in the group g, one failing case of 3 takes 75 % of the question"


def test_large_group_among_others_is_a_hint(linted: Linted) -> None:
    cases = [minimax(f"{{agent: {{A: {-n}, B: 3}}}}", more=f"group: g{n // 5}") for n in range(10)]
    found = linted(*cases, question="points: 10, scoring: by_group")
    assert [f.severity for f in found if f.rule == "large-group"] == [Severity.HINT] * 2


def test_case_worth_nothing_is_warned_of(linted: Linted) -> None:
    found = the(linted(minimax(TWO, more="points: 0"), minimax(CUT % 2)), "worth-nothing")
    assert (found.message, found.file, found.line) == ("c0 is worth 0 points", "q/all.yaml", 4)


def test_question_worth_nothing_is_warned_of(linted: Linted) -> None:
    found = the(linted(minimax(TWO), question="points: 0"), "worth-nothing")
    assert (found.message, found.file) == ("q is worth 0 points", "suite.yaml")


def test_case_of_most_points_is_warned_of(linted: Linted) -> None:
    found = linted(minimax(TWO, more="points: 3"), minimax(CUT % 2))
    assert the(found, "one-case-is-most").message == "c0 carries 75 % of q"


def test_odd_total_is_a_hint(linted: Linted) -> None:
    found = the(linted(minimax(TWO), question="points: 97.5"), "odd-total")
    assert found.severity is Severity.HINT
    assert "97.5 points together" in found.message


def test_extra_credit_is_not_part_of_the_total(linted: Linted) -> None:
    found = linted(minimax(TWO), question="points: 7, extra: true")
    assert "odd-total" not in rules(found)


# --- words -------------------------------------------------------------------------------------------


def hidden(title: str, more: str = "") -> str:
    return minimax(
        "{agent: {left: {opp: {a: 7, b: 9}}, right: 2}}",
        "{value: 7, actions: [left]}",
        f"title: '{title}'\nvisibility: hidden\n{more}",
    )


@pytest.mark.parametrize(
    ("title", "severity", "told"),
    [
        ("the value is 7", Severity.FAULT, "says the value 7"),
        ("worth 7 to the agent", Severity.FAULT, "says the value 7"),
        ("7 against 9", Severity.WARNING, "has the value 7 in it"),
        ("why Left pays", Severity.WARNING, "names the action left"),
        ("what left.b is for", Severity.WARNING, "names the node left.b"),
    ],
)
def test_title_of_a_hidden_case_tells(
    title: str, severity: Severity, told: str, linted: Linted
) -> None:
    found = [f for f in linted(hidden(title)) if f.rule == "telling-title" and told in f.message]
    assert [f.severity for f in found] == [severity]
    assert (found[0].line, found[0].column) == (4, 1)


@pytest.mark.parametrize(
    "title", ["a mean opponent", "17 leaves, 7.5 at most", "the leftmost of all", "7/2 is no end"]
)
def test_plain_title_of_a_hidden_case_is_fine(title: str, linted: Linted) -> None:
    assert "telling-title" not in rules(linted(hidden(title)))


def test_title_of_a_visible_case_may_tell(linted: Linted) -> None:
    case = hidden("the value is 7").replace("visibility: hidden", "")
    assert "telling-title" not in rules(linted(case))


def test_single_letter_is_an_action_only_inside(linted: Linted) -> None:
    def case(title: str) -> str:
        return minimax(TWO, "{actions: [A]}", f"title: {title}\nvisibility: hidden")

    found = linted(case("A plain tree"), case("here A wins"))
    assert [f.message for f in found if f.rule == "telling-title"] == [
        "the title of c1, which is not visible, names the action A: 'here A wins'"
    ]


def test_value_of_one_in_a_title_is_a_hint(linted: Linted) -> None:
    case = minimax(TWO, "{value: 3}").replace("3", "1")
    found = linted(f"title: 1 heap\nvisibility: hidden\n{case}")
    assert the(found, "telling-title").severity is Severity.HINT


def test_word_of_pruning_is_a_hint(linted: Linted) -> None:
    case = alpha_beta(CUT % 2, more="title: the second bin is cut\nvisibility: after_due_date")
    found = the(linted(case), "telling-title")
    assert found.severity is Severity.HINT
    assert "has the word 'cut' in it" in found.message


def test_id_of_a_hidden_case_tells(linted: Linted) -> None:
    case = hidden("plain").strip()
    found = the(linted(f"id: mm-07-left-is-it\n{case}"), "telling-id")
    assert (
        "the id of mm-07-left-is-it, which is not visible, names the action left" in found.message
    )
    assert found.line == 2


@pytest.mark.parametrize(
    "tree",
    [
        "{agent: {best: 3, other: 2}}",
        "{agent: {A: {opp: {1: 3}, name: the-answer}, B: 2}}",
        "{agent: {A: 3, B_cut: 2}}",
    ],
)
def test_names_that_code_can_read_tell(tree: str, linted: Linted) -> None:
    found = the(linted(minimax(tree)), "telling-name")
    assert found.severity is Severity.WARNING
    assert "may give the answer away" in found.message


@pytest.mark.parametrize("player", ["agnet", "oop", "op", "opps", "agemt"])
def test_a_misspelt_player_is_warned_of(player: str, linted: Linted) -> None:
    found = the(linted(minimax(f"{{{player}: {{A: 3, B: 2}}}}", "{value: 2}")), "odd-player")
    assert f"c0: {player!r} is a player, and an opponent at that" in found.message


@pytest.mark.parametrize("player", ["opp", "opp2", "ghost", "A"])
def test_other_players_are_none_the_worse(player: str, linted: Linted) -> None:
    assert "odd-player" not in rules(linted(minimax(f"{{agent: {{A: {{{player}: {{B: 3}}}}}}}}")))


# --- pairs -------------------------------------------------------------------------------------------


def test_same_case_is_warned_of(linted: Linted) -> None:
    found = the(linted(minimax(CUT % 2), minimax(CUT % 2, "{visited: [root]}")), "same-case")
    assert (found.severity, found.message) == (Severity.WARNING, "c1 asks the same as c0")


def test_same_case_but_for_names_is_a_hint(linted: Linted) -> None:
    other = (CUT % 2).replace("A:", "X:").replace("B:", "Y:")
    found = the(linted(minimax(CUT % 2), minimax(other)), "same-but-for-names")
    assert found.severity is Severity.HINT


@pytest.mark.parametrize(
    "other",
    [
        alpha_beta(CUT % 2),
        minimax(CUT % 2, more="state: A"),
        minimax(CUT % 1),
        minimax(CUT % 2, "{actions: [A]}", "tie_break: first"),
    ],
)
def test_cases_that_differ_are_no_pair(other: str, linted: Linted) -> None:
    found = rules(linted(minimax(CUT % 2), other))
    assert not found & {"same-case", "same-but-for-names"}


def test_policies_and_bounds_make_a_difference(linted: Linted) -> None:
    tree = "tree: {agent: {A: {opp: {1: 3, 2: 5}}, B: 4}}\nexpect: {value: 4}"
    one = f"call: expectimax\npolicies: {{opp: uniform}}\n{tree}"
    two = f"call: expectimax\npolicies: {{opp: {{always: 1}}}}\n{tree}"
    options = "call: choose_by_bounds\nintervals: {A: [1, %s]}\nexpect: {options: [A]}"
    found = linted(one, two, options % 2, options % 3, options % 2)
    assert [f.message for f in found if f.rule == "same-case"] == ["c4 asks the same as c2"]


def test_hidden_tree_that_is_seen_is_warned_of(linted: Linted) -> None:
    shown = alpha_beta((CUT % 2).replace("A:", "X:"))
    found = the(linted(shown, minimax(CUT % 2, more="visibility: hidden")), "tree-is-visible")
    assert found.message == "c1 is not visible, but has the tree of c0, which is"


def test_tiny_trees_are_alike_by_chance(linted: Linted) -> None:
    found = linted(alpha_beta(TWO), minimax(TWO, more="visibility: hidden"))
    assert "tree-is-visible" not in rules(found)


# --- the command -------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cli.COMMANDS, "lint", "find blind cases")


def test_our_own_suite_has_no_fault() -> None:
    assert not [f for f in lint(read_suite(OURS)) if f.severity is Severity.FAULT]


def test_cases_in_the_suite_itself_have_places(tmp_path: Path) -> None:
    case = "{id: c, call: minimax, tree: 5, points: 0, expect: {value: 5}}"
    other = "{id: d, call: minimax, tree: 6, expect: {value: 6}}"
    (tmp_path / "suite.yaml").write_text(
        "title: T\nquestions:\n  - id: q\n    title: Q\n    points: 10\n"
        f"    cases:\n      - {case}\n      - {other}\n",
        "utf-8",
    )
    found = the(list(lint(read_suite(tmp_path))), "worth-nothing")
    assert (found.file, found.line, found.column) == ("suite.yaml", 7, 41)


@pytest.mark.parametrize(
    ("title", "strict", "code"),
    [("the value is 7", [], 1), ("7", [], 0), ("7", ["--strict"], 1)],
)
def test_exit_code_is_by_severity(title: str, strict: list[str], code: int, tmp_path: Path) -> None:
    write_suite(tmp_path, hidden(title))
    assert cli.main(["lint", "--suite", str(tmp_path), *strict]) == code


def test_text_says_place_severity_and_advice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_suite(tmp_path, minimax(TWO, more="points: 0"), minimax(CUT % 2))
    assert cli.main(["lint", "--suite", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert (
        "q/all.yaml:4:1: warning: c0 is worth 0 points [worth-nothing]\n"
        "    Give it points, or leave it out.\n"
    ) in said
    assert re.search(r"\n0 faults, \d+ warnings?, \d+ hints?\n$", said)


def test_json_has_every_field(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_suite(tmp_path, minimax(TWO), question="points: 95")
    cli.main(["lint", "--suite", str(tmp_path), "--json"])
    found = {each["rule"]: each for each in json.loads(capsys.readouterr().out)}
    assert found["odd-total"] == {
        "file": "suite.yaml",
        "line": 3,
        "column": 1,
        "severity": "hint",
        "rule": "odd-total",
        "message": "the questions have 95 points together, no round number",
        "advice": "Check that none is missing; 100 is usual.",
    }
