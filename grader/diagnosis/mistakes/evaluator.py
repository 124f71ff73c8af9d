"""An evaluation of tic-tac-toe, max^n and a choice by bounds, as a student writes them.

Decides how the right functions go; a mistake overrides a method or two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from grader.diagnosis.mistakes.searcher import At, Chosen, Role, Searcher, Worth
from grader.sandbox.outcome import Strange
from grader.tree import Node, Number, Player

Payoffs = Mapping[Player, Number]
Interval = tuple[Number, Number]
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
COLUMNS = ((0, 3, 6), (1, 4, 7), (2, 5, 8))
DIAGONALS = ((0, 4, 8), (2, 4, 6))


class Evaluator(Searcher):
    """What needs no search of the usual kind."""

    # Tic-tac-toe: lines that the other side can't have any more, by one's own marks in them.

    lines: tuple[tuple[int, int, int], ...] = ROWS + COLUMNS + DIAGONALS
    one, two, next_win = Fraction(1, 50), Fraction(1, 10), Fraction(1, 2)

    def board_value(self, board: str, mover: str) -> Any:
        """The evaluation of a position."""
        utility = self.board_utility(board)
        if utility is not None:
            return utility
        return self.side(board, "X", moves=mover == "agent") - self.side(
            board, "O", moves=mover == "opp"
        )

    def board_utility(self, board: str) -> Worth | None:
        """The utility where the game is over, None where it goes on."""
        if self.has_line(board, "X"):
            return 1
        if self.has_line(board, "O"):
            return -1
        return None if "." in board else 0

    def has_line(self, board: str, mark: str) -> bool:
        return any(all(board[at] == mark for at in line) for line in self.lines)

    def side(self, board: str, mark: str, *, moves: bool) -> Fraction:
        """The weighted features of one side."""
        counts = self.open_counts(board, mark)
        threat = self.next_win if self.sees_next_win(counts, moves=moves) else Fraction(0)
        return self.one * counts.count(1) + self.two * counts.count(2) + threat

    def open_counts(self, board: str, mark: str) -> list[int]:
        """Of each line without a mark of the other side, the own marks."""
        rows = ([board[at] for at in line] for line in self.lines)
        return [row.count(mark) for row in rows if self.is_open(row, mark)]

    def is_open(self, row: list[str], mark: str) -> bool:
        return set(row) <= {mark, "."}

    def sees_next_win(self, counts: list[int], *, moves: bool) -> bool:
        return moves and 2 in counts

    # Max^n: everybody maximises their own component.

    def share_out(self, node: Node, at: At) -> tuple[Any, Chosen]:
        """The payoffs of a node, and the mover's best action."""
        if self.ask.is_end(node):
            return self.ask.payoffs(node), None
        player = self.ask.player(node) or ""
        found: list[tuple[Payoffs, Chosen]] = []
        for action, child in self.moves(node, at, Role.MAX):
            found.append((self.share_out(child, at._replace(ply=at.ply + 1))[0], action))
        return self.best_share(found, player, node)

    def best_share(
        self, found: list[tuple[Payoffs, Chosen]], player: Player, node: Node
    ) -> tuple[Any, Chosen]:
        """The payoffs that the mover takes; of equal ones the first."""
        return max(found, key=lambda each: self.wish(each[0], player, node))

    def wish(self, payoffs: Payoffs, player: Player, node: Node) -> Worth:
        """What the mover maximises."""
        return payoffs[player]

    # Branch and bound: options of which the least and the most value are known.

    def options(self, intervals: Mapping[str, Interval]) -> Iterable[str] | Strange:
        """The options that can't be ruled out."""
        kept = [
            option
            for option in intervals
            if not any(
                self.beats(intervals[other], intervals[option])
                for other in self.rivals(option, intervals)
            )
        ]
        return self.first_of_equals(kept, intervals)

    def rivals(self, option: str, intervals: Mapping[str, Interval]) -> list[str]:
        """The options that an option is compared with."""
        return [other for other in intervals if other != option]

    def beats(self, better: Interval, worse: Interval) -> bool:
        """Whether one option is sure to be as good as another, and could be better."""
        return better[0] >= worse[1] and better != worse

    def first_of_equals(self, kept: list[str], intervals: Mapping[str, Interval]) -> list[str]:
        """Of the options that rule each other out the first alone."""
        certain: dict[Interval, str] = {}
        for option in kept:
            if intervals[option][0] == intervals[option][1]:
                certain.setdefault(intervals[option], option)
        return [option for option in kept if certain.get(intervals[option], option) == option]
