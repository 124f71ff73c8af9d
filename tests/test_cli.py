"""The command line: what it runs, what it writes and when, what it says, how it exits."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import grader
import grader.cases
from grader import cli
from grader.cases.model import (
    Call,
    Case,
    Expectation,
    Limits,
    Pruning,
    Question,
    Scoring,
    Suite,
    Tolerance,
    Visibility,
)
from grader.cli import grade as command
from grader.cli import main
from grader.errors import AuthorError, Fault, SubmissionError, UsageError
from grader.grading import run as grading
from grader.grading.grade import CaseGrade, Grade, QuestionGrade, Verdict
from grader.grading.names import listed
from grader.grading.points import allocate
from grader.sandbox import Job, Outcome, Sandbox
from grader.tree import Draft, grow

CHECKOUT = Path(grader.__file__).parent.parent
TREE = grow(Draft(utility=3))


def case(name: str, visibility: Visibility = Visibility.VISIBLE) -> Case:
    return Case(
        id=name,
        call=Call.MINIMAX,
        title=f"title of {name}",
        tree=TREE,
        start=TREE.root,
        expect=Expectation(value=3),
        weights={},
        visibility=visibility,
        file="a.yaml",
        line=1,
    )


def question(name: str, *cases: Case) -> Question:
    return Question(
        id=name,
        title=name.capitalize(),
        points=Fraction(2),
        scoring=Scoring.PER_CASE,
        pruning=Pruning(),
        cases=cases,
    )


SUITE = Suite(
    title="Suite",
    folder=Path(),
    questions=(
        question("minimax", case("bins"), case("deep", Visibility.HIDDEN)),
        question("pruning", case("mirror")),
    ),
    tolerance=Tolerance(),
    limits=Limits(),
    support=Path("games.py"),
)


def graded(verdict: Verdict = Verdict.PASSED, *, complete: bool = True) -> Grade:
    """A grade of SUITE whose first case has ``verdict``; the others passed."""
    questions = []
    for i, asked in enumerate(SUITE.questions, 1):
        cases = []
        for j, (one, possible) in enumerate(zip(asked.cases, allocate(asked), strict=True), 1):
            said = verdict if i == j == 1 else Verdict.PASSED
            cases.append(
                CaseGrade(
                    case=one,
                    number=f"{i}.0{j}",
                    verdict=said,
                    earned=possible if said is Verdict.PASSED else Fraction(0),
                    possible=possible,
                    feedback=f"feedback on {one.id}",
                    brief="brief",
                )
            )
        questions.append(QuestionGrade(question=asked, cases=tuple(cases)))
    return Grade(title="Suite", questions=tuple(questions), complete=complete)


@dataclass
class Desk:
    """A folder with a submission and a suite, in which the grader's insides are played."""

    folder: Path
    grade: Callable[[grading.Options], Grade] = lambda _: graded()
    suite: Callable[[], Suite] = lambda: SUITE
    asked: list[tuple[Path, grading.Options]] = field(default_factory=list)
    folders: list[Path] = field(default_factory=list)

    def read_suite(self, folder: Path) -> Suite:
        self.folders.append(folder)
        return self.suite()

    def grade_submission(self, path: Path, _: Suite, options: grading.Options) -> Grade:
        self.asked.append((path, options))
        return self.grade(options)

    @property
    def results(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.folder / "results.json").read_text())
        return found

    def run(self, *words: str) -> int:
        return main(["grade", "solver.py", "--suite", "cases", *words])


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    (tmp_path / "solver.py").write_text("")
    (tmp_path / "cases").mkdir()
    monkeypatch.chdir(tmp_path)
    played = Desk(tmp_path)
    monkeypatch.setattr(grader.cases, "read_suite", played.read_suite)
    monkeypatch.setattr(grading, "grade_submission", played.grade_submission)
    return played


def raising(error: BaseException) -> Callable[..., Any]:
    def play(*_: object) -> None:
        raise error

    return play


def fresh(*words: str) -> subprocess.CompletedProcess[str]:
    """Run an interpreter of its own, as a user would."""
    return subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
    )


# Running and writing


def test_full_points_exit_zero(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    assert desk.run() == 0
    out = capsys.readouterr().out
    assert "Total: 4 of 4 points; 3 of 3 cases passed." in out
    assert out.endswith("\nResults written to results.json\n")
    assert desk.results["score"] == 4


@pytest.mark.parametrize("verdict", [Verdict.WRONG, Verdict.NOT_RUN, Verdict.CRASHED])
def test_failed_case_exits_one(desk: Desk, verdict: Verdict) -> None:
    desk.grade = lambda _: graded(verdict)
    assert desk.run() == 1
    assert desk.results["score"] == 3


def test_grader_error_exits_three(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    desk.grade = lambda _: graded(Verdict.GRADER_ERROR)
    assert desk.run() == 3
    assert "the grader itself failed at bins" in capsys.readouterr().err


def test_invalid_results_exit_three(
    desk: Desk, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.report.schema.problems", lambda _: ["score: odd"])
    assert desk.run() == 3
    assert "results.json says only that the grader failed:\n  score: odd" in capsys.readouterr().err


def test_fallback_is_there_before_grading(desk: Desk) -> None:
    seen = []

    def play(_: grading.Options) -> Grade:
        seen.append(desk.results)
        return graded()

    desk.grade = play
    desk.run()
    assert [test["extra_data"]["verdict"] for test in seen[0]["tests"]] == ["NOT_RUN"] * 3
    assert "Grading stopped before it had finished." in seen[0]["output"]


def test_partial_results_are_written(desk: Desk) -> None:
    seen = []

    def play(options: grading.Options) -> Grade:
        assert options.on_progress is not None
        options.on_progress(graded(Verdict.WRONG, complete=False))
        seen.append(desk.results)
        return graded()

    desk.grade = play
    desk.run()
    assert seen[0]["score"] == 3
    assert seen[0]["output"].startswith("Grading has not finished")
    assert desk.results["score"] == 4


def made_suite(folder: Path, questions: int, cases: int) -> grader.cases.Suite:
    """A suite of equal cases, and a solver beside it that is right."""
    named = [f"{{id: q{n}, title: Q, points: {cases}, cases: q{n}}}" for n in range(questions)]
    folder.joinpath("suite.yaml").write_text(
        f"{{title: T, support: games.py, questions: [{', '.join(named)}]}}"
    )
    folder.joinpath("games.py").write_text("")
    folder.joinpath("solver.py").write_text("def minimax(game, state):\n    return 5, 'B'\n")
    for question in range(questions):
        (folder / f"q{question}").mkdir()
        for case in range(cases):
            folder.joinpath(f"q{question}", f"case-{question}-{case}.yaml").write_text(
                "call: minimax\ntree: {agent: {A: 3, B: 5}}\nexpect: {value: 5}\n"
            )
    return grader.cases.read_suite(folder)


def told_of(folder: Path, suite: grader.cases.Suite) -> list[tuple[int, bool]]:
    """The points that were earned and whether that was all, each time that grading told of it."""
    told: list[Grade] = []
    options = grading.Options(on_progress=told.append)
    whole = grading.grade_submission(folder / "solver.py", suite, options)
    return [(int(grade.earned), grade.complete) for grade in (*told, whole)]


def test_cases_are_told_of_before_their_question_is_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grading, "KEEP_EVERY", 0.0)
    suite = made_suite(tmp_path, questions=1, cases=3)
    assert told_of(tmp_path, suite) == [(1, False), (2, False), (3, True)]


def test_questions_are_told_of_unless_that_takes_too_much_of_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suite = made_suite(tmp_path, questions=3, cases=1)
    assert told_of(tmp_path, suite) == [(1, False), (2, False), (3, True)]
    monkeypatch.setattr(grading, "KEEP_THROUGH", 100.0)
    monkeypatch.setattr(grading, "KEEP_EVERY", 100.0)
    assert told_of(tmp_path, suite) == [(3, True)]


def test_the_same_call_about_a_game_is_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_suite(tmp_path, questions=1, cases=1)
    shutil.copy(CHECKOUT / "assignment" / "games.py", tmp_path)
    nim = "call: minimax\ngame: {Nim: [1, 2]}\nexpect: {value: 1}\n"
    for name, case in {
        "whole": nim,
        "same": nim.replace("value: 1", 'actions: ["(1,1)"]'),
        "inside": f'{nim}state: "(1,1)"\n',
        "tree": "call: minimax\ntree: {agent: {A: 3, B: 5}}\nexpect: {value: 5}\n",
        "same-tree": "call: minimax\ntree: {agent: {A: 3, B: 5}}\nexpect: {actions: [B]}\n",
    }.items():
        (tmp_path / "q0" / f"{name}.yaml").write_text(case)
    made: list[str] = []
    run = Sandbox.run

    def counted(self: Sandbox, job: Job) -> Outcome:
        made.append(job.name.split()[0])
        return run(self, job)

    monkeypatch.setattr(Sandbox, "run", counted)
    suite = grader.cases.read_suite(tmp_path)
    grade = grading.grade_submission(CHECKOUT / "solution", suite)
    assert [(c.case.id, c.feedback) for c in grade.cases if c.earned < c.possible] == []
    assert sorted(made) == ["case-0-0", "inside", "same", "same-tree", "tree"]
    made.clear()
    (tmp_path / "solver.py").write_text("def minimax(game, state):\n    raise KeyError\n")
    grading.grade_submission(tmp_path / "solver.py", suite)
    assert sorted(made) == ["case-0-0", "inside", "same", "same-tree", "tree", "whole"]


def test_crash_leaves_the_last_results(desk: Desk) -> None:
    desk.grade = raising(RuntimeError("boom"))
    assert desk.run() == 3
    assert "tell the course staff" in desk.results["output"]


def test_output_goes_where_it_is_told(desk: Desk) -> None:
    assert desk.run("--output", "cases/r.json") == 0
    assert json.loads((desk.folder / "cases" / "r.json").read_text())["score"] == 4
    assert not (desk.folder / "results.json").exists()


def test_unwritable_output_stops_before_grading(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    assert desk.run("--output", "no/r.json") == 2
    assert desk.asked == []
    assert "Can't write no/r.json: No such file or directory." in capsys.readouterr().err


def test_student_view_hides_hidden_cases(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    desk.run("--as", "student")
    out = capsys.readouterr().out
    assert "deep" not in out
    assert "1 case is hidden; it decides the other 1 point." in out


def test_staff_view_is_the_default(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    desk.run()
    assert "title of deep [hidden]" in capsys.readouterr().out


def test_brief_leaves_out_the_details(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    desk.grade = lambda _: graded(Verdict.WRONG)
    desk.run("--brief")
    assert "feedback on bins" not in capsys.readouterr().out
    desk.run()
    assert "feedback on bins" in capsys.readouterr().out


def test_reader_that_goes_away_is_no_fault(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with (tmp_path / "out").open("w") as stream:
        monkeypatch.setattr(stream, "write", raising(BrokenPipeError()), raising=False)
        monkeypatch.setattr(sys, "stdout", stream)
        assert desk.run() == 0
    assert desk.results["score"] == 4


# Choosing


def test_everything_is_chosen_by_default(desk: Desk) -> None:
    desk.run()
    ((path, options),) = desk.asked
    assert (path, options.questions, options.cases) == (Path("solver.py"), (), ())


@pytest.mark.parametrize(
    "words",
    [["--only", "pruning", "minimax"], ["--only", "pruning,minimax"],
     ["--only", "pruning", "--only", "minimax", "pruning"]],
)  # fmt: skip
def test_questions_can_be_listed_any_way(desk: Desk, words: list[str]) -> None:
    desk.run(*words)
    assert desk.asked[0][1].questions == ("pruning", "minimax")


@pytest.mark.parametrize("words", [["bins", "mirror"], ["bi,MIRR"], ["1.1", "mirror"]])
def test_cases_can_be_chosen(desk: Desk, words: list[str]) -> None:
    desk.run("--case", *words)
    assert desk.asked[0][1].cases == ("bins", "mirror")


def test_a_question_can_be_named_by_its_beginning(desk: Desk) -> None:
    desk.run("--only", "prun")
    assert desk.asked[0][1].questions == ("pruning",)


def test_long_lists_of_names_are_cut() -> None:
    names = [f"case-{n}" for n in range(30)]
    assert listed(names).endswith("case-19, ... (30 in all)")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--only", "prunning"],
            "There is no question 'prunning'. Did you mean pruning? There are: minimax, pruning.",
        ),
        (["--case", "zzz"], "There is no case 'zzz'. There are: bins, deep, mirror."),
    ],
)
def test_unknown_ids_are_answered_with_known_ones(
    desk: Desk, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert desk.run(*words) == 2
    assert capsys.readouterr().err == f"grader: {said}\n"
    assert not (desk.folder / "results.json").exists()


def test_swallowed_submission_is_explained(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", "--only", "minimax", "solver.py"]) == 2
    assert "Which submission? Put it first: grader grade SUBMISSION" in capsys.readouterr().err


def test_missing_submission_is_the_callers_fault(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["grade", "nothing.py", "--suite", "cases"]) == 2
    assert "There is no submission at nothing.py." in capsys.readouterr().err


# Finding the suite


def checkout_at(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grader, "__file__", str(folder / "grader" / "__init__.py"))


def test_suite_beside_the_grader_comes_first(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    (desk.folder / "test_cases").mkdir()
    (desk.folder / "checkout" / "test_cases").mkdir(parents=True)
    checkout_at(desk.folder / "checkout", monkeypatch)
    assert command.find_suite(None) == desk.folder / "checkout" / "test_cases"


def test_suite_here_comes_second(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    (desk.folder / "test_cases").mkdir()
    checkout_at(desk.folder / "installed", monkeypatch)
    assert command.find_suite(None) == Path("test_cases")


def test_no_suite_anywhere_is_explained(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    checkout_at(desk.folder / "installed", monkeypatch)
    with pytest.raises(UsageError, match=r"Found no suite: .* with --suite DIR"):
        command.find_suite(None)


def test_stated_suite_must_be_there(desk: Desk) -> None:
    with pytest.raises(UsageError, match="There is no folder nowhere with a suite"):
        command.find_suite(Path("nowhere"))


def test_stated_suite_is_read(desk: Desk) -> None:
    desk.run()
    assert desk.folders == [Path("cases")]


# Errors


def test_author_faults_are_all_listed(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    faults = [
        Fault(file="b.yaml", line=2, column=1, message="second"),
        Fault(file="a.yaml", line=1, column=3, message="first"),
    ]
    desk.suite = raising(AuthorError(faults))
    assert desk.run() == 2
    assert capsys.readouterr().err == (
        "grader: The cases have faults, so nothing was done.\n"
        "  a.yaml:1:3: first\n  b.yaml:2:1: second\n"
    )


def test_author_faults_leave_a_plain_result(desk: Desk) -> None:
    desk.suite = raising(AuthorError([Fault(file="a", line=1, column=1, message="m")]))
    desk.run()
    assert desk.results["tests"] == []
    assert "That is not your fault" in desk.results["output"]


@pytest.mark.parametrize("error", [UsageError("do this"), SubmissionError("do this")])
def test_callers_fault_has_no_traceback(
    desk: Desk, capsys: pytest.CaptureFixture[str], error: Exception
) -> None:
    desk.grade = raising(error)
    assert desk.run() == 2
    assert capsys.readouterr().err == "grader: do this\n"


def test_our_fault_comes_with_its_traceback(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    desk.grade = raising(RuntimeError("boom"))
    assert desk.run() == 3
    err = capsys.readouterr().err
    assert err.startswith("grader: The grader itself failed. This is not the submission's fault")
    assert err.rstrip().endswith("RuntimeError: boom")


def test_interrupt_exits_as_shells_do(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    desk.grade = raising(KeyboardInterrupt())
    assert desk.run() == 130
    assert capsys.readouterr().err == "grader: Interrupted.\n"


def test_messages_fit_a_narrow_console(tmp_path: Path) -> None:
    code = "from grader.cli import main; raise SystemExit(main(['grade', 'n\\u03b1']))"
    done = fresh(
        "-X", "utf8=0", "-c", f"import sys; sys.stderr.reconfigure(encoding='ascii'); {code}"
    )
    assert (done.returncode, done.stderr) == (
        2,
        "grader: There is no submission at n\\u03b1. Check the path.\n",
    )


# The parser


@pytest.mark.parametrize(
    ("words", "code"),
    [([], 2), (["--help"], 0), (["--version"], 0), (["nonsense"], 2), (["grade", "--help"], 0),
     (["grade", "a", "--as", "teacher"], 2), (["grade"], 2)],
)  # fmt: skip
def test_usage_exits_by_return(
    words: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == code
    captured = capsys.readouterr()
    assert bool(captured.err) == (code == 2)


def test_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--version"])
    assert capsys.readouterr().out == f"grader {grader.__version__}\n"


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_each_command_has_its_module(name: str) -> None:
    module = cli._module(name)
    parser = argparse.ArgumentParser()
    module.add_parser(parser)
    assert callable(module.run)


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["grade", "--help"]])
def test_help_loads_nothing_slow(words: list[str]) -> None:
    done = fresh("-X", "importtime", "-m", "grader", *words)
    assert done.returncode == 0
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "grader.cli" in loaded
    assert not loaded & {"yaml", "grader.cases", "grader.grading", "grader.sandbox", "numpy"}


def test_module_runs_as_the_command() -> None:
    done = fresh("-m", "grader", "--version")
    assert done.stdout == f"grader {grader.__version__}\n"


def test_a_reader_that_goes_away_is_no_failure_of_ours() -> None:
    command = [sys.executable, "-m", "grader", "lint"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.close()
        said = run.stderr.read()
    assert (run.returncode, said) == (1, b"")
