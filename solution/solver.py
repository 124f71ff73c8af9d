"""The reference solution, in the form in which students hand theirs in.

Every search has the lecture's shape: is this an end, who moves, what are the successors worth. A node
is asked about when the recursion enters it and not before, so a pruned node is never asked about.
"""

from __future__ import annotations

from collections.abc import Callable

from games import Action, Evaluation, Game, Player, Policy, State

Choice = tuple[float, Action | None]
Policies = dict[Player, Policy]
Value = Callable[[State], float]

INFINITY = float("inf")


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
    return {} if action is None else {action: 1.0}


def alpha_beta(game: Game, state: State) -> Choice:
    """Minimax that stops at a node as soon as an ancestor has something at least as good."""
    return _alpha_beta(game, state, -INFINITY, INFINITY)


def _alpha_beta(game: Game, state: State, alpha: float, beta: float) -> Choice:
    """``alpha`` is the most that a max node above has, ``beta`` the least that a min node above has."""
    if game.is_end(state):
        return game.utility(state), None
    is_max = game.player(state) == "agent"
    best, chosen = (-INFINITY if is_max else INFINITY), None
    for action, child in game.successors(state).items():
        worth, _ = _alpha_beta(game, child, alpha, beta)
        if chosen is None or (worth > best if is_max else worth < best):
            best, chosen = worth, action
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:  # cut on equality: what is left can't change the answer
            break
    return best, chosen


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
