"""A case's verdict, share and feedback, as students read it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grader.cases.model import Call, Case, Check, Expectation, Given, Limits, Suite, Tolerance
from grader.diagnosis.variants import best_member
from grader.grading.grade import Verdict
from grader.grading.judge import Judgement, grader_error, judge
from grader.sandbox.outcome import Answer, Outcome, Status, Strange
from grader.search import Convention, Trace, alpha_beta, depth_limited, expectimax, minimax
from grader.tree import Draft, GameTree, Node, grow, uniform

Spec = Any  # a utility, or (player, {action: spec})


def draft(spec: Spec) -> Draft:
    if not isinstance(spec, tuple):
        return Draft(utility=spec)
    player, below = spec
    branches = [(action, draft(sub)) for action, sub in below.items()]
    return Draft(player=player, evaluation=1, branches=branches)


def tree(spec: Spec) -> GameTree:
    return grow(draft(spec))


PAIR = tree(("agent", {"A": ("opp", {"1": 3, "2": 5}), "B": ("opp", {"1": 2, "2": 10})}))
TIE = tree(("agent", {"A": ("opp", {"1": 3, "2": 5}), "B": ("opp", {"1": 3, "2": 1})}))
ON_EQUAL, STRICT = Convention(), Convention(strict_at_max=True, strict_at_min=True)
SUITE = Suite(
    title="Trees",
    folder=Path(),
    questions=(),
    tolerance=Tolerance(),
    limits=Limits(),
    support=Path("games.py"),
)


def case(trace: Trace, call: Call, grown: GameTree, weights: str, **settings: Any) -> Case:
    """A case recorded from ``trace``; ``weights`` are like ``value=1 visited=2``."""
    pairs = (pair.split("=") for pair in weights.split())
    return Case(
        id="pair",
        call=call,
        title="",
        tree=grown,
        start=trace.start,
        expect=Expectation(
            value=trace.value,
            actions=trace.actions,
            visited=tuple(node.name for node in trace.visited),
            pruned=tuple(node.name for node in trace.pruned),
            policy=settings.pop("policy", None),
        ),
        weights={Check(name): Fraction(weight) for name, weight in pairs},
        file="pair.yaml",
        line=1,
        **settings,
    )


RIGHT = alpha_beta(PAIR.root, ON_EQUAL)
CUT = case(RIGHT, Call.ALPHA_BETA, PAIR, "value=1 action=1 visited=2")


def nodes(names: str, grown: GameTree = PAIR) -> tuple[Node, ...]:
    return tuple(grown.by_name[name] for name in names.split())


def returned(
    visited: str | tuple[Node, ...], value: Any = 3, action: Any = "A", **settings: Any
) -> Outcome:
    seen = nodes(visited) if isinstance(visited, str) else visited
    answer = settings.pop("answer", Answer(value=value, action=action))
    return Outcome(status=Status.RETURNED, answer=answer, visited=seen, **settings)


def judged(outcome: Outcome, asked: Case = CUT, trace: Trace | None = RIGHT) -> Judgement:
    return judge(asked, outcome, suite=SUITE, trace=trace)


class TestPassed:
    def test_is_said_in_a_line(self) -> None:
        result = judged(returned(RIGHT.visited))
        assert (result.verdict, result.share, result.brief) == (
            Verdict.PASSED,
            Fraction(1),
            "right",
        )
        said = "Right: value 3, action A, 6 nodes visited in the right order."
        assert result.feedback == said

    def test_recording_stands_where_no_trace_is_given(self) -> None:
        asked = case(RIGHT, Call.ALPHA_BETA, PAIR, "value=1 visited=1 pruned=1")
        result = judged(returned(RIGHT.visited), asked, None)
        assert result.feedback == ("Right: value 3, 6 nodes visited in the right order, pruned B2.")

    def test_recording_that_differs_from_our_search_stands(self) -> None:
        trace = replace(minimax(PAIR.root), visited=RIGHT.visited)
        asked = case(trace, Call.MINIMAX, PAIR, "visited=1")
        assert judged(returned(RIGHT.visited), asked, None).share == 1
        wrong = judged(returned("root"), asked, None)
        assert wrong.feedback.count("\n\n") == 2
        assert "yours" not in wrong.feedback.split("\n\n")[2]

    def test_repeats_are_advice_and_cost_nothing(self) -> None:
        result = judged(returned(RIGHT.visited, repeats=2))
        assert result.share == 1
        assert result.feedback.split("\n\n")[1] == (
            "Advice, no points lost: your function asked again 2 times for the successors of a "
            "node that it had already expanded. Keep them in a variable."
        )

    def test_check_without_weight_fails_for_free(self) -> None:
        asked = case(RIGHT, Call.ALPHA_BETA, PAIR, "value=1 action=0")
        result = judged(returned(RIGHT.visited, action="B"), asked)
        assert (result.verdict, result.share) == (Verdict.PASSED, Fraction(1))
        assert "\n\n[--] action (no points): The best action at the root is A" in result.feedback

    def test_end_has_no_action(self) -> None:
        asked = case(minimax(PAIR.by_name["A1"]), Call.MINIMAX, PAIR, "value=1 action=1")
        answer = Answer(value=3.0, action=None)
        result = judged(returned("A1", answer=answer), asked, None)
        assert result.feedback == "Right: value 3, no action."

    def test_policy_counts_its_states(self) -> None:
        asked = case(
            minimax(PAIR.root), Call.MINIMAX_POLICY, PAIR, "policy=1", policy={"root": ("A",)}
        )
        answer = Answer(policy={"root": {"A": 1}})
        result = judged(returned("root", answer=answer), asked, None)
        assert result.feedback == "Right: an optimal policy in 1 state."


class TestWrong:
    def test_whole_feedback_of_a_missing_cut(self) -> None:
        result = judged(
            returned("root A A1 A2 B B1 B2", repeats=1, output="alpha = -inf\nalpha = 3\n")
        )
        assert (result.verdict, result.share) == (Verdict.WRONG, Fraction(1, 2))
        assert result.brief == "wrong order of visits"
        assert result.feedback == WHOLE

    def test_share_is_the_weight_of_what_is_right(self) -> None:
        result = judged(returned(RIGHT.visited, value=5))
        assert (result.share, result.brief) == (Fraction(3, 4), "wrong value")
        assert [each.passed for each in result.judged] == [False, True, True]

    def test_wrong_value_draws_the_tree_without_orders(self) -> None:
        result = judged(returned(RIGHT.visited, value=5))
        assert result.feedback.endswith(
            "[--] value: The value of the root is 3, but your function returned 5.\n"
            "[ok] action\n"
            "[ok] visited\n"
            "\n"
            "root     max (agent)\n"
            "├─ A     min (opp)\n"
            "│  ├─ 1  3\n"
            "│  └─ 2  5\n"
            "└─ B     min (opp)\n"
            "   ├─ 1  2\n"
            "   └─ 2  10"
        )

    def test_wrong_shape_is_said_once(self) -> None:
        answer = Answer(misshapen=Strange(kind="int", shown="3"))
        result = judged(returned(RIGHT.visited, answer=answer))
        assert result.feedback.count("a pair (value, action)") == 1
        assert "[--] action: as said above" in result.feedback
        assert (result.share, result.brief) == (Fraction(1, 2), "wrong kind of result")

    def test_variant_is_named_where_one_is_asked_for(self) -> None:
        right, strict = alpha_beta(TIE.root, ON_EQUAL), alpha_beta(TIE.root, STRICT)
        asked = case(right, Call.ALPHA_BETA, TIE, "visited=1")
        outcome = returned(strict.visited)
        fit = best_member([(asked, outcome)], ON_EQUAL)
        result = judge(asked, outcome, suite=SUITE, trace=right, fit=fit)
        assert result.feedback.split("\n\n")[2] == (
            "Your visits are those of a correct alpha-beta that cuts strictly, fail-soft; "
            "this assignment asks for cutting on equality, fail-soft."
        )
        assert "cut when v <= alpha, with" in result.feedback.split("\n\n")[3]

    def test_averaged_players_show_their_policy(self) -> None:
        policies = {"opp": uniform(PAIR, "opp"), "agent": uniform(PAIR, "agent")}
        trace = expectimax(PAIR.root, policies)
        asked = case(trace, Call.EXPECTIMAX, PAIR, "value=1 visited=1", policies=policies)
        result = judged(returned("root A B A1 A2 B1 B2", value=3), asked, None)
        assert "Called expectimax(game, policies, state) on a tree of 7 nodes" in result.feedback
        assert "└─ 2 [1/2]  10" in result.feedback
        assert "root           max (agent)" in result.feedback
        assert "Your search visited B before it had finished with A" in result.feedback

    def test_depth_and_evaluations_are_shown(self) -> None:
        trace = depth_limited(PAIR.root, 0, plies=False)
        asked = case(trace, Call.DEPTH_LIMITED, PAIR, "visited=1", given=Given(depth=0))
        result = judged(returned(minimax(PAIR.root).visited), asked, None)
        assert "Called depth_limited(game, state, 0, evaluate)" in result.feedback
        assert "max (agent) eval 1" in result.feedback
        assert "evaluate the root and don't look below it." in result.feedback

    def test_policy_is_explained_on_the_whole_tree(self) -> None:
        policy = {"A": ("1",)}
        asked = case(
            minimax(PAIR.by_name["A"]), Call.MINIMAX_POLICY, PAIR, "policy=1", policy=policy
        )
        answer = Answer(policy={"A": {"2": 1}})
        result = judged(returned("A", answer=answer), asked, None)
        assert result.feedback.startswith("Called minimax_policy(game) on a tree of 7 nodes.\n\n")
        assert "\n\nroot     max (agent)\n" in result.feedback
        assert result.brief == "wrong policy"

    def test_pruned_set_alone_is_explained(self) -> None:
        asked = case(RIGHT, Call.ALPHA_BETA, PAIR, "pruned=1")
        result = judged(returned("root A A1 A2 B B1 B2"), asked)
        assert "[--] pruned: A correct search prunes B2, but yours visited it." in result.feedback
        assert "after B1 had already made B worth at most 2" in result.feedback
        assert result.brief == "wrong set of pruned nodes"

    def test_plain_characters_where_asked(self) -> None:
        outcome = returned("root A", value=5)
        result = judge(CUT, outcome, suite=SUITE, trace=RIGHT, ascii_only=True)
        assert result.feedback.isascii()

    def test_long_prints_are_cut(self) -> None:
        output = "x" * 500 + "\n" + "\n".join(map(str, range(100)))
        result = judged(returned("root", value=5, output=output))
        lines = result.feedback.split("\n")
        assert f"| {'x' * 200}" in lines
        assert lines[-1] == "(61 more lines not shown)"


WHOLE = """\
Called alpha_beta(game, state) on a tree of 7 nodes, from the root.

[ok] value
[ok] action
[--] visited: The right order of first visits is root, A, A1, A2, B, B1 (6 nodes); \
yours is root, A, A1, A2, B, B1, B2 (7 nodes).

Your search visited B2 after B1 had already made B worth at most 2, while the agent has 3 at A \
(alpha = 3, set at the root). In the end it visited every node, as minimax does: \
no cutoff ever took effect. Look at when your loop over the children stops, \
and at where alpha and beta are set and handed on.

                      yours  right
root     max (agent)      1      1
├─ A     min (opp)        2      2
│  ├─ 1  3                3      3
│  └─ 2  5                4      4
└─ B     min (opp)        5      5
   ├─ 1  2                6      6
   └─ 2  10               7      -  pruned  <-- here

Your program printed:
| alpha = -inf
| alpha = 3

Advice, no points lost: your function asked again once for the successors of a node that it had \
already expanded. Keep them in a variable."""


class TestNotReturned:
    def test_exception_shows_where_and_how_far(self) -> None:
        outcome = Outcome(
            status=Status.RAISED,
            message="Your function raised KeyError: 'C'.",
            traceback='  File "solver.py", line 7, in alpha_beta\n',
            visited=nodes("root A"),
            output="hello",
        )
        result = judged(outcome)
        assert (result.verdict, result.share) == (Verdict.RAISED, Fraction(0))
        assert result.feedback.split("\n\n")[1:4] == [
            "Your function raised KeyError: 'C'.",
            '  File "solver.py", line 7, in alpha_beta',
            "By then it had visited 2 nodes; the last new one was A.",
        ]
        assert "├─ A     min (opp)        2  <-- here" in result.feedback
        assert result.feedback.endswith("Your program printed:\n| hello")

    @pytest.mark.parametrize(
        "status", [each for each in Status if each is not Status.RETURNED], ids=str
    )
    def test_earns_nothing_and_says_its_category(self, status: Status) -> None:
        outcome = Outcome(status=status, message="What happened to secret B2: 3.")
        result = judged(outcome)
        assert result.verdict.value == status.value
        assert result.share == 0
        assert not result.judged
        assert outcome.message in result.feedback
        assert result.brief
        assert not set(result.brief) & set("0123456789'")

    @pytest.mark.parametrize("status", [Status.NOT_IMPLEMENTED, Status.NOT_RUN])
    def test_nothing_ran_so_nothing_else_is_said(self, status: Status) -> None:
        outcome = Outcome(
            status=status, message="Not yet.", traceback="trace", visited=nodes("root")
        )
        assert judged(outcome).feedback == "Not yet."

    def test_our_fault_is_never_theirs(self) -> None:
        result = judged(Outcome(status=Status.GRADER_ERROR))
        said = "The grader failed on this case. That is no fault of yours: tell your course staff."
        assert result.feedback == grader_error("a traceback").feedback == said
        assert grader_error("a traceback").staff == "a traceback"

    def test_return_without_an_answer_is_our_fault(self) -> None:
        result = judged(Outcome(status=Status.RETURNED))
        assert result.verdict is Verdict.GRADER_ERROR
        assert "case pair returned, but came without an answer" in result.staff


class TestBrief:
    @pytest.mark.parametrize(
        ("outcome", "brief"),
        [
            (returned("root", 5, "B"), "wrong value, wrong action, wrong order of visits"),
            (returned("root", answer=Answer(misshapen=Strange(kind="SECRET", shown="42"))),
             "wrong kind of result, wrong order of visits"),
            (returned(RIGHT.visited, Strange(kind="SECRET", shown="42"), output="42"), "wrong value"),
        ],
    )  # fmt: skip
    def test_names_categories_only(self, outcome: Outcome, brief: str) -> None:
        assert judged(outcome).brief == brief
