# Is saved in an encoding that Python does not read.
# row 30
# form: utf-16
# expect game_value: RAISED
# expect expectimax: RAISED
# expect minimax: RAISED
# expect alpha_beta: RAISED
# expect depth_limited: RAISED
from reference import *
