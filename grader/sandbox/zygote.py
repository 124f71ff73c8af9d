"""The grader's handle on a zygote: start it, fork from it, learn how its children ended.

Life cycle: one zygote a submission, started before any student code and ended by ``close`` with all
that is left of its process tree. Not for use by two threads at once.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from grader.child import zygote as far
from grader.child.limits import hide_memory
from grader.sandbox import users
from grader.sandbox.isolation import Isolation, Layer

GRACE = 5.0  # seconds that a zygote gets to answer; it never runs student code, so it is prompt

_ROOT = Path(__file__).resolve().parents[2]
_START = "import sys; sys.path.insert(0, sys.argv[1]); from grader.child.zygote import main; main()"

# Of a zygote and its children. The loader looks symbols up at the start, not again in each child.
_ENVIRONMENT = {
    "PYTHONHASHSEED": "0",
    "OPENBLAS_NUM_THREADS": "1",
    "LC_ALL": "C.UTF-8",
    "LD_BIND_NOW": "1",
}


class ZygoteError(Exception):
    """The zygote is gone or does not answer."""


class Child:
    """A forked child and the grader's ends of its pipes; the caller closes them.

    ``end`` may be called by two threads, and again; everything else belongs to one.
    """

    def __init__(
        self,
        pid: int,
        requests: int,
        replies: int,
        output: int,
        *,
        reap: Callable[[], None],
        preamble: bytes = b"",
    ) -> None:
        self.pid, self.requests, self.replies, self.output = pid, requests, replies, output
        self.preamble = preamble  # what it reads before its job
        self._reap, self._lock, self._ended = reap, threading.Lock(), False

    def end(self) -> None:
        """Kill the child and its process group, and have the zygote reap it and sweep the rest."""
        with self._lock:
            if self._ended:
                return
            self._ended = True
            self._kill()
            self._reap()

    def _kill(self) -> None:
        for end in (os.killpg, os.kill):  # nobody else has its pid before it is reaped
            with contextlib.suppress(ProcessLookupError, PermissionError):
                end(self.pid, signal.SIGKILL)

    def close(self) -> None:
        for descriptor in (self.requests, self.replies, self.output):
            os.close(descriptor)


def can_fork() -> bool:
    """Tell whether this system has all that a zygote and the watch over its children need."""
    needed = ((os, "fork"), (os, "killpg"), (os, "wait4"), (os, "setsid"), (os, "set_blocking"),
              (select, "poll"), (socket, "AF_UNIX"), (socket, "send_fds"), (socket, "recv_fds"),
              (signal, "SIGKILL"), (time, "clock_gettime"))  # fmt: skip
    return all(hasattr(module, name) for module, name in needed)


@dataclass(frozen=True, slots=True)
class Ended:
    """How a child ended: its wait status, CPU seconds and peak memory in bytes."""

    status: int
    cpu: float
    memory: int


class Zygote:
    """A running zygote."""

    def __init__(
        self,
        support: str,
        *,
        allow: Iterable[str] = (),
        preload: Iterable[str] = (),
        without: Iterable[Layer] = (),
        primitives: bool = False,
    ) -> None:
        ours, theirs = socket.socketpair()
        self._control = ours
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and code
            [sys.executable, "-s", "-S", "-B", "-u", "-X", "utf8", "-c", _START, str(_ROOT)],
            stdin=theirs.fileno(),  # the zygote's control socket; it puts /dev/null in its place
            stdout=subprocess.PIPE,  # as a child's will be: Python looks at what it is when it starts
            stderr=subprocess.STDOUT,
            env=_ENVIRONMENT,
            cwd="/",
            start_new_session=True,
        )
        theirs.close()
        self._user = users.claim() if hasattr(os, "geteuid") and os.geteuid() == 0 else None
        allow, off = list(allow), {layer.value for layer in without}
        hidden = Layer.HIDDEN.value not in off and hide_memory()
        settings = {
            "support": support,
            "allow": allow,
            "preload": list(preload),
            "without": sorted(off),
            "primitives": primitives,
            "folders": sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
            if allow
            else [],
            "user": self._user.number if self._user else 0,
        }
        try:
            self._command(0, json.dumps(settings).encode())
            self.isolation = Isolation(hidden=hidden, **json.loads(self._line()))
        except ZygoteError:
            self.close()
            raise

    def warm(self, modules: Iterable[str]) -> None:
        """Load modules of the standard library that the submission uses; names are checked there."""
        self._command(far.WARM, json.dumps(sorted(modules)).encode())

    def load(self, code: bytes) -> None:
        """Hand over the submission's compiled code, which only children will open."""
        self._command(far.CODE, code)

    def fork(self, *, cpu: int, memory: int) -> Child:
        """Start a child with limits in CPU seconds and in bytes of memory."""
        requests, their_requests = os.pipe()
        their_replies, replies = os.pipe()
        output, their_output = os.pipe()
        theirs = [their_requests, their_replies, their_output]
        body = far.RUN_BODY.pack(cpu, memory)
        try:
            head = far.COMMAND.pack(far.RUN, len(body))
            socket.send_fds(self._control, [head], theirs)
            self._control.sendall(body)
            (pid,) = far.STARTED.unpack(self._exactly(far.STARTED.size))
        except (OSError, ZygoteError) as error:
            for descriptor in (requests, replies, output):
                os.close(descriptor)
            raise ZygoteError(str(error)) from error
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        return Child(pid, requests, replies, output, reap=self._reap)

    def _reap(self) -> None:
        with contextlib.suppress(ZygoteError):  # then ``wait`` will say that it is gone
            self._command(far.END, b"")

    def wait(self) -> Ended:
        """How the last child ended, once it was ended and all that it left behind is dead."""
        status, cpu, kilobytes = far.ENDED.unpack(self._exactly(far.ENDED.size))
        return Ended(status, cpu, kilobytes * 1024)

    def close(self) -> None:
        """End the zygote and everything below it."""
        self._control.close()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        if self._user is not None:
            self._user.release()

    def _command(self, number: int, body: bytes) -> None:
        try:
            self._control.sendall(far.COMMAND.pack(number, len(body)) + body)
        except OSError as error:
            raise ZygoteError(f"the zygote is gone: {error}") from error

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            if not select.select([self._control], [], [], GRACE)[0]:
                raise ZygoteError(f"the zygote did not answer for {GRACE:g} s")
            part = self._control.recv(size - len(data))
            if not part:
                raise ZygoteError("the zygote has ended")
            data += part
        return data

    def _line(self) -> bytes:
        line = b""
        try:
            while not line.endswith(b"\n"):
                line += self._exactly(1)
        except ZygoteError as error:
            raise ZygoteError(f"{error}: {self._last_words()}") from error
        return line

    def _last_words(self) -> str:
        self._process.kill()
        if self._process.stdout is None:
            return ""
        words: bytes = self._process.stdout.read()
        return words.decode(errors="replace")[-2000:]
