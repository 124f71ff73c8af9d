"""Attack primitives, tried from inside a child: what each layer is there to stop.

Each is small, harmless to its targets (which the grader makes for the purpose) and says what it did;
whether it succeeded is for the grader to see on its side wherever it can. Source: the catalogue of
attacks on graders in docs/security.md.
"""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import time
from collections.abc import Callable
from typing import Any

Targets = dict[str, Any]
FORKS = 40


def overwrite_results(targets: Targets) -> bool:
    return _write(targets["results"], b"forged")


def read_secret_file(targets: Targets) -> bool:
    return bool(_read(targets["secret"]) == targets["length"] * b"s")


def rewrite_grader_code(targets: Targets) -> bool:
    return _write(targets["code"], b"forged")


def read_parent_mem(targets: Targets) -> bool:
    memory = os.open(f"/proc/{targets['pid']}/mem", os.O_RDONLY)
    size = targets["length"]
    return bool(os.pread(memory, size, targets["address"]) == size * b"s")


def process_vm_readv(targets: Targets) -> bool:
    size = targets["length"]
    buffer = ctypes.create_string_buffer(size)
    local = (ctypes.c_size_t * 2)(ctypes.addressof(buffer), size)
    remote = (ctypes.c_size_t * 2)(targets["address"], size)
    libc = ctypes.CDLL(None, use_errno=True)
    got = libc.process_vm_readv(targets["pid"], local, 1, remote, 1, 0)
    return bool(got == size and buffer.raw == size * b"s")


def ptrace_seize(targets: Targets) -> bool:
    # The grader is let go again when this process ends.
    libc = ctypes.CDLL(None, use_errno=True)
    return bool(libc.ptrace(0x4206, targets["pid"], None, None) == 0)


def read_parent_environ(targets: Targets) -> bool:
    _read(f"/proc/{targets['pid']}/environ")
    return True


def kill_grader(targets: Targets) -> bool:
    os.kill(targets["pid"], 0)  # signal 0: the same right, without the harm
    return True


def daemon_rewrites_later(targets: Targets) -> bool:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(0.3)
            _write(targets["results"], b"forged")
        os._exit(0)
    return True


def forty_forks(targets: Targets) -> bool:  # noqa: ARG001 - all primitives are called alike
    for _ in range(FORKS):
        if os.fork() == 0:
            time.sleep(0.2)
            os._exit(0)
    return True


def run_program(targets: Targets) -> bool:  # noqa: ARG001
    os.execv("/bin/true", ["true"])  # noqa: S606 - succeeds by not coming back


def tcp_connect(targets: Targets) -> bool:
    with socket.socket() as client:
        client.connect(("127.0.0.1", targets["tcp"]))
    return True


def udp_send(targets: Targets) -> bool:
    with socket.socket(type=socket.SOCK_DGRAM) as client:
        client.sendto(b"x", ("127.0.0.1", targets["udp"]))
    return True


def unix_socket(targets: Targets) -> bool:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(targets["unix"])
    return True


def leave_state_file(targets: Targets) -> bool:
    os.close(os.open(targets["note"], os.O_CREAT | os.O_WRONLY))
    return True


def alloc_3GB(targets: Targets) -> bool:  # noqa: ARG001, N802 - the catalogue's name
    return len(bytearray(3 << 30)) > 0


def write_200MB(targets: Targets) -> bool:  # noqa: N802 - the catalogue's name
    block = bytes(1 << 20)
    with open(targets["dump"], "wb") as file:  # noqa: PTH123 - no pathlib in a child
        file.writelines(block for _ in range(200))
    return True


def cpu_past_limit(targets: Targets) -> bool:  # noqa: ARG001
    # The kernel's own limit, with the watch outside turned off by the grader for this one.
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    end = time.process_time() + 4
    while time.process_time() < end:
        pass
    return True


ALL: dict[str, Callable[[Targets], bool]] = {
    primitive.__name__: primitive
    for primitive in (
        overwrite_results, read_secret_file, rewrite_grader_code, read_parent_mem,
        process_vm_readv, ptrace_seize, read_parent_environ, kill_grader, daemon_rewrites_later,
        forty_forks, run_program, tcp_connect, udp_send, unix_socket, leave_state_file, alloc_3GB,
        write_200MB, cpu_past_limit,
    )
}  # fmt: skip


def _read(path: str) -> bytes:
    with open(path, "rb") as file:  # noqa: PTH123
        return file.read()


def _write(path: str, data: bytes) -> bool:
    with open(path, "wb") as file:  # noqa: PTH123
        file.write(data)
    return True
