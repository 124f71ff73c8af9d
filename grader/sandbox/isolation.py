"""The layers around a child, what each is there to stop, and how far a host's layers reach.

Which of them a host has is tried at the start of each run, never assumed (``child/zygote.py``).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Layer(Enum):
    """A layer that a host may lack, or a test leave off."""

    USER = "user"
    LIMITS = "limits"
    HIDDEN = "hidden"
    LANDLOCK = "landlock"
    SECCOMP = "seccomp"

    @property
    def stops(self) -> str:
        """What a submission could do without it."""
        return _STOPS[self]

    @property
    def remedy(self) -> str:
        """How to get it."""
        return _REMEDIES[self]


_STOPS = {
    Layer.USER: "reading and changing the grader's files and memory, killing it",
    Layer.LIMITS: "eating all memory, writing to the disk, starting processes",
    Layer.HIDDEN: "reading the grader's memory as the same user",
    Layer.LANDLOCK: "reading any file but Python's own, leaving files for the next case",
    Layer.SECCOMP: "the network, starting programs, spying on and killing processes",
}
_REMEDIES = {
    Layer.USER: "run as root, with a Python that other users can read (not one in root's home)",
    Layer.LIMITS: "run on Linux, or another system with setrlimit",
    Layer.HIDDEN: "run on Linux",
    Layer.LANDLOCK: "run on Linux 5.13 or later with Landlock enabled",
    Layer.SECCOMP: "run on Linux on x86-64 or aarch64, where filters are allowed",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Isolation:
    """Which layers are on: another user (None: the grader's own), Landlock's ABI (0: none), ..."""

    user: int | None
    limits: bool
    hidden: bool
    landlock: int
    seccomp: bool

    @property
    def layers(self) -> dict[Layer, bool]:
        return {
            Layer.USER: self.user is not None,
            Layer.LIMITS: self.limits,
            Layer.HIDDEN: self.hidden,
            Layer.LANDLOCK: self.landlock > 0,
            Layer.SECCOMP: self.seccomp,
        }

    @property
    def level(self) -> int:
        """How many rungs of the ladder hold, from below.

        1 a process of its own, killed from outside; 2 and limits; 3 and the grader unreadable, by
        another user or hidden memory; 4 and files closed, by another user or Landlock; 5 and system
        calls closed, by seccomp.
        """
        rungs = (
            self.limits,
            self.user is not None or self.hidden,
            self.user is not None or self.landlock > 0,
            self.seccomp,
        )
        level = 1
        for holds in rungs:
            if not holds:
                break
            level += 1
        return level

    def __str__(self) -> str:
        parts = [
            f"user {self.user}" if self.user else "the grader's own user",
            "limits" if self.limits else "no limits",
            "grader's memory hidden" if self.hidden else "grader's memory not hidden",
            f"Landlock {self.landlock}" if self.landlock else "no Landlock",
            "seccomp" if self.seccomp else "no seccomp",
        ]
        return f"Isolation level {self.level} of 5: a process a case, {', '.join(parts)}."

    def warnings(self) -> list[str]:
        """A line for each layer that is off although nothing else does its work."""
        off = {layer for layer, is_on in self.layers.items() if not is_on}
        if self.user is not None:
            off -= {Layer.HIDDEN}
        if self.hidden and self.landlock:
            off -= {Layer.USER}
        return [
            f"Off: {layer.value}. Without it a submission is not kept from {layer.stops}."
            for layer in Layer
            if layer in off
        ]
