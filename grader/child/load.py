"""Load a submission: compile its sources once, run the code in each case, show its frames.

A module is a list of parts, (file name, source bytes): one part for a ``.py`` file, one a cell for a
notebook, so that lines are the lines that the student knows. Compiled parts travel as marshalled
code from one confined child, through the grader as opaque bytes, to the others.
"""

from __future__ import annotations

import marshal
import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import CodeType, ModuleType, TracebackType
from typing import Any

Part = tuple[str, bytes]
# Is it a package, its parts in order: compiled, or as they are where they can't be. Then whoever
# imports the module learns why, and nobody else.
Code = tuple[bool, list["CodeType | Part"]]

ARGUMENTS = ("solver.py",)  # as if it had been started; ours would tell of the grader's folders
MAX_FRAMES = 8
MAX_LINE = 200


class Unreadable(Exception):  # noqa: N818 - a verdict on a file rather than an error of ours
    """A source that is no Python text; the message is for the student."""


def compile_parts(parts: Sequence[Part]) -> list[CodeType | Part]:
    """Compile one module. Raises SyntaxError as Python does, Unreadable where it says nothing."""
    return [_compile(file, source) for file, source in parts]


def compile_beside(parts: Sequence[Part]) -> list[CodeType | Part]:
    """Compile a module beside the solver, which may be a leftover: what can't be stays as it is."""
    try:
        return compile_parts(parts)
    except (SyntaxError, Unreadable):
        return list(parts)


def _compile(file: str, source: bytes) -> CodeType:
    if b"\0" in source:
        raise Unreadable(f"{file} contains a NUL byte, so it is no Python source. Save it as text.")
    if b"coding" not in b"".join(source.split(b"\n", 2)[:2]):
        _must_be_utf8(file, source)
    try:
        return compile(source, file, "exec", dont_inherit=True)
    except SyntaxError as error:
        if error.lineno and error.text is not None:
            raise
        raise Unreadable(f"{file} can't be read as Python: {error.msg}") from None
    except ValueError as error:
        raise Unreadable(f"{file} can't be read as Python: {error}") from None


def _must_be_utf8(file: str, source: bytes) -> None:
    """Say where a source is not UTF-8; versions of Python differ in whether and how they do."""
    try:
        source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        byte = source[error.start]
        message = (
            f"{file}, line {line}: byte 0x{byte:02X} is not UTF-8. Save the file as UTF-8 text."
        )
        raise Unreadable(message) from None


def pack(modules: Mapping[str, Code]) -> bytes:
    """The code of all modules as bytes that only a child will open."""
    return marshal.dumps(dict(modules))


class Finder:
    """Finds the submission's own modules, after the standard library and the suite's.

    A finder and loader by what it does: their base classes take 10 ms to load, in each case where a
    case is an interpreter of its own.
    """

    def __init__(self, packed: bytes) -> None:
        self._modules: dict[str, Code] = marshal.loads(packed)  # noqa: S302 - inside the child
        self._loaded: set[str] = set()  # a module of theirs may have the name of one that is not

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002 - the interface's
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        is_package, codes = self._modules.get(fullname, (True, []))
        if not codes and not any(name.startswith(f"{fullname}.") for name in self._modules):
            return None
        origin = _file_of(codes[0]) if codes else None
        loader: Any = self
        return ModuleSpec(fullname, loader, origin=origin, is_package=is_package)

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave it to the import system."""

    def exec_module(self, module: ModuleType) -> None:
        self._loaded.add(module.__name__)
        codes = self._modules.get(module.__name__, (True, []))[1]
        if codes:
            module.__file__ = _file_of(codes[0])  # a name, not a place: there is no such file here
        for part in codes:
            code = _compile(*part) if isinstance(part, tuple) else part
            exec(code, module.__dict__)  # noqa: S102 - this is what the sandbox is for

    def load(self, name: str) -> ModuleType:
        """Import a module of the submission whatever else has its name, past the slow search for it."""
        module = sys.modules[name] = ModuleType(name)
        self.exec_module(module)
        return module

    def forget(self) -> None:
        """Have every module of the submission loaded anew, with nothing that it has kept."""
        while self._loaded:
            sys.modules.pop(self._loaded.pop(), None)

    def files(self) -> set[str]:
        return {_file_of(part) for _, parts in self._modules.values() for part in parts}


def _file_of(part: CodeType | Part) -> str:
    return part[0] if isinstance(part, tuple) else part.co_filename


class AllowedFinder:
    """Finds the installed packages that the suite allows, and no other."""

    def __init__(self, names: Sequence[str], folders: Sequence[str]) -> None:
        self._names, self._folders = frozenset(names), list(folders)

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        if path is not None or fullname not in self._names:
            return None
        found = PathFinder.find_spec(fullname, self._folders, target)
        if found is None:
            message = f"{fullname} is allowed here, but it is not installed: tell the course staff"
            raise ModuleNotFoundError(message, name=fullname)
        return found


def frames(trace: TracebackType | None, files: set[str]) -> list[tuple[str, int, str]]:
    """The student's own frames of a traceback, outermost first; the middle of a long one is left out.

    A frame is (file, line, function).
    """
    found: list[tuple[str, int, str]] = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename in files:
            # An instruction may have no line, and code that was made by hand any name.
            found.append((code.co_filename, trace.tb_lineno or 0, code.co_name[:MAX_LINE]))
        trace = trace.tb_next
    if len(found) > MAX_FRAMES:
        half = MAX_FRAMES // 2
        found = [*found[:half], ("", len(found) - MAX_FRAMES, ""), *found[-half:]]
    return found


def keep_standard_library(folder: str) -> None:
    """Leave on ``sys.path`` what is in ``folder``, the library's: no place a submission could fill."""
    sys.path[:] = [entry for entry in sys.path if f"{entry}/".startswith(f"{folder}/")]
    sys.path_importer_cache.clear()
