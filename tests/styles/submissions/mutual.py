# Mutual recursion: a function for each kind of node, and one that looks who moves.
STRICT_AT_MAX = False
STRICT_AT_MIN = False
FAIL_HARD = False

INFINITY = float("inf")


# --- the whole tree


def value(game, policies, state):
    if game.is_end(state):
        return game.utility(state), None
    player = game.player(state)
    if player == "agent":
        return max_value(game, policies, state)
    if player in policies:
        return exp_value(game, policies, state), None
    return min_value(game, policies, state)


def max_value(game, policies, state):
    v, best = -INFINITY, None
    for action, child in game.successors(state).items():
        w, _ = value(game, policies, child)
        if w > v:
            v, best = w, action
    return v, best


def min_value(game, policies, state):
    v, best = INFINITY, None
    for action, child in game.successors(state).items():
        w, _ = value(game, policies, child)
        if w < v:
            v, best = w, action
    return v, best


def exp_value(game, policies, state):
    chances = policies[game.player(state)](state)
    v = 0
    for action, child in game.successors(state).items():
        v += chances.get(action, 0) * value(game, policies, child)[0]
    return v


def minimax(game, state):
    return value(game, {}, state)


def expectimax(game, policies, state):
    return value(game, policies, state)


def expectiminimax(game, policies, state):
    return value(game, policies, state)


# --- pruning


def alpha_beta(game, state):
    return prune(game, state, -INFINITY, INFINITY)


def prune(game, state, alpha, beta):
    if game.is_end(state):
        return game.utility(state), None
    if game.player(state) == "agent":
        return prune_max(game, state, alpha, beta)
    return prune_min(game, state, alpha, beta)


def prune_max(game, state, alpha, beta):
    v, best, lowest = -INFINITY, None, alpha
    for action, child in game.successors(state).items():
        w, _ = prune(game, child, alpha, beta)
        if w > v:
            v, best = w, action
        if v > beta if STRICT_AT_MAX else v >= beta:
            return (beta if FAIL_HARD else v), best
        alpha = max(alpha, v)
    return (max(v, lowest) if FAIL_HARD else v), best


def prune_min(game, state, alpha, beta):
    v, best, highest = INFINITY, None, beta
    for action, child in game.successors(state).items():
        w, _ = prune(game, child, alpha, beta)
        if w < v:
            v, best = w, action
        if v < alpha if STRICT_AT_MIN else v <= alpha:
            return (alpha if FAIL_HARD else v), best
        beta = min(beta, v)
    return (min(v, highest) if FAIL_HARD else v), best
