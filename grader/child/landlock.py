"""Landlock: a process that can open no file but those it is shown, and can write none.

Stops reading cases and other people's files, leaving notes for the next case, running programs,
TCP, and (from ABI 6) signals to anything outside. See landlock(7). The rules are made once, in the
zygote, and put on by each child.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from typing import Any

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # the same numbers on every architecture
_WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 1, 1 << 2, 1 << 3
_NET_BIND, _NET_CONNECT = 1, 2
_SCOPE_UNIX_SOCKET, _SCOPE_SIGNAL = 1, 2

# Windows has no library of this kind, and loads this module all the same.
_syscall: Any = ctypes.CDLL(None, use_errno=True).syscall if sys.platform == "linux" else None


def abi() -> int:
    """The kernel's version of Landlock, 0 where there is none."""
    version: int = _syscall(_CREATE, None, 0, 1)
    return max(version, 0)


def ruleset(readable: Iterable[str], devices: Iterable[str]) -> int:
    """Return a file descriptor of rules: read below ``readable``, use ``devices``, nothing else.

    Raises OSError where the kernel has no Landlock.
    """
    version = abi()
    if version < 1:
        raise OSError("no Landlock")
    handled = (1 << (13 + (version >= 2) + (version >= 3) + (version >= 5))) - 1
    fields = [handled]
    if version >= 4:
        fields.append(_NET_BIND | _NET_CONNECT)
    if version >= 6:
        fields.append(_SCOPE_UNIX_SOCKET | _SCOPE_SIGNAL)
    attributes = struct.pack(f"={len(fields)}Q", *fields)
    rules: int = _syscall(_CREATE, attributes, ctypes.c_size_t(len(attributes)), 0)
    if rules < 0:
        raise OSError(ctypes.get_errno(), "landlock_create_ruleset")
    for path in readable:
        _allow(rules, path, _READ_FILE | (_READ_DIR if os.path.isdir(path) else 0))  # noqa: PTH112
    for path in devices:
        _allow(rules, path, _READ_FILE | _WRITE_FILE)
    return rules


def _allow(rules: int, path: str, access: int) -> None:
    try:
        beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # what is not there need not be allowed
    try:
        rule = struct.pack("=Qi", access, beneath)
        if _syscall(_ADD, rules, 1, rule, 0) != 0:
            raise OSError(ctypes.get_errno(), f"landlock_add_rule {path}")
    finally:
        os.close(beneath)


def restrict(rules: int) -> None:
    """Put the rules on this process for good; needs no_new_privs."""
    if _syscall(_RESTRICT, rules, 0) != 0:
        raise OSError(ctypes.get_errno(), "landlock_restrict_self")
