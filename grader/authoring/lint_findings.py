"""What a linting rule finds, and where in a suite's files it stands.

Decides how grave a finding can be and which key of a case or question it points at. May not know rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from grader.cases import Case, Question, Suite
from grader.cases.compose import compose
from grader.cases.files import BUNDLED, SUITE_FILE, contents
from grader.cases.located import Faults, Located, Mapping, Place, Scalar, Sequence, Start


class Severity(Enum):
    """How grave a finding is."""

    FAULT = "fault"
    WARNING = "warning"
    HINT = "hint"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that a rule found: where, what is wrong, and what to do."""

    file: str
    line: int
    column: int
    severity: Severity
    rule: str
    message: str
    advice: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}"
        return f"{place}: {self.severity.value}: {self.message} [{self.rule}]\n    {self.advice}"


@dataclass(slots=True)
class Desk:
    """What has been found, and the suite's files to say where."""

    suite: Suite
    found: list[Finding] = field(default_factory=list)
    files: dict[str, list[Located]] = field(default_factory=dict)

    @property
    def own(self) -> str:
        return SUITE_FILE if (self.suite.folder / SUITE_FILE).is_file() else BUNDLED

    def at_case(self, case: Case, key: str, *said: str, severity: Severity) -> None:
        """Add a finding about a case: its rule, message and advice, at ``key`` or the case."""
        node = self.node_of(case)
        self._add(case.file, key_of(node, key) or node or Start(case.line), said, severity)

    def at_question(self, question: Question, key: str, *said: str, severity: Severity) -> None:
        node = next((q for q in self._questions() if text_of(get(q, "id")) == question.id), None)
        self._add(self.own, key_of(node, key) or node or Start(), said, severity)

    def at_suite(self, *said: str, severity: Severity) -> None:
        top = next(iter(self._nodes(self.own)), None)
        self._add(self.own, key_of(top, "questions") or Start(), said, severity)

    def node_of(self, case: Case) -> Located | None:
        """The document of a case, or its mapping in a question."""
        inside = [node for q in self._questions() for node in items(get(q, "cases"))]
        nodes = self._nodes(case.file) if case.file != self.own else inside
        return next((node for node in nodes if node.line == case.line), None)

    def _questions(self) -> tuple[Located, ...]:
        return tuple(q for top in self._nodes(self.own) for q in items(get(top, "questions")))

    def _nodes(self, file: str) -> list[Located]:
        if file not in self.files:
            faults = Faults(file)
            self.files[file] = compose(contents(self.suite.folder / file, faults), faults)
        return self.files[file]

    def _add(self, file: str, place: Place, said: tuple[str, ...], severity: Severity) -> None:
        rule, message, advice = said
        self.found.append(
            Finding(
                file=file,
                line=place.line,
                column=place.column,
                severity=severity,
                rule=rule,
                message=message,
                advice=advice,
            )
        )


def get(node: Located | None, key: str) -> Located | None:
    """The value of a key, if the node is a mapping that has it."""
    entries = node.entries if isinstance(node, Mapping) else ()
    return next((value for name, value in entries if name.text == key), None)


def key_of(node: Located | None, key: str) -> Place | None:
    """The key itself, to point at."""
    entries = node.entries if isinstance(node, Mapping) else ()
    return next((name for name, _ in entries if name.text == key), None)


def items(node: Located | None) -> tuple[Located, ...]:
    """The items of a list; none of anything else."""
    return node.items if isinstance(node, Sequence) else ()


def text_of(node: Located | None) -> str:
    """The text of a word; empty for anything else."""
    return node.text.strip() if isinstance(node, Scalar) else ""


def plain(node: Located | None) -> object:
    """A part of a file without its places, to be compared."""
    if isinstance(node, Mapping):
        return tuple((key.text, plain(value)) for key, value in node.entries)
    return tuple(map(plain, items(node))) if isinstance(node, Sequence) else text_of(node)
