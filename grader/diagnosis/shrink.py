"""Shrink a tree that shows a fault to a small one that still does.

Decides how steps are taken and how many; ``steps`` decides what a single step is. May not know what the
fault is: a predicate says whether a tree still shows it. The method is that of delta debugging (Zeller
& Hildebrandt 2002) on trees; its result is *1-minimal*: no single step keeps the fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from grader.diagnosis.steps import fresh, renamed, stepped
from grader.tree import Draft, GameTree, grow

MOST_CALLS = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Shrunk:
    """The smallest tree found. ``is_minimal`` is False only where the predicate's calls ran out."""

    tree: GameTree
    calls: int
    is_minimal: bool


def shrink(
    tree: GameTree | Draft,
    still_fails: Callable[[GameTree], bool],
    *,
    most_calls: int = MOST_CALLS,
) -> Shrunk:
    """Take steps for as long as one leads to a tree that ``still_fails``.

    The same tree and predicate give the same result. ``still_fails`` is called ``most_calls`` times at
    most, always with a valid tree; it has to refuse trees that the fault's function can't be given.
    Names are made anew from actions. Raises ValueError where ``tree`` itself does not fail.
    """
    best = fresh((grow(tree) if isinstance(tree, Draft) else tree).root)
    calls = 1
    if not still_fails(best):
        raise ValueError("the tree that is to be shrunk does not fail")
    ahead, place = steps(best), 0
    changed_at: int | None = None  # where the last step was taken; those before it were in vain
    is_second_round = False
    while not (is_second_round and place == changed_at):
        candidate = next(ahead, None)
        if candidate is None:
            if changed_at is None or is_second_round:
                break
            ahead, place, is_second_round = steps(best), 0, True
            continue
        if calls >= most_calls:
            return Shrunk(tree=best, calls=calls, is_minimal=False)
        calls += 1
        if still_fails(candidate):
            best, changed_at, is_second_round = candidate, place, False
            ahead = islice(steps(best), place, None)
        else:
            place += 1
    return Shrunk(tree=best, calls=calls, is_minimal=True)


def steps(tree: GameTree) -> Iterator[GameTree]:
    """Every tree that is one step from ``tree``, in the order in which they are tried."""
    for root in stepped(tree.root):
        simpler = renamed(root)
        if simpler is not None:
            yield simpler
