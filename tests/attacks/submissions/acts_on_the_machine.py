# Turns the machine off (with a password that is wrong), sets its clock and its name, logs out its user.
# row own
import time

import reference
from reference import *
from tools import denied, libc, system_call


def minimax(game, state):
    denied(system_call, "reboot", 0, 0, 0, 0)
    denied(time.clock_settime, time.CLOCK_REALTIME, time.time())
    denied(libc, "sethostname", b"", -1)
    denied(libc, "setdomainname", b"", -1)
    denied(libc, "acct", b"/attack-note")
    denied(libc, "quotactl", 0x80000100, b"/dev/null", 0, 0)
    return reference.minimax(game, state)
