# Sends a wrong result and then, as if nothing had been said, the right one.
# row 11
# expect minimax: WRONG
# keeps minimax: visited
import json

import reference
from reference import *
from tools import send_result


def minimax(game, state):
    right = reference.minimax(game, state)
    for value, action in ((77, "Z"), right):
        pair = [{"number": value}, {"action": action}]
        send_result(json.dumps({"returned": {"pair": pair}, "repeats": 0}).encode())
    return right
