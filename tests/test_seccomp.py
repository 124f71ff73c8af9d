"""The filter of system calls, run here as the kernel would: each number, on each architecture."""

from __future__ import annotations

import os
import struct
from types import SimpleNamespace

import pytest

from grader.child import seccomp

ALLOWED, REFUSED, NO_SUCH_CALL = 0x7FFF0000, 0x00050001, 0x00050026
X86, ARM = "x86_64", "aarch64"
ARCHITECTURES = {X86: 0xC000003E, ARM: 0xC00000B7}
# Those that are looked at more closely.
CLONE, CLONE3, FCNTL, PRCTL = (
    {X86: 56, ARM: 220}, {X86: 435, ARM: 435}, {X86: 72, ARM: 25}, {X86: 157, ARM: 167},
)  # fmt: skip


class Filter:
    def __init__(self, machine: str) -> None:
        code = seccomp.program().instructions.raw
        self.steps = list(struct.iter_unpack("=HBBI", code))
        self.machine = machine

    def __call__(self, number: int, *arguments: int, arch: int | None = None) -> int:
        """What the kernel would do with a call."""
        padded = (*arguments, 0, 0, 0, 0, 0, 0)[:6]
        arch = ARCHITECTURES[self.machine] if arch is None else arch
        data = struct.pack("=IIQ6Q", number, arch, 0, *padded)
        at, loaded = 0, 0
        while True:
            code, if_true, if_false, value = self.steps[at]
            at += 1
            if code == 0x06:
                return int(value)
            if code == 0x20:
                (loaded,) = struct.unpack_from("=I", data, value)
                continue
            holds = {0x15: loaded == value, 0x35: loaded >= value, 0x45: bool(loaded & value)}
            at += if_true if holds[code] else if_false


@pytest.fixture(params=[X86, ARM])
def filtered(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Filter:
    machine: str = request.param
    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(machine=machine))
    return Filter(machine)


def test_every_listed_call_is_refused_and_no_other(filtered: Filter) -> None:
    column = [X86, ARM].index(filtered.machine)
    listed = {call[column] for call in seccomp._CALLS.values()}
    special = {call[filtered.machine] for call in (CLONE, CLONE3, FCNTL, PRCTL)}
    assert len(listed) > 90
    for number in range(1000):
        if number not in special:
            assert filtered(number) == (REFUSED if number in listed else ALLOWED), number


def test_other_names_for_calls_are_refused(filtered: Filter) -> None:
    for arch in (0x40000003, *(set(ARCHITECTURES.values()) - {ARCHITECTURES[filtered.machine]})):
        assert filtered(0, arch=arch) == REFUSED
    x32 = filtered(0x40000000)
    assert x32 == (REFUSED if filtered.machine == X86 else ALLOWED)


def test_threads_may_start_and_processes_may_not(filtered: Filter) -> None:
    clone, clone3 = CLONE[filtered.machine], CLONE3[filtered.machine]
    assert filtered(clone, 0x003D0F00) == ALLOWED  # as a thread is
    assert filtered(clone, 17) == REFUSED
    assert filtered(clone3) == NO_SUCH_CALL


def test_some_commands_of_fcntl_and_prctl_are_refused(filtered: Filter) -> None:
    fcntl, prctl = FCNTL[filtered.machine], PRCTL[filtered.machine]
    refused = {command for command in range(2000) if filtered(fcntl, 3, command) == REFUSED}
    assert refused == {8, 10, 15, 1024, 1026}
    assert {option for option in range(100) if filtered(prctl, option) == REFUSED} == {1}


def test_what_has_no_table_has_no_filter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(machine="riscv64"))
    with pytest.raises(OSError, match="no table of system calls for riscv64"):
        seccomp.program()
