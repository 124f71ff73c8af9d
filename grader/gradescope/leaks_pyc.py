"""Read byte code: the instructions of each function, without the names of variables.

Decides how code that was compiled is compared. ``marshal`` may crash on data that is none, so it reads
in a process of its own, and nothing is executed. Only code of this very version of Python can be read.
"""

from __future__ import annotations

import dis
import json
import marshal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType

import grader

Grams = Counter[tuple[str, ...]]

_HEADER = 16  # bytes of a .pyc before the code
_CODE = (b"\xe3", b"c")  # how a code object starts in marshal, then two small numbers of four bytes
_SHORTEST, _LONGEST = 60, 4 * 1024 * 1024
_SECONDS = 20
_SKIPPED = {"RESUME", "CACHE", "NOP", "PRECALL", "EXTENDED_ARG", "COPY_FREE_VARS", "MAKE_CELL"}
_START = (
    "import sys; sys.path.insert(0, sys.argv[1]);"
    "from grader.gradescope.leaks_pyc import main; main()"
)


def is_code(data: bytes) -> bool:
    """Whether ``data`` looks like a ``.pyc`` of this Python, or like what is in one."""
    if not _SHORTEST <= len(data) <= _LONGEST:
        return False
    is_bare = data[:1] in _CODE and data[2:5] == data[6:9] == bytes(3)
    return is_bare or data[:4] == MAGIC_NUMBER


def read_code(data: bytes) -> list[Grams]:
    """The instructions of every function in ``data``; none where it is no byte code after all."""
    root = str(Path(grader.__file__).resolve().parent.parent)
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and code
            [sys.executable, "-I", "-X", "utf8", "-c", _START, root],
            input=data[_HEADER:] if data[:4] == MAGIC_NUMBER else data,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return []
    if done.returncode:
        return []
    found = json.loads(done.stdout)
    return [Counter({tuple(gram): count for gram, count in grams}) for grams in found]


def main() -> None:
    """In that process: print the instructions of the code on standard input."""
    code = marshal.loads(sys.stdin.buffer.read())  # noqa: S302 - that is why it is a process
    grams = [_grams(each) for each in _walk(code)] if isinstance(code, CodeType) else []
    print(json.dumps([list(each.items()) for each in grams]))


def by_place(text: str, file: str) -> dict[tuple[str, int], Grams]:
    """The instructions of each function of a source, by its name and line."""
    try:
        module = compile(text, file, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return {}
    return {(code.co_name, code.co_firstlineno): _grams(code) for code in _walk(module)}


def _walk(code: CodeType) -> Iterator[CodeType]:
    stack = [code]
    while stack:
        code = stack.pop()
        yield code
        stack += [const for const in code.co_consts if isinstance(const, CodeType)]


def _grams(code: CodeType) -> Grams:
    """Three instructions each, in order."""
    words = [
        f"{item.opname} {item.argrepr if 'ATTR' in item.opname or 'METHOD' in item.opname else ''}"
        for item in dis.get_instructions(code)
        if item.opname not in _SKIPPED
    ]
    return Counter(zip(words, words[1:], words[2:], strict=False))
