# Replaces type, isinstance, len, str and repr for all that comes after it in the process.
# row 6
# expect minimax: CRASHED
import builtins

from reference import *


def minimax(game, state):
    builtins.isinstance = lambda *arguments: True
    builtins.len = lambda value: 2
    builtins.abs = lambda value: 0
    builtins.repr = lambda value: "3"
    return 77, "Z"
