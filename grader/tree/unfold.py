"""Unfold a game object into a tree whose nodes are made when they are first asked about.

Decides what a game of a support module may say: an instructor's class is trusted, but not free of
mistakes. May not know students, nor what a search will look at: a whole game is often far larger than
what is looked at of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from typing import NamedTuple, Protocol, TypeGuard, cast

from grader.errors import GraderError
from grader.tree.node import ROOT, Action, GameTree, Node, Number, Player, State, preorder

MAX_PLIES = 100  # moves from the start to the deepest end, as in a written tree


class GameError(GraderError):
    """A game that says what no game may; the message names the game, the state and the fault."""


class Playable(Protocol):
    """A game of a support module; nothing that it says is believed unchecked."""

    def start_state(self) -> object: ...

    def is_end(self, state: State, /) -> object: ...

    def utility(self, state: State, /) -> object: ...

    def player(self, state: State, /) -> object: ...

    def successors(self, state: State, /) -> object: ...


def unfold(game: Playable, start: State | None = None) -> UnfoldedTree:
    """Turn ``game`` into a tree, from ``start`` or else from where the game starts.

    Raises GameError, now or when a node is first looked at, for whatever a game may not say.
    """
    checked = _Checked(game)
    return UnfoldedTree(GameNode(checked, checked.start(start)))


class GameNode(Node):
    """A node that asks its game when it is first looked at, and keeps the answer.

    Who moves (or the utility) is one look, the successors are another; a child is made with its state
    only. ``state`` and ``actions`` are the game's own, unchanged: str, int, or nested tuples of them.
    ``Action`` says str all the same, because it is one in every written tree: who takes actions apart
    or joins them has to know which tree it is.

    ``name`` is the way here: the actions from the start as text, joined by dots (``4.0.8``). A state as
    text would not do, for several paths reach one state. ``evaluation`` is what the game's own
    ``evaluate`` says, None where it has none or that says no number.
    """

    # Not a dataclass: the fields that are computed replace the base's, and find no value set.
    def __init__(
        self, game: _Checked, state: State, parent: GameNode | None = None, step: str = ROOT
    ) -> None:
        plies = 0 if parent is None else parent.plies + 1
        # At once, past the frozen base: most nodes of a game are made and hardly looked at.
        self.__dict__.update(_game=game, _state=state, parent=parent, _step=step, plies=plies)

    chances = None
    parent: GameNode | None
    plies: int
    _game: _Checked
    _state: State
    _step: str

    @cached_property
    def name(self) -> str:
        if self.parent is None or self.parent.parent is None:
            return self._step
        return f"{self.parent.name}.{self._step}"

    @property
    def state(self) -> State:
        return self._state

    @cached_property
    def player(self) -> Player | None:
        return self._game.player(self._state)

    @cached_property
    def utility(self) -> Number | None:
        return None if isinstance(self._worth, Mapping) else self._worth

    @cached_property
    def payoffs(self) -> Mapping[Player, Number] | None:
        return self._worth if isinstance(self._worth, Mapping) else None

    @cached_property
    def evaluation(self) -> Number | None:
        return self._game.evaluation(self._state)

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        return self._moves.actions

    @cached_property
    def children(self) -> tuple[Node, ...]:
        game, moves = self._game, self._moves
        return tuple(
            GameNode(game, state, self, step)
            for step, state in zip(moves.steps, moves.states, strict=True)
        )

    @cached_property
    def _worth(self) -> Number | Mapping[Player, Number] | None:
        return self._game.worth(self._state) if self.is_end else None

    @cached_property
    def _moves(self) -> _Moves:
        if self.is_end:
            return _NO_MOVES
        if self.plies >= MAX_PLIES:
            raise self._game.fault(self._state, f"the game goes on after {MAX_PLIES} moves")
        return self._game.moves(self._state)

    def ancestors(self) -> Iterator[GameNode]:
        """From the parent up to the start."""
        above = self.parent
        while above is not None:
            yield above
            above = above.parent


class UnfoldedTree(GameTree):
    """A tree of ``GameNode``: what looks at all of it (``nodes``, ``by_name``, ``size``, ...) makes all.

    ``find`` and ``ancestors`` make no node that is not on their way, ``nodes`` none before its turn.
    """

    def nodes(self, start: Node | None = None) -> Iterator[Node]:
        return preorder(start or self.root)

    def find(self, name: str) -> Node:
        """The node of that name, by the way that the name tells; KeyError if there is none."""
        if name == self.root.name:
            return self.root
        pending = list(self.root.children)
        while pending:
            node = pending.pop()
            if node.name == name:
                return node
            if name.startswith(f"{node.name}."):
                pending.extend(node.children)
        raise KeyError(name)

    def ancestors(self, node: Node) -> Iterator[Node]:
        if isinstance(node, GameNode):
            yield from node.ancestors()


class _Moves(NamedTuple):
    """A state's actions, as they are and as parts of names, and where they lead."""

    actions: tuple[Action, ...]
    steps: Sequence[str]
    states: Sequence[State]


_NO_MOVES = _Moves((), (), ())


class _Checked:
    """A game's answers, each checked on its own, and asked for once a state: paths may share one."""

    def __init__(self, game: Playable) -> None:
        self._game = game
        self._name = type(game).__name__
        self.player = cache(self._player)
        self.worth = cache(self._worth)
        self.moves = cache(self._moves)

    def fault(self, state: object, what: str) -> GameError:
        """The error that says ``what`` is wrong at ``state``."""
        return GameError(f"{self._name}, state {state!r}: {what}")

    def _ask(self, method: str, *state: State) -> object:
        """What a method says; whatever it raises is a fault of the game."""
        try:
            return getattr(self._game, method)(*state)
        except Exception as error:
            where = state[0] if state else "(its start)"
            raise self.fault(where, f"{method} raised {type(error).__name__}: {error}") from error

    def start(self, given: State | None) -> State:
        state = self._ask("start_state") if given is None else given
        if not _is_plain(state):
            raise self.fault(state, f"a state {_PLAIN}")
        return state

    def _player(self, state: State) -> Player | None:
        is_end, player = self._ask("is_end", state), self._ask("player", state)
        if not isinstance(is_end, bool):
            raise self.fault(state, f"is_end has to return True or False, not {is_end!r}")
        if is_end:
            if player is not None:
                raise self.fault(state, f"player has to be None at an end, not {player!r}")
            return None
        if not isinstance(player, str):
            raise self.fault(state, f"player has to be a str where play goes on, not {player!r}")
        return player

    def _worth(self, state: State) -> Number | Mapping[Player, Number]:
        """The utility of an end, or that of each player."""
        utility = self._ask("utility", state)
        if not isinstance(utility, dict):
            return self._number(state, utility)
        for player in utility:
            if not isinstance(player, str):
                raise self.fault(state, f"utility is for players, each a str, not for {player!r}")
        return {player: self._number(state, own) for player, own in utility.items()}

    def evaluation(self, state: State) -> Number | None:
        """What the game's own evaluation function says; None where it raises or says no number."""
        if not hasattr(self._game, "evaluate"):
            return None
        try:
            return self._number(state, self._ask("evaluate", state))
        except GameError:
            return None

    def _number(self, state: State, stated: object) -> Number:
        """The number, exact; a float as it prints, so that 0.1 is a tenth."""
        if isinstance(stated, float) and math.isfinite(stated):
            stated = Fraction(repr(stated))
        if isinstance(stated, bool) or not isinstance(stated, (int, Fraction)):
            raise self.fault(state, f"utility has to be a finite number, not {stated!r}")
        return stated.numerator if stated.denominator == 1 else stated

    def _moves(self, state: State) -> _Moves:
        successors = self._ask("successors", state)
        if not isinstance(successors, dict):
            kind = type(successors).__name__
            raise self.fault(
                state, f"successors has to return a dict, not an object of type {kind}"
            )
        if not successors:
            raise self.fault(state, "there are no successors, but it is no end")
        for action, after in successors.items():
            if not _is_plain(action):
                raise self.fault(state, f"the action {action!r} {_PLAIN}")
            if not _is_plain(after):
                raise self.fault(state, f"{action!r} leads to {after!r}, but a state {_PLAIN}")
        # A cast, not a conversion: the student's code gets the game's own actions.
        actions = cast("tuple[Action, ...]", tuple(successors))
        return _Moves(actions, _texts(actions), tuple(successors.values()))


_PLAIN = "has to be a str, an int or a tuple of such"


def _is_plain(thing: object) -> TypeGuard[State]:
    """Whether a state or an action can be sent: exact types, for a bool or a subclass can't."""
    pending = [thing]
    for part in pending:  # it grows meanwhile
        if type(part) is tuple:
            pending += part
        elif type(part) is not str and type(part) is not int:
            return False
    return True


def _texts(actions: tuple[Action, ...]) -> list[str]:
    """The actions as text, no two alike: quoted where that is what tells them apart."""
    plain = [action_text(action) for action in actions]
    return plain if len(set(plain)) == len(plain) else [repr(action) for action in actions]


def action_text(action: object) -> str:
    """An action inside a name.

    >>> action_text("left"), action_text(4), action_text((0, 2))
    ('left', '4', '(0,2)')
    """
    if isinstance(action, tuple):
        return f"({','.join(map(action_text, action))})"
    return str(action)
