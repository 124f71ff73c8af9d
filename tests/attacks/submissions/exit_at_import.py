# Ends the process with status 0 while it is imported.
# row 1
# expect game_value: CRASHED
# expect expectimax: CRASHED
# expect minimax: CRASHED
# expect alpha_beta: CRASHED
# expect depth_limited: CRASHED
import os

os._exit(0)
