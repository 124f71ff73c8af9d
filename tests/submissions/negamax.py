# Negamax with a sign for the mover; several players of one side in a row are allowed for.
from reference import *  # noqa: F403

INFINITY = float("inf")


def _sign(game, state):
    return 1 if game.player(state) == "agent" else -1


def minimax(game, state):
    def search(state, sign):
        if game.is_end(state):
            return sign * game.utility(state), None
        mine = _sign(game, state)
        best = None
        for action, child in game.successors(state).items():
            value, _ = search(child, mine)
            if best is None or value > best[0]:
                best = (value, action)
        return sign * mine * best[0], best[1]

    return search(state, 1)


def alpha_beta(game, state):
    def search(state, sign, alpha, beta):
        # The window is the caller's, seen from the side of ``sign``.
        if game.is_end(state):
            return sign * game.utility(state), None
        mine = _sign(game, state)
        if mine != sign:
            alpha, beta = -beta, -alpha
        best, chosen = -INFINITY, None
        for action, child in game.successors(state).items():
            value, _ = search(child, mine, alpha, beta)
            if value > best:
                best, chosen = value, action
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return (best if mine == sign else -best), chosen

    return search(state, 1, -INFINITY, INFINITY)
