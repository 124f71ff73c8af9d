"""Resource limits, another user, and ties to the parent: the layers that need no kernel module.

Order matters: the number of processes is limited after the change of user (before it, the limit
would count root's), and the death signal is set after it too (the change clears it).
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from types import ModuleType
from typing import Any

_resource: ModuleType | None
try:
    import resource as _resource
except ImportError:  # Windows
    _resource = None

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_CHILD_SUBREAPER, _PR_SET_NO_NEW_PRIVS = 1, 4, 36, 38
_SIGKILL = 9
_CAPABILITY_VERSION_3 = 0x20080522  # linux/capability.h

LINUX = sys.platform == "linux"
# Looked up and laid out here, so that no child has to: what it writes to, the kernel copies for it.
_libc: Any = ctypes.CDLL(None, use_errno=True) if LINUX else None
_call_prctl: Any = _libc.prctl if LINUX else None
_call_capset: Any = _libc.capset if LINUX else None
_HEADER = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
_NO_CAPABILITY = (ctypes.c_uint32 * 6)()
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0


def _prctl(option: int, value: int) -> bool:
    return _call_prctl is not None and _call_prctl(option, value, 0, 0, 0) == 0


def die_with_parent() -> bool:
    """Have the kernel kill this process when its parent dies."""
    return _prctl(_PR_SET_PDEATHSIG, _SIGKILL)


def adopt_orphans() -> bool:
    """Become the parent of every descendant that loses its own, so that none gets away."""
    return _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def hide_memory() -> bool:
    """Let no process of the same user read or trace this one."""
    return _prctl(_PR_SET_DUMPABLE, 0)


def forbid_new_privileges() -> bool:
    """Close every way back to more rights; Landlock and seccomp require it."""
    return _prctl(_PR_SET_NO_NEW_PRIVS, 1)


def prefer_for_oom_killer() -> None:
    """Have the kernel kill this process and its children first when memory runs out.

    Must precede ``hide_memory`` and ``become``, which close the file that says so.
    """
    try:
        with open("/proc/self/oom_score_adj", "w") as file:  # noqa: PTH123 - pathlib costs 5 ms
            file.write("1000")
    except OSError:
        pass  # not Linux, or a /proc that is closed to us: one layer less


def give_back_memory() -> None:
    """Give freed memory back to the kernel: where a child writes, it would be copied."""
    if hasattr(_libc, "malloc_trim"):  # glibc's
        _libc.malloc_trim(0)


def become(user: int) -> None:
    """Drop root for the user and group ``user``, with no other group."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def drop_capabilities() -> bool:
    """Give up every capability that root has apart from owning files, for good.

    What is another user by now has none; root that may not become another one would keep its own.
    """
    return _call_capset is not None and _call_capset(_HEADER, _NO_CAPABILITY) == 0


def limit(*, cpu: int, space: int) -> None:
    """Bound CPU seconds and bytes of address space; allow no new process, file content or core."""
    for name, bound in (
        ("RLIMIT_CORE", 0),
        ("RLIMIT_FSIZE", 0),
        ("RLIMIT_NOFILE", 64),
        ("RLIMIT_NPROC", 0),
        ("RLIMIT_AS", space),
    ):
        _set(name, bound, bound)
    _set("RLIMIT_CPU", cpu, cpu + 1)


def _set(name: str, soft: int, hard: int) -> None:
    number = getattr(_resource, name, None)
    if _resource is None or number is None:
        return
    with contextlib.suppress(OSError, ValueError):
        # macOS refuses some of them; the watch outside still bounds the run.
        _resource.setrlimit(number, (soft, hard))


def address_space() -> int:
    """Bytes of address space that this process has."""
    try:
        statm = os.open("/proc/self/statm", os.O_RDONLY)
        try:
            return int(os.read(statm, 200).split()[0]) * _PAGE
        finally:
            os.close(statm)
    except (OSError, ValueError):
        return 1 << 30
