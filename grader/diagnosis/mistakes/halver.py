"""The halving game as a student writes it, and how it is looked at.

Decides how the right class goes; a mistake overrides a method or two. A state is (mover, number).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.cases.model import Case
from grader.diagnosis.mistakes.asking import Asking
from grader.diagnosis.mistakes.player import plain
from grader.sandbox.outcome import Seen, Strange

OTHER = {"agent": "opp", "opp": "agent"}
SPARE = 20  # states that are looked at beyond the right ones, as in a graded run


class Halver:
    """``HalvingGame(n)``: its methods, walked as the sandbox walks them."""

    case: Case
    ask: Asking

    def game_start(self, n: int) -> Any:
        return "agent", n

    def game_is_end(self, state: Any) -> bool:
        return bool(state[1] == 0)

    def game_player(self, state: Any) -> Any:
        return None if self.game_is_end(state) else state[0]

    def game_utility(self, state: Any) -> Any:
        if not self.game_is_end(state):
            raise ValueError(f"the game goes on at {state}")
        return self.winner(state)

    def winner(self, state: Any) -> int:
        """Who is to move at the end has won."""
        return 1 if state[0] == "agent" else -1

    def game_successors(self, state: Any) -> Mapping[str, Any]:
        if self.game_is_end(state):
            return {}
        mover, number = self.next_player(state[0]), state[1]
        return {
            "decrement": (mover, self.decremented(number)),
            "halve": (mover, self.halved(number)),
        }

    def next_player(self, mover: str) -> str:
        return OTHER[mover]

    def decremented(self, number: Any) -> Any:
        return number - 1

    def halved(self, number: Any) -> Any:
        return number // 2

    def unfolding(self) -> tuple[tuple[Seen, ...], bool]:
        """Every state in pre-order, up to a bound, and whether these are all."""
        right = self.case.expect.game.size() if self.case.expect.game else 0
        seen: list[tuple[Any, str, list[Any]]] = []
        pending = [self.game_start(self.case.given.n or 0)]
        while pending and len(seen) < right + SPARE:
            state = pending.pop()
            before, successors = repr(state), self.game_successors(state)
            end, player = self.game_is_end(state), self.game_player(state)
            told = [end, player, *self._utility(state), tuple(successors)]
            seen.append((state, before, told))
            pending += reversed(list(successors.values()))
        return tuple(_seen(*each) for each in seen), not pending

    def _utility(self, state: Any) -> tuple[int | float | Strange | None, str]:
        try:
            return plain(self.game_utility(state)), ""
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            return None, type(error).__name__

    def row_value(self, n: int) -> int | float | Strange:
        """What a right minimax makes of the game from ``n``."""
        return plain(self._minimax(self.game_start(n), {}))

    def _minimax(self, state: Any, known: dict[str, Any]) -> Any:
        self.ask.step()
        key = repr(state)
        if key not in known:
            if self.game_is_end(state):
                return self.game_utility(state)
            after = self.game_successors(state).values()
            best = max if self.game_player(state) == "agent" else min
            known[key] = best(self._minimax(child, known) for child in after)
        return known[key]


def _seen(state: Any, before: str, told: list[Any]) -> Seen:
    is_end, player, utility, refused, actions = told
    return Seen(
        is_end=is_end,
        player=player,
        utility=utility,
        refused=refused,
        actions=actions,
        changed=repr(state) != before,
    )
