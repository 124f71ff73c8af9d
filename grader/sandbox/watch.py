"""Watch one child: answer it, drain what it prints, stop it at its limits.

One thread and one poll for everything: measured, that costs a tenth of a bare round trip, and there
is no lock to get wrong. CPU time is read from the kernel's clock of the child, so that limits need
not be whole seconds; the child's own limit on CPU is the backstop.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from grader.child import wire
from grader.sandbox.dialogue import ViolationError
from grader.sandbox.job import Budget
from grader.sandbox.zygote import Child

HEAD, TAIL = 24_000, 8_000  # bytes of output kept
CHECK = 0.02  # seconds between looks at the clocks


class Stop(Enum):
    """Why the watch ended."""

    RESULT = "the child sent its result"
    ENDED = "the child ended without a result"
    CPU = "the limit on CPU time"
    WALL = "the limit on time"
    OUTPUT = "the limit on output"
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
    """One watch over one child; ``run`` it once."""

    def __init__(self, child: Child, budget: Budget, answer: Answer) -> None:
        self._child, self._budget, self._answer = child, budget, answer
        self._printed = Printed()
        self._buffer = bytearray()
        self._code = b""
        self._ready = False
        self._clock = (~child.pid << 3) | 2  # Linux's name for the CPU clock of a process

    def run(self, opening: bytes) -> Watched:
        """Send the job and attend to the child until it is done or stopped; then kill it."""
        began = time.monotonic()
        try:
            stop, detail, result = self._attend(opening, began)
        finally:
            self._child.kill()
        self._drain()
        return Watched(
            stop=stop,
            result=result,
            code=self._code,
            ready=self._ready,
            printed=self._printed,
            violation=detail,
            wall=time.monotonic() - began,
        )

    def _attend(self, opening: bytes, began: float) -> tuple[Stop, str, bytes]:
        try:
            self._send(opening)
            return self._serve(began)
        except ViolationError as error:
            return Stop.VIOLATION, str(error), b""
        except (BrokenPipeError, ConnectionResetError):
            return Stop.ENDED, "", b""

    def _serve(self, began: float) -> tuple[Stop, str, bytes]:
        requests, output = self._child.requests, self._child.output
        poller = select.poll()
        poller.register(requests, select.POLLIN)
        poller.register(output, select.POLLIN)
        # A plain request is nearly all there is, once a visit: it goes by short names, past ``_take``.
        poll, read, monotonic, unpack = poller.poll, os.read, time.monotonic, wire.REQUEST.unpack
        answer, send, buffer, size = self._answer, self._send, self._buffer, wire.REQUEST.size
        look = began + CHECK
        while True:
            for descriptor, _ in poll(CHECK * 1000):
                if descriptor == output:
                    if not self._take_output():
                        poller.unregister(output)
                    continue
                data = read(requests, 4096)
                if len(data) == size and data[0] < wire.RESULT and not buffer:
                    send(answer(*unpack(data)))
                elif not data:
                    return Stop.ENDED, "", b""
                elif (result := self._take(data)) is not None:
                    return Stop.RESULT, "", result
            if (now := monotonic()) >= look:
                look = now + CHECK
                if stop := self._spent(now - began):
                    return stop, "", b""

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
        """Write to the child, which must have room for all of it: one answer is outstanding."""
        try:
            sent = os.write(self._child.replies, data)
        except BlockingIOError:
            sent = 0
        if sent < len(data):
            self._send_slowly(memoryview(data)[sent:])

    def _send_slowly(self, view: memoryview) -> None:
        """Send what did not fit into the pipe; an honest child is reading it now."""
        deadline = time.monotonic() + self._budget.wall
        while view:
            try:
                view = view[os.write(self._child.replies, view) :]
            except BlockingIOError:  # noqa: PERF203 - rare
                if time.monotonic() > deadline:
                    raise ViolationError("does not read its answers") from None
                select.select([], [self._child.replies], [], CHECK)
                if self._cpu() > self._budget.cpu:
                    raise ViolationError("does not read its answers") from None

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
