"""Bound the CPU and the memory of a process and its descendants, as one of the platform's tiers does.

By a control group where this host lets us make one (versions 1 and 2, mostly as root). Else by a
duty cycle on Linux: the processes are pinned to as few CPUs, stopped for a part of each tenth of a
second, and the largest is killed when all together hold too much. Else not at all. ``kind`` says so.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

GROUPS = Path("/sys/fs/cgroup")
TIERS = {0.5: 768, 1.0: 1_536, 2.0: 3_072, 4.0: 6_144}  # CPUs, megabytes
PERIOD = 0.1  # seconds
_TRIES = 50  # at removing a control group, whose processes take a moment to die


@dataclass(frozen=True, slots=True, kw_only=True)
class Tier:
    """What the platform gives a container."""

    cpus: float
    megabytes: int

    def __str__(self) -> str:
        return f"{self.cpus:g} CPU, {self.megabytes} MB"


class Bound:
    """No bound: ``enter`` is called in the new process, ``watch`` once it runs, ``close`` at the end."""

    kind = "not bounded (this system offers no way)"
    _leader = 0  # of a session, once it runs

    def enter(self) -> None:
        """Put the calling process under the bound."""

    def watch(self, pid: int) -> None:
        """Begin to bound the process ``pid``, which leads a session, and what it starts."""
        self._leader = pid

    def close(self) -> None:
        """Kill whatever is left and undo what was set up; may be called without ``watch``."""
        if self._leader:
            with contextlib.suppress(OSError):
                os.killpg(self._leader, signal.SIGKILL)


class ControlGroup(Bound):
    """A control group of our own, in one folder for each controller (version 2: one for both)."""

    def __init__(self, folders: list[Path], kind: str) -> None:
        self.folders = folders
        self.kind = kind

    def enter(self) -> None:
        for folder in self.folders:
            (folder / "cgroup.procs").write_text(str(os.getpid()))

    def close(self) -> None:
        super().close()
        for folder in self.folders:
            for _ in range(_TRIES):
                with contextlib.suppress(OSError, ValueError):
                    for pid in (folder / "cgroup.procs").read_text().split():
                        os.kill(int(pid), signal.SIGKILL)
                with contextlib.suppress(OSError):
                    folder.rmdir()
                    break
                time.sleep(PERIOD)


class DutyCycle(Bound):
    """Stops a family of processes for part of each period; kills its largest when all are too large."""

    kind = "by stopping it part of the time, its memory looked at ten times a second"

    def __init__(self, tier: Tier) -> None:
        self._tier = tier
        self._cpus = max(1, int(tier.cpus))
        self._share = min(1.0, tier.cpus / self._cpus)
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None
        self._family: set[int] = set()

    def enter(self) -> None:
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: self._cpus])

    def watch(self, pid: int) -> None:
        super().watch(pid)
        self._thread = threading.Thread(target=self._cycle, args=(pid,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        if self._thread is not None:
            self._thread.join()
        super().close()
        self._send(self._family, signal.SIGKILL)

    def _cycle(self, pid: int) -> None:
        while not self._ended.wait(PERIOD * self._share):
            self._family = {p for p in self._family if not ended(p)} | family(pid)
            self._kill_the_largest()
            if self._share < 1:
                self._send(self._family, signal.SIGSTOP)
                self._ended.wait(PERIOD * (1 - self._share))
                self._send(self._family, signal.SIGCONT)

    def _kill_the_largest(self) -> None:
        sizes = {pid: resident(pid) for pid in self._family}
        if sum(sizes.values()) > self._tier.megabytes << 20:
            self._send({max(sizes, key=lambda pid: sizes[pid])}, signal.SIGKILL)

    @staticmethod
    def _send(pids: set[int], what: signal.Signals) -> None:
        for pid in pids:
            with contextlib.suppress(OSError):
                os.kill(pid, what)


def bound_by(tier: Tier, groups: Path = GROUPS) -> Bound:
    """Make the best bound that this host has; the caller closes it."""
    for make in (_version_2, _version_1):
        with contextlib.suppress(OSError):
            return make(tier, groups)
    if hasattr(os, "sched_setaffinity") and Path("/proc/self/stat").exists():
        return DutyCycle(tier)
    return Bound()


def family(pid: int) -> set[int]:
    """The process ``pid`` and its descendants, as far as they live."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and (fields := _stat(int(entry.name))):
            parents[int(entry.name)] = int(fields[1])
    found = {pid} & set(parents)
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def resident(pid: int) -> int:
    """The memory that a process holds, in bytes; 0 for one that has gone."""
    fields = _stat(pid)
    return int(fields[21]) * os.sysconf("SC_PAGE_SIZE") if fields else 0


def ended(pid: int) -> bool:
    """Whether a process has ended; its parent need not have noticed yet."""
    return _stat(pid)[:1] in ([], ["Z"])


def _stat(pid: int) -> list[str]:
    """The fields of ``/proc/PID/stat`` from the state on; a name may hold spaces and brackets."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return text.rpartition(")")[2].split()


def _version_2(tier: Tier, groups: Path) -> Bound:
    if "cpu" not in (groups / "cgroup.controllers").read_text().split():
        raise OSError
    (groups / "cgroup.subtree_control").write_text("+cpu +memory")
    made = ControlGroup([groups / _name()], "by a control group (version 2)")
    settings = {"cpu.max": f"{int(tier.cpus * 100_000)} 100000", "memory.max": tier.megabytes << 20}
    return _filled(made, [settings])


def _version_1(tier: Tier, groups: Path) -> Bound:
    folders = [groups / "cpu" / _name(), groups / "memory" / _name()]
    made = ControlGroup(folders, "by control groups (version 1)")
    cpu = {"cpu.cfs_period_us": 100_000, "cpu.cfs_quota_us": int(tier.cpus * 100_000)}
    return _filled(made, [cpu, {"memory.limit_in_bytes": tier.megabytes << 20}])


def _filled(made: ControlGroup, settings: Sequence[Mapping[str, object]]) -> Bound:
    try:
        for folder, values in zip(made.folders, settings, strict=True):
            folder.mkdir()
            for name, value in values.items():
                (folder / name).write_text(str(value))
    except OSError:
        made.folders = [folder for folder in made.folders if folder.is_dir()]
        made.close()
        raise
    return made


def _name() -> str:
    return f"grader-simulate-{os.getpid()}"


@contextlib.contextmanager
def bounded(tier: Tier) -> Iterator[Bound]:
    """A bound that is closed at the end, with whatever runs under it."""
    bound = bound_by(tier)
    try:
        yield bound
    finally:
        bound.close()
