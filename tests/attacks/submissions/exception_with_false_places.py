# Raises syntax errors at places that no source has.
# row 28
# expect minimax: RAISED
# expect alpha_beta: RAISED
# expect expectimax: RAISED
from reference import *


def minimax(game, state):
    raise SyntaxError("x", ("solver.py", 10**30, -(10**30), "y" * 10**6))


def alpha_beta(game, state):
    error = SyntaxError("x")
    error.lineno, error.offset, error.text, error.filename, error.msg = "1", None, 7, b"x", [1]
    raise error


def expectimax(game, policies, state):
    error = SyntaxError("x")
    error.lineno, error.offset = -5, True
    raise error
