# Asks about one state for ever; the proxy remembers, so that only time runs out.
# row 15
# expect minimax: TIMED_OUT
from reference import *


def minimax(game, state):
    while True:
        game.is_end(state)
