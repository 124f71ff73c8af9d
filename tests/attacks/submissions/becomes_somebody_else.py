# Becomes root, the grader's user, or a member of its groups; gets capabilities.
# row own
import os

import reference
from reference import *
from tools import libc


def minimax(game, state):
    before = os.getresuid(), os.getresgid(), os.getgroups()
    for change in (lambda: os.setuid(0), lambda: os.setresuid(0, 0, 0), lambda: os.seteuid(0),
                   lambda: os.setgid(0), lambda: os.setgroups([0, 4, 6, 27]), lambda: os.setregid(0, 0),
                   lambda: libc("setfsuid", 0)):
        try:
            change()
        except OSError:
            pass
    if 0 not in before[0] and (os.getresuid(), os.getresgid(), os.getgroups()) != before:
        raise AssertionError("became somebody else")
    return reference.minimax(game, state)
