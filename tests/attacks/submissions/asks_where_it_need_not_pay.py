# Asks by the operations for policies and evaluations, which are no visits, about nodes to be pruned.
# row own
# expect alpha_beta: FORBIDDEN
# expect minimax: FORBIDDEN
import reference
from reference import *
from tools import EVALUATE, POLICY, ask


def alpha_beta(game, state):
    answer = reference.alpha_beta(game, state)
    for handle in range(len(game._board.states)):
        ask(POLICY, handle)
    return answer


def minimax(game, state):
    ask(EVALUATE, 0)
    return reference.minimax(game, state)
