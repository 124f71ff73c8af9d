# Announces a result and sends half of it.
# row 12
# expect minimax: TIMED_OUT
# expect alpha_beta: CRASHED
import os
import time

from reference import *
from tools import RESULT, send


def minimax(game, state):
    send(RESULT, 1000, b"{")
    time.sleep(60)


def alpha_beta(game, state):
    send(RESULT, 1000, b"{")
    os._exit(0)
