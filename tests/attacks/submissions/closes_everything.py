# Closes every file descriptor, and returns.
# row 18
# expect minimax: CRASHED
import os

from reference import *


def minimax(game, state):
    os.closerange(0, 1000)
    return 3, "A"
