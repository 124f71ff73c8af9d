"""A tree as a case: what a function is given on it, what is right, and how that is written.

Decides with which starts, depths, budgets and policies a proposed tree is tried. What is right is said
by our own search alone; ``grader record`` asks the reference, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from grader.authoring.unrecorded import template
from grader.authoring.witness import by_search
from grader.authoring.written import Data, shown
from grader.cases import Call, Case, Check, Expectation, Pruning, TieBreak
from grader.cases.decode_case import DEFAULT_WEIGHTS
from grader.cases.decode_expect import states
from grader.cases.model import Given
from grader.errors import GraderError
from grader.search import AGENT
from grader.tree import GameTree, Node, Player, PolicyTable, inline, uniform

_VARIED = 3  # nodes of trees that are tried with other starts and policies, too
_LARGEST_BUDGET = 5  # of evaluations
_SIDES = {"agent": "max", "opp": "min"}  # who moves, in a line of text
# The calls that a policy of the agent may be given to, though it chooses for itself.
_IGNORES = {
    Call.EXPECTIMAX, Call.EXPECTIMINIMAX, Call.EXPECTIMAX_POLICY, Call.EXPECTIMINIMAX_PRUNED,
}  # fmt: skip


def cases_of(call: Call, tree: GameTree, pruning: Pruning) -> Iterator[Case]:
    """The cases of ``call`` on ``tree``, none where it can't be given.

    There is one for each depth or budget and, on a tree small enough, for each start inside it and for
    an agent that has a policy, which is ignored; these have the largest depth or budget only. Where
    several actions are best, another one asks for the first.
    """
    if not _can_be_given(call, tree):
        return
    givens = list(_givens(call, tree))
    for number, (start, policies) in enumerate(_settings(call, tree)):
        for given in givens[-1:] if number else givens:
            bare = Case(
                id="proposed",
                call=call,
                title="proposed",
                tree=tree,
                start=start,
                policies=policies,
                given=given,
                expect=Expectation(),
                weights={},
                file="proposed.yaml",
                line=1,
            )
            case = _expecting(bare, pruning)
            if case is None:
                continue
            yield case
            if tree.size() <= _VARIED and len(case.expect.actions or ()) > 1:
                yield replace(case, tie_break=TieBreak.FIRST)


def _settings(call: Call, tree: GameTree) -> Iterator[tuple[Node, dict[Player, PolicyTable]]]:
    """Where a case may start and who has a policy."""
    stated = {p: inline(tree, p) for p in tree.players if _has_chances(tree, p)}
    yield tree.root, stated
    if tree.size() > _VARIED:
        return
    if call.takes_state:
        yield from ((node, stated) for node in tree.nodes() if node is not tree.root)
    if call in _IGNORES and AGENT in tree.players:
        yield tree.root, {**stated, AGENT: uniform(tree, AGENT)}


def _expecting(bare: Case, pruning: Pruning) -> Case | None:
    """The case with what is right for it; None where an evaluation or a probability is missing."""
    try:
        case = replace(bare, expect=template(bare))
        expect = by_search(case, pruning)
    except GraderError:
        return None
    weights = {check: DEFAULT_WEIGHTS[check] for check in Check if states(expect, check)}
    return replace(case, expect=expect, weights=weights) if any(weights.values()) else None


def _can_be_given(call: Call, tree: GameTree) -> bool:
    """Whether the reader of cases would take ``tree`` for ``call``, as far as the search can't tell."""
    nodes = list(tree.nodes())
    if call is Call.ALPHA_BETA_ORDERED:
        return all(node.evaluation is not None for node in nodes if node is not tree.root)
    if call is Call.ITERATIVE_DEEPENING:
        asked = (node for node in nodes if node.player == AGENT or node is tree.root)
        return all(node.evaluation is not None for node in asked if not node.is_end)
    if call.returns_policy:
        return AGENT in tree.players
    return call is not Call.VALUE_TABLE or "opp" in tree.players


def _has_chances(tree: GameTree, player: str) -> bool:
    return any(node.chances is not None for node in tree.nodes() if node.player == player)


def _givens(call: Call, tree: GameTree) -> Iterator[Given]:
    if call.takes_depth:
        height = max(sum(1 for _ in tree.ancestors(node)) for node in tree.nodes())
        yield from (Given(depth=depth) for depth in range(height + 1))
    elif call is Call.ITERATIVE_DEEPENING:
        asked = sum(node.player == AGENT for node in tree.nodes())
        most = min(2 * asked + 1, _LARGEST_BUDGET)
        yield from (Given(max_evaluations=budget) for budget in range(1, most + 1))
    elif call is Call.EXPECTIMINIMAX_PRUNED:
        worths = [node.utility for node in tree.nodes() if node.utility is not None]
        yield Given(low=min(worths), high=max(worths))
    else:
        yield Given()


def skeleton(case: Case, comment: str) -> str:
    """The case file, to be recorded. ``comment`` is its first line."""
    size = case.tree.size()
    given = {
        key: str(value)
        for key in ("depth", "max_evaluations", "low", "high")
        if (value := getattr(case.given, key)) is not None
    }
    lines = [f"# {comment}", f"call: {case.call.value}"]
    lines += [f"title: a tree of {size} node{'s' if size > 1 else ''}"]
    lines += [f"tree: {shown(_data_of(case.tree.root))}"]
    if case.start is not case.tree.root:
        lines.append(f"state: {case.start.name}")
    if case.call in _IGNORES and AGENT in case.policies:
        lines.append("policies: {agent: uniform}")
    lines += [f"{key}: {value}" for key, value in given.items()]
    if case.tie_break is TieBreak.FIRST:
        lines.append("tie_break: first")
    return "\n".join([*lines, "expect: record", ""])


def line_of(node: Node) -> str:
    """The tree in one line, as the handout's ``Tree`` reads it; evaluations can't be said in it.

    >>> from grader.tree import Draft, grow
    >>> ends = [("A", Draft(utility=1)), ("B", Draft(utility=-2))]
    >>> line_of(grow(Draft(player="agent", branches=ends)).root)
    'max(A: 1, B: -2)'
    """
    if node.payoffs is not None:
        return (
            f"utility({', '.join(f'{player}: {worth}' for player, worth in node.payoffs.items())})"
        )
    if node.player is None:
        return str(node.utility)
    chances = [f" {chance}" for chance in node.chances or ()] or [""] * len(node.children)
    below = (
        f"{action}{chance}: {line_of(child)}"
        for action, chance, child in zip(node.actions, chances, node.children, strict=True)
    )
    return f"{_SIDES.get(node.player, node.player)}({', '.join(below)})"


def _data_of(node: Node) -> Data:
    """The tree as it stands in a case file."""
    evaluation: dict[str, Data] = {}
    if node.evaluation is not None:
        evaluation = {"eval": str(node.evaluation)}
    if node.payoffs is not None:
        return {"utility": {player: str(worth) for player, worth in node.payoffs.items()}}
    if node.player is None:
        plain = str(node.utility)
        return {"utility": plain, **evaluation} if evaluation else plain
    below = [_data_of(child) for child in node.children]
    if node.chances is not None:
        below = [[str(chance), part] for chance, part in zip(node.chances, below, strict=True)]
    return {node.player: dict(zip(node.actions, below, strict=True)), **evaluation}
