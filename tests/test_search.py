"""Laws of our own searches on random trees, and that the reference agrees with them there."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from playing import (
    CHOOSERS,
    NOBODY,
    Policies,
    coin_of,
    height,
    names,
    play,
    played_policy,
    random_tree,
    search,
    trees,
)

from grader.cases import Call
from grader.errors import GraderError
from grader.search import (
    AGENT,
    FAMILY,
    RELATIVES,
    Convention,
    Trace,
    alpha_beta,
    depth_limited,
    expected_value,
    expectimax,
    expectiminimax,
    family_traces,
    minimax,
    optimal_policy,
)
from grader.tree import Draft, GameTree, Node, Number, PolicyError, grow, uniform

SOFT = MUST = Convention()
HARD = Convention(fail_hard=True)
MAY = Convention(strict_at_max=True, strict_at_min=True, fail_hard=True)
COIN = (*CHOOSERS, "coin")

law = settings(max_examples=100, deadline=None, derandomize=True, database=None)


@st.composite
def with_policies(draw: st.DrawFn) -> tuple[GameTree, Policies]:
    """A tree with a coin, and policies of the coin and of any of the other players."""
    tree = draw(trees(COIN))
    averaged = draw(st.sets(st.sampled_from(CHOOSERS)))
    tables = {player: uniform(tree, player) for player in tree.players if player in averaged}
    return tree, {**coin_of(tree), **tables}


# ---------------------------------------------------------------------- minimax


@law
@given(trees(leaves=6))
def test_minimax_is_the_best_strategys_worst_play(tree: GameTree) -> None:
    mine = list(strategies(tree, of_agent=True))
    theirs = list(strategies(tree, of_agent=False))
    assume(len(mine) * len(theirs) <= 300)
    worst = [min(outcome(tree, a, b) for b in theirs) for a in mine]
    best = [max(outcome(tree, a, b) for a in mine) for b in theirs]
    assert max(worst) == min(best) == minimax(tree.root).value


def strategies(tree: GameTree, *, of_agent: bool) -> Iterator[Mapping[Node, Node]]:
    """Every way for one side to choose a successor at each of its nodes."""
    nodes = [n for n in tree.nodes() if not n.is_end and (n.player == AGENT) is of_agent]
    for chosen in product(*(node.children for node in nodes)):
        yield dict(zip(nodes, chosen, strict=True))


def outcome(tree: GameTree, mine: Mapping[Node, Node], theirs: Mapping[Node, Node]) -> Number:
    node = tree.root
    while node.utility is None:
        node = {**mine, **theirs}[node]
    return node.utility


@law
@given(trees())
def test_optimal_actions_lead_to_the_value(tree: GameTree) -> None:
    trace = minimax(tree.root)
    for node in trace.visited:
        if not node.is_end:
            best = tuple(
                a for a in node.actions if minimax(node.child(a)).value == trace.values[node]
            )
            assert minimax(node).actions == best != ()


# ---------------------------------------------------------------------- alpha-beta


@law
@given(trees())
def test_pruning_changes_no_answer(tree: GameTree) -> None:
    full = minimax(tree.root)
    for trace in family_traces(tree.root).values():
        assert (trace.value, trace.actions) == (full.value, full.actions)
        assert trace.values.keys() == set(trace.visited)


@law
@given(trees())
def test_members_visit_what_all_must_and_none_beyond_may(tree: GameTree) -> None:
    traces = family_traces(tree.root)
    must, may = set(traces[MUST].visited), set(traces[MAY].visited)
    for trace in traces.values():
        seen = set(trace.visited)
        assert must <= seen <= may
        assert trace.visited == tuple(node for node in tree.nodes() if node in seen)


@law
@given(trees())
def test_soft_and_hard_look_alike_where_equality_cuts(tree: GameTree) -> None:
    traces = family_traces(tree.root)
    assert traces[SOFT].visited == traces[HARD].visited


@pytest.mark.parametrize("seed", range(12))
def test_laws_of_the_family_hold_on_bushy_trees(seed: int) -> None:
    tree = random_tree(seed, ends=300)
    traces = family_traces(tree.root)
    sizes = [len(trace.visited) for trace in traces.values()]
    assert len(traces[MUST].visited) == min(sizes) < max(sizes) == len(traces[MAY].visited)
    assert {trace.value for trace in traces.values()} == {minimax(tree.root).value}
    assert traces[SOFT].visited == traces[HARD].visited


def test_any_two_other_members_differ_somewhere() -> None:
    visits: dict[Convention, list[tuple[Node, ...]]] = {member: [] for member in FAMILY}
    for seed in range(12):
        tree = random_tree(seed, ends=100, most=4)
        for member, trace in family_traces(tree.root).items():
            visits[member].append(trace.visited)
    alike = [(a, b) for a, b in combinations(FAMILY, 2) if visits[a] == visits[b]]
    assert alike == [(SOFT, HARD)]


@law
@given(trees(), st.sampled_from(FAMILY))
def test_what_is_unvisited_was_cut(tree: GameTree, member: Convention) -> None:
    trace = alpha_beta(tree.root, member)
    seen = set(trace.visited)
    cut_at = {cut.node: cut for cut in trace.cuts}
    assert len(cut_at) == len(trace.cuts)
    for node in trace.visited:
        unseen = tuple(child for child in node.children if child not in seen)
        assert unseen == (cut_at[node].pruned if node in cut_at else ())
    assert trace.pruned == tuple(c for n in trace.visited if n in cut_at for c in cut_at[n].pruned)


@law
@given(trees(), st.sampled_from(FAMILY))
def test_nothing_below_a_pruned_node_is_visited(tree: GameTree, member: Convention) -> None:
    trace = alpha_beta(tree.root, member)
    below = {node for pruned in trace.pruned for node in tree.nodes(pruned)}
    assert below == set(tree.nodes()) - set(trace.visited)


@law
@given(trees(), st.sampled_from(FAMILY))
def test_cuts_are_made_by_the_first_value_beyond_the_bound(
    tree: GameTree, member: Convention
) -> None:
    trace = alpha_beta(tree.root, member)
    cut_at = {cut.node: cut for cut in trace.cuts}
    for node in (n for n in trace.visited if not n.is_end):
        tried = [child for child in node.children if child in trace.values]
        beyond = [child for child in tried if is_beyond(trace, node, child, member)]
        assert beyond in ([], [tried[-1]])
        if node in cut_at:
            cut = cut_at[node]
            assert [cut.after] == beyond
            assert (cut.value, cut.window) == (trace.values[cut.after], trace.windows[node])


def is_beyond(trace: Trace, node: Node, child: Node, member: Convention) -> bool:
    """Whether the value of ``child`` lets the search leave ``node``."""
    value, window = trace.values[child], trace.windows[node]
    if node.player == AGENT:
        bound, strict, ahead = window.beta, member.strict_at_max, 1
    else:
        bound, strict, ahead = window.alpha, member.strict_at_min, -1
    return bound is not None and (ahead * (value - bound) > 0 or (value == bound and not strict))


@law
@given(trees(), st.sampled_from(FAMILY))
def test_windows_are_the_tightest_bounds_of_all_ancestors(
    tree: GameTree, member: Convention
) -> None:
    trace = alpha_beta(tree.root, member)
    for node in trace.visited:
        window = trace.windows[node]
        alphas, betas = bounds_above(tree, trace, node)
        assert window.alpha == max(alphas.values(), default=None)
        assert window.beta == min(betas.values(), default=None)
        assert window.alpha_at is None if not alphas else alphas[window.alpha_at] == window.alpha
        assert window.beta_at is None if not betas else betas[window.beta_at] == window.beta


def bounds_above(
    tree: GameTree, trace: Trace, node: Node
) -> tuple[dict[Node | None, Number], dict[Node | None, Number]]:
    """The best value so far of each max ancestor, and of each min ancestor, that has one."""
    alphas: dict[Node | None, Number] = {}
    betas: dict[Node | None, Number] = {}
    below = node
    for ancestor in tree.ancestors(node):
        before = ancestor.children[: ancestor.children.index(below)]
        if before and ancestor.player == AGENT:
            alphas[ancestor] = max(trace.values[child] for child in before)
        elif before:
            betas[ancestor] = min(trace.values[child] for child in before)
        below = ancestor
    return alphas, betas


@law
@given(trees(), st.sampled_from([member for member in FAMILY if member.fail_hard]))
def test_fail_hard_returns_nothing_outside_the_window(tree: GameTree, member: Convention) -> None:
    trace = alpha_beta(tree.root, member)
    for node in trace.visited:
        window, value = trace.windows[node], trace.values[node]
        if not node.is_end:
            assert window.alpha is None or window.alpha <= value
            assert window.beta is None or value <= window.beta


@law
@given(trees(), st.sampled_from([member for member in FAMILY if not member.fail_hard]))
def test_fail_soft_returns_a_bound_on_the_minimax_value(tree: GameTree, member: Convention) -> None:
    trace, full = alpha_beta(tree.root, member), minimax(tree.root)
    for node in trace.visited:
        window, value = trace.windows[node], trace.values[node]
        if window.alpha is None or value > window.alpha:
            assert value <= full.values[node]
        if window.beta is None or value < window.beta:
            assert value >= full.values[node]


@law
@given(trees(), st.sampled_from(RELATIVES))
def test_relatives_of_the_family_are_right_and_visit_what_they_may(
    tree: GameTree, relative: Convention
) -> None:
    trace, may = alpha_beta(tree.root, relative), alpha_beta(tree.root, MAY)
    assert trace.value == minimax(tree.root).value
    assert set(alpha_beta(tree.root, SOFT).visited) <= set(trace.visited) <= set(may.visited)


@given(st.sampled_from(RELATIVES))
def test_a_relative_is_no_member(relative: Convention) -> None:
    assert relative not in FAMILY
    assert all(str(relative) != str(member) for member in FAMILY)


# ---------------------------------------------------------------------- transformed trees

SWAP = {AGENT: "opp", "opp": AGENT, "ghost1": AGENT}


def transformed(
    node: Node, change: Callable[[Number], Number], players: Mapping[str, str] | None = None
) -> Node:
    """The tree with its numbers changed, and its players where ``players`` says so."""
    known = players or {}
    return replace(
        node,
        player=node.player and known.get(node.player, node.player),
        utility=None if node.utility is None else change(node.utility),
        evaluation=None if node.evaluation is None else change(node.evaluation),
        children=tuple(transformed(child, change, players) for child in node.children),
    )


@law
@given(
    trees(), st.integers(-5, 5), st.sampled_from((1, 3, Fraction(1, 2))), st.sampled_from(FAMILY)
)
def test_shifting_and_stretching_utilities_changes_values_only(
    tree: GameTree, shift: int, stretch: Number, member: Convention
) -> None:
    plain = alpha_beta(tree.root, member)
    other = alpha_beta(transformed(tree.root, lambda number: number * stretch + shift), member)
    assert other.value == plain.value * stretch + shift
    assert other.actions == plain.actions
    assert names(other.visited) == names(plain.visited)


@law
@given(trees(), st.sampled_from(FAMILY))
def test_swapping_the_sides_negates_the_value(tree: GameTree, member: Convention) -> None:
    mirrored = replace(
        member, strict_at_max=member.strict_at_min, strict_at_min=member.strict_at_max
    )
    plain = alpha_beta(tree.root, member)
    other = alpha_beta(transformed(tree.root, lambda number: -number, SWAP), mirrored)
    assert (other.value, other.actions) == (-plain.value, plain.actions)
    assert names(other.visited) == names(plain.visited)


# ---------------------------------------------------------------------- depth


@law
@given(trees(), st.integers(0, 3), st.booleans())
def test_depth_beyond_the_height_is_minimax(tree: GameTree, more: int, plies: bool) -> None:
    full = minimax(tree.root)
    limited = depth_limited(tree.root, height(tree.root) + more, plies=plies)
    assert limited == full


@law
@given(trees(), st.integers(0, 5), st.booleans())
def test_depth_limited_is_its_recurrence(tree: GameTree, depth: int, plies: bool) -> None:
    def value(node: Node, left: int) -> Number:
        if node.utility is not None:
            return node.utility
        if left == 0:
            assert node.evaluation is not None
            return node.evaluation
        best = max if node.player == AGENT else min
        return best(value(c, left - (plies or c.player == AGENT)) for c in node.children)

    assert depth_limited(tree.root, depth, plies=plies).value == value(tree.root, depth)


@law
@given(trees(), st.integers(0, 5))
def test_horizon_is_as_many_plies_away_as_asked(tree: GameTree, plies: int) -> None:
    trace = depth_limited(tree.root, plies, plies=True)
    away = {node: len(list(tree.ancestors(node))) for node in tree.nodes()}
    assert trace.visited == tuple(node for node in tree.nodes() if away[node] <= plies)
    assert trace.horizon == tuple(
        node for node in tree.nodes() if away[node] == plies and not node.is_end
    )


@law
@given(trees(), st.integers(0, 5), st.sampled_from(FAMILY))
def test_pruned_depth_limited_search_has_the_same_answer(
    tree: GameTree, plies: int, member: Convention
) -> None:
    full = depth_limited(tree.root, plies, plies=True)
    trace = alpha_beta(tree.root, member, plies=plies)
    seen = set(trace.visited)
    assert (trace.value, trace.actions) == (full.value, full.actions)
    assert trace.visited == tuple(node for node in full.visited if node in seen)
    assert trace.horizon == tuple(node for node in full.horizon if node in seen)
    assert {node for cut in trace.cuts for node in cut.pruned} == set(trace.pruned)


# ---------------------------------------------------------------------- averages


def defined(node: Node, policies: Policies) -> Fraction:
    """The value by its definition, written down once more."""
    if node.utility is not None:
        return Fraction(node.utility)
    values = {action: defined(node.child(action), policies) for action in node.actions}
    assert node.player is not None
    if node.player in policies:
        chances = policies[node.player][node.name]
        return sum((chances[action] * values[action] for action in values), Fraction(0))
    return max(values.values()) if node.player == AGENT else min(values.values())


@law
@given(with_policies())
def test_expected_value_is_its_definition(given_: tuple[GameTree, Policies]) -> None:
    tree, policies = given_
    trace = expected_value(tree.root, policies)
    assert trace.value == defined(tree.root, policies)
    assert trace.visited == tuple(tree.nodes())


@law
@given(with_policies())
def test_expectimax_is_its_definition(given_: tuple[GameTree, Policies]) -> None:
    tree, policies = given_
    others = {player: table for player, table in policies.items() if player != AGENT}
    for trace in (expectimax(tree.root, policies), expectiminimax(tree.root, policies)):
        assert trace.value == defined(tree.root, others)
        assert trace.visited == tuple(tree.nodes())
        assert trace.actions == best_by_definition(tree.root, others)


def best_by_definition(node: Node, policies: Policies) -> tuple[str, ...]:
    if node.is_end or node.player in policies:
        return ()
    value = defined(node, policies)
    return tuple(a for a in node.actions if defined(node.child(a), policies) == value)


@law
@given(with_policies())
def test_optimal_policy_has_every_best_action(given_: tuple[GameTree, Policies]) -> None:
    tree, policies = given_
    others = {player: table for player, table in policies.items() if player != AGENT}
    choosing = [n for n in tree.nodes() if not n.is_end and n.player not in others]
    found = optimal_policy(tree.root, policies)
    assert list(found) == [node.name for node in choosing]
    for node in choosing:
        assert found[node.name] == best_by_definition(node, others)


@law
@given(trees(COIN), st.sampled_from((0, -1)))
def test_playing_any_optimal_policy_reaches_the_value(tree: GameTree, pick: int) -> None:
    coin = coin_of(tree)
    played: dict[str, dict[str, dict[str, Fraction]]] = {player: {} for player in CHOOSERS}
    for name, best in optimal_policy(tree.root, coin).items():
        node = tree.by_name[name]
        assert node.player is not None
        played[node.player][name] = {a: Fraction(a == best[pick]) for a in node.actions}
    assert expected_value(tree.root, {**coin, **played}).value == expectimax(tree.root, coin).value


# ---------------------------------------------------------------------- size


def chain(moves: int) -> Node:
    draft = Draft(utility=5)
    for at in range(moves):
        player = CHOOSERS[at % len(CHOOSERS)]
        draft = Draft(player=player, evaluation=1, branches=[("a", draft)])
    return grow(draft).root


@pytest.mark.parametrize("moves", [100, 3000])
def test_deep_chains_need_no_recursion(moves: int) -> None:
    start = chain(moves)
    traces = [minimax(start), expectimax(start, NOBODY), depth_limited(start, moves, plies=True)]
    traces += family_traces(start).values()
    assert {trace.value for trace in traces} == {5}
    assert {len(trace.visited) for trace in traces} == {moves + 1}


def test_reference_plays_a_chain_of_100_moves() -> None:
    start = chain(100)
    assert play(Call.MINIMAX, start).value == play(Call.ALPHA_BETA, start).value == 5
    assert play(Call.DEPTH_LIMITED_PLIES, start, depth=100).value == 5


def test_tree_of_20_000_nodes_is_searched_quickly() -> None:
    tree = random_tree(1, ends=12_000)
    assert tree.size() > 20_000
    began = time.process_time()
    traces = family_traces(tree.root)
    assert traces[SOFT].value == minimax(tree.root).value
    assert time.process_time() - began < 10
    assert len(traces[SOFT].visited) < tree.size() // 2


# ---------------------------------------------------------------------- faults


@pytest.mark.parametrize("call", [Call.DEPTH_LIMITED, Call.DEPTH_LIMITED_PLIES])
def test_missing_evaluation_names_the_node(call: Call) -> None:
    inner = Draft(player=AGENT, branches=[("1", Draft(utility=3))])
    start = grow(Draft(player="opp", branches=[("A", inner)])).root
    message = "the search stops at A, which has no evaluation; give it one"
    with pytest.raises(GraderError, match=f"^{message}$"):
        search(call, start, depth=1)
    assert search(call, start, depth=2).value == 3


def test_missing_evaluation_stops_alpha_beta_too() -> None:
    start = grow(Draft(player=AGENT, branches=[("A", Draft(utility=3))])).root
    with pytest.raises(GraderError, match=r"^the search stops at root, which has no evaluation"):
        alpha_beta(start, SOFT, plies=0)


def test_end_without_utility_names_the_node() -> None:
    start = grow(Draft(player=AGENT, branches=[("A", Draft())])).root
    for trace in (minimax, family_traces):
        with pytest.raises(GraderError, match=r"^A is an end without a utility; give it a number$"):
            trace(start)


def test_policy_that_lacks_a_node_names_player_and_node() -> None:
    start = grow(Draft(player="coin", branches=[("A", Draft(utility=1))])).root
    with pytest.raises(PolicyError, match=r"^no probabilities are given for coin at root$"):
        expected_value(start, {"coin": {}})


# ---------------------------------------------------------------------- the reference agrees


def assert_agree(
    call: Call, tree: GameTree, policies: Policies = NOBODY, depth: int | None = None
) -> None:
    run = play(call, tree.root, policies=policies, depth=depth)
    trace = search(call, tree.root, policies=policies, depth=depth)
    assert run.value == trace.value
    assert run.action == (None if call is Call.GAME_VALUE else next(iter(trace.actions), None))
    assert (run.visited, run.evaluated) == (trace.visited, trace.horizon)


@pytest.mark.parametrize("call", [Call.MINIMAX, Call.ALPHA_BETA])
@law
@given(tree=trees())
def test_reference_agrees_on_adversarial_trees(call: Call, tree: GameTree) -> None:
    assert_agree(call, tree)


@pytest.mark.parametrize("seed", range(6))
def test_reference_agrees_on_bushy_trees(seed: int) -> None:
    tree = random_tree(seed, ends=500)
    for call in (Call.MINIMAX, Call.ALPHA_BETA):
        assert_agree(call, tree)
    for depth in range(5):
        assert_agree(Call.DEPTH_LIMITED, tree, depth=depth)
        assert_agree(Call.DEPTH_LIMITED_PLIES, tree, depth=depth)


@pytest.mark.parametrize("call", [Call.GAME_VALUE, Call.EXPECTIMAX, Call.EXPECTIMINIMAX])
@law
@given(given_=with_policies())
def test_reference_agrees_on_averages(call: Call, given_: tuple[GameTree, Policies]) -> None:
    tree, policies = given_
    assert_agree(call, tree, policies)


@pytest.mark.parametrize("call", [Call.DEPTH_LIMITED, Call.DEPTH_LIMITED_PLIES])
@law
@given(tree=trees(), depth=st.integers(0, 5))
def test_reference_agrees_at_every_depth(call: Call, tree: GameTree, depth: int) -> None:
    assert_agree(call, tree, depth=depth)


@pytest.mark.parametrize("call", [Call.MINIMAX_POLICY, Call.EXPECTIMAX_POLICY])
@law
@given(given_=with_policies())
def test_reference_plays_the_first_optimal_action(
    call: Call, given_: tuple[GameTree, Policies]
) -> None:
    tree, policies = given_
    known = policies if call.takes_policies else NOBODY
    for name, actions in optimal_policy(tree.root, known).items():
        assert played_policy(call, tree.by_name[name], known) == {actions[0]: 1}


# ---------------------------------------------------------------------- the trees themselves


def test_random_trees_have_what_the_laws_need() -> None:
    """Cuts on equality and at 0, by far ancestors, runs of one player, single children, ties."""
    found: dict[str, int] = {}

    @settings(max_examples=300, derandomize=True, deadline=None, database=None)
    @given(trees())
    def look(tree: GameTree) -> None:
        for trait in traits(tree):
            found[trait] = found.get(trait, 0) + 1

    look()
    wanted = ("cut", "equal", "zero", "far", "run", "single", "tie", "fraction", "members differ")
    assert {trait: found.get(trait, 0) >= 3 for trait in wanted} == dict.fromkeys(wanted, True)


def traits(tree: GameTree) -> set[str]:
    traces = family_traces(tree.root)
    cuts = traces[SOFT].cuts
    met = [(c, c.window.beta if c.node.player == AGENT else c.window.alpha) for c in cuts]
    setters = [
        (c.node, c.window.beta_at if c.node.player == AGENT else c.window.alpha_at) for c in cuts
    ]
    inner = [node for node in tree.nodes() if not node.is_end]
    checks = {
        "cut": bool(cuts),
        "equal": any(cut.value == bound for cut, bound in met),
        "zero": any(bound == 0 for _, bound in met),
        "far": any(setter not in list(tree.ancestors(node))[:1] for node, setter in setters),
        "run": any(node.player == child.player for node in inner for child in node.children),
        "single": any(len(node.children) == 1 for node in inner),
        "tie": len(minimax(tree.root).actions) > 1,
        "fraction": any(isinstance(node.utility, Fraction) for node in tree.nodes()),
        "members differ": len({trace.visited for trace in traces.values()}) > 1,
    }
    return {trait for trait, holds in checks.items() if holds}
