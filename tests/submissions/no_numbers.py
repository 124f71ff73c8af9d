# Values that are no usable numbers: NaN, a bool, a string, infinity, a value without its action.
# expect game_value: WRONG
# expect expectimax: WRONG
# expect minimax: WRONG
# expect expectiminimax: WRONG
# expect depth_limited: WRONG
import reference
from reference import *  # noqa: F403


def game_value(game, policies, state):
    return float("nan")


def expectimax(game, policies, state):
    return True, None if game.is_end(state) else 3


def minimax(game, state):
    value, action = reference.minimax(game, state)
    return str(value), [action]


def expectiminimax(game, policies, state):
    return reference.expectiminimax(game, policies, state)[0]


def depth_limited(game, state, depth, evaluate):
    return float("inf"), 0
