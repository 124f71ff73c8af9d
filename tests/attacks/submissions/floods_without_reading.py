# Sends requests in bulk, and reads no answer.
# row 15
# expect minimax: FORBIDDEN
# expect alpha_beta: FORBIDDEN
import os
import struct

from reference import *
from tools import REQUESTS, VISIT, send


def minimax(game, state):
    while True:
        os.write(REQUESTS, struct.pack("<BQ", VISIT, 0) * 400)


def alpha_beta(game, state):
    while True:
        send(VISIT, 0)
