"""How this process uses the machine while it grades."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def on_one_cpu() -> Iterator[None]:
    """Keep this process, and so its children, on one CPU: their talk is then several times faster."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextmanager
def collecting_rarely() -> Iterator[None]:
    """Look for garbage seldom: nearly all that is made here is kept to the end of the grading."""
    before = gc.get_threshold()
    gc.set_threshold(50_000, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
