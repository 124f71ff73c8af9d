"""What an interpreter does that was started for one case, where there is no zygote to fork it.

It is sent its own code, the child's modules and ``games`` among it, compiled: it compiles nothing, and
needs no file of the grader's. It comes with its two pipes as standard input and output and with the
third as standard error; nothing here may import a module of ours before ``main`` has made it possible.
"""

from __future__ import annotations

import _thread
import marshal
import os
import sys
import time
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

SPENT = 124  # the exit status of a child that has used up its CPU time, as timeout(1) has it


class Sent:
    """Finds the modules that were sent, each once: is it a package, and its marshalled code.

    So a submission that throws one out of ``sys.modules`` doesn't get it again, as under a zygote.
    """

    def __init__(self, modules: Mapping[str, tuple[bool, bytes]]) -> None:
        self._modules = dict(modules)

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002 - the interface's
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        is_package, code = self._modules.pop(fullname, (False, b""))
        if not code:
            return None
        loader: Any = self  # it is one by what it does; the base class is 10 ms away
        return ModuleSpec(fullname, loader, is_package=is_package, loader_state=code)

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave it to the import system."""

    def exec_module(self, module: ModuleType) -> None:
        code: Any = module.__spec__ and module.__spec__.loader_state
        exec(marshal.loads(code), module.__dict__)  # noqa: S102, S302 - the grader's bytes


def main(told: dict[str, Any]) -> None:
    """Make the child's modules known, take up the pipes, run the case. Never returns."""
    sys.meta_path.insert(0, Sent(told["modules"]))
    from grader.child import case, load  # here: just now they have become known

    _take_up_pipes(case.REQUESTS, case.REPLIES)
    sys.argv = list(load.ARGUMENTS)
    if told["allow"]:
        sys.meta_path.append(load.AllowedFinder(told["allow"], told["folders"]))
    for name in ("games", *told["preload"]):
        __import__(name)
    _thread.start_new_thread(_bound, (time.process_time() + told["cpu"],))
    case.run(told["code"])


def _take_up_pipes(requests: int, replies: int) -> None:
    """Move the wire to where a child has it; what is printed goes to the third pipe alone."""
    os.dup2(1, requests, inheritable=False)
    os.dup2(0, replies, inheritable=False)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)


def _bound(most: float) -> None:
    """End the process once its CPU time reaches ``most`` seconds.

    Kept by the child itself, so it holds for honest code: elsewhere there is no clock for others to
    read. What it can't stop, such as one long step in C, the grader stops by the limit on wall time.
    """
    while (left := most - time.process_time()) > 0:
        time.sleep(max(left, 0.01))
    os._exit(SPENT)
