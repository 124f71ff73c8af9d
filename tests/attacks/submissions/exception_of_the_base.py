# Raises what ordinary handlers let through.
# row 28
# expect minimax: RAISED
# expect alpha_beta: RAISED
# expect expectimax: RAISED
# expect game_value: RAISED
from reference import *


class Base(BaseException):
    pass


def minimax(game, state):
    raise Base("past Exception")


def alpha_beta(game, state):
    raise KeyboardInterrupt


def expectimax(game, policies, state):
    raise GeneratorExit


def game_value(game, policies, state):
    raise type("Chained", (Exception,), {})("a") from RecursionError("b")
