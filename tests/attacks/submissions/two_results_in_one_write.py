# Sends two results in one write, the second of them right.
# row 11
# expect alpha_beta: WRONG
# keeps alpha_beta: visited
import json
import os
import struct

import reference
from reference import *
from tools import REQUESTS, RESULT


def alpha_beta(game, state):
    frames = b""
    for value, action in ((77, "Z"), reference.alpha_beta(game, state)):
        pair = [{"number": value}, {"action": action}]
        body = json.dumps({"returned": {"pair": pair}, "repeats": 0}).encode()
        frames += struct.pack("<BQ", RESULT, len(body)) + body
    os.write(REQUESTS, frames)
