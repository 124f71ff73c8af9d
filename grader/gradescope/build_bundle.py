"""What is in ``autograder.zip`` and ``handout.zip``, and how both are packed.

Decides names, modes and order; the same input gives the same bytes. May not know whether a bundle is
fit to be uploaded.
"""

from __future__ import annotations

import ast
import hashlib
import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import grader
from grader.authoring.bundle import imported, suite_json, support_module
from grader.authoring.handout import STUBS
from grader.cases import Suite, read_suite
from grader.cases.compose import compose
from grader.cases.files import BUNDLED
from grader.cases.json_text import write_json
from grader.cases.located import Faults, Scalar
from grader.cases.located import Mapping as Node
from grader.errors import UsageError

AUTOGRADER, HANDOUT = "autograder.zip", "handout.zip"
CASES, SUPPORT = "test_cases", "games.py"
SETUP, RUN = "setup.sh", "run_autograder"
EXECUTABLE = (SETUP, RUN)

_ENTRIES = ("grader.gradescope.run", "grader.gradescope.build_check")
_UNIT_ENTRIES = ("grader.gradescope.unit_child",)  # started by name, which imports don't tell
_UNIT_PACKAGE, _UNIT_PROJECT = "gradescope_utils", "gradescope-utils"
_CHILD = "grader.child"  # some of it is started by name, too
_NOT_RUN = "grader.child.primitives"  # attacks, for ``grader doctor``
_FIRST_DATE = (1980, 1, 1, 0, 0, 0)  # the first that a zip can hold
_HERE = Path(__file__).resolve().parent
_ROOT = Path(grader.__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """A zip, ready to be written. ``sizes`` are those of its members, by name."""

    name: str
    data: bytes
    sizes: Mapping[str, int]

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


def autograder_bundle(folder: Path) -> Bundle:
    """Pack what runs on Gradescope for the suite in ``folder``: files at the root, no index needed.

    All cases are in it, hidden ones and the secret too, as JSON; the reference is not. Raises
    AuthorError for faults of the suite, UsageError where a file can't be read.
    """
    suite = read_suite(folder)
    try:
        files = {
            SETUP: (_HERE / "build_setup.sh").read_bytes(),
            RUN: (_HERE / "build_run.sh").read_bytes(),
            f"{CASES}/{BUNDLED}": _suite(folder),
            f"{CASES}/{SUPPORT}": support_module(suite),
        }
        entries = list(_ENTRIES)
        if suite.unit is not None:
            unit = unit_modules(folder, suite.unit.folder)
            for name, data in unit.items():
                files[f"{CASES}/{name}"] = data
                entries += imported(_parsed(name, data))
            files |= _handed_out(suite) | _unit_package()
            entries += _UNIT_ENTRIES
        for module in _modules(entries):
            path = _file(module)
            files[path.relative_to(_ROOT).as_posix()] = path.read_bytes()
    except OSError as error:
        raise UsageError(f"Can't read a file of the bundle: {error}.") from error
    return pack(AUTOGRADER, {name: _with_lf(data) for name, data in files.items()})


def unit_modules(folder: Path, unit: str) -> dict[str, bytes]:
    """The suite's unit tests, and what lies beside them, by their names inside ``folder``."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted((folder / unit).rglob("*.py"))
        if path.is_file() and not path.name.startswith(".")
    }


def _handed_out(suite: Suite) -> dict[str, bytes]:
    """The stubs, where unit tests look for them: beside the support module."""
    stubs = suite.support.parent / STUBS
    return {f"{CASES}/{STUBS}": stubs.read_bytes()} if stubs.is_file() else {}


def _unit_package() -> dict[str, bytes]:
    """The package that unit tests import, as it is installed here, with its licence.

    It is plain Python that needs nothing else; with it in the zip, the image asks no package index.
    """
    try:
        found = distribution(_UNIT_PROJECT)
    except PackageNotFoundError as error:
        message = f"The suite's unit tests need {_UNIT_PROJECT}, which is not installed here."
        raise UsageError(message) from error
    files = {}
    for path in found.files or ():
        in_package = path.parts[0] == _UNIT_PACKAGE and path.suffix == ".py"
        if in_package:
            files[path.as_posix()] = path.read_binary()
        elif path.name.upper().startswith("LICEN"):
            files[f"{_UNIT_PACKAGE}/{path.name}"] = path.read_binary()
    return files


def handout_bundle(made: Path) -> Bundle:
    """Pack the handout in the folder ``made``, below one folder ``handout/``."""
    files = sorted(path for path in made.rglob("*") if path.is_file())
    return pack(
        HANDOUT,
        {f"handout/{path.relative_to(made).as_posix()}": path.read_bytes() for path in files},
    )


def pack(name: str, files: Mapping[str, bytes]) -> Bundle:
    """Pack ``files`` in the order of their names, with one date and modes 0755 or 0644."""
    packed = io.BytesIO()
    # Stored: deflated bytes would differ between versions of zlib.
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for member, data in sorted(files.items()):
            info = zipfile.ZipInfo(member, _FIRST_DATE)
            info.create_system = 3  # Unix, wherever it is made: else the modes mean nothing
            info.external_attr = (0o100755 if member in EXECUTABLE else 0o100644) << 16
            archive.writestr(info, data)
    sizes = {member: len(data) for member, data in sorted(files.items())}
    return Bundle(name=name, data=packed.getvalue(), sizes=sizes)


def _suite(folder: Path) -> bytes:
    """The suite as JSON, with its support module beside it."""
    faults = Faults(BUNDLED)
    (top,) = compose(suite_json(folder, handout=False).encode(), faults)
    if not isinstance(top, Node):
        raise UsageError(f"The suite in {folder} has changed while it was read. Try again.")
    beside = Scalar(SUPPORT, True, 0, 0)  # noqa: FBT003 - what quoted is called in all of cases
    entries = tuple((key, beside if key.text == "support" else value) for key, value in top.entries)
    if not any(key.text == "support" for key, _ in entries):
        entries += ((Scalar("support", True, 0, 0), beside),)  # noqa: FBT003
    return (write_json(Node(entries, top.line, top.column)) + "\n").encode("ascii")


def _parsed(name: str, data: bytes) -> list[ast.stmt]:
    try:
        return ast.parse(data).body
    except (SyntaxError, ValueError) as error:
        raise UsageError(f"{name} is not Python: {error}.") from error


def _modules(entries: Iterable[str]) -> Iterator[str]:
    """Name the modules that the bundle needs: the entries, what they import, and what that imports."""
    found: set[str] = set()
    pending = [*(name for name in entries if _is_ours(name)), *_child_modules()]
    while pending:
        name = pending.pop()
        if name in found:
            continue
        found.add(name)
        yield name
        pending += [name.rpartition(".")[0]] if "." in name else []
        pending += [m for m in imported(_parsed(name, _file(name).read_bytes())) if _is_ours(m)]


def _child_modules() -> list[str]:
    names = [f"{_CHILD}.{path.stem}" for path in _file(_CHILD).parent.glob("*.py")]
    return [name for name in names if name != _NOT_RUN and not name.endswith("__init__")]


def _file(module: str) -> Path:
    path = _ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] == "grader" and _file(module).is_file()


def _with_lf(data: bytes) -> bytes:
    r"""Text as Unix has it, also where a checkout has other line ends: ``bash\r`` is no interpreter."""
    return data.replace(b"\r\n", b"\n")
