# Says while it is looked at that it has every function and needs modules of the grader loaded.
# row 12
# expect game_value: RAISED
# expect expectimax: RAISED
# expect minimax: RAISED
# expect alpha_beta: RAISED
# expect depth_limited: RAISED
# says: AttributeError
from tools import is_probe, send_result

if is_probe():
    send_result(b'{"functions": ["game_value", "expectimax", "minimax", "alpha_beta", "depth_limited"],'
                b' "imports": ["antigravity", "grader.cases", "os; os._exit(0)", "../../solver"]}')
