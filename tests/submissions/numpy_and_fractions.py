# Honest numbers of other types: numpy scalars, Fraction, Decimal, subclasses of int.
# allow: numpy
from decimal import Decimal
from fractions import Fraction

import numpy
import reference
from reference import *  # noqa: F403


class Points(int):
    pass


def game_value(game, policies, state):
    return numpy.float64(reference.game_value(game, policies, state))


def minimax(game, state):
    value, action = reference.minimax(game, state)
    return Fraction(value), action


def alpha_beta(game, state):
    value, action = reference.alpha_beta(game, state)
    return (Points(value) if value == int(value) else Decimal(value)), action


def expectimax(game, policies, state):
    value, action = reference.expectimax(game, policies, state)
    return numpy.float64(value), action
