# Returns an object of a class that is named int and says so by every other means too.
# row 8
# expect minimax: WRONG
from reference import *


class Meta(type):
    __instancecheck__ = __subclasscheck__ = lambda cls, other: True
    __eq__ = lambda cls, other: True
    __hash__ = lambda cls: hash(int)
    __name__ = property(lambda cls: "int")
    __module__ = "builtins"
    __mro__ = property(lambda cls: int.__mro__)
    __repr__ = lambda cls: "<class 'int'>"


Int = Meta("int", (), {"__class__": property(lambda self: int), "__index__": lambda self: 3})


def minimax(game, state):
    return Int(), "Z"
