# Is no Python.
# row 30
# expect game_value: RAISED
# expect expectimax: RAISED
# expect minimax: RAISED
# expect alpha_beta: RAISED
# expect depth_limited: RAISED
# says: Python can't read this line
from reference import *

def minimax(game, state)
    return 3, "A"
