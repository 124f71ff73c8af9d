"""Mistakes in playing a game by policies."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from grader.cases.model import Call
from grader.diagnosis.mistakes.asking import Chances
from grader.diagnosis.mistakes.play import Mistake
from grader.diagnosis.mistakes.player import Rolled
from grader.diagnosis.mistakes.searcher import AGENT
from grader.diagnosis.mistakes.student import Student
from grader.tree import Action, Node


class _EqualDraws(Student):
    def policy_at(self, node: Node, player: str) -> Chances:
        return dict.fromkeys(super().policy_at(node, player), 1)


class _LikeliestMove(Student):
    def drawn(self, node: Node, rng: Random) -> Action:
        chances = self.policy_at(node, node.player or "")
        return max(chances, key=lambda action: chances[action])


class _FirstMove(Student):
    def drawn(self, node: Node, rng: Random) -> Action:
        return node.actions[0]


class _RoundedWeights(Student):
    def policy_at(self, node: Node, player: str) -> Chances:
        chances = super().policy_at(node, player)
        return {action: Fraction(round(10 * chance), 10) for action, chance in chances.items()}


class _CumulativeWeights(Student):
    def drawn(self, node: Node, rng: Random) -> Action:
        chances = self.policy_at(node, self.ask.player(node) or "")
        weights = [float(chance) for chance in chances.values()]
        return rng.choices(list(chances), cum_weights=weights)[0]


class _OwnRandom(Student):
    def generator(self, seed: int) -> Random:
        return self.luck


class _SameSeedEachTime(Student):
    def roll(self, rng: Random) -> Rolled:
        return super().roll(Random(0))  # noqa: S311 - the mistake


class _BestMove(Student):
    def drawn(self, node: Node, rng: Random) -> Action:
        best: Action = self.under({}).best_action(node)
        return best


class _AgentsPolicyForAll(Student):
    def policy_at(self, node: Node, player: str) -> Chances:
        return super().policy_at(node, AGENT)


class _TurnsInPlays(Student):
    turns = 0

    def drawn(self, node: Node, rng: Random) -> Action:
        self.turns = 0 if node is self.ask.root else self.turns + 1
        player = "opp" if self.turns % 2 else AGENT
        chances = self.policy_at(node, player)
        return rng.choices(list(chances), [float(chance) for chance in chances.values()])[0]


class _AsksBesides(Student):
    def successors(self, node: Node) -> Sequence[tuple[Action, Node]]:
        moves = super().successors(node)
        for _, child in moves:
            self.ask.is_end(child)
        return moves


class _NoStart(Student):
    def rolled(self, nodes: Sequence[Node], actions: Sequence[Action]) -> Rolled:
        return super().rolled(nodes if len(nodes) == 1 else nodes[1:], actions)


class _NoEnd(Student):
    def rolled(self, nodes: Sequence[Node], actions: Sequence[Action]) -> Rolled:
        states, moves, utility = super().rolled(nodes, actions)
        return states[:-1], moves, utility


class _NoneAtEnd(Student):
    def rolled(self, nodes: Sequence[Node], actions: Sequence[Action]) -> Rolled:
        states, moves, utility = super().rolled(nodes, actions)
        return states, (*moves, None), utility


class _OneMove(Student):
    def goes_on(self, node: Node, made: int) -> bool:
        return made == 0 and super().goes_on(node, made)

    def rolled(self, nodes: Sequence[Node], actions: Sequence[Action]) -> Rolled:
        end = nodes[-1]
        return tuple(nodes), tuple(actions), self.ask.utility(end) if self.ask.is_end(end) else 0


class _UtilityOfLastMover(Student):
    def rolled(self, nodes: Sequence[Node], actions: Sequence[Action]) -> Rolled:
        states, moves, utility = super().rolled(nodes, actions)
        is_agents = len(nodes) < 2 or nodes[-2].player == AGENT
        return states, moves, utility if is_agents else -utility


_SIMULATE = frozenset({Call.SIMULATE})
_ESTIMATE = frozenset({Call.ESTIMATE})
_BOTH = _SIMULATE | _ESTIMATE

PLAYING = (
    Mistake(
        id="equal-draws",
        title="Draws all actions equally often",
        explanation="Your function draws from the actions without their probabilities. The policy "
        "says how often each is played.",
        hint="Which argument of rng.choices is for the weights?",
        calls=_BOTH,
        change=_EqualDraws,
    ),
    Mistake(
        id="likeliest-move",
        title="Plays the likeliest action",
        explanation="Your function always plays the most probable action. A policy is random: the "
        "others are played, too, as often as it says.",
        hint="Where does your function use rng?",
        calls=_BOTH,
        change=_LikeliestMove,
    ),
    Mistake(
        id="first-move",
        title="Plays the first action",
        explanation="Your function plays the first action of every state. The action has to be "
        "drawn from the mover's policy.",
        hint="Where does your function use the policies?",
        calls=_BOTH,
        change=_FirstMove,
    ),
    Mistake(
        id="weights-in-tenths",
        title="Rounds probabilities to tenths",
        explanation="Your function draws with rounded probabilities, as from ten tickets. What is "
        "rare then never happens, or too often.",
        hint="How often does your function take an action of probability 1/20?",
        calls=_SIMULATE,
        change=_RoundedWeights,
    ),
    Mistake(
        id="cumulative-weights",
        title="Gives probabilities where running sums are expected",
        explanation="Your function hands the probabilities to rng.choices as cumulative weights. "
        "Those are running sums, and something else.",
        hint="Which argument of rng.choices do you use?",
        calls=_BOTH,
        change=_CumulativeWeights,
    ),
    Mistake(
        id="own-random",
        title="Draws from elsewhere than rng",
        explanation="Your function takes its random numbers from the module random. With rng, the "
        "same seed gives the same plays, so that they can be repeated.",
        hint="Is rng used in every line that draws?",
        calls=_SIMULATE,
        change=_OwnRandom,
    ),
    Mistake(
        id="same-seed-each-time",
        title="Begins with the same seed in every play",
        explanation="Your function sets a seed itself, so all plays are the same. Use rng as it "
        "is given, with the seed that it has.",
        hint="Who sets the seed?",
        calls=_BOTH,
        change=_SameSeedEachTime,
    ),
    Mistake(
        id="best-move",
        title="Plays the best action",
        explanation="Your function searches for the best action. To simulate is to play by the "
        "given policies, be they good or bad.",
        hint="Where does your function use the policies?",
        calls=_BOTH,
        change=_BestMove,
    ),
    Mistake(
        id="agents-policy-for-all",
        title="Asks the agent's policy at every state",
        explanation="Your function asks the policy of the agent also where somebody else moves. "
        "Each player has a policy of its own.",
        hint="What are the keys of policies?",
        calls=_BOTH,
        change=_AgentsPolicyForAll,
    ),
    Mistake(
        id="turns-in-plays",
        source="G05",
        title="Expects the players to take turns",
        explanation="Your function asks the agent and the opponent in turn. Some players move "
        "twice, and there can be more than two.",
        hint="Which question to the game tells who moves?",
        calls=_BOTH,
        change=_TurnsInPlays,
    ),
    Mistake(
        id="asks-besides-the-play",
        title="Asks about states that are not played",
        explanation="Your function asks the game about successors that the play does not lead to. "
        "Look only at the state that the drawn action leads to.",
        hint="Which states does your loop ask about?",
        calls=_SIMULATE,
        change=_AsksBesides,
        keeps_answer=True,
    ),
    Mistake(
        id="play-without-start",
        title="Leaves the start out of the states",
        explanation="Your rollout has no start. Its states go from the start to the end, so there "
        "is one more of them than actions.",
        hint="What is in your list of states before the loop?",
        calls=_SIMULATE,
        change=_NoStart,
    ),
    Mistake(
        id="play-without-end",
        title="Leaves the end out of the states",
        explanation="Your rollout stops before the end. Its states go from the start to the end, "
        "so there is one more of them than actions.",
        hint="When is a state added to your list, before or after the move?",
        calls=_SIMULATE,
        change=_NoEnd,
    ),
    Mistake(
        id="action-at-the-end",
        title="Notes an action at the end",
        explanation="Your rollout has as many actions as states. At the end nobody moves, so "
        "there is one action fewer.",
        hint="How many moves lead through three states?",
        calls=_SIMULATE,
        change=_NoneAtEnd,
    ),
    Mistake(
        id="one-move-only",
        title="Plays only one move",
        explanation="Your function makes one move and stops. A rollout goes on until the game is "
        "over.",
        hint="Which kind of loop goes on until something happens?",
        calls=_BOTH,
        change=_OneMove,
    ),
    Mistake(
        id="utility-of-last-mover",
        source="E03",
        title="Takes the utility from the side of the last mover",
        explanation="Your function changes the sign of the utility where the opponent made the "
        "last move. A utility is always the agent's.",
        hint="For whom is the number that game.utility returns?",
        calls=_BOTH,
        change=_UtilityOfLastMover,
    ),
)
