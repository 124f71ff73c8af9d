# Waits for the results to be written, by the kernel's notices of changes.
# row own
import fcntl
import os

import reference
from reference import *
from tools import denied, libc, refused


def minimax(game, state):
    denied(libc, "inotify_init1", 0)
    denied(libc, "fanotify_init", 0, 0)
    folder = os.open(os.path.dirname(os.__file__), os.O_RDONLY)
    refused(fcntl.fcntl, os.open(os.__file__, os.O_RDONLY), fcntl.F_SETLEASE, fcntl.F_WRLCK)
    os.close(folder)
    return reference.minimax(game, state)
