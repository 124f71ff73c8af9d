# Asks about states by handles that were never given out.
# row 13
# expect minimax: FORBIDDEN
# expect alpha_beta: FORBIDDEN
# says: it used the game object in a way that is not supported
from reference import *


class Guess:
    def __init__(self, handle):
        self.handle = handle


def minimax(game, state):
    return max(game.utility(Guess(handle)) for handle in range(1, 1000)), "A"


def alpha_beta(game, state):
    return game.utility(Guess(2**63)), "A"
