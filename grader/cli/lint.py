"""``grader lint``: find blind cases, titles that tell the answer, points that don't add up."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from grader.cli import DONE, FELL_SHORT
from grader.cli.grade import find_suite

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.authoring.lint import Finding


def add_parser(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``grader lint``."""
    add = parser.add_argument
    add("--suite", metavar="DIR", type=Path,
        help="the folder with suite.yaml (default: test_cases of the checkout, or here)")  # fmt: skip
    add("--strict", action="store_true", help="exit 1 on warnings, too; faults always do")
    add("--json", action="store_true", help="print the findings as JSON")


def run(args: argparse.Namespace) -> int:
    """Print the findings; 1 where there is a fault or, with ``--strict``, a warning."""
    from grader.authoring.lint import Severity, lint
    from grader.cases import read_suite

    findings = lint(read_suite(find_suite(args.suite)))
    print(_as_json(findings) if args.json else _as_text(findings))
    grave = {Severity.FAULT, Severity.WARNING} if args.strict else {Severity.FAULT}
    return FELL_SHORT if any(finding.severity in grave for finding in findings) else DONE


def _as_json(findings: Sequence[Finding]) -> str:
    listed = [{**asdict(finding), "severity": finding.severity.value} for finding in findings]
    return json.dumps(listed, indent=1)


def _as_text(findings: Sequence[Finding]) -> str:
    counts = Counter(finding.severity.value for finding in findings)
    shown = [
        f"{counts[kind]} {kind}{'' if counts[kind] == 1 else 's'}"
        for kind in ("fault", "warning", "hint")
    ]
    return "\n".join([*map(str, findings), ", ".join(shown)])
