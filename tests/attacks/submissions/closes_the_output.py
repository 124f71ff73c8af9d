# Closes standard output and error, prints all the same, and answers rightly.
# row 18
import os
import sys

import reference
from reference import *


def minimax(game, state):
    os.close(1)
    os.close(2)
    try:
        print("nobody hears this", flush=True)
    except OSError:
        pass
    return reference.minimax(game, state)
