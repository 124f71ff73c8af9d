"""Generate trees with asked-for traits.

With hypothesis: the same seed, traits and size give the same tree with the same version of it.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from itertools import islice

from grader.authoring.new_text import number_text
from grader.authoring.new_traits import LARGE, OF_PRUNING, TRAITS
from grader.authoring.seeds import seeds
from grader.cases import Call
from grader.cases.decode_policies import AGENT, COIN, OPPONENT
from grader.cases.decode_property import WITH_COIN
from grader.errors import UsageError
from grader.search import depth_limited
from grader.tree import Action, Draft, GameTree, Node, Number, Player, grow, inline

SMALLEST, LARGEST = 3, 60  # nodes
_LARGEST_UNASKED = 24
_EXAMPLES = 3_000  # trees that are tried of a size that is asked for
_FEW_EXAMPLES = 300  # and of each size where none is
_EVERYBODY = frozenset({Call.SIMULATE, Call.ESTIMATE, Call.GAME_VALUE})
_EVALUATING = frozenset(call for call in Call if "evaluate" in call.arguments)


def generate(call: Call, traits: Iterable[str], *, seed: int, size: int | None = None) -> GameTree:
    """A tree for ``call`` that has all of ``traits``: of ``size`` nodes, or of as few as do.

    Raises UsageError for traits or a size that can't be, and where no tree was found.
    """
    wanted = tuple(traits)
    _check_wanted(call, wanted, size)
    drawn: Iterable[str] = islice(seeds(seed), _EXAMPLES)
    if size is None:
        drawn = tuple(islice(drawn, _FEW_EXAMPLES))  # for one size after another
    for nodes in [size] if size else range(SMALLEST, _LARGEST_UNASKED + 1):
        draft = _find(call, wanted, drawn, nodes)
        if draft is not None:
            return grow(draft)
    how_large = f"of {size}" if size else f"up to {_LARGEST_UNASKED}"
    raise UsageError(
        f"Found no tree {how_large} nodes with {', '.join(wanted) or 'any choice'}."
        " Ask for another --size, another --seed or fewer traits."
    )


def _check_wanted(call: Call, traits: Sequence[str], size: int | None) -> None:
    if not call.takes_tree or call is Call.MAX_N:
        raise UsageError(f"No tree can be generated for {call.value}; give one with --tree.")
    for trait in traits:
        if trait not in TRAITS:
            raise UsageError(f"There is no trait {trait!r}. There are: {', '.join(TRAITS)}.")
        if trait == "unequal-probabilities" and not call.takes_policies:
            raise UsageError(f"{call.value} is never given chances, so it can't have {trait}.")
        if trait in OF_PRUNING and call.takes_policies:
            raise UsageError(f"{trait} is about minimax trees; {call.value} averages.")
        if trait == "two-opponents" and call is Call.VALUE_TABLE:
            raise UsageError("value_table is for agent and opp alone, so not for two-opponents.")
    if size is not None and not SMALLEST <= size <= LARGEST:
        raise UsageError(f"--size is a number of nodes from {SMALLEST} to {LARGEST}.")


def _find(call: Call, traits: Sequence[str], drawn: Iterable[str], nodes: int) -> Draft | None:
    def has_all(draft: Draft) -> bool:
        tree = grow(draft)
        if len(tree.root.actions) < 2 or len({n.utility for n in tree.nodes()}) < 3:
            return False  # nothing to choose, or everything is worth the same
        policies = {p: inline(tree, p) for p in tree.players if averages(call, p)}
        return all(TRAITS[trait](tree, policies) for trait in traits)

    drafts = (_draw(seed, call, nodes, frozenset(traits)) for seed in drawn)
    return next(filter(has_all, drafts), None)


def averages(call: Call, player: Player) -> bool:
    """Whether ``player`` has its probabilities in a generated tree."""
    if call in WITH_COIN:
        return player == COIN
    return call.takes_policies and (call in _EVERYBODY or player != AGENT)


def _draw(seed: str, call: Call, nodes: int, traits: frozenset[str]) -> Draft:
    """Draw a tree: ends become inner nodes until there are ``nodes``. Small numbers and 0 are common."""
    rng = random.Random(seed)  # noqa: S311 - the same tree for everybody
    opponents = ["ghost1", "ghost2"] if "two-opponents" in traits else [OPPONENT]
    cycle = [AGENT, *opponents]
    numbers: list[Number] = [0, 1, 2, *(_whole(Fraction(n, 2)) for n in range(-6, 19))]
    if "large-values" in traits:
        numbers = [0, *((LARGE + 1) * n for n in range(-3, 10))]
    root = Draft()
    ends, made = [(root, 0)], 1
    while made < nodes:
        draft, depth = ends.pop(rng.randrange(len(ends)))
        draft.player = cycle[depth % len(cycle)]
        if call in WITH_COIN and rng.randrange(3) == 2 and depth:
            draft.player = COIN
        width = min(rng.randint(1 if depth else 2, 3), nodes - made)
        draft.branches = [(_action(depth, at), Draft()) for at in range(width)]
        if averages(call, draft.player):
            parts = [rng.randint(1, 3) for _ in range(width)]
            draft.chances = tuple(Fraction(part, sum(parts)) for part in parts)
        ends += [(below, depth + 1) for _, below in draft.branches]
        made += width
    for draft, _ in ends:
        draft.utility = rng.choice(numbers)
    if call in _EVALUATING:
        for draft in _all(root):
            if draft.player or call is Call.ALPHA_BETA_ORDERED:
                draft.evaluation = rng.choice(numbers)
    return root


def _whole(number: Number) -> Number:
    return number.numerator if number.denominator == 1 else number


def _action(depth: int, at: int) -> str:
    """The lecture's A, B, C at one move, and 1, 2, 3 at the next."""
    return "123"[at] if depth % 2 else "ABC"[at]


def _all(root: Draft) -> list[Draft]:
    found = [root]
    for draft in found:
        found += [child for _, child in draft.branches]
    return found


def default_keys(call: Call, tree: GameTree, traits: Sequence[str] = ()) -> dict[str, str]:
    """What a case of ``call`` on a generated tree is given, unless its author says otherwise.

    A depth or a budget is the least by which the search comes to see all of ``traits``.
    """
    worths = [node.utility for node in tree.nodes() if node.utility is not None]
    stated = {"n": "1000", "low": number_text(min(worths)), "high": number_text(max(worths))}
    if {"depth", "max_evaluations"}.intersection(call.arguments):
        depth, evaluations = _reaching(call, tree, traits)
        enough = evaluations if traits else tree.size() // 2
        stated |= {"depth": str(depth), "max_evaluations": str(max(1, enough))}
    return {key: value for key, value in stated.items() if key in call.arguments}


def _reaching(call: Call, tree: GameTree, traits: Sequence[str]) -> tuple[int, int]:
    """The least depth at which the tree that is cut there has the traits, and evaluations up to it."""
    evaluations = 0
    for depth in range(1, tree.size()):
        plies = call is Call.DEPTH_LIMITED_PLIES
        horizon = depth_limited(tree.root, depth, plies=plies).horizon
        evaluations += len(horizon)
        cut = grow(_cut(tree.root, horizon))
        if not horizon or all(TRAITS[trait](cut, {}) for trait in traits):
            return depth, evaluations
    return 1, evaluations


def _cut(node: Node, horizon: Collection[Node]) -> Draft:
    """The tree below ``node`` with ends at ``horizon``; recursion is safe, as the trees are small."""
    if node.is_end or node in horizon:
        return Draft(utility=node.evaluation if node in horizon else node.utility)
    steps = zip(node.actions, node.children, strict=True)
    below: list[tuple[Action, Draft]] = [(action, _cut(child, horizon)) for action, child in steps]
    return Draft(player=node.player, branches=below, chances=node.chances)
