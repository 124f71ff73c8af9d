# Starts programs: by a shell, by spawning, by becoming one, and from memory.
# row 21
import os
import subprocess

import reference
from reference import *
from tools import refused, system_call


def minimax(game, state):
    refused(subprocess.run, ["/bin/true"])
    refused(subprocess.run, "true", shell=True)
    refused(os.posix_spawn, "/bin/true", ["true"], {})
    refused(os.execv, "/bin/sh", ["sh", "-c", "exit 0"])
    refused(os.popen, "id")
    refused(system_call, "execveat", -100, b"/bin/true", 0, 0, 0)
    if os.system("exit 7") >> 8 == 7:
        raise AssertionError("a shell ran")
    return reference.minimax(game, state)
