"""What there is to leak: a copy of the kit, and its secrets in plain form."""

from __future__ import annotations

import ast
import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playing import ROOT

from grader.authoring.bundle import suite_json

CASE, QUESTION = "ab-33-far-below-zero", "q8-alpha-beta"
SECRET = "a secret of twenty-three"
ODD = "73501"
ADDRESS = "ta.of.this@course.example"
ODD_CASE = f"""\
call: minimax
title: one end is worth an odd sum
visibility: hidden
tree: {{agent: {{A: {{opp: {{1: {ODD}, 2: 90000}}}}, B: 3}}}}
expect: {{value: {ODD}, actions: [A]}}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """The secrets. ``kit`` is the folder of cases, assignment and reference."""

    kit: Path
    reference: str
    function: str  # the source of one function of it
    case_text: str
    case: dict[str, Any]
    secret: str = SECRET
    odd: str = ODD
    address: str = ADDRESS

    @property
    def title(self) -> str:
        return str(self.case["title"])

    @property
    def tree(self) -> dict[str, Any]:
        return dict(self.case["tree"])


def copy_kit(out: Path) -> Path:
    """A copy of the kit with a secret and a hidden case of an odd number."""
    for name in ("test_cases", "assignment", "solution"):
        shutil.copytree(ROOT / name, out / name, ignore=shutil.ignore_patterns("__pycache__"))
    suite = out / "test_cases" / "suite.yaml"
    suite.write_text(f"secret: {SECRET}\n{suite.read_text(encoding='utf-8')}", encoding="utf-8")
    odd = out / "test_cases" / "q5-minimax" / "mm-99-odd.yaml"
    odd.write_text(ODD_CASE, encoding="utf-8")
    return out


def material(kit: Path) -> Material:
    """The secrets of the kit in the folder ``kit``."""
    reference = (kit / "solution" / "pruning.py").read_text(encoding="utf-8")
    suite = json.loads(suite_json(kit / "test_cases", handout=False))
    cases = {case["id"]: case for question in suite["questions"] for case in question["cases"]}
    assert cases[CASE]["visibility"] == "hidden", "the corpus needs a hidden case"
    file = kit / "test_cases" / QUESTION / f"{CASE}.yaml"
    return Material(
        kit=kit,
        reference=reference,
        function=function_of(reference, "_mean_within"),
        case_text=file.read_text(encoding="utf-8"),
        case=cases[CASE],
    )


def function_of(source: str, name: str) -> str:
    """The text of one function."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return str(ast.get_source_segment(source, node))
    raise LookupError(name)
