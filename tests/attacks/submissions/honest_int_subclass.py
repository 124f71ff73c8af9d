# Returns right numbers and actions of subclasses with odd methods: what they hold is what counts.
# row 8
import reference
from reference import *


class Odd(int):
    __eq__ = lambda self, other: False
    __hash__ = int.__hash__
    __int__ = __index__ = lambda self: 99
    __float__ = lambda self: 99.0
    __repr__ = __str__ = lambda self: 1 / 0


class Text(str):
    __eq__ = lambda self, other: False
    __hash__ = str.__hash__
    __str__ = __repr__ = lambda self: "B"
    __len__ = lambda self: 10**6


def minimax(game, state):
    value, action = reference.minimax(game, state)
    return Odd(value), Text(action)
