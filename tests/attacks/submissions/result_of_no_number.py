# Sends NaN, infinities and 1e999 in a result that is otherwise well formed.
# row 12
# expect game_value: FORBIDDEN
# expect minimax: FORBIDDEN
# expect alpha_beta: FORBIDDEN
from reference import *
from tools import send_result


def game_value(game, policies, state):
    send_result(b'{"returned": {"number": NaN}, "repeats": 0}')


def minimax(game, state):
    send_result(b'{"returned": {"pair": [{"number": 1e999}, {"action": "A"}]}, "repeats": 0}')


def alpha_beta(game, state):
    send_result(b'{"returned": {"pair": [{"number": true}, {"action": "A"}]}, "repeats": 0}')
