"""``grader doctor``: which layers isolate submissions on this host, and what gets through them.

Each attack primitive is tried from a child like a submission's, against targets made for the purpose.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from grader.cli import DONE, FELL_SHORT

if TYPE_CHECKING:  # loaded where it is needed, so that ``--help`` is quick
    from grader.sandbox.attempts import Attempts


def add_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``grader doctor``."""
    parser.add_argument(
        "--require", metavar="LEVEL", type=int, choices=range(1, 6), default=1,
        help="exit with 1 unless the host reaches this level of isolation (1 to 5)",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Try everything and print a table; 1 where a primitive succeeds or the level is too low."""
    from grader.sandbox.attempts import attempt

    attempts = attempt()
    print("\n".join(_report(attempts)))
    sys.stdout.flush()
    holds = not attempts.succeeded and attempts.isolation.level >= args.require
    return DONE if holds else FELL_SHORT


def _report(attempts: Attempts) -> list[str]:
    from grader.sandbox.attempts import PRIMITIVES

    isolation = attempts.isolation
    lines = [str(isolation), "", "layer     state  what it stops"]
    for layer, is_on in isolation.layers.items():
        lines.append(f"{layer.value:9} {'on' if is_on else 'OFF':5}  {layer.stops}")
        if not is_on:
            lines.append(f"{'':17}to get it: {layer.remedy}")
    lines += ["", f"{len(PRIMITIVES)} attack primitives were tried from a child:"]
    lines += [
        f"  {name:22} {'SUCCEEDED' if name in attempts.succeeded else 'refused'}"
        for name in PRIMITIVES
    ]
    refused = len(PRIMITIVES) - len(attempts.succeeded)
    return [*lines, "", f"{refused} of {len(PRIMITIVES)} refused."]
