"""Submissions as no student would make them by accident, and what the finder says of them."""

from __future__ import annotations

import json
import os
import shutil
import socket
import stat
import struct
import time
import zipfile
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from fuzz.common import FoundError, expect, expect_line
from grader.errors import SubmissionError, UsageError
from grader.sandbox import Submission, find_submission
from grader.sandbox.submission import MAX_MODULES, MAX_SOURCE

SLOW = 5.0  # CPU seconds
SECRET = b"the-secret-outside"  # stands beside every submission; no submission may hold it

NAMES = (
    "solver.py", "hw/solver.py", "a/b/solver.py", "Solver.py", "solver (1).py", "homework.py",
    "games.py", "helper.py", "kit/__init__.py", "kit/tools.py", "hw.ipynb", "hw/x.ipynb", "README",
    "class.py", "a.b.py", "__pycache__/solver.py", "__MACOSX/solver.py", ".hidden/solver.py",
    "__init__.py", "solver/__init__.py", "sol\nPoints: 100 of 100.py", "\x1b[2Jsolver.py",
    "solver\u202e.py", "\u2028.py", "\r.py", "\x7f.ipynb", "e\u0301.py", "\udcff.py",
    "\U0001f3b2.py", " .py", " solver.py", "solver.py ", "x" * 240 + ".py",
)  # fmt: skip
ONLY_IN_ZIPS = (
    "./solver.py", "hw//solver.py", "/solver.py", "//solver.py", "../solver.py", "../../etc/passwd",
    "a/../solver.py", "..", ".", "/", "hw/", "C:\\solver.py", "C:/solver.py", "\0solver.py",
    "x" * 3000 + "/solver.py", "a/" * 300 + "solver.py", "solver.py/", "solver.py/x.py",
    "solver.py\0.txt", "",
)  # fmt: skip
SOURCES = (b"", b" \n", b"x = 1\n", b"\xff\xfe\0", b"#" * 3000, b"[" * 3000, b"\0" * 9)


# ---------------------------------------------------------------------- making submissions


def notebook(rng: Random) -> bytes:
    """A notebook with something odd about its JSON, mostly."""
    odd: list[Any] = [None, 3, "x", [], {}, [[]], ["x", 3], {"a": 1}, "\ud800", True, 1e308]
    cell: dict[str, Any] = {
        "cell_type": "code",
        "source": rng.choice([["x = 1\n", "!ls"], "%%bash\n", *odd]),
    }
    if rng.random() < 0.3:
        cell[rng.choice(["cell_type", "source", "extra"])] = rng.choice(odd)
    cells: Any = [cell, *rng.choices([cell, {}, *odd], k=rng.randrange(3))]
    document: Any = {"cells": cells if rng.random() < 0.9 else rng.choice(odd)}
    data = json.dumps(document if rng.random() < 0.9 else rng.choice(odd)).encode()
    return damaged(rng, data) if rng.random() < 0.3 else data


def damaged(rng: Random, data: bytes) -> bytes:
    """``data`` with a few bytes changed, cut or doubled."""
    for _ in range(rng.choice([1, 1, 2, 8])):
        at = rng.randrange(len(data) + 1)
        to = min(at + rng.choice([1, 1, 4, 30]), len(data))
        extremes = [
            b"",
            b"\0" * (to - at),
            b"\xff" * (to - at),
            rng.randbytes(to - at),
            data[at:to] * 2,
        ]
        data = data[:at] + rng.choice(extremes) + data[to:]
    return data


def _content(rng: Random, name: str) -> bytes:
    return notebook(rng) if name.endswith(".ipynb") else rng.choice(SOURCES)


def _picked(rng: Random, names: tuple[str, ...]) -> list[str]:
    picked = rng.sample(names, rng.randrange(6))
    return [NAMES[0], *picked] if rng.random() < 0.6 else picked


def write_zip(rng: Random, path: Path) -> None:
    """A zip of odd names, kinds and packings, half of the time with damage."""
    with zipfile.ZipFile(path, "w") as archive:
        for name in _picked(rng, NAMES[1:] + ONLY_IN_ZIPS):
            info = zipfile.ZipInfo("x")
            info.filename = name.encode("utf-8", "replace").decode()
            methods = [
                zipfile.ZIP_STORED,
                zipfile.ZIP_DEFLATED,
                zipfile.ZIP_BZIP2,
                zipfile.ZIP_LZMA,
            ]
            info.compress_type = rng.choice([*methods, *methods[:2] * 3])
            kind = rng.choice([stat.S_IFREG] * 5 + [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFDIR, 0])
            info.external_attr = kind << 16
            if name:
                archive.writestr(info, _content(rng, name))
    data = path.read_bytes()
    if rng.random() < 0.5:
        path.write_bytes(damaged(rng, data))
    elif rng.random() < 0.3:
        path.write_bytes(_lying(rng, data))


def _lying(rng: Random, data: bytes) -> bytes:
    """``data`` with another number in one of a header's fields."""
    headers = [at for mark in (b"PK\1\2", b"PK\3\4", b"PK\5\6") if (at := data.find(mark)) >= 0]
    at = rng.choice(headers) + rng.randrange(4, 46)
    number = rng.choice([0, 1, 0x7FFF, 0xFFFF, 0xFFFFFFFF, 1 << 20, rng.getrandbits(32)])
    size = rng.choice([2, 4])
    return data[:at] + struct.pack("<I", number)[:size] + data[at + size :]


def write_folder(rng: Random, folder: Path) -> None:
    """A folder with odd names, and things in it that are no files."""
    folder.mkdir()
    for name in _picked(rng, NAMES[1:]):
        path = folder / name
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            kind = rng.randrange(12)
            if kind == 0:
                os.mkfifo(path)
            elif kind == 1:
                path.symlink_to(
                    rng.choice([path, folder, folder.parent / "secret.py", Path("/dev/zero")])
                )
            elif kind == 2:
                path.mkdir()
            elif kind == 3:
                _bind(path)
            elif kind == 4:
                os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 5))  # /dev/zero, for root alone
            else:
                path.write_bytes(_content(rng, name))


def _bind(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))


def write_crowd(folder: Path, count: int = 10_000) -> None:
    """A folder with far too many files."""
    folder.mkdir()
    for number in range(count):
        (folder / f"{number}.py").touch()


def write_long_list(path: Path, count: int = 200_000) -> None:
    """A zip that is nothing but a list of files."""
    header = struct.pack("<4s6H3I5H2I", b"PK\1\2", 20, 20, *[0] * 7, 1, *[0] * 6) + b"a"
    listed = header * count
    end = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, len(listed), 0, 0)
    path.write_bytes(listed + end)


def write_bomb(path: Path, packed: bytes, method: int, claimed: int) -> None:
    """A zip whose solver.py says that it has ``claimed`` bytes, and unpacks to what it likes."""
    name = b"solver.py"
    common = struct.pack("<5H3I2H", 46, 0, method, 0, 0, 0, len(packed), claimed, len(name), 0)
    local = b"PK\3\4" + common + name + packed
    listed = b"PK\1\2" + struct.pack("<H", 46) + common + struct.pack("<3H2I", *[0] * 5) + name
    end = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 1, 1, len(listed), len(local), 0)
    path.write_bytes(local + listed + end)


# ---------------------------------------------------------------------- holding the finder to its laws


def check(path: Path) -> Submission | None:
    """Find a submission: modules within bounds, or words for the student in one printable line."""
    began = time.process_time()
    try:
        found = find_submission(path)
    except (SubmissionError, UsageError) as error:
        expect_line(str(error), "a message")
        expect(0 < len(str(error)) < 1500, f"a message of {len(str(error))} characters")
        return None
    except Exception as error:
        raise FoundError(f"{type(error).__name__}: {error}, from {path}") from error
    finally:
        took = time.process_time() - began
        expect(took < SLOW, f"it took {took:.1f} s of CPU to look at {path}")
    for note in found.notes:
        expect_line(note, "a note")
    names = [module.name for module in found.modules]
    expect(names[0] == "solver" and "games" not in names, f"odd modules: {names}")
    expect(len(names) <= MAX_MODULES + 1, f"{len(names)} modules")
    for module in found.modules:
        named = all(part.isidentifier() for part in module.name.split("."))
        expect(named, f"a module is named {module.name!r}")
        for file, source in module.parts:
            expect_line(file, "a file's name")
            expect(SECRET not in source, f"{file} is from outside the submission")
            expect(len(source) <= MAX_SOURCE + 1, f"{file} has {len(source)} bytes")
    return found


def attempt(rng: Random, folder: Path) -> None:
    """One submission, made in ``folder``, checked and taken away."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "secret.py").write_bytes(SECRET)
    kind = rng.randrange(8)
    if kind < 4:
        write_zip(rng, folder / "hw.zip")
        check(folder / "hw.zip")
    elif kind < 6:
        write_folder(rng, folder / "hw")
        check(folder / "hw")
    else:
        path = folder / rng.choice(["hw.ipynb", "h\nw.ipynb", "\udc80.ipynb"])
        path.write_bytes(notebook(rng))
        check(path)
