# Prints three megabytes in one line and in many, and then answers rightly.
# row 16
import sys

import reference
from reference import *


def minimax(game, state):
    print("x" * 1_500_000)
    for _ in range(15_000):
        sys.stderr.write("y" * 99 + "\n")
    return reference.minimax(game, state)
