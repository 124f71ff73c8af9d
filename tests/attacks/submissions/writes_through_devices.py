# Writes to terminals, disks and the devices that it may use.
# row own
import fcntl
import os

import reference
from reference import *
from tools import denied, refused


def minimax(game, state):
    for device in ("/dev/tty", "/dev/console", "/dev/ptmx", "/dev/vda", "/dev/fuse", "/dev/kvm", "/dev/shm"):
        if os.path.lexists(device):
            refused(os.open, device, os.O_RDWR)
    with open("/dev/urandom", "rb+", buffering=0) as pool:
        refused(fcntl.ioctl, pool.fileno(), 0x5206)
        refused(fcntl.ioctl, 0, 0x5412, b"x")
    return reference.minimax(game, state)
