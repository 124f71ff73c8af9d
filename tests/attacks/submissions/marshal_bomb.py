# Sends marshalled data that claims two thousand million items, as result and as compiled code.
# row 10
# expect minimax: FORBIDDEN
# expect alpha_beta: FORBIDDEN
from reference import *
from tools import CODE, send, send_result

BOMB = b"(\xff\xff\xff\x7f"


def minimax(game, state):
    send_result(BOMB)


def alpha_beta(game, state):
    send(CODE, len(BOMB), BOMB)
    send_result(BOMB)
