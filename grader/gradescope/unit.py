"""What a unit test of a suite asks about a submission.

``from grader.gradescope.unit import submission`` is all that a test module needs. Nothing of a
student's is imported: a call goes through the sandbox, as a case's does, and what comes back is plain.
Whatever a submission did wrong is raised as an AssertionError when the test looks at it, so that the
test fails with that reason; any other error is the test's own, and never the student's fault.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from grader.cases.games import Games
from grader.cases.model import Limits
from grader.gradescope.unit_job import Asked, job_for
from grader.gradescope.unit_outcome import Called, FellShortError
from grader.grading.grade import Verdict
from grader.sandbox import Sandbox, Submission
from grader.tree import State

__all__ = ["Called", "FellShortError", "Opened", "UnderTest", "submission"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """What is under test: its files, the sandbox for its calls, and why it can't be called, if so."""

    submission: Submission
    sandbox: Sandbox
    functions: frozenset[str]
    failure: FellShortError | None
    support: Path
    allow: tuple[str, ...]
    limits: Limits
    games: Games


class UnderTest:
    """The submission under test. It is there while the grader runs the suite's unit tests."""

    def __init__(self) -> None:
        self._now: Opened | FellShortError | None = None

    @contextmanager
    def holding(self, opened: Opened | FellShortError) -> Iterator[None]:
        """Be about this submission, or the reason why there is none, for a while."""
        self._now = opened
        try:
            yield
        finally:
            self._now = None

    @property
    def files(self) -> tuple[str, ...]:
        """The names of the files that are graded, ``solver.py`` first."""
        return tuple(self._sources())

    @property
    def functions(self) -> frozenset[str]:
        """The names of the functions and classes that ``solver.py`` has once it is imported."""
        opened = self._opened()
        if opened.failure is not None:
            raise opened.failure
        return opened.functions

    @property
    def allow(self) -> tuple[str, ...]:
        """The installed packages that the suite lets a submission import."""
        return self._opened().allow

    def source(self, file: str = "solver.py") -> str:
        """The text of one of ``files``; the code cells of a notebook are one file, solver.py."""
        sources = self._sources()
        if file not in sources:
            raise FellShortError(f"There is no {file} among the files: {', '.join(sources)}.")
        return sources[file]

    def syntax(self, file: str = "solver.py") -> ast.Module:
        """The syntax tree of one of ``files``; the test fails where it is no Python."""
        try:
            return ast.parse(self.source(file))
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            message = f"{file} can't be read as Python: {error}"
            raise FellShortError(message, Verdict.RAISED) from None

    def handed_out(self, file: str = "solver.py") -> str:
        """The text of a file that students were given, beside the suite's support module."""
        return (self._opened().support.parent / file).read_text(encoding="utf-8")

    def call(
        self,
        function: str,
        *,
        tree: object = None,
        game: Mapping[str, object] | None = None,
        state: str | None = None,
        policies: Mapping[str, object] | None = None,
        ask: Sequence[str] = (),
        positions: Sequence[State] = (),
        seed: int = 1,
        **given: object,
    ) -> Called:
        """Call a function of the submission in the sandbox, in a process of its own.

        ``tree`` is one line of text or nested dicts as in a case file, ``game`` and ``policies`` as
        there, too. ``state`` is a node's name, ``ask`` the states at which a policy is asked,
        ``positions`` what evaluate_tictactoe is called on; ``given`` are numbers such as ``depth``.
        Raises ValueError for what no case could say.
        """
        asked = Asked(
            function=function,
            tree=tree,
            game=game,
            state=state,
            policies=policies,
            ask=ask,
            positions=positions,
            seed=seed,
            given=given,
        )
        opened = self._opened()
        job = job_for(asked, opened.limits, opened.games)
        if opened.failure is not None:
            raise opened.failure
        if function not in opened.functions:
            message = f"solver.py defines no function named {function}."
            raise FellShortError(message, Verdict.NOT_IMPLEMENTED)
        return Called(function, opened.sandbox.run(job))

    def _opened(self) -> Opened:
        if isinstance(self._now, FellShortError):
            raise self._now
        if self._now is None:
            raise RuntimeError("There is no submission here: the grader runs these tests.")
        return self._now

    def _sources(self) -> dict[str, str]:
        modules = self._opened().submission.modules
        return {
            module.name.replace(".", "/")
            + ("/__init__.py" if module.is_package else ".py"): "\n".join(
                source.decode("utf-8-sig", "replace") for _, source in module.parts
            )
            for module in modules
        }


submission = UnderTest()
