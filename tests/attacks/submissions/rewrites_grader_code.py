# Rewrites the grader's own modules, for the rest of this run and for the next.
# row 3
import os

import reference
from reference import *
from target import CODE
from tools import denied, refused


def alpha_beta(game, state):
    for mode in ("w", "a", "r+"):
        denied(open, CODE, mode)
    denied(os.chmod, CODE, 0o666)
    refused(os.replace, CODE, CODE + ".attack-note")
    denied(open, CODE[:-3] + "_attack-note.py", "w")
    refused(os.mkdir, os.path.join(os.path.dirname(CODE), "__pycache__", "attack-note"))
    return reference.alpha_beta(game, state)
