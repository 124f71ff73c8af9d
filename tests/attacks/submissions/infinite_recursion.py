# Calls itself without end, and in one function catches that and does it again.
# row 26
# expect minimax: RAISED
# expect alpha_beta: TIMED_OUT
# says: called itself too deeply (RecursionError)
from reference import *


def minimax(game, state):
    return minimax(game, state)


def alpha_beta(game, state):
    while True:
        try:
            alpha_beta(game, state)
        except RecursionError:
            pass
