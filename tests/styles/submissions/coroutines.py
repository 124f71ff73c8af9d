# Generators as coroutines: a search yields the searches it needs, and a loop runs them. Nothing here
# can reach the recursion limit.
STRICT_AT_MAX = False
STRICT_AT_MIN = False
FAIL_HARD = False

INFINITY = float("inf")


def run(search):
    waiting, answer = [search], None
    while waiting:
        try:
            waiting.append(waiting[-1].send(answer))
            answer = None
        except StopIteration as finished:
            waiting.pop()
            answer = finished.value
    return answer


def full(game, policies, state):
    if game.is_end(state):
        return game.utility(state), None
    player = game.player(state)
    if player in policies:
        chances, mean = policies[player](state), 0
        for action, child in game.successors(state).items():
            value, _ = yield full(game, policies, child)
            mean += chances.get(action, 0) * value
        return mean, None
    found = []
    for action, child in game.successors(state).items():
        value, _ = yield full(game, policies, child)
        found.append((value, action))
    pick = max if player == "agent" else min
    return pick(found, key=lambda pair: pair[0])


def pruned(game, state, alpha, beta, arrange):
    if game.is_end(state):
        return game.utility(state), None
    is_max = game.player(state) == "agent"
    low, high, best = alpha, beta, None
    for action, child in arrange(game.successors(state).items(), is_max):
        value, _ = yield pruned(game, child, alpha, beta, arrange)
        if best is None or (value > best[0] if is_max else value < best[0]):
            best = value, action
        if is_max:
            if best[0] > beta or (not STRICT_AT_MAX and best[0] == beta):
                break
            alpha = max(alpha, best[0])
        else:
            if best[0] < alpha or (not STRICT_AT_MIN and best[0] == alpha):
                break
            beta = min(beta, best[0])
    value, action = best
    return (sorted((low, value, high))[1] if FAIL_HARD else value), action


def game_value(game, policies, state):
    return run(full(game, policies, state))[0]


def expectiminimax(game, policies, state):
    return run(full(game, {name: policies[name] for name in policies if name != "agent"}, state))


expectimax = expectiminimax


def minimax(game, state):
    return run(full(game, {}, state))


def alpha_beta(game, state):
    return run(pruned(game, state, -INFINITY, INFINITY, lambda moves, is_max: moves))


def alpha_beta_ordered(game, state, evaluate):
    def arrange(moves, is_max):
        return sorted(moves, key=lambda move: evaluate(move[1]), reverse=is_max)

    return run(pruned(game, state, -INFINITY, INFINITY, arrange))
