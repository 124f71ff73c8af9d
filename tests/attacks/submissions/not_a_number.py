# Returns NaN, which is neither less nor more than anything, with the right action.
# row 9
# expect game_value: WRONG
# expect minimax: WRONG
# keeps game_value: visited
# keeps minimax: action, visited
# says: nan is not a number
import reference
from reference import *


def game_value(game, policies, state):
    reference.game_value(game, policies, state)
    return float("nan")


def minimax(game, state):
    return float("nan"), reference.minimax(game, state)[1]
