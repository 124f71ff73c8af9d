# Returns a tuple of a subclass whose items and length are made up at every look.
# row 8
# expect minimax: WRONG
from reference import *


class Pair(tuple):
    __len__ = lambda self: 2
    __iter__ = lambda self: iter([3, "Z"])
    __getitem__ = lambda self, index: [77, "Z"][index]
    __eq__ = lambda self, other: True
    __hash__ = tuple.__hash__


def minimax(game, state):
    return Pair()
