"""Where fork does not exist, as on Windows: a fresh interpreter a case, with a zygote's interface.

The same child over the same wire; slower, and with none of the layers around it. All that is used here
exists wherever Python can start a process.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import pkgutil
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from types import CodeType
from typing import Any

import grader.child
from grader.child.fresh import SPENT
from grader.sandbox.isolation import Isolation, Layer
from grader.sandbox.watch import CHECK, Stop, Watch
from grader.sandbox.zygote import GRACE, Child, Ended, ZygoteError

STARTING = 30.0  # seconds that an interpreter may take: a virus scanner may look at it first
DRAINING = 1.0  # seconds for what a dead child has left in its pipe

_FRESH = "grader.child.fresh"
# What a child has no use for: the zygote, and the layers around those that it forks.
_NOT_SENT = {
    "confine",
    "fresh",
    "landlock",
    "limits",
    "primitives",
    "seccomp",
    "telltales",
    "zygote",
}
_SIGXCPU = 24
# The folder that it is started in, the empty entry of the path, is nowhere to look for modules.
_START = """\
import sys
sys.path[:] = [entry for entry in sys.path if entry]
import marshal, os
size, parts = int(sys.argv[1]), []
while size:
    parts.append(os.read(0, size) or sys.exit("the grader has ended"))
    size -= len(parts[-1])
code, told = marshal.loads(b"".join(parts))
names = {"__name__": "grader.child.fresh"}
exec(code, names)
names["main"](told)
"""


def _start(size: int, stdin: int, stdout: int, stderr: int) -> subprocess.Popen[bytes]:
    """Start an interpreter that reads what it is to do, ``size`` bytes, from its standard input."""
    command = [sys.executable, "-s", "-S", "-B", "-u", "-X", "utf8", "-c", _START, str(size)]
    kept = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
    return subprocess.Popen(  # noqa: S603 - our own interpreter and code
        command,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        # Windows starts no Python without SYSTEMROOT.
        env={"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "LC_ALL": "C.UTF-8", **kept},
        cwd=os.sep,
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # Ctrl-C is the grader's, too
    )


def _modules() -> Iterator[tuple[str, tuple[bool, bytes]]]:
    """What a child consists of, as ``child.fresh.Sent`` takes it."""
    for package in ("grader", "grader.child"):
        yield package, (True, marshal.dumps(_code(package)))
    for found in pkgutil.iter_modules(grader.child.__path__, "grader.child."):
        if found.name.rpartition(".")[2] not in _NOT_SENT:
            yield found.name, (False, marshal.dumps(_code(found.name)))


def _code(module: str) -> CodeType:
    """The code of a module of ours, from a folder or from a zip."""
    loader: Any = spec.loader if (spec := find_spec(module)) else None
    code: CodeType | None = loader.get_code(module) if loader else None
    if code is None:
        raise ZygoteError(f"no code of {module}")
    return code


class FreshChild(Child):
    """An interpreter that was started for one case, and what it is to read before its job."""

    def __init__(
        self, process: subprocess.Popen[bytes], pipes: tuple[int, int, int], preamble: bytes
    ) -> None:
        super().__init__(process.pid, *pipes, reap=process.kill, preamble=preamble)

    def _kill(self) -> None:
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)


class Fresh:
    """Starts an interpreter a case; what a ``Zygote`` takes, asks and says."""

    def __init__(
        self,
        support: str,
        *,
        allow: Iterable[str] = (),
        preload: Iterable[str] = (),
        without: Iterable[Layer] = (),  # noqa: ARG002 - no layer is on anyway
    ) -> None:
        self.isolation = Isolation(user=None, limits=False, hidden=False, landlock=0, seccomp=False)
        self._process: subprocess.Popen[bytes]  # the last child's, from ``fork`` on
        self._cpu = 0.0  # its limit
        try:
            games = compile(support, "games.py", "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            raise ZygoteError(f"games.py: {error}") from error
        allow = list(allow)
        self._main = _code(_FRESH)
        self._told: dict[str, Any] = {
            "modules": {"games": (False, marshal.dumps(games)), **dict(_modules())},
            "allow": allow,
            "preload": ["random", *preload],  # so that it can be seeded
            "folders": [sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
            if allow
            else [],
            "code": b"",
        }

    def warm(self, modules: Iterable[str]) -> None:
        """Do nothing: there is no process that could keep modules for the next case."""

    def load(self, code: bytes) -> None:
        """Take the submission's compiled code, which only children will open."""
        self._told["code"] = code

    def fork(self, *, cpu: float) -> Child:
        """Start an interpreter that bounds its own CPU time, in seconds; its memory nothing bounds."""
        self._cpu = cpu
        preamble = marshal.dumps((self._main, {**self._told, "cpu": cpu}))
        requests, their_requests = os.pipe()
        their_replies, replies = os.pipe()
        output, their_output = os.pipe()
        try:
            self._process = _start(len(preamble), their_replies, their_requests, their_output)
        except OSError as error:
            for descriptor in (requests, replies, output):
                os.close(descriptor)
            raise ZygoteError(f"no interpreter could be started: {error}") from error
        finally:
            for descriptor in (their_requests, their_replies, their_output):
                os.close(descriptor)
        return FreshChild(self._process, (requests, replies, output), preamble)

    def wait(self) -> Ended:
        """How the last child ended, in the words of a wait status where there is one."""
        try:
            code = self._process.wait(GRACE)
        except subprocess.TimeoutExpired as error:
            raise ZygoteError("a child can't be ended") from error
        if code == SPENT:
            return Ended(_SIGXCPU, self._cpu, 0)
        return Ended(-code if code < 0 else (code & 0xFF) << 8, 0.0, 0)

    def close(self) -> None:
        """End what may still run."""
        if hasattr(self, "_process"):
            self._process.kill()
            self._process.wait()


class PatientWatch(Watch):
    """A watch that waits for output by reading it, since nothing else can be waited for everywhere.

    Its clock begins when the child is ready: to start an interpreter is not the student's time.
    """

    _drainer: threading.Thread
    _abandoned = False

    def _begin(self) -> None:
        super()._begin()
        self._guard_it()

    def _set_blocking(self, *, blocking: bool) -> None:
        """Leave the pipes as they are: they block, and the guard is there from the beginning."""

    def _guard(self) -> None:
        # A descriptor of its own: on Windows one can't be closed while it is being read from.
        output = os.dup(self._child.output)
        self._drainer = threading.Thread(target=self._take_all_of, args=(output,), daemon=True)
        self._drainer.start()
        until = time.monotonic() + STARTING
        while not self._over.wait(CHECK):
            if not self._ready and (now := time.monotonic()) < until:
                self._began = now
            elif self._stops():
                self._child.end()
                return

    def _spent(self) -> Stop | None:
        return super()._spent() if self._ready else Stop.WALL

    def cpu(self) -> float:
        return 0.0  # the child looks at its own

    def _take_all_of(self, output: int) -> None:
        try:
            while not self._abandoned and (data := os.read(output, 65536)):
                self._printed.add(data)
        finally:
            os.close(output)

    def _drain(self) -> None:
        """Wait for the rest; a descendant of the child's that holds the pipe is left alone with it."""
        self._drainer.join(DRAINING)
        self._abandoned = True
