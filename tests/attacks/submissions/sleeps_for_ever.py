# Uses no time of the processor: sleeps, waits for a lock and for input that never comes.
# row 25
# expect minimax: TIMED_OUT
# expect alpha_beta: TIMED_OUT
# says: Look for something that waits
import os
import threading
import time

from reference import *
from tools import REPLIES


def minimax(game, state):
    while True:
        time.sleep(1000)


def alpha_beta(game, state):
    os.read(REPLIES, 1)
