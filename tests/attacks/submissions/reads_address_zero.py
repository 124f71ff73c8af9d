# Reads and writes where nothing is mapped.
# row 26
# expect minimax: CRASHED
# expect alpha_beta: CRASHED
# says: crashed Python itself (SIGSEGV)
import ctypes

from reference import *


def minimax(game, state):
    ctypes.string_at(0)


def alpha_beta(game, state):
    ctypes.memset(0, 0, 1)
