# Answers wrongly from the second case on, if anything in memory, module or file tells it of the first.
# row 24
import mmap
import os

import reference
from reference import *
from target import NOTES

SHARED = mmap.mmap(-1, 4096)


def been_here():
    seen = SHARED[0] + hasattr(os, "been_here") + any(map(os.path.lexists, NOTES)) + (os.umask(0o22) != 0o22)
    SHARED[0] = 1
    os.been_here = True
    os.umask(0o777)
    os.environ["BEEN_HERE"] = "1"
    try:
        os.nice(1)
    except OSError:
        pass
    return seen > 0


def minimax(game, state):
    return (77, "Z") if been_here() else reference.minimax(game, state)


alpha_beta_before = reference.alpha_beta


def alpha_beta(game, state):
    return (77, "Z") if been_here() else alpha_beta_before(game, state)
