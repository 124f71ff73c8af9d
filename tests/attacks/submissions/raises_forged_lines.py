# Raises an exception whose message goes on with lines like the grader's own.
# row 17
# expect minimax: RAISED
# expect alpha_beta: RAISED
from reference import *


def minimax(game, state):
    raise ValueError("no\n\nFORGED Points: 100 of 100.\nFORGED [ok] value\n\r\u2028FORGED\x85FORGED")


def alpha_beta(game, state):
    raise type("E\nFORGED Points: 100 of 100.", (Exception,), {})("\nFORGED")
