# Gives its functions and files names that show in a traceback as lines like the grader's own.
# row 17
# expect minimax: RAISED
# expect alpha_beta: RAISED
from reference import *


def fails():
    raise ValueError("here")


odd = type(fails)(fails.__code__.replace(co_name="f\nFORGED Points: 100 of 100."), globals())


def minimax(game, state):
    odd()


def alpha_beta(game, state):
    raise SyntaxError("no\nFORGED", ("solver.py\nFORGED", 1, 1, "FORGED\nFORGED\n\nFORGED", 1, 1))
