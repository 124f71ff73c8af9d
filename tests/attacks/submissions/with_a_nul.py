# Holds a NUL.
# row 30
# form: nul
# expect game_value: RAISED
# expect expectimax: RAISED
# expect minimax: RAISED
# expect alpha_beta: RAISED
# expect depth_limited: RAISED
# says: contains a NUL byte
from reference import *
