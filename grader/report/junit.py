"""Results as JUnit XML, which continuous integration systems read: a suite a question.

Made from the same results as Gradescope gets. What was not run, or could not be graded, is an error
here: a skipped test would count as no fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from xml.etree import ElementTree as ET

from grader.grading.grade import Verdict
from grader.report.results import Results
from grader.report.rows import Row, rows

# XML 1.0 has no way to say these, not even escaped.
_UNSAYABLE = re.compile("[^\t\n\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ERRORS = {Verdict.NOT_RUN.value, Verdict.GRADER_ERROR.value}


def junit(results: Results, *, title: str, student: bool = False) -> str:
    """Write ``results`` as one XML document; with ``student`` only what students see at once."""
    tests = rows(results, student=student)
    root = ET.Element("testsuites", {"name": _sayable(title), **_counts(tests)})
    for question, group in groupby(tests, key=lambda test: test.question):
        of_question = list(group)
        suite = ET.SubElement(
            root, "testsuite", {"name": _sayable(question), **_counts(of_question)}
        )
        for test in of_question:
            _case(suite, test)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, "unicode") + "\n"


def _case(suite: ET.Element, test: Row) -> None:
    named = {"classname": _sayable(test.question), "name": _sayable(test.case)}
    case = ET.SubElement(suite, "testcase", named)
    properties = ET.SubElement(case, "properties")
    for name, value in (
        ("title", test.name),
        ("points", f"{test.score:g}"),
        ("of", f"{test.possible:g}"),
        ("visibility", test.visibility),
    ):
        ET.SubElement(properties, "property", {"name": name, "value": _sayable(value)})
    if test.passed:
        return
    kind = "error" if test.verdict in _ERRORS else "failure"
    said = {"type": test.verdict, "message": _sayable(f"{test.name}: {test.words}")}
    ET.SubElement(case, kind, said).text = _sayable(test.output)


def _counts(tests: Iterable[Row]) -> dict[str, str]:
    known = list(tests)
    errors = sum(test.verdict in _ERRORS for test in known)
    failures = sum(not test.passed for test in known) - errors
    return {"tests": str(len(known)), "failures": str(failures), "errors": str(errors)}


def _sayable(text: str) -> str:
    r"""Write what XML can't hold as Python would.

    >>> _sayable("\x1b[1m ok \x00")
    '\\x1b[1m ok \\x00'
    """
    return _UNSAYABLE.sub(lambda found: ascii(found.group())[1:-1], text)
