"""Games and game trees: what your solver is called with.

Import what you need from here, but don't change this file: the grader uses its own copy. Play with
it in this folder with ``python3 -i games.py``:

>>> tree = Tree("max(A: min(3, 5), B: min(2, 10))")
>>> print(tree.show())
root: agent
|- A: opp
|  |- A1 = 3
|  `- A2 = 5
`- B: opp
   |- B1 = 2
   `- B2 = 10
>>> tree.player("root"), tree.successors("root")
('agent', {'A': 'A', 'B': 'B'})
>>> tree.is_end("B2"), tree.utility("B2")
(True, 10)

Whole games are here, too: ``TicTacToe``, ``Nim``, ``CoinsInARow`` and ``DiceRace``.
"""

from __future__ import annotations

import copy
import math
import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

State = Hashable  # what a game says its states are; in a Tree, the name of a node (a str)
Action = Hashable  # in a Tree, a str; in the games below, a str, an int or a tuple of them
Player = str  # "agent", "opp", "coin" or any other label, such as "ghost1"
Policy = Callable[[State], dict[Action, float]]  # at a state: action -> probability
Evaluation = Callable[[State], float]  # a guess at the value of a state

MAX_DEPTH = 100  # moves from the start of a Tree to its deepest end
_SIDES = {"max": "agent", "min": "opp"}  # who moves, in a Tree's line of text


class Game(Protocol):
    """A turn-based game in which everybody sees everything; what your solver may ask about it."""

    def start_state(self) -> State:
        """The state in which the game begins."""

    def is_end(self, state: State) -> bool:
        """Whether the game is over."""

    def utility(self, state: State) -> float:
        """What the agent gets at an end; ValueError at any other state."""

    def player(self, state: State) -> Player | None:
        """Who moves: "agent", "opp", "coin" or any other label; None at an end."""

    def successors(self, state: State) -> dict[Action, State]:
        """The state that each action leads to, in a fixed order; {} at an end."""


class GeneralSumGame(Protocol):
    """A game in which every player has a utility of its own, and nobody is the agent."""

    def start_state(self) -> State: ...
    def is_end(self, state: State) -> bool: ...
    def player(self, state: State) -> Player | None: ...
    def successors(self, state: State) -> dict[Action, State]: ...

    def utility(self, state: State) -> dict[Player, float]:
        """What every player gets at an end; ValueError at any other state."""


class Rollout(NamedTuple):
    """One play of a game: the states from the start to the end, and the actions between them."""

    states: list[State]
    actions: list[Action]
    utility: float


def uniform(game: Game) -> Policy:
    """The policy that takes every action with the same probability.

    >>> uniform(Tree("min(3, 17)"))("root")
    {'1': 0.5, '2': 0.5}
    """

    def policy(state: State) -> dict[Action, float]:
        actions = game.successors(state)
        return {action: 1 / len(actions) for action in actions}

    return policy


def always(action: Action) -> Policy:
    """The policy that takes ``action`` wherever it is asked.

    >>> always("A")("root")
    {'A': 1.0}
    """
    return lambda _state: {action: 1.0}


class Tree:
    """A game tree that is written out: a ``Game`` whose states are the names of its nodes.

    ``source`` is one of two things:

    - Nested dicts, as in the grader's case files. The one key of a dict is who moves, and its
      children are in order; a number is an end and its utility. Beside the player, ``"eval"`` gives
      an inner node's evaluation and ``"name"`` its name; an end that has one of these is written
      ``{"utility": 3, "eval": 2, "name": "X"}``. A chance node's children are
      ``[probability, subtree]``.
      Where every player has its own, a utility is a dict: ``{"utility": {"A": 1, "B": 6}}``.
    - One line of text: ``max`` is the agent, ``min`` is ``opp``, and any other name is that player.
      Children are numbered 1, 2, 3, ... unless they are labelled, as in ``max(A: 3, B: 5)``. A
      chance node's children have a probability: ``coin(heads 1/2: 5, tails 1/2: -3)``, or without
      labels ``coin(1/2: 5, 1/2: -3)``. An end may be ``utility(A: 1, B: 6)``, too.

    The start is named ``root``. Any other node is named by the actions that lead to it, joined (A,
    A1), or joined by dots where any action of the tree has more than one character (left.up).
    ValueError says what is wrong with a malformed tree, and where.

    >>> tree = Tree({"agent": {"left": 1, "right": {"coin": {"up": ["1/4", 8], "down": [0.75, 0]}}}})
    >>> print(tree.show())
    root: agent
    |- left = 1
    `- right: coin
       |- right.up [0.25] = 8
       `- right.down [0.75] = 0
    >>> tree.policies()["coin"]("right")
    {'up': 0.25, 'down': 0.75}
    """

    def __init__(self, source: object) -> None:
        root = _node(_parsed(source) if isinstance(source, str) else source, ())
        self._source = copy.deepcopy(source)  # for repr(); after _node, which refuses endless ones
        nodes = list(_preorder(root))
        joint = "." if any(len(action) > 1 for node in nodes for action in node.children) else ""
        self._names = {node.path: node.name or joint.join(node.path) or "root" for node in nodes}
        self._nodes: dict[State, _Node] = {}
        for node in nodes:
            name = self._names[node.path]
            if name in self._nodes:
                places = f"at {_where(self._nodes[name].path)} and at {_where(node.path)}"
                raise ValueError(f'two nodes are named {name!r}, {places}: give one a "name"')
            self._nodes[name] = node
        self._check_chances()

    def start_state(self) -> State:
        return self._names[()]

    def is_end(self, state: State) -> bool:
        return self._at(state).player is None

    def utility(self, state: State) -> Any:  # a number, or a dict from players to numbers
        utility = self._at(state).utility
        if utility is None:
            raise _not_an_end(state)
        return dict(utility) if isinstance(utility, Mapping) else utility

    def player(self, state: State) -> Player | None:
        return self._at(state).player

    def successors(self, state: State) -> dict[Action, State]:
        children = self._at(state).children
        return {action: self._names[child.path] for action, child in children.items()}

    def evaluate(self, state: State) -> float:
        """The evaluation that the tree gives of ``state``; ValueError where it gives none.

        >>> Tree({"agent": {"A": {"opp": {"1": 3}, "eval": 7}, "B": 4}}).evaluate("A")
        7
        """
        evaluation = self._at(state).evaluation
        if evaluation is None:
            raise ValueError(f'the tree gives no evaluation ("eval") of {state!r}')
        return evaluation

    def policies(self) -> dict[Player, Policy]:
        """The policies of the players whose probabilities the tree states."""
        stated = dict.fromkeys(
            node.player
            for node in self._nodes.values()
            if node.player is not None and node.chances is not None
        )
        return {player: self._policy(player) for player in stated}

    def show(self) -> str:
        """A drawing of the tree as text: the player at inner nodes, the utility at ends."""
        return "\n".join(self._drawn(self._nodes[self.start_state()], "", ""))

    def __repr__(self) -> str:
        return f"Tree({self._source!r})"

    def _at(self, state: State) -> _Node:
        if state not in self._nodes:
            raise ValueError(f"the tree has no state {state!r}")
        return self._nodes[state]

    def _policy(self, player: Player) -> Policy:
        def policy(state: State) -> dict[Action, float]:
            node = self._at(state)
            if node.player != player or node.chances is None:
                raise ValueError(f"{player} does not move at {state!r}")
            return dict(node.chances)

        return policy

    def _check_chances(self) -> None:
        stated = self.policies()
        for node in self._nodes.values():
            if node.player in stated and node.chances is None:
                fault = f"{node.player} has probabilities elsewhere in the tree, but none here"
                raise _fault(node.path, fault)

    def _drawn(self, node: _Node, stem: str, branch: str) -> Iterator[str]:
        """The lines of ``node``: ``branch`` leads to it, ``stem`` leads its children's branches."""
        what = f" = {node.utility}" if node.player is None else f": {node.player}"
        guess = "" if node.evaluation is None else f" (eval {node.evaluation})"
        yield f"{branch}{what}{guess}" if node.path else f"{self._names[()]}{what}{guess}"
        for action, child in node.children.items():
            last = action == next(reversed(node.children))
            name = f"{action} -> {child.name}" if child.name else self._names[child.path]
            chance = "" if node.chances is None else f" [{node.chances[action]:.4g}]"
            turn, below = ("`- ", "   ") if last else ("|- ", "|  ")
            yield from self._drawn(child, stem + below, f"{stem}{turn}{name}{chance}")


# ---------------------------------------------------------------------------------- other games

_OTHER = {"agent": "opp", "opp": "agent"}


def _not_an_end(state: State) -> ValueError:
    return ValueError(f"{state!r} is not an end, so it has no utility")


class TicTacToe:
    """Three in a row wins: the agent is X and begins, opp is O.

    A state is ``(board, mover)``. The board has nine characters ``X``, ``O`` or ``.``, row by row; an
    action is the square to mark, 0 to 8. The utility is 1 if X has won, -1 if O has, 0 for a full board.

    >>> game = TicTacToe()
    >>> game.start_state()
    ('.........', 'agent')
    >>> game.successors(("XOX.OXO..", "agent"))
    {3: ('XOXXOXO..', 'opp'), 7: ('XOX.OXOX.', 'opp'), 8: ('XOX.OXO.X', 'opp')}
    >>> game.player(("XOX.OXO.X", "opp")), game.utility(("XOX.OXO.X", "opp"))
    (None, 1)
    """

    LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def start_state(self) -> State:
        return "." * 9, "agent"

    def is_end(self, state: Any) -> bool:
        board: str = state[0]
        return "." not in board or self._has_won(board, "X") or self._has_won(board, "O")

    def utility(self, state: Any) -> float:
        if not self.is_end(state):
            raise _not_an_end(state)
        board, _mover = state
        return self._has_won(board, "X") - self._has_won(board, "O")

    def player(self, state: Any) -> Player | None:
        _board, mover = state
        return None if self.is_end(state) else mover

    def successors(self, state: Any) -> dict[Action, State]:
        if self.is_end(state):
            return {}
        board, mover = state
        mark = "X" if mover == "agent" else "O"
        free = [at for at in range(9) if board[at] == "."]
        return {at: (board[:at] + mark + board[at + 1 :], _OTHER[mover]) for at in free}

    def _has_won(self, board: str, mark: str) -> bool:
        return any(board[a] == board[b] == board[c] == mark for a, b, c in self.LINES)


class Nim:
    """Take any number of objects from one heap; who takes the last object of all wins.

    A state is ``(heaps, mover)``, an action ``(heap, count)``. A heap that is used up stays as 0. The
    agent begins; its utility is 1 or -1.

    >>> game = Nim(2, 1)
    >>> game.successors(game.start_state())
    {(0, 1): ((1, 1), 'opp'), (0, 2): ((0, 1), 'opp'), (1, 1): ((2, 0), 'opp')}
    >>> game.utility(((0, 0), "opp"))
    1
    >>> game.evaluate(((1, 1), "opp")), game.evaluate(((0, 1), "opp"))
    (0.5, -0.5)
    """

    def __init__(self, *heaps: int) -> None:
        if min(heaps, default=0) < 0:
            raise ValueError(f"a heap has 0 or more objects, so {heaps} are no heaps")
        self._heaps = heaps

    def start_state(self) -> State:
        return self._heaps, "agent"

    def is_end(self, state: Any) -> bool:
        heaps, _mover = state
        return not any(heaps)

    def utility(self, state: Any) -> float:
        if not self.is_end(state):
            raise _not_an_end(state)
        _heaps, mover = state
        return 1 if mover == "opp" else -1  # who would have to move now didn't take the last one

    def player(self, state: Any) -> Player | None:
        _heaps, mover = state
        return None if self.is_end(state) else mover

    def successors(self, state: Any) -> dict[Action, State]:
        heaps, mover = state
        return {
            (at, count): ((*heaps[:at], heaps[at] - count, *heaps[at + 1 :]), _OTHER[mover])
            for at in range(len(heaps))
            for count in range(1, heaps[at] + 1)
        }

    def evaluate(self, state: Any) -> float:
        """A rough guess: who would take the last object if everybody took one at a time."""
        if self.is_end(state):
            return self.utility(state)
        heaps, mover = state
        last = mover if sum(heaps) % 2 else _OTHER[mover]
        return 0.5 if last == "agent" else -0.5


class CoinsInARow:
    """Take the coin at the left or at the right end of the row, in turn, until none is left.

    A state is ``(coins that are left, mover, agent's sum minus opp's sum so far)``, an action "left" or
    "right" (the last coin is "left"). The agent begins; the utility is the final difference.

    >>> game = CoinsInARow(2, 1, 5)
    >>> game.successors(game.start_state())
    {'left': ((1, 5), 'opp', 2), 'right': ((2, 1), 'opp', 5)}
    >>> game.successors(((1,), "agent", 3)), game.utility(((), "opp", 4))
    ({'left': ((), 'opp', 4)}, 4)
    """

    def __init__(self, *coins: int) -> None:
        self._coins = coins

    def start_state(self) -> State:
        return self._coins, "agent", 0

    def is_end(self, state: Any) -> bool:
        coins, _mover, _difference = state
        return not coins

    def utility(self, state: Any) -> float:
        if not self.is_end(state):
            raise _not_an_end(state)
        difference: float = state[2]
        return difference

    def player(self, state: Any) -> Player | None:
        _coins, mover, _difference = state
        return None if self.is_end(state) else mover

    def successors(self, state: Any) -> dict[Action, State]:
        coins, mover, difference = state
        sign = 1 if mover == "agent" else -1
        moves = {"left": coins[:1], "right": coins[-1:]} if len(coins) > 1 else {"left": coins}
        rest = {"left": coins[1:], "right": coins[:-1]}
        return {
            side: (rest[side], _OTHER[mover], difference + sign * coin)
            for side, taken in moves.items()
            for coin in taken
        }


class DiceRace:
    """Be the first to have ``goal`` points, by sure steps or by throws of a die.

    Whose turn it is says "hold" (adds 1 point) or "roll": then "coin" throws a die of ``sides`` faces,
    and the face is added, but for a 1, which adds nothing. Each player has ``turns`` turns; when they
    are used up, more points win. The utility is 1, -1, or 0 for equal points.

    A state is ``(agent's points, opp's points, turns left of both together, whose turn, "choose" or
    "roll")``. A game doesn't say how likely its actions are; as the die is fair, the policy of "coin"
    is ``uniform(game)``.

    >>> game = DiceRace(goal=4, sides=3, turns=4)
    >>> game.successors(game.start_state())
    {'hold': (1, 0, 7, 'opp', 'choose'), 'roll': (0, 0, 8, 'agent', 'roll')}
    >>> game.successors((0, 2, 8, "agent", "roll"))  # nothing else has 1, 2 and 3 as actions
    {1: (0, 2, 7, 'opp', 'choose'), 2: (2, 2, 7, 'opp', 'choose'), 3: (3, 2, 7, 'opp', 'choose')}
    >>> game.player((0, 2, 8, "agent", "roll")), game.utility((5, 2, 3, "opp", "choose"))
    ('coin', 1)
    """

    def __init__(self, goal: int = 4, sides: int = 3, turns: int = 4) -> None:
        if min(goal, sides, turns) < 1:
            raise ValueError("goal, sides and turns are whole numbers from 1 up")
        self._goal, self._sides, self._turns = goal, sides, turns

    def start_state(self) -> State:
        return 0, 0, 2 * self._turns, "agent", "choose"

    def is_end(self, state: Any) -> bool:
        agent, opp, left, *_ = state
        return not left or bool(max(agent, opp) >= self._goal)

    def utility(self, state: Any) -> float:
        if not self.is_end(state):
            raise _not_an_end(state)
        agent, opp, *_ = state
        return int(agent > opp) - int(agent < opp)  # who has reached the goal has more, too

    def player(self, state: Any) -> Player | None:
        *_, whose, phase = state
        if self.is_end(state):
            return None
        return "coin" if phase == "roll" else whose

    def successors(self, state: Any) -> dict[Action, State]:
        if self.is_end(state):
            return {}
        agent, opp, left, whose, phase = state
        if phase == "choose":
            rolling = (agent, opp, left, whose, "roll")
            return {"hold": self._after_turn(state, 1), "roll": rolling}
        return {
            face: self._after_turn(state, 0 if face == 1 else face)
            for face in range(1, self._sides + 1)
        }

    def _after_turn(self, state: Any, points: int) -> State:
        agent, opp, left, whose, _phase = state
        if whose == "agent":
            return agent + points, opp, left - 1, "opp", "choose"
        return agent, opp + points, left - 1, "agent", "choose"


# ------------------------------------------------------------------- how a Tree reads nested dicts


class _Node(NamedTuple):
    """A node of a Tree; ``path`` is the actions from the start, ``player`` is None at an end."""

    path: tuple[str, ...]
    player: Player | None
    utility: float | dict[Player, float] | None
    evaluation: float | None
    name: str | None
    children: dict[str, _Node]
    chances: dict[Action, float] | None


def _where(path: tuple[str, ...]) -> str:
    return " > ".join(("root", *path))


def _fault(path: tuple[str, ...], message: str) -> ValueError:
    return ValueError(f"at {_where(path)}: {message}")


def _preorder(node: _Node) -> Iterator[_Node]:
    yield node
    for child in node.children.values():
        yield from _preorder(child)


def _node(source: object, path: tuple[str, ...]) -> _Node:
    if len(path) > MAX_DEPTH:
        raise ValueError(f"the tree is more than {MAX_DEPTH} moves deep")
    if not isinstance(source, Mapping):
        expected = "a number (an end) or {player: {action: subtree, ...}}"
        return _Node(path, None, _number(source, path, expected), None, None, {}, None)
    evaluation = _number(source["eval"], path, "an evaluation") if "eval" in source else None
    name = source.get("name")
    if "name" in source and not (isinstance(name, str) and name):
        raise _fault(path, f"a name is a non-empty text, not {name!r}")
    movers = [key for key in source if key not in ("eval", "name")]
    if len(movers) != 1:
        found = ", ".join(map(repr, movers)) or "none"
        raise _fault(path, f"one key says who moves, but there are {len(movers)} ({found})")
    (player,) = movers
    if player == "utility":
        return _Node(path, None, _utility(source[player], path), evaluation, name, {}, None)
    children, chances = _branches(_player(player, path), source[player], path)
    return _Node(path, player, None, evaluation, name, children, chances)


def _utility(source: object, path: tuple[str, ...]) -> float | dict[Player, float]:
    """A number, or one for every player."""
    if not (isinstance(source, Mapping) and source):
        return _number(source, path)
    return {_player(key, path): _number(each, path) for key, each in source.items()}


def _player(key: object, path: tuple[str, ...]) -> Player:
    if not isinstance(key, str) or not key:
        raise _fault(path, f'a player is a text such as "agent" or "opp", not {key!r}')
    if key in _SIDES:  # a player of that name would be an opponent, and "max" would minimise
        raise _fault(path, f'in nested dicts a player is named: "{_SIDES[key]}", not "{key}"')
    return key


def _branches(
    player: Player, source: object, path: tuple[str, ...]
) -> tuple[dict[str, _Node], dict[Action, float] | None]:
    """The children of a node, and the probabilities if they have them."""
    if not isinstance(source, Mapping) or not source:
        raise _fault(path, f"{player} moves here, so a dict of actions must follow, not {source!r}")
    children: dict[str, _Node] = {}
    chances: dict[Action, float] = {}
    for key, subtree in source.items():
        action = _action(key, path)
        if action in children:
            raise _fault(path, f"two actions are called {action!r}")
        if isinstance(subtree, (list, tuple)):
            if len(subtree) != 2:
                raise _fault((*path, action), f"expected [probability, subtree], not {subtree!r}")
            chances[action] = _number(subtree[0], (*path, action), "a probability")
            children[action] = _node(subtree[1], (*path, action))
        else:
            children[action] = _node(subtree, (*path, action))
    if chances:
        _check_distribution(children, chances, path)
    return children, chances or None


def _check_distribution(
    children: dict[str, _Node], chances: dict[Action, float], path: tuple[str, ...]
) -> None:
    for action in children:
        if action not in chances:
            raise _fault((*path, action), "its siblings have a probability, this one has none")
        if not 0 <= chances[action] <= 1:
            raise _fault((*path, action), f"{chances[action]} is no probability (0 to 1)")
    total = math.fsum(chances.values())
    if not math.isclose(total, 1, abs_tol=1e-9):
        raise _fault(path, f"the probabilities sum to {total:.6g}, not to 1")


def _action(key: object, path: tuple[str, ...]) -> str:
    if isinstance(key, bool) or not isinstance(key, (int, str)) or key == "":
        raise _fault(path, f"an action is a text or a whole number, not {key!r}")
    return str(key)


_NUMBER = re.compile(
    r"[+-]?([0-9]+/0*[1-9][0-9]*|([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?)"
)
_LARGEST = 1e300  # safely within what a float can hold
_LONGEST = 320  # characters of a number


def _is_number(text: str) -> bool:
    """Whether ``text`` is a number: "3", "-2.5", "1e3", "1/3"."""
    return len(text) <= _LONGEST and _NUMBER.fullmatch(text) is not None


def _number(source: object, path: tuple[str, ...], what: str = "a utility") -> float:
    """The number that is given or that a text says; what a text says is an int if it is whole."""
    value = Fraction(source) if isinstance(source, str) and _is_number(source) else source
    if isinstance(value, bool) or not isinstance(value, (int, float, Fraction)):
        value = math.nan
    if not -_LARGEST <= value <= _LARGEST:  # NaN is not, either
        raise _fault(path, f"expected {what}, not {source!r}")
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    return value


# -------------------------------------------------------------------- how a Tree reads one line


def _parsed(text: str) -> object:
    """The nested dicts that ``text`` stands for."""
    reader = _Reader(text)
    source = reader.node(0)
    if reader.peek():
        raise reader.fault("the tree has ended, but here is more")
    return source


class _Reader:
    """Reads a line of text word by word, by recursive descent."""

    def __init__(self, text: str) -> None:
        self._text = text
        found = list(re.finditer(r"[^\s(),:]+|[(),:]", text))
        self._words = [match.group() for match in found] + [""]
        self._columns = [match.start() for match in found] + [len(text)]
        self._next = 0

    def peek(self, ahead: int = 0) -> str:
        """The word at hand, or one after it; "" at the end of the line."""
        return self._words[min(self._next + ahead, len(self._words) - 1)]

    def fault(self, message: str) -> ValueError:
        """The error of the word at hand, with the line and a caret under the word."""
        column = self._columns[self._next]
        start = max(0, column - 40)  # a long line is shown around the word only
        line = re.sub(r"\s", " ", self._text[start : column + 40])
        return ValueError(f"column {column + 1}: {message}\n  {line}\n  {' ' * (column - start)}^")

    def node(self, depth: int) -> object:
        """Read a number, or ``player(child, child, ...)``."""
        if depth > MAX_DEPTH:
            raise self.fault(f"the tree is more than {MAX_DEPTH} moves deep")
        if self.peek(1) == "(" and re.fullmatch(r"[^\W\d]\w*", self.peek()):
            word = self._take()
            return {_SIDES.get(word, word): self._children(depth)}
        if not _is_number(self.peek()):
            raise self.fault("expected a number, or a player and its children: max(3, 5)")
        return self._take()

    def _children(self, depth: int) -> dict[str, object]:
        children: dict[str, object] = {}
        while not children or self.peek() == ",":
            self._take()  # the "(" at first, then a ","
            start = self._next
            label, chance = self._label(len(children) + 1)
            if label in children:
                self._next = start
                raise self.fault(f"two actions of this node are called {label!r}")
            subtree = self.node(depth + 1)
            children[label] = subtree if chance is None else [chance, subtree]
        if self.peek() != ")":
            raise self.fault('expected "," or ")"')
        self._take()
        return children

    def _label(self, position: int) -> tuple[str, str | None]:
        """Read ``label:``, ``label probability:``, ``probability:`` or nothing, before a child."""
        if self.peek(1) == ":":
            word = self._take()
            self._take()
            is_chance = _is_number(word) and ("/" in word or "." in word)  # "1:" is a label
            return (str(position), word) if is_chance else (word, None)
        if self.peek(2) == ":" and self.peek() not in "(),:" and self.peek(1) not in "(),:":
            label, chance = self._take(), self.peek()
            if not _is_number(chance):
                raise self.fault("expected a probability such as 1/2 before the colon")
            self._take()
            self._take()
            return label, chance
        return str(position), None

    def _take(self) -> str:
        word = self.peek()
        self._next += 1
        return word
