# Sends the report of an exception with fields that no exception has.
# row 12
# expect minimax: FORBIDDEN
# expect alpha_beta: FORBIDDEN
# expect expectimax: FORBIDDEN
from reference import *
from tools import send_result


def minimax(game, state):
    send_result(b'{"raised": {"type": "E", "bases": "E", "message": "", "frames": []}}')


def alpha_beta(game, state):
    send_result(b'{"raised": {"type": "E", "bases": [], "message": "", "frames": [["a", -1, "f"]]}}')


def expectimax(game, policies, state):
    send_result(b'{"raised": {"type": "%s", "bases": [], "message": "", "frames": []}}' % (b"E" * 30000))
