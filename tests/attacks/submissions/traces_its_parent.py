# Attaches to its parent and to the grader as a debugger, and copies their memory.
# row 20
import ctypes
import os

import reference
from reference import *
from target import GRADER
from tools import denied, libc, system_call

PTRACE_TRACEME, PTRACE_ATTACH, PTRACE_SEIZE = 0, 16, 0x4206


def minimax(game, state):
    buffer = ctypes.create_string_buffer(64)
    local = (ctypes.c_size_t * 2)(ctypes.addressof(buffer), 64)
    remote = (ctypes.c_size_t * 2)(id(buffer), 64)
    for pid in (GRADER, os.getppid()):
        denied(libc, "ptrace", PTRACE_SEIZE, pid, 0, 0)
        denied(libc, "process_vm_readv", pid, local, 1, remote, 1, 0)
        denied(libc, "process_vm_writev", pid, local, 1, remote, 1, 0)
        denied(system_call, "kcmp", os.getpid(), pid, 0, 0, 0)
        denied(system_call, "pidfd_getfd", 0, 0, 0)
    denied(libc, "ptrace", PTRACE_TRACEME, 0, 0, 0)
    return reference.minimax(game, state)
