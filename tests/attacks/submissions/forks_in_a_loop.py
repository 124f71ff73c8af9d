# Forks a hundred times, by every call that there is for it.
# row 21
import os

import reference
from reference import *
from tools import refused, system_call


def minimax(game, state):
    for _ in range(100):
        refused(os.fork)
    refused(os.forkpty)
    for name in ("fork", "vfork"):
        refused(system_call, name)
    refused(system_call, "clone", 17, 0, 0, 0, 0)
    refused(system_call, "clone3", 0, 0)
    return reference.minimax(game, state)
