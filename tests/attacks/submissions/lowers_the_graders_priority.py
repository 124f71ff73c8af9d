# Has the grader and its parent scheduled only when the machine is idle, or pins them to one processor.
# row own
import os
import struct

import reference
from reference import *
from target import GRADER
from tools import denied, system_call


def minimax(game, state):
    for pid in (GRADER, os.getppid()):
        denied(os.sched_setscheduler, pid, os.SCHED_IDLE, os.sched_param(0))
        denied(os.sched_setscheduler, pid, os.SCHED_BATCH, os.sched_param(0))
        denied(os.sched_setparam, pid, os.sched_param(0))
        denied(os.sched_setaffinity, pid, {0})
        denied(os.setpriority, os.PRIO_PROCESS, pid, 19)
        denied(system_call, "sched_setattr", pid, struct.pack("IIQiIQQQ", 48, 5, 0, 0, 0, 0, 0, 0), 0)
        denied(system_call, "ioprio_set", 1, pid, 3 << 13)
        denied(system_call, "migrate_pages", pid, 0, 0, 0)
        denied(system_call, "move_pages", pid, 0, 0, 0, 0, 0)
    denied(os.setpriority, os.PRIO_USER, 0, 19)
    denied(system_call, "ioprio_set", 3, 0, 3 << 13)
    return reference.minimax(game, state)
