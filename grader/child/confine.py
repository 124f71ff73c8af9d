"""Put on the layers around a forked child; which of them, the zygote has found out.

Apart from ``case``, which a fresh interpreter runs, too, where none of these exist.
"""

from __future__ import annotations

from typing import NamedTuple

from grader.child import landlock, limits, seccomp


class Confinement(NamedTuple):
    """The layers that children of a zygote put on."""

    user: int | None = None
    rules: int | None = None  # Landlock's file descriptor
    filter: seccomp.Program | None = None
    limited: bool = False  # rlimits, and no capabilities


def confine(layers: Confinement, *, cpu: int, space: int) -> None:
    """Lock this process down for good. Each layer's reason is its module's docstring."""
    if layers.user is not None:
        limits.become(layers.user)
    if layers.limited:
        limits.drop_capabilities()
        limits.limit(cpu=cpu, space=space)
    limits.die_with_parent()
    limits.forbid_new_privileges()
    if layers.rules is not None:
        landlock.restrict(layers.rules)
    if layers.filter is not None:
        seccomp.install(layers.filter)
