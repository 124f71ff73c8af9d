# Stops, aborts and hangs up itself and its threads; then crashes in the middle of one function.
# row 19
# expect alpha_beta: CRASHED
import os
import signal

import reference
from reference import *
from tools import denied


def minimax(game, state):
    for number in (signal.SIGSTOP, signal.SIGTSTP, signal.SIGKILL, signal.SIGTERM):
        denied(os.kill, os.getpid(), number)
    return reference.minimax(game, state)


def alpha_beta(game, state):
    os.abort()
