# Holds a byte that is not UTF-8.
# row 30
# form: latin-1
# expect game_value: RAISED
# expect expectimax: RAISED
# expect minimax: RAISED
# expect alpha_beta: RAISED
# expect depth_limited: RAISED
# says: byte 0xE9 is not UTF-8
from reference import *
