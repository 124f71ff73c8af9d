# Leaves System V shared memory, semaphores, messages, and POSIX queues and shared memory.
# row 24
import multiprocessing.shared_memory as shared_memory

import reference
from reference import *
from tools import denied, libc, refused

CREATE = 0o1000 | 0o666
KEY = 0x6174746B  # as in traces.py


def minimax(game, state):
    denied(libc, "shmget", KEY, 4096, CREATE)
    denied(libc, "semget", KEY, 1, CREATE)
    denied(libc, "msgget", KEY, CREATE)
    denied(libc, "shm_open", b"/attack-note", 0o102, 0o666)
    denied(libc, "mq_open", b"/attack-note", 0o102, 0o666, 0)
    refused(shared_memory.SharedMemory, "attack-note", True, 4096)
    return reference.minimax(game, state)
