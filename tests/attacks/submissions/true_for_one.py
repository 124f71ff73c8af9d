# Returns True where 1 is due, and a text where a number is.
# row 9
# expect game_value: WRONG
# expect expectimax: WRONG
# keeps game_value: visited
# keeps expectimax: action, visited
# says: is a bool, not a number
import reference
from reference import *


def game_value(game, policies, state):
    return reference.game_value(game, policies, state) > 0


def expectimax(game, policies, state):
    value, action = reference.expectimax(game, policies, state)
    return str(value), action
