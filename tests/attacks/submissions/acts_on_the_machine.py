# Turns the machine off, sets its clock, its name and its accounts; each with an argument that can do no harm.
# row own
import time

import reference
from reference import *
from tools import denied, libc, system_call


def minimax(game, state):
    denied(system_call, "reboot", 0, 0, 0, 0)
    denied(time.clock_settime, time.CLOCK_MONOTONIC, 1.0)
    denied(libc, "sethostname", b"", -1)
    denied(libc, "setdomainname", b"", -1)
    denied(libc, "acct", b"/attack-note")
    denied(libc, "quotactl", 0x80000100, b"/dev/null", 0, 0)
    return reference.minimax(game, state)
