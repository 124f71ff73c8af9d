# Asks about handles that are negative, too large, fractional or text.
# row 13
# expect minimax: RAISED
# expect alpha_beta: RAISED
# expect expectimax: RAISED
# says: minimax raised error
from reference import *


class Guess:
    def __init__(self, handle):
        self.handle = handle


def minimax(game, state):
    return game.utility(Guess(-1)), "A"


def alpha_beta(game, state):
    return game.utility(Guess(2**64)), "A"


def expectimax(game, policies, state):
    return game.utility(Guess("root")), "A"
