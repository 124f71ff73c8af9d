# Returns a pickle that leaves a file where it is opened, and an object that pickles so.
# row 10
# expect game_value: WRONG
# expect minimax: WRONG
import os
import pickle

from reference import *
from target import NOTES


class Acts:
    def __reduce__(self):
        return os.mkdir, (NOTES[1],)


def game_value(game, policies, state):
    return Acts()


def minimax(game, state):
    return pickle.dumps(Acts()), Acts()
