# Returns an object that says it is a tuple of two, and gives other items each time it is asked.
# row 8
# expect minimax: WRONG
from reference import *


class Pair:
    __class__ = property(lambda self: tuple)
    calls = 0

    def __len__(self):
        return 2

    def __getitem__(self, index):
        Pair.calls += 1
        return (70 + Pair.calls, "Z")[index]


def minimax(game, state):
    return Pair()
