# Raises an exception with a message and a name of ten megabytes.
# row 28
# expect minimax: RAISED
# expect alpha_beta: RAISED
from reference import *


def minimax(game, state):
    raise ValueError("x" * 10**7)


def alpha_beta(game, state):
    raise type("E" * 10**7, (Exception,), {})("y" * 10**7)
