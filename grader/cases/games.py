"""Make the games of a suite's support module, by the name of their class.

The module is the instructor's, and so trusted; it may be wrong all the same. Nothing of it is run for
a suite whose cases name no game.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType

from grader.errors import GraderError
from grader.tree import UnfoldedTree, unfold


class NoGameError(GraderError):
    """There is no such game, or it can't be made; the message is for the case's author."""


class Games:
    """The games of the module at ``path``, which is run when the first of them is asked for."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._module: ModuleType | None = None
        self._made: dict[str, UnfoldedTree] = {}  # cases on one game share what was unfolded

    def make(
        self, name: str, ordered: Sequence[object] = (), named: Mapping[str, object] | None = None
    ) -> UnfoldedTree:
        """The tree of the game ``name`` with these arguments, unfolded as far as it is looked at."""
        key = repr((name, tuple(ordered), sorted((named or {}).items())))
        if key not in self._made:
            self._made[key] = self._unfolded(name, ordered, named or {})
        return self._made[key]

    def _unfolded(
        self, name: str, ordered: Sequence[object], named: Mapping[str, object]
    ) -> UnfoldedTree:
        made = getattr(self._loaded(), name, None)
        if not isinstance(made, type):
            raise NoGameError(f"{self._path.name} has no class {name!r}{self._hint(name)}")
        try:
            return unfold(made(*ordered, **named))
        except Exception as error:  # the instructor's class may raise anything
            raise NoGameError(f"{name} can't be made: {type(error).__name__}: {error}") from error

    def _loaded(self) -> ModuleType:
        if self._module is None:
            spec = importlib.util.spec_from_loader("games", loader=None)
            if spec is None:
                raise NoGameError(f"{self._path.name} can't be loaded")
            module = importlib.util.module_from_spec(spec)
            try:
                source = self._path.read_text(encoding="utf-8")
                exec(compile(source, str(self._path), "exec"), module.__dict__)  # noqa: S102
            except Exception as error:  # the instructor's module may raise anything
                what = f"{type(error).__name__}: {error}"
                raise NoGameError(f"{self._path.name} can't be loaded: {what}") from error
            self._module = module
        return self._module

    def _hint(self, name: str) -> str:
        import difflib  # only for a mistyped name

        known = [word for word, made in vars(self._loaded()).items() if isinstance(made, type)]
        near = difflib.get_close_matches(name, known, n=1)
        return f"; did you mean {near[0]!r}?" if near else ""
