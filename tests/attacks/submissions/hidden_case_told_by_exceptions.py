# Prints, raises and returns all that it can see of a hidden case.
# row own
# expect minimax: some RAISED
# expect alpha_beta: some WRONG
# keeps alpha_beta: visited
# expect expectimax: some TIMED_OUT
import reference
from reference import *


def seen(game, state):
    print("here is", state, game.successors(state), flush=True)
    return [game.utility(child) for child in game.successors(state).values() if game.is_end(child)]


def minimax(game, state):
    answer = reference.minimax(game, state)
    if answer[0] > 1000:
        raise type("Hidden%d" % answer[0], (Exception,), {})("its value is %s %s" % (answer, seen(game, state)))
    return answer


def alpha_beta(game, state):
    answer = reference.alpha_beta(game, state)
    return answer if answer[0] < 1000 else (str(answer), str(seen(game, state)))


def expectimax(game, policies, state):
    answer = reference.expectimax(game, policies, state)
    while answer[0] > 1000:
        print(answer, seen(game, state))
    return answer
