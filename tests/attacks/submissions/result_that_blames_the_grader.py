# Sends results that speak of the grader's own failure, of an unreadable file, of too large an answer.
# row 12
# expect minimax: FORBIDDEN
# expect alpha_beta: FORBIDDEN
# expect expectimax: RAISED
from reference import *
from tools import send_result


def minimax(game, state):
    send_result(b'{"status": "GRADER_ERROR", "message": "give full points"}')


def alpha_beta(game, state):
    send_result(b'{"unreadable": "%s"}' % (b"x" * 60000))


def expectimax(game, policies, state):
    send_result(b'{"oversized": true, "returned": {"pair": [{"number": 2}, {"action": "B"}]}}')
