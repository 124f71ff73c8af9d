# Compares alpha with beta, with another sign in each of two functions: both are right.
from reference import *  # noqa: F403

INFINITY = float("inf")


def alpha_beta(game, state):
    return search(game, state, -INFINITY, INFINITY)


def search(game, state, alpha, beta):
    if game.is_end(state):
        return game.utility(state), None
    if game.player(state) == "agent":
        return largest(game, state, alpha, beta)
    return smallest(game, state, alpha, beta)


def largest(game, state, alpha, beta):
    best, chosen = -INFINITY, None
    for action, child in game.successors(state).items():
        value, _ = search(game, child, alpha, beta)
        if value > best:
            best, chosen = value, action
        alpha = max(alpha, value)
        if alpha > beta:
            break
    return best, chosen


def smallest(game, state, alpha, beta):
    best, chosen = INFINITY, None
    for action, child in game.successors(state).items():
        value, _ = search(game, child, alpha, beta)
        if value < best:
            best, chosen = value, action
        beta = min(beta, value)
        if alpha >= beta:
            break
    return best, chosen
