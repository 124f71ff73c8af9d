"""Results as GitHub Actions annotations: an error beside the code for each case that did not pass.

Everybody who sees a repository sees its log, so only what students see at once is in it. A log line
that begins with ``::`` is a command to the runner, wherever it came from: what a submission may have
written is printed between ``pause`` and ``resume``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from grader.report.results import Results
from grader.report.rows import Row, rows
from grader.report.text import clean, cut

LONGEST = 4_000  # characters of one annotation

_LINE = re.compile(r"solver\.py, line ([0-9]{1,6})\b")


def annotate(results: Results, file: str) -> str:
    """Write a line for each case that a student sees and that did not pass, then one with the points.

    ``file`` is the submission's, from the repository's folder.
    """
    shown = rows(results, student=True)
    lines = [_error(test, file) for test in shown if not test.passed]
    return "\n".join([*lines, _notice(results, shown)]) + "\n"


def pause(token: str) -> str:
    """The line after which the runner takes no commands, until ``resume`` says the same token."""
    return f"::stop-commands::{token}\n"


def resume(token: str) -> str:
    """The line that ends what ``pause`` began."""
    return f"::{token}::\n"


def source_of(submission: Path) -> str:
    """The file that annotations stand in: the one handed in, or the folder's solver.py."""
    inner = submission / "solver.py"
    return (inner if inner.is_file() else submission).as_posix()


def _error(test: Row, file: str) -> str:
    where = [f"file={_property(file)}"]
    found = _LINE.findall(test.output)
    if found and file.endswith(".py"):
        where.append(f"line={found[-1]}")
    where.append(f"title={_property(f'{test.case}: {test.name} ({test.words})')}")
    return f"::error {','.join(where)}::{_data(cut(clean(test.output), LONGEST))}"


def _notice(results: Results, shown: list[Row]) -> str:
    passed = sum(test.passed for test in shown)
    return f"::notice title={_property(f'{passed} of {len(shown)} cases passed')}::" + _data(
        "\n".join(_first_lines(str(results.get("output", ""))))
    )


def _first_lines(output: str) -> Iterator[str]:
    """What stands above the first empty line: the points, and what is not shown."""
    for line in output.split("\n"):
        if not line:
            return
        if not line.startswith("Gradescope"):
            yield clean(line)


def _data(text: str) -> str:
    r"""Escape the text of a command.

    >>> _data("50% of\n::error::")
    '50%25 of%0A::error::'
    """
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """Escape the value of a property.

    >>> _property("a: b, c")
    'a%3A b%2C c'
    """
    return _data(" ".join(clean(text).split())).replace(":", "%3A").replace(",", "%2C")
