# Writes a program into a file that exists in memory only, and starts that.
# row 21
import os

import reference
from reference import *
from tools import refused


def minimax(game, state):
    try:
        handle = os.memfd_create("program", 0)
    except OSError:
        return reference.minimax(game, state)
    refused(os.write, handle, b"#!/bin/sh\nexit 0\n")
    refused(os.ftruncate, handle, 1 << 20)
    refused(os.posix_fallocate, handle, 0, 1 << 20)
    refused(os.execve, handle, ["program"], {})
    return reference.minimax(game, state)
