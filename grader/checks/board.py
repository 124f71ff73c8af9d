"""Judge an evaluation function: its laws on positions, its signs, and how it plays.

The function is asked once about all positions that a case needs; all else happens here, on the table of
what it said. A state is ``(board, mover)``, as in the support module's TicTacToe.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from random import Random

from grader.cases.model import Case, Law, Rival, Tolerance, Wins
from grader.checks.finding import RIGHT, Finding, wrong
from grader.checks.shape import misshapen
from grader.checks.value import within
from grader.checks.words import described, number
from grader.sandbox.outcome import Answer, Strange, Value
from grader.search import AGENT
from grader.tree import Node, Number, State

EVERY = 3  # of all positions, one in so many is asked about for antisymmetry

Table = Mapping[State, Value]
Values = tuple[tuple[State, Value], ...]
_SWAPPED = str.maketrans("XO", "OX")
_OTHER = {"agent": "opp", "opp": "agent"}


def positions_of(case: Case) -> tuple[State, ...]:
    """What the function is asked about: nothing that no check of the case needs."""
    signs, expect = tuple(case.expect.signs or ()), case.expect
    depth = expect.wins.depth if expect.wins else None
    return _asked(case.tree.root, signs, expect.law, depth)


@lru_cache(maxsize=32)
def _asked(
    root: Node, signs: tuple[State, ...], law: Law | None, depth: int | None
) -> tuple[State, ...]:
    asked: dict[State, None] = {}
    if depth is not None:
        asked.update(dict.fromkeys(_horizon(root, depth)))
    if law in {Law.UTILITY_AT_ENDS, Law.BETWEEN}:
        at_ends = law is Law.UTILITY_AT_ENDS
        every = _positions(root).items()
        asked.update((state, None) for state, node in every if node.is_end is at_ends)
    if law is Law.ANTISYMMETRIC:
        some = list(_positions(root))[::EVERY]
        asked.update(dict.fromkeys((*some, *map(swapped, some))))
    asked.update(dict.fromkeys(signs))
    return tuple(asked)


@lru_cache(maxsize=4)
def _positions(root: Node) -> dict[State, Node]:
    """Every state that can be reached, with one of its nodes, breadth first."""
    found: dict[State, Node] = {root.state: root}
    pending = [root]
    for node in pending:  # it grows meanwhile
        for child in node.children:
            if child.state not in found:
                found[child.state] = child
                pending.append(child)
    return found


def _horizon(root: Node, depth: int) -> dict[State, Node]:
    """Where a search to this depth stops, from any position at which the agent moves."""
    every = _positions(root)
    found = {state: node for state, node in every.items() if node.player == AGENT}
    for _ in range(depth):
        found = {c.state: every[c.state] for node in found.values() for c in node.children}
    return {state: node for state, node in found.items() if not node.is_end}


def swapped(state: State) -> State:
    """The position with the players' parts exchanged.

    >>> swapped(("XX.O.....", "opp"))
    ('OO.X.....', 'agent')
    """
    if not isinstance(state, tuple):
        return state
    board, mover = state
    return str(board).translate(_SWAPPED), _OTHER.get(str(mover), str(mover))


def shown(state: State) -> str:
    """A position inside a sentence."""
    if not isinstance(state, tuple):
        return repr(state)
    board, mover = str(state[0]), str(state[1])
    return f"{board[:3]}/{board[3:6]}/{board[6:]} ({mover} to move)"


def check_law(case: Case, answer: Answer, tolerance: Tolerance) -> Finding:
    """Check the law at every position that was asked about; the first that breaks it is named."""
    if case.expect.law is None:
        return RIGHT
    if finding := misshapen(case, answer) or _not_a_number(case, answer):
        return finding
    table = _table(case, answer)
    if case.expect.law is Law.UTILITY_AT_ENDS:
        return _utilities(_positions(case.tree.root), table, tolerance)
    if case.expect.law is Law.BETWEEN:
        return _between(_positions(case.tree.root), table)
    for state, value in table.items():
        other = table.get(swapped(state))
        if other is None or within(value, -Fraction(_exact(other)), tolerance):
            continue
        return wrong(
            f"At {shown(state)} your evaluation is {_number(value)}; with the players exchanged, at"
            f" {shown(swapped(state))}, it is {_number(other)}. Exchanging the players has to change"
            " the sign and nothing else."
        )
    return RIGHT


def _utilities(nodes: Mapping[State, Node], table: Table, tolerance: Tolerance) -> Finding:
    for state, value in table.items():
        node = nodes.get(state)
        if node is None or not node.is_end:
            continue
        utility = node.utility or 0
        if not within(value, utility, tolerance):
            return wrong(
                f"The game is over at {shown(state).partition(' (')[0]} with the utility"
                f" {number(utility)}, but your evaluation is {_number(value)}."
            )
    return RIGHT


def _between(nodes: Mapping[State, Node], table: Table) -> Finding:
    for state, value in table.items():
        if state in nodes and not nodes[state].is_end and not -1 < _exact(value) < 1:
            return wrong(
                f"At {shown(state)} the game goes on, and your evaluation is {_number(value)}. It has"
                " to lie strictly between -1 and 1 there: a sure win is better than any promise."
            )
    return RIGHT


def check_signs(case: Case, answer: Answer) -> Finding:
    """Compare the sign at each clear position."""
    signs = case.expect.signs
    if signs is None:
        return RIGHT
    if finding := misshapen(case, answer) or _not_a_number(case, answer):
        return finding
    words = {
        1: "better for the agent (above 0)",
        -1: "better for the opponent (below 0)",
        0: "even (0)",
    }
    table = _table(case, answer)
    for state, sign in signs.items():
        if _sign(table[state]) != sign:
            return wrong(
                f"{shown(state)} is {words[sign]}, but your evaluation is {_number(table[state])}."
            )
    return RIGHT


def check_wins(case: Case, answer: Answer) -> Finding:
    """Play the games that the case states, and compare the points with what is asked for."""
    wins = case.expect.wins
    if wins is None:
        return RIGHT
    if finding := misshapen(case, answer) or _not_a_number(case, answer):
        return finding
    won, drawn, lost = results(case.tree.root, _table(case, answer), wins)
    points = won + Fraction(drawn, 2)
    if points >= wins.at_least:
        return RIGHT
    rival = {
        Rival.RANDOM: "one that plays at random",
        Rival.GREEDY: "one that wins at once where it can and else plays at random",
    }[wins.against]
    return wrong(
        f"In {wins.games} games at depth {wins.depth} against {rival}, your evaluation won {won},"
        f" drew {drawn} and lost {lost}. A draw counts a half; that makes {number(points)} points,"
        f" and {number(wins.at_least)} are asked for."
    )


def results(root: Node, table: Table, wins: Wins) -> tuple[int, int, int]:
    """How many games the agent wins, draws and loses; the seed of the case decides them."""
    return _played(root, tuple(table.items()), wins)


@lru_cache(maxsize=16)  # a leaderboard asks for what a check has asked for
def _played(root: Node, values: Values, wins: Wins) -> tuple[int, int, int]:
    rng = Random(wins.seed)  # noqa: S311 - the same games each time are what is wanted
    choose = _searcher(values, wins.depth)
    found = {1: 0, 0: 0, -1: 0}
    for _ in range(wins.games):
        node = root
        while not node.is_end:
            node = choose(node) if node.player == AGENT else _rival(node, wins.against, rng)
        found[_sign(node.utility or 0)] += 1
    return found[1], found[0], found[-1]


def _rival(node: Node, kind: Rival, rng: Random) -> Node:
    if kind is Rival.GREEDY:
        for child in node.children:
            if child.is_end and (child.utility or 0) < 0:
                return child
    return rng.choice(node.children)


@lru_cache(maxsize=4)
def _searcher(values: Values, depth: int) -> Callable[[Node], Node]:
    """A depth-limited search by moves that takes the first of the best successors."""
    table = {state: _exact(value) for state, value in values}
    known: dict[tuple[State, int], Number | float] = {}

    def value(node: Node, left: int) -> Number | float:
        if node.is_end:
            return node.utility or 0
        if left == 0:
            return table[node.state]
        key = (node.state, left)
        if key not in known:
            best = max if node.player == AGENT else min
            known[key] = best(value(child, left - 1) for child in node.children)
        return known[key]

    return lambda node: max(node.children, key=lambda child: value(child, depth - 1))


def _table(case: Case, answer: Answer) -> dict[State, Value]:
    return dict(zip(positions_of(case), answer.numbers or (), strict=True))


def _not_a_number(case: Case, answer: Answer) -> Finding | None:
    for state, value in zip(positions_of(case), answer.numbers or (), strict=True):
        if isinstance(value, Strange):
            return wrong(f"At {shown(state)} your evaluation is {described(value)}: not a number.")
    return None


def _exact(value: Value) -> int | float:
    """A value as it is: Python compares ints, floats and fractions exactly."""
    return 0 if isinstance(value, Strange) else value


def _number(value: Value) -> str:
    return described(value) if isinstance(value, Strange) else number(value)


def _sign(value: Value | Number) -> int:
    return 0 if isinstance(value, Strange) else (value > 0) - (value < 0)
