# Returns an object that equals everything, is less and more than everything, and turns into any float.
# row 7
# expect game_value: WRONG
# expect minimax: WRONG
# says: an object of type Pleasing
from reference import *


class Pleasing:
    __eq__ = __ne__ = __lt__ = __gt__ = __le__ = __ge__ = lambda self, other: True
    __hash__ = lambda self: 3
    __float__ = lambda self: 3.0
    __index__ = __int__ = lambda self: 3
    __sub__ = __rsub__ = __abs__ = lambda self, *other: 0
    __repr__ = lambda self: ""


def game_value(game, policies, state):
    return Pleasing()


def minimax(game, state):
    return Pleasing(), Pleasing()
