# Looks at states in the name of another, to visit one and have the other written down.
# row 13
# expect alpha_beta: some WRONG
# keeps alpha_beta: value, action
import reference
from reference import *


def alpha_beta(game, state):
    answer = reference.alpha_beta(game, state)
    alias = type(state)("root")

    def look(handle):
        alias.handle = handle
        if not game.is_end(alias):
            for child in game.successors(alias).values():
                look(child.handle)

    look(state.handle)
    return answer
