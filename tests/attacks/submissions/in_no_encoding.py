# Declares an encoding that there is not.
# row 30
# form: no-coding
# expect game_value: RAISED
# expect expectimax: RAISED
# expect minimax: RAISED
# expect alpha_beta: RAISED
# expect depth_limited: RAISED
from reference import *
