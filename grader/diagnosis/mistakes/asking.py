"""What a run asks about a game, answered and recorded as the sandbox's grader would.

Decides what counts as a visit and when a run is given up; may not know mistakes. Numbers stay exact, so
that two runs can be compared with ``==``.
"""

from __future__ import annotations

from collections.abc import Mapping

from grader.cases.model import Call, Case
from grader.errors import GraderError
from grader.tree import Action, Node, Number, Player, UnfoldedTree

Chances = Mapping[Action, Number]
GAME_NODES = 20_000  # of a support module's game that a run may look at


class TooLargeError(GraderError):
    """The run would look at more of a whole game than can be waited for: no verdict follows."""


class OutOfTimeError(Exception):
    """The run asked so much that a student's would have been stopped."""


class Asking:
    """The game as one run sees it. ``visited`` and ``evaluated`` grow in the order of first questions.

    Every question costs a step, repeats too, so that a run which never ends is stopped.
    """

    def __init__(self, case: Case) -> None:
        self._policies = case.policies
        self._steps = _steps(case)
        self._is_game = isinstance(case.tree, UnfoldedTree)
        bound = case.expect.effort.visits if case.expect.effort is not None else None
        self._is_bounded = bound is not None and bound <= GAME_NODES
        self.root = case.tree.root
        self.visited: dict[Node, None] = {}
        self.evaluated: dict[Node, None] = {}
        self.evaluations = 0

    def step(self) -> None:
        """Count something that takes time. Raises OutOfTimeError when there is none left."""
        self._steps -= 1
        if self._steps < 0:
            raise OutOfTimeError

    def visit(self, node: Node) -> None:
        """Ask about a node.

        Raises TooLargeError where a game is looked at too far, but OutOfTimeError where that is far
        beyond the visits that the case allows: then it is lost anyway.
        """
        self.step()
        self.visited[node] = None
        if self._is_game and len(self.visited) > GAME_NODES:
            if self._is_bounded:
                raise OutOfTimeError
            raise TooLargeError(f"more than {GAME_NODES} nodes of a game were looked at")

    def is_end(self, node: Node) -> bool:
        """What ``game.is_end`` says."""
        self.visit(node)
        return node.player is None

    def player(self, node: Node) -> Player | None:
        """What ``game.player`` says."""
        self.visit(node)
        return node.player

    def moves(self, node: Node) -> list[tuple[Action, Node]]:
        """The items of what ``game.successors`` returns."""
        self.visit(node)
        return list(zip(node.actions, node.children, strict=True))

    def utility(self, node: Node) -> Number:
        """What ``game.utility`` says; ValueError where the game goes on."""
        self.visit(node)
        if node.utility is None:
            raise ValueError(f"utility is defined at end states only, and {node.name} is not one")
        return node.utility

    def payoffs(self, node: Node) -> Mapping[Player, Number]:
        """What ``game.utility`` says in a game of max^n; ValueError where the game goes on."""
        self.visit(node)
        if node.payoffs is None:
            raise ValueError(f"utility is defined at end states only, and {node.name} is not one")
        return node.payoffs

    def evaluate(self, node: Node) -> Number:
        """What ``evaluate`` says; ValueError where it has nothing to say."""
        self.step()
        self.evaluations += 1
        self.evaluated[node] = None
        if node.evaluation is None:
            raise ValueError(f"evaluate has nothing to say about {node.name}")
        return node.evaluation

    def policy(self, player: Player, node: Node) -> Chances:
        """What the policy of ``player`` says; ValueError where somebody else moves."""
        self.step()
        if node.player != player:
            raise ValueError(f"{player} does not move at {node.name}")
        return self._policies[player].get(node.name, {})


def _steps(case: Case) -> int:
    """The questions that are enough for any run that ends."""
    rollouts = case.given.n or 0 if case.call in {Call.SIMULATE, Call.ESTIMATE} else 0
    if isinstance(case.tree, UnfoldedTree):
        return 40 * GAME_NODES
    return 10_000 + 200 * case.tree.size() + 40 * rollouts
