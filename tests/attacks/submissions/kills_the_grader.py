# Sends signals to the grader, its own parent, its group, and everybody there is.
# row 19
import os
import signal

import reference
from reference import *
from target import GRADER
from tools import denied, libc, system_call


def minimax(game, state):
    for number in (0, signal.SIGUSR2, signal.SIGURG):
        denied(os.kill, GRADER, number)
        denied(os.kill, os.getppid(), number)
        denied(os.killpg, os.getpgrp(), number)
    denied(os.kill, -1, 0)
    denied(os.kill, 1, 0)
    denied(system_call, "tgkill", GRADER, GRADER, 0)
    denied(system_call, "tkill", GRADER, 0)
    denied(libc, "sigqueue", GRADER, 0, 0)
    denied(system_call, "pidfd_open", GRADER, 0)
    denied(system_call, "pidfd_send_signal", 0, 0, 0, 0)
    return reference.minimax(game, state)
