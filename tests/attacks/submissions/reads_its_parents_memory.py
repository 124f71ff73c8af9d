# Opens memory, environment, maps and files of its parent and of the grader.
# row 20
import os

import reference
from reference import *
from target import GRADER
from tools import denied


def minimax(game, state):
    for pid in (GRADER, os.getppid(), "self"):
        for name in ("mem", "environ", "maps", "stat", "cmdline", "auxv", "syscall"):
            denied(open, "/proc/%s/%s" % (pid, name), "rb")
        denied(open, "/proc/%s/mem" % pid, "r+b")
        denied(os.listdir, "/proc/%s/fd" % pid)
        denied(os.open, "/proc/%s/exe" % pid, os.O_RDONLY) if pid != "self" else None
    return reference.minimax(game, state)
