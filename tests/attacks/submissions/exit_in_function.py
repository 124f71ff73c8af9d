# Ends the process with status 0 in the middle of a call, before anybody compares anything.
# row 1
# expect minimax: CRASHED
# says: ended the program without returning
import os

from reference import *


def minimax(game, state):
    os._exit(0)
