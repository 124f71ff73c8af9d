"""Frames for a watch and its dialogue, over real pipes, and a model of what may come of them.

No process is needed: the first burst stands in the pipe, and each answer lets the next one in.
"""

from __future__ import annotations

import marshal
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from random import Random

from fuzz.common import expect
from fuzz.trees import tree
from grader.child import wire
from grader.sandbox import Budget, Job, Shape
from grader.sandbox.dialogue import Dialogue, ViolationError
from grader.sandbox.watch import Stop, Watch, Watched
from grader.sandbox.zygote import Child
from grader.tree import Node, uniform

BUDGET = Budget(cpu=5, wall=2, memory=64, output=1, requests=60)
NOBODY = 2**22 + 1  # above every process id of Linux
_ALL_ARGUMENTS = ("game", "policies", "opponent_policy", "state", "depth", "evaluate")


def frame(operation: int, number: int) -> bytes:
    return wire.REQUEST.pack(operation, number)


def result(body: bytes = b"{}", operation: int = wire.RESULT) -> bytes:
    """A result, or code, as a child sends it."""
    return frame(operation, len(body)) + body


# ---------------------------------------------------------------------- a job and its model


def job(rng: Random, budget: Budget = BUDGET) -> Job:
    """A call on a random tree, from some node, with some of the arguments there are."""
    game = tree(rng)
    nodes = list(game.nodes())
    return Job(
        function="solve",
        arguments=tuple(rng.sample(_ALL_ARGUMENTS, rng.randrange(1, 7))),
        shape=Shape.PAIR,
        tree=game,
        start=rng.choice(nodes),
        asked=tuple(rng.sample(nodes, rng.choice([0, min(2, len(nodes))]))),
        policies={player: uniform(game, player) for player in rng.choice([(), game.players])},
        given={"depth": rng.randrange(3)},
        budget=budget,
    )


@dataclass
class Model:
    """What a child has been told, and what is on record, by the rules alone."""

    job: Job
    known: list[Node] = field(default_factory=list)  # by handle
    visited: list[Node] = field(default_factory=list)
    evaluated: list[Node] = field(default_factory=list)
    evaluations: int = 0
    asked: int = 0

    def __post_init__(self) -> None:
        root = self.job.tree.root
        named = (self.job.start, *self.job.asked)
        self.known = [root, *(node for node in named if node is not root)]

    @property
    def is_over_budget(self) -> bool:
        return self.asked > self.job.budget.requests

    def request(self, operation: int, handle: int) -> object:
        """The right reply, None where there is none."""
        if handle >= len(self.known):
            return None
        self.asked += 1
        if self.is_over_budget:
            return None
        node = self.known[handle]
        if operation == wire.VISIT:
            _note(self.visited, node)
            if not node.children:
                return (node.utility if node.payoffs is None else dict(node.payoffs),)
            self.known += node.children
            states = [child.state for child in node.children]
            return ((node.player, node.actions, states),)
        if operation == wire.EVALUATE and "evaluate" in self.job.arguments:
            self.evaluations += 1
            _note(self.evaluated, node)
            return (node.evaluation,)
        if operation == wire.POLICY and self.job.policies:
            chance = 1 / len(node.actions) if node.actions else 0
            return ((node.player, [(action, chance) for action in node.actions]),)
        return None


def _note(record: list[Node], node: Node) -> None:
    if node not in record:
        record.append(node)


def check_request(dialogue: Dialogue, model: Model, operation: int, handle: int) -> bool:
    """Ask both; whether it is answered. The record must be the same, and nothing else revealed."""
    right = model.request(operation, handle)
    try:
        reply = marshal.loads(dialogue.answer(operation, handle))
    except ViolationError:
        expect(right is None, f"refused operation {operation} on {handle}")
    else:
        expect(right == (reply,), f"operation {operation} on {handle}: {reply!r}, not {right!r}")
    expect(list(dialogue.visited) == model.visited, "the record of visits is another")
    expect(list(dialogue.evaluated) == model.evaluated, "the record of evaluations is another")
    expect(dialogue.evaluations == model.evaluations, "evaluations are counted wrongly")
    expect(list(dialogue.revealed) == model.known, "other nodes are revealed")
    return right is not None


# ---------------------------------------------------------------------- bursts


@dataclass(frozen=True)
class Script:
    """Bursts of bytes: each ends in a request, but for the last."""

    bursts: list[bytes]
    frames: int


def script(rng: Random, call: Job) -> Script:
    """Mostly right requests, with oddities that become likelier; then an end, or none."""
    model, bursts, count = Model(call), [frame(wire.READY, 0)], 1
    oddity = rng.choice([0.0, 0.02, 0.2])
    for _ in range(rng.randrange(BUDGET.requests + 3)):
        count += 1
        if rng.random() < oddity:
            bursts[-1] += _odd(rng, model)
            return Script(bursts, count)
        operation = wire.VISIT if rng.random() < 0.8 else rng.choice([wire.EVALUATE, wire.POLICY])
        handle = rng.randrange(len(model.known))
        bursts[-1] += frame(operation, handle)
        bursts.append(result(b"code", wire.CODE) if rng.random() < 0.02 else b"")
        if model.request(operation, handle) is None:
            return Script(bursts, count)
    bursts[-1] += rng.choice([result(), result() + result(b"[]"), result(rng.randbytes(300)), b""])
    return Script(bursts, count + 1)


def _odd(rng: Random, model: Model) -> bytes:
    number = rng.choice([0, len(model.known), wire.MAX_RESULT + 1, 2**63, 2**64 - 1])
    visit = frame(wire.VISIT, 0)
    return rng.choice(
        [
            frame(rng.randrange(256), number),
            frame(wire.READY, 0),
            frame(wire.RESULT, rng.randrange(1, 40))
            + b"{}",  # cut short, or taken from what follows
            frame(wire.CODE, wire.MAX_CODE + 1),
            visit[: rng.randrange(9)],
            visit * rng.randrange(2, 900),
            rng.randbytes(rng.randrange(1, 9000)),
        ]
    )


@contextmanager
def _pipes(reaped: list[int]) -> Iterator[tuple[Child, list[int]]]:
    """Pipes without a process, and the open ends that would be a child's: requests, replies, output.

    ``reaped`` gets an entry for each time that the child is ended.
    """
    requests, their_requests = os.pipe()
    their_replies, replies = os.pipe()
    output, their_output = os.pipe()
    os.set_blocking(their_replies, False)
    theirs = [their_requests, their_replies, their_output]

    def reap() -> None:
        reaped.append(NOBODY)
        _close(their_output)  # as it is when a process is dead

    child = Child(NOBODY, requests, replies, output, reap=reap)
    try:
        yield child, theirs
    finally:
        child.close()
        for descriptor in theirs:
            os.close(descriptor)


def _close(descriptor: int) -> None:
    """Close the pipe; its number stays taken, so that it can be closed again."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, descriptor)
    os.close(null)


def play(call: Job, played: Script) -> tuple[Watched, Dialogue]:
    """Let the watch attend to a script."""
    dialogue, bursts = Dialogue(call), iter(played.bursts)
    left = len(played.bursts)
    reaped: list[int] = []
    with _pipes(reaped) as (child, theirs):

        def burst() -> None:
            nonlocal left
            left -= 1
            os.write(theirs[0], next(bursts, b""))
            if left <= 0:  # the child closes its end after its last word
                _close(theirs[0])

        def answer(operation: int, handle: int) -> bytes:
            reply = dialogue.answer(operation, handle)
            burst()
            with suppress(BlockingIOError):
                os.read(theirs[1], 1 << 16)  # the answer before, so that the pipe does not fill up
            return reply

        burst()
        watched = Watch(child).call(dialogue.opening(), call.budget, answer)
        expect(reaped == [NOBODY], "a child was not ended exactly once")
    return watched, dialogue


# ---------------------------------------------------------------------- what may come of them


@dataclass(frozen=True)
class _Reading:
    """A stream, frame by frame: how it ends, and how many frames are requests."""

    stop: Stop
    result: bytes = b""
    code: bytes = b""
    asked: int = 0


def _read(stream: bytes, model: Model) -> _Reading:
    """Read a stream by the rules of the wire, as if nothing were sent too early."""
    ready, code, at = False, b"", 0
    while len(stream) - at >= wire.REQUEST.size:
        operation, number = wire.REQUEST.unpack_from(stream, at)
        at += wire.REQUEST.size
        if operation in (wire.RESULT, wire.CODE):
            if number > (wire.MAX_RESULT if operation == wire.RESULT else wire.MAX_CODE):
                return _Reading(Stop.VIOLATION, code=code, asked=model.asked)
            if len(stream) - at < number:
                break
            body, at = stream[at : at + number], at + number
            if operation == wire.RESULT:
                return _Reading(Stop.RESULT, body, code, model.asked)
            code = body
        elif operation == wire.READY and not ready:
            ready = True
        elif model.request(operation, number) is None:
            stop = Stop.REQUESTS if model.is_over_budget else Stop.VIOLATION
            return _Reading(stop, code=code, asked=model.asked)
    return _Reading(Stop.ENDED, code=code, asked=model.asked)


def check(call: Job, played: Script) -> None:
    """Play a script; what the watch makes of it must be what the rules say."""
    watched, dialogue = play(call, played)
    model = Model(call)
    right = _read(b"".join(played.bursts), model)
    early = right.asked > len(played.bursts) - 1  # asked again before an answer came
    told = f"{watched.stop}, not {right.stop}: {played.bursts!r:.600}"
    # These pipes are read a little late, which at the limit on requests looks like a flood.
    rude = early or right.stop is Stop.REQUESTS
    expect(watched.stop is right.stop or (watched.stop is Stop.VIOLATION and rude), told)
    visited = list(dialogue.visited)
    expect(visited == model.visited[: len(visited)], "the record of visits is another")
    if watched.stop is Stop.RESULT:
        expect((watched.result, watched.code) == (right.result, right.code), told)
        expect(visited == model.visited, "the record of visits is cut")
        expect(watched.ready, "a result came from a child that was never ready")
    else:
        expect(not watched.result, f"a result without {Stop.RESULT}")


def attempt(rng: Random) -> int:
    """One script, made, played and checked; how many frames it had."""
    call = job(rng)
    played = script(rng, call)
    check(call, played)
    return played.frames
