"""Hostile children: real processes that keep to a script, and a watch that has to end them."""

from __future__ import annotations

import faulthandler
import os
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from fuzz.common import expect
from fuzz.trees import tree
from fuzz.wires import frame, result
from grader.child import wire
from grader.sandbox import Budget, Job, Shape
from grader.sandbox.dialogue import Dialogue
from grader.sandbox.watch import HEAD, TAIL, Stop, Watch, Watched
from grader.sandbox.zygote import Child

BUDGET = Budget(cpu=0.2, wall=0.4, memory=64, output=1, requests=300)
SLACK = 1.5  # seconds that a busy machine may take on top of a budget
REQUESTS, REPLIES, OUTPUT = range(3)

Step = tuple[object, ...]
READY, VISIT = frame(wire.READY, 0), frame(wire.VISIT, 0)
WHOLE = result(b'{"returned": 3}')
FULL = result(b"x" * wire.MAX_RESULT)
CODE = result(b"y" * wire.MAX_CODE, wire.CODE)
HANG: Step = ("sleep", 60.0)
READ: Step = ("read",)  # its job: one that is gone before it comes has not returned


@dataclass(frozen=True)
class Peer:
    """What a child does, and how the watch over it may end."""

    steps: Sequence[Step]
    stops: Sequence[Stop]
    opening: int = 0  # bytes added to the job


PEERS = {
    "exits at once": Peer([], [Stop.ENDED]),
    "exits when ready": Peer([("send", READY)], [Stop.ENDED]),
    "hangs": Peer([HANG], [Stop.WALL]),
    "spins": Peer([("spin",)], [Stop.CPU, Stop.WALL]),  # whichever a busy machine reaches first
    "stops itself": Peer([("send", READY), ("stop",)], [Stop.WALL]),
    "segfaults": Peer([("die", signal.SIGSEGV)], [Stop.ENDED]),
    "closes all pipes and hangs": Peer([("close", 0), ("close", 1), ("close", 2), HANG], [Stop.ENDED]),
    "closes its output and hangs": Peer([("close", OUTPUT), HANG], [Stop.WALL]),
    "closes its output and returns": Peer([READ, ("close", OUTPUT), ("send", WHOLE)], [Stop.RESULT]),
    "closes replies and asks": Peer([("close", REPLIES), ("send", VISIT), HANG], [Stop.ENDED]),
    "sends a part of a frame and hangs": Peer([("send", VISIT[:5]), HANG], [Stop.WALL]),
    "sends a part of a frame and exits": Peer([("send", VISIT[:5])], [Stop.ENDED]),
    "sends a part of a result": Peer([("send", WHOLE[:-1])], [Stop.ENDED]),
    "drips its result in time": Peer([("drip", WHOLE, 0.001), HANG], [Stop.RESULT]),
    "drips its result too slowly": Peer([("drip", WHOLE, 0.05), HANG], [Stop.WALL]),
    "drips a request": Peer(  # its job first: what it reads after that is the answer
        [READ, ("drip", VISIT, 0.005), ("read",), ("send", WHOLE)], [Stop.RESULT]
    ),
    "floods requests": Peer([("flood", VISIT)], [Stop.VIOLATION]),
    "floods code": Peer([("flood", result(b"", wire.CODE))], [Stop.WALL, Stop.CPU]),
    "floods readiness": Peer([("flood", READY)], [Stop.VIOLATION]),
    "floods zeros": Peer([("flood", bytes(9))], [Stop.VIOLATION]),
    "says ready twice": Peer([("send", READY), ("send", READY), HANG], [Stop.VIOLATION]),
    "returns twice": Peer([("send", WHOLE + result(b"[]")), HANG], [Stop.RESULT]),
    "returns and asks": Peer([("send", WHOLE + VISIT), HANG], [Stop.RESULT]),
    "asks and returns without reading": Peer([("send", VISIT + WHOLE), HANG], [Stop.VIOLATION]),
    "returns as much as it may": Peer([("send", FULL), HANG], [Stop.RESULT]),
    "announces more than it may": Peer(
        [("send", frame(wire.RESULT, wire.MAX_RESULT + 1)), HANG], [Stop.VIOLATION]
    ),
    "announces all there is": Peer([("send", frame(wire.RESULT, 2**64 - 1)), HANG], [Stop.VIOLATION]),
    "sends as much code as it may": Peer(
        [("send", CODE + WHOLE), HANG], [Stop.RESULT, Stop.WALL, Stop.CPU]
    ),
    "announces too much code": Peer([("send", frame(wire.CODE, 2**40)), HANG], [Stop.VIOLATION]),
    "asks for ever": Peer([("ask", 10**6)], [Stop.REQUESTS]),
    "asks about what it can't know": Peer([("send", frame(wire.VISIT, 77)), HANG], [Stop.VIOLATION]),
    "uses operation 0": Peer([("send", frame(0, 0)), HANG], [Stop.VIOLATION]),
    "uses operation 255": Peer([("send", frame(255, 0)), HANG], [Stop.VIOLATION]),
    "never reads its job": Peer([HANG], [Stop.WALL], opening=1 << 20),
    "spins instead of reading": Peer([("spin",)], [Stop.CPU, Stop.WALL], opening=1 << 20),
    "exits before it reads its job": Peer([("sleep", 0.05)], [Stop.ENDED], opening=1 << 20),
    "prints without end": Peer([("print", 10**9)], [Stop.OUTPUT]),
    "prints and returns": Peer([READ, ("print", 2000), ("send", WHOLE)], [Stop.RESULT]),
    "prints and closes requests": Peer([("close", 0), ("print", 10**9)], [Stop.ENDED]),
    "leaves a child that holds the pipes": Peer([("leave",)], [Stop.WALL]),
    "leaves a child that prints": Peer([("send", WHOLE), ("leave", "prints")], [Stop.RESULT]),
}  # fmt: skip


def _job(rng: Random) -> Job:
    game = tree(rng)
    return Job(
        function="solve",
        arguments=("game", "evaluate"),
        shape=Shape.PAIR,
        tree=game,
        start=game.root,
        budget=BUDGET,
    )


def check(peer: Peer, rng: Random | None = None) -> Watched:
    """Watch a peer: it ends in time, the peer is dead, and the stop is one of those that may be."""
    dialogue = Dialogue(_job(rng or Random(1)))
    child = _fork(peer.steps)
    began = time.monotonic()
    try:
        opening = dialogue.opening() + bytes(peer.opening)
        watched = Watch(child).call(opening, BUDGET, dialogue.answer)
        took = time.monotonic() - began
        _expect_dead(child.pid)
    finally:
        child.close()
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
    most = 2 * BUDGET.wall + SLACK  # sending the job and being served are timed apart
    expect(took < most, f"it took {took:.2f} s: {peer.steps!r:.300}")
    expect(watched.stop in peer.stops, f"{watched.stop}, not {peer.stops}: {peer.steps!r:.300}")
    whole = watched.stop is Stop.RESULT
    expect(whole == bool(watched.result), f"{watched.stop} with {watched.result!r:.60}")
    kept = len(watched.printed.head) + len(watched.printed.tail)
    expect(kept <= HEAD + TAIL, f"{kept} bytes of output are kept")
    return watched


def _expect_dead(pid: int) -> None:
    deadline = time.monotonic() + SLACK
    while time.monotonic() < deadline:
        if os.waitpid(pid, os.WNOHANG)[0] == pid:
            return
        time.sleep(0.002)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    expect(False, "the peer was left alive")


def _fork(steps: Sequence[Step]) -> Child:
    requests, their_requests = os.pipe()
    their_replies, replies = os.pipe()
    output, their_output = os.pipe()
    theirs = [their_requests, their_replies, their_output]
    pid = os.fork()
    if pid == 0:
        try:
            faulthandler.disable()  # a peer that segfaults does so quietly
            os.setsid()  # as a child of the zygote does
            for descriptor in (requests, replies, output):
                os.close(descriptor)
            for step in steps:
                _do(step, theirs)
        finally:
            os._exit(0)
    for descriptor in theirs:
        os.close(descriptor)
    return Child(pid, requests, replies, output, reap=lambda: None)


def _do(step: Step, ends: list[int]) -> None:  # noqa: C901 - one word a branch
    match step:
        case ("send", bytes(data)):
            wire.write_all(ends[REQUESTS], data)
        case ("drip", bytes(data), float(pause)):
            for at in range(len(data)):
                wire.write_all(ends[REQUESTS], data[at : at + 1])
                time.sleep(pause)
        case ("flood", bytes(data)):
            while True:
                wire.write_all(ends[REQUESTS], data * 400)
        case ("ask", int(times)):
            os.read(ends[REPLIES], 1 << 16)
            for _ in range(times):
                wire.write_all(ends[REQUESTS], VISIT)
                os.read(ends[REPLIES], 1 << 16)
        case ("read",):
            os.read(ends[REPLIES], 1 << 16)
        case ("print", int(size)):
            for _ in range(0, size, 1000):
                wire.write_all(ends[OUTPUT], b"p" * 1000)
        case ("close", int(end)):
            os.close(ends[end])
        case ("sleep", float(seconds)):
            time.sleep(seconds)
        case ("spin",):
            while True:
                pass
        case ("stop",):
            os.kill(os.getpid(), signal.SIGSTOP)
        case ("die", int(number)):
            os.kill(os.getpid(), number)
        case ("leave", *words):
            if os.fork() == 0:
                until = time.monotonic() + 20
                while time.monotonic() < until:
                    wire.write_all(ends[OUTPUT], b"p" if words else b"")
                    time.sleep(0.001)
        case _:
            raise ValueError(step)


def attempt(rng: Random) -> None:
    """A peer of random steps: whatever it does, the watch ends, and the peer with it."""
    steps: list[Step] = [
        rng.choice(
            [
                ("send", READY),
                ("send", VISIT),
                ("send", rng.randbytes(rng.randrange(30))),
                ("send", WHOLE[: rng.randrange(len(WHOLE))]),
                ("send", WHOLE),
                ("drip", VISIT, rng.choice([0.0, 0.01])),
                ("ask", rng.randrange(400)),
                ("print", rng.choice([10, 10**5, 10**7])),
                ("close", rng.randrange(3)),
                ("sleep", rng.choice([0.001, 0.05])),
                ("die", rng.choice([signal.SIGSEGV, signal.SIGTERM, signal.SIGKILL])),
            ]
        )
        for _ in range(rng.randrange(7))
    ]
    check(Peer(steps, list(Stop)), rng)
