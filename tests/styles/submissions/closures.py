# Everything inside one function: the window is two variables of the function around, changed by
# nonlocal and put back when a node is done.
STRICT_AT_MAX = False
STRICT_AT_MIN = False
FAIL_HARD = False


def minimax(game, state):
    return expectiminimax(game, {}, state)


def expectimax(game, policies, state):
    return expectiminimax(game, policies, state)


def expectiminimax(game, policies, state):
    chosen = None

    def value(state):
        nonlocal chosen
        chosen = None  # whatever was chosen below
        if game.is_end(state):
            return game.utility(state)
        player, children = game.player(state), game.successors(state)
        if player != "agent" and player in policies:
            chances = policies[player](state)
            mean = 0
            for action in children:
                mean += chances.get(action, 0) * value(children[action])
            chosen = None
            return mean
        table = {action: value(child) for action, child in children.items()}
        chosen = (max if player == "agent" else min)(table, key=table.get)
        return table[chosen]

    return value(state), chosen


def minimax_policy(game):
    def policy(state):
        _, action = minimax(game, state)
        return {action: 1.0}

    return policy


def expectimax_policy(game, policies):
    def policy(state):
        _, action = expectiminimax(game, policies, state)
        return {action: 1.0}

    return policy


def alpha_beta(game, state, evaluate=None):
    alpha, beta = float("-inf"), float("inf")
    answer = None

    def moves(state, is_max):
        children = game.successors(state)
        if evaluate is None:
            return list(children)
        guesses = {action: evaluate(child) for action, child in children.items()}
        return sorted(guesses, key=guesses.get, reverse=is_max)

    def look(state):
        nonlocal alpha, beta, answer
        if game.is_end(state):
            answer = None
            return game.utility(state)
        is_max = game.player(state) == "agent"
        children = game.successors(state)
        before = alpha, beta
        best = mine = None
        for action in moves(state, is_max):
            value = look(children[action])
            if is_max:
                if best is None or value > best:
                    best, mine = value, action
                if best > beta or (best == beta and not STRICT_AT_MAX):
                    break
                alpha = max(alpha, best)
            else:
                if best is None or value < best:
                    best, mine = value, action
                if best < alpha or (best == alpha and not STRICT_AT_MIN):
                    break
                beta = min(beta, best)
        alpha, beta = before
        answer = mine
        if FAIL_HARD:
            return max(alpha, min(best, beta))
        return best

    return look(state), answer


def alpha_beta_ordered(game, state, evaluate):
    return alpha_beta(game, state, evaluate)
