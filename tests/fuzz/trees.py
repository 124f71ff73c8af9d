"""Random trees for the fuzzers, written ones and those of a game."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from grader.tree import Draft, GameTree, grow, unfold


def tree(rng: Random, depth: int = 3) -> GameTree:
    """A random tree: its states are texts, or now and then those of a game, with ints and tuples."""
    if rng.random() < 0.2:
        return unfold(Countdown(rng.randrange(1, 4), is_flat=rng.random() < 0.5))
    return grow(_draft(rng, depth))


class Countdown:
    """Take 1 or 2 from a number, in turn; its states are whole numbers, or pairs of two and text."""

    def __init__(self, number: int, *, is_flat: bool) -> None:
        self._start: Any = number if is_flat else ((number, 0), "agent")

    def start_state(self) -> Any:
        return self._start

    def is_end(self, state: Any) -> bool:
        return _left(state) <= 0

    def utility(self, state: Any) -> Any:
        return (
            _left(state) if type(state) is int else {"agent": _left(state), "opp": Fraction(1, 2)}
        )

    def player(self, state: Any) -> str | None:
        if self.is_end(state):
            return None
        return "agent" if type(state) is int or state[1] == "agent" else "opp"

    def successors(self, state: Any) -> dict[Any, Any]:
        if type(state) is int:
            return {taken: state - taken for taken in (1, 2)}
        (left, taken), mover = state
        other = "opp" if mover == "agent" else "agent"
        return {("take", n): ((left - n, taken + n), other) for n in (1, 2)}


def _left(state: Any) -> int:
    left: int = state if type(state) is int else state[0][0]
    return left


def _draft(rng: Random, depth: int) -> Draft:
    evaluation = rng.choice([None, 4])
    if depth == 0 or rng.random() < 0.2:
        return Draft(utility=rng.randrange(9), evaluation=evaluation)
    branches = [(action, _draft(rng, depth - 1)) for action in "AB"[: rng.randrange(1, 3)]]
    return Draft(player=rng.choice(["agent", "opp"]), evaluation=evaluation, branches=branches)
