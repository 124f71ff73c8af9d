# Has the compiler of the grader's own process recurse, if it were to compile this there.
# row 26
# expect minimax: RAISED
# expect alpha_beta: RAISED
from reference import *


def minimax(game, state):
    return eval("(" * 50000 + "1" + ")" * 50000)


def alpha_beta(game, state):
    return eval("[" * 5000 + "]" * 5000)
