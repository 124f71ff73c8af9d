"""Measure the grader beside something bare, in one run: ratios, because machines differ.

    .venv/bin/python benchmarks/run.py            (a minute; --quick for a few seconds)

1. Grading the reference, as a whole process, beside ``bare.py``, which starts Python, reads the same
   cases and makes and checks the same calls without a sandbox. Taken in turn; CPU is that of a process
   and all its descendants.
2. A proxied visit beside a bare round trip of the same sizes through two pipes, both sides pinned to
   one CPU. Taken in turn. What the student's own code does is measured and taken off: the same walk in
   memory with a bare round trip a node, less the round trips (after a switch of process its caches are
   as cold as in the sandbox).
3. One small call, with all layers and with none of them.
4. The same call in a child of its own, and in one that calls share, in turn.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from bare import InMemory, plays  # noqa: E402

from grader.cases import read_suite  # noqa: E402 - the path comes first
from grader.grading.machine import on_one_cpu  # noqa: E402
from grader.sandbox import Budget, Job, Layer, Sandbox, Shape, Submission  # noqa: E402
from grader.sandbox.submission import Module  # noqa: E402
from grader.tree import Draft, GameTree, grow  # noqa: E402

BUDGET = Budget(cpu=30, wall=60, memory=512, output=16, requests=10**6)
WALK = b"""
def walk(game, state):
    if game.is_end(state):
        return game.utility(state)
    return sum(walk(game, child) for child in game.successors(state).values())

def nothing(game, state):
    return 0
"""


@dataclass(frozen=True)
class Used:
    """Seconds that a command took: on the CPU with all its descendants, and on the clock."""

    cpu: float
    wall: float


def process(command: list[str]) -> Used:
    """Run a command to its end; its CPU is asked of the kernel."""
    before, began = os.times(), time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    wall, after = time.perf_counter() - began, os.times()
    if done.returncode:
        raise SystemExit(f"{command} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    cpu = after.children_user + after.children_system
    return Used(cpu - before.children_user - before.children_system, wall)


def grading(rounds: int) -> None:
    output = ["--output", str(Path(os.environ.get("TMPDIR", "/tmp")) / "benchmark-results.json")]
    played = [case.id for case in read_suite(ROOT / "test_cases").cases if plays(case)]
    grade = [sys.executable, "-m", "grader", "grade", "solution", "--brief", *output, "--case"]
    grade.append(",".join(played))
    bare = [sys.executable, "benchmarks/bare.py", "test_cases", "assignment", "solution"]
    empty = [sys.executable, "-c", "pass"]
    process(grade), process(bare)  # warm the caches of the disk
    runs = [(process(grade), process(bare), process(empty)) for _ in range(rounds)]
    cases = len(played)
    print(f"\n1. The reference on {cases} cases, {rounds} rounds (median, seconds)")
    for column, name in enumerate(("grader grade", "bare process", "python -c pass")):
        cpu = statistics.median(run[column].cpu for run in runs)
        wall = statistics.median(run[column].wall for run in runs)
        print(f"   {name:16} cpu {cpu:6.3f}   wall {wall:6.3f}")
    ratio = statistics.median(run[0].cpu / run[1].cpu for run in runs)
    extra = statistics.median((run[0].cpu - run[1].cpu) / cases * 1e3 for run in runs)
    whole = statistics.median((run[0].cpu - run[2].cpu) / cases * 1e3 for run in runs)
    print(f"   ratio of CPU {ratio:.2f}; a case costs {extra:.2f} ms more than bare,")
    print(f"   {whole:.2f} ms with its share of reading, judging and writing")


def wide(levels: int, width: int) -> GameTree:
    draft = Draft(utility=1)
    for _ in range(levels):
        actions = [chr(ord("a") + index) for index in range(width)]
        draft = Draft(player="agent", branches=[(action, _copy(draft)) for action in actions])
    return grow(draft)


def _copy(draft: Draft) -> Draft:
    branches = [(action, _copy(child)) for action, child in draft.branches]
    return Draft(player=draft.player, utility=draft.utility, branches=branches)


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def round_trips(count: int, work: Callable[[Callable[[], None]], object] | None = None) -> None:
    """Send nine bytes and read a reply of about a small node's size, ``count`` times.

    With ``work``, it is called with the round trip and makes it as often between its own steps.
    """
    there, back = os.pipe(), os.pipe()
    pid = os.fork()
    if pid == 0:
        reply = b"r" * 64
        for _ in range(count):
            os.read(there[0], 9)
            os.write(back[1], reply)
        os._exit(0)

    def trip() -> None:
        os.write(there[1], b"q" * 9)
        os.read(back[0], 4096)

    if work is None:
        for _ in range(count):
            trip()
    else:
        work(trip)
    os.waitpid(pid, 0)
    for descriptor in (*there, *back):
        os.close(descriptor)


class Tripping(InMemory):
    """A tree in memory whose first question about a node, ``is_end``, makes a bare round trip."""

    def __init__(self, tree: GameTree, trip: Callable[[], None]) -> None:
        super().__init__(tree)
        self._trip = trip

    def is_end(self, state: str) -> bool:
        self._trip()
        return super().is_end(state)


def submission() -> Submission:
    module = Module(name="solver", is_package=False, parts=(("solver.py", WALK),))
    return Submission(modules=(module,))


def visits(rounds: int) -> None:
    tree = wide(5, 6)
    size = tree.size()
    ratios, visit, trip = [], [], []
    namespace: dict[str, Any] = {}
    exec(compile(WALK, "walk", "exec"), namespace)
    tree.by_name  # noqa: B018 - made once, outside of what is timed

    def walking(trip: Callable[[], None]) -> object:
        return namespace["walk"](Tripping(tree, trip), tree.root.name)

    with on_one_cpu(), Sandbox(submission(), support="") as sandbox:
        sandbox.probe(BUDGET)
        walk, nothing = (
            Job(function=name, arguments=("game", "state"), shape=Shape.VALUE, tree=tree,
                start=tree.root, budget=BUDGET)
            for name in ("walk", "nothing")
        )  # fmt: skip
        for _ in range(rounds):
            bare = seconds(lambda: round_trips(size)) / size
            worked = seconds(lambda: round_trips(size, walking)) / size
            whole = seconds(lambda: sandbox.run(walk)) - seconds(lambda: sandbox.run(nothing))
            proxied = whole / size - (worked - bare)
            ratios.append(proxied / bare)
            visit.append(proxied * 1e6)
            trip.append(bare * 1e6)
    print(f"\n2. A visit of one of {size} nodes, {rounds} rounds (median, microseconds)")
    print(f"   proxied visit {statistics.median(visit):.1f}, without the student's own work on it")
    print(f"   bare round trip {statistics.median(trip):.1f}")
    print(f"   ratio {statistics.median(ratios):.2f}")


def case_cost(rounds: int) -> None:
    tree = wide(2, 2)
    job = Job(function="walk", arguments=("game", "state"), shape=Shape.VALUE, tree=tree,
              start=tree.root, budget=BUDGET)  # fmt: skip
    print(
        f"\n3. One call on a tree of {tree.size()} nodes, {rounds} times (mean, milliseconds of CPU)"
    )
    for without in ((), tuple(Layer)):
        with on_one_cpu(), Sandbox(submission(), support="", without=without) as sandbox:
            sandbox.probe(BUDGET)
            began, child = time.process_time(), 0.0
            for _ in range(rounds):
                child += sandbox.run(job).cpu
            ours = time.process_time() - began
            name = "all layers off" if without else "all layers on"
            print(
                f"   {name:14}  child {child / rounds * 1e3:.2f}, grader {ours / rounds * 1e3:.2f}"
            )
            print(f"   {sandbox.isolation}")


def sharing(rounds: int) -> None:
    tree = wide(2, 2)
    job = Job(function="walk", arguments=("game", "state"), shape=Shape.VALUE, tree=tree,
              start=tree.root, budget=BUDGET)  # fmt: skip
    print(f"\n4. The same call, {rounds} times (median, milliseconds)")
    with on_one_cpu(), Sandbox(submission(), support="") as sandbox:
        sandbox.probe(BUDGET)
        alone, shared = [], []
        for _ in range(rounds):
            alone.append(seconds(lambda: sandbox.run(job)) * 1e3)
            with sandbox.shared() as call:
                call(job)  # starts the child
                shared.append(seconds(lambda call=call: call(job)) * 1e3)  # type: ignore[misc]
    ratio = statistics.median(one / other for one, other in zip(alone, shared, strict=True))
    print(f"   in a child of its own {statistics.median(alone):.2f}")
    print(f"   in a shared one {statistics.median(shared):.2f}")
    print(f"   ratio {ratio:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="few rounds")
    rounds = 3 if parser.parse_args().quick else 15
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} CPUs")
    grading(rounds)
    visits(rounds)
    case_cost(rounds * 20)
    sharing(rounds * 20)


if __name__ == "__main__":
    main()
