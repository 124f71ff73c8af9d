# Sends numbers that no float holds, in a result that is otherwise well formed.
# row 12
# expect game_value: FORBIDDEN
# expect minimax: FORBIDDEN
# expect alpha_beta: FORBIDDEN
from reference import *
from tools import send_result


def game_value(game, policies, state):
    send_result(b'{"returned": {"number": 1%s}, "repeats": 0}' % (b"0" * 400))


def minimax(game, state):
    send_result(b'{"returned": {"pair": [{"number": -1%s}, {"action": "A"}]}, "repeats": 0}' % (b"0" * 4000))


def alpha_beta(game, state):
    send_result(b'{"returned": {"pair": [{"number": 1%s}, {"action": "A"}]}, "repeats": 0}' % (b"0" * 60000))
