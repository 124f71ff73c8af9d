"""The grader's end of the talk about one game: answers about revealed nodes, and the record.

The record is made here, outside the child, so it can't be forged; a node that was never revealed is
never spoken of.
"""

from __future__ import annotations

import marshal
from collections.abc import Sequence
from fractions import Fraction

from grader.child import wire
from grader.sandbox.job import Job
from grader.tree import Node, Number


class ViolationError(Exception):
    """The child broke the rules of the wire; the message is for staff."""


class TooManyRequestsError(ViolationError):
    """The child asked more often than its budget allows."""


def plain(number: Number | None) -> int | float | None:
    """A number as the student sees it: an int, or the nearest float."""
    if type(number) is int:  # nearly all are, and asking Fraction's metaclass takes a while
        return number
    return float(number) if isinstance(number, Fraction) else number


def _worth(node: Node) -> int | float | dict[str, int | float | None] | None:
    """The utility of an end, or that of each player."""
    if node.payoffs is None:
        return plain(node.utility)
    return {player: plain(number) for player, number in node.payoffs.items()}


class Dialogue:
    """One run's talk. ``visited`` and ``evaluated`` grow in the order of first requests.

    ``evaluations`` counts every request for an evaluation, repeats too.
    """

    def __init__(self, job: Job, draws: int = 0) -> None:
        self._job, self._draws = job, draws
        self._revealed: list[Node] = [job.tree.root]
        self._start = self._reveal(job.start)
        self._asked = [self._reveal(node) for node in job.asked]
        self._left = job.budget.requests
        self.visited: dict[Node, None] = {}
        self.evaluated: dict[Node, None] = {}
        self.evaluations = 0

    def _reveal(self, node: Node) -> int:
        if node is self._job.tree.root:
            return 0
        self._revealed.append(node)
        return len(self._revealed) - 1

    @property
    def revealed(self) -> Sequence[Node]:
        """The nodes that the child knows of, by handle."""
        return self._revealed

    def opening(self) -> bytes:
        """The message that tells the child its job: nothing of any node but those named in it."""
        job = self._job
        body = marshal.dumps(
            {
                "function": job.function,
                "arguments": job.arguments,
                "shape": job.shape.value,
                "states": [node.state for node in self._revealed],
                "start": self._start,
                "asked": self._asked,
                "players": list(job.policies),
                "given": dict(job.given),
                "positions": job.positions,
                "draws": self._draws,
            }
        )
        return wire.LENGTH.pack(len(body)) + body

    def answer(self, operation: int, handle: int) -> bytes:
        """Reply to one request. Raises ViolationError for what no honest child asks."""
        revealed = self._revealed
        if handle >= len(revealed):
            raise ViolationError(f"asked about handle {handle}, which was never revealed")
        self._left -= 1
        if self._left < 0:
            raise TooManyRequestsError(f"made more than {self._job.budget.requests} requests")
        node = revealed[handle]
        if operation == wire.VISIT:
            self.visited[node] = None  # a dictionary keeps the place of the first time
            if node.player is None:
                return marshal.dumps(_worth(node))  # no tuple: an end
            revealed += node.children
            states = [child.state for child in node.children]
            return marshal.dumps((node.player, node.actions, states))
        if operation == wire.EVALUATE and "evaluate" in self._job.arguments:
            self.evaluations += 1
            self.evaluated[node] = None
            return marshal.dumps(plain(node.evaluation))
        if operation == wire.POLICY and self._job.policies:
            return marshal.dumps((node.player, self._probabilities(node)))
        raise ViolationError(f"used operation {operation}, which this call does not have")

    def _probabilities(self, node: Node) -> list[tuple[str, float]]:
        table = self._job.policies.get(node.player or "", {})
        return [(action, float(chance)) for action, chance in table.get(node.name, {}).items()]
