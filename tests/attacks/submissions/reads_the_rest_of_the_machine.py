# Reads accounts, the environment, kernel logs and other people's folders.
# row 4
import os

import reference
from reference import *
from tools import denied


def expectimax(game, policies, state):
    for path in ("/etc/passwd", "/etc/shadow", "/etc/hostname", "/proc/self/environ", "/proc/1/cmdline",
                 "/proc/kallsyms", "/proc/self/maps", "/sys/kernel/uevent_seqnum", "/dev/kmsg", "/dev/mem"):
        if os.path.lexists(path):
            denied(open, path)
    for folder in ("/", "/proc", "/etc", "/tmp", "/home", "/var"):
        denied(os.listdir, folder)
    if set(os.environ) - {"PYTHONHASHSEED", "OPENBLAS_NUM_THREADS", "LC_ALL", "LC_CTYPE"}:
        raise AssertionError(sorted(os.environ))
    return reference.expectimax(game, policies, state)
