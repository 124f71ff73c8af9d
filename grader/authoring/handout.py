"""Lay out the folder that students get: stubs, support module, README, and ``grader.pyz``.

Decides the names in it and that it is there whole or not at all. May not know how its texts are made.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from grader.authoring.bundle import SUPPORT, pyz, support_module
from grader.cases import read_suite
from grader.errors import UsageError

STUBS, README, PAGE, CHECK = "solver.py", "README.md", "README.html", "grader.pyz"
NAMES = (STUBS, SUPPORT, README, PAGE, CHECK)


def write_handout(
    out: Path,
    *,
    suite: Path,
    stubs: str,
    readme: str,
    render: Callable[[str], str] | None = None,
    replace: bool = False,
) -> None:
    """Make the folder ``out`` for the suite in the folder ``suite``.

    ``stubs`` and ``readme`` are the texts of solver.py and README.md; ``render`` makes a page of the
    latter. Everything is written beside ``out`` and renamed at the end. An ``out`` that is there is
    left alone, unless ``replace`` says otherwise and nothing but a handout's files is in it: a
    solver.py in it is lost then. Raises UsageError, and AuthorError for faults of the suite.
    """
    _check(out, replace=replace)
    files = {
        STUBS: stubs.encode(),
        SUPPORT: support_module(read_suite(suite)),
        README: readme.encode(),
        CHECK: pyz(suite),
    }
    if render is not None:
        files[PAGE] = render(readme).encode()
    try:
        with beside(out) as made:
            for name, data in files.items():
                (made / name).write_bytes(data)
            _put(made, out)
    except OSError as error:
        raise UsageError(f"Can't write the handout to {out}: {error.strerror}.") from error


def _check(out: Path, *, replace: bool) -> None:
    """Refuse to write over anything that is not a handout, or that the caller may want to keep."""
    if not os.path.lexists(out):
        return
    if out.is_symlink() or not out.is_dir():
        raise UsageError(f"{out} is there already and is no folder. Choose another one.")
    inside = {path.name for path in out.iterdir()}
    if strange := sorted(inside.difference(NAMES)):
        raise UsageError(
            f"{out} holds {strange[0]}, which is no part of a handout. Choose another."
        )
    if inside and not replace:
        raise UsageError(f"{out} is there already. Choose another folder, or say to replace it.")


@contextlib.contextmanager
def beside(out: Path) -> Iterator[Path]:
    """A new folder on the file system of ``out``; what is left of it at the end is deleted."""
    parent = out.absolute().parent
    parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=parent))
    try:
        made.chmod(0o755)  # not the owner's alone, as temporary folders are
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _put(made: Path, out: Path) -> None:
    """Rename ``made`` to ``out``; what was there comes back if that fails."""
    if not out.exists():
        made.rename(out)
        return
    with beside(out) as attic:
        former = attic / out.name
        out.rename(former)
        try:
            made.rename(out)
        except OSError:
            former.rename(out)
            raise
