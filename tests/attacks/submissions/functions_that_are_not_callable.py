# Has objects for functions: a class, a lambda of other arguments, a number, one that says it is callable.
# row own
# expect minimax: NOT_IMPLEMENTED
# expect alpha_beta: RAISED
# expect expectimax: RAISED
# expect game_value: RAISED
from reference import *

minimax = 3


def alpha_beta():
    return 3, "A"


class expectimax:
    def __init__(self, *arguments):
        raise LookupError("no")


class _Callable:
    def __call__(self, *arguments):
        raise ValueError("no")

    __name__ = "\x00" * 10**6


game_value = _Callable()
