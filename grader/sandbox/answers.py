"""Decode what a call returned, by the shape that its job asked for; strictly, as ``decode`` does."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from grader.child.describe import LARGEST_EXACT, MAX_NESTING, MAX_PARTS
from grader.child.plays import MAX_LENGTH, MAX_PLAYS
from grader.sandbox.decode import items, line, only_key, pair, strange, whole
from grader.sandbox.dialogue import ViolationError
from grader.sandbox.job import Job, Shape
from grader.sandbox.outcome import Answer, Play, Seen, Strange, Value
from grader.tree import Action, Node

MAX_ENTRIES = 200


def answer(described: object, job: Job, revealed: Sequence[Node] = ()) -> Answer:
    """What the call returned; ``revealed`` are the nodes that the child may speak of, by handle.

    Raises ViolationError for what no honest child sends.
    """
    key, sent = only_key(described)
    if job.shape is Shape.VALUE:
        return Answer(value=_value(described))
    if key == "strange":
        return Answer(misshapen=strange(sent))
    if key != _KEYS[job.shape]:
        raise ViolationError("sent another shape than was due")
    return _ANSWERS[job.shape](_Told(job, revealed), sent)


_KEYS = {
    Shape.PAIR: "pair",
    Shape.VECTOR: "vector",
    Shape.POLICY: "policy",
    Shape.TABLE: "entries",
    Shape.OPTIONS: "options",
    Shape.ROLLOUTS: "plays",
    Shape.UNFOLDING: "unfolding",
    Shape.ROW: "numbers",
    Shape.NUMBERS: "numbers",
}


@dataclass(frozen=True, slots=True)
class _Told:
    """What can be told of a job: one method a shape."""

    job: Job
    revealed: Sequence[Node]

    def pair(self, sent: Any) -> Answer:
        number, action = pair(sent)
        return Answer(value=_value(number), action=_action(action))

    def vector(self, sent: Any) -> Answer:
        payoffs, action = pair(sent)
        return Answer(payoffs=_entries(payoffs), action=_action(action))

    def policy(self, sent: Any) -> Answer:
        said = items(sent, len(self.job.asked))
        if len(said) != len(self.job.asked):
            raise ViolationError("did not say its policy at every state")
        names = [node.name for node in self.job.asked]
        return Answer(policy=dict(zip(names, map(_entries, said), strict=True)))

    def table(self, sent: Any) -> Answer:
        return Answer(table=_mapped(sent))

    def options(self, sent: Any) -> Answer:
        return Answer(options=tuple(map(_action, items(sent, MAX_ENTRIES))))

    def rollouts(self, sent: Any) -> Answer:
        plays, again = pair(sent)
        told = tuple(_play(play, self.revealed) for play in items(plays, MAX_PLAYS))
        # A check's work grows with the counts, so they are bounded; fewer are told of too many kinds.
        total, due = sum(play.count for play in told), self.job.given.get("n")
        if not isinstance(due, int) or total > due or (total < due and len(told) < MAX_PLAYS):
            raise ViolationError("told another number of plays than was due")
        return Answer(plays=told, came_again=_bool(again))

    def unfolding(self, sent: Any) -> Answer:
        rows, is_whole = pair(sent)
        most = self.job.given.get("most")
        states = tuple(map(_seen, items(rows, most if isinstance(most, int) else 0)))
        return Answer(states=states, is_whole=_bool(is_whole))

    def numbers(self, sent: Any) -> Answer:
        ns = self.job.given.get("ns")
        due = len(ns) if isinstance(ns, tuple) else len(self.job.positions)
        said = items(sent, due)
        if len(said) != due:
            raise ViolationError("did not say a number for each")
        return Answer(numbers=tuple(map(_value, said)))


_ANSWERS: dict[Shape, Callable[[_Told, Any], Answer]] = {
    Shape.PAIR: _Told.pair,
    Shape.VECTOR: _Told.vector,
    Shape.POLICY: _Told.policy,
    Shape.TABLE: _Told.table,
    Shape.OPTIONS: _Told.options,
    Shape.ROLLOUTS: _Told.rollouts,
    Shape.UNFOLDING: _Told.unfolding,
    Shape.ROW: _Told.numbers,
    Shape.NUMBERS: _Told.numbers,
}


def _value(described: object) -> Value:
    key, value = only_key(described)
    if key == "strange":
        return strange(value)
    if key != "number" or type(value) not in (int, float):
        raise ViolationError("sent no number where one was due")
    usable = abs(value) < LARGEST_EXACT if type(value) is int else math.isfinite(value)
    if not usable:
        raise ViolationError("sent a number that is none")
    return value  # type: ignore[no-any-return]


def _action(described: object) -> Action | Strange | None:
    key, value = only_key(described)
    if key == "strange":
        return strange(value)
    if key != "action":
        raise ViolationError("sent no action where one was due")
    return None if value is None else _plain(value, MAX_NESTING)


def _plain(value: object, nesting: int) -> Action:
    """Text, or what a game of a support module may have as an action: see ``unfold``."""
    if type(value) is str:
        return line(value, 200)
    if type(value) is int and abs(value) < LARGEST_EXACT:
        return cast("Action", value)  # in a game's tree, as in ``grader.tree.unfold``
    if type(value) is dict and nesting:
        key, parts = only_key(value)
        if key == "tuple":
            return cast("Action", tuple(_plain(p, nesting - 1) for p in items(parts, MAX_PARTS)))
    raise ViolationError("sent no action where one was due")


def _entries(described: object) -> dict[Action, Value] | Strange:
    key, sent = only_key(described)
    if key == "strange":
        return strange(sent)
    if key != "entries":
        raise ViolationError("sent no entries where some were due")
    return _mapped(sent)


def _mapped(sent: object) -> dict[Action, Value]:
    mapped: dict[Action, Value] = {}
    for row in items(sent, MAX_ENTRIES):
        named, number = pair(row)
        key = _action(named)
        if key is None or isinstance(key, Strange):
            raise ViolationError("sent an entry without a key")
        mapped[key] = _value(number)
    return mapped


def _bool(value: object) -> bool:
    if type(value) is not bool:
        raise ViolationError("sent neither true nor false where one was due")
    return value


def _play(sent: object, revealed: Sequence[Node]) -> Play:
    parts = items(sent, 4)
    if len(parts) != 4:
        raise ViolationError("told a play in other words than were due")
    count, handles, actions, utility = parts
    nodes = []
    for handle in items(handles, MAX_LENGTH):
        if whole(handle) >= len(revealed):
            raise ViolationError("told of a state that was never revealed")
        nodes.append(revealed[handle])
    return Play(
        count=whole(count),
        nodes=tuple(nodes),
        actions=tuple(map(_action, items(actions, MAX_LENGTH))),
        utility=_value(utility),
    )


def _seen(sent: object) -> Seen:
    parts = items(sent, 5)
    if len(parts) != 5:
        raise ViolationError("told a state in other words than were due")
    is_end, player, utility, actions, changed = parts
    key, told = only_key(utility)
    return Seen(
        is_end=is_end if type(is_end) is bool else _strange(is_end),
        player=_action(player),
        utility=None if key == "raised" else _value(utility),
        refused=line(told, 80) if key == "raised" else "",
        actions=tuple(map(_action, items(actions, MAX_PARTS))),
        changed=_bool(changed),
    )


def _strange(described: object) -> Strange:
    key, sent = only_key(described)
    if key != "strange":
        raise ViolationError("sent neither true nor false where one was due")
    return strange(sent)
