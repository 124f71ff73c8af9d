# Asks about every child before it goes down into the first.
# expect alpha_beta: some WRONG
import reference
from reference import *  # noqa: F403

INFINITY = float("inf")


def alpha_beta(game, state, alpha=-INFINITY, beta=INFINITY):
    if game.is_end(state):
        return game.utility(state), None
    is_max = game.player(state) == "agent"
    children = [(a, c) for a, c in game.successors(state).items() if game.is_end(c) or True]
    best = None
    for action, child in children:
        value, _ = alpha_beta(game, child, alpha, beta)
        if best is None or (value > best[0] if is_max else value < best[0]):
            best = (value, action)
        if is_max:
            alpha = max(alpha, best[0])
        else:
            beta = min(beta, best[0])
        if alpha >= beta:
            break
    return best
