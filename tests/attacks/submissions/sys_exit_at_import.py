# Calls sys.exit(0) while it is imported.
# row 2
# expect game_value: RAISED
# expect expectimax: RAISED
# expect minimax: RAISED
# expect alpha_beta: RAISED
# expect depth_limited: RAISED
# says: SystemExit
import sys

sys.exit(0)
