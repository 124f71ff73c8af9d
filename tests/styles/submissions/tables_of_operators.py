# What differs between the two sides stands in a table, so that the search itself has no case for them.
import operator

STRICT_AT_MAX = False
STRICT_AT_MIN = False
FAIL_HARD = False

INFINITY = float("inf")
MAX = {
    "worst": -INFINITY,
    "better": operator.gt,
    "cuts": operator.gt if STRICT_AT_MAX else operator.ge,
    "own": "alpha",
    "other": "beta",
}
MIN = {
    "worst": INFINITY,
    "better": operator.lt,
    "cuts": operator.lt if STRICT_AT_MIN else operator.le,
    "own": "beta",
    "other": "alpha",
}


def side(game, state):
    return {"agent": MAX}.get(game.player(state), MIN)


def best_of(side, pairs):
    best, chosen = side["worst"], None
    for value, action in pairs:
        if side["better"](value, best):
            best, chosen = value, action
    return best, chosen


def expectiminimax(game, policies, state):
    if game.is_end(state):
        return game.utility(state), None
    player = game.player(state)
    moves = game.successors(state).items()
    pairs = ((expectiminimax(game, policies, child)[0], action) for action, child in moves)
    if player == "agent" or player not in policies:
        return best_of(side(game, state), pairs)
    chances = policies[player](state)
    return sum(value * chances.get(action, 0) for value, action in pairs), None


def expectimax(game, policies, state):
    return expectiminimax(game, policies, state)


def minimax(game, state):
    return expectiminimax(game, {}, state)


def search(game, state, window, evaluate=None):
    if game.is_end(state):
        return game.utility(state), None
    mover = side(game, state)
    inner = dict(window)
    moves = list(game.successors(state).items())
    if evaluate is not None:
        moves.sort(key=lambda move: evaluate(move[1]), reverse=mover is MAX)
    best, chosen = mover["worst"], None
    for action, child in moves:
        value, _ = search(game, child, inner, evaluate)
        if mover["better"](value, best):
            best, chosen = value, action
            if mover["cuts"](best, inner[mover["other"]]):
                break
            if mover["better"](best, inner[mover["own"]]):
                inner[mover["own"]] = best
    if FAIL_HARD:
        best = min(max(best, window["alpha"]), window["beta"])
    return best, chosen


def alpha_beta(game, state):
    return search(game, state, {"alpha": -INFINITY, "beta": INFINITY})


def alpha_beta_ordered(game, state, evaluate):
    return search(game, state, {"alpha": -INFINITY, "beta": INFINITY}, evaluate)
