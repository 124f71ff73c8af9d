"""What an attack might leave: processes, files, shared memory, and changes to the grader itself.

A ``Traces`` is a picture of now; ``new`` says what is there that was not there before. Other programs
of this machine go on meanwhile, so a process counts if the sandbox's user or this process's tree has
it, and a file in a common folder if it bears the name that attacks give theirs.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import resource
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.sandbox.users import USERS

NOTE = "attack-note"  # in the name of each file that an attack tries to leave
KEY = 0x6174746B  # of its System V shared memory, semaphores and messages
_REMOVE = 0  # IPC_RMID
COMMON = ("/", "/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run", "/usr/lib", ".", "~")
LIMITS = ("AS", "CPU", "NOFILE", "FSIZE", "CORE", "NPROC", "STACK")


@dataclass(frozen=True, slots=True)
class Traces:
    """A picture of all that an attack might change, as lines of text."""

    lines: frozenset[str]

    def new(self, before: Traces) -> list[str]:
        return sorted(self.lines - before.lines)


def take(folders: Iterable[Path]) -> Traces:
    """Take the picture; ``folders`` are the attack's surroundings, in which every byte counts."""
    lines = [*_processes(), *_notes(), *_shared(), *_self()]
    for folder in folders:
        lines += _contents(folder)
    return Traces(frozenset(lines))


def remove() -> None:
    """Remove what attacks leave by name or key, where one got through, for those that follow."""
    for line in _notes():
        path = Path(line.removeprefix("file ")).expanduser()
        shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)
    libc = ctypes.CDLL(None)
    if (shared := libc.shmget(KEY, 0, 0)) >= 0:
        libc.shmctl(shared, _REMOVE, None)
    if (semaphores := libc.semget(KEY, 0, 0)) >= 0:
        libc.semctl(semaphores, 0, _REMOVE)
    if (messages := libc.msgget(KEY, 0)) >= 0:
        libc.msgctl(messages, _REMOVE, None)


def _processes() -> Iterator[str]:
    parents: dict[int, int] = {}
    of_sandbox = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
                owner = entry.stat().st_uid
            except OSError:
                continue  # gone meanwhile
            state, parent = stat.rpartition(")")[2].split()[:2]
            parents[int(entry.name)] = int(parent)
            if owner in USERS and state != "Z":
                of_sandbox.add(int(entry.name))
    for pid in sorted(parents):
        left = pid in of_sandbox and not _is_a_zygote(parents[pid])
        if left or _is_below(pid, os.getpid(), parents):
            yield f"process {pid}"


def _is_a_zygote(pid: int) -> bool:
    """Whether this is another grader's zygote, at work: its child is not ours."""
    try:
        return b"grader.child.zygote" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def _is_below(pid: int, ancestor: int, parents: dict[int, int]) -> bool:
    seen: set[int] = set()
    while pid in parents and pid not in seen:
        seen.add(pid)
        pid = parents[pid]
        if pid == ancestor:
            return True
    return False


def _notes() -> Iterator[str]:
    for folder in COMMON:
        try:
            names = os.listdir(os.path.expanduser(folder))  # noqa: PTH111, PTH208 - also "~"
        except OSError:
            continue
        yield from (f"file {folder}/{name}" for name in names if NOTE in name)


def _shared() -> Iterator[str]:
    for kind in ("shm", "sem", "msg"):
        try:
            rows = (Path("/proc/sysvipc") / kind).read_text().splitlines()[1:]
        except OSError:
            continue
        yield from (f"System V {kind} {' '.join(row.split()[:3])}" for row in rows)


def _self() -> Iterator[str]:
    yield f"scheduling {os.sched_getscheduler(0)} nice {os.getpriority(os.PRIO_PROCESS, 0)}"
    yield f"processors {sorted(os.sched_getaffinity(0))}"
    yield f"group {os.getpgid(0)} session {os.getsid(0)}"
    for name in LIMITS:
        yield f"limit {name} {resource.getrlimit(getattr(resource, f'RLIMIT_{name}'))}"
    yield f"oom {Path('/proc/self/oom_score_adj').read_text().strip()}"
    yield f"descriptors {len(os.listdir('/proc/self/fd'))}"  # noqa: PTH208


def _contents(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        data = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
        digest = hashlib.sha256(data).hexdigest()[:16]
        yield f"file {path} mode {status.st_mode:o} owner {status.st_uid} content {digest}"
