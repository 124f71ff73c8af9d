"""The solvers of ``submissions/``: their sources in each variant of pruning, and how one is called.

A source says how it prunes in three lines of its own, which are rewritten here, so that no file is
there twice. May not know what is right.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from games import State
from playing import Recorded

from grader.cases import Call, Case
from grader.search import Convention
from grader.tree import Node

HERE = Path(__file__).resolve().parent
SUBMISSIONS = sorted((HERE / "submissions").glob("*.py"))
CONSTANTS: Mapping[str, Callable[[Convention], bool]] = {
    "STRICT_AT_MAX": lambda member: member.strict_at_max,
    "STRICT_AT_MIN": lambda member: member.strict_at_min,
    "FAIL_HARD": lambda member: member.fail_hard,
}
Solver = Callable[..., Any]


def variant(source: str, member: Convention) -> str:
    """The source, pruning as ``member`` does. ValueError for one that does not say how it prunes."""
    for name, wanted in CONSTANTS.items():
        source, count = re.subn(
            rf"^{name} = False$", f"{name} = {wanted(member)}", source, flags=re.MULTILINE
        )
        if count != 1:
            raise ValueError(f"{count} lines say '{name} = False', and one should")
    return source


def defined(source: str) -> frozenset[Call]:
    """The functions of the assignment that the source defines."""
    body = ast.parse(source).body
    names = {node.name for node in body if isinstance(node, ast.FunctionDef)}
    names |= {
        target.id
        for node in body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return frozenset(call for call in Call if call.value in names)


def allowed(source: str) -> tuple[str, ...]:
    """The packages that the suite has to allow for this source."""
    return tuple(re.findall(r"^# allow: (\w+)$", source, re.MULTILINE))


def loaded(source: str, call: Call) -> Solver:
    """The function of the source, in this process: our own sources need no sandbox."""
    module: dict[str, Any] = {"__name__": "solver"}
    exec(compile(source, "solver.py", "exec", dont_inherit=True), module)  # no __future__ of ours
    solver: Solver = module[call.value]
    return solver


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a run answered, whatever that is, and the nodes that it asked about, in order."""

    value: object
    action: object
    visited: tuple[Node, ...]


class Seen(Recorded):
    """The recorded game with numbers as a student sees them: fractions are the nearest floats."""

    def utility(self, state: State) -> Any:
        number = super().utility(state)
        return float(number) if isinstance(number, Fraction) else number


def asked(solver: Solver, case: Case) -> Told:
    """Let the solver play the case, whose call prunes."""
    game = Seen(case.start)
    more = (game.evaluate,) if case.call is Call.ALPHA_BETA_ORDERED else ()
    value, action = solver(game, case.start, *more)
    return Told(value=value, action=action, visited=tuple(game.visited))
