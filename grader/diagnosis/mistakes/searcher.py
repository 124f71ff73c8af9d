"""A search as a student writes it, in steps small enough for one of them to be wrong.

Decides how the right search goes; a mistake overrides a method or two. Shares nothing with
``grader.search``, which is another witness, nor with the reference solution. It recurses, as students
do: trees are at most a hundred moves deep.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from math import inf
from random import Random
from typing import NamedTuple

from grader.cases.model import Call, Case
from grader.diagnosis.mistakes.asking import Asking, Chances
from grader.sandbox.outcome import Strange
from grader.tree import Action, Node, Number, Player

Worth = Number | float  # floats are infinite bounds, and what mistakes make of numbers
Chosen = Action | Strange | None
Choice = tuple[Worth, Chosen]
Moves = Sequence[tuple[Action, Node]]
Policy = Callable[[Node], Chances]
Policies = Mapping[Player, Policy]

AGENT: Player = "agent"


class Role(Enum):
    """What is done at a node with the values of its children."""

    MAX = "max"
    MIN = "min"
    CHANCE = "chance"


class At(NamedTuple):
    """What a call of the search is given beside the node.

    ``left`` is the depth that is left, None without a limit; ``ply`` counts the moves from the start,
    and ``mover`` made the last one of them.
    """

    left: int | None = None
    ply: int = 0
    alpha: Worth = -inf
    beta: Worth = inf
    mover: Player | None = None


class Searcher:
    """The search below all functions that back up one number: with a window, a depth and policies."""

    def __init__(self, case: Case, ask: Asking) -> None:
        self.case, self.ask = case, ask
        self.start = case.start
        self.fixed = self.given_policies()
        self.luck = Random(1)  # noqa: S311 - mistakes that draw should be the same each time

    @property
    def prunes(self) -> bool:
        return self.case.call in _PRUNING

    def given_policies(self) -> Policies:
        """The players that are averaged, as the case's function should see it."""
        all_of_them = {player: self._policy_of(player) for player in self.case.policies}
        if self.case.call is Call.GAME_VALUE:
            return all_of_them
        return {player: policy for player, policy in all_of_them.items() if player != AGENT}

    def _policy_of(self, player: Player) -> Policy:
        return lambda node: self.ask.policy(player, node)

    def top(self) -> At:
        """With what the search begins."""
        return At(left=self.case.given.depth)

    def search(self, node: Node, at: At) -> Choice:
        """The value of a node, and the mover's best action."""
        if self.is_over(node, at):
            return self.utility(node, at), None
        if self.is_horizon(node, at):
            return self.guess(node, at), self.action_at_horizon(node)
        role = self.role(node, at)
        moves = self.moves(node, at, role)
        if role is Role.CHANCE:
            return self.average(node, moves, at), self.action_of_chance(node, moves)
        return self.choose(node, moves, at, role)

    def is_over(self, node: Node, at: At) -> bool:
        """The end test, first on entering a node."""
        return self.ask.is_end(node)

    def utility(self, node: Node, at: At) -> Worth:
        """What an end is worth."""
        return self.ask.utility(node)

    def is_horizon(self, node: Node, at: At) -> bool:
        """The depth test, after the end test."""
        return at.left is not None and at.left <= 0

    def guess(self, node: Node, at: At) -> Worth:
        """What a node is worth at which the search stops."""
        return self.evaluated(node)

    def evaluated(self, node: Node) -> Worth:
        """Call ``evaluate``."""
        return self.ask.evaluate(node)

    def action_at_horizon(self, node: Node) -> Chosen:
        """No action was looked at there."""
        return None

    def role(self, node: Node, at: At) -> Role:
        """What the mover does: by name, not by depth."""
        player = self.ask.player(node)
        if player in self.fixed:
            return Role.CHANCE
        return Role.MAX if player == AGENT else Role.MIN

    def moves(self, node: Node, at: At, role: Role) -> Moves:
        """The moves in the order in which they are looked at."""
        moves = self.ask.moves(node)
        return self.arranged(moves, role, at) if self.orders else moves

    @property
    def orders(self) -> bool:
        return self.case.call is Call.ALPHA_BETA_ORDERED

    def arranged(self, moves: Moves, role: Role, at: At) -> Moves:
        """The best looking first; ties stay in order."""
        guesses = [(self.evaluated(child), action, child) for action, child in moves]
        guesses.sort(key=lambda guess: guess[0], reverse=role is Role.MAX)  # stable, also reversed
        return [(action, child) for _, action, child in guesses]

    def choose(self, node: Node, moves: Moves, at: At, role: Role) -> Choice:
        """The loop over the children of a node whose mover chooses."""
        best, chosen = self.worst(role), self.no_action(moves)
        window = at
        for action, child in moves:
            worth = self.worth(node, child, window)
            if self.is_better(worth, best, role):
                best, chosen = worth, self.taken(action, child)
            if self.is_enough(best, role):
                break
            if self.prunes:
                window = self.narrowed(window, worth, role)
                if self.cuts(best, window, role, child):
                    break
        return self.returned(best, at, role), chosen

    def worth(self, node: Node, child: Node, window: At) -> Worth:
        """The value of a child."""
        return self.search(child, self.below(node, child, window))[0]

    def no_action(self, moves: Moves) -> Chosen:
        """The action before any child was looked at."""
        return None

    def taken(self, action: Action, child: Node) -> Chosen:
        """What is kept as the action when a child is better than those before it."""
        return action

    def worst(self, role: Role) -> Worth:
        """With what the best value begins."""
        return -inf if role is Role.MAX else inf

    def is_better(self, worth: Worth, best: Worth, role: Role) -> bool:
        """Whether a child is better than those before it."""
        return worth > best if role is Role.MAX else worth < best

    def is_enough(self, best: Worth, role: Role) -> bool:
        """Whether a value is so good that no other child is looked at: never."""
        return False

    def below(self, node: Node, child: Node, at: At) -> At:
        """What the search of a child is given."""
        alpha, beta = self.window_below(node, at)
        left = None if at.left is None else self.left_below(node, child, at.left)
        return At(left, at.ply + 1, alpha, beta, node.player)

    def window_below(self, node: Node, at: At) -> tuple[Worth, Worth]:
        """The window of the children."""
        return at.alpha, at.beta

    def left_below(self, node: Node, child: Node, left: int) -> int:
        """The depth that is left after a move: into an agent's node costs one, or every move does."""
        if self.case.call is Call.DEPTH_LIMITED_PLIES:
            return left - 1
        return left - 1 if self.ask.player(child) == AGENT else left

    def narrowed(self, window: At, worth: Worth, role: Role) -> At:
        """The window after a child: the mover's own bound moves."""
        if role is Role.MAX:
            return window if worth <= window.alpha else window._replace(alpha=worth)
        return window if worth >= window.beta else window._replace(beta=worth)

    def cuts(self, best: Worth, window: At, role: Role, child: Node) -> bool:
        """Whether an ancestor has something at least as good already; ``child`` came last."""
        return best >= window.beta if role is Role.MAX else best <= window.alpha

    def returned(self, best: Worth, at: At, role: Role) -> Worth:
        """The value that goes up: the best seen (fail-soft). ``at`` has the window from above."""
        return best

    def average(self, node: Node, moves: Moves, at: At) -> Worth:
        """The mean of the children of a node whose mover has a policy."""
        outcomes = self.outcomes(self.chances(node), moves)
        if self.case.call is Call.EXPECTIMINIMAX_PRUNED:
            return self.average_within(node, outcomes, at)
        worths = [self.worth(node, child, at) for _, child in outcomes]
        return self.mean([chance for chance, _ in outcomes], worths)

    def chances(self, node: Node) -> Chances:
        """What the mover's policy says."""
        return self.fixed[node.player or ""](node)

    def outcomes(self, chances: Chances, moves: Moves) -> Sequence[tuple[Number, Node]]:
        """The children to look at, each with its probability: all of them."""
        return [(chances.get(action, 0), child) for action, child in moves]

    def mean(self, chances: Sequence[Number], worths: Sequence[Worth]) -> Worth:
        """The values, weighted."""
        return added(chance * worth for chance, worth in zip(chances, worths, strict=True))

    def action_of_chance(self, node: Node, moves: Moves) -> Chosen:
        """Nobody chooses there."""
        return None

    def average_within(self, node: Node, outcomes: Sequence[tuple[Number, Node]], at: At) -> Worth:
        """The mean, or a bound of it once that can't matter any more (Star1)."""
        known: Worth = 0
        rest: Number = sum((chance for chance, _ in outcomes), Fraction(0))
        for chance, child in outcomes:
            rest -= chance
            window = self.window_of_outcome(at, known, chance, rest)
            known += chance * self.worth(node, child, window)
            least, most = self.extremes(known, chance, rest)
            if most <= at.alpha and self.cuts_chance:
                return self.returned_by_chance(known, most)
            if least >= at.beta and self.cuts_chance:
                return self.returned_by_chance(known, least)
        return known

    cuts_chance = True

    def bounds(self) -> tuple[Number, Number]:
        """The least and the highest utility that there can be."""
        return self.case.given.low or 0, self.case.given.high or 0

    def extremes(self, known: Worth, chance: Number, rest: Number) -> tuple[Worth, Worth]:
        """What the mean is at least and at most, by what is known of it."""
        low, high = self.bounds()
        return known + rest * low, known + rest * high

    def window_of_outcome(self, at: At, known: Worth, chance: Number, rest: Number) -> At:
        """What an outcome has to reach, or to stay below, to matter above the chance node."""
        if not chance:
            return at._replace(alpha=-inf, beta=inf)
        low, high = self.bounds()
        alpha = (at.alpha - known - rest * high) / Fraction(chance)
        beta = (at.beta - known - rest * low) / Fraction(chance)
        return at._replace(alpha=alpha, beta=beta)

    def returned_by_chance(self, known: Worth, bound: Worth) -> Worth:
        """The value that a chance node returns when it is cut."""
        return bound


def added(parts: Iterable[Worth]) -> Worth:
    """The sum; whole where it is whole, so that it prints as people write it."""
    total = sum(parts)
    return int(total) if isinstance(total, Fraction) and total.denominator == 1 else total


_PRUNING = {Call.ALPHA_BETA, Call.ALPHA_BETA_ORDERED, Call.EXPECTIMINIMAX_PRUNED}
