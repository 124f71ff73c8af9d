# Overwrites the objects that all of Python shares, and jumps to where no code is.
# row 26
# expect minimax: CRASHED
# expect alpha_beta: CRASHED
import ctypes

from reference import *


def minimax(game, state):
    ctypes.memset(id(None), 0xFF, 16)
    ctypes.memset(id(int), 0xFF, 400)
    return [None] * 3, int("3")


def alpha_beta(game, state):
    ctypes.CFUNCTYPE(None)(1)()
