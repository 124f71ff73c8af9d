"""Watch one child: answer it, drain what it prints, stop it at its limits.

CPU time is read from the kernel's clock of the child, so that limits need not be whole seconds; the
child's own limit on CPU is the backstop.
"""

from __future__ import annotations

import errno
import os
import select
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from grader.child import wire
from grader.sandbox.dialogue import TooManyRequestsError, ViolationError
from grader.sandbox.job import Budget
from grader.sandbox.zygote import Child

HEAD, TAIL = 24_000, 8_000  # bytes of output kept
CHECK = 0.02  # seconds between looks at the clocks
_GONE = {errno.EPIPE, errno.ECONNRESET, errno.EINVAL}  # a dead child's pipe; EINVAL on Windows


class Stop(Enum):
    """Why the watch ended."""

    RESULT = "the child sent its result"
    ENDED = "the child ended without a result"
    CPU = "the limit on CPU time"
    WALL = "the limit on time"
    OUTPUT = "the limit on output"
    REQUESTS = "the limit on requests"
    VIOLATION = "a breach of the wire's rules"


@dataclass(slots=True)
class Printed:
    """What a child prints: the first and the last part, and how much there was in all."""

    head: bytes = b""
    tail: bytes = b""
    total: int = 0

    def add(self, data: bytes) -> None:
        self.total += len(data)
        room = HEAD - len(self.head)
        self.head += data[:room] if room > 0 else b""
        rest = data[room:] if room > 0 else data
        if rest:
            self.tail = (self.tail + rest)[-TAIL:]

    @property
    def dropped(self) -> int:
        return self.total - len(self.head) - len(self.tail)


@dataclass(slots=True)
class Watched:
    """What a watch saw. ``result`` and ``code`` are undecoded bytes.

    ``ready`` is false for a child that failed while it was locked down, before any student code.
    """

    stop: Stop
    result: bytes = b""
    code: bytes = b""
    printed: Printed = field(default_factory=Printed)
    violation: str = ""
    ready: bool = False
    wall: float = 0.0


Answer = Callable[[int, int], bytes]


class Watch:
    """One watch over one child; ``run`` it once.

    The caller's thread answers: it reads, writes and nothing else, because that is done once a
    visit. A second one, the guard, takes what the child prints, looks at the clocks, and ends the
    child at a limit, which ends the reading, too.
    """

    def __init__(self, child: Child, budget: Budget, answer: Answer) -> None:
        self._child, self._budget, self._answer = child, budget, answer
        self._printed = Printed()
        self._buffer = bytearray()
        self._code = b""
        self._ready = False
        self._clock = (~child.pid << 3) | 2  # Linux's name for the CPU clock of a process
        self._over = threading.Event()  # set by the caller's thread, for the guard
        self._limit: Stop | None = None  # set by the guard, before it ends the child
        self._broken: OSError | None = None  # what kept the guard from its work, likewise
        self._began = time.monotonic()

    def run(self, opening: bytes) -> Watched:
        """Send the job and attend to the child until it is done or stopped; then end it."""
        guard = threading.Thread(target=self._guard, daemon=True)
        try:
            guard.start()
            stop, detail, result = self._attend(opening)
        finally:
            self._over.set()
            self._child.end()
            if guard.is_alive():
                guard.join()
        if self._broken is not None:
            raise self._broken
        self._drain()
        return Watched(
            stop=stop,
            result=result,
            code=self._code,
            ready=self._ready,
            printed=self._printed,
            violation=detail,
            wall=time.monotonic() - self._began,
        )

    def _attend(self, opening: bytes) -> tuple[Stop, str, bytes]:
        try:
            self._send(self._child.preamble + opening)
            if (result := self._serve()) is not None:
                return Stop.RESULT, "", result
        except TooManyRequestsError as error:
            if _unread(self._child.replies):  # nobody reads what a flood is answered
                return Stop.VIOLATION, f"{error}, and does not read its answers", b""
            return Stop.REQUESTS, str(error), b""
        except ViolationError as error:
            return Stop.VIOLATION, str(error), b""
        except OSError as error:
            if error.errno not in _GONE:
                raise
        return self._limit or Stop.ENDED, "", b""

    def _serve(self) -> bytes | None:
        """Answer requests until there is a result, or the child's end of the pipe is closed."""
        # A plain request is nearly all there is, once a visit: it goes by short names, past ``_take``.
        read, unpack, requests = os.read, wire.REQUEST.unpack, self._child.requests
        answer, send, buffer, size = self._answer, self._send, self._buffer, wire.REQUEST.size
        while data := read(requests, 4096):
            if len(data) == size and data[0] < wire.RESULT and not buffer:
                send(answer(*unpack(data)))
            elif (result := self._take(data)) is not None:
                return result
        return None

    def _guard(self) -> None:
        output = self._child.output
        poller = select.poll()
        poller.register(output, select.POLLIN)
        look = self._began + CHECK
        while not self._over.is_set():
            try:
                if poller.poll(CHECK * 1000) and not self._take_output():
                    poller.unregister(output)
            except OSError as error:
                # Ctrl-C makes the caller close the pipe; whatever else it is, nobody is on guard now.
                if error.errno != errno.EBADF:
                    self._broken = error
                    self._child.end()
                return
            if (now := time.monotonic()) >= look:
                look = now + CHECK
                self._limit = self._spent(now - self._began)
                if self._limit is not None:
                    self._child.end()
                    return

    def _spent(self, wall: float) -> Stop | None:
        if wall > self._budget.wall:
            return Stop.WALL
        if self._printed.total > self._budget.output << 20:
            return Stop.OUTPUT
        return Stop.CPU if self._cpu() > self._budget.cpu else None

    def _cpu(self) -> float:
        try:
            return time.clock_gettime(self._clock)
        except OSError:
            return 0.0  # no such clock here, or the child is gone

    def _take(self, data: bytes) -> bytes | None:
        """Take bytes of the child's; answer a request; return the result once it is whole."""
        buffer = self._buffer
        buffer += data
        while len(buffer) >= wire.REQUEST.size:
            operation, number = wire.REQUEST.unpack_from(buffer)
            end = wire.REQUEST.size
            if operation in (wire.RESULT, wire.CODE):
                if number > (wire.MAX_RESULT if operation == wire.RESULT else wire.MAX_CODE):
                    raise ViolationError(f"announced {number} bytes")
                end += number
                if len(buffer) < end:
                    return None
                if operation == wire.RESULT:
                    return bytes(buffer[wire.REQUEST.size : end])
                self._code = bytes(buffer[wire.REQUEST.size : end])
            elif operation == wire.READY and not self._ready:
                self._ready = True
            else:
                if len(buffer) > end:
                    raise ViolationError("asked again before it had read the answer")
                self._send(self._answer(operation, number))
            del buffer[:end]
        return None

    def _send(self, data: bytes) -> None:
        """Write to the child. One that doesn't read blocks this until the guard ends it."""
        sent = os.write(self._child.replies, data)
        if sent < len(data):  # the child died or a signal came between
            wire.write_all(self._child.replies, data[sent:])

    def _take_output(self) -> bool:
        data = os.read(self._child.output, 65536)
        self._printed.add(data)
        return bool(data)

    def _drain(self) -> None:
        """What is still in the pipe of a dead child."""
        os.set_blocking(self._child.output, False)
        try:
            while self._printed.total <= self._budget.output << 20 and self._take_output():
                pass
        except BlockingIOError:
            pass  # a descendant holds the pipe; the zygote's sweep ends it


def _unread(pipe: int) -> bool:
    """Whether there is anything in a pipe that was written to; False where that can't be asked."""
    try:
        import fcntl  # not on Windows; and only for a run that is being stopped
        import termios

        counted = fcntl.ioctl(pipe, termios.FIONREAD, bytes(4))
    except (ImportError, OSError):
        return False
    return any(counted)
