"""The game of a file of the Pac-Man course project: a graph of states, and the tree it unfolds to."""

from __future__ import annotations

import itertools
from collections.abc import Container, Mapping
from dataclasses import dataclass

from grader.authoring.pacman_fields import Fields, Word, read_fields
from grader.cases import Call
from grader.cases.decode_policies import AGENT, OPPONENT
from grader.cases.fields import did_you_mean, exact
from grader.tree import Draft, GameTree, Number, Player, grow

MOST_NODES = 5_000  # of an unfolded graph
MOST_MOVES = 48  # in a row: a move is two levels of YAML
_CALLS = {
    "MinimaxAgent": Call.MINIMAX,
    "AlphaBetaAgent": Call.ALPHA_BETA,
    "ExpectimaxAgent": Call.EXPECTIMAX,
}
_CLASS = "GraphGameTreeTest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The graph of a ``.test`` file. ``moves`` are (action, child) by state, in order."""

    fields: Fields
    call: Call
    depth: int
    agents: int
    start: Word
    ends: frozenset[str]
    moves: Mapping[str, list[tuple[str, Word]]]
    worths: Mapping[str, Number]

    def mover(self, ply: int) -> Player:
        """Who moves after so many moves; the others are ghosts, or the only opponent."""
        at = ply % self.agents
        if at == 0:
            return AGENT
        return OPPONENT if self.agents == 2 else f"ghost{at}"

    def worth(self, state: Word, *, is_seen: bool = True) -> Number:
        """The evaluation of a state. One that no search sees may have none, and then has 0."""
        if state.text not in self.worths and is_seen:
            self.fields.fail(state, f"{state.text} is evaluated, but has no line in evaluation")
        return self.worths.get(state.text, 0)

    def fresh_name(self, state: str, taken: Container[str]) -> str:
        """A name for one more node of ``state``: its own, or with a number that no state has."""
        known = {child.text for moves in self.moves.values() for _, child in moves}
        names = (f"{state}-{count}" for count in itertools.count(2))
        free = (name for name in names if name not in taken and name not in known)
        return next(free) if state in taken else state


def read_game(text: str, file: str) -> Game:
    """The game of a ``.test`` file. Raises AuthorError with the place of what is wrong."""
    fields = read_fields(text, file)
    kind, alg = fields.get("class"), fields.get("alg")
    if kind.text != _CLASS:
        fields.fail(kind, f"a test of class {kind.text} has no tree; only {_CLASS} can be imported")
    if alg.text not in _CALLS:
        fields.fail(alg, f"there is no call for {alg.text!r}; known: {', '.join(_CALLS)}")
    start = fields.get("start_state")
    words = fields.words("start_state")
    if len(words) != 1:
        fields.fail(start, f"start_state is one state, found {start.text!r}")
    moves, worths = _moves(fields), _worths(fields)
    if words[0].text not in {*moves, *worths}:
        hint = did_you_mean(words[0].text, moves)
        fields.fail(words[0], f"start_state {words[0].text!r} has no line in successors; {hint}")
    return Game(
        fields=fields,
        call=_CALLS[alg.text],
        depth=fields.number("depth"),
        agents=fields.number("num_agents"),
        start=words[0],
        ends=frozenset(w.text for key in ("win_states", "lose_states") for w in fields.words(key)),
        moves=moves,
        worths=worths,
    )


def _moves(fields: Fields) -> dict[str, list[tuple[str, Word]]]:
    moves: dict[str, list[tuple[str, Word]]] = {}
    for row in fields.get("successors").rows():
        if len(row) != 3:
            shown_row = " ".join(word.text for word in row)
            fields.fail(row[0], f"expected a state, an action and a child, found {shown_row!r}")
        state, action, child = row
        known = moves.setdefault(state.text, [])
        if action.text in {each for each, _ in known}:
            fields.fail(action, f"{state.text} has the action {action.text} already")
        known.append((action.text, child))
    return moves


def _worths(fields: Fields) -> dict[str, Number]:
    worths: dict[str, Number] = {}
    for row in fields.get("evaluation").rows():
        number = exact(row[1].text) if len(row) == 2 else None
        if number is None:
            shown_row = " ".join(word.text for word in row)
            fields.fail(row[0], f"expected a state and a number, found {shown_row!r}")
        if row[0].text in worths:
            fields.fail(row[0], f"{row[0].text} has an evaluation already")
        worths[row[0].text] = number.numerator if number.denominator == 1 else number
    return worths


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfolded:
    """The tree of a game, the state of each node by its name, and whether the depth cuts it off."""

    tree: GameTree
    states: Mapping[str, str]
    is_cut_off: bool


def unfold_game(game: Game) -> Unfolded:
    """The tree down to ``depth`` rounds and, where a search by depth stops there, one move more.

    Alpha-beta and expectimax know no depth here: for them the states at the depth are ends.
    """
    last = game.depth * game.agents
    by_depth = game.call is Call.MINIMAX
    root, is_cut_off = Draft(), False
    states: dict[str, str] = {}
    pending: list[tuple[Draft, Word, int]] = [(root, game.start, 0)]
    while pending:
        draft, state, ply = pending.pop()
        draft.name = game.fresh_name(state.text, states)
        states[draft.name] = state.text
        if len(states) > MOST_NODES:
            game.fields.fail(game.start, f"unfolded, this has more than {MOST_NODES} nodes")
        if ply > MOST_MOVES:
            game.fields.fail(game.start, f"unfolded, this is more than {MOST_MOVES} moves deep")
        moves = [] if state.text in game.ends else game.moves.get(state.text, [])
        is_horizon = bool(moves) and ply == last
        is_cut_off |= is_horizon
        if not moves or ply > last or (is_horizon and not by_depth):
            draft.utility = game.worth(state, is_seen=ply <= last)
            continue
        if is_horizon:
            draft.evaluation = game.worth(state)
        draft.player = game.mover(ply)
        draft.branches = [(action, Draft()) for action, _ in moves]
        below = zip(draft.branches, moves, strict=True)
        pending += [(child, to, ply + 1) for (_, child), (_, to) in reversed(list(below))]
    return Unfolded(tree=grow(root), states=states, is_cut_off=is_cut_off)
