"""Trees of the Pac-Man course project: what they become, and what is said of files that are wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grader import cli
from grader.authoring.pacman import import_case
from grader.authoring.pacman_fields import read_fields
from grader.authoring.pacman_game import read_game, unfold_game
from grader.authoring.witness import by_search
from grader.cases import Call, Case, Cutoff, Pruning, read_suite
from grader.cases.compose import compose
from grader.cases.decode_case import Defaults, decode_case
from grader.cases.located import Faults
from grader.errors import AuthorError
from grader.search import Convention, alpha_beta

SAMPLES = Path(__file__).parent / "pacman"
STEMS = sorted(path.stem for path in SAMPLES.glob("*.test"))
STRICT = Pruning(cutoff=Cutoff.STRICT)


def sample(name: str) -> str:
    return (SAMPLES / name).read_text("utf-8")


def text_of(stem: str) -> str:
    return import_case(sample(f"{stem}.test"), sample(f"{stem}.solution"), stem=stem).text


def case_of(stem: str) -> Case:
    faults = Faults("f")
    (node,) = compose(text_of(stem).encode(), faults)
    placed = decode_case(node, Defaults(), faults)
    assert placed is not None, faults.found
    return placed.case


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cli.COMMANDS, "import_case", "bring trees")


@pytest.fixture
def refusal(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def of(*arguments: object) -> str:
        assert cli.main(["import_case", *map(str, arguments)]) == 2
        return capsys.readouterr().err

    return of


# --- what they become --------------------------------------------------------------------------------


def test_there_are_samples_of_every_search() -> None:
    assert {case_of(stem).call for stem in STEMS} == {
        Call.MINIMAX,
        Call.DEPTH_LIMITED,
        Call.ALPHA_BETA,
        Call.EXPECTIMAX,
    }


@pytest.mark.parametrize("stem", STEMS)
def test_our_search_agrees_with_what_is_written(stem: str) -> None:
    case = case_of(stem)
    assert by_search(case, STRICT) == case.expect


@pytest.mark.parametrize("stem", STEMS)
def test_set_of_the_answer_is_what_must_be_visited(stem: str) -> None:
    states = unfold_game(read_game(sample(f"{stem}.test"), "f")).states
    generated = read_fields(sample(f"{stem}.solution"), "f").get("generated").text.split()
    effort = case_of(stem).expect.effort
    assert effort is not None
    assert sorted({states[name] for name in effort.must}) == generated
    assert effort.visits == len(effort.must)


def test_round_ends_where_the_depth_ends() -> None:
    case = case_of("two-rounds")
    assert (case.call, case.depth) == (Call.DEPTH_LIMITED, 1)
    assert case.tree.find("p").evaluation == 4
    assert case.tree.find("won").utility == 100


def test_two_agents_are_agent_and_opp() -> None:
    assert case_of("tied-bound").tree.players == ("agent", "opp")


def test_more_agents_are_ghosts_in_turn() -> None:
    assert case_of("strict-cuts").tree.players == ("agent", "ghost1", "ghost2")


def test_equal_to_the_bound_is_not_cut() -> None:
    case = case_of("tied-bound")
    effort = case.expect.effort
    assert effort is not None
    assert "b2" in effort.must
    on_equal = alpha_beta(case.start, Convention()).visited
    assert "b2" not in [node.name for node in on_equal]


def test_graph_becomes_a_tree_with_numbered_names() -> None:
    tree = case_of("joined-ways").tree
    assert [node.name for node in tree.root.children] == ["g", "g-2", "h"]
    assert tree.find("s-2").utility == tree.find("s-3").utility


def test_ghosts_of_expectimax_play_uniformly() -> None:
    assert "policies: {opp: uniform}" in text_of("joined-ways")


def test_comments_say_what_was_translated() -> None:
    text = text_of("strict-cuts")
    assert "# The search cuts strictly: the suite needs pruning: {cutoff: strict}." in text
    assert "# The source is a graph" in text_of("joined-ways")
    assert "# It stopped at depth 1" in text_of("joined-ways")


def test_diagram_is_kept_as_a_comment() -> None:
    assert "#     p    q   r    won\n" in text_of("two-rounds")


def test_fresh_name_is_no_other_state() -> None:
    test = sample("joined-ways.test").replace("s Stay h", "s Stay g-2").replace("h up", "g-2 up")
    tree = unfold_game(read_game(test, "f")).tree
    assert [node.name for node in tree.root.children] == ["g", "g-3", "g-2"]


# --- files that are wrong ----------------------------------------------------------------------------

MINIMAL = '''\
class: "GraphGameTreeTest"
alg: "MinimaxAgent"
depth: "1"
num_agents: "1"
start_state: "s"
win_states: "a b"
lose_states: ""
successors: """
s A a
s B b
"""
evaluation: """
a 1
b 2
"""
'''
ANSWER = 'action: "B"\ngenerated: "a b s"\n'


def said_of(test: str, answer: str = ANSWER) -> str:
    with pytest.raises(AuthorError) as caught:
        import_case(test, answer, stem="t")
    return str(caught.value)


def test_minimal_file_is_taken() -> None:
    assert import_case(MINIMAL, ANSWER, stem="My Tree_1").id == "my-tree-1"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('alg: "M', "alg: M", 't.test:2:1: expected key: "value" or key: """'),
        ('alg: "MinimaxAgent"\n', "", "t.test:1:1: alg: is missing"),
        ("MinimaxAgent", "SampleAgent", "t.test:2:1: there is no call for 'SampleAgent'; known:"),
        ("GraphGame", "PacmanGame", "t.test:1:1: a test of class PacmanGameTreeTest has no tree"),
        ('depth: "1"', 'depth: "0"', "t.test:3:1: depth is a whole number from 1 to 999"),
        ('s: "1"', 's: "two"', "t.test:4:1: num_agents is a whole number from 1 to 999"),
        ('"s"', '"s t"', "t.test:5:1: start_state is one state, found 's t'"),
        ('"s"', '"t"', "t.test:5:15: start_state 't' has no line in successors; known: s"),
        ('depth: "1"', 'alg: "x"', "t.test:3:1: alg: is there already, at line 2"),
        ("s A a", "s A", "t.test:9:1: expected a state, an action and a child, found 's A'"),
        ("s B b", "s A b", "t.test:10:3: s has the action A already"),
        ("a 1", "a one", "t.test:13:1: expected a state and a number, found 'a one'"),
        ("b 2\n", "a 2\n", "t.test:14:1: a has an evaluation already"),
        ("b 2\n", "", "t.test:10:5: b is evaluated, but has no line in evaluation"),
        ('b 2\n"""', "b 2", 't.test:12:1: the block of evaluation is not closed: no """ follows'),
        ('b\n"""\n', 'b\n""" x\n', "t.test:11:4: nothing can stand behind the block"),
    ],
)
def test_bad_file_is_refused_at_its_place(old: str, new: str, said: str) -> None:
    assert old in MINIMAL
    assert said_of(MINIMAL.replace(old, new, 1)).startswith(said)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ('generated: "a b s"', "t.solution:1:1: action: is missing"),
        ('action: "B"', "t.solution:1:1: generated: is missing"),
        (
            ANSWER.replace("B", "A"),
            "t.solution:1:1: the answer is 'A', but our search finds B best",
        ),
        (ANSWER.replace("b s", "s"), "t.solution:2:1: generated lacks b, which our search visits"),
        (ANSWER.replace("b s", "b c s"), "2:1: generated has c, which our search does not visit"),
    ],
)
def test_answer_that_differs_is_refused(answer: str, said: str) -> None:
    assert said in said_of(MINIMAL, answer)


def test_endless_graph_is_refused_when_too_large() -> None:
    endless = MINIMAL.replace("s A a", "s A s").replace("s B b", "s B s").replace("a 1", "s 1")
    assert "5:15: unfolded, this has more than 5000 nodes" in said_of(
        endless.replace('"1"', '"20"', 1)
    )


def test_long_way_is_refused_before_it_is_written() -> None:
    endless = MINIMAL.replace("s A a", "s A s").replace("s B b\n", "").replace("a 1", "s 1")
    assert "5:15: unfolded, this is more than 48 moves" in said_of(
        endless.replace('"1"', '"900"', 1)
    )


def test_block_may_begin_and_end_on_its_lines() -> None:
    fields = read_fields('a: """one two"""\nb: """three\nfour"""  # why', "f")
    assert fields.get("a").text == "one two"
    assert [word.text for word in fields.words("b")] == ["three", "four"]


# --- the command -------------------------------------------------------------------------------------


def test_case_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["import_case", str(SAMPLES / "tied-bound.test")]) == 0
    assert capsys.readouterr().out == text_of("tied-bound")


def test_folder_becomes_a_strict_suite(tmp_path: Path) -> None:
    files = [str(SAMPLES / f"{stem}.test") for stem in STEMS]
    assert cli.main(["import_case", *files, "--suite", str(tmp_path)]) == 0
    suite = read_suite(tmp_path)
    assert [case.id for case in suite.cases] == STEMS
    assert suite.questions[0].pruning.cutoff is Cutoff.STRICT


def test_suite_that_is_there_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "suite.yaml").write_text("mine", "utf-8")
    test = str(SAMPLES / "tied-bound.test")
    assert cli.main(["import_case", test, "--suite", str(tmp_path)]) == 0
    assert (tmp_path / "suite.yaml").read_text("utf-8") == "mine"
    assert "is there already: have a question name" in capsys.readouterr().out


def test_file_that_is_there_is_not_overwritten(tmp_path: Path, refusal: Callable[..., str]) -> None:
    out = tmp_path / "case.yaml"
    out.write_text("mine", "utf-8")
    said = refusal(SAMPLES / "tied-bound.test", "--out", out)
    assert "already; nothing was written" in said
    assert out.read_text("utf-8") == "mine"


def test_command_refuses_in_words(tmp_path: Path, refusal: Callable[..., str]) -> None:
    one, two = SAMPLES / "tied-bound.test", SAMPLES / "two-rounds.test"
    assert "Give --out or --suite, not both." in refusal(one, "--out", "x", "--suite", "y")
    assert "Several trees make several files" in refusal(one, two)
    assert "is neither a .test nor a .solution file" in refusal(SAMPLES)
    assert "is the answer to no .test file" in refusal(one, SAMPLES / "two-rounds.solution")
    assert "No such file" in refusal(tmp_path / "gone.test")
    (tmp_path / "latin.test").write_bytes(b"\xff")
    assert "is not UTF-8 text" in refusal(tmp_path / "latin.test", tmp_path / "latin.solution")
