"""The process that children are forked from: clean, warm, and never running student code.

It is executed anew for each submission, so it never held a secret. It obeys the grader on one
socket, which is its standard input: a command is a byte, four bytes of length and a body; RUN carries
three file descriptors (the child's ends of its pipes) and is answered by the child's pid, END by how
it ended. Until END the child is not reaped, so that its pid means no other process.

As root it stays root, so that its children, which are another user, can't touch it.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import socket
import sys
from struct import Struct
from types import ModuleType
from typing import Any

from grader.child import case, confine, landlock, limits, load, seccomp, telltales, wire

COMMAND = Struct("<BI")
WARM, CODE, RUN, END = range(1, 5)
STARTED = Struct("<i")
ENDED = Struct("<idq")  # wait status, CPU seconds, peak memory in kilobytes
RUN_BODY = Struct("<IQ")  # CPU seconds, bytes of memory

# Modules of the standard library that are safe to load on a submission's say-so, so that its cases
# need not load them one by one.
WARMABLE = frozenset(
    {
        "abc", "array", "bisect", "cmath", "collections", "contextlib", "copy", "dataclasses",
        "decimal", "enum", "fractions", "functools", "heapq", "inspect", "itertools", "math",
        "operator", "queue", "random", "re", "statistics", "string", "time", "types", "typing",
        "warnings",
    }
)  # fmt: skip

_STDLIB = os.path.dirname(os.__file__)  # noqa: PTH120 - pathlib costs 5 ms
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")
_RULES = 63  # Landlock's descriptor, out of the way of those that a child's pipes are moved to


def main() -> None:
    """Set up as the grader says on the first line of the control socket, then serve until it ends."""
    control = socket.socket(fileno=os.dup(0))  # it comes as standard input, at a known number
    null = os.open("/dev/null", os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    _, body, _ = _receive(control)
    settings = json.loads(body)
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)  # what the suite's own modules print; nobody reads it
    os.close(quiet)
    os.environ.pop("LD_BIND_NOW", None)  # read by the loader, and no business of a submission
    load.keep_standard_library(_STDLIB)
    sys.argv = list(load.ARGUMENTS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the grader's to handle
    limits.die_with_parent()
    limits.adopt_orphans()
    limits.prefer_for_oom_killer()
    if "hidden" not in settings["without"]:
        limits.hide_memory()
    if settings["primitives"]:
        __import__("grader.child.primitives")
    _import_random()
    _install_support(settings["support"], settings["allow"], settings["folders"])
    for name in settings["preload"]:
        __import__(name)
    layers, report = _layers(settings)
    control.sendall(json.dumps(report).encode() + b"\n")
    _serve(control, layers)


def _import_random() -> None:
    """Import ``random`` without its habit of seeding itself in every child, which takes a while.

    A child seeds it by its job, so that the same submission gets the same grade.
    """
    register = os.register_at_fork
    try:
        os.register_at_fork = lambda **_: None
        import random  # noqa: F401
    finally:
        os.register_at_fork = register


def _install_support(source: str, allow: list[str], folders: list[str]) -> None:
    games = ModuleType("games")
    sys.modules["games"] = games
    exec(compile(source, "games.py", "exec"), games.__dict__)  # noqa: S102 - the suite's own
    if allow:
        sys.meta_path.append(load.AllowedFinder(allow, folders))


def _layers(settings: dict[str, Any]) -> tuple[confine.Confinement, dict[str, Any]]:
    """Find out which layers this host has, less those that tests leave off, and say so."""
    without = settings["without"]
    found = confine.Confinement()
    if "limits" not in without:
        found = _with(found, limited=True)
    if settings["user"] and "user" not in without:
        found = _with(found, user=settings["user"])
    if limits.LINUX and "landlock" not in without:
        readable = [_STDLIB, os.path.join(sys.base_prefix, "lib"), *settings["folders"]]  # noqa: PTH118
        readable += ["/lib", "/lib64", "/usr/lib", "/usr/share/zoneinfo", "/etc/ld.so.cache"]
        with contextlib.suppress(OSError):
            rules = landlock.ruleset(readable, _DEVICES)
            os.dup2(rules, _RULES, inheritable=False)
            os.close(rules)
            found = _with(found, rules=_RULES)
    if limits.LINUX and "seccomp" not in without:
        with contextlib.suppress(OSError):
            found = _with(found, filter=seccomp.program())
    report = {
        "user": found.user,
        "limits": found.limited,
        "landlock": landlock.abi() if found.rules is not None else 0,
        "seccomp": found.filter is not None,
    }
    return found, report


def _with(found: confine.Confinement, **layer: Any) -> confine.Confinement:
    """``found`` and one layer more, if it holds for a child that can still read what it must."""
    more = found._replace(**layer)
    (name,) = layer
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            confine.confine(more, cpu=5, space=limits.address_space() + (1 << 30))
            with open(os.path.join(_STDLIB, "this.py"), "rb"):  # noqa: PTH118, PTH123
                status = 0 if telltales.refused(name) else 1
        finally:
            os._exit(status)
    return more if os.waitpid(pid, 0)[1] == 0 else found


def _receive(control: socket.socket) -> tuple[int, bytes, list[int]]:
    """One command: its number, body and file descriptors. Ends the process with the grader."""
    head, descriptors, _, _ = socket.recv_fds(control, COMMAND.size, 3)
    if not head:
        os._exit(0)
    while len(head) < COMMAND.size:
        head += wire.read_exactly(control.fileno(), COMMAND.size - len(head))
    number, size = COMMAND.unpack(head)
    return number, wire.read_exactly(control.fileno(), size), descriptors


def _serve(control: socket.socket, layers: confine.Confinement) -> None:
    code, pid, space = b"", 0, _settled()
    while True:
        number, body, descriptors = _receive(control)
        if number == WARM:
            for name in WARMABLE.intersection(json.loads(body)):
                with contextlib.suppress(ImportError):
                    __import__(name)
            space = _settled()
        elif number == CODE:
            code = body
            space = _settled()
        elif number == END:
            _, status, usage = os.wait4(pid, 0)
            _sweep()
            control.sendall(ENDED.pack(status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss))
        else:
            cpu, memory = RUN_BODY.unpack(body)
            pid = os.fork()
            if pid == 0:
                _become_child(layers, descriptors, code, cpu, space + memory)
            for descriptor in descriptors:
                os.close(descriptor)
            control.sendall(STARTED.pack(pid))


def _settled() -> int:
    """Make what is in memory cheap to share with children; how much address space there is then."""
    gc.collect()
    gc.freeze()  # the collector then leaves the pages alone that children share
    limits.give_back_memory()
    return limits.address_space()


def _become_child(
    layers: confine.Confinement, descriptors: list[int], code: bytes, cpu: int, space: int
) -> None:
    """In the child: take up the pipes, lock down, run. Never returns."""
    try:
        os.setsid()
        requests, replies, output = descriptors
        os.dup2(output, 1)
        os.dup2(output, 2)
        # Both move down, in this order: the control socket has number 3, and they came after it.
        os.dup2(requests, case.REQUESTS)
        os.dup2(replies, case.REPLIES)
        confine.confine(layers, cpu=cpu, space=space)
        os.closerange(5, 256)
        case.run(code)
    except BaseException as error:  # noqa: BLE001 - the border; ours, so staff hear of it
        os.write(2, f"the sandbox failed: {type(error).__name__}: {error}\n".encode())
    finally:
        os._exit(70)


def _sweep() -> None:
    """Kill and reap whatever the dead child left behind: orphans have become our children."""
    while True:
        try:
            if os.waitpid(-1, os.WNOHANG)[0]:
                continue
        except ChildProcessError:
            return
        for pid in _children():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(-1, 0)


def _children() -> list[int]:
    path = f"/proc/self/task/{os.getpid()}/children"
    try:
        with open(path) as file:  # noqa: PTH123 - pathlib costs 5 ms
            return [int(pid) for pid in file.read().split()]
    except OSError:
        return []


if __name__ == "__main__":
    main()
