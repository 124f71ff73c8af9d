# Returns an object that is equal to everything, and a number when asked nicely.
# expect game_value: WRONG
# expect minimax: WRONG
from reference import *  # noqa: F403


class Always:
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0

    def __float__(self):
        return 3.0

    def __lt__(self, other):
        return True

    __le__ = __gt__ = __ge__ = __lt__


def game_value(game, policies, state):
    return Always()


def minimax(game, state):
    return Always(), Always()
