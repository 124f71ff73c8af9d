"""Mistakes in the evaluation of tic-tac-toe."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from grader.cases.model import Call
from grader.diagnosis.mistakes.evaluator import COLUMNS, ROWS
from grader.diagnosis.mistakes.play import Mistake
from grader.diagnosis.mistakes.searcher import Worth
from grader.diagnosis.mistakes.student import Student


class _UtilityOnly(Student):
    def side(self, board: str, mark: str, *, moves: bool) -> Fraction:
        return Fraction(0)


class _SignReversed(Student):
    def board_value(self, board: str, mover: str) -> Any:
        return -super().board_value(board, mover)


class _OwnSideOnly(Student):
    def side(self, board: str, mark: str, *, moves: bool) -> Fraction:
        return super().side(board, mark, moves=moves) if mark == "X" else Fraction(0)


class _SideOfMover(Student):
    def board_value(self, board: str, mover: str) -> Any:
        value = super().board_value(board, mover)
        return value if mover == "agent" else -value


class _BonusForX(Student):
    def board_value(self, board: str, mover: str) -> Any:
        value = super().board_value(board, mover)
        return value if self.board_utility(board) is not None else value + Fraction(1, 100)


class _NoUtilityAtEnds(Student):
    def board_utility(self, board: str) -> Worth | None:
        return None


class _WinsAreWorthTen(Student):
    def board_utility(self, board: str) -> Worth | None:
        utility = super().board_utility(board)
        return None if utility is None else 10 * utility


class _PromiseBeyondAWin(Student):
    def side(self, board: str, mark: str, *, moves: bool) -> Fraction:
        return 2 * super().side(board, mark, moves=moves)


class _LostIsDrawn(Student):
    def board_utility(self, board: str) -> Worth | None:
        return 0 if self.has_line(board, "O") else super().board_utility(board)


class _FullIsWon(Student):
    def board_utility(self, board: str) -> Worth | None:
        utility = super().board_utility(board)
        return 1 if utility == 0 else utility


class _RowsOnly(Student):
    lines = ROWS


class _NoDiagonals(Student):
    lines = ROWS + COLUMNS


class _CountsMarks(Student):
    def side(self, board: str, mark: str, *, moves: bool) -> Fraction:
        return Fraction(board.count(mark), 10)


class _CentreOnly(Student):
    def side(self, board: str, mark: str, *, moves: bool) -> Fraction:
        return Fraction(int(board[4] == mark), 10)


class _ClosedLinesCount(Student):
    def is_open(self, row: list[str], mark: str) -> bool:
        return True


class _NothingReturned(Student):
    def board_value(self, board: str, mover: str) -> Any:
        return self.board_utility(board)


_BOARD = frozenset({Call.EVALUATE_TICTACTOE})

BOARDS = (
    Mistake(
        id="utility-only",
        source="E05",
        title="Says 0 of every position that is no end",
        explanation="Your evaluation knows ends and nothing else, so the search is blind before "
        "them. Features say which side is closer to a line.",
        hint="What does your function return on an empty board, and two moves later?",
        calls=_BOARD,
        change=_UtilityOnly,
    ),
    Mistake(
        id="sign-reversed",
        source="E03",
        title="Evaluates for the opponent",
        explanation="Your evaluation is large where the opponent is better. It is the agent's, "
        "who is X.",
        hint="Try a position in which X has two in a row.",
        calls=_BOARD,
        change=_SignReversed,
    ),
    Mistake(
        id="own-side-only",
        source="E05",
        title="Looks at one side only",
        explanation="Your evaluation counts what X has and not what O has. What is good for one "
        "side is bad for the other, by the same amount.",
        hint="What does your function say when X and O change places?",
        calls=_BOARD,
        change=_OwnSideOnly,
    ),
    Mistake(
        id="side-of-the-mover",
        source="E03",
        title="Evaluates from the side of the mover",
        explanation="Your evaluation is large where the side to move is better. It has to be the "
        "agent's at every position.",
        hint="For whom is the number, when O is to move?",
        calls=_BOARD,
        change=_SideOfMover,
    ),
    Mistake(
        id="bonus-for-one-side",
        source="E05",
        title="Adds something for one side",
        explanation="Your evaluation adds a constant in favour of X. When the players change "
        "places, it has to change its sign and nothing else.",
        hint="What does your function say of an empty board?",
        calls=_BOARD,
        change=_BonusForX,
    ),
    Mistake(
        id="no-utility-at-ends",
        source="T01",
        title="Counts features also when the game is over",
        explanation="Your evaluation does not notice that a game is over. At an end it is the "
        "utility.",
        hint="Call your function with a finished game.",
        calls=_BOARD,
        change=_NoUtilityAtEnds,
    ),
    Mistake(
        id="wins-are-worth-ten",
        title="Gives ends another value than the game does",
        explanation="Your evaluation says something else of an end than the game. At an end it is "
        "the utility: 1, 0 or -1.",
        hint="What does the game say that a won game is worth?",
        calls=_BOARD,
        change=_WinsAreWorthTen,
    ),
    Mistake(
        id="promise-beyond-a-win",
        title="Gives a position more than a win",
        explanation="Your evaluation says 1 or more, or -1 or less, of positions in which the game "
        "goes on. A search then takes a promise for more than a sure win.",
        hint="What is the most that your features can add up to?",
        calls=_BOARD,
        change=_PromiseBeyondAWin,
    ),
    Mistake(
        id="lost-is-drawn",
        source="T01",
        title="Does not notice lost games",
        explanation="Your evaluation looks for a line of X, but not for one of O. A lost game is "
        "worth -1.",
        hint="Call your function with a game that O has won.",
        calls=_BOARD,
        change=_LostIsDrawn,
    ),
    Mistake(
        id="full-is-won",
        source="T01",
        title="Counts a drawn game as won",
        explanation="Your evaluation says 1 of a full board without a line. That is a draw, worth "
        "0.",
        hint="Call your function with a full board.",
        calls=_BOARD,
        change=_FullIsWon,
    ),
    Mistake(
        id="rows-only",
        source="E05",
        title="Knows rows only",
        explanation="Your evaluation looks along the rows. A line can be a column or a diagonal, "
        "too.",
        hint="How many lines does a board have?",
        calls=_BOARD,
        change=_RowsOnly,
    ),
    Mistake(
        id="no-diagonals",
        source="E05",
        title="Forgets the diagonals",
        explanation="Your evaluation looks along rows and columns. A line can be a diagonal, too.",
        hint="How many lines does a board have?",
        calls=_BOARD,
        change=_NoDiagonals,
    ),
    Mistake(
        id="counts-marks",
        source="E05",
        title="Counts marks",
        explanation="Your evaluation counts how many marks each side has. Both always have nearly "
        "the same number; what counts is where they are.",
        hint="Does your function ever look at where a mark is?",
        calls=_BOARD,
        change=_CountsMarks,
    ),
    Mistake(
        id="centre-only",
        source="E05",
        title="Looks at the centre alone",
        explanation="Your evaluation knows who has the centre. That is worth something, but two "
        "in a line are worth more.",
        hint="What does your function say of a side that is about to win?",
        calls=_BOARD,
        change=_CentreOnly,
    ),
    Mistake(
        id="closed-lines-count",
        source="E05",
        title="Counts lines that can't be won any more",
        explanation="Your evaluation counts lines in which the other side has a mark. Nobody can "
        "win there.",
        hint="What is a line with one X and one O worth?",
        calls=_BOARD,
        change=_ClosedLinesCount,
    ),
    Mistake(
        id="nothing-returned",
        source="E04",
        title="Returns nothing where the game goes on",
        explanation="Your evaluation returns a number at ends and nothing elsewhere. Python then "
        "returns None.",
        hint="Does every way through your function end with a return statement?",
        calls=_BOARD,
        change=_NothingReturned,
    ),
)
