# Has exit handlers, finalisers and destructors send another answer and write files after the right one.
# row 27
import atexit
import sys
import weakref

import reference
from reference import *
from target import NOTES
from tools import send_result


def act(*arguments):
    try:
        send_result(b'{"returned": {"pair": [{"number": 77}, {"action": "Z"}]}, "repeats": 0}')
    finally:
        open(NOTES[1], "w")


class Last:
    __del__ = act


KEPT = Last()
KEPT.itself = KEPT
GUARD = weakref.finalize(KEPT, act)
atexit.register(act)
sys.excepthook = sys.unraisablehook = act


def minimax(game, state):
    return reference.minimax(game, state)
