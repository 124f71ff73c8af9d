# Sends the same request for ever and reads the answers.
# row 15
# expect minimax: TIMED_OUT
from reference import *
from tools import VISIT, ask


def minimax(game, state):
    while True:
        ask(VISIT, 0)
