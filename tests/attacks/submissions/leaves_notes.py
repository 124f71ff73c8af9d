# Leaves a note for its next case: a file, a folder, a link, a pipe, a socket, a device, an attribute.
# row 24
import os
import stat

import reference
from reference import *
from target import FOLDER, NOTES
from tools import denied, refused

STDLIB = os.__file__


def minimax(game, state):
    for note in NOTES:
        denied(os.open, note, os.O_CREAT | os.O_WRONLY)
        denied(os.mkdir, note)
        denied(os.symlink, "/etc/passwd", note)
        denied(os.mkfifo, note)
        denied(os.mknod, note, stat.S_IFSOCK | 0o666)
        denied(os.mknod, note, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        refused(os.link, STDLIB, note)
    denied(os.rmdir, FOLDER)
    denied(os.unlink, os.path.join(FOLDER, "solver.py"))
    return reference.minimax(game, state)
