# Stays in one call of C for ever, where no handler of Python's could run.
# row 25
# expect minimax: TIMED_OUT
# expect alpha_beta: TIMED_OUT
import re

from reference import *


def minimax(game, state):
    return re.match("(a*)*b", "a" * 60), "A"


def alpha_beta(game, state):
    return 7 ** (7 ** 9) % 3, "A"
