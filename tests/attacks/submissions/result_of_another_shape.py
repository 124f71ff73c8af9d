# Sends a policy where a pair is due, a list, a number, nothing at all, and a boast as the count of repeats.
# row 12
# expect game_value: FORBIDDEN
# expect expectimax: FORBIDDEN
# expect minimax: FORBIDDEN
# expect alpha_beta: FORBIDDEN
# expect depth_limited: FORBIDDEN
from tools import send_result


def game_value(game, policies, state):
    send_result(b'{"returned": {"policy": []}, "repeats": 0}')


def expectimax(game, policies, state):
    send_result(b'[{"returned": {}}]')


def minimax(game, state):
    send_result(b"3")


def alpha_beta(game, state):
    send_result(b"")


def depth_limited(game, state, depth, evaluate):
    send_result(b'{"returned": {"pair": [{"number": 4}, {"action": "A"}]}, "repeats": -1}')
