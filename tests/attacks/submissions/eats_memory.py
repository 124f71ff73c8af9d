# Keeps blocks of memory until there is none.
# row 23
# expect minimax: OUT_OF_MEMORY
# expect alpha_beta: OUT_OF_MEMORY
from reference import *


def minimax(game, state):
    blocks = []
    while True:
        blocks.append(bytearray(20_000_000))


def alpha_beta(game, state):
    return [0] * 10**11
