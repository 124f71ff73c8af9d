# Makes refused system calls by the numbers of another interface to the same kernel.
# row own
import ctypes
import errno
import platform

import reference
from reference import *
from tools import denied, libc

X32 = 0x40000000


def minimax(game, state):
    if platform.machine() == "x86_64":
        for number in (41, 57, 59, 62, 101, 310, 520, 521, 524, 539):
            denied(libc, "syscall", X32 | number, 0, 0, 0, 0, 0)
        for number in (2**31 | 41, 2**32 + 41, 2**32 + 57):
            denied(libc, "syscall", number, 0, 0, 0)
    return reference.minimax(game, state)
