# Returns the game, its states, its policies and its own functions as the answer.
# row own
# expect game_value: WRONG
# expect expectimax: WRONG
# expect minimax: WRONG
# expect alpha_beta: WRONG
# expect depth_limited: WRONG
from reference import *


def game_value(game, policies, state):
    return policies


def expectimax(game, policies, state):
    return game


def minimax(game, state):
    return state, state


def alpha_beta(game, state):
    return alpha_beta, game.successors


def depth_limited(game, state, depth, evaluate):
    return evaluate, evaluate
