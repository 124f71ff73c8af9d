"""The words that the two sides speak: one definition for both.

The child says READY once it is locked down, before it opens anything of the student's. The grader
opens with a job: four bytes of length and a marshalled dictionary. The child asks in
frames of nine bytes, an operation and a handle, and the grader answers each with one marshalled
value: that data flows from the trusted side only, so marshal is safe in this direction and in no
other. The child answers the job with one RESULT: the handle is the length of the JSON text that
follows. Before that, a probe may send one CODE in the same manner. Then the grader sends another job,
or ends the child.
"""

from __future__ import annotations

import os
from struct import Struct

VISIT, EVALUATE, POLICY, RESULT, CODE, READY = range(1, 7)

REQUEST = Struct("<BQ")
LENGTH = Struct("<I")

MAX_RESULT = 256 * 1024  # what an evaluation says of all positions of a small game
MAX_CODE = 16 * 1024 * 1024


def read_exactly(fd: int, size: int) -> bytes:
    """Read ``size`` bytes or raise EOFError."""
    parts = []
    while size:
        part = os.read(fd, min(size, 1 << 20))
        if not part:
            raise EOFError
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def write_all(fd: int, data: bytes) -> None:
    """Write all of ``data``, in as many pieces as the pipe takes."""
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]
