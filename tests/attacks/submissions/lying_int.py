# Returns a wrong int of a subclass whose every method says that it is the right one.
# row 8
# expect minimax: WRONG
from reference import *


class Lying(int):
    __eq__ = __le__ = __ge__ = lambda self, other: True
    __hash__ = int.__hash__
    __int__ = __index__ = __trunc__ = lambda self: 3
    __float__ = lambda self: 3.0
    __str__ = __repr__ = lambda self: "3"
    __class__ = int


def minimax(game, state):
    return Lying(77), "Z"
