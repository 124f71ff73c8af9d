# Renames its states, forgets and copies them, and pickles the proxies to carry them over.
# row own
import copy
import pickle

import reference
from reference import *


def minimax(game, state):
    for thing in (game, state):
        try:
            pickle.loads(pickle.dumps(thing))
        except Exception:
            pass
    return reference.minimax(game, copy.deepcopy(state))
