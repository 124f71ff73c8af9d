# Raises exceptions whose text can't be made: it raises, exits, or is none.
# row 28
# expect minimax: RAISED
# expect alpha_beta: RAISED
# expect expectimax: RAISED
# says: its text can't be shown
import sys

from reference import *


class Raises(Exception):
    def __str__(self):
        raise ValueError("no text")

    __repr__ = __str__


class Exits(Exception):
    def __str__(self):
        sys.exit(0)


class NoText(Exception):
    def __str__(self):
        return 77


def minimax(game, state):
    raise Raises


def alpha_beta(game, state):
    raise Exits


def expectimax(game, policies, state):
    raise NoText
