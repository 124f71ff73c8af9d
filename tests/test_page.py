"""The handout: what a course sees of it, its pictures, its numbers, and its page."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from fractions import Fraction
from html.parser import HTMLParser
from itertools import combinations
from math import ceil, floor, sqrt

import pytest
from games import Tree
from hypothesis import given, settings
from playing import CHOOSERS, ROOT, trees

from grader.authoring.page import render_page
from grader.authoring.page_reduce import (
    HandoutError,
    Worth,
    functions_of,
    points_table,
    reduce_handout,
    with_points,
    worth,
)
from grader.authoring.page_tree import Picture, read_picture
from grader.cases import Accept, Call, Cutoff, Pruning, Returns, read_suite
from grader.cases.model import Attempts
from grader.search import (
    Convention,
    Trace,
    alpha_beta,
    choose_by_bounds,
    depth_limited,
    expected_value,
    expectimax,
    expectiminimax,
    expectiminimax_pruned,
    iterative_deepening,
    max_n,
    minimax,
    value_table,
)
from grader.tree import Draft, GameTree, Node, grow, inline, uniform

HANDOUT = (ROOT / "assignment" / "README.md").read_text(encoding="utf-8")
KNOWN = functions_of(HANDOUT)
EQUAL, STRICT = Pruning(), Pruning(cutoff=Cutoff.STRICT)
PRUNINGS = {"equal": EQUAL, "strict": STRICT}
QUESTIONS = [
    Worth(id="q1", title="First", points=Fraction(5, 2), functions=("minimax", "alpha_beta")),
    Worth(id="q2", title="More", points=Fraction(1), functions=("max_n",), extra=True),
]


def reduced(*chosen: str, pruning: Pruning = EQUAL) -> str:
    return reduce_handout(HANDOUT, frozenset(chosen or KNOWN), pruning, QUESTIONS)


def only(text: str, *chosen: str, pruning: Pruning = EQUAL) -> str:
    """A text that knows the functions ``one`` and ``two``, reduced."""
    known = "<!-- question: one, two --><!-- /question -->"
    return reduce_handout(f"{known}{text}", frozenset(chosen), pruning, QUESTIONS)


# ---------------------------------------------------------------------- marks


def test_part_of_a_question_is_shown_when_it_is_chosen() -> None:
    text = "a<!-- question: one --> b<!-- /question --> c"
    assert only(text, "one") == "a b c\n"
    assert only(text, "two") == "a c\n"


def test_part_of_several_functions_is_shown_for_any() -> None:
    assert only("<!-- question: one, two -->a<!-- /question -->b", "two") == "ab\n"


def test_marks_alone_on_their_lines_take_the_lines_with_them() -> None:
    text = "\n\na\n\n<!-- question: one -->\nb\n\n<!-- /question -->\nc"
    assert only(text, "one") == "a\n\nb\n\nc\n"
    assert only(text, "two") == "a\n\nc\n"


def test_marks_nest() -> None:
    text = "<!-- question: one -->a<!-- question: two -->b<!-- /question -->c<!-- /question -->d"
    assert [only(text, *chosen) for chosen in (("one",), ("two",), ("one", "two"))] == [
        "acd\n", "d\n", "abcd\n",
    ]  # fmt: skip


def test_convention_chooses_between_two_texts() -> None:
    text = "<!-- if: cutoff=on_equal -->equal<!-- else: strict --><!-- /if -->"
    assert only(text, pruning=EQUAL) == "equal\n"
    assert only(text, pruning=STRICT) == "strict\n"


def test_other_text_may_have_several_lines() -> None:
    text = "<!-- question: one -->\na\n<!-- else:\nb\n\nc\n-->\n<!-- /question -->\nd"
    assert only(f"\n{text}", "one") == "a\nd\n"
    assert only(f"\n{text}", "two") == "b\n\nc\nd\n"


@pytest.mark.parametrize(
    ("condition", "pruning"),
    [
        ("cutoff=strict", STRICT),
        ("returns=fail_hard", Pruning(returns=Returns.FAIL_HARD)),
        ("accept=exact", Pruning(accept=Accept.EXACT)),
    ],
)
def test_every_setting_of_the_convention_can_be_asked(condition: str, pruning: Pruning) -> None:
    text = f"a<!-- if: {condition} -->b<!-- /if -->"
    assert only(text, pruning=pruning) == "ab\n"
    assert only(text, pruning=EQUAL) == "a\n"


def test_way_to_count_depth_follows_the_functions() -> None:
    text = (
        "<!-- question: depth_limited, depth_limited_plies, iterative_deepening --><!-- /question -->"
        "<!-- if: depth=rounds -->R<!-- /if --><!-- if: depth=plies -->P<!-- /if -->"
    )
    shown = {
        name: reduce_handout(text, frozenset({name}), EQUAL, ())
        for name in ("depth_limited", "depth_limited_plies", "iterative_deepening")
    }
    assert list(shown.values()) == ["R\n", "P\n", "R\n"]


def test_rows_of_functions_not_chosen_are_left_out() -> None:
    text = "\n\n| f | x |\n|---|---|\n| `one(a)` | 1 |\n| `two` | 2 |\n| `three` | 3 |"
    assert only(text, "two").splitlines()[2:] == ["| `two` | 2 |", "| `three` | 3 |"]


def test_names_left_side_by_side_become_a_list() -> None:
    mark = "<!-- question: {0} --> `{0}`<!-- /question -->"
    text = f"for{mark.format('one')}{mark.format('two')};"
    assert only(text, "one", "two") == "for `one`, `two`;\n"
    assert only(text, "two") == "for `two`;\n"


def test_table_of_the_questions_is_put_in() -> None:
    text = only("\n\n<!-- points -->\nold\n<!-- /points -->")
    assert text == (
        "| question | points | what it is about | functions |\n"
        "|---|---|---|---|\n"
        "| q1 | 2.5 | First | `minimax`, `alpha_beta` |\n"
        "| q2 | 1 extra | More | `max_n` |\n"
        "| total | 2.5 | | |\n"
    )


def test_limits_of_attempts_are_said_where_there_are_any() -> None:
    text = "a\n<!-- attempts -->\n<!-- /attempts -->\n"
    limits = Attempts(limit=1, every=5_400, total=20)
    said = reduce_handout(text, frozenset(), EQUAL, QUESTIONS, limits)
    assert said.startswith(
        "a\n\nYou are graded at most 1 time within 90 min and 20 times in all; a"
    )
    assert reduce_handout(text, frozenset(), EQUAL, QUESTIONS) == "a\n"


def test_table_of_the_questions_is_made_anew_between_its_marks() -> None:
    text = "a\n<!-- points -->\nold\nolder\n<!-- /points -->\nb"
    new = with_points(text, QUESTIONS)
    assert new == f"a\n<!-- points -->\n{points_table(QUESTIONS)}\n<!-- /points -->\nb"
    assert with_points(new, QUESTIONS) == new


FAULTS = {
    "\n<!-- question: one -->": r"line 2: <!-- question --> is never closed",
    "\n\n<!-- /if -->": r"line 3: <!-- /if --> closes nothing that is open here",
    "<!-- question: one --><!-- /if -->": r"line 1: <!-- /if --> closes nothing that is open here",
    "a <!-- else: b -->": r"line 1: <!-- else: --> belongs to nothing that is open here",
    "<!-- if: colour=red --><!-- /if -->": r"line 1: there is no convention 'colour' (colour=red)",
}


@pytest.mark.parametrize("text", FAULTS, ids=list(FAULTS.values()))
def test_marks_that_do_not_fit_are_refused(text: str) -> None:
    with pytest.raises(HandoutError, match=re.escape(FAULTS[text])):
        only(text, "one")


def test_functions_without_a_part_are_refused() -> None:
    with pytest.raises(HandoutError, match="the handout has no part about four, three"):
        only("", "one", "three", "four")


# ---------------------------------------------------------------------- pictures


@settings(max_examples=60, deadline=None)
@given(trees(CHOOSERS))
def test_one_line_reads_as_games_reads_it(grown: GameTree) -> None:
    line = one_line(grown.root)
    picture, game = read_picture(line), Tree(line)
    for node in picture.tree.nodes():
        assert game.player(node.name) == node.player
        assert list(game.successors(node.name).items()) == [
            (action, child.name) for action, child in zip(node.actions, node.children, strict=True)
        ]
        if node.utility is not None:
            assert game.utility(node.name) == float(node.utility)


def one_line(node: Node) -> str:
    if node.is_end:
        return str(node.utility)
    children = zip(node.actions, node.children, strict=True)
    below = ", ".join(f"{action}: {one_line(child)}" for action, child in children)
    name = {"agent": "max", "opp": "min"}.get(node.player or "", node.player)
    return f"{name}({below})"


def test_chances_and_payoffs_are_read_from_one_line() -> None:
    root = read_picture("max(coin(heads 1/4: 3, tails 3/4: -0.5), utility(A: 3, B: 1/2))").tree.root
    assert root.children[0].actions == ("heads", "tails")
    assert root.children[0].chances == (Fraction(1, 4), Fraction(3, 4))
    assert root.children[0].children[1].utility == Fraction(-1, 2)
    assert root.children[1].payoffs == {"A": 3, "B": Fraction(1, 2)}


def test_yaml_and_one_line_make_the_same_tree() -> None:
    yaml = read_picture("agent:\n  A: {opp: {1: 3, 2: 5}}\n  B: 2").tree
    line = read_picture("max(A: min(3, 5), B: 2)").tree
    shown = [[(n.name, n.player, n.utility) for n in grown.nodes()] for grown in (yaml, line)]
    assert shown[0] == shown[1]


def test_everything_that_is_said_of_a_picture_is_read() -> None:
    picture = read_picture(
        "max(A: min(3, 5), B: 2)\n\ncaption: Two: bins\nsearch: minimax\nvalues: root 3, A 5/2\n"
        "bounds: root (-inf, inf), A (1/2, 3)\nvisits: root, A\npruned: A2\nunseen: A1\n"
        "evaluated: A\nline: root, A\nnames: yes"
    )
    root, a, a1, a2 = (picture.tree.by_name[name] for name in ("root", "A", "A1", "A2"))
    notes = picture.notes
    assert (picture.caption, picture.search, notes.names) == ("Two: bins", "minimax", True)
    assert notes.values == {root: 3, a: Fraction(5, 2)}
    assert notes.bounds == {root: (None, None), a: (Fraction(1, 2), 3)}
    assert notes.visits == (root, a)
    assert (notes.pruned, notes.unseen) == (frozenset({a2}), frozenset({a1}))
    assert (notes.evaluated, notes.line) == (frozenset({a}), frozenset({root, a}))


PICTURES = {
    "max(A: 3, B": "expected a number, or a player and its children, in the tree",
    "max(3) 4": "the tree has ended, but here is more, in the tree 'max(3) 4' after 'max ( 3 )'",
    "max(3 4)": 'expected "," or ")", in the tree',
    "max(A: min(1), A: 2)": "two nodes are named 'A'",
    "coin(a 1/2: 3, b 1/3: 4)": "the probabilities of coin are not all there, or don't sum to 1",
    "coin(a 1/2: 3, b: 4)": "the probabilities of coin are not all there, or don't sum to 1",
    "coin(a b: 3)": "'b' is no probability, in the tree",
    "max(utility(A 3))": "expected a player, a colon and a number, in the tree",
    "max(utility(A: x))": "expected a number, not 'x'",
    "agent:\n  A: x": "tree:2:6: an end's utility must be a number (3, -0.5, 1e3, 1/3), found 'x'",
    "max(3)\n\ncolour: red": "'colour: red' is no line of a picture; its keys: caption, search,",
    "max(3)\n\nvalues: 1 3 4": "expected a node and a number, not '1 3 4'",
    "max(3)\n\nvalues: 2 3": "the tree has no node '2'; it has root, 1",
    "max(3)\n\nbounds: 1 3 4": "expected bounds such as A (-inf, 3), B (3, inf), not '1 3 4'",
}


@pytest.mark.parametrize("block", PICTURES)
def test_a_picture_at_fault_is_refused(block: str) -> None:
    with pytest.raises(HandoutError, match=re.escape(PICTURES[block])):
        read_picture(block)


# ---------------------------------------------------------------------- every course's handout


def is_named(name: str, text: str) -> bool:
    """Whether ``text`` speaks of the function: words such as "minimax" are ideas, too."""
    if "_" in name or name != name.lower():
        return re.search(rf"\b{name}\b", text) is not None
    return re.search(rf"`{name}\b|\b{name}\(", text) is not None


FIVES = list(combinations(sorted(KNOWN), 5))[::587]
CHOICES = [*((name,) for name in sorted(KNOWN)), *FIVES]


@pytest.mark.parametrize("chosen", CHOICES, ids=" ".join)
def test_nothing_is_left_of_functions_not_chosen(chosen: tuple[str, ...]) -> None:
    questions = [Worth(id="q", title="Q", points=Fraction(1), functions=chosen)]
    for pruning in PRUNINGS.values():
        text = reduce_handout(HANDOUT, frozenset(chosen), pruning, questions)
        named = {name for name in KNOWN if is_named(name, text)}
        assert named == set(chosen)
        assert "<!--" not in text
        assert "-->" not in text


@pytest.mark.parametrize("name", sorted(KNOWN))
def test_every_function_is_taught_beside_the_tables(name: str) -> None:
    prose = [line for line in reduced(name).splitlines() if not line.startswith(("|", ">>>"))]
    assert is_named(name, "\n".join(prose))


def test_the_handout_teaches_every_function_of_the_cases() -> None:
    assert {call.value for call in Call} <= KNOWN


def test_the_table_of_questions_is_the_suites() -> None:
    suite = read_suite(ROOT / "test_cases")
    assert with_points(HANDOUT, [worth(q, extra=q.extra) for q in suite.questions]) == HANDOUT


def test_conventions_leave_no_trace_of_each_other() -> None:
    equal, strict = (reduced(pruning=pruning) for pruning in PRUNINGS.values())
    assert r"v \ge \beta" in equal
    assert r"v > \beta" not in equal
    assert r"v > \beta" in strict
    assert r"v \ge \beta" not in strict


# ---------------------------------------------------------------------- the numbers are true


def pictures(pruning: Pruning) -> Iterator[Picture]:
    for block in re.findall(r"```tree\n(.*?)```", reduced(pruning=pruning), re.DOTALL):
        yield read_picture(block)


def searched(picture: Picture, convention: Convention) -> Trace:
    """What the search that the picture names finds."""
    root, grown = picture.tree.root, picture.tree
    policies = {player: inline(grown, player) for player in grown.players}
    policies = {player: table for player, table in policies.items() if table}
    low, high = 0, 10
    searches = {
        "evaluation": lambda: expected_value(root, policies),
        "expectimax": lambda: expectimax(root, policies),
        "minimax": lambda: minimax(root),
        "expectiminimax": lambda: expectiminimax(root, policies),
        "alpha-beta": lambda: alpha_beta(root, convention),
        "depth 1 in rounds": lambda: depth_limited(root, 1, plies=False),
        "depth 1 in plies": lambda: depth_limited(root, 1, plies=True),
        f"star1 {low} {high}": lambda: expectiminimax_pruned(root, policies, low=low, high=high),
    }
    return searches[picture.search]()


def traced(pruning: Pruning) -> Iterator[tuple[Picture, Trace]]:
    convention = Convention(
        strict_at_max=pruning.cutoff is Cutoff.STRICT, strict_at_min=pruning.cutoff is Cutoff.STRICT
    )
    for picture in pictures(pruning):
        if picture.search not in {"", "max^n"}:
            yield picture, searched(picture, convention)


both = pytest.mark.parametrize("pruning", PRUNINGS.values(), ids=list(PRUNINGS))


@both
def test_every_picture_names_its_search_and_its_point(pruning: Pruning) -> None:
    found = list(pictures(pruning))
    assert len(found) >= 14
    assert all(picture.caption for picture in found)
    bare = [picture for picture in found if not picture.search]
    assert all(not picture.notes.values and not picture.notes.pruned for picture in bare)
    assert len(bare) == 1


@both
def test_values_in_pictures_are_those_of_the_search(pruning: Pruning) -> None:
    for picture, trace in traced(pruning):
        inner = {n for n in trace.visited if not n.is_end and n not in trace.horizon}
        assert picture.notes.values == {node: trace.values[node] for node in inner}, picture


@both
def test_bounds_in_pictures_are_those_of_the_search(pruning: Pruning) -> None:
    shown = 0
    for picture, trace in traced(pruning):
        if picture.notes.bounds:
            shown += 1
            windows = {node: (w.alpha, w.beta) for node, w in trace.windows.items()}
            assert picture.notes.bounds == windows
    assert shown == 1


@both
def test_pruned_nodes_in_pictures_are_those_of_the_search(pruning: Pruning) -> None:
    for picture, trace in traced(pruning):
        assert picture.notes.pruned == set(trace.pruned), picture.caption
        assert picture.notes.visits in {(), trace.visited}


@both
def test_horizons_in_pictures_are_those_of_the_search(pruning: Pruning) -> None:
    for picture, trace in traced(pruning):
        assert picture.notes.evaluated == set(trace.horizon)
        behind = {child for node in trace.horizon for child in node.children}
        assert picture.notes.unseen == behind


@both
def test_thick_lines_are_ways_of_best_moves(pruning: Pruning) -> None:
    for picture, trace in traced(pruning):
        for node in picture.notes.line - {picture.tree.root}:
            parent = picture.tree.parents[node]
            assert parent in picture.notes.line
            assert trace.values[node] == trace.values[parent]
            assert parent.chances is None


def test_sums_in_captions_are_right() -> None:
    sum_ = r"((?:min|max)?\([-\d, +]+\)(?:/\d+)?|\d[\d/ +]*) = (-?[\d.]*\d)"
    captions = " ".join(picture.caption for picture in pictures(EQUAL))
    found = re.findall(sum_, captions)
    assert len(found) == captions.count(" = ") == 7
    for left, right in found:
        assert eval(left) == float(right), (left, right)


def test_max_n_in_the_handout_is_right() -> None:
    (picture,) = (each for each in pictures(EQUAL) if each.search == "max^n")
    found = max_n(picture.tree.root)
    assert f'`({json.dumps(dict(found.payoffs))}, "{found.action}")`' in HANDOUT
    assert picture.notes.line == {picture.tree.root, picture.tree.root.child(found.action or "")}


def test_table_of_policies_is_that_of_the_bins() -> None:
    bins = read_picture("max(A: min(-50, 50), B: min(1, 3), C: min(-5, 15))").tree
    found = value_table(bins.root, uniform(bins, "opp"))
    rows = [line for line in HANDOUT.splitlines() if line.startswith("| agent plays")]
    shown = [[int(cell) for cell in line.split("|")[2:4]] for line in rows]
    assert shown == [
        [found[mine, theirs] for theirs in ("min", "fixed")] for mine in ("max", "exptmax")
    ]


def test_growth_of_work_is_computed() -> None:
    table = HANDOUT[HANDOUT.index("| moves ahead, b = 35 | all ends | time | ends with") :]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[2:5]]
    for moves, ends, time, best, less in rows:
        m = int(moves)
        assert ends == f"{35**m:,}"
        pruned = 35 ** ceil(m / 2) + 35 ** floor(m / 2) - 1
        assert best == f"{pruned:,}"
        assert (time, less) == (spoken(35**m / 100_000), spoken(pruned / 100_000))
        assert HANDOUT.count(f"| {moves} | {ends} | {time} |") == 2


def spoken(seconds: float) -> str:
    if seconds >= 2 * 86400:
        return f"{seconds / 86400:.0f} days"
    if seconds >= 7200:
        return f"{seconds / 3600:.1f} hours"
    return f"{seconds:.0f} s" if seconds >= 2 else f"{seconds:.1g} s"


def test_published_numbers_are_those_of_the_oracle() -> None:
    games = (ROOT / "tests" / "oracle" / "solved_games.json").read_text(encoding="utf-8")
    facts = {fact["id"]: fact for fact in json.loads(games)}
    assert f"{facts['tic-tac-toe-nodes']['value']:,} nodes" in HANDOUT
    visited = f"{facts['tic-tac-toe-alpha-beta']['value']:,} of them if it cuts on equality"
    assert f"{visited}, and 146,120\nif" in HANDOUT
    assert "146120" in facts["tic-tac-toe-alpha-beta"]["source"]["title"]
    lost = facts["halving-lost"]["value"]
    row = ", ".join("-1" if number in lost else "1" for number in range(1, 12))
    assert f"gets {row} from" in HANDOUT


def test_budgets_of_iterative_deepening_are_right() -> None:
    draft = Draft(utility=0)
    for player in ("opp", "agent") * 5:
        draft = Draft(player=player, evaluation=1, branches=[("1", draft), ("2", copied(draft))])
    root = grow(draft).root
    said = (
        "a budget of 4 to 19 gives the answer of depth 1, one of 20 to 83 that of depth 2,\nand 84"
    )
    assert said in HANDOUT
    budgets = (3, 4, 19, 20, 83, 84)
    depths = [iterative_deepening(root, budget).completed for budget in budgets]
    assert depths == [0, 1, 1, 2, 2, 3]


def copied(draft: Draft) -> Draft:
    branches = [(action, copied(child)) for action, child in draft.branches]
    return Draft(
        player=draft.player, utility=draft.utility, evaluation=draft.evaluation, branches=branches
    )


def test_errors_of_estimates_are_right() -> None:
    deviation = sqrt((50**2 + (-50) ** 2) / 2)
    assert "after 100 plays the mean is typically off by 5, after 10,000 plays by 0.5" in HANDOUT
    assert (deviation / sqrt(100), deviation / sqrt(10_000)) == (5, 0.5)


def test_choice_by_bounds_is_right() -> None:
    assert '`{"A": (3, 5), "B": (5, 100)}` gives `{"B"}`' in HANDOUT
    assert choose_by_bounds({"A": (3, 5), "B": (5, 100)}) == {"B"}


# ---------------------------------------------------------------------- the page


class Tags(HTMLParser):
    """The tags of a page with their attributes; whether elements are closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in {"meta", "br", "wbr", "hr"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def all(self, attribute: str) -> list[str]:
        return [value for _, attrs in self.tags if (value := attrs.get(attribute)) is not None]


PAGE = render_page(reduced())
TAGS = Tags(PAGE)


def test_page_loads_nothing_from_anywhere() -> None:
    loads = ("src", "srcset", "poster", "data", "action", "background", "xlink:href", "style")
    assert [value for name in loads for value in TAGS.all(name)] == []
    assert all(address.startswith("#") for address in TAGS.all("href"))
    assert {"script", "link", "img", "iframe", "object"}.isdisjoint(tag for tag, _ in TAGS.tags)
    assert not re.search(r"url\(|@import", PAGE)
    assert set(re.findall(r"https?://[^\"<]*", PAGE)) == {
        "http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML",
    }  # fmt: skip
    assert "default-src 'none'" in PAGE


def test_elements_are_closed_in_order() -> None:
    assert TAGS.open == []
    assert PAGE.startswith('<!DOCTYPE html>\n<html lang="en">')


def test_identifiers_are_unique_and_links_lead_somewhere() -> None:
    names = TAGS.all("id")
    assert len(names) == len(set(names))
    links = [address.removeprefix("#") for address in TAGS.all("href")]
    labels = [name for value in TAGS.all("aria-labelledby") for name in value.split()]
    assert links
    assert set(links) | set(labels) <= set(names)


def test_page_has_every_picture_and_every_formula() -> None:
    drawn = re.findall(r"<svg .*?</svg>", PAGE, re.DOTALL)
    assert len(drawn) == len(list(pictures(EQUAL)))
    formulas = re.findall(r"<math .*?</math>", PAGE, re.DOTALL)
    source = re.sub(r"```.*?```", "", reduced(), flags=re.DOTALL)
    blocks = source.count("$$") // 2
    assert sum('display="block"' in formula for formula in formulas) == blocks
    assert len(formulas) == blocks + source.replace("$$", "").count("$") // 2
    for text in drawn + formulas:
        ET.fromstring(text)


def test_nothing_of_latex_is_left_on_the_page() -> None:
    text = re.sub(r"<style>.*?</style>|<[^>]+>", "", PAGE, flags=re.DOTALL)
    assert not re.search(r"\\[a-zA-Z]+|\$", text)


def test_same_handout_gives_the_same_page() -> None:
    assert render_page(reduced()) == PAGE


def test_libraries_are_loaded_only_when_a_page_is_made() -> None:
    code = "import sys, grader.authoring.page; print(*sys.modules, sep='\\n')"
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert {"markdown_it", "mdit_py_plugins", "latex2mathml"}.isdisjoint(ran.stdout.split())


def test_raw_html_is_shown_as_text() -> None:
    page = render_page("# A < B\n\n<script>alert(1)</script>\n\n`<b>`")
    assert "<title>A &lt; B</title>" in page
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    assert "<code>&lt;b&gt;</code>" in page


def test_tables_code_and_pictures_scroll_by_themselves() -> None:
    page = render_page(
        "| a |\n|---|\n| 1 |\n\n```tree\nmax(3)\n\ncaption: One <end>\n```\n\n    code"
    )
    assert page.count('<div class="wide" tabindex="0" role="group"') == 2
    assert "<figcaption>One &lt;end&gt;</figcaption>" in page
    assert "<nav" not in page


def test_a_prime_stands_beside_its_letter() -> None:
    assert "<mi>s</mi><mo lspace='0' rspace='0'>&#x02032;</mo>" in render_page("$s'$")


@pytest.mark.parametrize("formula", ["x_1_2", r"\begin{cases} 1", "x^"])
def test_a_formula_at_fault_is_refused(formula: str) -> None:
    with pytest.raises(HandoutError, match=re.escape(f"the formula {formula!r} can't be read: ")):
        render_page(f"a ${formula}$ b")


def test_a_picture_at_fault_is_refused_by_the_page() -> None:
    with pytest.raises(HandoutError, match="expected a number"):
        render_page("```tree\nmax(\n```")
