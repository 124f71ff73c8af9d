# Says again that it is ready, announces code in a case, and uses operations that there are not.
# row 12
# expect minimax: FORBIDDEN
# expect alpha_beta: FORBIDDEN
# expect expectimax: FORBIDDEN
from reference import *
from tools import CODE, READY, send


def minimax(game, state):
    send(READY, 0)
    send(READY, 0)


def alpha_beta(game, state):
    send(CODE, 2**63, b"")


def expectimax(game, policies, state):
    send(0, 0)
