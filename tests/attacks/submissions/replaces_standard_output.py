# Puts objects for standard output and error that raise, exit and loop when they are flushed.
# row own
import os
import sys

import reference
from reference import *


class Hostile:
    encoding = "utf-8"

    def write(self, text):
        raise SystemExit(0)

    def flush(self):
        raise BaseException("flushed")


def minimax(game, state):
    answer = reference.minimax(game, state)
    sys.stdout = sys.stderr = sys.__stdout__ = Hostile()
    return answer


def alpha_beta(game, state):
    answer = reference.alpha_beta(game, state)
    sys.stdout = sys.stderr = None
    return answer
