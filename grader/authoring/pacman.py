"""Bring trees of the Pac-Man course project into our YAML.

That project's files hold fields, ``key: "value"`` or a block between lines of three quotes. A game is a
graph of states: ``successors`` has a line ``state action child`` for each move, ``evaluation`` a line
``state number``. Agent 0 maximises; the others move after it in turn, and ``depth`` counts rounds. The
answer has the ``action`` at the start and the sorted set of the states that were ``generated``.

Here, each path is a node of its own, so graphs are unfolded; a state that is reached again gets a
number behind its name. A state is generated where we say visited: correct searches ask about each state
that they generate, and about no other. So the set becomes ``effort``: ``must`` has all of it, and
``visits`` its size, so that no more is visited, in whichever order. Its alpha-beta search cuts strictly.
May not know suites' other cases, nor students.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from typing import NoReturn

from grader.authoring.new import case_text, check
from grader.authoring.written import Data, shown
from grader.cases import Call
from grader.cases.decode_policies import AGENT, OPPONENT
from grader.cases.fields import exact
from grader.errors import AuthorError, Fault
from grader.search import Convention, Trace, alpha_beta, depth_limited, expectimax, minimax
from grader.tree import Draft, GameTree, Number, Player, grow, uniform

MOST_NODES = 5_000  # of an unfolded graph
MOST_MOVES = 48  # in a row: a move is two levels of YAML
_CALLS = {
    "MinimaxAgent": Call.MINIMAX,
    "AlphaBetaAgent": Call.ALPHA_BETA,
    "ExpectimaxAgent": Call.EXPECTIMAX,
}
_CLASS = "GraphGameTreeTest"
_STRICT = Convention(strict_at_max=True, strict_at_min=True)
_FIELD = re.compile(r'\s*(\w+)\s*:\s*(?:"""(.*)|"([^"]*)"\s*)$')
_WORD = re.compile(r"\S+")

# ---------------------------------------------------------------------------- fields


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a file and where it stands, from 1."""

    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """What a field holds: its lines, from where its key stands."""

    place: Word
    lines: tuple[tuple[int, str], ...]  # each with its number

    @property
    def text(self) -> str:
        return " ".join(line.strip() for _, line in self.lines).strip()

    def rows(self) -> list[list[Word]]:
        """The words of each line that has any."""
        rows = [
            [Word(m[0], number, m.start() + 1) for m in _WORD.finditer(line)]
            for number, line in self.lines
        ]
        return [row for row in rows if row]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """A file's fields by their keys."""

    file: str
    values: Mapping[str, Value]

    def fail(self, place: Word | Value | None, message: str) -> NoReturn:
        """Raise AuthorError: what is wrong at ``place``, or with the file."""
        word = place.place if isinstance(place, Value) else place or Word("", 1, 1)
        fault = Fault(file=self.file, line=word.line, column=word.column, message=message)
        raise AuthorError([fault])

    def get(self, key: str) -> Value:
        """The field; AuthorError where there is none."""
        return self.values[key] if key in self.values else self.fail(None, f"{key}: is missing")

    def number(self, key: str) -> int:
        """A whole number from 1 up."""
        value = self.get(key)
        if not re.fullmatch("[1-9][0-9]{0,2}", value.text):
            self.fail(value, f"{key} is a whole number from 1 to 999, found {value.text!r}")
        return int(value.text)

    def words(self, key: str) -> list[Word]:
        """All words of a field, which may be missing."""
        value = self.values.get(key)
        return [word for row in value.rows() for word in row] if value else []


def read_fields(text: str, file: str) -> Fields:
    """The fields of a file. What follows a ``#`` is a comment, also in a block."""
    fields = Fields(file=file, values={})
    values: dict[str, Value] = {}
    lines = iter(enumerate((line.partition("#")[0] for line in text.splitlines()), start=1))
    for number, line in lines:
        if not line.strip():
            continue
        found = _FIELD.match(line)
        if found is None:
            fields.fail(Word(line, number, 1), 'expected key: "value" or key: """')
        place = Word(found[1], number, found.start(1) + 1)
        if found[1] in values:
            first = values[found[1]].place.line
            fields.fail(place, f"{found[1]}: is there already, at line {first}")
        if found[2] is None:
            block = [(number, " " * found.start(3) + found[3])]
        else:
            block = _block(fields, place, " " * found.start(2) + found[2], lines)
        values[found[1]] = Value(place=place, lines=tuple(block))
    return Fields(file=file, values=values)


def _block(
    fields: Fields, place: Word, first: str, lines: Iterator[tuple[int, str]]
) -> list[tuple[int, str]]:
    """The lines of a block up to its three quotes."""
    block: list[tuple[int, str]] = []
    number, line = place.line, first
    while '"""' not in line:
        block.append((number, line))
        number, line = next(lines, (0, ""))
        if not number:
            fields.fail(place, f'the block of {place.text} is not closed: no """ follows')
    inside, _, after = line.partition('"""')
    if after.strip():
        fields.fail(Word(after, number, len(inside) + 4), "nothing can stand behind the block")
    return [*block, (number, inside)]


# ---------------------------------------------------------------------------- the game


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
    return Game(
        fields=fields,
        call=_CALLS[alg.text],
        depth=fields.number("depth"),
        agents=fields.number("num_agents"),
        start=words[0],
        ends=frozenset(w.text for key in ("win_states", "lose_states") for w in fields.words(key)),
        moves=_moves(fields),
        worths=_worths(fields),
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


# ---------------------------------------------------------------------------- the case


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """A case: its id, from the file's name, and the text of its file."""

    id: str
    text: str


def import_case(test: str, solution: str, *, stem: str) -> Imported:
    """The case of ``stem``.test and ``stem``.solution, given their text.

    Raises AuthorError with file and line of what is wrong, also where our own search disagrees.
    """
    game = read_game(test, f"{stem}.test")
    answer = read_fields(solution, f"{stem}.solution")
    unfolded = unfold_game(game)
    trace = _search(game, unfolded)
    _compare(answer, trace, unfolded)
    cut_off = unfolded.is_cut_off
    call, more = game.call, {}
    if call is Call.MINIMAX and cut_off:
        call, more = Call.DEPTH_LIMITED, {"depth": str(game.depth)}
    if call.takes_policies:
        averaged = [player for player in unfolded.tree.players if player != AGENT]
        more = {"policies": shown(dict.fromkeys(averaged, "uniform"))} if averaged else {}
    must: list[Data] = [node.name for node in trace.visited]
    expect: dict[str, Data] = {
        "actions": list(trace.actions),
        "effort": {"visits": str(len(must)), "must": must},
    }
    id_ = re.sub("[^a-z0-9]+", "-", stem.lower()).strip("-") or "imported"
    text = case_text(
        call,
        unfolded.tree,
        id=id_,
        title=f"imported from {stem}.test",
        more=more,
        expect=expect,
        comments=_comments(game, unfolded, stem),
    )
    check(text)
    return Imported(id=id_, text=text)


def _search(game: Game, unfolded: Unfolded) -> Trace:
    root = unfolded.tree.root
    if game.call is Call.ALPHA_BETA:
        return alpha_beta(root, _STRICT)
    if game.call is Call.EXPECTIMAX:
        players = [player for player in unfolded.tree.players if player != AGENT]
        return expectimax(root, {player: uniform(unfolded.tree, player) for player in players})
    return depth_limited(root, game.depth, plies=False) if unfolded.is_cut_off else minimax(root)


def _compare(answer: Fields, trace: Trace, unfolded: Unfolded) -> None:
    """Hold the answer against our own search."""
    action, generated = answer.get("action"), answer.get("generated")
    if trace.actions and action.text not in trace.actions:
        best = ", ".join(trace.actions)
        answer.fail(action, f"the answer is {action.text!r}, but our search finds {best} best")
    stated = {word.text for word in answer.words("generated")}
    visited = {unfolded.states[node.name] for node in trace.visited}
    for more, less, said in (
        (stated, visited, "has {}, which our search does not visit"),
        (visited, stated, "lacks {}, which our search visits"),
    ):
        if more - less:
            answer.fail(generated, f"generated {said.format(', '.join(sorted(more - less)))}")


def _comments(game: Game, unfolded: Unfolded, stem: str) -> list[str]:
    """What a reader of the case should know of where it comes from."""
    lines = [
        f"Imported from {stem}.test and {stem}.solution.",
        "effort: is the set of states that were generated, in any order, and no more.",
    ]
    if game.call is Call.ALPHA_BETA:
        lines.append("The search cuts strictly: the suite needs pruning: {cutoff: strict}.")
    if unfolded.is_cut_off and game.call is Call.MINIMAX:
        lines.append(
            "No search of this depth looks below eval:; ends there may be made up, with 0."
        )
    if unfolded.is_cut_off and game.call is not Call.MINIMAX:
        lines.append(
            f"It stopped at depth {game.depth}: here, states there are ends, by evaluation."
        )
    if len(set(unfolded.states.values())) < len(unfolded.states):
        lines.append("The source is a graph: a state that is reached again has a number behind it.")
    diagram = game.fields.values.get("diagram")
    drawn = [line.rstrip() for _, line in diagram.lines if line.strip()] if diagram else []
    return [*lines, *drawn]
