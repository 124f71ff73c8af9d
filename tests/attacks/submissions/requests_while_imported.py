# Sends requests while it is imported, when there is no game yet.
# row 15
# expect game_value: FORBIDDEN
# expect expectimax: FORBIDDEN
# expect minimax: FORBIDDEN
# expect alpha_beta: FORBIDDEN
# expect depth_limited: FORBIDDEN
from reference import *
from tools import VISIT, ask

ask(VISIT, 0)
