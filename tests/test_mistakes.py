"""Laws of the library of mistakes: the right student is right, and each mistake shows somewhere."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product

import pytest
from playing import ROOT

from grader.cases import Call, Case, read_suite
from grader.cases.model import Cutoff, Expectation, Given, Pruning, Returns
from grader.diagnosis.mistakes import (
    ALL,
    EQUIVALENT,
    UNDER,
    Mistake,
    TooLargeError,
    asking,
    of,
    play,
    proof,
)
from grader.diagnosis.variants import Traces, best_member
from grader.grading.judge import judge
from grader.grading.run import convention_of
from grader.sandbox.outcome import Answer, Outcome, Status
from grader.search import (
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
    optimal_policy,
    value_table,
)
from grader.tree import Draft, GameTree, Node, Number, PolicyTable, grow

SUITE = read_suite(ROOT / "test_cases")
LECTURES = Pruning()
CONVENTIONS = [Pruning(cutoff=c, returns=r) for c, r in product(Cutoff, Returns)]
SEEDS = range(1000)  # of the trees among which each mistake has to show

# The rows of the study of public student code that fit the interface of the assignment.
STUDIED = [
    "AB01", "AB02", "AB03", "AB04", "AB05", "AB06", "AB08", "AB10", "AB11", "AB14", "AB15",
    "AB16", "D01", "D02", "D04", "D05", "G03", "G05", "G06", "T01", "T03", "S01",
    "S03", "S04", "S05", "S07", "S08", "S09", "S10", "E01", "E03", "E04", "E05",
    "X01", "X02", "X03", "X06", "X07", "X08", "H03",
]  # fmt: skip

# ---------------------------------------------------------------------- random small cases

CHOOSERS = ("agent", "agent", "opp", "opp", "ghost")
MOVERS: Mapping[Call, tuple[str, ...]] = {
    Call.GAME_VALUE: (*CHOOSERS, "coin"),
    Call.EXPECTIMAX: (*CHOOSERS, "coin"),
    Call.EXPECTIMINIMAX: (*CHOOSERS, "coin"),
    Call.EXPECTIMAX_POLICY: (*CHOOSERS, "coin"),
    Call.EXPECTIMINIMAX_PRUNED: ("agent", "opp", "ghost", "coin", "coin"),
    Call.VALUE_TABLE: ("agent", "opp"),
}
POLICIES_OF_ALL = {Call.SIMULATE, Call.ESTIMATE}
BY_RECORDED_CASES = {Call.HALVING_GAME, Call.EVALUATE_TICTACTOE}


def utility(rng: random.Random, style: str) -> Number:
    if style == "large":
        return rng.choice((-1, 1)) * (2_000_000 + rng.randint(0, 4))
    if style == "halves":
        return Fraction(rng.randint(-6, 6), 2)
    return rng.randint(*{"few": (-1, 1), "many": (-9, 9), "below": (-9, -1)}[style])


def drafted(rng: random.Random, call: Call, style: str, left: int) -> Draft:
    evaluation = rng.randint(-3, 3)
    if left == 0 or rng.random() < 0.15:
        if call is Call.MAX_N:
            return Draft(payoffs={name: rng.randint(-2, 2) for name in set(CHOOSERS)})
        ordered = call is Call.ALPHA_BETA_ORDERED
        return Draft(utility=utility(rng, style), evaluation=evaluation if ordered else None)
    actions = rng.sample(["x", "y", "z"], rng.choice((1, 2, 2, 3)))
    branches = [(action, drafted(rng, call, style, left - 1)) for action in actions]
    mover = rng.choice(MOVERS.get(call, CHOOSERS))
    return Draft(player=mover, evaluation=evaluation, branches=branches)


def random_policy(rng: random.Random, tree: GameTree, player: str) -> PolicyTable:
    table: dict[str, Mapping[str, Fraction]] = {}
    for node in tree.nodes():
        if node.player == player:
            drawn = rng.choices(node.actions, k=rng.choice((3, 4)))
            chances = {action: Fraction(drawn.count(action), len(drawn)) for action in node.actions}
            table[node.name] = chances
    return table


def policies_for(rng: random.Random, tree: GameTree, call: Call) -> dict[str, PolicyTable]:
    players = {
        player
        for player in sorted(tree.players)
        if call in POLICIES_OF_ALL or player == "coin" or rng.random() < 0.5
    }
    if call is Call.VALUE_TABLE:
        players = {"opp"}
    return {player: random_policy(rng, tree, player) for player in sorted(players)}


def given_for(rng: random.Random, tree: GameTree, call: Call) -> Given:
    utilities = [node.utility for node in tree.nodes() if node.utility is not None] or [0]
    intervals = {}
    for option in "abcde"[: rng.randint(0, 5)]:
        low = rng.randint(0, 4)
        intervals[option] = (low, low + rng.choice((0, 0, 1, 3)))
    return Given(
        depth=rng.randint(tree.root.evaluation is None, 3) if call.takes_depth else None,
        n={Call.SIMULATE: 40, Call.ESTIMATE: 60}.get(call),
        max_evaluations=rng.randint(0, 12) if call is Call.ITERATIVE_DEEPENING else None,
        low=min(utilities) - rng.randint(0, 2),
        high=max(utilities) + rng.randint(0, 2),
        intervals=intervals,
    )


@lru_cache(maxsize=20_000)
def random_case(call: Call, seed: int) -> Case:
    """A small case, the same for one seed; its expectation says only what a run has to be asked."""
    rng = random.Random(f"{call.value} {seed}")
    style = rng.choice(("few", "few", "many", "below", "large", "halves"))
    root = drafted(rng, call, style, rng.choice((0, 1, 2, 3, 4, 5)))
    if call.takes_depth and rng.random() < 0.3:
        root.evaluation = None  # only what is at the horizon need have one
    tree = grow(root)
    inside = call.takes_state and rng.random() < 0.3
    policies = policies_for(rng, tree, call) if call.takes_policies else {}
    chosen = optimal_policy(tree.root, policies) if call.returns_policy else None
    return Case(
        id=f"random-{seed}",
        call=call,
        title="random",
        tree=tree,
        start=rng.choice(list(tree.nodes())) if inside else tree.root,
        policies=policies,
        given=given_for(rng, tree, call),
        expect=Expectation(policy=chosen),
        weights={},
        file="random.yaml",
        line=1,
    )


@lru_cache(maxsize=20_000)
def right(call: Call, seed: int) -> Outcome:
    return play((), random_case(call, seed), LECTURES)


def recorded(call: Call) -> list[Case]:
    return [case for case in SUITE.cases if case.call is call]


def runs(mistake: Mistake, call: Call) -> Iterator[tuple[Case, Outcome, Outcome]]:
    """Cases with the run of the mistake and the right one, until somebody has seen enough."""
    if call not in BY_RECORDED_CASES:
        for seed in SEEDS:
            case = random_case(call, seed)
            yield case, play(mistake, case, LECTURES), right(call, seed)
    for case in recorded(call):  # also for what shows in long games, or where states come again
        if case.law is None:
            yield case, play(mistake, case, LECTURES), play((), case, LECTURES)


# ---------------------------------------------------------------------- the right student


@pytest.mark.parametrize("question", SUITE.questions, ids=lambda question: question.id)
def test_a_student_without_mistakes_passes(question: object) -> None:
    lost = []
    for each in SUITE.questions:
        if each is not question:
            continue
        stated = convention_of(each.pruning)
        traces = Traces()
        for case in each.cases:
            if case.law is not None:  # played by grading/properties, in tests/test_properties.py
                continue
            trace = traces.of(case, stated) if case.is_traced else None
            outcome = play((), case, each.pruning)
            if judge(case, outcome, suite=SUITE, trace=trace).share != 1:
                lost.append(case.id)
    assert lost == []


SEARCHES: Mapping[Call, Callable[[Case], Trace]] = {
    Call.GAME_VALUE: lambda case: expected_value(case.start, case.policies),
    Call.EXPECTIMAX: lambda case: expectimax(case.start, case.policies),
    Call.MINIMAX: lambda case: minimax(case.start),
    Call.EXPECTIMINIMAX: lambda case: expectiminimax(case.start, case.policies),
    Call.DEPTH_LIMITED: lambda case: depth_limited(case.start, case.depth or 0, plies=False),
    Call.DEPTH_LIMITED_PLIES: lambda case: depth_limited(case.start, case.depth or 0, plies=True),
    Call.ITERATIVE_DEEPENING: lambda case: (
        iterative_deepening(case.start, case.given.max_evaluations or 0).trace
    ),
    Call.EXPECTIMINIMAX_PRUNED: lambda case: expectiminimax_pruned(
        case.start, case.policies, low=case.given.low or 0, high=case.given.high or 0
    ),
}


def optimal(case: Case) -> Trace:
    """The right search of the case, under the lecture's convention."""
    if case.call.prunes:
        ordered = case.call is Call.ALPHA_BETA_ORDERED
        return alpha_beta(case.start, convention_of(LECTURES), ordered=ordered)
    return SEARCHES[case.call](case)


def same(worth: object, number: Number) -> bool:
    assert isinstance(worth, (int, float))
    margin = Fraction(1, 10**9) * max(Fraction(1), abs(Fraction(number)))
    return abs(Fraction(worth) - number) <= margin


def is_right(case: Case, answer: Answer, trace: Trace) -> bool:
    """Whether the value is right and the action one of the best."""
    if not isinstance(answer.value, (int, float)) or not same(answer.value, trace.value):
        return False
    if case.call is Call.GAME_VALUE:
        return True
    return answer.action in trace.actions if trace.actions else answer.action is None


@pytest.mark.parametrize("call", SEARCHES, ids=lambda call: call.value)
def test_the_right_student_searches_as_the_grader(call: Call) -> None:
    for seed in range(150):
        case, outcome = random_case(call, seed), right(call, seed)
        trace = optimal(case)
        assert outcome.answer is not None, (seed, outcome.message)
        assert is_right(case, outcome.answer, trace), seed
        assert outcome.visited == trace.visited, seed
        assert outcome.evaluations == len(trace.evaluated), seed


@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize("pruning", CONVENTIONS)
def test_the_right_student_prunes_by_any_convention(pruning: Pruning, ordered: bool) -> None:
    call = Call.ALPHA_BETA_ORDERED if ordered else Call.ALPHA_BETA
    for seed in range(100):
        case = random_case(call, seed)
        outcome = play((), case, pruning)
        trace = alpha_beta(case.start, convention_of(pruning), ordered=ordered)
        assert outcome.answer is not None
        assert is_right(case, outcome.answer, trace), seed
        assert outcome.visited == trace.visited, seed
        assert outcome.evaluations == len(trace.evaluated), seed


def test_the_right_student_shares_as_the_grader() -> None:
    for seed in range(100):
        case, outcome = random_case(Call.MAX_N, seed), right(Call.MAX_N, seed)
        found = max_n(case.start)
        assert outcome.answer is not None
        assert (outcome.answer.payoffs, outcome.answer.action) == (found.payoffs, found.action)
        assert outcome.visited == found.visited


def test_the_right_student_makes_the_graders_table() -> None:
    for seed in range(60):
        case, outcome = random_case(Call.VALUE_TABLE, seed), right(Call.VALUE_TABLE, seed)
        table = value_table(case.start, case.policies["opp"])
        assert outcome.answer is not None
        told: dict[object, object] = dict((outcome.answer.table or {}).items())
        assert set(told) == set(table)
        assert all(same(told[key], number) for key, number in table.items()), seed


def test_the_right_student_keeps_the_graders_options() -> None:
    for seed in range(200):
        case, outcome = random_case(Call.CHOOSE_BY_BOUNDS, seed), right(Call.CHOOSE_BY_BOUNDS, seed)
        assert outcome.answer is not None
        assert set(outcome.answer.options or ()) == choose_by_bounds(case.given.intervals or {})


@pytest.mark.parametrize("call", [Call.MINIMAX_POLICY, Call.EXPECTIMAX_POLICY])
def test_the_right_policy_plays_the_first_optimal_action(call: Call) -> None:
    for seed in range(60):
        case, outcome = random_case(call, seed), right(call, seed)
        first = {name: {best[0]: 1} for name, best in (case.expect.policy or {}).items()}
        assert outcome.answer is not None
        assert outcome.answer.policy == first, seed


# ---------------------------------------------------------------------- each mistake


@pytest.mark.parametrize("mistake", ALL, ids=lambda mistake: mistake.id)
def test_every_mistake_differs_from_right(mistake: Mistake) -> None:
    for call in mistake.calls:
        assert any(
            (mine.status, mine.answer, mine.visited, mine.evaluations)
            != (good.status, good.answer, good.visited, good.evaluations)
            for _, mine, good in runs(mistake, call)
        ), call


@pytest.mark.parametrize("mistake", [m for m in ALL if m.keeps_answer], ids=lambda m: m.id)
def test_harmless_mistakes_keep_every_answer(mistake: Mistake) -> None:
    for call in mistake.calls:
        for seed in range(200):
            case = random_case(call, seed)
            outcome = play(mistake, case, LECTURES)
            assert outcome.answer is not None, (call, seed)
            if call.prunes or call in SEARCHES:
                assert is_right(case, outcome.answer, optimal(case)), (call, seed)
            else:
                assert outcome.answer == right(call, seed).answer


@pytest.mark.parametrize("mistake", [m for m in ALL if not m.keeps_answer], ids=lambda m: m.id)
def test_other_mistakes_change_an_answer(mistake: Mistake) -> None:
    for call in mistake.calls:
        assert any(
            (mine.status, mine.answer) != (good.status, good.answer)
            for _, mine, good in runs(mistake, call)
        ), call


def test_pruning_mistakes_that_change_values_are_known() -> None:
    changing = {mistake.id for mistake in of(Call.ALPHA_BETA) if not mistake.keeps_answer}
    assert {"bounds-exchanged", "shared-window", "cuts-almost-equal", "always-beta"} <= changing
    assert not changing & {"never-cuts", "parents-bound-only", "cuts-at-max-only"}


# ---------------------------------------------------------------------- the library as a whole


def test_ids_and_texts_are_unique() -> None:
    for texts in (
        [mistake.id for mistake in ALL],
        [mistake.explanation for mistake in ALL],
        [mistake.change for mistake in ALL],
        [(mistake.title, mistake.calls) for mistake in ALL],
    ):
        assert len(set(texts)) == len(texts)


def test_every_function_has_mistakes() -> None:
    assert len(ALL) >= 75
    assert {call: len(of(call)) for call in Call if len(of(call)) < 8} == {}
    assert all(mistake.calls for mistake in ALL)


def test_every_row_of_the_study_that_fits_is_here() -> None:
    assert sorted({mistake.source for mistake in ALL} - {""}) == sorted(STUDIED)


CODE = re.compile(r"[=<>]=|\+=|\bdef\b|\blambda\b|`|\bself\b|_[a-z]+_|\w+\(\w*\) *[-+*/]")


@pytest.mark.parametrize("mistake", ALL, ids=lambda mistake: mistake.id)
def test_texts_are_plain_and_give_no_code_away(mistake: Mistake) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", mistake.id)
    assert 5 <= len(mistake.title) <= 70
    assert mistake.title[-1] not in ".?!"
    assert mistake.explanation[0].isupper()
    assert len(re.findall(r"[.?:](?= [A-Z]|$)", mistake.explanation)) >= 2
    assert len(mistake.explanation) <= 260
    assert mistake.hint[-1] in ".?"
    assert not CODE.search(mistake.title + mistake.explanation + mistake.hint)


def test_proofs_are_of_mistakes_that_exist() -> None:
    known = {(mistake.id, call) for mistake in ALL for call in mistake.calls}
    assert EQUIVALENT.keys() <= known
    assert {(name, Call.ALPHA_BETA) for name, _, _ in UNDER} <= known
    assert all(len(proof.split()) > 20 for proof in (*EQUIVALENT.values(), *UNDER.values()))


def test_a_proof_is_of_the_convention_that_is_stated() -> None:
    strict = Pruning(cutoff=Cutoff.STRICT)
    assert proof("last-of-ties", Call.ALPHA_BETA, strict) is not None
    assert proof("last-of-ties", Call.MINIMAX, strict) is None
    assert proof("last-of-ties", Call.ALPHA_BETA, Pruning()) is None
    assert proof("other-convention", Call.ALPHA_BETA, Pruning()) is not None


@pytest.mark.parametrize("call", [Call.ALPHA_BETA, Call.ALPHA_BETA_ORDERED])
def test_a_proved_mistake_follows_the_family(call: Call) -> None:
    mistake = next(mistake for mistake in ALL if mistake.id == "other-convention")
    observed = [(case, play(mistake, case, LECTURES)) for case in recorded(call) if case.is_traced]
    fit = best_member(observed, convention_of(LECTURES))
    assert any(str(member).startswith("cuts strictly") for member in fit.fitting)


# ---------------------------------------------------------------------- composing, and giving up


@pytest.mark.parametrize("call", Call, ids=lambda call: call.value)
def test_two_mistakes_at_once_run(call: Call) -> None:
    case = recorded(call)[0] if call in BY_RECORDED_CASES else random_case(call, 3)
    for pair in pairwise(of(call)):
        assert play(pair, case, LECTURES).status in {
            Status.RETURNED,
            Status.RAISED,
            Status.TIMED_OUT,
        }


def by_id(identity: str) -> Mistake:
    return next(mistake for mistake in ALL if mistake.id == identity)


def first_with(call: Call, root: Node) -> Case:
    case = random_case(call, 0)
    tree = GameTree(root)
    fields = {name: getattr(case, name) for name in ("id", "title", "given", "file", "line")}
    return Case(call=call, tree=tree, start=root, expect=Expectation(), weights={}, **fields)


def test_two_mistakes_show_both() -> None:
    tree = grow(Draft(player="opp", branches=[("A", Draft(utility=3)), ("B", Draft(utility=5))]))
    case = first_with(Call.MINIMAX, tree.root)
    both = play((by_id("everybody-maximises"), by_id("value-alone")), case, LECTURES)
    assert both.answer is not None
    assert both.answer.misshapen is not None
    assert both.answer.misshapen.shown == "5"


def test_an_exception_is_told_with_what_was_visited() -> None:
    tree = grow(Draft(player="agent", branches=[("A", Draft(utility=3))]))
    outcome = play(by_id("begins-with-none"), first_with(Call.MINIMAX, tree.root), LECTURES)
    assert outcome.status is Status.RAISED
    assert outcome.message.startswith("TypeError: '>' not supported")
    assert [node.name for node in outcome.visited] == ["root"]


def test_a_run_that_never_ends_is_stopped() -> None:
    tree = grow(Draft(player="agent", branches=[("A", Draft(utility=3))]))
    outcome = play(by_id("never-done"), first_with(Call.ITERATIVE_DEEPENING, tree.root), LECTURES)
    assert outcome.status is Status.TIMED_OUT
    assert outcome.message == "Your code did not end."


def test_a_game_that_is_too_large_has_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "GAME_NODES", 50)
    case = next(case for case in recorded(Call.MINIMAX) if case.id == "mm-29-tictactoe")
    with pytest.raises(TooLargeError, match="more than 50 nodes of a game were looked at"):
        play((), case, LECTURES)
