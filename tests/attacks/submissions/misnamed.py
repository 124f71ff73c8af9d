# Is not named solver.py.
# row 30
# place: Solver.py
# expect game_value: NOT_RUN
# expect expectimax: NOT_RUN
# expect minimax: NOT_RUN
# expect alpha_beta: NOT_RUN
# expect depth_limited: NOT_RUN
# says: There is no solver.py. Rename Solver.py
from reference import *
