"""Write a new case file: from a tree in one line, or from a generated tree with asked-for traits.

Decides how a tree is given in one line. The expectation is left to be recorded.
"""

from __future__ import annotations

from collections.abc import Mapping as Table

from grader.authoring.new_generate import default_keys, generate
from grader.authoring.new_text import case_text, check, modeline, next_step
from grader.authoring.page_reduce import HandoutError
from grader.authoring.page_tree import read_picture
from grader.cases.syntax import MAX_DEPTH
from grader.errors import UsageError
from grader.tree import Draft, GameTree, Node, Number, grow

__all__ = ["case_text", "check", "default_keys", "generate", "modeline", "next_step", "read_tree"]


def read_tree(line: str, evaluations: str = "") -> GameTree:
    """The tree of ``max(A: min(3, 5), B: 2)``; ``evaluations`` are given as ``A 3, B 2``.

    Raises UsageError with what is wrong.
    """
    if line.count("(") > MAX_DEPTH:  # each is a step of the reader's recursion
        raise UsageError(f"The tree has more than {MAX_DEPTH} inner nodes; write it in a file.")
    given = f"\n\nvalues: {evaluations}" if evaluations else ""
    try:
        picture = read_picture(" ".join(line.split()) + given)
    except HandoutError as error:
        raise UsageError(f"This is no tree: {error}.") from None
    stated = picture.notes.values
    return grow(_evaluated(picture.tree.root, stated)) if stated else picture.tree


def _evaluated(node: Node, stated: Table[Node, Number]) -> Draft:
    """Recursion is safe here and below: a tree has at most ``MAX_DEPTH`` inner nodes in a row."""
    steps = zip(node.actions, node.children, strict=True)
    return Draft(
        player=node.player,
        utility=node.utility,
        payoffs=node.payoffs,
        evaluation=stated.get(node, node.evaluation),
        name=node.name,
        branches=[(action, _evaluated(child, stated)) for action, child in steps],
        chances=node.chances,
    )
