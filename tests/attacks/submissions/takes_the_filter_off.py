# Puts other filters and rules over those of the sandbox, and asks for its rights back.
# row own
import ctypes
import struct

import reference
from reference import *
from target import SECRET
from tools import denied, libc

PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, PR_SET_DUMPABLE, PR_CAP_AMBIENT = 38, 22, 4, 47


def minimax(game, state):
    for option, value in ((PR_SET_NO_NEW_PRIVS, 0), (PR_SET_SECCOMP, 0), (PR_CAP_AMBIENT, 4)):
        try:
            libc("prctl", option, value, 0, 0, 0)
        except OSError:
            pass
    allow = ctypes.create_string_buffer(struct.pack("=HBBI", 6, 0, 0, 0x7FFF0000), 8)
    header = struct.pack("@HP", 1, ctypes.addressof(allow))
    try:
        libc("prctl", PR_SET_SECCOMP, 2, header, 0, 0)
    except OSError:
        pass
    denied(libc, "ptrace", 0, 0, 0, 0)
    denied(open, SECRET)
    return reference.minimax(game, state)
