# Returns objects that take for ever to be looked at.
# row own
# expect game_value: TIMED_OUT
# expect minimax: TIMED_OUT
from reference import *


def for_ever(*arguments):
    while True:
        pass


Slow = type("Slow", (), {"__repr__": for_ever, "__len__": for_ever, "__float__": for_ever})


def game_value(game, policies, state):
    return Slow()


def minimax(game, state):
    return Slow(), "A"
