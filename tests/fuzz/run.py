"""Fuzz the grader's own readers at length.

    python tests/fuzz/run.py [--frames 1000000] [--documents 10000] [--seconds N] [--seed S]

Half of the frames are results for the decoder, half go through a watch and its dialogue over real
pipes; a hundredth of the documents are processes that misbehave. Each input is made from the seed, the
name of its kind and its number alone, so the same seed is the same run, and ``--only KIND:NUMBER``
is one input of it again. The last line is "N passed, M failed"; exit status 1 where one failed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).resolve().parents[1])]

from fuzz import bundles, decoding, documents, handins, peers, wires  # noqa: E402 - the path comes first

Attempt = Callable[[Random], int | None]  # how many inputs it was; None is one
SHOWN = 20  # failures in full


@dataclass
class Tally:
    """One run's count, and its clock."""

    seed: str
    until: float
    passed: int = 0
    failed: int = 0
    late: list[str] = field(default_factory=list)  # kinds that were cut short

    def fuzz(self, kind: str, inputs: int, attempt: Attempt) -> None:
        """Make and check inputs of a kind, until there are ``inputs`` or time is up."""
        began, done, number = time.monotonic(), 0, 0
        while done < inputs:
            if time.monotonic() > self.until:
                self.late.append(f"{kind} after {done} of {inputs}")
                break
            done += self.one(kind, number, attempt)
            number += 1
        took = time.monotonic() - began
        print(f"{kind:10} {done:9,} inputs in {took:6.1f} s", flush=True)

    def one(self, kind: str, number: int, attempt: Attempt) -> int:
        """One attempt, by its number; how many inputs it was."""
        try:
            inputs = attempt(Random(f"{self.seed} {kind} {number}")) or 1
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what was looked for
            self.failed += 1
            if self.failed <= SHOWN:
                print(f"FAILED {kind}:{number}: {type(error).__name__}: {error}", flush=True)
            return 1
        self.passed += inputs
        return inputs


def main() -> int:
    """Read the command line, fuzz, and return the exit status."""
    parser = argparse.ArgumentParser(description="Fuzz the grader's own readers at length.")
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--documents", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after this time")
    parser.add_argument("--seed", default=f"{time.time_ns() % 10**9}")
    parser.add_argument("--only", metavar="KIND:NUMBER", help="one input of a run with this seed")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    tally = Tally(options.seed, time.monotonic() + options.seconds)
    with tempfile.TemporaryDirectory(prefix="grader-fuzz-") as folder:
        _fuzz(tally, options, Path(folder))
    for late in tally.late:
        print(f"stopped by --seconds: {late}")
    print(f"{tally.passed} passed, {tally.failed} failed")
    return int(tally.failed > 0)


def _fuzz(tally: Tally, options: argparse.Namespace, folder: Path) -> None:
    kinds: dict[str, tuple[int, Attempt]] = {
        "documents": (options.documents, lambda rng: documents.attempt(rng, folder / "suite")),
        "bundles": (options.documents // 2, lambda rng: bundles.attempt(rng, folder / "bundle")),
        "handins": (options.documents // 2, lambda rng: handins.attempt(rng, folder / "handin")),
        "peers": (options.documents // 100, peers.attempt),
        "frames": (options.frames // 2, wires.attempt),
        "results": (options.frames // 2, decoding.attempt),
    }
    if options.only:
        kind, _, number = options.only.partition(":")
        tally.one(kind, int(number), kinds[kind][1])
        return
    for kind, (inputs, attempt) in kinds.items():
        tally.fuzz(kind, inputs, attempt)


if __name__ == "__main__":
    raise SystemExit(main())
