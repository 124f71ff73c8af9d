# Answers the look at it with a list of functions that is none.
# row 12
# expect game_value: FORBIDDEN
# expect expectimax: FORBIDDEN
# expect minimax: FORBIDDEN
# expect alpha_beta: FORBIDDEN
# expect depth_limited: FORBIDDEN
from reference import *
from tools import send_result

send_result(b'{"functions": [["minimax"]], "imports": {}}')
