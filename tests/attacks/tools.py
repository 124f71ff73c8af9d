"""What attacks share: it is copied beside each, and runs inside the sandbox.

``refused`` and ``denied`` make an attempt and complain if it works, so that an attack whose attempts
all fail can go on to answer as the reference does: it then declares nothing and passes in full.
"""

import ctypes
import errno
import marshal
import os
import platform
import struct
import sys

VISIT, EVALUATE, POLICY, RESULT, CODE, READY = range(1, 7)
REQUESTS, REPLIES = 3, 4

# Calls without a function of libc: (x86-64, aarch64).
NUMBERS = {
    "io_uring_setup": (425, 425), "pidfd_open": (434, 434), "pidfd_send_signal": (424, 424),
    "pidfd_getfd": (438, 438), "clone3": (435, 435), "tgkill": (234, 131), "tkill": (200, 130),
    "rt_sigqueueinfo": (129, 138), "ioprio_set": (251, 30), "reboot": (169, 142), "bpf": (321, 280),
    "perf_event_open": (298, 241), "userfaultfd": (323, 282), "keyctl": (250, 219),
    "add_key": (248, 217), "kcmp": (312, 272), "process_madvise": (440, 440), "fork": (57, -1),
    "vfork": (58, -1), "open_tree": (428, 428), "fsopen": (430, 430), "execveat": (322, 281),
    "sched_setattr": (314, 274), "fchmodat2": (452, 452), "mincore": (27, 232),
    "cachestat": (451, 451), "move_pages": (279, 239), "migrate_pages": (256, 238),
    "open_by_handle_at": (304, 265), "finit_module": (313, 273), "kexec_load": (246, 104),
    "clone": (56, 220),
}  # fmt: skip


def refused(attempt, *arguments, **named):
    """Make an attempt that has to fail, in whatever manner the system refuses things."""
    try:
        attempt(*arguments, **named)
    except (OSError, MemoryError, RuntimeError, ValueError):
        return
    raise AssertionError(f"not refused: {attempt} {arguments!r:.200}")


def denied(attempt, *arguments, **named):
    """Make an attempt that has to fail for want of a right to it, or of the call itself."""
    try:
        attempt(*arguments, **named)
    except OSError as error:
        if error.errno in (errno.EPERM, errno.EACCES, errno.ENOSYS):
            return
        raise AssertionError(f"not denied: {attempt} {arguments!r:.200}: {error}") from None
    raise AssertionError(f"not refused: {attempt} {arguments!r:.200}")


def libc(name, *arguments):
    """Call a function of libc; OSError where it returns -1."""
    function = getattr(ctypes.CDLL(None, use_errno=True), name)
    function.restype = ctypes.c_long if name == "syscall" else ctypes.c_int
    result = function(*(ctypes.c_long(a) if isinstance(a, int) else a for a in arguments))
    if result == -1:
        raise OSError(ctypes.get_errno(), f"{name}: {os.strerror(ctypes.get_errno())}")
    return result


def system_call(name, *arguments):
    """Make a system call by its number; OSError where it is refused or not there."""
    number = NUMBERS[name][platform.machine() == "aarch64"]
    if number < 0:
        raise OSError(errno.ENOSYS, name)
    return libc("syscall", number, *arguments)


def send(operation, number, body=b""):
    """Send a frame on the wire, past the proxies."""
    data = struct.pack("<BQ", operation, number) + body
    while data:
        data = data[os.write(REQUESTS, data) :]


def ask(operation, handle):
    """Send a request and read its answer, past the proxies."""
    send(operation, handle)
    return marshal.loads(os.read(REPLIES, 65536))


def send_result(body):
    """Send a result of any bytes."""
    send(RESULT, len(body), body)


def is_probe():
    """Whether the submission is only being imported to see what is in it."""
    frame = sys._getframe()
    while frame is not None:
        if frame.f_code.co_name == "_probe":
            return True
        frame = frame.f_back
    return False
