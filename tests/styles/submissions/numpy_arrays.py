# numpy for everything that is a number: arrays of values, arrays of probabilities, a window that is an
# array. Returns numpy's own numbers.
# allow: numpy
import numpy as np

STRICT_AT_MAX = False
STRICT_AT_MIN = False
FAIL_HARD = False


def game_value(game, policies, state):
    return values_below(game, policies, state)[0]


def values_below(game, policies, state):
    """The value of the state, and the index of the best child."""
    if game.is_end(state):
        return np.float64(game.utility(state)), None
    player, children = game.player(state), game.successors(state)
    values = np.array([values_below(game, policies, child)[0] for child in children.values()])
    if player in policies:
        chances = policies[player](state)
        return np.dot([chances.get(action, 0) for action in children], values), None
    index = np.argmax(values) if player == "agent" else np.argmin(values)  # the first of ties
    return values[index], index


def expectiminimax(game, policies, state):
    fixed = {player: policy for player, policy in policies.items() if player != "agent"}
    value, index = values_below(game, fixed, state)
    return value, None if index is None else list(game.successors(state))[index]


def expectimax(game, policies, state):
    return expectiminimax(game, policies, state)


def minimax(game, state):
    return expectiminimax(game, {}, state)


def search(game, state, window):
    if game.is_end(state):
        return np.float64(game.utility(state)), None
    is_max = game.player(state) == "agent"
    own, other = (0, 1) if is_max else (1, 0)
    sign = 1 if is_max else -1
    strict = STRICT_AT_MAX if is_max else STRICT_AT_MIN
    inner = window.copy()  # an argument would be changed for the caller, too
    actions, values = [], np.array([])
    for action, child in game.successors(state).items():
        actions.append(action)
        values = np.append(values, search(game, child, inner)[0])
        best = np.max(sign * values)
        if best > sign * inner[other] or (best == sign * inner[other] and not strict):
            break
        inner[own] = sign * max(sign * inner[own], best)
    index = np.argmax(sign * values)
    value = np.clip(values[index], *window) if FAIL_HARD else values[index]
    return value, actions[index]


def alpha_beta(game, state):
    return search(game, state, np.array([-np.inf, np.inf]))
