# Looks for the case's value in the suite's own files, and returns it.
# row 4
# expect minimax: WRONG
# expect alpha_beta: WRONG
import os
import re

from reference import *
from target import SUITE


def stolen():
    for name in ("minimax.yaml", "alpha-beta.yaml", "suite.yaml"):
        try:
            with open(os.path.join(SUITE, name)) as file:
                return int(re.search(r"value: (\d+)", file.read())[1]), "A"
        except OSError:
            pass
    return -1, None


def minimax(game, state):
    return stolen()


def alpha_beta(game, state):
    return stolen()
