"""Make a course from the kit: the questions and conventions that it takes, and nothing of the others.

Decides what follows from a choice: stubs, handout, points and recordings. The kit is the checkout that
this package lies in; it is only read.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable
from pathlib import Path

import grader
from grader.authoring.course_suite import Choice, check_choice, suite_text
from grader.authoring.handout import NAMES, PAGE, README, STUBS, beside, write_handout
from grader.authoring.page_reduce import reduce_handout, worth
from grader.authoring.record import record_suite
from grader.authoring.stubs import reduce_stubs
from grader.cases import Call, Cutoff, Pruning, Question, Returns, Suite, read_suite
from grader.cases.files import SUITE_FILE
from grader.errors import UsageError
from grader.grading.names import chosen_questions

KIT = Path(grader.__file__).resolve().parents[1]
CASES, ASSIGNMENT, SOLUTION, HANDOUT = "test_cases", "assignment", "solution", "handout"

_COMPILED = shutil.ignore_patterns("__pycache__")


def make_handout(
    folder: Path, out: Path, *, replace: bool = False, page: bool = True
) -> tuple[str, ...]:
    """Make the folder ``out`` for the suite in ``folder``; the names of the files in it.

    Stubs and README.md are made from those beside the suite's support module. Raises UsageError, and
    AuthorError for faults of the suite.
    """
    suite = read_suite(folder)
    texts = suite.support.parent
    pruning = _pruning(suite)
    chosen = frozenset(call.value for call in suite.calls)
    questions = [worth(question, extra=question.extra) for question in suite.questions]
    render = None
    if page:
        from grader.authoring.page import render_page, require_packages

        require_packages()
        render = render_page
    write_handout(
        out,
        suite=folder,
        stubs=reduce_stubs(_text(texts / STUBS), frozenset(suite.calls), pruning),
        readme=_titled(
            reduce_handout(
                _text(texts / README), chosen, pruning, questions, suite.attempts, page=page
            ),
            suite.title,
        ),
        render=render,
        replace=replace,
    )
    return tuple(name for name in NAMES if page or name != PAGE)


def make_course(out: Path, choice: Choice, *, kit: Path = KIT, page: bool = True) -> Suite:
    """Make the folder ``out``: cases, reference and texts of what is chosen, recorded, and a handout.

    It is there whole or not at all. Raises UsageError.
    """
    if os.path.lexists(out):
        raise UsageError(f"{out} is there already. Choose another folder.")
    if not (kit / CASES / SUITE_FILE).is_file():
        raise UsageError("The kit is not here: run this from a checkout of the project.")
    whole = read_suite(kit / CASES)
    taken = _taken(whole, choice.questions)
    check_choice(taken, choice)
    try:
        _make(out, choice, kit, whole, taken, page=page)
    except OSError as error:
        raise UsageError(f"Can't write the course to {out}: {error.strerror}.") from error
    return read_suite(out / CASES)


def _make(
    out: Path, choice: Choice, kit: Path, whole: Suite, taken: list[Question], *, page: bool
) -> None:
    with beside(out) as made:
        for name in (ASSIGNMENT, SOLUTION):
            shutil.copytree(kit / name, made / name, ignore=_COMPILED)
        (made / CASES).mkdir()
        for file in {case.file for question in taken for case in question.cases}:
            (made / CASES / file).parent.mkdir(exist_ok=True)
            shutil.copy(kit / CASES / file, made / CASES / file)
        asked = _asked(kit / CASES, whole)
        unit = whole.unit.folder if whole.unit else None
        if unit:
            shutil.copytree(kit / CASES / unit, made / CASES / unit, ignore=_COMPILED)
        text = _text(kit / CASES / SUITE_FILE)
        chosen = suite_text(text, whole, taken, choice, asked)
        (made / CASES / SUITE_FILE).write_text(chosen, encoding="utf-8")
        _drop_unnamed(made / CASES, unit)
        suite = read_suite(made / CASES)
        _set_convention(made / SOLUTION / "pruning.py", _pruning(suite))
        record_suite(made / CASES, made / SOLUTION)
        make_handout(made / CASES, made / HANDOUT, page=page)
        made.rename(out)


def _titled(readme: str, title: str) -> str:
    """The page with the suite's title as its own."""
    return re.sub(r"\A# .*$", lambda _: f"# {title}", readme, flags=re.MULTILINE)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"Can't read {path}: {error}.") from error


def _pruning(suite: Suite) -> Pruning:
    """The convention of the question about pruning; any one's, where there is none."""
    about = [q for q in suite.questions if any(call.prunes for call in q.calls)]
    return next(iter((*about, *suite.questions))).pruning


def _taken(suite: Suite, words: Iterable[str]) -> list[Question]:
    """The questions that ``words`` name, in the suite's order; all, if there is no word."""
    chosen = chosen_questions(words, suite)
    return [q for q in suite.questions if q.id in chosen or not chosen]


def _asked(cases: Path, suite: Suite) -> frozenset[Call]:
    """The functions that the suite's unit tests call, as their text says."""
    folder = cases / suite.unit.folder if suite.unit else None
    texts = [_text(path) for path in folder.rglob("*.py")] if folder else []
    named = {name for text in texts for name in re.findall(r'submission\.call\(\s*"(\w+)"', text)}
    return frozenset(call for call in Call if call.value in named)


def _drop_unnamed(cases: Path, unit: str | None) -> None:
    """Delete copied files of which no case is left, and unit tests that the suite names no more."""
    suite = read_suite(cases)
    used = {case.file for case in suite.cases}
    for path in sorted(cases.rglob("*.yaml")):
        name = path.relative_to(cases).as_posix()
        if name not in used and name != SUITE_FILE:
            path.unlink()
    if unit and not suite.unit:
        shutil.rmtree(cases / unit)


def _set_convention(path: Path, pruning: Pruning) -> None:
    """Have the copied reference prune as the suite says."""
    text = _text(path)
    for name, holds in (
        ("CUT_ON_EQUAL", pruning.cutoff is Cutoff.ON_EQUAL),
        ("FAIL_SOFT", pruning.returns is Returns.FAIL_SOFT),
    ):
        text, found = re.subn(rf"^{name} = \w+", f"{name} = {holds}", text, flags=re.MULTILINE)
        if not found:
            raise UsageError(f"The reference sets no {name}, so its convention can't be chosen.")
    path.write_text(text, encoding="utf-8")
