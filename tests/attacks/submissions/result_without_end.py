# Announces a result of 2**64 - 1 bytes, and one a byte over the bound.
# row 12
# expect minimax: FORBIDDEN
# expect alpha_beta: FORBIDDEN
from reference import *
from tools import RESULT, send


def minimax(game, state):
    send(RESULT, 2**64 - 1, b"{" * 1000)


def alpha_beta(game, state):
    send(RESULT, 65537, b"{" * 65537)
