"""Drawings of trees, line by line."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grader.draw import Marks, draw
from grader.search import Convention, alpha_beta, depth_limited, minimax
from grader.tree import Draft, GameTree, Node, grow, inline, uniform

Spec = Any  # a utility, or (player, {action: spec})


def draft(spec: Spec) -> Draft:
    if not isinstance(spec, tuple):
        return Draft(utility=spec)
    player, below = spec
    branches = [(action, draft(sub)) for action, sub in below.items()]
    return Draft(player=player, evaluation=Fraction(1, 3), branches=branches)


def tree(spec: Spec) -> GameTree:
    return grow(draft(spec))


def full(depth: int, width: int) -> Spec:
    if depth == 0:
        return 1
    below = full(depth - 1, width)
    return ("agent" if depth % 2 else "opp", {str(i): below for i in range(width)})


PAIR = tree(("agent", {"A": ("opp", {"1": 3, "2": 5}), "B": ("opp", {"1": 2, "2": 10})}))
BIG = tree(full(4, 6))


def near(node: Node, grown: GameTree = BIG, **settings: Any) -> list[str]:
    return draw(grown.root, Marks(here=node), **settings)


class TestWholeTree:
    def test_shows_movers_and_utilities(self) -> None:
        assert draw(PAIR.root) == [
            "root     max (agent)",
            "├─ A     min (opp)",
            "│  ├─ 1  3",
            "│  └─ 2  5",
            "└─ B     min (opp)",
            "   ├─ 1  2",
            "   └─ 2  10",
        ]

    def test_numbers_both_orders_of_visits(self) -> None:
        right = alpha_beta(PAIR.root, Convention())
        marks = Marks(
            seen=minimax(PAIR.root).visited,
            wanted=right.visited,
            here=PAIR.by_name["B2"],
            pruned=frozenset(right.pruned),
        )
        assert draw(PAIR.root, marks) == [
            "                      yours  right",
            "root     max (agent)      1      1",
            "├─ A     min (opp)        2      2",
            "│  ├─ 1  3                3      3",
            "│  └─ 2  5                4      4",
            "└─ B     min (opp)        5      5",
            "   ├─ 1  2                6      6",
            "   └─ 2  10               7      -  pruned  <-- here",
        ]

    def test_one_order_alone_has_one_column(self) -> None:
        marks = Marks(seen=(PAIR.root, PAIR.by_name["A"]))
        lines = draw(PAIR.root, marks)
        assert lines[0].split() == ["yours"]
        assert lines[2:4] == ["├─ A     min (opp)        2", "│  ├─ 1  3                -"]

    def test_plain_characters_where_asked(self) -> None:
        lines = draw(PAIR.root, ascii_only=True)
        assert lines[3:6] == ["|  `- 2  5", "`- B     min (opp)", "   |- 1  2"]
        assert all(line.isascii() for line in near(BIG.by_name["3210"], ascii_only=True))

    def test_starts_inside_a_tree(self) -> None:
        assert draw(PAIR.by_name["B"]) == ["B     min (opp)", "├─ 1  2", "└─ 2  10"]

    def test_end_alone_is_one_line(self) -> None:
        assert draw(PAIR.by_name["A2"]) == ["A2  5"]

    def test_name_that_the_path_does_not_tell(self) -> None:
        named = Draft(player="opp", name="S1", branches=[("1", Draft(utility=7))])
        grown = grow(Draft(player="agent", branches=[("A", named), ("B", Draft(utility=1))]))
        assert draw(grown.root) == [
            "root          max (agent)",
            "├─ A = S1     min (opp)",
            "│  └─ 1 = A1  7",
            "└─ B          1",
        ]


class TestNodes:
    def test_probabilities_of_a_policy(self) -> None:
        marks = Marks(policies={"opp": uniform(PAIR, "opp")})
        lines = draw(PAIR.root, marks)
        assert lines[1].split() == ["├─", "A", "average", "(opp)"]
        assert lines[2].split() == ["│", "├─", "1", "[1/2]", "3"]

    def test_probabilities_that_the_tree_states(self) -> None:
        leaves = [("heads", Draft(utility=1)), ("tails", Draft(utility=0))]
        thirds = (Fraction(1, 3), Fraction(2, 3))
        grown = grow(Draft(player="coin", branches=leaves, chances=thirds))
        plain, tabled = Marks(), Marks(policies={"coin": inline(grown, "coin")})
        assert draw(grown.root, plain) == draw(grown.root, tabled)
        assert draw(grown.root) == [
            "root            average (coin)",
            "├─ heads [1/3]  1",
            "└─ tails [2/3]  0",
        ]

    def test_evaluation_at_a_horizon(self) -> None:
        horizon = frozenset(depth_limited(PAIR.root, 1, plies=True).horizon)
        lines = draw(PAIR.root, Marks(evaluated=horizon))
        assert lines[1].split() == ["├─", "A", "min", "(opp)", "eval", "1/3"]
        assert "eval" not in lines[0]

    def test_numbers_are_written_as_told(self) -> None:
        lines = draw(PAIR.root, Marks(show=lambda value: f"<{value}>"))
        assert lines[2].split()[-1] == "<3>"


class TestLargeTree:
    @pytest.mark.parametrize("name", ["0000", "5", "3210", "root", "55", "253"])
    def test_bounded_and_around_the_difference(self, name: str) -> None:
        lines = near(BIG.by_name[name])
        assert len(lines) <= 60
        assert max(map(len, lines)) <= 100
        assert sum("<-- here" in line for line in lines) == 1

    @pytest.mark.parametrize("spec", [full(4, 6), full(2, 40), full(1, 500), full(9, 2)])
    def test_every_node_is_drawn_or_counted(self, spec: Spec) -> None:
        grown = tree(spec)
        lines = draw(grown.root)
        drawn = [line for line in lines if "(agent)" in line or "(opp)" in line or "  1" in line]
        notes = [word for line in lines for word in line.replace("(", " ").split(" not drawn")[:-1]]
        below = sum(int(note.split()[-3]) for note in notes)
        more = [line for line in lines if " more child" in line]
        beside = sum(
            int(line.split("(")[1].split()[0]) if "(" in line else int(line.split()[-3])
            for line in more
        )
        assert len(drawn) + below + beside == grown.size()

    def test_left_out_nodes_are_counted(self) -> None:
        lines = draw(BIG.root, lines=10)
        assert lines[1].endswith("(258 nodes below not drawn)")

    def test_children_that_do_not_fit_are_counted(self) -> None:
        lines = draw(tree(full(1, 500)).root)
        assert lines[-1] == "└─ … 442 more children"
        assert len(lines) == 60

    def test_wide_node_shows_what_is_around(self) -> None:
        grown = tree(full(1, 500))
        lines = near(grown.by_name["250"], grown)
        here = next(i for i, line in enumerate(lines) if line.endswith("<-- here"))
        assert [line.split()[1] for line in lines[here - 1 : here + 2]] == ["249", "250", "251"]
        assert lines[-1] == "└─ … 472 more children"

    def test_deep_chain_is_entered_further_down(self) -> None:
        spec: Spec = 7
        for level in range(100):
            spec = ("opp" if level % 2 else "agent", {"a": spec})
        grown = tree(spec)
        deep = list(grown.nodes())[80]
        lines = near(deep, grown)
        assert lines[0] == "… 70 nodes above and beside this part not drawn"
        assert max(map(len, lines)) <= 100
        assert sum(line.endswith("<-- here") for line in lines) == 1

    def test_short_drawing_of_a_deep_chain(self) -> None:
        spec: Spec = 7
        for _ in range(40):
            spec = ("agent", {"a": spec})
        lines = draw(tree(spec).root)
        assert len(lines) == 13
        assert lines[-1].endswith("└─ a  max (agent)  (28 nodes below not drawn)")

    def test_long_names_are_clipped(self) -> None:
        grown = tree(("agent", {"x" * 150: 1, "y": 2}))
        lines = draw(grown.root, Marks(seen=(grown.root,)))
        assert lines[2].startswith("├─ xxx")
        assert "x…" in lines[2]
        assert max(map(len, lines)) <= 100
