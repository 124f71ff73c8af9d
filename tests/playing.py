"""What several test modules share: a recorded game, both of our searchers by name, random trees.

``load`` gives a module by its path: two folders have a ``solver.py``.

Trees are ``grader.tree`` nodes, so ``grader.search`` walks them as they are; ``solution/`` plays them
through ``Recorded``.
"""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from games import Action, Player, Policy, State
from hypothesis import strategies as st

from grader.cases import Call
from grader.search import (
    Convention,
    Trace,
    alpha_beta,
    depth_limited,
    expected_value,
    expectimax,
    expectiminimax,
    minimax,
)
from grader.tree import Draft, GameTree, Node, Number, PolicyTable, grow, inline

ROOT = Path(__file__).resolve().parents[1]
Policies = Mapping[Player, PolicyTable]
NOBODY: Policies = {}


def load(path: Path) -> ModuleType:
    """The module at ``path``, under a name of its own; it finds the modules beside it."""
    spec = importlib.util.spec_from_file_location(f"{path.parent.name}_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(path.parent)
        spec.loader.exec_module(module)
    return module


solution = load(ROOT / "solution" / "solver.py")


# ---------------------------------------------------------------------- solution/ plays a tree


class Recorded:
    """The tree below ``start`` as a game; what is asked about it is written down.

    States are the nodes. ``visited`` has them in the order of first questions, ``evaluated`` one node
    for each evaluation asked for. A node can be asked about once its parent's successors are listed.
    """

    def __init__(self, start: Node) -> None:
        self._start = start
        self._revealed = {start}
        self.visited: dict[Node, None] = {}
        self.evaluated: list[Node] = []

    def start_state(self) -> Node:
        return self._start

    def is_end(self, state: State) -> bool:
        return self._visit(state).is_end

    def utility(self, state: State) -> Any:
        node = self._visit(state)
        if node.utility is None:
            raise ValueError(f"{node.name} is not an end")
        return node.utility

    def player(self, state: State) -> Player | None:
        return self._visit(state).player

    def successors(self, state: State) -> dict[Action, State]:
        node = self._visit(state)
        self._revealed.update(node.children)
        return dict(zip(node.actions, node.children, strict=True))

    def evaluate(self, state: State) -> Any:
        assert isinstance(state, Node)
        self.evaluated.append(state)
        if state.evaluation is None:
            raise ValueError(f"{state.name} has no evaluation")
        return state.evaluation

    def _visit(self, state: State) -> Node:
        assert isinstance(state, Node)
        assert state in self._revealed, f"{state.name} was asked about before it was found"
        self.visited.setdefault(state)
        return state


@dataclass(frozen=True, kw_only=True)
class Played:
    """What a run of ``solution/`` returned and asked about. ``game_value`` has no action."""

    value: Any
    action: Action | None
    visited: tuple[Node, ...]
    evaluated: tuple[Node, ...]


def play(
    call: Call, start: Node, *, policies: Policies = NOBODY, depth: int | None = None
) -> Played:
    """Call the function of ``solution/`` by its name, with the arguments that it takes."""
    game = Recorded(start)
    arguments: list[object] = [policies_of(policies)] if call.takes_policies else []
    arguments.append(start)
    if call.takes_depth:
        arguments += [depth, game.evaluate]
    answer = getattr(solution, call.value)(game, *arguments)
    value, action = (answer, None) if call is Call.GAME_VALUE else answer
    return Played(
        value=value,
        action=action,
        visited=tuple(game.visited),
        evaluated=tuple(game.evaluated),
    )


def played_policy(call: Call, node: Node, policies: Policies = NOBODY) -> Mapping[Action, Any]:
    """What the policy that ``solution/`` makes of the game does at ``node``."""
    make = getattr(solution, call.value)
    more = [policies_of(policies)] if call.takes_policies else []
    chances: Mapping[Action, Any] = make(Recorded(node), *more)(node)
    return chances


def policies_of(tables: Policies) -> dict[Player, Policy]:
    """The tables as the functions that a solver is given; their probabilities stay exact."""
    return {player: _policy(table) for player, table in tables.items()}


def _policy(table: PolicyTable) -> Policy:
    def policy(state: State) -> Any:
        assert isinstance(state, Node)
        return dict(table[state.name])

    return policy


# ---------------------------------------------------------------------- grader/search by name


def search(
    call: Call,
    start: Node,
    *,
    policies: Policies = NOBODY,
    depth: int | None = None,
    convention: Convention = Convention(),  # noqa: B008 - frozen
) -> Trace:
    """The trace of our own search for ``call``, which returns no policy."""
    if call.takes_depth:
        assert depth is not None
        return depth_limited(start, depth, plies=call is Call.DEPTH_LIMITED_PLIES)
    if call.takes_policies:
        averaging = {
            Call.GAME_VALUE: expected_value,
            Call.EXPECTIMAX: expectimax,
            Call.EXPECTIMINIMAX: expectiminimax,
        }
        return averaging[call](start, policies)
    return alpha_beta(start, convention) if call.prunes else minimax(start)


def names(nodes: Sequence[Node]) -> tuple[str, ...]:
    return tuple(node.name for node in nodes)


def height(node: Node) -> int:
    """Moves from ``node`` to its deepest end."""
    return max((1 + height(child) for child in node.children), default=0)


# ---------------------------------------------------------------------- random trees

CHOOSERS = ("agent", "opp", "ghost1")  # who moves where nobody is averaged


class Shown(GameTree):
    """A tree that hypothesis can show: player[evaluation](children), an end's utility."""

    def __repr__(self) -> str:
        return _line(self.root)


def _line(node: Node) -> str:
    if node.is_end:
        return str(node.utility)
    below = (
        f"{chance}: {_line(child)}" if node.chances else _line(child)
        for chance, child in zip(node.chances or node.children, node.children, strict=True)
    )
    return f"{node.player}[{node.evaluation}]({', '.join(below)})"


def _number(above: int, below: int) -> Number:
    number = Fraction(above, below)
    return number.numerator if number.denominator == 1 else number


# Few different numbers, around 0: ties and bounds of exactly 0 are common.
NUMBERS: st.SearchStrategy[Number] = st.integers(-3, 3) | st.builds(
    _number, st.integers(-7, 7), st.sampled_from((2, 3))
)


def trees(players: Sequence[Player] = CHOOSERS, *, leaves: int = 16) -> st.SearchStrategy[GameTree]:
    """Trees of up to ``leaves`` ends, every inner node with an evaluation, small ones first.

    Players move in any order, single children are common, and a coin states its probabilities, of
    which some are 0.
    """
    drafts = st.recursive(
        st.builds(Draft, utility=NUMBERS),
        lambda below: st.builds(
            _inner,
            st.sampled_from(players),
            NUMBERS,
            st.lists(below, min_size=1, max_size=3),
            st.lists(st.integers(0, 3), min_size=3, max_size=3),
        ),
        max_leaves=leaves,
    )
    return drafts.map(lambda draft: Shown(grow(draft).root))


def _inner(
    player: Player, evaluation: Number, below: Sequence[Draft], weights: Sequence[int]
) -> Draft:
    branches = [(str(number), child) for number, child in enumerate(below, 1)]
    draft = Draft(player=player, evaluation=evaluation, branches=branches)
    if player == "coin":
        parts = weights[: len(below)] if any(weights[: len(below)]) else [1] * len(below)
        draft.chances = tuple(Fraction(part, sum(parts)) for part in parts)
    return draft


def coin_of(tree: GameTree) -> Policies:
    """The policy of the coin, as the tree states it; nobody's where there is none."""
    return {"coin": inline(tree, "coin")} if "coin" in tree.players else {}


def random_tree(seed: int, *, ends: int, most: int = 50) -> GameTree:
    """A bushy tree, larger than hypothesis makes them, the same for one seed.

    Its numbers are from ``-most`` to ``most``, so that a small ``most`` makes many ties.
    """
    rng = random.Random(seed)
    row = [Draft(utility=rng.randint(-most, most)) for _ in range(ends)]
    while len(row) > 1:
        at = 0
        above: list[Draft] = []
        while at < len(row):
            width = rng.choice((1, 2, 2, 3, 4))
            below = row[at : at + width]
            above.append(_inner(rng.choice(CHOOSERS), rng.randint(-most, most), below, (1, 1, 1)))
            at += width
        row = above
    return grow(row[0])
