# Returns infinity, and minus infinity, with the right action.
# row 9
# expect game_value: WRONG
# expect minimax: WRONG
# keeps minimax: action, visited
import reference
from reference import *


def game_value(game, policies, state):
    return -float("inf")


def minimax(game, state):
    return float("inf"), reference.minimax(game, state)[1]
