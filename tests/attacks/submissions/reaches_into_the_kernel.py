# Asks the kernel for what can end all isolation: rings, filters, counters, keys, modules, page faults.
# row own
import ctypes

import reference
from reference import *
from tools import denied, system_call


def minimax(game, state):
    zeros = ctypes.create_string_buffer(256)
    denied(system_call, "io_uring_setup", 1, zeros)
    denied(system_call, "bpf", 0, zeros, 128)
    denied(system_call, "perf_event_open", zeros, 0, -1, -1, 0)
    denied(system_call, "userfaultfd", 1)
    denied(system_call, "keyctl", 0, -3, 1)
    denied(system_call, "add_key", b"user", b"attack-note", b"x", 1, -4)
    denied(system_call, "finit_module", -1, b"", 0)
    denied(system_call, "kexec_load", 0, 0, 0, 0)
    denied(system_call, "open_by_handle_at", -100, zeros, 0)
    return reference.minimax(game, state)
