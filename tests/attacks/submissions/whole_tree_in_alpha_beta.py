# Searches the whole tree where pruning is asked for, and returns the right answer.
# row 14
# expect alpha_beta: some WRONG
# keeps alpha_beta: value, action
import reference
from reference import *


def alpha_beta(game, state):
    return reference.minimax(game, state)
