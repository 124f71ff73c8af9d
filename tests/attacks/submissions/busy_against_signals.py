# Computes for ever, deaf to every signal that can be ignored.
# row 25
# expect minimax: TIMED_OUT
# says: minimax was stopped after 0.5 s of computing
import signal

from reference import *


def minimax(game, state):
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
    while True:
        pass
