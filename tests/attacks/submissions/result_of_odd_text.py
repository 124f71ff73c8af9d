# Sends bytes that are no ASCII, a lone surrogate as the action, and a key twice.
# row 12
# expect minimax: FORBIDDEN
# expect alpha_beta: WRONG
# expect expectimax: FORBIDDEN
from reference import *
from tools import send_result


def minimax(game, state):
    send_result(b'\xff\xfe{"returned": 3}')


def alpha_beta(game, state):
    send_result(rb'{"returned": {"pair": [{"number": 77}, {"action": "\ud800\u0000\u202e"}]}, "repeats": 0}')


def expectimax(game, policies, state):
    send_result(b'{"returned": {"pair": [{"number": 2}, {"action": "B"}]}, "repeats": 0,'
                b' "returned": {"pair": [{"number": 77}, {"action": "Z"}]}}')
