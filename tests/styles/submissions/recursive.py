# One recursive function for each task, with an if for who moves.
STRICT_AT_MAX = False
STRICT_AT_MIN = False
FAIL_HARD = False

INFINITY = float("inf")


def game_value(game, policies, state):
    if game.is_end(state):
        return game.utility(state)
    player = game.player(state)
    if player in policies:
        chances = policies[player](state)
        total = 0
        for action, child in game.successors(state).items():
            total += chances.get(action, 0) * game_value(game, policies, child)
        return total
    values = [game_value(game, policies, child) for child in game.successors(state).values()]
    return max(values) if player == "agent" else min(values)


def expectiminimax(game, policies, state):
    if game.is_end(state):
        return game.utility(state), None
    player = game.player(state)
    if player != "agent" and player in policies:
        chances = policies[player](state)
        total = 0
        for action, child in game.successors(state).items():
            total += chances.get(action, 0) * expectiminimax(game, policies, child)[0]
        return total, None
    best_value, best_action = None, None
    for action, child in game.successors(state).items():
        value, _ = expectiminimax(game, policies, child)
        if best_action is None:
            better = True
        elif player == "agent":
            better = value > best_value
        else:
            better = value < best_value
        if better:
            best_value, best_action = value, action
    return best_value, best_action


def expectimax(game, policies, state):
    return expectiminimax(game, policies, state)


def minimax(game, state):
    return expectiminimax(game, {}, state)


def alpha_beta(game, state):
    return search(game, state, -INFINITY, INFINITY, None)


def alpha_beta_ordered(game, state, evaluate):
    return search(game, state, -INFINITY, INFINITY, evaluate)


def search(game, state, alpha, beta, evaluate):
    if game.is_end(state):
        return game.utility(state), None
    is_max = game.player(state) == "agent"
    low, high = alpha, beta
    moves = list(game.successors(state).items())
    if evaluate is not None:
        moves.sort(key=lambda move: evaluate(move[1]), reverse=is_max)
    best_value, best_action = -INFINITY if is_max else INFINITY, None
    for action, child in moves:
        value, _ = search(game, child, alpha, beta, evaluate)
        if is_max:
            if best_action is None or value > best_value:
                best_value, best_action = value, action
            if best_value > beta or (best_value == beta and not STRICT_AT_MAX):
                break
            alpha = max(alpha, best_value)
        else:
            if best_action is None or value < best_value:
                best_value, best_action = value, action
            if best_value < alpha or (best_value == alpha and not STRICT_AT_MIN):
                break
            beta = min(beta, best_value)
    if FAIL_HARD:
        best_value = max(low, min(high, best_value))
    return best_value, best_action
