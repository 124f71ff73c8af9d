# Sends a JSON text of tens of thousands of brackets.
# row 12
# expect minimax: FORBIDDEN
# expect alpha_beta: FORBIDDEN
from reference import *
from tools import send_result


def minimax(game, state):
    send_result(b"[" * 65536)


def alpha_beta(game, state):
    deep = b"[" * 900 + b"]" * 900
    send_result(b'{"returned": {"pair": [{"number": %s}, {"action": "A"}]}, "repeats": 0}' % deep)
