# alpha_beta is minimax under another name: values and actions are right, visits are not.
# expect alpha_beta: some WRONG
import reference
from reference import *  # noqa: F403


def alpha_beta(game, state):
    return reference.minimax(game, state)
