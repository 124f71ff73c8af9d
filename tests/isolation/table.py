"""Which layer stops which attack primitive: the table, made anew.

    python tests/isolation/table.py             print it (a minute and a half; needs root)
    python tests/isolation/table.py --check     compare it with table.txt, exit 1 where they differ

Columns "container": root with the capabilities that Docker leaves, as on Gradescope. Columns "user": an
ordinary user, as on a laptop, whose children have the same user id. From left to right a layer more is
on. X: the primitive succeeds. Each column is a process of its own.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from grader.sandbox.attempts import PRIMITIVES, attempt  # noqa: E402 - the path comes first
from grader.sandbox.isolation import Layer  # noqa: E402

USER, LIMITS, HIDDEN, LANDLOCK, SECCOMP = (
    Layer.USER, Layer.LIMITS, Layer.HIDDEN, Layer.LANDLOCK, Layer.SECCOMP,
)  # fmt: skip
COLUMNS: tuple[tuple[str, tuple[Layer, ...]], ...] = (
    ("container", ()),
    ("container", (USER,)),
    ("container", (USER, LIMITS)),
    ("container", (USER, LIMITS, SECCOMP)),
    ("container", tuple(Layer)),
    ("user", ()),
    ("user", (LIMITS,)),
    ("user", (LIMITS, HIDDEN)),
    ("user", (LIMITS, HIDDEN, SECCOMP)),
    ("user", (LIMITS, HIDDEN, LANDLOCK)),
    ("user", tuple(Layer)),
)
ORDINARY_USER = 63_900
DOCKER_CAPABILITIES = (0, 1, 3, 4, 5, 6, 7, 8, 10, 13, 18, 27, 29, 31)  # its documented default


def become_container_root() -> None:
    """Keep of root's capabilities those that Docker leaves."""
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in range(64):
        if capability not in DOCKER_CAPABILITIES:
            libc.prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP; unknown ones fail, rightly
    kept = sum(1 << capability for capability in DOCKER_CAPABILITIES)
    low, high = kept & 0xFFFFFFFF, kept >> 32
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)  # version 3, this process
    data = (ctypes.c_uint32 * 6)(low, low, low, high, high, high)
    if libc.capset(header, data) != 0:
        raise OSError(ctypes.get_errno(), "capset")


def become_ordinary_user() -> None:
    os.setgroups([])
    os.setresgid(ORDINARY_USER, ORDINARY_USER, ORDINARY_USER)
    os.setresuid(ORDINARY_USER, ORDINARY_USER, ORDINARY_USER)


CONTEXTS = {"container": become_container_root, "user": become_ordinary_user}


def enter(context: str, layers: list[str]) -> None:
    """Become what the context says, and start anew.

    A process that has just changed its user is hidden from its equals; a laptop's grader is not.
    """
    CONTEXTS[context]()
    os.execv(sys.executable, [sys.executable, __file__, "column", *layers])


def column(layers: list[str]) -> None:
    """In a process of its own: print a mark a primitive."""
    attempts = attempt(without=[layer for layer in Layer if layer.value not in layers])
    off = {layer for layer, is_on in attempts.isolation.layers.items() if not is_on}
    asked = {layer for layer in Layer if layer.value not in layers}
    if off - {USER} != asked - {USER} or not asked <= off:
        raise SystemExit(
            f"asked for {layers} on, but these are off: {sorted(x.value for x in off)}"
        )
    print("".join("X" if name in attempts.succeeded else "." for name in PRIMITIVES))


def table() -> str:
    marks = []
    # An ordinary user may not be able to enter this checkout or its environment: use a copy that it
    # can, and the interpreter that the environment was made from. The standard library is enough.
    with tempfile.TemporaryDirectory(prefix="grader-table-") as folder:
        copy = Path(folder)
        copy.chmod(0o755)
        shutil.copytree(HERE.parents[1] / "grader", copy / "grader")
        script = copy / "tests" / "isolation" / "table.py"
        script.parent.mkdir(parents=True)
        shutil.copy(__file__, script)
        python = str(Path(sys.executable).resolve())
        for context, layers in COLUMNS:
            command = [python, str(script), context, *(layer.value for layer in layers)]
            done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")
            if done.returncode:
                raise SystemExit(f"{command} failed:\n{done.stderr}")
            marks.append(done.stdout.strip())
    lines = [f"{'':24}{'container':15}user"]
    lines += [
        f"{name:24}" + "  ".join(mark[row] for mark in marks[:5])
        + "  " + "  ".join(mark[row] for mark in marks[5:])
        for row, name in enumerate(PRIMITIVES)
    ]  # fmt: skip
    totals = [f"{mark.count('X'):<3}" for mark in marks]
    lines.append(f"{'succeed':24}{''.join(totals)}".rstrip())
    lines += ["", "columns, layers that are on:"]
    lines += [
        f"  {number:2}  {context}: {', '.join(layer.value for layer in layers) or 'none'}"
        for number, (context, layers) in enumerate(COLUMNS, 1)
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    if sys.argv[1:] and sys.argv[1] in CONTEXTS:
        enter(sys.argv[1], sys.argv[2:])
    if sys.argv[1:2] == ["column"]:
        column(sys.argv[2:])
        return 0
    made = table()
    print(made, end="")
    recorded = HERE / "table.txt"
    if sys.argv[1:] == ["--check"] and made != recorded.read_text():
        print("This is not the table in tests/isolation/table.txt.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
