# Catches whatever could end its loop, and loops in the handler.
# row 25
# expect minimax: TIMED_OUT
import signal

from reference import *


def again(*arguments):
    while True:
        pass


def minimax(game, state):
    for number in (signal.SIGTERM, signal.SIGALRM, signal.SIGXCPU, signal.SIGINT):
        signal.signal(number, again)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue
