"""Which tests a suite's ``unittest`` modules declare, read from their text before anything is run.

So every test is in every result, at the same place and with the same points, whatever becomes of the
run. Decides how the decorators of gradescope-utils are read; may not import a module of the suite.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from grader.cases.decode_beside import UNIT_FILES
from grader.cases.fields import did_you_mean
from grader.cases.model import (
    Call,
    Expectation,
    Pruning,
    Question,
    Scoring,
    Suite,
    UnitCase,
    UnitTests,
    Visibility,
)
from grader.errors import AuthorError, Fault
from grader.tree import Draft, grow

# Those that are read here; hide_errors means something only when a test runs.
_READ = ("weight", "partial_credit", "number", "visibility", "tags")
_NO_TREE = grow(Draft(utility=0))
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """The tests of a suite as one question, and the ids of those that give partial credit."""

    question: Question
    partial: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Test:
    id: str
    title: str
    line: int
    weight: Fraction | None = None
    is_partial: bool = False
    number: str = ""
    visibility: Visibility = Visibility.VISIBLE
    tags: tuple[str, ...] = ()


def declared(suite: Suite, unit: UnitTests) -> Declared:
    """Read the test modules of ``unit``, a setting of ``suite``.

    Raises AuthorError with every fault of all of them: syntax, decorators that can't be read, a module
    without tests.
    """
    faults: list[Fault] = []
    found: list[tuple[str, _Test]] = []
    for path in sorted((suite.folder / unit.folder).glob(UNIT_FILES)):
        name = f"{unit.folder}/{path.name}"
        found += [(name, test) for test in _Module(path, name, faults).tests()]
    if faults:
        raise AuthorError(faults)
    found.sort(key=lambda each: (not each[1].number, _natural(each[1].number)))
    cases = tuple(_case(name, test) for name, test in found)
    points = sum((case.points for case in cases), Fraction(0))
    question = Question(
        id=unit.id,
        title=unit.title,
        points=points if unit.points is None else unit.points,
        scoring=Scoring.PER_CASE,
        pruning=Pruning(),
        cases=cases,
        extra=unit.extra,
    )
    partial = frozenset(test.id for _, test in found if test.is_partial)
    return Declared(question=question, partial=partial)


def _case(file: str, test: _Test) -> UnitCase:
    return UnitCase(
        id=test.id,
        call=Call.MINIMAX,  # a case has a call; nobody makes this one
        title=test.title,
        tree=_NO_TREE,
        start=_NO_TREE.root,
        expect=Expectation(),
        weights={},
        points=test.weight or Fraction(0),
        visibility=test.visibility,
        file=file,
        line=test.line,
        tags=test.tags,
    )


def _natural(number: str) -> list[tuple[int, int, str]]:
    """The key by which 1.10 comes after 1.2."""
    parts = re.findall(r"[0-9]+|[^0-9.]+", number)
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts]


class _Module:
    """One test module; faults are added to those given."""

    def __init__(self, path: Path, name: str, faults: list[Fault]) -> None:
        self._name, self._stem, self._faults = name, path.stem, faults
        self._classes: dict[str, ast.ClassDef] = {}
        try:
            tree = ast.parse(path.read_bytes(), filename=name)
        except SyntaxError as error:
            self._fault(error.lineno or 1, error.offset or 1, f"no Python: {error.msg}")
            return
        except (OSError, ValueError) as error:
            self._fault(1, 1, f"this file can't be read: {error}")
            return
        self._classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
        if not any(True for _ in self._methods()):
            self._fault(1, 1, "there is no test in this module: no TestCase with a method test...")

    def tests(self) -> list[_Test]:
        return [self._test(of, method) for of, method in self._methods()]

    def _methods(self) -> Iterator[tuple[str, _Function]]:
        """Each test class with each of its test methods, inherited ones too."""
        for name in self._classes:
            if self._is_test_class(name, set()):
                for method in self._of_class(name, set()).values():
                    yield name, method

    def _is_test_class(self, name: str, seen: set[str]) -> bool:
        """Whether a base is a TestCase, or comes from elsewhere and so may be one."""
        if name in seen:
            return False
        bases = [_last_name(base) for base in self._classes[name].bases]
        return any(
            self._is_test_class(base, seen | {name}) if base in self._classes else base != "object"
            for base in bases
        )

    def _of_class(self, name: str, seen: set[str]) -> dict[str, _Function]:
        found: dict[str, _Function] = {}
        if name in seen:
            return found
        for base in reversed(self._classes[name].bases):
            if _last_name(base) in self._classes:
                found |= self._of_class(_last_name(base), seen | {name})
        own: set[str] = set()
        for node in self._classes[name].body:
            if not isinstance(node, _Function) or not node.name.startswith("test"):
                continue
            if node.name in own:
                message = f"{name} has two tests named {node.name}, so the first is lost"
                self._fault(node.lineno, node.col_offset + 1, message)
            own.add(node.name)
            found[node.name] = node
        return found

    def _test(self, of: str, method: _Function) -> _Test:
        said: dict[str, ast.Call] = {}
        for node in method.decorator_list:
            if isinstance(node, ast.Call) and _last_name(node.func) in _READ:
                said[_last_name(node.func)] = node
        weigher = said.get("partial_credit") or said.get("weight")
        words = (ast.get_docstring(method) or "").strip().split("\n")
        return _Test(
            id=f"{self._stem}.{of}.{method.name}",
            title=words[0].strip() or f"{of}.{method.name}",
            line=method.lineno,
            weight=self._weight(weigher) if weigher else None,
            is_partial="partial_credit" in said,
            number=str(self._argument(said["number"]) or "") if "number" in said else "",
            visibility=self._visibility(said.get("visibility")),
            tags=self._tags(said["tags"]) if "tags" in said else (),
        )

    def _weight(self, node: ast.Call) -> Fraction:
        value = self._argument(node)
        if value is None:
            return Fraction(0)
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not is_number or not math.isfinite(float(str(value))) or float(str(value)) < 0:
            message = f"{_last_name(node.func)} must be a number of at least 0, found {value!r}"
        elif (weight := Fraction(str(value))) * 100 % 1:
            message = f"{_last_name(node.func)} must be a whole number of hundredths"
        else:
            return weight
        self._fault(node.lineno, node.col_offset + 1, message)
        return Fraction(0)

    def _visibility(self, node: ast.Call | None) -> Visibility:
        known = {member.value: member for member in Visibility}
        value = self._argument(node) if node else Visibility.VISIBLE.value
        if node and value is not None and value not in known:
            message = f"visibility can't be {value!r}; {did_you_mean(str(value), known)}"
            self._fault(node.lineno, node.col_offset + 1, message)
        return known.get(str(value), Visibility.VISIBLE)

    def _tags(self, node: ast.Call) -> tuple[str, ...]:
        values = [self._literal(argument, "tags") for argument in node.args]
        return tuple(" ".join(str(value).split()) for value in values if value is not None)

    def _argument(self, node: ast.Call) -> object:
        """The one argument of a decorator, which must stand there as a number or text."""
        name, keyword = _last_name(node.func), [word.value for word in node.keywords]
        arguments = [*node.args, *keyword]
        if len(arguments) != 1:
            self._fault(node.lineno, node.col_offset + 1, f"{name} takes one argument")
            return None
        return self._literal(arguments[0], name)

    def _literal(self, node: ast.expr, name: str) -> object:
        try:
            value: object = ast.literal_eval(node)
        except ValueError:
            value = None
        if not isinstance(value, (str, int, float)):
            message = f"{name} needs a number or text written here: tests are listed unrun"
            self._fault(node.lineno, node.col_offset + 1, message)
            return None
        return value

    def _fault(self, line: int, column: int, message: str) -> None:
        fault = Fault(file=self._name, line=line, column=column, message=message)
        if fault not in self._faults:  # an inherited method is read once a class
            self._faults.append(fault)


def _last_name(node: ast.expr) -> str:
    """The name of a base or decorator, without the modules before it; empty for anything else."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
