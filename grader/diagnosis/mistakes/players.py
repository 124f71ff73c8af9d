"""Mistakes about who moves: which player maximises, minimises or is averaged."""

from __future__ import annotations

from fractions import Fraction

from grader.cases.model import Call
from grader.diagnosis.mistakes.asking import Chances
from grader.diagnosis.mistakes.groups import (
    AVERAGING,
    CHOICES,
    CUTTING,
    DEPTH,
    PAIRS,
    POLICIES,
)
from grader.diagnosis.mistakes.play import Mistake
from grader.diagnosis.mistakes.searcher import AGENT, At, Policies, Role
from grader.diagnosis.mistakes.student import Student
from grader.tree import Node

_OTHER = {Role.MAX: Role.MIN, Role.MIN: Role.MAX, Role.CHANCE: Role.CHANCE}


class _RolesExchanged(Student):
    def role(self, node: Node, at: At) -> Role:
        return _OTHER[super().role(node, at)]


class _EverybodyMaximises(Student):
    def role(self, node: Node, at: At) -> Role:
        role = super().role(node, at)
        return Role.MAX if role is Role.MIN else role


class _OnlyOppMinimises(Student):
    def role(self, node: Node, at: At) -> Role:
        role = super().role(node, at)
        return Role.MAX if role is Role.MIN and node.player != "opp" else role


class _OtherNamesMaximise(Student):
    def role(self, node: Node, at: At) -> Role:
        role = super().role(node, at)
        is_known = node.player == "opp" or (node.player or "").startswith("ghost")
        return Role.MAX if role is Role.MIN and not is_known else role


class _EvenLevelsMaximise(Student):
    def role(self, node: Node, at: At) -> Role:
        if super().role(node, at) is Role.CHANCE:
            return Role.CHANCE
        return Role.MIN if at.ply % 2 else Role.MAX


class _TurnsAlternate(Student):
    def role(self, node: Node, at: At) -> Role:
        if super().role(node, at) is Role.CHANCE:
            return Role.CHANCE
        agents = (self.start.player == AGENT) == (at.ply % 2 == 0)
        return Role.MAX if agents else Role.MIN


class _StartMaximises(Student):
    def role(self, node: Node, at: At) -> Role:
        role = super().role(node, at)
        return Role.MAX if at.ply == 0 and role is Role.MIN else role


class _TwoPlayersOnly(Student):
    def role(self, node: Node, at: At) -> Role:
        role = super().role(node, at)
        if role is Role.MIN and node.player != "opp":
            raise TypeError("cannot unpack non-iterable NoneType object")
        return role


class _AgentIsAveraged(Student):
    def given_policies(self) -> Policies:
        return {player: self._policy_of(player) for player in self.case.policies}


class _OwnPolicyBelow(Student):
    def role(self, node: Node, at: At) -> Role:
        is_averaged = at.ply > 0 and node.player == AGENT and AGENT in self.case.policies
        return Role.CHANCE if is_averaged else super().role(node, at)

    def chances(self, node: Node) -> Chances:
        return self._policy_of(AGENT)(node) if node.player == AGENT else super().chances(node)


class _AgentIsFree(Student):
    def given_policies(self) -> Policies:
        fixed = super().given_policies()
        return {player: policy for player, policy in fixed.items() if player != AGENT}


class _NoPolicyMeansRandom(Student):
    def role(self, node: Node, at: At) -> Role:
        role = super().role(node, at)
        return Role.CHANCE if role is Role.MIN else role

    def chances(self, node: Node) -> Chances:
        if node.player in self.fixed:
            return super().chances(node)
        return dict.fromkeys(node.actions, Fraction(1, len(node.actions)))


class _StillMinimax(Student):
    def role(self, node: Node, at: At) -> Role:
        role = super().role(node, at)
        return Role.MIN if role is Role.CHANCE else role


class _ChanceIsKind(Student):
    def role(self, node: Node, at: At) -> Role:
        role = super().role(node, at)
        return Role.MAX if role is Role.CHANCE else role


class _OnlyCoinsAreAveraged(Student):
    def role(self, node: Node, at: At) -> Role:
        role = super().role(node, at)
        return Role.MIN if role is Role.CHANCE and node.player != "coin" else role


PLAYERS = (
    Mistake(
        id="roles-exchanged",
        source="G06",
        title="Minimises for the agent and maximises for the others",
        explanation="Your search takes the smallest value where the agent moves and the largest "
        "where the opponent does. Utilities are the agent's, so it is the agent who wants a large "
        "one.",
        hint="Whose utility is it, and who would like it to be large?",
        calls=PAIRS | POLICIES,
        change=_RolesExchanged,
    ),
    Mistake(
        id="everybody-maximises",
        source="S08",
        title="Maximises for everybody",
        explanation="Your search takes the largest value at the opponent's nodes, too. The "
        "opponent plays against the agent and takes the smallest.",
        hint="Which way does your comparison go where the opponent moves?",
        calls=PAIRS | POLICIES,
        change=_EverybodyMaximises,
    ),
    Mistake(
        id="only-opp-minimises",
        source="G05",
        title="Lets a second opponent maximise",
        explanation="Your search minimises for 'opp' alone, and whoever has another name "
        "maximises. Every player but the agent plays against the agent, unless it has a policy.",
        hint="What does your search do where 'ghost1' moves?",
        calls=CHOICES | CUTTING | DEPTH | {Call.MINIMAX_POLICY},
        change=_OnlyOppMinimises,
    ),
    Mistake(
        id="other-names-maximise",
        title="Lets opponents of other names maximise",
        explanation="Your search minimises for players named 'opp' or 'ghost', and whoever has "
        "another name maximises. A name says nothing of what a player wants: all but the agent "
        "play against it, unless they have a policy.",
        hint="What does your search do where 'rival' moves?",
        calls=CHOICES - {Call.EXPECTIMAX}
        | CUTTING
        | DEPTH
        | POLICIES
        | {Call.EXPECTIMINIMAX_PRUNED},
        change=_OtherNamesMaximise,
    ),
    Mistake(
        id="even-levels-maximise",
        source="G05",
        title="Tells from the depth who moves",
        explanation="Your search maximises at every second level, beginning with the first. "
        "Players can move twice or miss a turn, and the opponent may be the one to begin.",
        hint="Which question to the game tells who moves?",
        calls=CHOICES | CUTTING | DEPTH,
        change=_EvenLevelsMaximise,
    ),
    Mistake(
        id="turns-alternate",
        source="G05",
        title="Changes sides after every move",
        explanation="Your search expects that the players take turns. There are games with extra "
        "turns, lost turns and several opponents; negamax has to ask who moves before it negates.",
        hint="Try a game in which the agent moves twice in a row.",
        calls=CHOICES | CUTTING | DEPTH,
        change=_TurnsAlternate,
    ),
    Mistake(
        id="start-maximises",
        title="Maximises at the start whoever moves there",
        explanation="Your function takes the largest value at the state that it is given. If the "
        "opponent moves there, the mover's best action is the one with the smallest value.",
        hint="Call your function with a state in which the opponent moves.",
        calls=CHOICES | CUTTING | DEPTH | POLICIES,
        change=_StartMaximises,
    ),
    Mistake(
        id="two-players-only",
        source="G03",
        title="Knows only two players",
        explanation="Your function has a branch for the agent and one for 'opp', and returns "
        "nothing for anybody else. There may be any number of opponents, of any names.",
        hint="What does your function return where 'ghost1' moves?",
        calls=CHOICES | CUTTING | DEPTH | {Call.MINIMAX_POLICY},
        change=_TwoPlayersOnly,
    ),
    Mistake(
        id="agent-is-averaged",
        title="Averages the agent by its policy",
        explanation="Your search averages every player that has a policy, also the agent. Here "
        "the agent chooses its best action, whatever policies says of it.",
        hint="What should happen where policies has an entry for the agent?",
        calls=AVERAGING - {Call.GAME_VALUE},
        change=_AgentIsAveraged,
    ),
    Mistake(
        id="own-policy-below",
        title="Lets the agent follow its own policy further down",
        explanation="Your function chooses the agent's best action where it is asked, but takes "
        "the agent to follow the policy that it was given from the next state on. It chooses its "
        "best action there, too.",
        hint="Which policies do you hand on to the value of a successor?",
        calls=frozenset({Call.EXPECTIMAX, Call.EXPECTIMINIMAX, Call.EXPECTIMAX_POLICY}),
        change=_OwnPolicyBelow,
    ),
    Mistake(
        id="agent-is-free",
        title="Lets the agent choose where it follows a policy",
        explanation="Your function maximises at the agent's nodes. To evaluate a game means that "
        "whoever has a policy follows it, the agent included.",
        hint="How does this function differ from expectimax?",
        calls=frozenset({Call.GAME_VALUE}),
        change=_AgentIsFree,
    ),
    Mistake(
        id="no-policy-means-random",
        title="Averages opponents that have no policy",
        explanation="Your search takes a player without a policy to play at random. Such a player "
        "is an opponent that minimises.",
        hint="Which players are in policies, and what do the others do?",
        calls=AVERAGING,
        change=_NoPolicyMeansRandom,
    ),
    Mistake(
        id="still-minimax",
        source="X07",
        title="Still plays against the worst opponent",
        explanation="Your search minimises where a player has a policy, as minimax does. A player "
        "with a policy is averaged: each value counts as often as it comes.",
        hint="Where does your function use the probabilities?",
        calls=AVERAGING,
        change=_StillMinimax,
    ),
    Mistake(
        id="chance-is-kind",
        title="Lets chance work for the agent",
        explanation="Your search takes the best outcome where a player has a policy. What comes "
        "there is not for the agent to choose, so the value is the mean.",
        hint="Can the agent choose how a coin falls?",
        calls=AVERAGING,
        change=_ChanceIsKind,
    ),
    Mistake(
        id="only-coins-are-averaged",
        title="Averages only a player named coin",
        explanation="Your search averages where 'coin' moves, and minimises for everybody else. "
        "Who is averaged is told by policies, and not by a name.",
        hint="What if policies has an entry for 'opp'?",
        calls=AVERAGING,
        change=_OnlyCoinsAreAveraged,
    ),
)
