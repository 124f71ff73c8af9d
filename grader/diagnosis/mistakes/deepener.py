"""Iterative deepening as a student writes it: depth 1, 2, 3, ... out of one budget of evaluations.

Decides how the right one goes; a mistake overrides a method or two.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from grader.diagnosis.mistakes.searcher import At, Choice, Searcher, Worth
from grader.tree import Node


class AbandonedError(Exception):
    """The next evaluation would be one too many."""


class Deepener(Searcher):
    """Deeper and deeper, with ``used`` evaluations so far."""

    used = 0

    def deepen(self) -> Choice:
        """The answer of the last depth that was completed."""
        answer: Choice | None = None
        for depth in self.depths():
            self.ask.step()
            self.before_depth()
            before = self.used
            try:
                found = self.search(self.start, At(left=depth))
            except AbandonedError:
                break
            answer = self.kept(answer, found)
            if self.is_done(answer, found, evaluated=self.used - before):
                break
        return answer or self.fallback()

    def depths(self) -> Iterator[int]:
        """The depths to search, in order."""
        return count(1)

    def before_depth(self) -> None:
        """What is done before each depth: nothing is spent or forgotten."""

    @property
    def budget(self) -> int:
        return self.case.given.max_evaluations or 0

    def guess(self, node: Node, at: At) -> Worth:
        if self.is_deepening:
            self.spend()
        return super().guess(node, at)

    @property
    def is_deepening(self) -> bool:
        return self.case.given.max_evaluations is not None

    def spend(self) -> None:
        """Count an evaluation before it is made. Raises AbandonedError where there is none left."""
        if self.used >= self.budget:
            raise AbandonedError
        self.used += 1

    def kept(self, before: Choice | None, found: Choice) -> Choice:
        """What is the answer once a depth was completed."""
        return found

    def is_done(self, answer: Choice, found: Choice, *, evaluated: int) -> bool:
        """Whether a deeper search can't find anything else."""
        return evaluated == 0

    def fallback(self) -> Choice:
        """The answer where not even depth 1 was completed."""
        return self.ask.evaluate(self.start), self.ask.moves(self.start)[0][0]
