"""What is done with a student's function beyond calling it once, and how that is told.

Everything is bounded, and described by ``describe``; nothing here decides what is right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from grader.child import describe
from grader.child.describe import Described
from grader.child.proxy import Board

if TYPE_CHECKING:
    from random import Random

MAX_PLAYS = 500  # different ones that are told
MAX_LENGTH = 200  # states of a play
AGAIN = 20  # plays that are made once more with the same seed


def rollouts(play: Callable[[Random], object], seed: int, n: int, board: Board) -> Described:
    """Play ``n`` times with one generator, then some again with a new one of the same seed.

    The plays are told as [how often, handles of the states, actions, utility], in the order of first
    plays, and whether the first ones came again.
    """
    from random import Random  # 4 ms, for the few cases that need it

    rng = Random(seed)  # noqa: S311 - the same draws each time are wanted
    told: dict[str, tuple[Described, int]] = {}
    first: list[str] = []
    for number in range(n):
        described = _play(play(rng), board)
        if "strange" in described:
            return described
        key = repr(described)
        if key not in told and len(told) == MAX_PLAYS:
            break  # more than a tree has ends: some of these are no plays of it
        told[key] = (described, told[key][1] + 1 if key in told else 1)
        if number < AGAIN:
            first.append(key)
    rng = Random(seed)  # noqa: S311
    again = [repr(_play(play(rng), board)) for _ in first]
    plays = [[count, *described["play"]] for described, count in told.values()]
    return {"plays": [plays, again == first]}


def _play(value: object, board: Board) -> Described:
    if not isinstance(value, (tuple, list)) or len(value) != 3:
        return describe.strange(value)
    states, actions, utility = value
    for part in (states, actions):
        if not isinstance(part, (tuple, list)):
            return describe.strange(value, f"rollout with a part of type {describe.kind_of(part)}")
        if len(part) > MAX_LENGTH:
            return describe.strange(value, f"rollout of more than {MAX_LENGTH} states")
    handles = []
    for state in states:
        try:
            handles.append(board.handle(state))
        except LookupError:  # noqa: PERF203 - only once
            return describe.strange(state, "rollout's state, but none of the game's")
    return {
        "play": [handles, [describe.action(each) for each in actions], describe.number(utility)]
    }


def unfolding(game: Any, most: int) -> Described:
    """Walk a game object from its start, parents before children, up to ``most`` states.

    A state is told as [is it an end, who moves, its utility, its actions, did it change]; where the
    game goes on, its utility should raise ValueError, which is told as {"raised": "ValueError"}.
    """
    rows: list[list[Any]] = []
    pending = [game.start_state()]
    kept: list[tuple[list[Any], object, str]] = []
    while pending:
        if len(rows) == most:
            return {"unfolding": [rows, False]}
        state = pending.pop()
        try:
            hash(state)
        except TypeError:
            return describe.strange(state, f"{describe.kind_of(state)} that can't be hashed")
        before = _look(game, state)
        utility = _utility(game, state)
        successors = game.successors(state)
        if not isinstance(successors, dict) or len(successors) > 50:
            return describe.strange(successors, f"{describe.kind_of(successors)}, from successors")
        actions = [describe.action(action) for action in dict.keys(successors)]
        row = [*before[:2], utility, actions, _look(game, state) != before]
        rows.append(row)
        kept.append((row, state, before[2]))
        pending.extend(reversed(list(dict.values(successors))))
    for row, state, shown in kept:
        row[-1] = row[-1] or _shown(state) != shown
    return {"unfolding": [rows, True]}


def _look(game: Any, state: object) -> list[Any]:
    """Is it an end, who moves, and how the state prints: what nothing may change."""
    is_end = game.is_end(state)
    told = is_end if type(is_end) is bool else describe.strange(is_end)
    return [told, describe.action(game.player(state)), _shown(state)]


def _shown(state: object) -> str:
    shown: str = describe.strange(state)["strange"][1]
    return shown


def _utility(game: Any, state: object) -> Described:
    try:
        return describe.number(game.utility(state))
    except Exception as error:  # noqa: BLE001 - the student's; told, not hidden
        return {"raised": describe.kind_of(error)}


def row(make: Callable[[int], Any], search: Callable[..., object], ns: Iterable[int]) -> Described:
    """The value that ``search`` gives to the start of the game made for each n; all are made first."""
    values = []
    for game in [make(n) for n in ns]:
        answer = search(game, game.start_state())
        described = describe.pair(answer)
        values.append(described["pair"][0] if "pair" in described else described)
    return {"numbers": values}


def numbers(function: Callable[[object], object], positions: Iterable[object]) -> Described:
    """What a function says of each position."""
    return {"numbers": [describe.number(function(position)) for position in positions]}
