# Empties the proxies' memory of what was asked, as if the visits had then not been made.
# row 14
# expect alpha_beta: some WRONG
# keeps alpha_beta: value, action
import reference
from reference import *


def alpha_beta(game, state):
    answer = reference.minimax(game, state)
    game._records.clear()
    game._expanded.clear()
    game.repeats = 0
    del game._board.states[1:]
    return answer
