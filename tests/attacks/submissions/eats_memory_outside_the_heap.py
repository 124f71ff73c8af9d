# Fills maps, files in memory and pipes, which no limit on the heap counts, up to 300 MB.
# row 23
import fcntl
import mmap
import os

import reference
from reference import *

MOST = 300 << 20


def filled(make, size):
    kept, total = [], 0
    try:
        while total < MOST:
            kept.append(make(size))
            total += size
    except (OSError, MemoryError, ValueError):
        return False
    return True


def shared(size):
    block = mmap.mmap(-1, size)
    block.write(b"x" * size)
    return block


def pipe(size):
    receive, give = os.pipe()
    fcntl.fcntl(give, 1031, size)
    os.set_blocking(give, False)
    os.write(give, b"x" * size)
    return receive, give


def in_memory(size):
    handle = os.memfd_create("block")
    os.write(handle, b"x" * size)
    return handle


def minimax(game, state):
    if filled(shared, 20 << 20) or filled(pipe, 1 << 20) or filled(in_memory, 20 << 20):
        raise AssertionError("filled 300 MB")
    return reference.minimax(game, state)
