# Raises an exception that gives other things than tracebacks for its traceback, and no cause.
# row 28
# expect minimax: RAISED
# expect alpha_beta: RAISED
# says: minimax raised False1
from reference import *


class False1(Exception):
    @property
    def __traceback__(self):
        raise ValueError("no trace")


class False2(Exception):
    __traceback__ = __cause__ = __context__ = 77


def minimax(game, state):
    raise False1("here")


def alpha_beta(game, state):
    raise False2("here")
