"""Tell the reference's code from other code, by its syntax tree, its words or its byte code.

Decides how alike two functions may be. Names, docstrings, annotations, comments and layout don't
count: what is compared are the kinds of nodes in order, operators, constants and the attributes that
the assignment's interface fixes.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grader.gradescope.leaks_pyc import Grams, by_place, is_code, read_code
from grader.gradescope.leaks_text import as_text, parsed

# How alike a copy is at least, by the Dice coefficient of runs of three nodes. Functions of this project
# that were written apart reach 0.45 with the reference's, and short ones 0.57.
ALIKE, SHORT_ALIKE = 0.62, 0.85
SHORTEST, SHORT = 10, 20  # runs: what has fewer is like many others, and is not looked for
CONTAINED, LARGE = 0.85, 40  # the share of a function that another one holds, from this length on
_WIDEST = 6  # times as long may what holds it be: a module holds some run of every kind
_WORDS_ALIKE, _FEWEST_WORDS = 0.6, 12

_DEF = re.compile(r"^(?P<indent>[ \t]*)(?:async[ \t]+)?(?:def|class)[ \t]+\w+", re.MULTILINE)
_WORD = re.compile(r"\w+|[^\w\s()\"',.:]")
_COMMENT = re.compile(r"#[^\n\"']*$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """A function of the reference, as it is recognised."""

    name: str
    grams: Grams
    words: frozenset[tuple[str, ...]]
    codes: Grams


class Reference:
    """The functions to look for: those in ``sources``, by file name. Very short ones are left out."""

    def __init__(self, sources: Mapping[str, bytes]) -> None:
        self._functions = []
        for file, data in sorted(sources.items()):
            text = as_text(data)
            codes = by_place(text, file)
            for node in _definitions(parsed(text) or ast.Module([], [])):
                grams = _grams(node)
                if grams.total() < SHORTEST:
                    continue
                source = ast.get_source_segment(text, node) or ""
                self._functions.append(
                    Function(
                        name=f"{file}: {node.name}",
                        grams=grams,
                        words=frozenset(_word_runs(source)),
                        codes=codes.get((node.name, node.lineno), Counter()),
                    )
                )

    def find(self, data: bytes) -> Iterator[str]:
        """Name the reference's functions that are in ``data``, each once."""
        if is_code(data):
            yield from self._compiled(data)
        text = as_text(data)
        if "def" not in text and "return" not in text:
            return
        here = [grams for _, grams in functions(text) if grams.total() >= SHORTEST]
        runs = set(_word_runs(text))
        for function in self._functions:
            by_tree = any(is_alike(function.grams, other) for other in here)
            if by_tree or _are_there(function.words, runs):
                yield function.name

    def _compiled(self, data: bytes) -> Iterator[str]:
        """Functions in byte code; that there is any is reported elsewhere."""
        for grams in read_code(data):
            for function in self._functions:
                if _is_copy(function.codes, grams):
                    yield function.name


def functions(text: str) -> list[tuple[str, Grams]]:
    """Every function in ``text`` that can be parsed, wherever in it; the top level is one, too."""
    tree = parsed(text)
    trees = [tree] if tree else list(_fragments(text))
    found = [("", _grams(tree)) for tree in trees]
    return found + [(node.name, _grams(node)) for tree in trees for node in _definitions(tree)]


def is_alike(ours: Grams, theirs: Grams) -> bool:
    """Whether ``theirs`` is a copy of ``ours``, or has one in it."""
    total, theirs_total = ours.total(), theirs.total()
    if _is_copy(ours, theirs):
        return True
    if not LARGE <= total <= theirs_total <= _WIDEST * total:
        return False
    return (ours & theirs).total() >= CONTAINED * total


def _is_copy(ours: Grams, theirs: Grams) -> bool:
    total = ours.total()
    least = ALIKE if total >= SHORT else SHORT_ALIKE
    return total >= SHORTEST and _dice(ours, theirs) >= least


def _dice(ours: Grams, theirs: Grams) -> float:
    small, large = sorted((ours.total(), theirs.total()))
    if not small or 2 * small < ALIKE * (small + large):
        return 0.0
    return 2 * (ours & theirs).total() / (small + large)


def _are_there(words: frozenset[tuple[str, ...]], runs: set[tuple[str, ...]]) -> bool:
    return len(words) >= _FEWEST_WORDS and len(words & runs) >= _WORDS_ALIKE * len(words)


def _fragments(text: str) -> Iterator[ast.Module]:
    """Functions in text that is no Python as a whole: a page, a diff, a report."""
    lines = text.split("\n")
    offsets = [text.count("\n", 0, match.start()) for match in _DEF.finditer(text)]
    for first in offsets:
        indent = len(lines[first]) - len(lines[first].lstrip())
        last = first + 1
        while last < len(lines) and _goes_on(lines[last], indent):
            last += 1
        for end in range(last, first, -1):  # what follows on the last lines may be no code
            tree = parsed(textwrap.dedent("\n".join(lines[first:end])))
            if tree is not None:
                yield tree
                break
            if last - end > 3:
                break


def _goes_on(line: str, indent: int) -> bool:
    """Whether a line belongs to what starts at ``indent``: it is deeper, empty, or ends a signature."""
    plain = line.lstrip()
    return not plain or len(line) - len(plain) > indent or plain[0] in ")]}"


_Definition = ast.FunctionDef | ast.AsyncFunctionDef


def _definitions(tree: ast.AST) -> Iterator[_Definition]:
    return (node for node in ast.walk(tree) if isinstance(node, _Definition))


def _grams(tree: ast.AST) -> Grams:
    """Three nodes each, in order."""
    words = list(_nodes(tree))
    return Counter(zip(words, words[1:], words[2:], strict=False))


def _nodes(tree: ast.AST) -> Iterator[str]:
    """The nodes in order, each by a word, without what a copyist changes first."""
    stack: list[ast.AST] = [tree]
    while stack:
        node = stack.pop()
        word = _word_of(node)
        if word:
            yield word
        stack += list(_counted(node))[::-1]


def _word_of(node: ast.AST) -> str:
    if isinstance(node, (ast.Load, ast.Store, ast.Del, ast.Module, ast.arguments, ast.arg)):
        return ""
    if isinstance(node, ast.Attribute):
        return f".{node.attr}"
    if isinstance(node, ast.Constant):
        return repr(node.value)
    if isinstance(node, ast.keyword):
        return f"{node.arg}="
    return type(node).__name__


def _counted(node: ast.AST) -> Iterator[ast.AST]:
    """The children of a node but for docstrings, annotations, decorators and what only names."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "type_comment", "type_params"):
            continue
        items = value if isinstance(value, list) else [value]
        for item in items:
            if isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant):
                continue
            if isinstance(item, (ast.Import, ast.ImportFrom)):
                continue
            if isinstance(item, ast.AST):
                yield item


def _word_runs(text: str) -> Iterator[tuple[str, ...]]:
    words = _WORD.findall(_COMMENT.sub("", text))
    return zip(*(words[start:] for start in range(8)), strict=False)
