# Children are always sorted before they are looked at. Where no order is asked for, the key is the
# same for all of them, and a stable sort keeps them as they came. The chosen action is found at the
# end, from a sorted list of answers.
STRICT_AT_MAX = False
STRICT_AT_MIN = False
FAIL_HARD = False

INFINITY = float("inf")


def sort_moves(game, state, key, descending):
    return sorted(game.successors(state).items(), key=lambda move: key(move[1]), reverse=descending)


def nothing_known(state):
    return 0


def full(game, policies, state):
    if game.is_end(state):
        return game.utility(state), None
    player = game.player(state)
    is_max = player == "agent"
    moves = sort_moves(game, state, nothing_known, is_max)
    if not is_max and player in policies:
        chances = policies[player](state)
        parts = [
            (chances.get(action, 0), full(game, policies, child)[0]) for action, child in moves
        ]
        return sum(chance * value for chance, value in parts), None
    answers = [(full(game, policies, child)[0], action) for action, child in moves]
    answers.sort(key=lambda answer: answer[0], reverse=is_max)
    return answers[0]


def expectimax(game, policies, state):
    return full(game, policies, state)


def expectiminimax(game, policies, state):
    return full(game, policies, state)


def minimax(game, state):
    return full(game, {}, state)


def search(game, state, alpha, beta, key):
    if game.is_end(state):
        return game.utility(state), None
    is_max = game.player(state) == "agent"
    low, high = alpha, beta
    answers = []
    for action, child in sort_moves(game, state, key, is_max):
        answers.append((search(game, child, alpha, beta, key)[0], action))
        answers.sort(key=lambda answer: answer[0], reverse=is_max)
        best = answers[0][0]
        if is_max:
            if best > beta or (best == beta and not STRICT_AT_MAX):
                break
            alpha = max(alpha, best)
        else:
            if best < alpha or (best == alpha and not STRICT_AT_MIN):
                break
            beta = min(beta, best)
    value, action = answers[0]
    if FAIL_HARD:
        value = min(max(low, value), high)
    return value, action


def alpha_beta(game, state):
    return search(game, state, -INFINITY, INFINITY, nothing_known)


def alpha_beta_ordered(game, state, evaluate):
    return search(game, state, -INFINITY, INFINITY, evaluate)
