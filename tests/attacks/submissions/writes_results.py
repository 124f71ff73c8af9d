# Writes, replaces, cuts, links and removes the results; goes on honestly where all of it is refused.
# row 3
import os

import reference
from reference import *
from target import RESULTS
from tools import denied, refused


def minimax(game, state):
    for mode in ("w", "a", "r+"):
        denied(open, RESULTS, mode)
    refused(open, RESULTS, "x")
    denied(os.truncate, RESULTS, 0)
    denied(os.unlink, RESULTS)
    refused(os.replace, RESULTS, RESULTS + ".attack-note")
    refused(os.link, RESULTS, RESULTS + ".attack-note")
    denied(os.rmdir, os.path.dirname(RESULTS))
    return reference.minimax(game, state)
