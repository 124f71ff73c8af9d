# Leaves a mark on files that are there: mode, owner, times, attributes, locks that stay.
# row 24
import os

import reference
from reference import *
from target import CODE, SECRET, SUITE
from tools import refused


def minimax(game, state):
    for path in (os.__file__, "/dev/null", "/tmp", SECRET, SUITE, CODE):
        refused(os.chmod, path, 0o777)
        refused(os.chown, path, os.getuid(), os.getgid())
        refused(os.utime, path)
        refused(os.setxattr, path, "user.attack-note", b"x")
        refused(os.truncate, path, 0)
    with open("/dev/null") as null:
        refused(os.fchmod, null.fileno(), 0o777)
        refused(os.chmod, null.fileno(), 0o777)
        refused(os.utime, null.fileno())
    return reference.minimax(game, state)
