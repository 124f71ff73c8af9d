"""Trees drawn as SVG."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from playing import CHOOSERS, trees

from grader.draw import geometry, parts, svg
from grader.draw.parts import Annotations, text_width
from grader.draw.svg import draw_svg
from grader.search import Convention, alpha_beta, minimax
from grader.tree import Draft, GameTree, Node, grow, uniform

SVG = "{http://www.w3.org/2000/svg}"
SIZES = {"label": 13, "odds": 12, "inside": 14, "note": 12}
PLAYERS = (*CHOOSERS, "coin")
some = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])

Spec = Any  # a utility, or (player, {action: spec})


def draft(spec: Spec) -> Draft:
    if not isinstance(spec, tuple):
        return Draft(utility=spec)
    player, below = spec
    return Draft(player=player, branches=[(action, draft(sub)) for action, sub in below.items()])


def tree(spec: Spec) -> GameTree:
    return grow(draft(spec))


PAIR = tree(("agent", {"A": ("opp", {"1": 3, "2": 5}), "B": ("opp", {"1": 2, "2": 10})}))


def drawn(start: Node, notes: Annotations | None = None, **settings: Any) -> ET.Element:
    return ET.fromstring(draw_svg(start, notes, **settings))


def groups(picture: ET.Element) -> dict[str, ET.Element]:
    """What is drawn of every node, by its name."""
    return {group.attrib["data-name"]: group for group in picture.iter(f"{SVG}g")}


def words(group: ET.Element) -> list[str]:
    return [text.text or "" for text in group.findall(f"{SVG}text")]


def everything(start: Node) -> Annotations:
    """As much as can stand at each node at once."""
    trace = alpha_beta(start, Convention())
    return Annotations(
        values=trace.values,
        bounds={node: (w.alpha, w.beta) for node, w in trace.windows.items()},
        visits=trace.visited,
        evaluated=frozenset(trace.visited),
        pruned=frozenset(trace.pruned),
        names=True,
    )


def boxes(picture: ET.Element) -> Iterator[tuple[str, float, float, float, float]]:
    """The room that each text may take: the text, left, top, right, bottom."""
    for text in picture.iter(f"{SVG}text"):
        size = SIZES[text.attrib["class"].split()[0]]
        x, y = float(text.attrib["x"]), float(text.attrib["y"])
        half = text_width(text.text or "", size) / 2
        yield text.text or "", x - half, y - 0.75 * size, x + half, y + 0.22 * size


# ---------------------------------------------------------------------- laws


@some
@given(trees(PLAYERS))
def test_every_node_is_drawn_once(grown: GameTree) -> None:
    picture = drawn(grown.root, everything(grown.root))
    names = [group.attrib["data-name"] for group in picture.iter(f"{SVG}g")]
    assert names == [node.name for node in grown.nodes()]


@some
@given(trees(PLAYERS, leaves=20))
def test_no_two_texts_overlap(grown: GameTree) -> None:
    picture = drawn(grown.root, everything(grown.root))
    for one, two in combinations(boxes(picture), 2):
        apart = one[1] >= two[3] or two[1] >= one[3] or one[2] >= two[4] or two[2] >= one[4]
        assert apart, (one, two)


@some
@given(trees(PLAYERS))
def test_all_text_is_inside_the_picture(grown: GameTree) -> None:
    picture = drawn(grown.root, everything(grown.root))
    _, _, width, height = map(float, picture.attrib["viewBox"].split())
    for text, left, top, right, bottom in boxes(picture):
        inside = left >= 0 and top >= 0 and right <= width and bottom <= height
        assert inside, text


@some
@given(trees(PLAYERS))
def test_edges_end_above_the_text_of_a_row(grown: GameTree) -> None:
    groups_of = groups(drawn(grown.root, everything(grown.root)))
    for node in grown.nodes():
        for child in node.children:
            edge = groups_of[child.name].findall(f"{SVG}path")[0].attrib["d"]
            end = float(edge.rpartition("L")[2].split()[1])
            first = groups_of[child.name].findall(f"{SVG}text")[0]
            assert end < float(first.attrib["y"]) - 0.7 * SIZES["label"]


def test_same_tree_gives_the_same_bytes() -> None:
    assert draw_svg(PAIR.root, everything(PAIR.root)) == draw_svg(PAIR.root, everything(PAIR.root))


@pytest.mark.parametrize("module", [svg, parts, geometry])
def test_drawing_knows_no_searches(module: Any) -> None:
    assert "grader.search" not in Path(module.__file__).read_text(encoding="utf-8")


def test_deep_tree_is_drawn_without_recursion() -> None:
    spec: Spec = 7
    for _ in range(sys.getrecursionlimit() + 10):
        spec = Draft(
            player="agent", branches=[("a", spec if isinstance(spec, Draft) else draft(7))]
        )
    assert draw_svg(grow(spec).root).count("<polygon") == sys.getrecursionlimit() + 10


# ---------------------------------------------------------------------- nodes


def test_shapes_tell_who_moves() -> None:
    spec = ("agent", {"A": ("opp", {"1": ("coin", {"1": 3})}), "B": 4})
    grown = tree(spec)
    found = groups(drawn(grown.root, Annotations(policies={"coin": uniform(grown, "coin")})))
    shapes = {
        name: next(e.tag for e in g if e.get("class") == "shape") for name, g in found.items()
    }
    tags = ["polygon", "polygon", "circle", "rect", "rect"]
    assert list(shapes.values()) == [SVG + tag for tag in tags]
    assert [g.attrib["class"].split()[1] for g in found.values()] == [
        "max", "min", "chance", "end", "end",
    ]  # fmt: skip


def test_max_nodes_point_up_and_min_nodes_down() -> None:
    found = groups(drawn(PAIR.root))
    for name, up in (("root", True), ("A", False)):
        (shape,) = found[name].findall(f"{SVG}polygon")
        base, _, tip = (float(pair.split(",")[1]) for pair in shape.attrib["points"].split())
        assert (tip < base) is up


def test_labels_are_written_as_text() -> None:
    grown = tree(("agent", {'<b>&"x"': 1, "]]>": 2}))
    found = groups(drawn(grown.root))
    assert words(found['<b>&"x"'])[0] == '<b>&"x"'
    assert words(found["]]>"])[0] == "]]>"


def test_characters_that_xml_lacks_are_replaced() -> None:
    grown = tree(("agent", {"a\x00b\x1b": 1}))
    assert words(groups(drawn(grown.root))["a\ufffdb\ufffd"])[0] == "a\ufffdb\ufffd"


def test_long_label_is_clipped_and_told_in_full() -> None:
    long = "x" * 60
    (group,) = (
        g for name, g in groups(drawn(tree(("agent", {long: 1})).root)).items() if name == long
    )
    assert words(group)[0] == "x" * 21 + "…"
    assert group.findtext(f"{SVG}title") == f"{long}: end, utility 1"


def test_probabilities_stand_at_the_edges() -> None:
    leaves = [("heads", Draft(utility=1)), ("tails", Draft(utility=0))]
    thirds = (Fraction(1, 3), Fraction(2, 3))
    found = groups(drawn(grow(Draft(player="coin", branches=leaves, chances=thirds)).root))
    assert words(found["heads"]) == ["heads", "1/3", "1"]
    assert words(found["tails"]) == ["tails", "2/3", "0"]


def test_probabilities_of_a_policy_stand_at_the_edges() -> None:
    found = groups(drawn(PAIR.root, Annotations(policies={"opp": uniform(PAIR, "opp")})))
    assert found["A"].attrib["class"] == "node chance"
    assert words(found["A2"]) == ["2", "1/2", "5"]


def test_other_players_are_named() -> None:
    found = groups(drawn(tree(("ghost1", {"A": ("agent", {"1": 3})})).root))
    assert words(found["root"]) == ["ghost1"]
    assert words(found["A"]) == ["A"]


def test_payoffs_of_every_player_are_shown() -> None:
    end = Draft(payoffs={"agent": 4, "opp": -1})
    found = groups(drawn(grow(Draft(player="agent", branches=[("A", end)])).root))
    assert words(found["A"]) == ["A", "agent: 4", "opp: -1"]


# ---------------------------------------------------------------------- annotations


def test_values_bounds_and_visits_stand_at_their_nodes() -> None:
    node = PAIR.by_name["B"]
    notes = Annotations(values={node: 2}, bounds={node: (3, None)}, visits=(PAIR.root, node))
    found = groups(drawn(PAIR.root, notes))
    assert words(found["B"]) == ["B", "2", "\u03b1 = 3", "β = ∞", "visit 2"]
    assert words(found["A"]) == ["A"]


def test_infinite_alpha_is_below_everything() -> None:
    notes = Annotations(bounds={PAIR.root: (None, Fraction(1, 2))})
    assert words(groups(drawn(PAIR.root, notes))["root"]) == ["\u03b1 = \u2212∞", "β = 1/2"]


def test_numbers_are_written_as_told() -> None:
    found = groups(drawn(PAIR.root, Annotations(show=lambda number: f"<{number}>")))
    assert words(found["A1"]) == ["1", "<3>"]


def test_pruned_subtree_is_crossed_out_and_dashed() -> None:
    found = groups(drawn(PAIR.root, Annotations(pruned=frozenset({PAIR.by_name["B"]}))))
    strokes = {name: len(g.findall(f"{SVG}path[@class='slash']")) for name, g in found.items()}
    assert {name for name, count in strokes.items() if count == 2} == {"B"}
    assert words(found["B"]) == ["B", "pruned"]
    dashed = {name for name, g in found.items() if "unseen" in g.attrib["class"]}
    assert dashed == {"B", "B1", "B2"}


def test_what_is_behind_the_horizon_is_dashed_only() -> None:
    found = groups(drawn(PAIR.root, Annotations(unseen=frozenset({PAIR.by_name["A1"]}))))
    assert found["A1"].attrib["class"] == "node end unseen"
    assert words(found["A1"]) == ["1", "3"]
    assert found["A1"].findtext(f"{SVG}title") == "A1: end, utility 3, not visited"


def test_evaluations_are_shown_where_asked() -> None:
    root = grow(Draft(player="agent", evaluation=4, branches=[("A", Draft(utility=1))])).root
    assert words(groups(drawn(root, Annotations(evaluated=frozenset({root}))))["root"]) == [
        "eval 4"
    ]
    assert words(groups(drawn(root))["root"]) == []


def test_principal_variation_is_marked() -> None:
    line = frozenset({PAIR.root, PAIR.by_name["A"]})
    found = groups(drawn(PAIR.root, Annotations(line=line)))
    best = {name for name, g in found.items() if "best" in g.attrib["class"].split()}
    assert best == {"root", "A"}


# ---------------------------------------------------------------------- for screen readers and pages


def test_picture_has_a_title_and_tells_every_node() -> None:
    notes = Annotations(values={PAIR.root: 3}, pruned=frozenset({PAIR.by_name["B2"]}))
    picture = drawn(PAIR.root, notes, title="Two bins", ident="p1")
    assert picture.attrib["aria-labelledby"] == "p1-title p1-desc"
    assert picture.findtext(f"{SVG}title") == "Two bins"
    assert picture.findtext(f"{SVG}desc") == (
        "root: max node of agent, value 3; A: min node of opp; A1: end, utility 3; "
        "A2: end, utility 5; B: min node of opp; B1: end, utility 2; B2: end, utility 10, pruned."
    )


def test_description_of_a_large_tree_is_cut_short() -> None:
    grown = tree(("agent", {str(number): number for number in range(70)}))
    told = drawn(grown.root).findtext(f"{SVG}desc") or ""
    assert told.endswith("58: end, utility 58; and 11 more nodes.")


def test_style_may_be_left_to_the_page() -> None:
    assert "<style>" in draw_svg(PAIR.root)
    assert "<style>" not in draw_svg(PAIR.root, style=False)


def test_minimax_values_of_a_search_fit_in_their_shapes() -> None:
    values = minimax(PAIR.root).values
    found = groups(drawn(PAIR.root, Annotations(values=values)))
    for name, node in PAIR.by_name.items():
        (inside,) = found[name].findall(f"{SVG}text[@class='inside']")
        assert inside.text == str(values[node])
