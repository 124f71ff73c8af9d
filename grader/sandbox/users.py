"""The user ids that submissions run under as root: one for each zygote at a time.

Two graders at work on one machine must not share one: whatever runs under a user id may signal, and is
killed with, everything else that does. A claim is an abstract socket's name, which the kernel gives to
one process at a time and takes back when that process is gone, however it ended.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from grader.errors import GraderError

USERS = range(64_001, 65_000)  # no account of any distribution


@dataclass(frozen=True, slots=True)
class User:
    """A claimed user id. ``release`` it once nothing is to run under it any more."""

    number: int
    claim: socket.socket

    def release(self) -> None:
        """Kill whatever still runs under the id, then let others have it."""
        kill_all(self.number)
        self.claim.close()


def claim() -> User:
    """Claim the first user id that no grader has and nothing runs under.

    Raises GraderError where all are taken, which takes 999 graders at once, or a machine that is
    full of what they left.
    """
    busy = set(_owners().values())
    for number in USERS:
        if number in busy:
            continue
        name = socket.socket(socket.AF_UNIX)
        if sys.platform != "linux":
            return User(number, name)  # no such names: two graders at once would share an id
        try:
            name.bind(f"\0game-tree-grader-user-{number}")
        except OSError:
            name.close()
            continue
        return User(number, name)
    raise GraderError(f"every user id from {USERS.start} to {USERS.stop - 1} is in use")


def kill_all(number: int, patience: float = 2.0) -> None:
    """Kill every process of the user ``number`` and wait, up to ``patience`` seconds, for its end."""
    deadline = time.monotonic() + patience
    while pids := [pid for pid, owner in _owners().items() if owner == number]:
        for pid in pids:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        if time.monotonic() > deadline:
            return
        time.sleep(0.005)


def _owners() -> dict[int, int]:
    """The owner of every process that is not a zombie, by pid; empty where there is no /proc."""
    owners: dict[int, int] = {}
    with contextlib.suppress(OSError):
        for entry in os.scandir("/proc"):
            if entry.name.isdigit():
                with contextlib.suppress(OSError, IndexError):
                    owner = entry.stat().st_uid
                    if owner in USERS and not _is_zombie(entry.path):
                        owners[int(entry.name)] = owner
    return owners


def _is_zombie(process: str) -> bool:
    return Path(process, "stat").read_text().rpartition(")")[2].split()[0] == "Z"
