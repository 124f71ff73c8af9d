"""The variant that was seen and the first difference, in exact words on small trees."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from grader.cases.model import Accept, Call, Case, Check, Expectation
from grader.cases.tree_line import tree_of
from grader.diagnosis.divergence import Divergence, Kind, diverge
from grader.diagnosis.variants import Fit, Traces, best_member, note, variants_of
from grader.sandbox.outcome import Outcome, Status
from grader.search import (
    FAMILY,
    Convention,
    Trace,
    alpha_beta,
    depth_limited,
    expectimax,
    minimax,
)
from grader.tree import Draft, GameTree, Node, grow

Spec = Any  # a utility, or (player, {action: spec})
ON_EQUAL = Convention()
STRICT = Convention(strict_at_max=True, strict_at_min=True)


def draft(spec: Spec) -> Draft:
    if not isinstance(spec, tuple):
        return Draft(utility=spec)
    player, below = spec
    branches = [(action, draft(sub)) for action, sub in below.items()]
    return Draft(player=player, evaluation=1, branches=branches)


def tree(spec: Spec) -> GameTree:
    return grow(draft(spec))


def opp(*utilities: Spec) -> Spec:
    return ("opp", {str(action): utility for action, utility in enumerate(utilities, 1)})


def agent(*utilities: Spec) -> Spec:
    return ("agent", {str(action): utility for action, utility in enumerate(utilities, 1)})


PAIR = tree(("agent", {"A": opp(3, 5), "B": opp(2, 10), "C": opp(7, 8)}))
TIE = tree(("agent", {"A": opp(3, 5), "B": opp(3, 1, 4)}))
DEEP = tree(("agent", {"A": 6, "B": opp(8, agent(opp(5, 9), 3)), "C": opp(5, 5)}))
ZERO = tree(("agent", {"A": opp(0, 5), "B": opp(-1, 1), "C": opp(-2, 2)}))


def nodes(grown: GameTree, names: str) -> tuple[Node, ...]:
    return tuple(grown.by_name[name] for name in names.split())


def difference(
    grown: GameTree, names: str, right: Trace | None = None, **settings: Any
) -> Divergence:
    right = right or alpha_beta(grown.root, ON_EQUAL)
    found = diverge(right, nodes(grown, names), **settings)
    assert found is not None
    return found


class TestPrunedNode:
    def test_names_cut_bound_and_holder(self) -> None:
        found = difference(PAIR, "root A A1 A2 B B1 B2 C C1")
        assert (found.index, found.kind, found.wanted) == (6, Kind.PRUNED, PAIR.by_name["C"])
        assert found.seen is found.shown is PAIR.by_name["B2"]
        assert found.sentence == (
            "Your search visited B2 after B1 had already made B worth at most 2, while the agent "
            "has 3 at A (alpha = 3, set at the root). Look at when your loop over the children stops, "
            "and at where alpha and beta are set and handed on."
        )

    def test_beta_cutoff_at_a_max_node(self) -> None:
        grown = tree(("opp", {"A": agent(-1, 3), "B": agent(5, 4, 1)}))
        assert difference(grown, "root A A1 A2 B B1 B2").sentence == (
            "Your search visited B2 after B1 had already made B worth at least 5, while the "
            "opponent has 3 at A (beta = 3, set at the root). "
            "Look at when your loop over the children stops, "
            "and at where alpha and beta are set and handed on."
        )

    def test_bound_from_further_up_is_to_be_handed_on(self) -> None:
        assert difference(DEEP, "root A B B1 B2 B21 B211 B212").sentence == (
            "Your search visited B212 after B211 had already made B21 worth at most 5, while the "
            "agent has 6 at A (alpha = 6, set at the root). That bound comes from further up than "
            "the parent of B21: hand alpha and beta on in every recursive call."
        )

    def test_equality_is_enough_where_the_convention_says_so(self) -> None:
        assert difference(TIE, "root A A1 A2 B B1 B2").sentence == (
            "Your search visited B2 after B1 had already made B worth at most 3, while the agent "
            "has 3 at A (alpha = 3, set at the root). Equal is enough to stop here: "
            "cut when v <= alpha, with alpha the most that the agent has so far."
        )

    def test_search_without_cutoffs_is_recognised(self) -> None:
        found = diverge(alpha_beta(PAIR.root, ON_EQUAL), minimax(PAIR.root).visited)
        assert found is not None
        assert found.sentence.endswith(
            "In the end it visited every node, as minimax does: no cutoff ever took effect. "
            "Look at when your loop over the children stops, "
            "and at where alpha and beta are set and handed on."
        )

    def test_bound_of_zero_taken_for_none(self) -> None:
        found = difference(ZERO, "root A A1 A2 B B1 B2 C C1")
        assert found.sentence.endswith(
            "(alpha = 0, set at the root). The bound is 0: is a bound of 0 taken for none, by a test "
            "such as `if alpha`? Look at when your loop over the children stops, "
            "and at where alpha and beta are set and handed on."
        )

    def test_bound_of_zero_from_further_up_has_two_suspects(self) -> None:
        grown = tree(("agent", {"A": 0, "B": opp(8, agent(opp(-1, 2), 4), 7)}))
        found = difference(grown, "root A B B1 B2 B21 B211 B212")
        assert found.sentence.endswith(
            "hand alpha and beta on in every recursive call. If you do: is a bound of 0 taken for "
            "none, by a test such as `if alpha`?"
        )

    def test_shallow_bounds_alone_are_recognised_where_all_bounds_come_from_above(self) -> None:
        grown = tree(("agent", {"A": 6, "B": opp(8, agent(opp(5, 9), 3))}))
        found = diverge(alpha_beta(grown.root, ON_EQUAL), minimax(grown.root).visited)
        assert found is not None
        assert found.sentence.endswith("hand alpha and beta on in every recursive call.")

    def test_other_players_are_named(self) -> None:
        grown = tree(("ghost1", {"A": agent(3), "B": agent(5, 4)}))
        found = difference(grown, "root A A1 B B1 B2")
        assert "while player ghost1 has 3 at A (beta = 3" in found.sentence


class TestSkippedNode:
    def test_tells_the_window_and_the_value_so_far(self) -> None:
        grown = tree(("agent", {"A": opp(3, 5), "B": opp(4, 6, 1), "C": 9}))
        found = difference(grown, "root A A1 A2 B B1 C")
        assert (found.kind, found.shown) == (Kind.SKIPPED, grown.by_name["B2"])
        assert found.sentence == (
            "Your search went from B1 to C, past B2. At B alpha is 3 (set at the root, from A) and "
            "beta is inf. So far B is known to be worth at most 4; B2 can still lower that "
            "(below 4), so it can't be ruled out. Look at when your loop over the children stops."
        )

    def test_nothing_is_known_of_a_first_child(self) -> None:
        found = difference(DEEP, "root A B B1 B2 B21 B22")
        assert found.sentence == (
            "Your search went from B21 to B22, past B211. At B21 alpha is 6 (set at the root, "
            "from A) and beta is 8 (set at B, from B1), and nothing below it is known yet, "
            "so B211 can't be ruled out."
        )

    def test_no_bound_at_the_start(self) -> None:
        found = difference(PAIR, "root A A1 A2 C")
        assert found.sentence == (
            "Your search went from A2 to C, past B. No bound is known at the root (alpha is -inf, "
            "beta is inf). So far the root is known to be worth at least 3; B can still raise that "
            "(above 3), so it can't be ruled out. Look at when your loop over the children stops, "
            "and at what alpha and beta are when the search begins."
        )

    def test_equality_is_no_reason_under_strict_cuts(self) -> None:
        right = alpha_beta(TIE.root, STRICT)
        found = difference(TIE, "root A A1 A2 B B1", right)
        assert found.kind is Kind.STOPPED
        assert found.sentence == (
            "Your search ended after B1 without looking at B2. At B alpha is 3 (set at the root, "
            "from A) and beta is inf. So far B is known to be worth at most 3, which only equals "
            "alpha; under strict cuts (v < alpha) that does not rule B2 out."
        )

    def test_minimax_leaves_nothing_out(self) -> None:
        found = difference(PAIR, "root A A1 B", minimax(PAIR.root))
        assert found.sentence == (
            "Your search went from A1 to B, past A2. "
            "This search leaves nothing out, so A2 has to be visited."
        )

    def test_move_of_probability_zero_is_visited(self) -> None:
        policies = {"opp": {name: {"1": Fraction(0), "2": Fraction(1)} for name in "ABC"}}
        right = expectimax(PAIR.root, policies)
        found = difference(PAIR, "root A A2 B", right, policies=policies)
        assert found.sentence == (
            "Your search went from A to A2, past A1. The move there has probability 0, "
            "but the sum runs over all actions, so A1 is visited, too."
        )


class TestOrder:
    def test_children_touched_before_recursing(self) -> None:
        found = difference(PAIR, "root A B C A1 A2 B1 C1 C2")
        assert (found.kind, found.shown) == (Kind.TOO_EARLY, PAIR.by_name["B"])
        assert found.sentence == (
            "Your search visited B before it had finished with A: A1, below A, comes first. Ask "
            "about a child (is_end, player, utility, successors) only when you recurse into it."
        )

    def test_sorted_children_that_were_asked_about_before_are_no_other_order(self) -> None:
        grown = tree_of("max(A: min[1](3[0], 5[0]), B: min[2](4[0], 6[0]))")
        right = alpha_beta(grown.root, ON_EQUAL, ordered=True)
        found = difference(grown, "root A B B1 B2 A1", right)
        assert found.kind is Kind.TOO_EARLY
        assert found.sentence == (
            "At the root your search asked about all children (A, B) before it went on below one. "
            "Ask about a child (is_end, player, utility, successors) only when you recurse into it; "
            "evaluate(child) is no visit."
        )

    def test_children_at_the_horizon_come_in_a_row_and_are_not_asked_about_too_soon(self) -> None:
        grown = tree_of("max(A: min(1: max[1](5, 6), 2: min(7, 4)), B: min(1: 2, 2: 3))")
        right = depth_limited(grown.root, 1, plies=False)
        exchanged = {"B1": "B2", "B2": "B1"}
        names = " ".join(exchanged.get(node.name, node.name) for node in right.visited)
        found = difference(grown, names, right)
        assert found.kind is Kind.WRONG_ORDER
        assert found.sentence.startswith("At B your search visited B2 before B1.")

    def test_children_in_another_order(self) -> None:
        found = difference(PAIR, "root C C2 C1 B B2 B1 A A2 A1")
        assert found.kind is Kind.WRONG_ORDER
        assert found.sentence == (
            "At the root your search visited C before A. Take the children in the order in which "
            "successors(state) gives them: A, B, C."
        )

    def test_pruned_child_first_is_an_order_mistake(self) -> None:
        found = difference(PAIR, "root A A1 A2 B B2 B1 C C1 C2")
        assert found.kind is Kind.WRONG_ORDER
        assert "At B your search visited B2 before B1." in found.sentence

    def test_nothing_visited(self) -> None:
        found = difference(PAIR, "")
        assert (found.kind, found.shown) == (Kind.NOTHING, PAIR.root)
        assert found.sentence == (
            "Your function returned without asking about any node: the first question has to be "
            "about the root, such as game.is_end(state)."
        )

    def test_another_node_before_the_start(self) -> None:
        found = difference(PAIR, "A root")
        assert found.kind is Kind.WRONG_START
        assert found.sentence == "Your search visited A first; it has to begin at the root."

    def test_node_outside_the_subtree(self) -> None:
        right = minimax(PAIR.by_name["B"])
        found = difference(PAIR, "root A", right)
        assert found.kind is Kind.OUTSIDE
        assert found.sentence == (
            "Your search visited the root, which does not lie below B. "
            "Search from the state that you are given, not from game.start_state()."
        )


class TestDepth:
    GROWN = tree(("agent", {"A": opp(agent(1, 2), 5), "B": opp(4, 6)}))

    def test_search_below_the_horizon(self) -> None:
        right = depth_limited(self.GROWN.root, 1, plies=False)
        found = difference(self.GROWN, "root A A1 A11 A12 A2 B B1 B2", right)
        assert (found.kind, found.shown) == (Kind.BEYOND_HORIZON, self.GROWN.by_name["A11"])
        assert found.sentence == (
            "Your search visited A11, below A1, where the depth is used up: evaluate A1 and don't "
            "look below it. Check for depth 0 right after the end test, and look at which moves "
            "use up depth."
        )

    def test_evaluation_where_depth_is_left(self) -> None:
        right = depth_limited(self.GROWN.root, 1, plies=False)
        evaluated = nodes(self.GROWN, "A B")
        found = difference(self.GROWN, "root A B", right, evaluated=evaluated)
        assert (found.kind, found.shown) == (Kind.EVALUATED_EARLY, self.GROWN.by_name["A1"])
        assert found.sentence == (
            "Your search evaluated A although some depth was left there, so it never looked at A1. "
            "Look at which moves use up depth, and by how much."
        )

    def test_evaluation_at_the_very_start(self) -> None:
        right = depth_limited(self.GROWN.root, 1, plies=False)
        evaluated = (self.GROWN.root,)
        found = difference(self.GROWN, "root", right, evaluated=evaluated)
        assert found.kind is Kind.EVALUATED_EARLY


def random_spec(chance: random.Random, depth: int, player: str = "agent") -> Spec:
    if depth == 0:
        return chance.randint(-2, 2)
    below = {"agent": "opp", "opp": "agent"}[player]
    width = chance.randint(1, 3)
    return (player, {str(i): random_spec(chance, depth - 1, below) for i in range(width)})


def wandering(chance: random.Random, start: Node) -> Iterable[Node]:
    """Some order of first visits that a child can make: every node after its parent."""
    known = [start]
    while known and chance.random() > 0.05:
        node = known.pop(chance.randrange(len(known)))
        yield node
        known.extend(node.children)


class TestAnyRun:
    @pytest.mark.parametrize("seed", range(40))
    def test_members_differ_only_by_cuts(self, seed: int) -> None:
        grown = tree(random_spec(random.Random(seed), 4))
        traces = [alpha_beta(grown.root, member) for member in FAMILY]
        for right in traces:
            for other in traces:
                found = diverge(right, other.visited)
                assert (found is None) == (right.visited == other.visited)
                assert found is None or found.kind in {Kind.PRUNED, Kind.SKIPPED, Kind.STOPPED}

    @pytest.mark.parametrize("seed", range(40))
    def test_first_difference_of_any_run_is_explained(self, seed: int) -> None:
        chance = random.Random(seed)
        grown = tree(random_spec(chance, 4))
        for member in FAMILY:
            right = alpha_beta(grown.root, member)
            seen = tuple(wandering(chance, grown.root))
            found = diverge(right, seen)
            if seen == right.visited:
                assert found is None
                continue
            assert found is not None
            assert seen[: found.index] == right.visited[: found.index]
            assert found.shown is not None
            assert found.sentence.endswith(".")


def case(grown: GameTree, points: int = 1, **weights: int) -> Case:
    made = {Check(name): Fraction(weight) for name, weight in weights.items()}
    return Case(
        id=f"case-{grown.size()}",
        call=Call.ALPHA_BETA,
        title="",
        tree=grown,
        start=grown.root,
        expect=Expectation(),
        weights=made or {Check.VISITED: Fraction(1)},
        points=Fraction(points),
        file="case.yaml",
        line=1,
    )


def returned(visited: Iterable[Node]) -> Outcome:
    return Outcome(status=Status.RETURNED, visited=tuple(visited))


def played(grown: GameTree, member: Convention, **settings: Any) -> tuple[Case, Outcome]:
    return case(grown, **settings), returned(alpha_beta(grown.root, member).visited)


class TestVariants:
    @pytest.mark.parametrize("member", FAMILY, ids=str)
    def test_every_member_gets_all_points(self, member: Convention) -> None:
        chance = random.Random(7)
        trees = [tree(random_spec(chance, 4)) for _ in range(8)]
        fit = best_member([played(grown, member) for grown in trees], ON_EQUAL)
        assert fit.matched == fit.possible == 8
        assert member in fit.fitting

    def test_stated_convention_wins_ties(self) -> None:
        fit = best_member([played(PAIR, ON_EQUAL)], STRICT)
        assert (fit.member, fit.seen, len(fit.fitting)) == (STRICT, None, 8)

    def test_then_the_order_of_the_family(self) -> None:
        fit = best_member([played(TIE, STRICT)], ON_EQUAL)
        assert fit.member == fit.fitting[0] == next(m for m in FAMILY if m.strict_at_min)

    def test_variant_that_cuts_alike_is_named(self) -> None:
        fit = best_member([played(TIE, STRICT)], ON_EQUAL)
        assert not fit.fitting[0].strict_at_max
        assert fit.seen == STRICT

    def test_one_slip_costs_one_case(self) -> None:
        slip = case(PAIR), returned(minimax(PAIR.root).visited)
        fit = best_member([played(TIE, STRICT), slip, played(ZERO, STRICT)], ON_EQUAL)
        assert fit.matched == 2
        assert fit.possible == 3
        assert not fit.fitting
        assert fit.member.strict_at_min

    def test_points_and_weights_decide(self) -> None:
        strict = played(TIE, STRICT, visited=1, value=3)
        equal = played(TIE, ON_EQUAL, visited=1)
        assert best_member([strict, equal], STRICT).member == ON_EQUAL
        heavy = played(TIE, STRICT, points=5, visited=1, value=3)
        fit = best_member([heavy, equal], ON_EQUAL)
        assert (fit.member.strict_at_min, fit.matched) == (True, Fraction(5, 4))

    def test_pruned_set_counts_without_the_order(self) -> None:
        shuffled = returned(nodes(TIE, "root A A2 A1 B B1"))
        fit = best_member([(case(TIE, pruned=1, visited=1), shuffled)], STRICT)
        assert (fit.member, fit.matched) == (ON_EQUAL, Fraction(1, 2))

    def test_runs_that_did_not_return_have_no_vote(self) -> None:
        timed_out = Outcome(status=Status.TIMED_OUT, visited=alpha_beta(TIE.root, STRICT).visited)
        fit = best_member([(case(TIE), timed_out)], ON_EQUAL)
        assert fit.member == ON_EQUAL
        assert fit.possible == 0
        assert not fit.fitting

    def test_searches_without_pruning_have_no_vote(self) -> None:
        asked = replace(case(TIE), call=Call.MINIMAX)
        fit = best_member([(asked, returned(alpha_beta(TIE.root, STRICT).visited))], ON_EQUAL)
        assert (fit.member, fit.seen) == (ON_EQUAL, None)
        assert fit.possible == 0

    def test_variants_are_listed_stated_first(self) -> None:
        observed = [played(TIE, STRICT)]
        fitting = variants_of(observed, STRICT)
        assert fitting[0] == STRICT
        assert {member.strict_at_min for member in fitting} == {True}

    def test_traces_are_made_once(self) -> None:
        traces, (case, _) = Traces(), played(TIE, STRICT)
        assert traces.of(case, STRICT) is traces.of(case, STRICT)
        assert traces.of(case, STRICT) is not traces.of(case, ON_EQUAL)


class TestNote:
    FIT = best_member([played(TIE, STRICT)], ON_EQUAL)
    SEEN = "Your visits are those of a correct alpha-beta that cuts strictly, fail-soft"

    def test_exact_names_what_is_seen_and_asked(self) -> None:
        assert note(self.FIT, Accept.EXACT) == (
            f"{self.SEEN}; this assignment asks for cutting on equality, fail-soft."
        )

    def test_any_correct_says_that_both_are_right(self) -> None:
        assert note(self.FIT, Accept.ANY_CORRECT) == (
            f"{self.SEEN}. The assignment teaches cutting on equality, fail-soft; "
            "both are right and get the points."
        )

    def test_stated_convention_needs_no_note(self) -> None:
        fit = best_member([played(TIE, ON_EQUAL)], ON_EQUAL)
        assert [note(fit, accept) for accept in Accept] == ["", ""]

    def test_best_of_none_that_fits_is_said(self) -> None:
        slip = case(PAIR), returned(minimax(PAIR.root).visited)
        fit: Fit = best_member([played(TIE, STRICT), slip], ON_EQUAL)
        assert note(fit, Accept.EXACT) == ""
        assert note(fit, Accept.ANY_CORRECT) == (
            "Your visits are judged as those of an alpha-beta that cuts on equality at max nodes "
            "and strictly at min nodes, fail-soft: of all correct variants it fits them best."
        )
