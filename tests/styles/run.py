"""Follow every right style and every known mistake over many random trees.

    python tests/styles/run.py [--trees 10000] [--seed S]

A right solver has to follow one member of the family of right conventions on all trees, its own, and
to stay between what every right search visits and what none goes beyond; a mistake has to be left by
every member. The tables say whom each solver follows, and at which tree the last member left each
mistake, on the base that took longest: some take hundreds. The same seed is the same run. Exit status 1
where somebody failed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path[:0] = [
    str(Path(__file__).resolve().parents[2] / "assignment"),
    str(Path(__file__).resolve().parents[2]),
    str(Path(__file__).resolve().parents[1]),
]

from grader.cases import Call  # noqa: E402
from grader.search import Convention  # noqa: E402
from styles.following import Follower, follow, grown  # noqa: E402 - the path comes first
from styles.searchers import (  # noqa: E402
    ABOUT_PRUNING,
    BASES,
    Right,
    Wrong,
    right_searchers,
    wrong_searchers,
)
from styles.solvers import SUBMISSIONS  # noqa: E402

CALLS = (Call.ALPHA_BETA, Call.ALPHA_BETA_ORDERED)


def main() -> int:
    """Read the command line, follow, and return the exit status."""
    parser = argparse.ArgumentParser(description="Follow right styles and known mistakes.")
    parser.add_argument("--trees", type=int, default=10_000)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    print(f"seed {options.seed}")
    faults = [fault for call in CALLS for fault in _followed(call, options.trees, options.seed)]
    for fault in faults:
        print(f"FAILED {fault}")
    print("all as it should be" if not faults else f"{len(faults)} failed")
    return int(bool(faults))


def _followed(call: Call, trees: int, seed: str) -> list[str]:
    """Follow all who have the function, print the tables, and return the faults."""
    began = time.monotonic()
    right: dict[tuple[str, Convention], Follower] = {}
    for path in SUBMISSIONS:
        right |= right_searchers(call, path)
    wrong = wrong_searchers(call)
    followers = [*right.values(), *wrong.values()]
    follow(followers, grown(call, trees, seed))
    print(f"\n{call.value}: {trees:,} trees, {len(right)} right solvers, {len(wrong)} wrong ones")
    for line in (*_right_lines(right), "", *_wrong_lines(wrong)):
        print(line)
    print(f"\n{time.monotonic() - began:.0f} seconds", flush=True)
    return [f"{call.value}: {follower.fault}" for follower in followers if follower.fault]


def _right_lines(right: Right) -> Iterator[str]:
    yield f"{'style':20} {'variant':12} {'trees':>7}  follows"
    for (style, member), follower in right.items():
        follows = ", ".join(map(_short, follower.left)) or "nobody"
        yield f"{style:20} {_short(member):12} {follower.trees:7,}  {follows}"


def _short(member: Convention) -> str:
    """When it cuts at max and at min nodes, and what it returns then."""
    at_max, at_min = ">" if member.strict_at_max else ">=", "<" if member.strict_at_min else "<="
    return f"{at_max:2} {at_min:2} {'hard' if member.fail_hard else 'soft'}"


def _wrong_lines(wrong: Wrong) -> Iterator[str]:
    yield f"{'mistake':28} {'about':8} last member left at tree"
    for mistake in dict.fromkeys(mistake for mistake, _ in wrong):
        about = "pruning" if mistake in ABOUT_PRUNING else "else"
        meant = [f for (each, _), f in wrong.items() if each is mistake and not f.due]
        dates = [follower.lost_at or 0 for follower in meant]
        none = len(BASES) - len(meant)
        note = f" (no mistake on {none} of {len(BASES)} bases)" if none else ""
        yield f"{mistake.id:28} {about:8} {max(dates) if all(dates) else 'never'}{note}"


if __name__ == "__main__":
    raise SystemExit(main())
