# Cuts strictly and returns the bound where it cuts, but the best value where it does not.
from reference import *  # noqa: F403

INFINITY = float("inf")


def alpha_beta(game, state):
    return search(game, state, -INFINITY, INFINITY)


def search(game, state, alpha, beta):
    if game.is_end(state):
        return game.utility(state), None
    best = None
    if game.player(state) == "agent":
        for action, child in game.successors(state).items():
            value, _ = search(game, child, alpha, beta)
            if value > beta:
                return beta, action
            if best is None or value > best[0]:
                best = value, action
            alpha = max(alpha, value)
    else:
        for action, child in game.successors(state).items():
            value, _ = search(game, child, alpha, beta)
            if value < alpha:
                return alpha, action
            if best is None or value < best[0]:
                best = value, action
            beta = min(beta, value)
    return best
