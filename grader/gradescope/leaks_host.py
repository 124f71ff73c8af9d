"""Tell what was left over from the machine or the repository that a bundle was built in.

Decides which names and texts belong on nobody's machine but the builder's.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from grader.gradescope.leaks_text import as_text

_GIT_TIME = 10  # seconds
_LEFTOVERS = re.compile(
    r"^(?:.*\.(?:sw[a-p]|bak|orig|rej|old|tmp|pyc|pyo|log)|.*~|#.*#|\.#.*|\.DS_Store|\._.*|Thumbs\.db"
    r"|desktop\.ini|__MACOSX|__pycache__|\.ipynb_checkpoints|\.idea|\.vscode|\.venv|\.env"
    r"|\.python_history|\.coverage|\.(?:pytest|mypy|ruff)_cache|recorded\.lock)$",
    re.IGNORECASE,
)
_GIT_NAMES = re.compile(r"^\.git(?:ignore|attributes|modules|config|-credentials|keep)?$")
_TEXTS = (
    (re.compile(r"\Aref: refs/\w"), "the head of a git repository"),
    (re.compile(r"\ADIRC\x00"), "an index of git"),
    (re.compile(r"\A(?:PACK\x00|\xfftOc)"), "a pack of git"),
    (re.compile(r"\A(?:blob|tree|commit|tag) \d+\x00"), "an object of git"),
    (re.compile(r"^\[remote \"[^\"]+\"\]|^\[core\]\s*$", re.MULTILINE), "a configuration of git"),
    (re.compile(r"^(?:commit|index) [0-9a-f]{7,40}", re.MULTILINE), "a log or diff of git"),
    (re.compile(r"^[0-9a-f]{40} [0-9a-f]{40} .+ <", re.MULTILINE), "a reflog of git"),
    (re.compile(r"^<{7} |^>{7} ", re.MULTILINE), "a conflict of git"),
    (re.compile(r"\Ab0VIM "), "a swap file of Vim"),
    (re.compile(r"\A..\r\n[\0-\3]\0\0\0.{8}", re.DOTALL), "compiled Python"),
)
# Homes are read as such where a name follows; `~` and the platform's own folders tell nothing.
_HOMES = re.compile(
    r"(?:/home/|/Users/|(?i:[a-z]:\\+Users\\+))(?!you\b|name\b|user\b|student\b)[A-Za-z][\w.-]+"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """What would tell of this machine: its folders, and the addresses in its repository."""

    folders: tuple[str, ...]
    addresses: tuple[str, ...]

    def find(self, data: bytes) -> Iterator[str]:
        """Say what ``data`` tells."""
        text = as_text(data)
        for folder in self.folders:
            if folder in text:
                yield f"a path of the builder's machine: {folder}"
        for home in sorted(set(_HOMES.findall(text))):
            yield f"a path of somebody's machine: {home}"
        lowered = text.lower()
        for address in self.addresses:
            if address in lowered:
                yield f"an address from the repository: {address}"
        for pattern, what in _TEXTS:
            if pattern.search(text):
                yield what


def host_of(*folders: Path) -> Host:
    """Look at this machine and at the repository that ``folders`` lie in, where there is one."""
    home = Path.home().as_posix()
    own = {path.resolve().as_posix() for path in folders}
    own |= {path.absolute().as_posix() for path in folders}
    paths = {f"{path}" for path in own if path.count("/") > 1}
    paths |= {f"{home}/"} if home.count("/") > 0 and home != "/" else set()
    paths.add(f"{Path(tempfile.gettempdir()).as_posix()}/{tempfile.gettempprefix()}")
    return Host(folders=tuple(sorted(paths)), addresses=tuple(sorted(_addresses(folders))))


def leftover(name: str) -> str:
    """What a file of this name is, where it belongs into no bundle; else nothing."""
    for part in PurePosixPath(name).parts:
        if _GIT_NAMES.match(part):
            return f"git data: {part}"
        if _LEFTOVERS.match(part):
            return f"a leftover: {part}"
    return ""


def _addresses(folders: tuple[Path, ...]) -> set[str]:
    """The e-mail addresses in the history of the repository; none where git is not installed."""
    git = shutil.which("git")
    if git is None or not folders:
        return set()
    command = [git, "-C", str(folders[0]), "log", "--all", "--format=%ae%n%ce"]
    try:
        done = subprocess.run(  # noqa: S603 - git itself, with nothing of anybody's in the command
            command, capture_output=True, timeout=_GIT_TIME, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return set()
    lines = done.stdout.decode("utf-8", "replace").lower().split("\n")
    return {line.strip() for line in lines if "@" in line}
