# Reads a file that only the grader's user may read, in every way of opening it.
# row 4
import os

import reference
from reference import *
from target import SECRET, SUITE
from tools import denied


def minimax(game, state):
    denied(open, SECRET)
    denied(os.open, SECRET, os.O_RDONLY | os.O_NOFOLLOW)
    denied(os.open, SECRET, os.O_RDWR)
    denied(os.listdir, SUITE)
    denied(os.scandir, SUITE)
    denied(os.listdir, os.path.dirname(SUITE))
    denied(open, "/proc/self/root" + SECRET)
    denied(open, "/proc/self/cwd" + SECRET)
    return reference.minimax(game, state)
