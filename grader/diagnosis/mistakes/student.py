"""One student: every function of the assignment, right unless a mistake overrides something.

Decides which function answers a call, and in which shape an answer comes back.
"""

from __future__ import annotations

from typing import Any

from grader.cases.model import Call
from grader.checks.board import positions_of
from grader.diagnosis.mistakes.deepener import Deepener
from grader.diagnosis.mistakes.evaluator import Evaluator
from grader.diagnosis.mistakes.halver import Halver
from grader.diagnosis.mistakes.player import Player, plain
from grader.diagnosis.mistakes.searcher import Choice
from grader.sandbox.outcome import Answer, Distribution, Strange
from grader.tree import State


class Student(Deepener, Player, Evaluator, Halver):
    """The base of all mistakes."""

    def answer(self) -> Answer:
        """What the case's function returns."""
        call = self.case.call
        if call in _ANSWERS:
            return _ANSWERS[call](self)
        choice = self.deepen() if call is Call.ITERATIVE_DEEPENING else self.first_search()
        return self.as_pair(choice)

    def first_search(self) -> Choice:
        """The search that the function begins."""
        return self.search(self.start, self.top())

    def as_pair(self, choice: Choice) -> Answer:
        """What is returned of a value and an action."""
        return Answer(value=plain(choice[0]), action=choice[1])

    def rollouts_answer(self) -> Answer:
        """The plays, told as the sandbox tells them."""
        plays, came_again = self.plays()
        return Answer(plays=plays, came_again=came_again)

    def estimate_answer(self) -> Answer:
        """A mean of plays."""
        return Answer(value=plain(self.estimate()))

    def value_answer(self) -> Answer:
        """The value alone."""
        return Answer(value=plain(self.first_search()[0]))

    def policy_answer(self) -> Answer:
        """What the policy says wherever the case asks."""
        asked = [self.case.tree.find(name) for name in self.case.expect.policy or ()]
        return self.as_policy({node.name: self.said(node) for node in asked})

    def as_policy(self, said: dict[str, Any]) -> Answer:
        """What is returned as a policy; ``said`` is what it says, by state."""
        return Answer(policy={name: _numbers(each) for name, each in said.items()})

    def table_answer(self) -> Answer:
        """Four values by two words each."""
        return Answer(table={key: plain(worth) for key, worth in self.table().items()})

    def game_answer(self) -> Answer:
        """The states of the game, or who wins from some n."""
        row = self.case.expect.row
        if row is not None:
            return Answer(numbers=tuple(self.row_value(n) for n in row))
        states, is_whole = self.unfolding()
        return Answer(states=states, is_whole=is_whole)

    def boards_answer(self) -> Answer:
        """The evaluation of every position that the case asks about."""
        positions = positions_of(self.case)
        return Answer(numbers=tuple(self._board(position) for position in positions))

    def _board(self, position: State) -> int | float | Strange:
        board, mover = position if isinstance(position, tuple) else (position, "")
        return plain(self.board_value(str(board), str(mover)))

    def shares_answer(self) -> Answer:
        """A number for each player, and an action."""
        payoffs, action = self.share_out(self.start, self.top())
        return self.as_shares(payoffs, action)

    def as_shares(self, payoffs: Any, action: Any) -> Answer:
        """What is returned of the payoffs and an action."""
        return Answer(payoffs=_numbers(payoffs), action=action)

    def options_answer(self) -> Answer:
        """The names of the options that are left."""
        options = self.options(self.case.given.intervals or {})
        if isinstance(options, Strange):
            return Answer(misshapen=options)
        return Answer(options=tuple(options))


def _numbers(said: Any) -> Distribution | Strange:
    if not isinstance(said, dict):
        return said if isinstance(said, Strange) else Strange(kind=type(said).__name__)
    return {key: plain(number) for key, number in said.items()}


_ANSWERS = {
    Call.SIMULATE: Student.rollouts_answer,
    Call.ESTIMATE: Student.estimate_answer,
    Call.GAME_VALUE: Student.value_answer,
    Call.MINIMAX_POLICY: Student.policy_answer,
    Call.EXPECTIMAX_POLICY: Student.policy_answer,
    Call.VALUE_TABLE: Student.table_answer,
    Call.HALVING_GAME: Student.game_answer,
    Call.EVALUATE_TICTACTOE: Student.boards_answer,
    Call.MAX_N: Student.shares_answer,
    Call.CHOOSE_BY_BOUNDS: Student.options_answer,
}
