"""The code itself: what no case can see. These tests cost no points; see docs/cases.md, Unit tests."""

from __future__ import annotations

import ast
import sys
import unittest

from gradescope_utils.autograder_utils.decorators import number, tags, weight

from grader.gradescope.unit import submission

# The agent has 3 at A, and B is worth at most 2 after its first leaf. The rest of B is cut.
CUT = "max(A: 3, B: min(2, {}))"
LEFT_OUT = 60  # ends in the part that is cut


class Stubs(unittest.TestCase):
    """What the handout gave is still there."""

    longMessage = False

    @weight(0)
    @number("1.1")
    @tags("style")
    def test_type_hints_are_kept(self) -> None:
        """Every function of the handout keeps its type hints"""
        for name, (given, own) in both().items():
            with self.subTest(name):
                kept = arguments(own)[: len(arguments(given))]
                lost = [part.arg for part in kept if part.annotation is None]
                lost += ["the result"] if own.returns is None else []
                self.assertFalse(lost, f"there is no type hint for: {', '.join(lost)}.")

    @weight(0)
    @number("1.2")
    @tags("style")
    def test_docstrings_are_kept(self) -> None:
        """Every function of the handout keeps a docstring"""
        for name, (_, own) in both().items():
            with self.subTest(name):
                self.assertTrue(ast.get_docstring(own), "there is no docstring.")


class Code(unittest.TestCase):
    """How the searches go about it."""

    longMessage = False

    @weight(0)
    @number("2.1")
    @tags("imports")
    def test_only_allowed_modules_are_imported(self) -> None:
        """Only the standard library, games and allowed packages are imported"""
        own = {file.removesuffix(".py").split("/")[0] for file in submission.files}
        known = {"games", *sys.stdlib_module_names, *submission.allow, *own}
        for file in submission.files:
            for line, module in imported(submission.syntax(file)):
                message = f"{file}, line {line}: {module} is not allowed here."
                self.assertIn(module.split(".")[0], known, message)

    @weight(0)
    @number("2.2")
    @tags("search")
    def test_alpha_beta_does_not_copy_the_tree(self) -> None:
        """alpha_beta looks at states as it goes, and does not copy the tree first"""
        rest = f"max({', '.join(map(str, range(LEFT_OUT)))})"
        found = submission.call("alpha_beta", tree=CUT.format(rest))
        self.assertEqual(found.value, 3)
        message = (
            f"it visited {len(found.visited)} nodes, where 4 decide. Ask for the successors of a"
            " state when the search comes to it, and stop when a bound says so."
        )
        self.assertLess(len(found.visited), LEFT_OUT // 2, message)

    @weight(0)
    @number("2.3")
    @tags("style")
    def test_nothing_is_printed(self) -> None:
        """minimax prints nothing"""
        found = submission.call("minimax", tree="max(A: min(3, 5), B: 2)")
        self.assertEqual(found.value, 3)
        self.assertEqual(found.printed, "", "Take out what prints, or logs, to look for mistakes.")


def arguments(of: ast.FunctionDef) -> list[ast.arg]:
    return [*of.args.posonlyargs, *of.args.args, *of.args.kwonlyargs]


def functions(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def both() -> dict[str, tuple[ast.FunctionDef, ast.FunctionDef]]:
    """Each function of the handout with the submission's own, as far as it defines it."""
    own: dict[str, ast.FunctionDef] = {}
    for file in reversed(submission.files):  # solver.py last: its functions count
        own.update(functions(submission.syntax(file)))
    given = functions(ast.parse(submission.handed_out("solver.py")))
    return {name: (stub, own[name]) for name, stub in given.items() if name in own}


def imported(tree: ast.Module) -> list[tuple[int, str]]:
    """The line and the name of each module that is imported, relative ones left out."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.append((node.lineno, node.module))
    return found
