"""What one check found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Whether a check passed; if not, ``message`` says what was expected and what came."""

    passed: bool
    message: str = ""


RIGHT = Finding(passed=True)


def wrong(message: str) -> Finding:
    """Build the finding of a check that failed."""
    return Finding(passed=False, message=message)
