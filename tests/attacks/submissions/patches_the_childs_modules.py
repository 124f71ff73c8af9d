# Replaces the functions that describe answers, and the proxies' classes, in the modules of the sandbox.
# row 6
# expect minimax: FORBIDDEN
import sys

from reference import *


def minimax(game, state):
    describe = sys.modules["grader.child.describe"]
    describe.number = lambda value: {"number": 77}
    describe.action = lambda value: {"action": "Z", "points": 100}
    proxy = sys.modules["grader.child.proxy"]
    proxy.GameProxy.repeats = property(lambda self: -5)
    return 77, "Z"
