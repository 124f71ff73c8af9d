"""Generate trees with asked-for traits.

With hypothesis, which only authors need: the same seed, traits and size give the same tree with the same
version of it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from grader.authoring.new_text import number_text
from grader.authoring.new_traits import LARGE, OF_PRUNING, TRAITS
from grader.cases import Call
from grader.cases.decode_policies import AGENT, COIN, OPPONENT
from grader.errors import UsageError
from grader.tree import Draft, GameTree, Number, Player, grow, inline

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

SMALLEST, LARGEST = 3, 60  # nodes
_LARGEST_UNASKED = 24
_EXAMPLES = 3_000  # trees that are tried of a size that is asked for
_FEW_EXAMPLES = 300  # and of each size where none is
_EVERYBODY = frozenset({Call.SIMULATE, Call.ESTIMATE, Call.GAME_VALUE})
_WITH_COIN = frozenset({Call.EXPECTIMINIMAX, Call.EXPECTIMINIMAX_PRUNED})
_EVALUATING = frozenset(call for call in Call if "evaluate" in call.arguments)


def generate(call: Call, traits: Iterable[str], *, seed: int, size: int | None = None) -> GameTree:
    """A tree for ``call`` that has all of ``traits``: of ``size`` nodes, or of as few as do.

    Raises UsageError for traits or a size that can't be, and where no tree was found.
    """
    wanted = tuple(traits)
    _check_wanted(call, wanted, size)
    for nodes in [size] if size else range(SMALLEST, _LARGEST_UNASKED + 1):
        draft = _find(call, wanted, seed, nodes, _EXAMPLES if size else _FEW_EXAMPLES)
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


def _find(call: Call, traits: Sequence[str], seed: int, nodes: int, tries: int) -> Draft | None:
    try:  # here, since it takes long to import and only authors have it
        from hypothesis import Phase, find, settings
        from hypothesis.errors import NoSuchExample
        from hypothesis.strategies import composite
    except ImportError:
        raise UsageError("Trees are generated with hypothesis: pip install hypothesis.") from None

    def has_all(draft: Draft) -> bool:
        tree = grow(draft)
        if len(tree.root.actions) < 2 or len({n.utility for n in tree.nodes()}) < 3:
            return False  # nothing to choose, or everything is worth the same
        policies = {p: inline(tree, p) for p in tree.players if averages(call, p)}
        return all(TRAITS[trait](tree, policies) for trait in traits)

    # No shrinking: it would give the same smallest tree for every seed.
    once = settings(max_examples=tries, phases=[Phase.generate], database=None, deadline=None)
    trees = composite(lambda draw: _draw(draw, call, nodes, frozenset(traits)))()
    try:
        return find(trees, has_all, settings=once, random=random.Random(seed))  # noqa: S311
    except NoSuchExample:
        return None


def averages(call: Call, player: Player) -> bool:
    """Whether ``player`` has its probabilities in a generated tree."""
    if call in _WITH_COIN:
        return player == COIN
    return call.takes_policies and (call in _EVERYBODY or player != AGENT)


def _draw(draw: DrawFn, call: Call, nodes: int, traits: frozenset[str]) -> Draft:
    """Draw a tree: ends become inner nodes until there are ``nodes``. Small numbers and 0 are common."""
    from hypothesis.strategies import integers, sampled_from

    opponents = ["ghost1", "ghost2"] if "two-opponents" in traits else [OPPONENT]
    cycle = [AGENT, *opponents]
    numbers = sampled_from([0, 1, 2, *(_whole(Fraction(n, 2)) for n in range(-6, 19))])
    if "large-values" in traits:
        numbers = sampled_from([0, *((LARGE + 1) * n for n in range(-3, 10))])
    root = Draft()
    ends, made = [(root, 0)], 1
    while made < nodes:
        draft, depth = ends.pop(draw(integers(0, len(ends) - 1)))
        draft.player = cycle[depth % len(cycle)]
        if call in _WITH_COIN and draw(integers(0, 2)) == 2 and depth:
            draft.player = COIN
        width = min(draw(integers(1 if depth else 2, 3)), nodes - made)
        draft.branches = [(_action(depth, at), Draft()) for at in range(width)]
        if averages(call, draft.player):
            parts = [draw(integers(1, 3)) for _ in range(width)]
            draft.chances = tuple(Fraction(part, sum(parts)) for part in parts)
        ends += [(below, depth + 1) for _, below in draft.branches]
        made += width
    for draft, _ in ends:
        draft.utility = draw(numbers)
    if call in _EVALUATING:
        for draft in _all(root):
            if draft.player or call is Call.ALPHA_BETA_ORDERED:
                draft.evaluation = draw(numbers)
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


def default_keys(call: Call, tree: GameTree) -> dict[str, str]:
    """What a case of ``call`` on a generated tree is given, unless its author says otherwise."""
    worths = [node.utility for node in tree.nodes() if node.utility is not None]
    stated = {"depth": "1", "n": "1000", "max_evaluations": str(tree.size() // 2)}
    stated |= {"low": number_text(min(worths)), "high": number_text(max(worths))}
    return {key: value for key, value in stated.items() if key in call.arguments}
