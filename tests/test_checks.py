"""Each check on a small tree: what passes, and the exact sentence for what does not."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from games import Nim

from grader.cases.model import Call, Case, Check, Expectation, Given, TieBreak, Tolerance
from grader.cases.tree_line import tree_of
from grader.checks import (
    check_action,
    check_options,
    check_policy,
    check_pruned,
    check_value,
    check_visited,
    first_difference,
    left_out,
    number,
)
from grader.sandbox.outcome import Answer, Strange
from grader.search import Convention, alpha_beta, minimax
from grader.tree import Draft, GameTree, Node, grow, inline, unfold

Spec = Any  # a utility, or (player, {action: spec})


def draft(spec: Spec) -> Draft:
    if not isinstance(spec, tuple):
        return Draft(utility=spec)
    player, below = spec
    return Draft(player=player, branches=[(action, draft(sub)) for action, sub in below.items()])


# The lecture's pruning pair: A is worth 3; B is cut after B1.
TREE = grow(draft(("agent", {"A": ("opp", {"1": 3, "2": 5}), "B": ("opp", {"1": 2, "2": 10})})))
TIED = grow(draft(("agent", {"A": 1, "B": ("opp", {"1": 4, "2": 4}), "C": 4})))


def case(tree: GameTree = TREE, call: Call = Call.ALPHA_BETA, **settings: Any) -> Case:
    start = settings.pop("start", tree.root)
    trace = minimax(start)
    expect = settings.pop("expect", Expectation(value=trace.value, actions=trace.actions))
    weights = {Check.VALUE: Fraction(1)}
    return Case(
        id="pair", call=call, title="", tree=tree, start=start, expect=expect, weights=weights,
        file="pair.yaml", line=1, **settings,
    )  # fmt: skip


def nodes(names: str, tree: GameTree = TREE) -> tuple[Node, ...]:
    return tuple(tree.by_name[name] for name in names.split())


def value_said(got: Any, expected: Any = 3, **settings: Any) -> str:
    asked = case(expect=Expectation(value=expected), **settings)
    answer = got if isinstance(got, Answer) else Answer(value=got, action="A")
    finding = check_value(asked, answer, Tolerance())
    assert finding.passed == (finding.message == "")
    return finding.message


def action_said(got: Any, tree: GameTree = TREE, **settings: Any) -> str:
    finding = check_action(case(tree, **settings), Answer(value=3, action=got))
    assert finding.passed == (finding.message == "")
    return finding.message


def test_equal_options_that_are_both_ruled_out_give_no_advice_about_the_first() -> None:
    asked = case(
        call=Call.CHOOSE_BY_BOUNDS,
        given=Given(intervals={"A": (5, 5), "B": (1, 1), "C": (1, 1)}),
        expect=Expectation(options=("A",)),
    )
    told = check_options(asked, Answer(options=("A", "B"))).message
    assert told.startswith("Your set keeps B. But A is worth at least 5")
    assert "first" not in told


class TestNumbers:
    @pytest.mark.parametrize(
        ("value", "shown"),
        [
            (Fraction(1, 3), "1/3 (0.3333)"),
            (Fraction(-7, 3), "-7/3 (-2.3333)"),
            (Fraction(1, 30000), "1/30000 (3.333e-05)"),
            (Fraction(-5, 2), "-2.5"),
            (Fraction(-1, 8), "-0.125"),
            (Fraction(6, 2), "3"),
            (-0.0, "0"),
            (0.1 + 0.2, "0.3"),
            (1234567.5, "1234567.5"),
            (1 / 3, "0.3333333333"),
            (1e22, "1e+22"),
            (10**30, "1.000000e+30"),
            (Fraction(10**20, 10**20 + 1), "about 1.0000"),
        ],
    )
    def test_is_written_for_people(self, value: Any, shown: str) -> None:
        assert number(value) == shown

    def test_longer_than_python_writes_out(self) -> None:
        assert number(10**5000) == "1.000000e+5000"


class TestValue:
    @pytest.mark.parametrize("got", [3, 3.0, 3 + 1e-9, 2.9999999999])
    def test_right_within_the_tolerance(self, got: float) -> None:
        assert value_said(got) == ""

    def test_wider_tolerance_of_the_two_holds(self) -> None:
        asked = case(expect=Expectation(value=1000))
        tolerance = Tolerance(relative=1e-3, absolute=0.1)
        assert check_value(asked, Answer(value=1001), tolerance).passed
        assert not check_value(asked, Answer(value=1001.1), tolerance).passed

    def test_float_equals_an_exact_fraction(self) -> None:
        assert value_said(1 / 3, Fraction(1, 3)) == ""

    def test_wrong_number_shows_both(self) -> None:
        assert value_said(5) == "The value of the root is 3, but your function returned 5."

    def test_start_and_depth_are_named(self) -> None:
        said = value_said(
            5, 2, start=TREE.by_name["B"], call=Call.DEPTH_LIMITED, given=Given(depth=1)
        )
        assert said == "The value of B to depth 1 is 2, but your function returned 5."

    @pytest.mark.parametrize(
        ("got", "said"),
        [(8, "added up without their probabilities"), (4, "if all actions counted alike"), (5, "")],
    )
    def test_wrong_weighing_of_chances_is_named(self, got: int, said: str) -> None:
        leaves = [("h", Draft(utility=2)), ("t", Draft(utility=6))]
        chances = (Fraction(3, 4), Fraction(1, 4))
        tree = grow(Draft(player="coin", branches=leaves, chances=chances))
        policies = {"coin": inline(tree, "coin")}
        for call in (Call.GAME_VALUE, Call.EXPECTIMAX, Call.EXPECTIMINIMAX):
            told = value_said(
                Answer(value=got), 3, tree=tree, call=call, policies=policies, start=tree.root
            )
            assert told.startswith("The value of the root is 3")
            assert said in told
            assert ("probability of its action" in told) == bool(said)

    @pytest.mark.parametrize(
        ("budget", "due", "got", "said"),
        [
            (3, 2, 3, " That is the value to depth 1; 3 evaluations are enough for depth 3."),
            (2, 3, 0, " That is the value to depth 0; 2 evaluations are enough for depth 1."),
            (
                2,
                3,
                5,
                " That is the value to depth 2; 2 evaluations are used up before it is complete.",
            ),
            (2, 3, 7, ""),
        ],
    )
    def test_value_of_another_depth_is_named(
        self, budget: int, due: int, got: int, said: str
    ) -> None:
        tree = tree_of("max[0](A: max[1](1: max[5](A: 2)), B: max[3](1: 1))")
        told = value_said(
            got, due, tree=tree, start=tree.root, call=Call.ITERATIVE_DEEPENING,
            given=Given(max_evaluations=budget),
        )  # fmt: skip
        assert told == f"The value of the root is {due}, but your function returned {got}.{said}"

    def test_wrong_sign_is_named(self) -> None:
        assert value_said(-3) == (
            "The value of the root is 3, but your function returned -3. That is the right size "
            "with the other sign: is a sign turned on the way? Values are for the agent at every node, "
            "whoever moves there."
        )

    def test_zero_has_no_wrong_sign(self) -> None:
        assert value_said(5, 0) == "The value of the root is 0, but your function returned 5."

    def test_ties_with_a_budget_say_which_is_asked_for(self) -> None:
        tree = tree_of("max[0](A: 3, B: 3)")
        settings: dict[str, Any] = {
            "start": tree.root, "call": Call.ITERATIVE_DEEPENING, "given": Given(max_evaluations=2),
            "expect": Expectation(actions=("A", "B")), "tie_break": TieBreak.FIRST,
        }  # fmt: skip
        assert action_said("B", tree, **settings).startswith(
            "With 2 evaluations, A and B are equally good and this case asks for the first of them, A, "
        )

    def test_value_of_another_end_is_no_rounding(self) -> None:
        tree = tree_of("max(A: min(1: 2.751, 2: 2.752), B: 1)")
        told = value_said(2.752, Fraction(2751, 1000), tree=tree, start=tree.root)
        assert told == "The value of the root is 2.751, but your function returned 2.752."

    def test_value_that_no_end_has_is_told(self) -> None:
        assert value_said(0) == (
            "The value of the root is 3, but your function returned 0. No end is worth 0: does your "
            "best value, or a bound, begin there?"
        )

    def test_integer_division_is_suspected(self) -> None:
        assert value_said(2, Fraction(7, 3)) == (
            "The value of the root is 7/3 (2.3333), but your function returned 2. A whole number "
            "came where a fraction is due: is there a // or an int() on the way?"
        )

    def test_rounded_value_is_called_close(self) -> None:
        assert value_said(0.3333, Fraction(1, 3)) == (
            "The value of the root is 1/3 (0.3333), but your function returned 0.3333. That is "
            "close, but further off than rounding errors are: don't round on the way."
        )

    def test_numbers_that_look_alike_are_told_apart(self) -> None:
        asked = case(expect=Expectation(value=3))
        finding = check_value(
            asked, Answer(value=3.0000000000000004), Tolerance(relative=0, absolute=0)
        )
        assert "returned 3.0000000000000004." in finding.message

    @pytest.mark.parametrize(
        ("got", "why"),
        [
            (
                Strange(kind="bool", shown="True"),
                "True (a bool). True is a bool, not a number: is it the result of a comparison?",
            ),
            (
                Strange(kind="str", shown="'3'"),
                "'3' (a str). Text is not a number, even if it looks like one: "
                "return the number without quotes.",
            ),
            (
                Strange(kind="nan", shown="nan"),
                "nan. nan is not a number; inf - inf and 0 * inf give it.",
            ),
            (
                Strange(kind="inf", shown="-inf"),
                "-inf. A best value that starts at infinity was never replaced: is there a node at "
                "which your loop over the children never runs, such as an end?",
            ),
            (
                Strange(kind="None", shown="None"),
                "None. A way through your search ends without a value (a missing return?).",
            ),
            (Strange(kind="huge"), "a number beyond all bounds. No utility is that large."),
            (
                Strange(kind="Always", shown="<Always>"),
                "<Always> (an Always). The value has to be a number.",
            ),
            (Strange(kind="list", shown="[3]"), "[3] (a list). The value has to be a number."),
        ],
    )
    def test_strange_thing_is_named(self, got: Strange, why: str) -> None:
        assert value_said(got) == f"The value of the root is 3, but your function returned {why}"

    @pytest.mark.parametrize(("shown", "expected"), [("True", 1), ("False", 0), ("np.True_", 1)])
    def test_bool_of_the_right_size_fails(self, shown: str, expected: int) -> None:
        said = value_said(Strange(kind="bool", shown=shown), expected)
        hint = f"{shown} is a bool, not a number: return {expected} or {expected}.0."
        assert said.endswith(hint)

    def test_action_in_place_of_value(self) -> None:
        said = value_said(Strange(kind="str", shown="'A'"))
        assert said.endswith("returned 'A' (a str). That is an action, not a value.")

    def test_swapped_pair_is_named(self) -> None:
        answer = Answer(
            value=Strange(kind="str", shown="'A'"), action=Strange(kind="int", shown="3")
        )
        said = value_said(answer)
        assert said.endswith("The two are in the wrong order: return value, action.")

    def test_state_in_place_of_value(self) -> None:
        said = value_said(Strange(kind="State", shown="'root'"))
        assert said.endswith("That is a state, not its value.")

    @pytest.mark.parametrize(
        ("got", "rest"),
        [
            (
                Strange(kind="int", shown="3"),
                "3 (an int). The value alone is not enough: return value, action.",
            ),
            (
                Strange(kind="str", shown="'A'"),
                "'A' (a str). The action alone is not enough: return value, action.",
            ),
            (
                Strange(kind="None", shown="None"),
                "None. A way through your function ends without a return statement.",
            ),
            (Strange(kind="tuple", shown="(3, 'A', 1)"), "(3, 'A', 1) (a tuple)."),
        ],
    )
    def test_wrong_shape_says_the_right_one(self, got: Strange, rest: str) -> None:
        said = value_said(Answer(misshapen=got))
        shape = "alpha_beta has to return a pair (value, action), but your function returned "
        assert said == shape + rest
        assert check_action(case(), Answer(misshapen=got)).message == said

    def test_unasked_value_passes(self) -> None:
        assert check_value(case(expect=Expectation()), Answer(value=7), Tolerance()).passed


class TestAction:
    def test_any_optimal_action_is_right(self) -> None:
        assert action_said("B", TIED) == ""
        assert action_said("C", TIED) == ""

    def test_wrong_action_names_the_best(self) -> None:
        assert action_said("B") == "The best action at the root is A, but your function returned B."

    def test_trace_tells_what_actions_are_worth(self) -> None:
        trace = alpha_beta(TREE.root, Convention())
        said = check_action(case(), Answer(value=3, action="B"), trace).message
        assert said == (
            "The best action at the root is A, but your function returned B "
            "(B is worth at most 2, A is worth 3)."
        )

    def test_tie_after_a_cut_is_only_a_bound(self) -> None:
        spec = ("agent", {"A": ("opp", {"1": 3}), "B": ("opp", {"1": 3, "2": 1})})
        grown = grow(draft(spec))
        trace = alpha_beta(grown.root, Convention())
        said = check_action(case(grown), Answer(value=3, action="B"), trace).message
        assert said.endswith("(B is worth at most 3, A is worth 3).")

    def test_bounds_at_a_min_node_are_lower_ones(self) -> None:
        spec = ("opp", {"A": ("agent", {"1": 3}), "B": ("agent", {"1": 5, "2": 9})})
        grown = grow(draft(spec))
        trace = alpha_beta(grown.root, Convention())
        said = check_action(case(grown), Answer(value=3, action="B"), trace).message
        assert said.endswith("returned B (B is worth at least 5, A is worth 3).")

    def test_minimising_mover_is_named(self) -> None:
        assert action_said("2", start=TREE.by_name["A"]) == (
            "The best action at A for the opponent, who minimises, is 1, "
            "but your function returned 2."
        )

    def test_ties_are_all_named(self) -> None:
        assert action_said("A", TIED) == (
            "B and C are equally good at the root and any of them is right, "
            "but your function returned A."
        )

    def test_first_of_ties_where_asked(self) -> None:
        assert action_said("B", TIED, tie_break=TieBreak.FIRST) == ""
        assert action_said("C", TIED, tie_break=TieBreak.FIRST) == (
            "B and C are equally good at the root and this case asks for the first of them, B, "
            "but your function returned C."
        )

    def test_none_where_an_action_is_due(self) -> None:
        assert action_said(None) == (
            "The best action at the root is A, but your function returned None as its action. The "
            "action is None only at an end, at depth 0 and where the mover has a given policy."
        )

    @pytest.mark.parametrize(
        ("settings", "reason"),
        [
            ({"start": TREE.by_name["A1"]}, "A1 is an end"),
            (
                {"call": Call.DEPTH_LIMITED, "given": Given(depth=0)},
                "at depth 0 the position is evaluated, not searched",
            ),
            ({"start": TREE.by_name["A"]}, "the opponent moves at A by a given policy"),
        ],
    )
    def test_action_where_none_is_due(self, settings: dict[str, Any], reason: str) -> None:
        expect = Expectation(actions=())
        assert action_said(None, expect=expect, **settings) == ""
        assert action_said("1", expect=expect, **settings) == (
            f"There is no action to choose, because {reason}: the action has to be None, "
            "but your function returned '1'."
        )

    @pytest.mark.parametrize(
        ("got", "rest"),
        [
            (
                Strange(kind="int", shown="0"),
                "0 (an int) as its action. A position in a list is no action: return 'A'.",
            ),
            (
                Strange(kind="int", shown="3"),
                "3 (an int) as its action. That is the value: return value, action.",
            ),
            (
                Strange(kind="list", shown="['A']"),
                "['A'] (a list) as its action. An action is one of the keys of "
                "successors(state), here A and B.",
            ),
            ("A1", "'A1', which is no action there (the actions are A and B)."),
        ],
    )
    def test_thing_that_is_no_action(self, got: Any, rest: str) -> None:
        said = action_said(got)
        assert said == f"The best action at the root is A, but your function returned {rest}"

    def test_int_for_an_action_of_digits(self) -> None:
        said = action_said(Strange(kind="int", shown="1"), start=TREE.by_name["A"])
        assert said.endswith(
            "Actions are the keys of successors(state), unchanged: return '1', not 1."
        )

    def test_state_in_place_of_action(self) -> None:
        said = action_said("A1", start=TREE.by_name["A"])
        assert said.endswith("'A1', the state that an action leads to. Return the action itself.")

    def test_state_of_a_game_in_place_of_action(self) -> None:
        tree = unfold(Nim(1, 2))
        child = tree.root.children[0]
        settings = {"game": "Nim", "expect": Expectation(actions=tree.root.actions[1:2])}
        said = action_said(child.state, tree, **settings)
        assert said.endswith(
            "((0, 2), 'opp'), the state that an action leads to. Return the action itself."
        )


class TestPolicy:
    EXPECT = Expectation(policy={"root": ("B", "C"), "B": ("1", "2")})

    def said(self, at_root: Any, at_b: Any = None, **settings: Any) -> str:
        asked = case(TIED, Call.MINIMAX_POLICY, expect=self.EXPECT, **settings)
        policy = {"root": at_root, "B": {"1": 1} if at_b is None else at_b}
        finding = check_policy(asked, Answer(policy=policy), Tolerance())
        assert finding.passed == (finding.message == "")
        return finding.message

    @pytest.mark.parametrize(
        "right", [{"B": 1}, {"A": 0, "B": 0.25, "C": 0.75}, {"B": 0.1 + 0.2, "C": 0.7}]
    )
    def test_any_distribution_over_optimal_actions(self, right: dict[str, float]) -> None:
        assert self.said(right) == ""

    def test_probability_on_a_bad_action(self) -> None:
        assert self.said({"A": 0.5, "B": 0.5}) == (
            "B and C are equally good at the root and any of them is right, "
            "but your policy plays A there with probability 0.5."
        )

    def test_first_of_ties_takes_it_all(self) -> None:
        assert self.said({"B": 1}, tie_break=TieBreak.FIRST) == ""
        assert "asks for the first of them, B, but your policy plays C there." in self.said(
            {"C": 1}, tie_break=TieBreak.FIRST
        )

    @pytest.mark.parametrize(
        ("got", "message"),
        [
            ({"B": 0.5}, "At the root your policy gives probabilities that sum to 0.5, not to 1."),
            ({"B": 2, "C": -1}, "At the root your policy gives C the negative probability -1."),
            (
                {"X": 1},
                "At the root your policy plays 'X', which is no action there (the "
                "actions are A, B and C).",
            ),
            (
                {},
                "At the root your policy returned an empty dict: some action has to "
                "have a probability.",
            ),
            (
                {"B": Strange(kind="bool", shown="True")},
                "At the root your policy gives B the probability True, a bool and no "
                "number: it has to be a number.",
            ),
            (
                {"B": Strange(kind="nan", shown="nan")},
                "At the root your policy gives B the probability nan: it has to be a number.",
            ),
            (
                Strange(kind="str", shown="'B'"),
                "At the root your policy has to return a dict {action: probability}, "
                "but it returned 'B' (a str). A policy returns its dict also where only "
                "one action is played: {action: 1}.",
            ),
        ],
    )
    def test_illegal_distribution_is_named(self, got: Any, message: str) -> None:
        assert self.said(got) == message

    def test_state_without_an_answer(self) -> None:
        asked = case(TIED, Call.MINIMAX_POLICY, expect=self.EXPECT)
        said = check_policy(asked, Answer(policy={"root": {"B": 1}}), Tolerance()).message
        assert said == "Your policy says nothing at B."

    def test_opponents_are_judged_as_minimisers(self) -> None:
        expect = Expectation(policy={"A": ("1",)})
        asked = case(TREE, Call.MINIMAX_POLICY, expect=expect)
        said = check_policy(asked, Answer(policy={"A": {"2": 1}}), Tolerance()).message
        assert said == (
            "The best action at A for the opponent, who minimises, is 1, "
            "but your policy plays 2 there."
        )

    def test_many_faulty_states_are_counted(self) -> None:
        spec = ("agent", {action: ("agent", {"1": 1, "2": 0}) for action in "ABCDE"})
        tree = grow(draft(spec))
        expect = Expectation(policy=dict.fromkeys("ABCDE", ("1",)))
        said = {action: {"2": 1} for action in "ABCDE"}
        asked = case(tree, Call.MINIMAX_POLICY, expect=expect)
        message = check_policy(asked, Answer(policy=said), Tolerance()).message
        assert message.endswith("plays 2 there. It is wrong at 2 more states, too (of 5).")
        assert message.count("The best action") == 3

    @pytest.mark.parametrize(
        ("got", "rest"),
        [
            (
                Strange(kind="dict", shown="{'A': 1}"),
                "{'A': 1} (a dict). Return the function itself, not its answer for one "
                "state or a table of all.",
            ),
            (
                Strange(kind="None", shown="None"),
                "None. A way through your function ends without a return statement.",
            ),
        ],
    )
    def test_wrong_shape_says_the_right_one(self, got: Strange, rest: str) -> None:
        asked = case(TIED, Call.MINIMAX_POLICY, expect=self.EXPECT)
        assert check_policy(asked, Answer(misshapen=got), Tolerance()).message == (
            "minimax_policy has to return a policy, which is a function from a state to a dict "
            f"{{action: probability}}, but your function returned {rest}"
        )


class TestVisited:
    RIGHT = nodes("root A A1 A2 B B1")

    def test_same_order_passes(self) -> None:
        assert check_visited(self.RIGHT, self.RIGHT).passed

    def test_difference_shows_both_orders(self) -> None:
        assert check_visited(nodes("root A A1 A2 B B1 B2"), self.RIGHT).message == (
            "The right order of first visits is root, A, A1, A2, B, B1 (6 nodes); "
            "yours is root, A, A1, A2, B, B1, B2 (7 nodes)."
        )

    def test_nothing_visited_is_said(self) -> None:
        said = check_visited((), self.RIGHT).message
        assert said.endswith("B, B1 (6 nodes); your function visited no node.")

    def test_nodes_are_compared_by_identity(self) -> None:
        twin = Node(name="B1", utility=2)
        assert first_difference((*self.RIGHT[:-1], twin), self.RIGHT) == 5

    def test_prefix_differs_where_it_ends(self) -> None:
        assert first_difference(self.RIGHT[:2], self.RIGHT) == 2
        assert first_difference(self.RIGHT, self.RIGHT) is None

    def test_long_orders_are_cut_around_the_difference(self) -> None:
        tree = grow(draft(("agent", {str(i): i for i in range(50)})))
        every = tuple(tree.nodes())
        said = check_visited((*every[:20], *every[21:]), every).message
        assert said == (
            "The right order of first visits is ..., 17, 18, 19, 20, 21, 22, 23, 24, ... "
            "(51 nodes, from visit 19 on); yours is ..., 17, 18, 20, 21, 22, 23, 24, 25, ... "
            "(50 nodes, from visit 19 on)."
        )


class TestPruned:
    RIGHT = nodes("B2")

    def test_same_set_passes(self) -> None:
        assert check_pruned(nodes("root A A1 A2 B B1"), self.RIGHT).passed

    def test_node_that_should_be_pruned(self) -> None:
        said = check_pruned(nodes("root A A1 A2 B B1 B2"), self.RIGHT).message
        assert said == "A correct search prunes B2, but yours visited it."

    def test_node_that_should_not_be_pruned(self) -> None:
        said = check_pruned(nodes("root A A1 B B1 B2"), self.RIGHT).message
        assert said == (
            "A correct search prunes B2, but yours visited it. "
            "Your search also left out A2, which a correct search has to visit."
        )

    def test_whole_subtree_left_out(self) -> None:
        said = check_pruned(nodes("root A A1 A2"), self.RIGHT).message
        assert said == "Your search left out B, which a correct search has to visit."

    def test_nothing_visited_says_nothing_of_pruning(self) -> None:
        said = check_pruned((), self.RIGHT).message
        assert said == "Your function visited no node, so nothing can be said of what it pruned."

    def test_horizon_nodes_prune_nothing(self) -> None:
        assert left_out(nodes("root A B"), horizon=nodes("A B")) == ()
