# Looks through every object of the process for the grader's trees and cases, and for hidden numbers.
# row 5
import gc
import sys

import reference
from reference import *

TRUSTED = ("grader.tree", "grader.cases", "grader.grading", "grader.search", "grader.sandbox", "yaml")


def minimax(game, state):
    for found in gc.get_objects():
        kind = type(found)
        if kind.__module__ and str(kind.__module__).startswith(TRUSTED):
            raise AssertionError("found a %s" % kind)
        if kind is dict and any(isinstance(key, str) and key.startswith("expect_") for key in found):
            raise AssertionError("found %r" % found)
    if [name for name in sys.modules if name.startswith(TRUSTED)]:
        raise AssertionError("found modules of the grader's")
    return reference.minimax(game, state)
