# Counts its calls in every place that might outlive a case, and answers wrongly from the second on.
import mmap
import os

import reference
from reference import *  # noqa: F403

SEEN = []
SHARED = mmap.mmap(-1, 1)
NOTES = [os.path.join(folder, "game-tree-note") for folder in ("/tmp", "/dev/shm", "/var/tmp", ".")]


def been_here():
    before = len(SEEN) + SHARED[0] + sum(map(os.path.exists, NOTES)) + hasattr(os, "been_here")
    SEEN.append(1)
    SHARED[0] = 1
    os.been_here = True
    for note in NOTES:
        try:
            open(note, "w").close()
        except OSError:
            pass
    return before > 0


def minimax(game, state):
    return (10**9, None) if been_here() else reference.minimax(game, state)


def alpha_beta(game, state):
    return (10**9, None) if been_here() else reference.alpha_beta(game, state)
