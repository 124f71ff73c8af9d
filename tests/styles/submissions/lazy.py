# Lazy generators: a node is the series of the ever better answers that are found there, and what it is
# worth is the last of them. Whoever stops the series has pruned.
from collections import deque

STRICT_AT_MAX = False
STRICT_AT_MIN = False
FAIL_HARD = False

INFINITY = float("inf")


def last(series):
    return deque(series, maxlen=1).pop()


def values(game, policies, state):
    """The value of each child, in order, each one found when it is asked for."""
    return (
        (action, worth(game, policies, child)[0])
        for action, child in game.successors(state).items()
    )


def answers(game, policies, state):
    if game.is_end(state):
        yield game.utility(state), None
        return
    player = game.player(state)
    if player in policies:
        chances = policies[player](state)
        yield (
            sum(chances.get(action, 0) * value for action, value in values(game, policies, state)),
            None,
        )
        return
    best = None
    for action, value in values(game, policies, state):
        if best is None or (value > best if player == "agent" else value < best):
            best = value
            yield value, action


def worth(game, policies, state):
    return last(answers(game, policies, state))


def game_value(game, policies, state):
    return worth(game, policies, state)[0]


def expectiminimax(game, policies, state):
    return worth(
        game, {name: policy for name, policy in policies.items() if name != "agent"}, state
    )


def expectimax(game, policies, state):
    return expectiminimax(game, policies, state)


def minimax(game, state):
    return worth(game, {}, state)


def bounded(game, state, alpha, beta):
    """The ever better answers at an inner node; no more of them once one is good enough."""
    is_max = game.player(state) == "agent"
    best = None
    for action, child in game.successors(state).items():
        value = within(game, child, alpha, beta)[0]
        if best is None or (value > best if is_max else value < best):
            best = value
            yield best, action
        if best == (beta if is_max else alpha):
            if not (STRICT_AT_MAX if is_max else STRICT_AT_MIN):
                return
        elif best > beta if is_max else best < alpha:
            return
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))


def within(game, state, alpha, beta):
    if game.is_end(state):
        return game.utility(state), None
    value, action = last(bounded(game, state, alpha, beta))
    if FAIL_HARD:
        value = alpha if value < alpha else beta if value > beta else value
    return value, action


def alpha_beta(game, state):
    return within(game, state, -INFINITY, INFINITY)
