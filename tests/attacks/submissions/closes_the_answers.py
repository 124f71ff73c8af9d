# Closes the pipe of answers only, or crosses the pipes over, and asks on.
# row 18
# expect minimax: CRASHED
# expect alpha_beta: CRASHED
# expect expectimax: CRASHED
import os
import time

import reference
from reference import *
from tools import REPLIES, REQUESTS, VISIT, send


def minimax(game, state):
    os.close(REPLIES)
    send(VISIT, 0)
    while True:
        time.sleep(1)


def alpha_beta(game, state):
    os.dup2(1, REQUESTS)
    return reference.alpha_beta(game, state)


def expectimax(game, policies, state):
    os.close(REQUESTS)
    while True:
        pass
