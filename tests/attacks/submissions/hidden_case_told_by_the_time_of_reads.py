# Reads files to mark, in the kernel's cache, the bits of a hidden value; a later case times its reads.
# row own
# expect depth_limited: RAISED
import os
import time

import reference
from reference import *

PLACES = 23
FIRST, STEP = 64, 24


def biggest():
    folders = [os.path.dirname(os.__file__), "/usr/lib", "/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"]
    found = []
    for folder in folders:
        try:
            for name in os.listdir(folder):
                path = os.path.join(folder, name)
                if os.path.isfile(path):
                    found.append((os.path.getsize(path), path))
        except OSError:
            pass
    return sorted(found)[-2][1]


def read(handle, bit):
    began = time.perf_counter()
    os.pread(handle, 1, (FIRST + bit * STEP) * 4096)
    return time.perf_counter() - began


def tell(value):
    handle = os.open(biggest(), os.O_RDONLY)
    for bit in range(PLACES):
        if value >> bit & 1:
            read(handle, bit)
    os.close(handle)


def told():
    handle = os.open(biggest(), os.O_RDONLY)
    times = [read(handle, bit) for bit in reversed(range(PLACES))][::-1]
    return sum(1 << bit for bit, seconds in enumerate(times) if seconds < 15e-6)


def alpha_beta(game, state):
    value, action = reference.alpha_beta(game, state)
    if value > 1000:
        tell(value)
    return value, action


def depth_limited(game, state, depth, evaluate):
    raise ValueError("the hidden value is %d" % told())
