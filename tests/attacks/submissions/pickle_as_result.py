# Sends a pickle and marshalled code in place of the JSON text.
# row 10
# expect minimax: FORBIDDEN
# expect alpha_beta: FORBIDDEN
import marshal
import os
import pickle

from reference import *
from target import NOTES
from tools import send_result


class Acts:
    def __reduce__(self):
        return os.mkdir, (NOTES[1],)


def minimax(game, state):
    send_result(pickle.dumps(Acts()))


def alpha_beta(game, state):
    send_result(marshal.dumps(compile("import os; os.mkdir(%r)" % NOTES[1], "solver.py", "exec")))
