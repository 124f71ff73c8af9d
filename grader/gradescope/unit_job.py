"""From a unit test's words to the job that the sandbox runs: decoded by the rules of case files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from grader.cases.decode_game import decode_game
from grader.cases.decode_policies import check_players, decode_policies
from grader.cases.decode_tree import PlacedTree, decode_tree
from grader.cases.fields import did_you_mean
from grader.cases.games import Games
from grader.cases.located import Faults, Located, Scalar, Start
from grader.cases.located import Mapping as Node
from grader.cases.located import Sequence as Items
from grader.cases.model import Call, Limits
from grader.cases.tree_line import TreeLineError, tree_of
from grader.grading.jobs import GAME_REQUESTS, budget_of
from grader.sandbox import Job, Shape
from grader.sandbox.job import Plain
from grader.tree import Draft, GameTree, PolicyTable, State, UnfoldedTree, grow
from grader.tree import Node as TreeNode

_NO_TREE = grow(Draft(utility=0))
_GIVEN = ("n", "depth", "max_evaluations", "low", "high", "intervals")
_SHAPES = {
    Call.ESTIMATE: Shape.VALUE,
    Call.GAME_VALUE: Shape.VALUE,
    Call.MINIMAX_POLICY: Shape.POLICY,
    Call.EXPECTIMAX_POLICY: Shape.POLICY,
    Call.VALUE_TABLE: Shape.TABLE,
    Call.EVALUATE_TICTACTOE: Shape.NUMBERS,
    Call.MAX_N: Shape.VECTOR,
    Call.CHOOSE_BY_BOUNDS: Shape.OPTIONS,
}
_NOT_CALLED = {Call.SIMULATE, Call.HALVING_GAME}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a test asks for: see ``UnderTest.call``."""

    function: str
    tree: object
    game: Mapping[str, object] | None
    state: str | None
    policies: Mapping[str, object] | None
    ask: Sequence[str]
    positions: Sequence[State]
    seed: int
    given: Mapping[str, object]


def job_for(asked: Asked, limits: Limits, games: Games) -> Job:
    """The job of a call; ValueError for what no case could say, TypeError for arguments amiss."""
    call = _known_call(asked.function)
    lacking = [name for name in _GIVEN if name in call.arguments and name not in asked.given]
    strange = [name for name in asked.given if name not in call.arguments]
    if lacking:
        raise TypeError(f"{asked.function} needs {', '.join(lacking)}")
    if strange:
        raise TypeError(f"{asked.function} takes no {', '.join(strange)}")
    tree, tables = _board(call, asked, games)
    is_game = isinstance(tree, UnfoldedTree)
    seed = {"seed": asked.seed} if "rng" in call.arguments else {}
    return Job(
        function=asked.function,
        arguments=call.arguments,
        shape=_SHAPES.get(call, Shape.PAIR),
        tree=tree,
        start=tree.root if asked.state is None else _node(tree, asked.state),
        policies=tables,
        given={**_plain(asked.given), **seed},
        asked=tuple(_node(tree, name) for name in asked.ask),
        positions=tuple(asked.positions),
        budget=budget_of(limits, GAME_REQUESTS // limits.requests if is_game else tree.size()),
    )


def _node(tree: GameTree, name: str) -> TreeNode:
    try:
        return tree.by_name[name]
    except KeyError:
        raise ValueError(f"the tree has no node {name!r}") from None


def _known_call(function: str) -> Call:
    known = {call.value: call for call in Call if call not in _NOT_CALLED}
    if function not in known:
        hint = did_you_mean(function, known)
        raise ValueError(f"a unit test can't call {function!r}; {hint} Write a case instead?")
    return known[function]


def _board(call: Call, asked: Asked, games: Games) -> tuple[GameTree, Mapping[str, PolicyTable]]:
    """The tree and the policies that are given, decoded by the rules of case files."""
    if not call.takes_tree:
        return _NO_TREE, {}
    faults = Faults("call")
    placed: PlacedTree | None
    tree, tables = asked.tree, None
    if asked.game is not None:
        placed = decode_game(_located(asked.game), games, faults)
    elif tree is not None:
        placed = _of_line(tree) if isinstance(tree, str) else decode_tree(_located(tree), faults)
    else:
        raise TypeError(f"{call.value} needs tree or game")
    if placed is not None:
        stated = _located(asked.policies) if asked.policies else None
        tables = decode_policies(stated, placed, faults)
        check_players(call, tables or {}, placed, placed.place, faults)
    if faults.found or placed is None or tables is None:
        raise ValueError("; ".join(fault.message for fault in faults.found))
    return placed.tree, tables


def _of_line(line: str) -> PlacedTree:
    """The tree of one line of text."""
    try:
        tree = tree_of(line)
    except TreeLineError as error:
        raise ValueError(f"tree {line!r:.60}, character {error.at + 1}: {error}") from None
    drawn = frozenset(n.player for n in tree.nodes() if n.player and n.chances is not None)
    places = dict.fromkeys(tree.nodes(), Start())
    return PlacedTree(tree=tree, places=places, chance_players=drawn)


def _located(value: object) -> Located:
    """A value of the test's as a node of a case file, so that it is decoded as one."""
    if isinstance(value, Mapping):
        entries = tuple((Scalar(str(key), False, 1, 1), _located(of)) for key, of in value.items())  # noqa: FBT003
        return Node(entries, 1, 1)
    if isinstance(value, (list, tuple)):
        return Items(tuple(_located(item) for item in value), 1, 1)
    return Scalar(str(value), plain=True, line=1, column=1)


def _plain(given: Mapping[str, object]) -> dict[str, Plain]:
    """Numbers as the child takes them; an interval is a pair of them."""

    def plain(value: object) -> Plain:
        if isinstance(value, Mapping):
            return {str(key): plain(of) for key, of in value.items()}
        if isinstance(value, (list, tuple)):
            return tuple(plain(item) for item in value)
        if isinstance(value, Fraction):
            return float(value)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise TypeError(f"{value!r} is no number")
        return value

    return {name: plain(value) for name, value in given.items()}
