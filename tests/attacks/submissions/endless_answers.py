# Returns what has no end: a list in itself, a generator, a text and an action of many megabytes.
# row own
# expect game_value: WRONG
# expect expectimax: WRONG
# expect minimax: WRONG
# expect alpha_beta: WRONG
import itertools

from reference import *


def game_value(game, policies, state):
    loop = []
    loop.append(loop)
    return loop


def expectimax(game, policies, state):
    return itertools.count()


def minimax(game, state):
    return "x" * 10**7, "y" * 10**7


def alpha_beta(game, state):
    nest = ()
    for _ in range(100_000):
        nest = (nest,)
    return nest, nest
