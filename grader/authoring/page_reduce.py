"""Reduce the handout to what one course takes: its questions, its conventions, its points.

Decides what the marks in the handout's Markdown mean. They are HTML comments, which a viewer of
Markdown hides, so the handout reads well without being reduced, too:

    <!-- question: alpha_beta, minimax --> shown when any of these functions is chosen
    <!-- if: cutoff=on_equal --> shown under this convention
    <!-- else: shown otherwise, before the end of either -->
    <!-- points --> replaced by the table of the questions
    <!-- attempts --> replaced by how often one is graded, where that is limited
    <!-- /question -->, <!-- /if -->, <!-- /points -->, <!-- /attempts -->

Marks nest. Marks that stand alone on their lines take whole lines with them. A row of a table that
begins with the name of a function (in backticks) is shown when that function is chosen. Names that are
left side by side become a list with commas.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction

from grader.cases import Pruning, Question
from grader.cases.model import Attempts
from grader.errors import GraderError
from grader.report.text import count, duration, show_points

_WORDS = r"question:|if:|points|attempts|/question|/if|/points|/attempts"
_MARK = re.compile(rf"<!-- (?P<word>else:|{_WORDS})(?P<rest>.*?)-->", re.DOTALL)
_ROW = re.compile(r"^\| `(\w+)[`(].*\n?", re.MULTILINE)
_DEPTHS = {  # the ways to count depth, by the functions that count so
    "rounds": frozenset({"depth_limited", "iterative_deepening"}),
    "plies": frozenset({"depth_limited_plies"}),
}


class HandoutError(GraderError):
    """The handout's Markdown has a mark, a picture or a formula that can't be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """A question as the handout's table shows it; extra credit is not part of the total."""

    id: str
    title: str
    points: Fraction
    functions: tuple[str, ...] = ()
    extra: bool = False


def reduce_handout(
    markdown: str,
    chosen: AbstractSet[str],
    pruning: Pruning,
    questions: Sequence[Worth],
    attempts: Attempts | None = None,
    *,
    page: bool = True,
) -> str:
    """Keep of the handout what ``chosen`` functions need, under the convention of ``pruning``.

    It says what ``questions`` are worth, how many ``attempts`` there are, and whether there is a
    ``page``. No mark is left in the result. Raises HandoutError, naming the line, where marks don't
    pair up.
    """
    settings = {
        "cutoff": {pruning.cutoff.value},
        "returns": {pruning.returns.value},
        "accept": {pruning.accept.value},
        "page": {"yes" if page else "no"},
        "depth": {way for way, functions in _DEPTHS.items() if chosen & functions},
    }
    known = functions_of(markdown)
    if unknown := sorted(chosen - known):
        raise HandoutError(f"the handout has no part about {', '.join(unknown)}")
    filled = {"points": f"{points_table(questions)}\n", "attempts": _limits(attempts)}
    reader = _Reader(_whole_lines(markdown), chosen, settings, filled)
    text = _ROW.sub(lambda row: "" if row[1] in known - chosen else row[0], reader.read())
    text = re.sub(r"(`\w+`) (?=`\w+`)", r"\1, ", text)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def functions_of(markdown: str) -> frozenset[str]:
    """The functions that the handout has a part about."""
    marks = [mark for mark in _MARK.finditer(markdown) if mark["word"] == "question:"]
    return frozenset(name for mark in marks for name in _names(mark["rest"]))


def with_points(markdown: str, questions: Sequence[Worth]) -> str:
    """The unreduced handout with its table of questions made anew; its marks stay."""
    region = re.compile(r"(<!-- points -->\n).*?(\n<!-- /points -->)", re.DOTALL)
    return region.sub(lambda found: found[1] + points_table(questions) + found[2], markdown)


def worth(question: Question, *, extra: bool = False) -> Worth:
    """What the handout's table says of a question of a suite."""
    functions = tuple(call.value for call in question.calls)
    return Worth(
        id=question.id,
        title=question.title,
        points=question.points,
        functions=functions,
        extra=extra,
    )


def points_table(questions: Sequence[Worth]) -> str:
    """The questions with their points as a table in Markdown, and the total."""
    lines = ["| question | points | what it is about | functions |", "|---|---|---|---|"]
    for each in questions:
        functions = ", ".join(f"`{name}`" for name in each.functions)
        points = show_points(each.points) + (" extra" if each.extra else "")
        lines.append(f"| {each.id} | {points} | {each.title} | {functions} |")
    total = sum((each.points for each in questions if not each.extra), Fraction(0))
    lines.append(f"| total | {show_points(total)} | | |")
    return "\n".join(lines)


def _limits(attempts: Attempts | None) -> str:
    """How often a student is graded, as a paragraph."""
    if attempts is None:
        return ""
    parts = []
    if attempts.limit is not None and attempts.every is not None:
        parts.append(f"{count(attempts.limit, 'time')} within {duration(attempts.every)}")
    if attempts.total is not None:
        parts.append(f"{count(attempts.total, 'time')} in all")
    return (
        f"\nYou are graded at most {' and '.join(parts)}; a submission beyond that is not graded and"
        " shows your last graded result again. Check your work here first, as often as you like.\n"
    )


def _names(rest: str) -> list[str]:
    return [name for name in re.split(r"[,\s]+", rest) if name]


def _whole_lines(markdown: str) -> str:
    """The text with the line ends after marks that stand alone on their lines moved into them.

    They vanish with the mark, then, and lines are still counted right.
    """
    one_line = rf"^(<!-- (?:{_WORDS})(?:(?!-->)[^\n])*)-->\n"
    text = re.sub(one_line, r"\1\n-->", markdown, flags=re.MULTILINE)
    return re.sub(r"^(<!-- else:\n.*?^)-->\n", r"\1\n-->", text, flags=re.MULTILINE | re.DOTALL)


@dataclass(slots=True)
class _Open:
    """A mark that has not been closed yet: what closes it, and whether its text is shown."""

    word: str
    line: int
    shown: bool
    holds: bool


class _Reader:
    """Walks the marks of a text once, and collects what is shown."""

    def __init__(
        self,
        text: str,
        chosen: AbstractSet[str],
        settings: Mapping[str, AbstractSet[str]],
        filled: Mapping[str, str],
    ) -> None:
        self.text, self.chosen, self.settings, self.filled = text, chosen, settings, filled
        self.open: list[_Open] = []
        self.kept: list[str] = []

    def read(self) -> str:
        end = 0
        for mark in _MARK.finditer(self.text):
            self._keep(self.text[end : mark.start()])
            self._take(mark["word"], mark["rest"], self.text.count("\n", 0, mark.start()) + 1)
            end = mark.end()
        self._keep(self.text[end:])
        if self.open:
            last = self.open[-1]
            raise HandoutError(f"line {last.line}: <!-- {last.word} --> is never closed")
        return "".join(self.kept)

    def _keep(self, text: str) -> None:
        if all(part.shown for part in self.open):
            self.kept.append(text)

    def _take(self, word: str, rest: str, line: int) -> None:
        if word == "question:":
            holds = not self.chosen.isdisjoint(_names(rest))
            self.open.append(_Open("question", line, holds, holds))
        elif word == "if:":
            holds = self._holds(rest.strip(), line)
            self.open.append(_Open("if", line, holds, holds))
        elif word in self.filled:
            self._keep(self.filled[word])
            self.open.append(_Open(word, line, shown=False, holds=False))
        elif word == "else:":
            self._otherwise(rest, line)
        else:
            self._close(word.removeprefix("/"), line)

    def _otherwise(self, text: str, line: int) -> None:
        if not self.open or self.open[-1].word in self.filled:
            raise HandoutError(f"line {line}: <!-- else: --> belongs to nothing that is open here")
        part = self.open[-1]
        part.shown = not part.holds
        self._keep(text[1:-1] if text.startswith("\n") else text.strip())
        part.shown = False

    def _close(self, word: str, line: int) -> None:
        if not self.open or self.open[-1].word != word:
            raise HandoutError(f"line {line}: <!-- /{word} --> closes nothing that is open here")
        self.open.pop()

    def _holds(self, condition: str, line: int) -> bool:
        key, _, value = condition.partition("=")
        if key not in self.settings:
            raise HandoutError(f"line {line}: there is no convention {key!r} ({condition})")
        return value in self.settings[key]
