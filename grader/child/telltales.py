"""One quick attack a layer, tried from a locked-down child: a layer is on when its attack fails.

That a kernel takes a filter or a rule does not say that it holds; on some hosts it does not. The
eighteen primitives of ``grader doctor`` are the long form.
"""

from __future__ import annotations

import mmap
import os
import socket
from collections.abc import Callable


def _regain_root() -> None:
    os.setresuid(0, 0, 0)


def _take_much_memory() -> None:
    # Address space only: what can't be written to needs no memory behind it.
    mmap.mmap(-1, 64 << 30, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ).close()


def _look_around() -> None:
    os.listdir("/")  # noqa: PTH208 - pathlib costs 5 ms


def _open_socket() -> None:
    socket.socket(socket.AF_UNIX).close()


TELLTALES: dict[str, Callable[[], None]] = {
    "user": _regain_root,
    "limited": _take_much_memory,
    "rules": _look_around,
    "filter": _open_socket,
}


def refused(layer: str) -> bool:
    """Whether the attack that ``layer`` stops fails here."""
    try:
        TELLTALES[layer]()
    except (OSError, ValueError):  # mmap says ENOMEM as either
        return True
    return False
