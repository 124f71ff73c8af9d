"""The grader's errors: one base, children by cause.

Three causes never mix. What a case's author did is an ``AuthorError`` with its places; what is wrong
with a submission as a whole is a ``SubmissionError`` in words for its student; what the caller of a
command did is a ``UsageError``. Anything else that is raised is our own fault.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Fault:
    """One fault in a file that an author wrote; lines and columns count from 1."""

    file: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message}"


class GraderError(Exception):
    """The base of all errors that the grader raises on purpose."""


class AuthorError(GraderError):
    """One or more faults in case files, all found in one run, in the order of their places."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = tuple(sorted(faults))
        super().__init__("\n".join(map(str, self.faults)))


class SubmissionError(GraderError):
    """A submission that can't be run at all; the message is for its student."""


class UsageError(GraderError):
    """A command that was given what it can't use; the message is for its caller."""
