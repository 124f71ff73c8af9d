# Registers its class as a real number, whose float differs from call to call.
# row 7
# expect minimax: WRONG
import numbers

from reference import *


class Any:
    calls = 0

    def __float__(self):
        Any.calls += 1
        return 70.0 + Any.calls


numbers.Real.register(Any)


def minimax(game, state):
    return Any(), "Z"
