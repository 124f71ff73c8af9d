"""Seccomp: system calls that no solver needs, refused by the kernel.

Stops the network, starting programs and processes, spying on others, signalling and slowing them,
mounts and the like, the kinds of shared memory that outlive a process, and looks at what the kernel
keeps in its file cache, which one case could leave as a mark for the next. A filter is a BPF program
(see seccomp(2)) over the number of the call and a few arguments; what it refuses fails with EPERM, so
that Python raises PermissionError.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Sequence
from itertools import chain
from typing import Any

Steps = tuple[bytes, ...]  # instructions, which end in a return

_LOAD, _EQUAL, _AT_LEAST, _BITS, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000
_EPERM, _ENOSYS = 1, 38
_NUMBER, _ARCH, _FIRST, _SECOND = 0, 4, 16, 24  # offsets in struct seccomp_data
_CLONE_THREAD = 0x00010000
_X32 = 0x40000000
_PR_SET_SECCOMP, _MODE_FILTER = 22, 2
_LIST = 8  # rules that are looked through one by one

_prctl: Any = ctypes.CDLL(None, use_errno=True).prctl if sys.platform == "linux" else None

# name: (x86-64, aarch64); None where that architecture has no such call
_CALLS: dict[str, tuple[int | None, int | None]] = {
    "socket": (41, 198), "socketpair": (53, 199), "connect": (42, 203), "bind": (49, 200),
    "listen": (50, 201), "accept": (43, 202), "accept4": (288, 242), "sendto": (44, 206),
    "sendmsg": (46, 211), "sendmmsg": (307, 269), "execve": (59, 221), "execveat": (322, 281),
    "fork": (57, None), "vfork": (58, None), "kill": (62, 129), "tkill": (200, 130),
    "tgkill": (234, 131), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240),
    "pidfd_open": (434, 434), "pidfd_send_signal": (424, 424), "pidfd_getfd": (438, 438),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "kcmp": (312, 272), "perf_event_open": (298, 241), "bpf": (321, 280),
    "userfaultfd": (323, 282), "io_uring_setup": (425, 425), "unshare": (272, 97),
    "setns": (308, 268), "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41),
    "chroot": (161, 51), "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430),
    "init_module": (175, 105), "finit_module": (313, 273), "kexec_load": (246, 104),
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    "shmget": (29, 194), "semget": (64, 190), "msgget": (68, 186), "mq_open": (240, 180),
    "inotify_init": (253, None), "inotify_init1": (294, 26), "fanotify_init": (300, 262),
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "chown": (92, None), "lchown": (94, None), "fchown": (93, 55), "fchownat": (260, 54),
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7),
    "utime": (132, None), "utimes": (235, None), "futimesat": (261, None),
    "utimensat": (280, 88), "sched_setaffinity": (203, 122), "setpriority": (141, 140),
    "prlimit64": (302, 261), "setrlimit": (160, 164),
    "sched_setscheduler": (144, 119), "sched_setparam": (142, 118), "sched_setattr": (314, 274),
    "ioprio_set": (251, 30), "migrate_pages": (256, 238), "move_pages": (279, 239),
    "process_madvise": (440, 440), "process_mrelease": (448, 448), "mincore": (27, 232),
    "fadvise64": (221, 223), "readahead": (187, 213), "preadv2": (327, 286),
    "cachestat": (451, 451), "open_by_handle_at": (304, 265), "fsconfig": (431, 431),
    "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442),
    "swapon": (167, 224), "swapoff": (168, 225), "reboot": (169, 142), "acct": (163, 89),
    "sethostname": (170, 161), "setdomainname": (171, 162), "settimeofday": (164, 170),
    "clock_settime": (227, 112), "adjtimex": (159, 171), "clock_adjtime": (305, 266),
    "quotactl": (179, 60), "quotactl_fd": (443, 443), "syslog": (103, 116), "vhangup": (153, 58),
    "iopl": (172, None), "ioperm": (173, None), "modify_ldt": (154, None),
    "personality": (135, 92), "delete_module": (176, 106), "kexec_file_load": (320, 294),
}  # fmt: skip
_CLONE, _CLONE3, _FCNTL, _PRCTL = (56, 220), (435, 435), (72, 25), (157, 167)
# F_SETOWN, F_SETSIG, F_SETOWN_EX: a file's "owner", any process of the same user, is sent a signal when
# there is input. F_SETLEASE, F_NOTIFY: who opens the file waits; who changes the folder is noticed.
_FCNTL_COMMANDS = (8, 10, 15, 1024, 1026)
_PR_SET_PDEATHSIG = 1  # that this process ends with its parent was set before, and stays
_ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}


class Program:
    """A filter as the kernel takes it: laid out once, in the zygote, and not by each child."""

    def __init__(self, instructions: bytes) -> None:
        self.instructions = ctypes.create_string_buffer(instructions, len(instructions))
        address = ctypes.addressof(self.instructions)
        self.header = struct.pack("@HP", len(instructions) // 8, address)


def program() -> Program:
    """Return the filter for this machine; OSError for an architecture without a table."""
    machine = os.uname().machine
    if machine not in _ARCHITECTURES:
        raise OSError(f"no table of system calls for {machine}")
    column, arch = _ARCHITECTURES[machine]
    rules: dict[int | None, Steps] = {call[column]: (_REFUSED,) for call in _CALLS.values()}
    rules[_CLONE3[column]] = (_step(_RETURN, _REFUSE | _ENOSYS),)  # glibc falls back to clone
    rules[_CLONE[column]] = (
        _step(_LOAD, _FIRST),
        _step(_BITS, _CLONE_THREAD, 1, 0),
        _REFUSED,
        _ALLOWED,
    )
    rules[_FCNTL[column]] = (_step(_LOAD, _SECOND), *_unless(*_FCNTL_COMMANDS))
    rules[_PRCTL[column]] = (_step(_LOAD, _FIRST), *_unless(_PR_SET_PDEATHSIG))
    known = sorted((number, steps) for number, steps in rules.items() if number is not None)
    x32 = (_step(_AT_LEAST, _X32, 0, 1), _REFUSED) if column == 0 else ()
    head = (_step(_LOAD, _ARCH), _step(_EQUAL, arch, 1, 0), _REFUSED, _step(_LOAD, _NUMBER))
    return Program(b"".join([*head, *x32, *_by_halves(known)]))


def _by_halves(rules: Sequence[tuple[int, Steps]]) -> Steps:
    """Look a number up in sorted rules; what is in none is allowed.

    A list would take each system call through all of it, and the kernel through it for each of them
    when a filter is put on, which costs a child more than all other layers.
    """
    if len(rules) <= _LIST:
        tests = [(_step(_EQUAL, number, 0, len(steps)), *steps) for number, steps in rules]
        return (*chain.from_iterable(tests), _ALLOWED)
    middle = len(rules) // 2
    below, above = _by_halves(rules[:middle]), _by_halves(rules[middle:])
    return (_step(_AT_LEAST, rules[middle][0], len(below), 0), *below, *above)


def _unless(*commands: int) -> Steps:
    """Allow what is none of ``commands``."""
    tests = [(_step(_EQUAL, command, 0, 1), _REFUSED) for command in commands]
    return (*chain.from_iterable(tests), _ALLOWED)


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    """One instruction; ``if_true`` and ``if_false`` are how many to pass over, at most 255."""
    return struct.pack("=HBBI", code, if_true, if_false, value)


_ALLOWED, _REFUSED = _step(_RETURN, _ALLOW), _step(_RETURN, _REFUSE | _EPERM)


def install(program: Program) -> None:
    """Put the filter on this process for good; needs no_new_privs."""
    if _prctl(_PR_SET_SECCOMP, _MODE_FILTER, program.header, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_SECCOMP)")
