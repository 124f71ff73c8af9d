"""The three places in which a grader runs, each made from the place of this process.

    root          as it is
    container     root with the capabilities that Docker leaves, as on Gradescope
    unprivileged  an ordinary user, whose children have its own user id

Each of the others is a process of its own, started anew after the change: a process that has just
changed its user is hidden from its equals, which a laptop's grader is not.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
CONTEXTS = ("root", "unprivileged", "container")
ORDINARY_USER = 63_900
_DOCKER_CAPABILITIES = (0, 1, 3, 4, 5, 6, 7, 8, 10, 13, 18, 27, 29, 31)  # its documented default
_PR_CAPBSET_DROP, _PR_CAP_AMBIENT, _CLEAR_ALL = 24, 47, 4
_CAPABILITY_VERSION_3 = 0x20080522


def keep_docker_capabilities() -> None:
    """Drop for good what Docker drops: from the bounding and the three own sets, and the ambient."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_CAP_AMBIENT, _CLEAR_ALL, 0, 0, 0)
    for capability in range(64):
        if capability not in _DOCKER_CAPABILITIES:
            libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)  # unknown ones fail, rightly
    kept = sum(1 << capability for capability in _DOCKER_CAPABILITIES)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    # Effective, permitted and inheritable, first the low words of each, then the high ones.
    data = (ctypes.c_uint32 * 6)(kept, kept, 0, 0, 0, 0)
    if libc.capset(header, data) != 0:
        raise OSError(ctypes.get_errno(), "capset")


def run_in(context: str, python: str | None, arguments: Sequence[str]) -> int:
    """Run this script again in ``context``; its exit status, or the signal that killed it, negative."""
    if os.geteuid() != 0:
        raise SystemExit(f"The context {context} is made by root only. Use --context root.")
    if context == "container":
        command = [python or sys.executable, str(ROOT / "tests" / "attacks" / "run.py"), *arguments]
        return subprocess.run(command, preexec_fn=keep_docker_capabilities, check=False).returncode
    # An ordinary user may not be able to enter this checkout or its environment: use a copy that it
    # can, with PyYAML beside it, and an interpreter that it can start.
    with tempfile.TemporaryDirectory(prefix="grader-attacks-") as name:
        copy = Path(name)
        for part in ("grader", "assignment", "solution", "tests/attacks"):
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(Path(yaml.__file__).parent, copy / "yaml")
        _give_away(copy)
        script = str(copy / "tests" / "attacks" / "run.py")
        return subprocess.run(
            [python or _reachable_python(), "-s", "-B", script, *arguments],
            check=False,
            env={"HOME": name},
            cwd=name,
            user=ORDINARY_USER,
            group=ORDINARY_USER,
            extra_groups=[],
        ).returncode


def _give_away(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        os.chown(path, ORDINARY_USER, ORDINARY_USER)
        path.chmod(0o755 if path.is_dir() else 0o644)


def _reachable_python() -> str:
    """An interpreter of 3.10 or later that the ordinary user can start."""
    found = [str(Path(sys.executable).resolve())]
    found += [f"/usr/bin/python3{minor}" for minor in (".13", ".12", ".11", ".10", "")]
    found += [f"/usr/local/bin/python3{minor}" for minor in (".13", ".12", ".11", ".10", "")]
    test = ["-c", "import sys; sys.exit(sys.version_info < (3, 10))"]
    for python in found:
        try:
            done = subprocess.run(
                [python, *test],
                capture_output=True,
                check=False,
                cwd="/",
                user=ORDINARY_USER,
                group=ORDINARY_USER,
                extra_groups=[],
            )
        except OSError:
            continue
        if done.returncode == 0:
            return python
    raise SystemExit("No python that another user can start. Give one by --python.")
