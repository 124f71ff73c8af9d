# As one writes it coming from C: globals, lists and indices, while loops, flags.
STRICT_AT_MAX = False
STRICT_AT_MIN = False
FAIL_HARD = False

GAME = None
POLICIES = None
BIG = float("inf")


def average(state, policy):
    chances = policy(state)
    successors = GAME.successors(state)
    actions = list(successors)
    total = 0
    i = 0
    while i < len(actions):
        probability = 0
        if actions[i] in chances:
            probability = chances[actions[i]]
        total = total + probability * value(successors[actions[i]])
        i = i + 1
    return total


def best_index(state):
    successors = GAME.successors(state)
    actions = list(successors)
    is_max = GAME.player(state) == "agent"
    values = [0] * len(actions)
    at = 0
    for i in range(len(actions)):
        values[i] = value(successors[actions[i]])
        if is_max and values[i] > values[at]:
            at = i
        if not is_max and values[i] < values[at]:
            at = i
    return values[at], actions[at]


def value(state):
    return answer(state)[0]


def answer(state):
    if GAME.is_end(state):
        return GAME.utility(state), None
    player = GAME.player(state)
    if player != "agent" and player in POLICIES:
        return average(state, POLICIES[player]), None
    return best_index(state)


def expectiminimax(game, policies, state):
    global GAME, POLICIES
    GAME = game
    POLICIES = policies
    return answer(state)


def expectimax(game, policies, state):
    return expectiminimax(game, policies, state)


def minimax(game, state):
    return expectiminimax(game, {}, state)


def pruned(state, alpha, beta):
    if GAME.is_end(state):
        return [GAME.utility(state), None]
    is_max = GAME.player(state) == "agent"
    successors = GAME.successors(state)
    actions = list(successors)
    result = [-BIG, None]
    if not is_max:
        result[0] = BIG
    low = alpha
    high = beta
    i = 0
    stop = False
    while i < len(actions) and not stop:
        found = pruned(successors[actions[i]], low, high)[0]
        if is_max and found > result[0]:
            result[0] = found
            result[1] = actions[i]
        if not is_max and found < result[0]:
            result[0] = found
            result[1] = actions[i]
        if is_max:
            if result[0] > beta:
                stop = True
            if result[0] == beta and not STRICT_AT_MAX:
                stop = True
            if result[0] > low:
                low = result[0]
        else:
            if result[0] < alpha:
                stop = True
            if result[0] == alpha and not STRICT_AT_MIN:
                stop = True
            if result[0] < high:
                high = result[0]
        i = i + 1
    if FAIL_HARD:
        if result[0] < alpha:
            result[0] = alpha
        if result[0] > beta:
            result[0] = beta
    return result


def alpha_beta(game, state):
    global GAME
    GAME = game
    found = pruned(state, -BIG, BIG)
    return found[0], found[1]
