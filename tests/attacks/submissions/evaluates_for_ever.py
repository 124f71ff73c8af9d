# Calls the evaluation function and the policies for ever.
# row 15
# expect depth_limited: TIMED_OUT
# expect expectimax: TIMED_OUT
from reference import *


def depth_limited(game, state, depth, evaluate):
    while True:
        try:
            evaluate(state)
        except ValueError:
            pass


def expectimax(game, policies, state):
    child = list(game.successors(state).values())[0]
    while True:
        policies["opp"](child)
