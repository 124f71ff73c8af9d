"""Playing by policies, and policies from values, as a student writes them.

Decides how the right functions go; a mistake overrides a method or two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from fractions import Fraction
from random import Random
from typing import Any

from grader.diagnosis.mistakes.asking import Chances
from grader.diagnosis.mistakes.searcher import AGENT, At, Policies, Policy, Searcher, Worth
from grader.sandbox.outcome import Play, Strange
from grader.tree import Action, Node

OPP = "opp"
Key = tuple[str, str]
Rolled = tuple[tuple[Node, ...], tuple[Action | None, ...], Worth]
Said = Mapping[Action, Any]  # any: a wrong policy may say anything


class Player(Searcher):
    """Rollouts and their mean, the policies of a search, and the table of four values."""

    def under(self, fixed: Policies) -> Player:
        """The same student, searching under other policies."""
        other = copy(self)
        other.fixed = fixed
        return other

    def roll(self, rng: Random) -> Rolled:
        """Play once from the start of the game."""
        node = self.ask.root
        nodes = [node]
        actions: list[Action] = []
        while self.goes_on(node, len(actions)):
            action = self.drawn(node, rng)
            node = dict(self.successors(node))[action]
            actions.append(action)
            nodes.append(node)
        return self.rolled(nodes, actions)

    def goes_on(self, node: Node, made: int) -> bool:
        """Whether another move follows after ``made`` moves."""
        return not self.ask.is_end(node)

    def drawn(self, node: Node, rng: Random) -> Action:
        """The action that is played."""
        chances = self.policy_at(node, self.ask.player(node) or "")
        return rng.choices(list(chances), [float(chance) for chance in chances.values()])[0]

    def policy_at(self, node: Node, player: str) -> Chances:
        """What the mover's policy says; of everybody that has one."""
        return self._policy_of(player)(node)

    def successors(self, node: Node) -> Sequence[tuple[Action, Node]]:
        return self.ask.moves(node)

    def rolled(self, nodes: Sequence[Node], actions: Sequence[Action]) -> Rolled:
        """The rollout that is returned."""
        return tuple(nodes), tuple(actions), self.ask.utility(nodes[-1])

    def rolls(self) -> tuple[Sequence[Rolled], bool]:
        """As many rollouts as the case asks for, and whether the same seed gives the same ones."""
        given = self.case.given
        rng = self.generator(given.seed)
        rolled = [self.roll(rng) for _ in range(1 if given.n is None else given.n)]
        rng = self.generator(given.seed)
        again = [self.roll(rng) for _ in rolled[:20]]
        return rolled, again == list(rolled[:20])

    def generator(self, seed: int) -> Random:
        """What the function is given as ``rng``."""
        return Random(seed)  # noqa: S311 - as the sandbox makes it

    def plays(self) -> tuple[tuple[Play, ...], bool]:
        """The rollouts as the sandbox tells them: equal ones counted."""
        rolled, came_again = self.rolls()
        counts: dict[Rolled, int] = {}
        for each in rolled:
            counts[each] = counts.get(each, 0) + 1
        told = (
            Play(count=count, nodes=nodes, actions=actions, utility=plain(utility))
            for (nodes, actions, utility), count in counts.items()
        )
        return tuple(told), came_again

    def estimate(self) -> Worth:
        """The mean of the rollouts' utilities."""
        rng = self.generator(self.case.given.seed)
        utilities = [self.sampled(rng) for _ in range(self.rollouts())]
        return self.mean_of(utilities)

    def rollouts(self) -> int:
        """How many rollouts are made."""
        return self.case.given.n or 1

    def sampled(self, rng: Random) -> Worth:
        """The utility of one rollout."""
        return self.roll(rng)[2]

    def mean_of(self, utilities: Sequence[Worth]) -> Worth:
        return sum(utilities) / Fraction(len(utilities))

    def said(self, node: Node) -> Said | Strange:
        """What the returned policy says at a node."""
        return self.certain(self.best_action(node))

    def best_action(self, node: Node) -> Any:
        """The action that the search finds best."""
        return self.search(node, At())[1]

    def certain(self, action: Any) -> Said:
        """The policy that plays one action."""
        return {} if action is None else {action: 1}

    def table(self) -> Mapping[Any, Worth]:
        """What each of the agent's two policies gets from each of two opponents."""
        return {key: self.entry(key) for key in self.keys()}

    def keys(self) -> Sequence[Key]:
        return [("max", "min"), ("max", "fixed"), ("exptmax", "min"), ("exptmax", "fixed")]

    def entry(self, key: Key) -> Worth:
        """One value of the table: the game's, with both players playing by policy."""
        mine, theirs = key
        both = {AGENT: self.agent_policy(mine), OPP: self.opponent_policy(theirs, mine)}
        return self.under(both).search(self.start, At())[0]

    def agent_policy(self, mine: str) -> Policy:
        """The agent's policy by its name in the table."""
        return self.optimal({} if mine == "max" else {OPP: self.fixed_policy()})

    def opponent_policy(self, theirs: str, mine: str) -> Policy:
        """The opponent's policy by its name in the table; ``mine`` is the agent's."""
        return self.optimal({}) if theirs == "min" else self.fixed_policy()

    def fixed_policy(self) -> Policy:
        """The ``opponent_policy`` that the function is given."""
        return self._policy_of(OPP)

    def optimal(self, fixed: Policies) -> Policy:
        """The policy that plays what a search against ``fixed`` finds."""
        searcher = self.under(fixed)
        return lambda node: searcher.certain(searcher.best_action(node))


def plain(worth: object) -> int | float | Strange:
    """A number as it comes back from the sandbox, or what it is instead."""
    if isinstance(worth, Strange):
        return worth
    if worth is None or isinstance(worth, bool) or not isinstance(worth, (int, float, Fraction)):
        kind = "None" if worth is None else type(worth).__name__
        return Strange(kind=kind, shown="" if worth is None else str(worth))
    if worth != worth:
        return Strange(kind="nan")
    if worth in (float("inf"), float("-inf")):
        return Strange(kind="inf")
    return worth if isinstance(worth, int) and abs(worth) < 2**53 else float(worth)
