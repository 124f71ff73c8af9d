# Frees what is in use, and overwrites the objects None, True and 3.
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
    exec(compile("1", "solver.py", "eval").replace(co_code=b"\x64\xff" * 200, co_consts=(), co_stacksize=1))
