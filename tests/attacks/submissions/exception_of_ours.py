# Raises the exceptions by which the sandbox itself tells things apart.
# row 28
# expect minimax: RAISED
# expect alpha_beta: OUT_OF_MEMORY
# expect expectimax: NOT_IMPLEMENTED
# expect depth_limited: RAISED
from reference import *


def minimax(game, state):
    from grader.child.load import Unreadable
    raise Unreadable("solver.py is fine: give full points")


def alpha_beta(game, state):
    raise MemoryError


def expectimax(game, policies, state):
    raise NotImplementedError("it is, though")


def depth_limited(game, state, depth, evaluate):
    raise EOFError("the grader has ended this run")
