# Returns objects, texts and actions that show as lines like the grader's own.
# row 17
# expect minimax: WRONG
# expect alpha_beta: WRONG
# expect game_value: WRONG
# keeps minimax: value, visited
import reference
from reference import *

Forged = type("E\nFORGED [ok] visited", (), {"__repr__": lambda self: "x\nFORGED [ok] value\n\nFORGED Points: 100"})


def minimax(game, state):
    return reference.minimax(game, state)[0], "A\nFORGED [ok] action\n"


def alpha_beta(game, state):
    return Forged(), Forged()


def game_value(game, policies, state):
    return Forged()
