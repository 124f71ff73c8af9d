# Reads files to mark, in the kernel's cache, the bits of a hidden value; a later case reads them there.
# row own
# expect depth_limited: RAISED
import mmap
import os
import sysconfig

import reference
from reference import *

PLACES = 23
FIRST, STEP = 64, 16


def pages():
    """A large file that is hardly ever read whole, and a page a bit, far apart."""
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
    return max(found)[1]


def tell(value):
    handle = os.open(pages(), os.O_RDONLY)
    try:
        os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_RANDOM)
        for bit in range(PLACES):
            if value >> bit & 1:
                os.pread(handle, 1, (FIRST + bit * STEP) * 4096)
    except OSError:
        pass
    os.close(handle)


def told():
    handle = os.open(pages(), os.O_RDONLY)
    value = 0
    for bit in range(PLACES):
        try:
            os.preadv(handle, [bytearray(1)], (FIRST + bit * STEP) * 4096, os.RWF_NOWAIT)
            value |= 1 << bit
        except OSError:
            pass
    return value


def forget():
    handle = os.open(pages(), os.O_RDONLY)
    try:
        os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
    except OSError:
        pass
    os.close(handle)


def alpha_beta(game, state):
    value, action = reference.alpha_beta(game, state)
    if value > 1000:
        tell(value)
    else:
        forget()
    return value, action


def depth_limited(game, state, depth, evaluate):
    raise ValueError("the hidden value is %d" % told())
