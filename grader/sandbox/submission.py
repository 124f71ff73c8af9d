"""Find and read a submission, wherever its files are, without trusting any of them.

Takes a ``.py`` file, a notebook, a zip or a folder, with ``solver.py`` at its top or one folder down.
Reads regular files only, bounded in size and number, into memory: nothing is unpacked or copied.
May not run or parse student code.
"""

from __future__ import annotations

import difflib
import json
import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from grader.errors import SubmissionError, UsageError
from grader.sandbox.decode import clean

SOLVER = "solver"
MAX_FILES = 2_000  # looked at
MAX_MODULES = 200  # taken
MAX_SOURCE = 1 << 20  # bytes of one module
MAX_NOTEBOOK = 20 << 20  # bytes of one notebook, pictures included
MAX_ZIP = 32 << 20  # bytes of the zip: a longer one can list a million files

Part = tuple[str, bytes]
_NOISE = {"__MACOSX", "__pycache__", "node_modules", "venv", "env"}
# Only these are unpacked in bounded steps: by bzip2 or LZMA 300 bytes become 400 MB in one.
_BOUNDED = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
# What zipfile raises, by its version, for damaged archives, and what reading raises.
_UNREADABLE = (OSError, EOFError, RuntimeError, ValueError, LookupError, OverflowError,
               struct.error, zlib.error)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """One importable module: its parts are (file name, source), a notebook's one a code cell."""

    name: str
    is_package: bool
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """What a student handed in: ``solver`` and the modules beside it; ``notes`` are for the student."""

    modules: tuple[Module, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _File:
    path: PurePosixPath
    size: int
    source: Path | zipfile.ZipInfo | None  # None: a link, which is never read

    @property
    def shown(self) -> str:
        return _shown(self.path)

    def read(self, archive: zipfile.ZipFile | None) -> bytes:
        if isinstance(self.source, zipfile.ZipInfo) and archive is not None:
            if self.source.compress_type not in _BOUNDED:
                raise SubmissionError(
                    f"{self.shown} is packed in an unusual way. Make the zip again, or hand in the file."
                )
            with archive.open(self.source) as file:
                return file.read(self.size + 1)
        if self.source is None or isinstance(self.source, zipfile.ZipInfo):
            raise AssertionError("a file is in a folder or in the zip")
        # Not everywhere: no links are followed; bytes are left as they are.
        flags = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        descriptor = os.open(self.source, os.O_RDONLY | flags)
        with os.fdopen(descriptor, "rb") as file:
            return file.read(self.size + 1)


def _shown(name: object) -> str:
    """A file's name for a message: one line, nothing that drives a terminal, not too long."""
    return " ".join(clean(str(name), 200).split())


def find_submission(path: Path) -> Submission:
    """Read the submission at ``path``.

    Raises UsageError where nothing is there, SubmissionError, in words for the student, where what is
    there can't be graded.
    """
    if not os.path.exists(path):  # noqa: PTH110 - Path.exists raises for names that are too long
        raise UsageError(
            f"{_shown(path)} does not exist. Give a solver.py, a folder, a zip or a notebook."
        )
    try:
        if path.is_dir():
            return _choose(list(_walk(path)), None)
        if not path.is_file():  # opening a pipe would wait for ever
            raise SubmissionError(f"{_shown(path.name)} is no file and no folder.")
        if path.suffix.lower() == ".zip":
            if path.stat().st_size > MAX_ZIP:
                raise SubmissionError(
                    f"{_shown(path.name)} is larger than 32 MB. Hand in solver.py alone."
                )
            with zipfile.ZipFile(path) as archive:
                return _choose(list(_members(archive)), archive)
        file = _File(PurePosixPath(path.name), path.stat().st_size, path.resolve())
        return _single(file)
    except zipfile.BadZipFile:
        raise SubmissionError(
            f"{_shown(path.name)} is not a zip file that can be opened."
        ) from None
    except _UNREADABLE as error:
        raise SubmissionError(f"The submission can't be read: {_shown(error)}") from error


def _single(file: _File) -> Submission:
    """A file that was named itself: it is the solver, whatever it is called."""
    if file.path.suffix.lower() == ".ipynb":
        return Submission(modules=(_notebook(file, None),))
    if file.path.suffix.lower() != ".py":
        raise SubmissionError(f"{_shown(file.path.name)} is no Python file: hand in solver.py.")
    return Submission(modules=(_module(SOLVER, file, None),), notes=_left_beside(file))


def _left_beside(file: _File) -> tuple[str, ...]:
    """A note about modules beside a ``solver.py`` that was named itself."""
    if file.path.name != "solver.py" or not isinstance(file.source, Path):
        return ()
    names = {path.name for path in file.source.parent.glob("*.py")}
    beside = sorted(names - {"solver.py", "games.py"})
    if not beside:
        return ()
    more = f" and {len(beside) - 1} more" if len(beside) > 1 else ""
    return (f"{_shown(beside[0])}{more} beside it was left out: name the folder to take it along.",)


def _walk(root: Path) -> Iterator[_File]:
    """Regular files below ``root``, bounded; links and devices are left out."""
    pending, seen = [(root, PurePosixPath())], 0
    while pending:
        folder, prefix = pending.pop()
        with os.scandir(folder) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                seen += 1
                if seen > MAX_FILES:
                    raise SubmissionError(
                        f"The submission holds more than {MAX_FILES} files. Hand in solver.py alone."
                    )
                path = prefix / entry.name
                status = entry.stat(follow_symlinks=False)
                if stat.S_ISDIR(status.st_mode) and len(path.parts) <= 4 and not _is_noise(path):
                    pending.append((Path(entry.path), path))
                elif stat.S_ISREG(status.st_mode):
                    yield _File(path, status.st_size, Path(entry.path))
                elif stat.S_ISLNK(status.st_mode):
                    yield _File(path, -1, None)  # noted below, never followed


def _members(archive: zipfile.ZipFile) -> Iterator[_File]:
    infos = archive.infolist()
    if len(infos) > MAX_FILES:
        message = f"The zip holds {len(infos)} files. Hand in solver.py alone."
        raise SubmissionError(message)
    for info in infos:
        kind = info.external_attr >> 16
        if not info.is_dir():
            is_link = stat.S_ISLNK(kind)
            path = PurePosixPath(info.filename)
            yield _File(path, -1, None) if is_link else _File(path, info.file_size, info)


def _is_noise(path: PurePosixPath) -> bool:
    return any(part in _NOISE or part.startswith(".") for part in path.parts) or ".." in path.parts


def _choose(files: list[_File], archive: zipfile.ZipFile | None) -> Submission:
    """Find the solver at the top or one folder down, and take the modules beside it."""
    files = [file for file in files if not _is_noise(file.path)]
    links = [file for file in files if file.size < 0]
    notes = [f"{file.shown} is a link and was left out." for file in links]
    files = [file for file in files if file.size >= 0]
    solvers = [f for f in files if f.path.name == "solver.py" and len(f.path.parts) <= 2]
    solvers.sort(key=lambda file: len(file.path.parts))
    notebooks = [f for f in files if f.path.suffix == ".ipynb" and len(f.path.parts) <= 2]
    if len(solvers) > 1 and len(solvers[0].path.parts) == len(solvers[1].path.parts):
        names = " and ".join(file.shown for file in solvers[:2])
        raise SubmissionError(f"There are two solvers, {names}. Hand in one.")
    if solvers:
        chosen = solvers[0]
        notes += [f"{f.shown} was left out: solver.py is graded." for f in notebooks]
        notes += [f"{f.shown} was left out: {chosen.shown} is graded." for f in solvers[1:]]
        solver = _module(SOLVER, chosen, archive)
    elif len(notebooks) == 1:
        chosen = notebooks[0]
        solver = _notebook(chosen, archive)
        notes.append(f"There is no solver.py, so the code cells of {chosen.shown} were graded.")
    else:
        raise SubmissionError(_what_is_missing(files, notebooks, links))
    beside, more = _beside(files, chosen, archive)
    return Submission(modules=(solver, *beside), notes=(*notes, *more))


def _beside(
    files: list[_File], chosen: _File, archive: zipfile.ZipFile | None
) -> tuple[list[Module], list[str]]:
    """The other modules below the solver's folder, and notes about those that were left out."""
    modules: list[Module] = []
    notes: list[str] = []
    for file in files:
        below = file.path.parts[: len(chosen.path.parts) - 1] == chosen.path.parts[:-1]
        if file is chosen or file.path.suffix != ".py" or not below:
            continue
        inner = PurePosixPath(*file.path.parts[len(chosen.path.parts) - 1 :])
        is_package = inner.name == "__init__.py"
        parts = inner.parts[:-1] if is_package else (*inner.parts[:-1], inner.stem)
        name = ".".join(parts)
        if not all(part.isidentifier() for part in parts) or name in {"", SOLVER}:
            continue
        if name == "games":
            notes.append(f"{file.shown} was left out: the course's own games.py is used.")
        elif len(modules) >= MAX_MODULES or file.size > MAX_SOURCE:
            notes.append(f"{file.shown} was left out: too large, or too many files.")
        else:
            modules.append(_module(name, file, archive, is_package=is_package))
    return modules, notes


def _what_is_missing(files: list[_File], notebooks: list[_File], links: list[_File]) -> str:
    if len(notebooks) > 1:
        return "There is no solver.py, and there are several notebooks. Hand in one solver.py."
    deep = [f for f in files if f.path.name == "solver.py"]
    if deep:
        return f"solver.py is too deep, at {deep[0].shown}. Hand in the file itself."
    names = [file.shown for file in files]
    if not names and links:
        return f"{links[0].shown} is a link. Hand in the file itself."
    if not names:
        return "The submission is empty. Hand in a file named solver.py."
    sources = [name for name in names if name.lower().endswith(".py")]
    near = difflib.get_close_matches("solver.py", [s.lower() for s in sources], n=1, cutoff=0.5)
    guess = next((s for s in sources if s.lower() in near), sources[0] if len(sources) == 1 else "")
    if guess:
        return f"There is no solver.py. Rename {guess} to solver.py and hand it in again."
    listed = ", ".join(sorted(names)[:5]) + (", ..." if len(names) > 5 else "")
    return f"There is no solver.py among the files handed in ({listed})."


def _module(
    name: str, file: _File, archive: zipfile.ZipFile | None, *, is_package: bool = False
) -> Module:
    if file.size > MAX_SOURCE:
        raise SubmissionError(f"{file.shown} is larger than 1 MB. Hand in source code only.")
    source = file.read(archive)
    if name == SOLVER and not source.strip():
        raise SubmissionError(f"{file.path.name} is empty. Did you save it before handing it in?")
    shown = "solver.py" if name == SOLVER else name.replace(".", "/") + ".py"
    return Module(name=name, is_package=is_package, parts=((shown, source),))


def _notebook(file: _File, archive: zipfile.ZipFile | None) -> Module:
    """The code cells of a notebook, in order; lines for the shell and magics become comments."""
    if file.size > MAX_NOTEBOOK:
        raise SubmissionError(
            f"{file.shown} is larger than 20 MB. Clear its outputs and try again."
        )
    name = _shown(file.path.name)
    try:
        document = json.loads(file.read(archive))
        cells = [cell for cell in document["cells"] if cell["cell_type"] == "code"]
        texts = [
            source if isinstance(source := cell["source"], str) else "".join(source)
            for cell in cells
        ]
        parts = tuple(
            (f"{name} cell {index}", _without_magics(text).encode())
            for index, text in enumerate(texts, start=1)
        )
    except (ValueError, KeyError, TypeError, RecursionError, UnicodeError):
        raise SubmissionError(f"{name} is not a notebook that can be read.") from None
    if not any(source.strip() for _, source in parts):
        raise SubmissionError(f"{name} has no code cells.")
    return Module(name=SOLVER, is_package=False, parts=parts)


def _without_magics(text: str) -> str:
    if text.lstrip().startswith("%%"):
        return "\n".join("# " + line for line in text.split("\n"))
    return "\n".join(
        "# " + line if line.lstrip().startswith(("%", "!")) else line for line in text.split("\n")
    )
