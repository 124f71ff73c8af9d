"""The process in which unit tests run, seen from the grader: its lines, its silence, its end."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import grader

Line = Mapping[str, Any]

_START = (
    "import sys; sys.path.insert(0, sys.argv[1]);"
    "from grader.gradescope.unit_child import main; main()"
)
_SHOWN_TO_STAFF = 4_000  # characters of what a lost process wrote last


class UnitProcess:
    """One process that runs tests; a thread reads its lines. Killed, where it has not ended, at exit."""

    def __init__(self, settings: Mapping[str, object]) -> None:
        self.hung = False
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 - closed at exit
        root = str(Path(grader.__file__).resolve().parent.parent)
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and code
            [sys.executable, "-I", "-X", "utf8", "-c", _START, root],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            start_new_session=True,
        )
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._reader = threading.Thread(target=self._read, args=(settings,), daemon=True)
        self._reader.start()

    def __enter__(self) -> UnitProcess:  # noqa: PYI034 - Self is not in Python 3.10
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        self._reader.join()
        self._stderr.close()

    def line(self, seconds: float) -> Line | None:
        """The next line; None where the process has ended, or is silent for longer than ``seconds``."""
        try:
            data = self._lines.get(timeout=max(0.0, seconds))
        except Empty:
            self.hung = True
            return None
        found: Line | None = json.loads(data) if data else None
        return found

    def printed(self) -> str:
        """The end of what the process wrote on standard error."""
        size = self._stderr.seek(0, 2)
        self._stderr.seek(max(0, size - _SHOWN_TO_STAFF))
        return self._stderr.read().decode("utf-8", "replace").strip()

    def _read(self, settings: Mapping[str, object]) -> None:
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise AssertionError("both are pipes")
        with contextlib.suppress(OSError), stdin:  # it may end first
            stdin.write(json.dumps(settings).encode())
        with stdout:
            for data in stdout:
                self._lines.put(data)
        self._lines.put(b"")
