"""Make a course from the kit: the questions and conventions that it takes, and nothing of the others.

Decides what follows from a choice: stubs, handout, points and recordings. The kit is the checkout that
this package lies in; it is only read.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import grader
from grader.authoring.handout import NAMES, PAGE, README, STUBS, beside, write_handout
from grader.authoring.page_reduce import reduce_handout, worth
from grader.authoring.record import record_suite
from grader.authoring.stubs import reduce_stubs
from grader.cases import Call, Cutoff, Pruning, Question, Returns, Suite, read_suite
from grader.cases.compose import compose
from grader.cases.files import SUITE_FILE
from grader.cases.located import Faults, Sequence
from grader.cases.located import Mapping as MappingNode
from grader.errors import UsageError

KIT = Path(grader.__file__).resolve().parents[1]
CASES, ASSIGNMENT, SOLUTION, HANDOUT = "test_cases", "assignment", "solution", "handout"

# The functions that count depth in the other way, and those that build on them.
_NOT_IN = {
    "rounds": {Call.DEPTH_LIMITED_PLIES},
    "plies": {Call.DEPTH_LIMITED, Call.ITERATIVE_DEEPENING},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What a course takes of the kit; None and empty: as the kit has it."""

    questions: tuple[str, ...] = ()
    cutoff: str | None = None
    returns: str | None = None
    accept: str | None = None
    depth: str | None = None
    title: str | None = None


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
        readme=reduce_handout(_text(texts / README), chosen, pruning, questions),
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
    with beside(out) as made:
        for name in (ASSIGNMENT, SOLUTION):
            shutil.copytree(kit / name, made / name, ignore=shutil.ignore_patterns("__pycache__"))
        (made / CASES).mkdir()
        for file in {case.file for question in taken for case in question.cases}:
            (made / CASES / file).parent.mkdir(exist_ok=True)
            shutil.copy(kit / CASES / file, made / CASES / file)
        text = _text(kit / CASES / SUITE_FILE)
        chosen = _suite_text(text, whole, taken, choice)
        (made / CASES / SUITE_FILE).write_text(chosen, encoding="utf-8")
        _drop_unnamed(made / CASES)
        suite = read_suite(made / CASES)
        _set_convention(made / SOLUTION / "pruning.py", _pruning(suite))
        record_suite(made / CASES, made / SOLUTION)
        make_handout(made / CASES, made / HANDOUT, page=page)
        made.rename(out)
    return read_suite(out / CASES)


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
    """The questions that ``words`` begin, in the suite's order; all, if there is no word."""
    chosen: set[str] = set()
    known = [question.id for question in suite.questions]
    for word in words:
        found = [name for name in known if name == word]
        found = found or [name for name in known if name.startswith(f"{word}-")]
        found = found or [name for name in known if name.startswith(word)]
        if len(found) != 1:
            what = f"can be any of {', '.join(found)}" if found else "is no question"
            raise UsageError(f"{word!r} {what}. There are: {', '.join(known)}.")
        chosen.update(found)
    return [q for q in suite.questions if q.id in chosen or not chosen]


def _suite_text(text: str, whole: Suite, taken: list[Question], choice: Choice) -> str:
    """``suite.yaml`` with the chosen questions and settings; all else to the letter."""
    top = compose(text.encode(), Faults(SUITE_FILE))[0]
    if not isinstance(top, MappingNode):
        raise UsageError(f"{SUITE_FILE} is no mapping.")
    places = {key.text: (key.line, value) for key, value in top.entries}
    lines = text.split("\n")
    _, listed = places["questions"]
    items = listed.items if isinstance(listed, Sequence) else ()
    starts = [item.line - 1 for item in items]
    ends = [*starts[1:], len(lines)]
    names = {question.id for question in taken}
    for question, start, end in reversed(list(zip(whole.questions, starts, ends, strict=True))):
        if question.id not in names:
            del lines[start:end]
        elif left := _functions(question, choice.depth):
            lines.insert(_last_filled(lines, start, end), f"    functions: [{', '.join(left)}]")
    if choice.cutoff or choice.returns or choice.accept:
        stated = whole.questions[0].pruning
        pruning = (
            f"pruning: {{cutoff: {choice.cutoff or stated.cutoff.value},"
            f" returns: {choice.returns or stated.returns.value},"
            f" accept: {choice.accept or stated.accept.value}}}"
        )
        _put(lines, places, "pruning", pruning)
    if choice.title:
        _put(lines, places, "title", f"title: {_quoted(choice.title)}")
    return "\n".join(lines).rstrip("\n") + "\n"


def _functions(question: Question, depth: str | None) -> list[str]:
    """The functions that a question keeps under a way to count depth; empty where it keeps all."""
    left_out = _NOT_IN.get(depth or "", set())
    kept = [call.value for call in question.calls if call not in left_out]
    return kept if 0 < len(kept) < len(question.calls) else []


def _last_filled(lines: list[str], start: int, end: int) -> int:
    """The place after the last line of a question that says anything."""
    while end > start and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    return end


def _put(lines: list[str], places: Mapping[str, tuple[int, object]], key: str, line: str) -> None:
    """Put ``line`` in the place of ``key``, or at the top. It has to stand on one line in the kit."""
    if key in places:
        lines[places[key][0] - 1] = line
    else:
        lines.insert(0, line)


def _quoted(title: str) -> str:
    plain = re.fullmatch(r"[A-Za-z][\w ,.()-]*", title)
    return title if plain else '"' + title.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _drop_unnamed(cases: Path) -> None:
    """Delete copied files of which no case is left; a question's ``functions`` may have left some."""
    used = {case.file for case in read_suite(cases).cases}
    for path in sorted(cases.rglob("*.yaml")):
        name = path.relative_to(cases).as_posix()
        if name not in used and name != SUITE_FILE:
            path.unlink()


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
