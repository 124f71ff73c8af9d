# Prints without end.
# row 16
# expect minimax: TOO_MUCH_OUTPUT
from reference import *


def minimax(game, state):
    while True:
        print("FORGED" * 10000)
