"""The reference solution, in the form in which students hand theirs in.

Every search has the lecture's shape: is this an end, who moves, what are the successors worth. The
searches that cut are in ``pruning.py``; students may hand in modules of their own beside this one, too.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any, cast

from games import (
    Action,
    Evaluation,
    Game,
    GeneralSumGame,
    Player,
    Policy,
    Rollout,
    State,
    TicTacToe,
)
from pruning import alpha_beta as alpha_beta
from pruning import alpha_beta_ordered as alpha_beta_ordered
from pruning import expectiminimax_pruned as expectiminimax_pruned

Choice = tuple[float, Action | None]
Policies = dict[Player, Policy]
Value = Callable[[State], float]

INFINITY = float("inf")


def simulate(game: Game, policies: Policies, rng: Random) -> Rollout:
    """One play of the game, every move drawn from its mover's policy."""
    state = game.start_state()
    states: list[State] = [state]
    actions: list[Action] = []
    while (player := game.player(state)) is not None:  # nobody moves at an end
        chances = policies[player](state)
        action = rng.choices(list(chances), list(chances.values()))[0]
        state = game.successors(state)[action]
        actions.append(action)
        states.append(state)
    return Rollout(states, actions, game.utility(state))


def estimate(game: Game, policies: Policies, rng: Random, n: int) -> float:
    """The mean utility of ``n`` plays."""
    return sum(simulate(game, policies, rng).utility for _ in range(n)) / n


def game_value(game: Game, policies: Policies, state: State) -> float:
    """V_eval: every player follows its policy; whoever has none optimises."""
    if game.is_end(state):
        return game.utility(state)
    player = game.player(state)
    children = game.successors(state)
    if player in policies:
        chances = policies[player](state)
        return sum(
            chances.get(action, 0) * game_value(game, policies, child)
            for action, child in children.items()
        )
    pick = max if player == "agent" else min
    return pick(game_value(game, policies, child) for child in children.values())


def expectimax(game: Game, policies: Policies, state: State) -> Choice:
    """V_exptmax: the agent maximises against players whose policies are known."""
    others = {player: policy for player, policy in policies.items() if player != "agent"}
    if game.is_end(state) or game.player(state) in others:
        return game_value(game, others, state), None
    return _best(game, state, lambda child: game_value(game, others, child))


def minimax(game: Game, state: State) -> Choice:
    """V_minmax: the agent maximises, everybody else minimises."""
    if game.is_end(state):
        return game.utility(state), None
    return _best(game, state, lambda child: minimax(game, child)[0])


def expectiminimax(game: Game, policies: Policies, state: State) -> Choice:
    """V_exptminmax: like expectimax; who has no policy (the opponent beside a coin) minimises."""
    return expectimax(game, policies, state)


def _best(game: Game, state: State, value: Value) -> Choice:
    """The mover's best value and the first action that has it."""
    is_max = game.player(state) == "agent"
    best, chosen = (-INFINITY if is_max else INFINITY), None
    for action, child in game.successors(state).items():
        worth = value(child)
        if chosen is None or (worth > best if is_max else worth < best):
            best, chosen = worth, action
    return best, chosen


def minimax_policy(game: Game) -> Policy:
    """The policy that plays the mover's minimax action."""

    def policy(state: State) -> dict[Action, float]:
        return _certain(minimax(game, state)[1])

    return policy


def expectimax_policy(game: Game, policies: Policies) -> Policy:
    """The policy that plays the mover's best action against ``policies``."""

    def policy(state: State) -> dict[Action, float]:
        return _certain(expectimax(game, policies, state)[1])

    return policy


def _certain(action: Action | None) -> dict[Action, float]:
    return {} if action is None else {action: 1}


def value_table(game: Game, opponent_policy: Policy) -> dict[tuple[str, str], float]:
    """What each of the agent's two policies gets from each of two opponents."""
    adversarial = minimax_policy(game)
    agents = {"max": adversarial, "exptmax": expectimax_policy(game, {"opp": opponent_policy})}
    opponents = {"min": adversarial, "fixed": opponent_policy}
    return {
        (mine, theirs): game_value(game, {"agent": agent, "opp": opp}, game.start_state())
        for mine, agent in agents.items()
        for theirs, opp in opponents.items()
    }


class HalvingGame:
    """Take one off or halve, in turn, from ``n`` down to 0; who is to move then has won.

    A state is ``(mover, number)``.
    """

    def __init__(self, n: int) -> None:
        self._n = n

    def start_state(self) -> State:
        return "agent", self._n

    def is_end(self, state: Any) -> bool:
        _mover, number = state
        return bool(number == 0)

    def utility(self, state: Any) -> float:
        mover, number = state
        if number != 0:
            raise ValueError(f"the game goes on at {state}, so it has no utility")
        return 1 if mover == "agent" else -1

    def player(self, state: Any) -> Player | None:
        mover, number = state
        return mover if number != 0 else None

    def successors(self, state: Any) -> dict[Action, State]:
        mover, number = state
        if number == 0:
            return {}
        other = "opp" if mover == "agent" else "agent"
        return {"decrement": (other, number - 1), "halve": (other, number // 2)}


def depth_limited(game: Game, state: State, depth: int, evaluate: Evaluation) -> Choice:
    """Minimax that evaluates instead of looking on; a move into an agent's node costs one."""

    def cost(child: State) -> int:
        return 1 if game.player(child) == "agent" else 0

    return _limited(game, state, depth, evaluate, cost)


def depth_limited_plies(game: Game, state: State, plies: int, evaluate: Evaluation) -> Choice:
    """The same where every move costs one."""
    return _limited(game, state, plies, evaluate, lambda _: 1)


def _limited(
    game: Game, state: State, depth: int, evaluate: Evaluation, cost: Callable[[State], int]
) -> Choice:
    if game.is_end(state):
        return game.utility(state), None
    if depth == 0:
        return evaluate(state), None

    def value(child: State) -> float:
        # The cost of a move is known once the child says who moves there, so it is asked only now.
        return _limited(game, child, depth - cost(child), evaluate, cost)[0]

    return _best(game, state, value)


def iterative_deepening(
    game: Game, state: State, evaluate: Evaluation, max_evaluations: int
) -> Choice:
    """The answer of the deepest ``depth_limited`` that the evaluations last for."""
    used = 0

    def counted(position: State) -> float:
        nonlocal used
        if used >= max_evaluations:
            raise _OutOfBudgetError
        used += 1
        return evaluate(position)

    answer = None
    for depth in count(1):
        before = used
        try:
            answer = depth_limited(game, state, depth, counted)
        except _OutOfBudgetError:
            break
        if used == before:  # there were only ends: the search was a full one
            break
    return answer or (evaluate(state), next(iter(game.successors(state))))


class _OutOfBudgetError(Exception):
    """The next evaluation would be one too many."""


# Features of one side of a board, with their weights: lines that the other side has no mark in, by
# their own marks, and whether one of two marks can be filled at once.
WEIGHTS = {"one": 0.01, "two": 0.05, "wins next": 0.6}


def evaluate_tictactoe(state: State) -> float:
    """The utility at an end, elsewhere the weighted features of X less those of O."""
    if TicTacToe().is_end(state):
        return TicTacToe().utility(state)
    board, mover = cast("tuple[str, str]", state)
    return _side(board, "X", to_move=mover == "agent") - _side(board, "O", to_move=mover == "opp")


def _side(board: str, mark: str, *, to_move: bool) -> float:
    lines = [[board[at] for at in line] for line in TicTacToe.LINES]
    marks = [line.count(mark) for line in lines if set(line) <= {mark, "."}]
    features = {
        "one": marks.count(1),
        "two": marks.count(2),
        "wins next": to_move and 2 in marks,
    }
    return sum(WEIGHTS[name] * features[name] for name in features)


def max_n(game: GeneralSumGame, state: State) -> tuple[dict[Player, float], Action | None]:
    """Everybody maximises their own component of the utility."""
    player = game.player(state)
    if player is None:
        return game.utility(state), None
    worth = {action: max_n(game, child)[0] for action, child in game.successors(state).items()}
    action = max(worth, key=lambda action: worth[action][player])  # the first of ties
    return worth[action], action


def choose_by_bounds(intervals: dict[Action, tuple[float, float]]) -> set[Action]:
    """The options that may have the highest value; of equal certain ones, the first."""
    surest = max((low for low, _ in intervals.values()), default=INFINITY)
    certain = [option for option, (low, _) in intervals.items() if low == surest]
    hopeful = {option for option, (_, high) in intervals.items() if high > surest}
    return hopeful if hopeful & set(certain) else hopeful | set(certain[:1])
