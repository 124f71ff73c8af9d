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
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from grader.child import wire
from grader.sandbox.dialogue import TooManyRequestsError, ViolationError
from grader.sandbox.job import Budget
from grader.sandbox.zygote import Child

HEAD, TAIL = 24_000, 8_000  # bytes of output kept
CHECK = 0.02  # seconds between looks at the clocks
FEW = 200  # reads; for more, a guard costs less than not to block
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
    ``cpu`` and ``wall`` are seconds of this call; of a child that has ``ended``, the kernel knows more.
    """

    stop: Stop
    result: bytes = b""
    code: bytes = b""
    printed: Printed = field(default_factory=Printed)
    violation: str = ""
    ready: bool = False
    wall: float = 0.0
    cpu: float = 0.0
    ended: bool = True


Answer = Callable[[int, int], bytes]


class Watch:
    """One watch over one child, which makes a call, or several one after the other.

    The caller's thread answers: it reads, writes and nothing else, because that is done once a
    visit. A second one, the guard, takes what the child prints, looks at the clocks, and ends the
    child at a limit, which ends the reading, too. Most calls are over before it is needed, so it is
    started with the first output, after a while, or where reading or writing would block: until then
    the grader's ends of the pipes don't.
    """

    def __init__(self, child: Child) -> None:
        self._child = child
        self._buffer = bytearray()
        self._code = b""
        self._ready = False
        self._clock = (~child.pid << 3) | 2  # Linux's name for the CPU clock of a process
        self._guarding: threading.Thread | None = None
        self._over = threading.Event()  # set by the caller's thread, for the guard
        self._broken: OSError | None = None  # what kept the guard from its work
        self._turn = threading.Lock()  # held by whichever of the two changes one of the following
        self._limit: Stop | None = None  # set by the guard, before it ends the child
        self._calling = False
        self._printed = Printed()
        self._began, self._cpu_before = 0.0, 0.0
        self._set_blocking(blocking=False)

    def call(
        self, opening: bytes, budget: Budget, answer: Answer, *, stays: bool = False
    ) -> Watched:
        """Send a job and attend to the child until it is done or stopped.

        Then the child is ended, unless it ``stays`` and sent a result as it should.
        """
        self._answer, self._budget = answer, budget
        try:
            self._begin()
            stop, detail, result = self._attend(self._child.preamble + opening)
        except BaseException:
            self.end()
            raise
        wall, cpu = time.monotonic() - self._began, max(0.0, self.cpu() - self._cpu_before)
        with self._turn:
            self._calling = False
            ends = not stays or stop is not Stop.RESULT or self._limit is not None
        if ends:
            self.end()
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
            wall=wall,
            cpu=cpu,
            ended=ends,
        )

    def _begin(self) -> None:
        with self._turn:
            self._printed = Printed()
            self._began, self._cpu_before = time.monotonic(), self.cpu()
            self._calling = True

    def end(self) -> None:
        """End the child and the guard; what the child has printed stays in its pipe."""
        self._over.set()
        self._child.end()
        if self._guarding is not None and self._guarding.is_alive():
            self._guarding.join()

    def _guard_it(self) -> None:
        if self._guarding is None:
            self._guarding = threading.Thread(target=self._guard, daemon=True)
            self._guarding.start()
            self._set_blocking(blocking=True)

    def _set_blocking(self, *, blocking: bool) -> None:
        """Have reads and writes wait for the child, or not."""
        for pipe in (self._child.requests, self._child.replies):
            os.set_blocking(pipe, blocking)

    def _attend(self, opening: bytes) -> tuple[Stop, str, bytes]:
        if self._buffer or (self._ready and _unread(self._child.requests)):
            return Stop.VIOLATION, "sent more than the result of the call before", b""
        try:
            self._send(opening)
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
        answer, send, unpack = self._answer, self._send, wire.REQUEST.unpack
        buffer, size = self._buffer, wire.REQUEST.size
        read, requests = os.read, self._child.requests
        for data in self._first_reads():
            if (result := self._take(data)) is not None:
                return result
        while data := read(requests, 4096):
            if len(data) == size and data[0] < wire.RESULT and not buffer:
                send(answer(*unpack(data)))
            elif (result := self._take(data)) is not None:
                return result
        return None

    def _first_reads(self) -> Iterator[bytes]:
        """What the child sends while there is no guard yet; afterwards there is one."""
        if self._guarding is not None:
            return
        requests = self._child.requests
        poller = self._poller(requests, self._child.output)
        until, only_requests = time.monotonic() + CHECK, [(requests, select.POLLIN)]
        for _ in range(FEW):
            if poller.poll(CHECK * 1000) != only_requests:
                break
            try:
                data = os.read(requests, 4096)
            except BlockingIOError:  # the child has taken it back
                break
            yield data
            if time.monotonic() > until or self._guarding is not None:
                break
        self._guard_it()

    @staticmethod
    def _poller(*pipes: int) -> select.poll:
        poller = select.poll()
        for pipe in pipes:
            poller.register(pipe, select.POLLIN)
        return poller

    def _guard(self) -> None:
        output = self._child.output
        poller = self._poller(output)
        look = time.monotonic() + CHECK
        while not self._over.is_set():
            try:
                if poller.poll(CHECK * 1000) and self._take_output() == b"":
                    poller.unregister(output)
            except OSError as error:
                # Ctrl-C makes the caller close the pipe; whatever else it is, nobody is on guard now.
                if error.errno != errno.EBADF:
                    self._broken = error
                    self._child.end()
                return
            if (now := time.monotonic()) >= look:
                look = now + CHECK
                if self._stops():
                    self._child.end()
                    return

    def _stops(self) -> bool:
        """Whether a call has reached a limit; which one is written down then."""
        with self._turn:
            if self._calling:
                self._limit = self._spent()
            return self._limit is not None

    def _spent(self) -> Stop | None:
        if time.monotonic() - self._began > self._budget.wall:
            return Stop.WALL
        if self._printed.total > self._budget.output << 20:
            return Stop.OUTPUT
        return Stop.CPU if self.cpu() - self._cpu_before > self._budget.cpu else None

    def cpu(self) -> float:
        """Seconds of CPU time that the child has used in all; 0 where no clock tells."""
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
                told = bytes(buffer[wire.REQUEST.size : end])
                if operation == wire.RESULT:
                    del buffer[:end]
                    return told
                self._code = told
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
        try:
            sent = os.write(self._child.replies, data)
        except BlockingIOError:
            sent = 0
        if sent < len(data):  # the pipe is full, the child died, or a signal came between
            self._guard_it()
            wire.write_all(self._child.replies, data[sent:])

    def _take_output(self) -> bytes | None:
        """Take what the child has printed; None for nothing by now, no bytes for the end of it."""
        with self._turn:
            try:
                data = os.read(self._child.output, 65536)
            except BlockingIOError:
                return None
            self._printed.add(data)
            return data

    def _drain(self) -> None:
        """Take what is still in the pipe, which the child or a descendant of it may hold open."""
        os.set_blocking(self._child.output, False)
        while self._printed.total <= self._budget.output << 20 and self._take_output():
            pass


def _unread(pipe: int) -> bool:
    """Whether there is anything in a pipe that was written to; False where that can't be asked."""
    try:
        import fcntl  # not on Windows; and only for a run that is being stopped
        import termios

        counted = fcntl.ioctl(pipe, termios.FIONREAD, bytes(4))
    except (ImportError, OSError):
        return False
    return any(counted)
