# Makes a world of its own in which it is root; enters others' worlds; mounts and changes roots.
# row own
import reference
from reference import *
from tools import denied, libc, system_call

NEW_USER, NEW_NET, NEW_PID, NEW_NS = 0x10000000, 0x40000000, 0x20000000, 0x00020000


def minimax(game, state):
    for flags in (NEW_USER, NEW_NET, NEW_PID, NEW_NS, NEW_USER | NEW_NS | NEW_NET | NEW_PID):
        denied(libc, "unshare", flags)
    denied(libc, "setns", 0, 0)
    denied(libc, "mount", b"none", b"/attack-note", b"tmpfs", 0, 0)
    denied(libc, "umount2", b"/attack-note", 2)
    denied(libc, "chroot", b"/attack-note")
    denied(libc, "pivot_root", b"/attack-note", b"/attack-note")
    denied(system_call, "open_tree", -100, b"/", 0)
    denied(system_call, "fsopen", b"tmpfs", 0)
    denied(libc, "swapon", b"/attack-note", 0)
    denied(libc, "swapoff", b"/attack-note")
    return reference.minimax(game, state)
