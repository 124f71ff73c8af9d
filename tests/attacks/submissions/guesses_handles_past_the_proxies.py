# Sends requests about handles that were never given out, and swallows whatever comes of it.
# row 13
# expect minimax: FORBIDDEN
# expect alpha_beta: FORBIDDEN
import reference
from reference import *
from tools import VISIT, ask


def minimax(game, state):
    try:
        ask(VISIT, 1)
    except BaseException:
        pass
    return reference.minimax(game, state)


def alpha_beta(game, state):
    answer = reference.alpha_beta(game, state)
    for handle in range(1000):
        ask(VISIT, handle)
    return answer
