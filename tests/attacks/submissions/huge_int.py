# Returns ints that no float holds, and whose digits Python refuses to write.
# row 9
# expect game_value: WRONG
# expect minimax: WRONG
# says: a number beyond all bounds
from reference import *


def game_value(game, policies, state):
    return 10**400


def minimax(game, state):
    return -(10**5000), "Z"
