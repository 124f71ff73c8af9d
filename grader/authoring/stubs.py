"""Reduce the stubs to the functions that a course takes, under its pruning convention.

Decides what of ``assignment/solver.py`` students get. The text of what is kept stays as it is, but for
the sentences that say when to cut and what to return then.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from grader.cases import Call, Cutoff, Pruning, Returns
from grader.errors import GraderError, UsageError

# What a function builds on, in its stub's own words.
NEEDS = {
    Call.ESTIMATE: (Call.SIMULATE,),
    Call.ALPHA_BETA_ORDERED: (Call.ALPHA_BETA,),
    Call.ITERATIVE_DEEPENING: (Call.DEPTH_LIMITED,),
    Call.EXPECTIMINIMAX_PRUNED: (Call.EXPECTIMINIMAX, Call.ALPHA_BETA),
}
_STRICT = (("v >= beta", "v > beta"), ("v <= alpha", "v < alpha"))
_HARD = (("then return v itself", "then return that bound"),)


class StubsError(GraderError):
    """The stubs lack something that a course chooses."""


def reduce_stubs(source: str, chosen: AbstractSet[Call], pruning: Pruning) -> str:
    """Keep of the stubs the ``chosen`` ones, with the imports that they use.

    Raises UsageError where a chosen function builds on one that is not, StubsError for one that
    ``source`` does not have.
    """
    for call in sorted(chosen, key=lambda call: call.value):
        for needed in NEEDS.get(call, ()):
            if needed not in chosen:
                raise UsageError(
                    f"{call.value} builds on {needed.value}, which no chosen question has."
                    " Choose both or neither."
                )
    names = {call.value for call in chosen}
    there = {name for name, _, _ in _definitions(source)}
    if missing := sorted(names - there):
        raise StubsError(f"the stubs have no {missing[0]}")
    lines = source.split("\n")
    for name, first, last in reversed(list(_definitions(source))):
        if name not in names:
            del lines[first:last]
    kept = "\n".join(lines).rstrip() + "\n"
    return _under(pruning, _with_used_imports(kept))


def _definitions(source: str) -> Iterator[tuple[str, int, int]]:
    """Name, first line and end of each function and class, with the blank lines before it."""
    end = 0
    for node in ast.parse(source).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name, end, node.end_lineno or node.lineno
        end = node.end_lineno or node.lineno


def _with_used_imports(source: str) -> str:
    """Without the names that are imported and not used."""
    tree = ast.parse(source)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    lines: list[str | None] = list(source.split("\n"))
    for node in tree.body:
        if not isinstance(node, ast.ImportFrom) or node.module == "__future__":
            continue
        names = [alias.name for alias in node.names if alias.name in used]
        for at in range(node.lineno - 1, node.end_lineno or node.lineno):
            lines[at] = None
        if names:
            lines[node.lineno - 1] = f"from {node.module} import {', '.join(names)}"
    text = "\n".join(line for line in lines if line is not None)
    return re.sub(r"\n\n+(?=from )", "\n\n", re.sub(r"\n{4,}", "\n\n\n", text))


def _under(pruning: Pruning, source: str) -> str:
    changes: list[tuple[str, str]] = []
    changes += _STRICT if pruning.cutoff is Cutoff.STRICT else ()
    changes += _HARD if pruning.returns is Returns.FAIL_HARD else ()
    if f"def {Call.ALPHA_BETA.value}(" not in source:
        return source
    for old, new in changes:
        if old not in source:
            raise StubsError(f"the stubs don't say {old!r}, which the convention would change")
        source = source.replace(old, new)
    return source
