"""Let every attack loose on the grader, and say whether it held.

    python tests/attacks/run.py [NAME ...]             as this user, with this interpreter
    python tests/attacks/run.py --context container    as root with Docker's capabilities
    python tests/attacks/run.py --context unprivileged as an ordinary user (started by root)
    python tests/attacks/run.py --context all          in all three, one after the other

    python tests/attacks/run.py --without landlock     with a layer off: some attacks then succeed

A line an attack, then what is wrong; the last line is "N passed, M failed". Exit status 1 where one
failed. Everything happens in temporary folders and is bounded in time, size and processes.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).resolve().parents[1])]

from attacks.check import Range  # noqa: E402 - the path comes first
from attacks.contexts import CONTEXTS, run_in  # noqa: E402
from attacks.declared import Attack, read_attacks  # noqa: E402
from grader.sandbox import Layer  # noqa: E402


def main() -> int:
    """Read the command line, run, and return the exit status."""
    parser = argparse.ArgumentParser(description="Let every attack loose on the grader.")
    parser.add_argument("names", metavar="NAME", nargs="*", help="attacks to run (default: all)")
    parser.add_argument("--context", choices=(*CONTEXTS, "all"), default="root")
    parser.add_argument("--python", help="the interpreter for the other contexts")
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        choices=[layer.value for layer in Layer],
        help="leave a layer off, to see which attacks it alone stops",
    )
    options = parser.parse_args()
    try:
        attacks = read_attacks(options.names)
    except ValueError as error:
        parser.error(str(error))
    without = tuple(Layer(name) for name in options.without)
    if options.context == "root":
        return run(attacks, without)
    contexts = CONTEXTS if options.context == "all" else (options.context,)
    return max([run_context(name, options.python, attacks, without) for name in contexts])


def run_context(
    context: str, python: str | None, attacks: list[Attack], without: tuple[Layer, ...]
) -> int:
    """Run in a context of its own, and say so; 1 unless all is well."""
    print(f"== {context}", flush=True)
    if context == "root":
        return run(attacks, without)
    arguments = [f"--without={layer.value}" for layer in without]
    status = run_in(context, python, [*arguments, *(attack.name for attack in attacks)])
    if status < 0:
        print(
            f"The run was killed by signal {-status}: the attack after the last one above did it."
        )
    return int(status != 0)


def run(attacks: list[Attack], without: tuple[Layer, ...] = ()) -> int:
    """Let these attacks loose here; print the table."""
    passed = failed = 0
    with Range(without) as place:
        for number, attack in enumerate(attacks):
            report = place.let_loose(attack)
            if number == 0:
                print(report.isolation)
            mark = "held" if not report.faults else "FAILED"
            line = f"{report.name:32} {mark:6} {report.seconds:5.2f} s  {float(report.earned):6.2f}"
            print(f"{line}  {report.verdicts}", flush=True)
            for fault in report.faults:
                print(f"    {fault}", flush=True)
            passed += not report.faults
            failed += bool(report.faults)
    print(f"{passed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
