"""A course from the kit: what it takes, what follows from that, and no trace of the rest."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from grader.authoring.course import make_course, make_handout
from grader.authoring.course_suite import Choice
from grader.authoring.stubs import NEEDS, StubsError, reduce_stubs
from grader.cases import Accept, Call, Cutoff, Pruning, Returns, read_suite
from grader.cli import main
from grader.errors import UsageError
from grader.gradescope.build import adequate
from grader.grading.run import grade_submission

ROOT = Path(__file__).resolve().parents[1]
STUBS = (ROOT / "assignment" / "solver.py").read_text("utf-8")
FIVE = Choice(
    questions=("q4", "q5", "q7", "q8", "q9-depth"),
    cutoff="strict",
    accept="exact",
    depth="plies",
    title="Five: questions",
)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("course") / "five"
    make_course(folder, FIVE)
    return folder


def test_five_questions_grade_their_own_reference_in_full(course: Path) -> None:
    suite = read_suite(course / "test_cases")
    assert [question.id for question in suite.questions] == [
        "q4-expectimax", "q5-minimax", "q7-policies", "q8-alpha-beta", "q9-depth",
    ]  # fmt: skip
    (pruning,) = {question.pruning for question in suite.questions}
    assert (pruning.cutoff, pruning.accept) == (Cutoff.STRICT, Accept.EXACT)
    assert suite.title == "Five: questions"
    assert (course / "handout" / "README.md").read_text("utf-8").startswith("# Five: questions\n")
    assert "<title>Five: questions</title>" in (course / "handout" / "README.html").read_text(
        "utf-8"
    )
    grade = grade_submission(course / "solution", suite)
    assert grade.is_perfect
    assert grade.earned == grade.possible


def test_depth_is_counted_in_one_way_only(course: Path) -> None:
    calls = read_suite(course / "test_cases").questions[-1].calls
    assert calls == (Call.DEPTH_LIMITED_PLIES,)
    assert "plies" in (course / "handout" / "solver.py").read_text("utf-8")


def test_the_kits_own_reference_is_told_which_cut_was_asked_for(course: Path) -> None:
    grade = grade_submission(ROOT / "solution", read_suite(course / "test_cases"))
    (question,) = [q for q in grade.questions if q.question.id == "q8-alpha-beta"]
    assert question.earned < question.possible
    assert "asks for" in question.note


@pytest.mark.parametrize("file", ["README.md", "README.html", "solver.py", "games.py"])
def test_students_see_no_trace_of_what_was_not_chosen(course: Path, file: str) -> None:
    text = (course / "handout" / file).read_text("utf-8")
    left_out = set(Call) - set(read_suite(course / "test_cases").calls)
    for call in left_out - {Call.EXPECTIMINIMAX}:  # which is a word of the field, too
        assert re.search(rf"\b{call.value}\b", text) is None, call


def test_cases_that_were_not_chosen_are_not_there(course: Path) -> None:
    names = {path.name for path in (course / "test_cases").rglob("*.yaml")}
    assert not any(name.startswith(("sim", "hg", "eval", "dl-", "idd")) for name in names)
    assert any(name.startswith("dp-") for name in names)


@pytest.mark.parametrize(
    ("cutoff", "returns"),
    [("strict", "fail_soft"), ("strict", "fail_hard"), ("on_equal", "fail_hard")],
)
@pytest.mark.parametrize("accept", ["exact", "any_correct"])
def test_every_convention_can_be_built(
    cutoff: str, returns: str, accept: str, tmp_path: Path
) -> None:
    """Elsewhere the kit's own convention is; here no known mistake survives under another one."""
    choice = Choice(questions=("q8",), cutoff=cutoff, returns=returns, accept=accept)
    make_course(tmp_path / "own", choice, page=False)
    assert [*adequate(tmp_path / "own" / "test_cases", tmp_path)] == []


def test_what_measures_or_tests_other_functions_is_left_out(course: Path, tmp_path: Path) -> None:
    five = read_suite(course / "test_cases")
    assert [column.call for column in five.leaderboard] == [Call.ALPHA_BETA_ORDERED]
    assert five.unit is not None
    assert (course / "test_cases" / "unit" / "test_code.py").is_file()
    make_course(tmp_path / "two", Choice(questions=("q5", "q10")), page=False)
    two = read_suite(tmp_path / "two" / "test_cases")
    assert [column.call for column in two.leaderboard] == [Call.EVALUATE_TICTACTOE]
    assert two.unit is None
    assert not (tmp_path / "two" / "test_cases" / "unit").exists()
    make_course(tmp_path / "one", Choice(questions=("q3",)), page=False)
    one = read_suite(tmp_path / "one" / "test_cases")
    assert one.leaderboard == ()
    text = (tmp_path / "one" / "test_cases" / "suite.yaml").read_text()
    assert not re.search(r"unit|leaderboard|Gradescope|\n\n\n", text)


def test_a_course_is_not_made_over_anything(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is there already"):
        make_course(tmp_path, Choice())


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("q77", "There is no question 'q77'. There are: q1-playing"),
        ("q", "q can be any of q1-playing"),
    ],
)
def test_a_strange_question_is_named(tmp_path: Path, word: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        make_course(tmp_path / "new", Choice(questions=(word,)))
    assert list(tmp_path.iterdir()) == []


def test_what_builds_on_something_else_needs_it(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="alpha_beta_ordered builds on alpha_beta, which no"):
        reduce_stubs(STUBS, frozenset({Call.ALPHA_BETA_ORDERED}), Pruning())


def test_init_and_handout_are_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", str(tmp_path / "c"), "--questions", "q5,q8", "--no-page"]) == 0
    said = capsys.readouterr().out
    assert "q5-minimax: " in said
    assert "grader handout --suite" in said
    again = ["handout", "--suite", str(tmp_path / "c" / "test_cases"), "--no-page", "--out"]
    assert main([*again, str(tmp_path / "h")]) == 0
    assert {path.name for path in (tmp_path / "h").iterdir()} == {
        "solver.py", "games.py", "README.md", "grader.pyz",
    }  # fmt: skip
    assert main([*again, str(tmp_path / "h")]) == 2
    assert main([*again, str(tmp_path / "h"), "--replace"]) == 0


def test_init_needs_no_package_that_only_the_page_needs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.authoring.page.find_spec", lambda _: None)
    assert main(["init", str(tmp_path / "c"), "--questions", "q3"]) == 0
    said = capsys.readouterr().out
    assert "latex2mathml, which are not installed.\n  bash setup.sh --test brings them" in said
    assert not (tmp_path / "c" / "handout" / "README.html").exists()
    assert "README.html" not in (tmp_path / "c" / "handout" / "README.md").read_text("utf-8")
    (build,) = [line for line in said.splitlines() if "grader build" in line]
    assert main(build.split()[1:]) == 0


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (Choice(questions=("q5",), depth="plies"), "has a function that counts depth"),
        (Choice(questions=("q5",), cutoff="strict"), "are for functions that prune"),
    ],
)
def test_a_convention_that_nothing_chosen_has_is_told(
    tmp_path: Path, choice: Choice, said: str
) -> None:
    with pytest.raises(UsageError, match=said):
        make_course(tmp_path / "c", choice)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"Can't write the course to .*file/c: "):
        make_course(tmp_path / "file" / "c", Choice(questions=("q3",)))


def test_a_kit_that_is_not_here_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="run this from a checkout"):
        make_course(tmp_path / "c", Choice(), kit=tmp_path)


def test_a_reference_without_switches_is_refused(tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    for part in ("assignment", "solution", "test_cases"):
        shutil.copytree(ROOT / part, kit / part)
    pruning = kit / "solution" / "pruning.py"
    pruning.write_text(pruning.read_text("utf-8").replace("FAIL_SOFT = True", "SOFT = True"))
    with pytest.raises(UsageError, match="sets no FAIL_SOFT"):
        make_course(tmp_path / "c", Choice(), kit=kit)


# ---------------------------------------------------------------------- stubs


@pytest.mark.parametrize("call", Call)
def test_stubs_of_one_function_speak_of_no_other(call: Call) -> None:
    chosen = frozenset({call, *NEEDS.get(call, ())})
    text = reduce_stubs(STUBS, chosen, Pruning())
    compile(text, "solver.py", "exec")
    defined = set(re.findall(r"^(?:def|class) (\w+)", text, re.MULTILINE))
    assert defined == {each.value for each in chosen}
    for other in set(Call) - chosen - {Call.MINIMAX}:  # minimax is a word of the field, too
        assert re.search(rf"\b{other.value}\b", text) is None, other


def test_all_stubs_are_the_stubs() -> None:
    assert reduce_stubs(STUBS, frozenset(Call), Pruning()).split() == STUBS.split()


def test_stubs_follow_the_convention() -> None:
    pruning = Pruning(cutoff=Cutoff.STRICT, returns=Returns.FAIL_HARD)
    text = reduce_stubs(STUBS, frozenset({Call.ALPHA_BETA}), pruning)
    assert "v > beta  at a max node        v < alpha  at a min node" in text
    assert "then return that bound" in text


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("x = 1\n", "the stubs have no alpha_beta"),
        ("def alpha_beta(): ...\n", "don't say 'v >= beta'"),
    ],
)
def test_stubs_that_lack_something_are_refused(source: str, said: str) -> None:
    with pytest.raises(StubsError, match=said):
        reduce_stubs(source, frozenset({Call.ALPHA_BETA}), Pruning(cutoff=Cutoff.STRICT))


def test_a_handout_needs_its_texts(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "test_cases", tmp_path / "test_cases")
    (tmp_path / "assignment").mkdir()
    shutil.copy(ROOT / "assignment" / "games.py", tmp_path / "assignment")
    with pytest.raises(UsageError, match=r"Can't read .*solver\.py"):
        make_handout(tmp_path / "test_cases", tmp_path / "out", page=False)
