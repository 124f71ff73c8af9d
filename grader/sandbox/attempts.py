"""Try every attack primitive from a child, and see from outside which of them succeed.

Targets are made for the purpose: files, sockets and a few bytes of this process's memory. Slow ones
(memory, disk, CPU) take a few seconds together where nothing stops them.
"""

from __future__ import annotations

import ctypes
import marshal
import os
import shutil
import socket
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.child import wire
from grader.child.primitives import ALL
from grader.sandbox.dialogue import ViolationError
from grader.sandbox.isolation import Isolation, Layer
from grader.sandbox.job import Budget
from grader.sandbox.watch import Stop, Watch
from grader.sandbox.zygote import Zygote, ZygoteError

PRIMITIVES = tuple(ALL)
_QUICK = Budget(cpu=20, wall=2, memory=512, output=1, requests=0)
_PATIENT = Budget(cpu=20, wall=20, memory=512, output=1, requests=0)
_SLOW = {"alloc_3GB", "write_200MB", "cpu_past_limit"}
_SECRET = 32  # bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempts:
    """Which primitives succeeded, under which isolation."""

    isolation: Isolation
    succeeded: frozenset[str]


def attempt(names: Iterable[str] = PRIMITIVES, *, without: Iterable[Layer] = ()) -> Attempts:
    """Try the primitives with all layers but ``without``. Raises ZygoteError as a run would."""
    zygote = Zygote("", without=without, primitives=True)
    try:
        succeeded = frozenset(name for name in names if _succeeds(zygote, name))
        return Attempts(isolation=zygote.isolation, succeeded=succeeded)
    finally:
        zygote.close()


def _succeeds(zygote: Zygote, name: str) -> bool:
    with _targets() as targets:
        budget = _PATIENT if name in _SLOW else _QUICK
        child = zygote.fork(cpu=1, memory=budget.memory << 20)
        try:
            body = marshal.dumps({"attempt": name, "targets": targets})
            opening = wire.LENGTH.pack(len(body)) + body
            watched = Watch(child).call(opening, budget, _refuse)
        finally:
            child.close()
        ended = zygote.wait()
        if name == "run_program":  # it leaves no result, but the exit status of /bin/true
            return watched.stop is Stop.ENDED and ended.cpu < 1 and not watched.printed.total
        return b'"succeeded": true' in watched.result and _seen(name, targets)


def _refuse(operation: int, handle: int) -> bytes:
    raise ViolationError(f"made request {operation} ({handle})")


def _seen(name: str, targets: dict[str, Any]) -> bool:
    """What the child says it did, where that can be seen from here."""
    if name in ("overwrite_results", "daemon_rewrites_later"):
        if name.startswith("daemon"):
            time.sleep(0.6)
        return Path(targets["results"]).read_bytes() == b"forged"
    if name == "rewrite_grader_code":
        return Path(targets["code"]).read_bytes() == b"forged"
    if name == "leave_state_file":
        return Path(targets["note"]).exists()
    if name == "write_200MB":
        return Path(targets["dump"]).stat().st_size == 200 << 20
    return True


@contextmanager
def _targets() -> Iterator[dict[str, Any]]:
    """What the primitives aim at; all of it is gone afterwards."""
    with ExitStack() as stack:
        ours = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="grader-attempt-")))
        ours.chmod(0o755)
        open_to_all = ours / "open"
        open_to_all.mkdir()
        open_to_all.chmod(0o1777)
        stack.callback(shutil.rmtree, open_to_all, ignore_errors=True)
        for name, mode in (("results", 0o644), ("secret", 0o600), ("code", 0o644)):
            (ours / name).write_bytes(b"s" * _SECRET)
            (ours / name).chmod(mode)
        memory = ctypes.create_string_buffer(b"s" * _SECRET, _SECRET)
        tcp = stack.enter_context(socket.socket())
        tcp.bind(("127.0.0.1", 0))
        tcp.listen(5)
        udp = stack.enter_context(socket.socket(type=socket.SOCK_DGRAM))
        udp.bind(("127.0.0.1", 0))
        local = stack.enter_context(socket.socket(socket.AF_UNIX))
        local.bind(str(open_to_all / "socket"))
        (open_to_all / "socket").chmod(0o777)
        local.listen(5)
        yield {
            "pid": os.getpid(),
            "address": ctypes.addressof(memory),
            "length": _SECRET,
            "tcp": tcp.getsockname()[1],
            "udp": udp.getsockname()[1],
            "unix": str(open_to_all / "socket"),
            "note": str(open_to_all / "note"),
            "dump": str(open_to_all / "dump"),
            **{name: str(ours / name) for name in ("results", "secret", "code")},
        }


__all__ = ["PRIMITIVES", "Attempts", "ZygoteError", "attempt"]
