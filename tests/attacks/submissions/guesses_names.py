# Asks about states by the names that they surely have, before they were reached.
# row 13
# expect alpha_beta: RAISED
# expect minimax: RAISED
# says: is not a state of this game that successors() has returned
from reference import *


def minimax(game, state):
    return game.utility("A1"), "A"


def alpha_beta(game, state):
    try:
        return game.utility("B1"), "B"
    except LookupError:
        return game.utility(type(state)("A1")), "A"
