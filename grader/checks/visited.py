"""Judge the order of first visits.

The right order is given: whoever calls decides under which convention it was made.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from grader.checks.finding import RIGHT, Finding, wrong
from grader.checks.words import count
from grader.tree import Node

_WHOLE = 14  # names of a sequence that is shown as a whole
_BEFORE, _AFTER = 2, 6  # names around the first difference of a longer one


def first_difference(seen: Sequence[Node], wanted: Sequence[Node]) -> int | None:
    """The first index at which two orders of visits differ; None where they are the same.

    Nodes are compared by identity: two paths to equal states are two nodes.
    """
    for index, (mine, right) in enumerate(zip_longest(seen, wanted)):
        if mine is not right:
            return index
    return None


def check_visited(seen: Sequence[Node], wanted: Sequence[Node]) -> Finding:
    """Compare the order of first visits with the right one."""
    index = first_difference(seen, wanted)
    if index is None:
        return RIGHT
    right = f"The right order of first visits is {_around(wanted, index)}"
    if not seen:
        return wrong(f"{right}; your function visited no node.")
    return wrong(f"{right}; yours is {_around(seen, index)}.")


def _around(nodes: Sequence[Node], index: int) -> str:
    amount = count(len(nodes), "node")
    if len(nodes) <= _WHOLE:
        return f"{', '.join(node.name for node in nodes)} ({amount})"
    first = min(max(0, index - _BEFORE), len(nodes) - 1)
    shown = [node.name for node in nodes[first : index + _AFTER]]
    before = ["..."] if first else []
    after = ["..."] if first + len(shown) < len(nodes) else []
    return f"{', '.join(before + shown + after)} ({amount}, from visit {first + 1} on)"
