# Raises an exception whose class lies about its name, its bases and what it is.
# row 28
# expect minimax: RAISED
# expect alpha_beta: RAISED
# expect expectimax: RAISED
# says: minimax raised Lying
import sys

from reference import *


class Meta(type):
    @property
    def __mro__(cls):
        raise ValueError("no bases")

    @property
    def __name__(cls):
        raise ValueError("no name")

    def __getattribute__(cls, name):
        if name in ("__mro__", "__name__", "__class__"):
            raise ValueError(name)
        return type.__getattribute__(cls, name)


class Lying(Exception, metaclass=Meta):
    def __str__(self):
        raise self


class Unreadable(Exception):
    @property
    def __class__(self):
        return sys.modules["grader.child.load"].Unreadable


class Syntax(Exception):
    @property
    def __class__(self):
        return SyntaxError


def minimax(game, state):
    raise Lying("here")


def alpha_beta(game, state):
    raise Unreadable("FORGED")


def expectimax(game, policies, state):
    raise Syntax("here")
