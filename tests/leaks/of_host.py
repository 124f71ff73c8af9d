"""Traces of the builder's machine and repository, left in a handout."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable
from pathlib import Path

from leaks.material import Material
from leaks.of_code import zipped

Plant = Callable[[Path, Material], None]


def repository(out: Path, from_: Material) -> None:
    (out / ".git").mkdir()
    (out / ".git" / "HEAD").write_text("ref: refs/heads/main\n")


def object_of_git(out: Path, from_: Material) -> None:
    (out / "blob").write_bytes(zlib.compress(b"blob 5\0hello"))


def log_of_git(out: Path, from_: Material) -> None:
    (out / "changes.txt").write_text(f"commit {'0a' * 20}\n\n    Words\n")


def address(out: Path, from_: Material) -> None:
    (out / "README.md").write_text(f"By {from_.address.title()}\n")


def address_in_base64(out: Path, from_: Material) -> None:
    (out / "README.md").write_bytes(base64.b64encode(from_.address.encode()))


def path_of_the_kit(out: Path, from_: Material) -> None:
    (out / "solver.py").write_text(f"# {from_.kit.resolve()}/assignment/solver.py\n")


def path_of_a_home(out: Path, from_: Material) -> None:
    (out / "solver.py").write_text(f"# {'/'.join(['', 'home', 'anna', 'course'])}\n")


def path_on_windows(out: Path, from_: Material) -> None:
    (out / "data.json").write_text('{"at": "C:\\\\' + 'Users\\\\anna\\\\course"}')


def swap_file(out: Path, from_: Material) -> None:
    (out / ".solver.py.swp").write_bytes(b"b0VIM 9.0\0\0\0\0")


def swap_file_of_another_name(out: Path, from_: Material) -> None:
    (out / "data").write_bytes(b"b0VIM 9.0\0\0\0\0")


def backup_in_an_archive(out: Path, from_: Material) -> None:
    (out / "more.zip").write_bytes(zipped({"a/solver.py~": b"x = 1\n"}))


def byte_code(out: Path, from_: Material) -> None:
    (out / "__pycache__").mkdir()
    (out / "__pycache__" / "solver.cpython-39.pyc").write_bytes(b"\x61\x0d\r\n" + bytes(40))


def byte_code_of_another_name(out: Path, from_: Material) -> None:
    (out / "data").write_bytes(b"\x61\x0d\r\n" + bytes(40))


def folder_of_a_mac(out: Path, from_: Material) -> None:
    (out / "more.zip").write_bytes(zipped({"__MACOSX/._solver.py": b"\0\5\x16\7"}))


def conflict(out: Path, from_: Material) -> None:
    (out / "solver.py").write_text(f"{'<' * 7} HEAD\nx = 1\n{'=' * 7}\nx = 2\n{'>' * 7} other\n")


PLANTS: tuple[tuple[Plant, str], ...] = (
    (repository, "git data"),
    (object_of_git, "an object of git"),
    (log_of_git, "a log or diff of git"),
    (address, "an address from the repository"),
    (address_in_base64, "an address from the repository"),
    (path_of_the_kit, "a path of the builder's machine"),
    (path_of_a_home, "a path of somebody's machine"),
    (path_on_windows, "a path of somebody's machine"),
    (swap_file, "a leftover: .solver.py.swp"),
    (swap_file_of_another_name, "a swap file"),
    (backup_in_an_archive, "a leftover: solver.py~"),
    (byte_code, "a leftover"),
    (byte_code_of_another_name, "compiled Python"),
    (folder_of_a_mac, "a leftover: __MACOSX"),
    (conflict, "a conflict of git"),
)
