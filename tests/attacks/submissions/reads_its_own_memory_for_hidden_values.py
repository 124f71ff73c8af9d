# Searches its whole memory for numbers and names of nodes that it has not asked about.
# row 5
import ctypes
import gc

import reference
from reference import *
from tools import denied


def alpha_beta(game, state):
    denied(open, "/proc/self/mem", "rb")
    denied(open, "/proc/self/maps")
    seen = [text for text in map(repr, gc.get_referrers(game)) if "734013" in text]
    if seen:
        raise AssertionError("found what was not asked about")
    return reference.alpha_beta(game, state)
