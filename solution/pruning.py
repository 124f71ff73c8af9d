"""The part of the reference that prunes: alpha-beta, in two orders, and chance nodes cut by bounds.

A node is asked about when the recursion enters it and not before, so a pruned node is never asked
about. Throughout, ``alpha`` is the most that a max node above is sure of, ``beta`` the least that a min
node above is sure of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games import Action, Evaluation, Game, Player, Policy, State

Choice = tuple[float, Action | None]
Moves = Sequence[tuple[Action, State]]
Arrange = Callable[[Moves, Player | None], Moves]  # the moves in the order to look at them
Value = Callable[[State, float, float], float]  # of a state, given alpha and beta

INFINITY = float("inf")

# The suite's convention; ``grader init`` sets it to what a course asks for. On equality: what is left
# can't change the answer where alpha = beta. Fail-soft: a cut search returns the best value it saw.
CUT_ON_EQUAL = True
FAIL_SOFT = True


def alpha_beta(game: Game, state: State) -> Choice:
    """Minimax that stops at a node as soon as an ancestor has something at least as good."""
    return _alpha_beta(game, state, -INFINITY, INFINITY, lambda moves, _: moves)


def alpha_beta_ordered(game: Game, state: State, evaluate: Evaluation) -> Choice:
    """Alpha-beta that looks first at what ``evaluate`` says is best for the mover."""

    def arrange(moves: Moves, player: Player | None) -> Moves:
        # Sorting is stable, in reverse too: ties stay in the given order.
        return sorted(moves, key=lambda move: evaluate(move[1]), reverse=player == "agent")

    return _alpha_beta(game, state, -INFINITY, INFINITY, arrange)


def _alpha_beta(game: Game, state: State, alpha: float, beta: float, arrange: Arrange) -> Choice:
    if game.is_end(state):
        return game.utility(state), None
    player = game.player(state)
    moves = arrange(list(game.successors(state).items()), player)

    def value(child: State, alpha: float, beta: float) -> float:
        return _alpha_beta(game, child, alpha, beta, arrange)[0]

    best, action = _best_within(player, moves, alpha, beta, value, on_equal=CUT_ON_EQUAL)
    return (best if FAIL_SOFT else min(max(best, alpha), beta)), action


def _best_within(
    player: Player | None,
    moves: Moves,
    alpha: float,
    beta: float,
    value: Value,
    *,
    on_equal: bool = True,
) -> Choice:
    """The best value for ``player``, with its action; a bound of it once that lies outside."""
    is_max = player == "agent"
    best, chosen = (-INFINITY if is_max else INFINITY), None
    for action, child in moves:
        worth = value(child, alpha, beta)
        if chosen is None or (worth > best if is_max else worth < best):
            best, chosen = worth, action
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha > beta or (alpha == beta and on_equal):
            break
    return best, chosen


def expectiminimax_pruned(
    game: Game, policies: dict[Player, Policy], state: State, low: float, high: float
) -> Choice:
    """Expectiminimax that cuts chance nodes, too, as all utilities lie in [low, high] (Star1)."""
    others = {player: policy for player, policy in policies.items() if player != "agent"}

    def search(state: State, alpha: float, beta: float) -> Choice:
        if game.is_end(state):
            return game.utility(state), None
        player = game.player(state)
        moves = list(game.successors(state).items())
        if player in others:
            chances = others[player](state)
            weighted = [(chances.get(action, 0), child) for action, child in moves]
            return _mean_within(weighted, (alpha, beta), (low, high), value), None
        return _best_within(player, moves, alpha, beta, value)

    def value(child: State, alpha: float, beta: float) -> float:
        return search(child, alpha, beta)[0]

    return search(state, -INFINITY, INFINITY)


def _mean_within(
    weighted: Sequence[tuple[float, State]],
    window: tuple[float, float],
    utilities: tuple[float, float],
    value: Value,
) -> float:
    """The mean of the children; a bound of it once that lies outside the window."""
    (alpha, beta), (low, high) = window, utilities
    known: float = 0  # the part of the mean that is certain
    for at, (chance, child) in enumerate(weighted, 1):
        rest = sum(later for later, _ in weighted[at:])  # the probability of the children to come
        if chance > 0:
            # What this child has to reach, should the rest be as good as can be, or as bad.
            least = (alpha - known - rest * high) / chance
            most = (beta - known - rest * low) / chance
            known += chance * value(child, least, most)
        else:
            value(child, -INFINITY, INFINITY)  # it counts nothing, but is visited like any other
        if known + rest * high <= alpha:
            return known + rest * high
        if known + rest * low >= beta:
            return known + rest * low
    return known
