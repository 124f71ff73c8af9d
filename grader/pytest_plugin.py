"""A pytest plug-in: each case of a suite is a test, run on one submission.

    pytest test_cases --submission PATH [--suite DIR] [-k WORDS] [-x] [-n 2] [--junitxml FILE]

It is found where the grader is installed, else by ``-p grader.pytest_plugin``. Without ``--submission``
it collects nothing and loads nothing of the grader; a suite's unit tests are the grader's to run, and
are never collected as modules.

Cases of a question are run together when the first of them is due, since which right variant of
alpha-beta a submission has is said of a whole question. Failures are the words that staff read, without
a traceback.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:  # the grader is loaded where a submission is given
    from grader.cases import Case, Question, Suite
    from grader.grading.grade import CaseGrade

SUITES = ("suite.yaml", "suite.json")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the two options."""
    group = parser.getgroup("grader", "game-tree grader")
    group.addoption(
        "--submission",
        metavar="PATH",
        help="grade this file, folder, zip or notebook by the suite's cases",
    )
    group.addoption(
        "--suite",
        metavar="DIR",
        help="the folder with suite.yaml (default: where tests are looked for)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Refuse what can't be graded before anything is collected; with --suite look there, too."""
    submission, suite = config.getoption("--submission"), config.getoption("--suite")
    if suite is not None and submission is None:
        raise pytest.UsageError("--suite says where the cases are; --submission says what to grade")
    if submission is None:
        return
    if not Path(submission).exists():
        raise pytest.UsageError(f"there is no submission at {submission}")
    if suite is not None:
        file = _suite_file(Path(suite))
        if file is None:
            raise pytest.UsageError(f"there is no suite.yaml in {suite}")
        if config.args_source is not pytest.Config.ArgsSource.ARGS:
            config.args = []
        if not any(_covers(Path(arg.split("::")[0]), file) for arg in config.args):
            config.args.append(str(file))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the Python files of a suite to the grader."""
    if collection_path.suffix == ".py" and _suite_above(collection_path, config) is not None:
        return True
    return None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a suite by its suite.yaml, or one case file where the suite itself is not asked for."""
    config = parent.config
    if config.getoption("--submission") is None or file_path.suffix not in (
        ".yaml",
        ".yml",
        ".json",
    ):
        return None
    stated = config.getoption("--suite")
    if file_path.name in SUITES:
        if stated is None or Path(stated).resolve() == file_path.resolve().parent:
            return SuiteFile.from_parent(parent, path=file_path)
        return None
    suite = _suite_above(file_path, config)
    if suite is None or any(_covers(Path(arg.split("::")[0]), suite) for arg in config.args):
        return None
    return CaseFile.from_parent(parent, path=file_path)


def pytest_report_header(config: pytest.Config) -> str | None:
    """Say what is graded."""
    submission = config.getoption("--submission")
    return None if submission is None else f"submission: {submission}"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object | None:
    """Give each question to one worker, unless another way is asked for: its cases run together."""
    if config.getoption("--submission") is None or config.getoption("dist") != "load":
        return None
    from xdist.scheduler import LoadScopeScheduling

    scheduler: object = LoadScopeScheduling(config, log)
    return scheduler


class SuiteFile(pytest.File):
    """All questions of a suite."""

    def collect(self) -> Iterator[QuestionNode]:
        """Read the suite; its faults are one error, each with file and line."""
        for question in _read(self.path.parent, self.config).questions:
            yield QuestionNode.from_parent(self, name=question.id, question=question)


class QuestionNode(pytest.Collector):
    """One question of a suite."""

    def __init__(self, *, question: Question, **rest: Any) -> None:
        super().__init__(**rest)
        self._question = question

    def collect(self) -> Iterator[CaseItem]:
        """One item a case, in the suite's order."""
        for case in self._question.cases:
            yield CaseItem.from_parent(
                self, name=case.id, case=case, question=self._question.id, suite=self.path.parent
            )


class CaseFile(pytest.File):
    """The cases of one file."""

    def collect(self) -> Iterator[CaseItem]:
        """One item a case of this file, as the suite has it."""
        file = _suite_above(self.path, self.config)
        if file is None:
            raise AssertionError("a case file is collected below a suite only")
        own = self.path.relative_to(file.parent).as_posix()
        for question in _read(file.parent, self.config).questions:
            for case in question.cases:
                if case.file == own:
                    yield CaseItem.from_parent(
                        self, name=case.id, case=case, question=question.id, suite=file.parent
                    )


class CaseFailedError(Exception):
    """A case that did not pass; ``words`` is all there is to say."""

    def __init__(self, words: str) -> None:
        super().__init__(words.partition("\n")[0])
        self.words = words


class CaseItem(pytest.Item):
    """One case on the submission."""

    def __init__(self, *, case: Case, question: str, suite: Path, **rest: Any) -> None:
        super().__init__(**rest)
        self.case, self.question, self.suite = case, question, suite
        self.extra_keyword_matches.update(
            {question, case.call.value, case.visibility.value}
        )  # for -k

    def runtest(self) -> None:
        """Look the case up in its question's grade; fail with the feedback where it did not pass."""
        from grader.grading.grade import Verdict
        from grader.report.text import show_points

        graded, notes = _graded(self)
        points = f"{show_points(graded.earned)}/{show_points(graded.possible)}"
        self.user_properties.append(("points", points))
        if graded.verdict is not Verdict.PASSED or graded.earned < graded.possible:
            raise CaseFailedError(_words(graded, points, notes))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *_: Any, **__: Any) -> Any:
        """The words alone: a traceback would be the grader's, not the student's."""
        if isinstance(excinfo.value, CaseFailedError):
            return excinfo.value.words
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the case stands."""
        return self.suite / self.case.file, self.case.line - 1, f"{self.question}::{self.name}"


def _words(graded: CaseGrade, points: str, notes: str) -> str:
    from grader.report.text import clean

    verdict = graded.verdict.value.replace("_", " ")
    head = f"{graded.case.title} ({verdict}, {points})"
    staff = f"For staff:\n{graded.staff}" if graded.staff else ""
    parts = (head, graded.feedback or graded.brief, notes, staff)
    return clean("\n\n".join(part for part in parts if part))


# ------------------------------------------------------------------------------------ state of a run

_READ = pytest.StashKey[dict[Path, "Suite"]]()
_GRADED = pytest.StashKey[dict[tuple[Path, str], dict[str, tuple["CaseGrade", str]]]]()


def _read(folder: Path, config: pytest.Config) -> Suite:
    """The suite in ``folder``, read once a run."""
    from grader.cases import read_suite
    from grader.errors import AuthorError

    known = config.stash.setdefault(_READ, {})
    if folder not in known:
        try:
            known[folder] = read_suite(folder)
        except AuthorError as error:
            listed = "\n".join(str(fault) for fault in error.faults)
            raise pytest.Collector.CollectError(f"the cases have faults:\n{listed}") from None
    return known[folder]


def _graded(item: CaseItem) -> tuple[CaseGrade, str]:
    """The grade of an item's case, and notes on the submission, from one run of its question."""
    known = item.config.stash.setdefault(_GRADED, {})
    key = (item.suite, item.question)
    if key not in known:
        from grader.grading.run import Options, grade_submission

        chosen = tuple(other.case.id for other in _of_question(item.session.items, item))
        options = Options(questions=(item.question,), cases=chosen)
        submission = Path(item.config.getoption("--submission"))
        grade = grade_submission(submission, _read(item.suite, item.config), options)
        notes = "\n".join(grade.notes)
        known[key] = {each.case.id: (each, notes) for each in grade.cases}
    return known[key][item.case.id]


def _of_question(items: Iterable[pytest.Item], item: CaseItem) -> Iterator[CaseItem]:
    for other in items:
        if isinstance(other, CaseItem) and (other.suite, other.question) == (
            item.suite,
            item.question,
        ):
            yield other


# ------------------------------------------------------------------------------------ where suites are


def _suite_file(folder: Path) -> Path | None:
    return next((file for name in SUITES if (file := folder / name).is_file()), None)


def _suite_above(path: Path, config: pytest.Config) -> Path | None:
    """The file of the suite that ``path`` is in, looked for up to the root of the run."""
    for folder in path.parents:
        if file := _suite_file(folder):
            return file
        if folder == config.rootpath:
            return None
    return None


def _covers(argument: Path, file: Path) -> bool:
    """Whether collecting what the command line names collects ``file``."""
    path = argument.resolve()
    return path == file.resolve() or path in file.resolve().parents
