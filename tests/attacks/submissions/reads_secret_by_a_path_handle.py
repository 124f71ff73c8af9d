# Opens the secret as a mere path, which Landlock allows its own user, and reads through that.
# row 4
import os

import reference
from reference import *
from target import SECRET
from tools import denied, refused


def minimax(game, state):
    try:
        handle = os.open(SECRET, os.O_PATH)
    except OSError:
        return reference.minimax(game, state)
    refused(os.read, handle, 100)
    denied(open, "/proc/self/fd/%d" % handle)
    refused(os.open, "", os.O_RDONLY, dir_fd=handle)
    os.close(handle)
    return reference.minimax(game, state)
