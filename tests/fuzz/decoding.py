"""Decode what a child might send, and compare with the second opinion on it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from fuzz.bodies import body
from fuzz.common import FoundError, expect, is_printable
from fuzz.opinion import InvalidError, answer_of, count_of, names_of, raised_of, record_of
from grader.sandbox import Budget, Job, Shape, answers, decode, words
from grader.sandbox.decode import Raised
from grader.sandbox.dialogue import ViolationError
from grader.sandbox.submission import Module
from grader.tree import Draft, grow

BUDGET = Budget(cpu=1, wall=1, memory=64, output=1, requests=100)
MODULES = (Module(name="solver", is_package=False, parts=(("solver.py", b"x\n\x1b[2J\xff\n"),)),)
_LEAVES = [("A", Draft(utility=3)), ("B", Draft(player="opp", branches=[("1", Draft(utility=2))]))]
TREE = grow(Draft(player="agent", branches=_LEAVES))
KNOWN = tuple(TREE.nodes())[:3]
JOBS = {
    shape: Job(
        function="solve",
        arguments=("game",),
        shape=shape,
        tree=TREE,
        start=TREE.root,
        given={"ns": (0, 1, 2, 7)} if shape is Shape.ROW else {"n": 3, "most": 3},
        asked=(TREE.root, TREE.by_name["B"]),
        positions=(("..", "agent"), "x"),
        budget=BUDGET,
    )
    for shape in Shape
}


def check(data: bytes, shape: Shape) -> None:
    """Decode ``data`` in every way and compare with the second opinion."""
    job = JOBS[shape]
    record = _agreed(data, lambda: decode.parse(data), lambda: record_of(data))
    if record is None:
        return
    returned, told = record.get("returned"), record.get("raised")
    _agreed(
        data, lambda: answers.answer(returned, job, KNOWN), lambda: answer_of(returned, job, KNOWN)
    )
    _agreed(data, lambda: decode.repeats(record), lambda: count_of(record.get("repeats", 0)))
    _agreed(data, lambda: decode.names(record, "functions", 500), lambda: names_of(record))
    exception = _agreed(data, lambda: decode.raised(told), lambda: raised_of(told))
    if exception is not None:
        _check_words(exception)


def _agreed(data: bytes, ours: Callable[[], Any], theirs: Callable[[], Any]) -> Any:
    """What both make of it, which is the same, to the type of each number; None if it is refused."""
    try:
        right = theirs()
    except InvalidError:
        right = None
    try:
        found = ours()
    except ViolationError:
        found = None
    except Exception as error:
        raise FoundError(f"{type(error).__name__}: {error}, from {data!r:.400}") from error
    expect(repr(found) == repr(right), f"{found!r:.300} is not {right!r:.300}, from {data!r:.400}")
    return found


def _check_words(exception: Raised) -> None:
    """What is said of an exception can be said of any, in text that can be shown."""
    said = [*words.raised(exception, BUDGET, "solve")[1:], words.traceback(exception, MODULES)]
    if exception.syntax is not None:
        said += words.syntax_error(exception)
    for text in said:
        odd = [char for char in text if char not in "\n\t" and not is_printable(char)]
        expect(not odd, f"{odd!r} in what is said of {exception!r:.400}")


def attempt(rng: Random) -> None:
    """One body, made and checked."""
    shape = rng.choice(list(Shape))
    check(body(rng, shape), shape)
