"""What the student's code gets for a game: proxies that ask the grader about one node at a time.

The first question about a node is one request, a visit; its answer is kept, so that further
questions about the node cost nothing. What was not revealed can't be asked about.
"""

from __future__ import annotations

import marshal
import os
from collections.abc import Callable, Sequence
from typing import Any

from grader.child.wire import EVALUATE, POLICY, REQUEST, VISIT

Ask = Callable[[int, int], Any]


class _Known:
    """A state that knows its handle: equal to, and hashed as, its content alone.

    A copy elsewhere is the plain content.
    """

    __slots__ = ()

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: object) -> Any:
        return self


class State(_Known, str):
    """A state that is text, such as the name of a tree's node."""

    __slots__ = ("handle",)
    handle: int

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)


class WholeState(_Known, int):
    """A state that is a whole number."""

    handle: int

    def __reduce__(self) -> tuple[type[int], tuple[int]]:
        return int, (int(self),)


class TupleState(_Known, tuple):  # type: ignore[type-arg]
    """A state that is a tuple."""

    handle: int

    def __reduce__(self) -> tuple[type[tuple[Any, ...]], tuple[tuple[Any, ...]]]:
        return tuple, (tuple(self),)


_CLASSES: dict[type, type[Any]] = {str: State, int: WholeState, tuple: TupleState}


def asker(requests: int, replies: int) -> Ask:
    """A function that sends one request and returns the grader's reply."""
    pack, write, read, loads = REQUEST.pack, os.write, os.read, marshal.loads

    def ask(operation: int, handle: int) -> Any:
        write(requests, pack(operation, handle))
        reply = read(replies, 4096)
        while True:
            try:
                return loads(reply)
            except EOFError:  # noqa: PERF203 - longer than the pipe, or none: the grader has gone
                more = read(replies, 65536)
                if not more:
                    raise EOFError("the grader has ended this run") from None
                reply += more

    return ask


class Board:
    """The states that were revealed, by handle and by content."""

    def __init__(self, contents: Sequence[Any]) -> None:
        self.states: list[Any] = []
        self._by_content: dict[Any, Any] = {}
        self._indexed = 0  # how many states are in it: most games never look one up
        self.reveal(contents)

    def reveal(self, contents: Sequence[Any]) -> list[Any]:
        """New states of this content; handles count up, as the grader counts them."""
        states = (
            list(map(State, contents))
            if contents and type(contents[0]) is str
            else [_CLASSES[type(content)](content) for content in contents]
        )
        for handle, state in enumerate(states, len(self.states)):
            state.handle = handle
        self.states += states
        return states

    def handle(self, state: object) -> int:
        """The handle of a state; content that was not made here stands for its first state."""
        try:
            return state.handle  # type: ignore[attr-defined, no-any-return]
        except AttributeError:
            known = self._same(state) if isinstance(state, (str, int, tuple)) else None
        if known is None:
            message = f"{state!r:.200} is not a state of this game that successors() has returned"
            raise LookupError(message)
        return known.handle  # type: ignore[no-any-return]

    def _same(self, content: Any) -> Any:
        for state in self.states[self._indexed :]:
            self._by_content.setdefault(state, state)
        self._indexed = len(self.states)
        try:
            return self._by_content.get(content)
        except TypeError:
            return None  # a tuple of something that can't be hashed


class GameProxy:
    """The ``Game`` that a case is played on."""

    def __init__(self, board: Board, ask: Ask) -> None:
        self._board, self._ask = board, ask
        self._records: dict[int, tuple[Any, ...]] = {}
        self._expanded: set[int] = set()
        self.repeats = 0

    def _record(self, state: object) -> tuple[Any, ...]:
        try:
            handle = state.handle  # type: ignore[attr-defined]
        except AttributeError:
            handle = self._board.handle(state)
        record = self._records.get(handle)
        if record is None:
            told = self._ask(VISIT, handle)
            if type(told) is tuple:
                player, actions, states = told
                record = (player, None, actions, self._board.reveal(states), handle)
            else:
                record = (None, told, (), (), handle)
            self._records[handle] = record
        return record

    def start_state(self) -> Any:
        return self._board.states[0]

    def is_end(self, state: object) -> bool:
        return self._record(state)[0] is None

    def utility(self, state: object) -> Any:
        record = self._record(state)
        if record[0] is not None:
            raise ValueError(f"utility is defined at end states only, and {state} is not one")
        worth = record[1]
        return worth.copy() if type(worth) is dict else worth

    def player(self, state: object) -> str | None:
        return self._record(state)[0]  # type: ignore[no-any-return]

    def successors(self, state: object) -> dict[Any, Any]:
        _, _, actions, states, handle = self._record(state)
        if handle in self._expanded:
            self.repeats += 1
        self._expanded.add(handle)
        return dict(zip(actions, states))  # noqa: B905 - equally long by construction


class PolicyProxy:
    """The policy of one player: a state's actions with their probabilities."""

    def __init__(self, player: str, board: Board, ask: Ask) -> None:
        self._player, self._board, self._ask = player, board, ask
        self._known: dict[int, dict[str, float]] = {}

    def __call__(self, state: object) -> dict[str, float]:
        handle = self._board.handle(state)
        if handle not in self._known:
            player, probabilities = self._ask(POLICY, handle)
            if player != self._player:
                raise ValueError(f"{self._player} does not move at {state}")
            self._known[handle] = dict(probabilities)
        return dict(self._known[handle])


class EvaluateProxy:
    """The case's evaluation function; every call is one request."""

    def __init__(self, board: Board, ask: Ask) -> None:
        self._board, self._ask = board, ask

    def __call__(self, state: object) -> float:
        value = self._ask(EVALUATE, self._board.handle(state))
        if value is None:
            message = (
                f"evaluate has nothing to say about {state}: the search does not stop there"
                " (at an end, use game.utility)"
            )
            raise ValueError(message)
        return value  # type: ignore[no-any-return]
