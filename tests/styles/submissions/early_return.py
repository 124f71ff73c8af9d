# Guard clauses: whatever is known is returned at once, alpha and beta are themselves the best values,
# and the first move is chosen in a loop of its own.
STRICT_AT_MAX = False
STRICT_AT_MIN = False
FAIL_HARD = False

INFINITY = float("inf")


def expected(game, policies, state):
    if game.is_end(state):
        return game.utility(state)
    player = game.player(state)
    if player == "agent":
        return max(expected(game, policies, child) for child in game.successors(state).values())
    if player not in policies:
        return min(expected(game, policies, child) for child in game.successors(state).values())
    chances = policies[player](state)
    return sum(
        chances.get(action, 0) * expected(game, policies, child)
        for action, child in game.successors(state).items()
    )


def expectiminimax(game, policies, state):
    if game.is_end(state):
        return game.utility(state), None
    player = game.player(state)
    if player != "agent" and player in policies:
        return expected(game, policies, state), None
    table = [(a, expected(game, policies, child)) for a, child in game.successors(state).items()]
    pick = max if player == "agent" else min
    action, value = pick(table, key=lambda row: row[1])
    return value, action


def expectimax(game, policies, state):
    return expectiminimax(game, policies, state)


def minimax(game, state):
    return expectiminimax(game, {}, state)


def alpha_beta(game, state):
    if game.is_end(state):
        return game.utility(state), None
    alpha, beta, chosen = -INFINITY, INFINITY, None
    if game.player(state) == "agent":
        for action, child in game.successors(state).items():
            v = bounded(game, child, alpha, beta)
            if chosen is None or v > alpha:
                alpha, chosen = v, action
        return alpha, chosen
    for action, child in game.successors(state).items():
        v = bounded(game, child, alpha, beta)
        if chosen is None or v < beta:
            beta, chosen = v, action
    return beta, chosen


def bounded(game, state, alpha, beta):
    if game.is_end(state):
        return game.utility(state)
    if game.player(state) == "agent":
        best = -INFINITY
        for child in game.successors(state).values():
            v = bounded(game, child, alpha, beta)
            if v > beta or (v == beta and not STRICT_AT_MAX):
                return beta if FAIL_HARD else v
            best = max(best, v)
            alpha = max(alpha, v)
        return alpha if FAIL_HARD else best
    best = INFINITY
    for child in game.successors(state).values():
        v = bounded(game, child, alpha, beta)
        if v < alpha or (v == alpha and not STRICT_AT_MIN):
            return alpha if FAIL_HARD else v
        best = min(best, v)
        beta = min(beta, v)
    return beta if FAIL_HARD else best
