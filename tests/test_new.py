"""New cases: what is written for a tree in one line, and which trees are generated."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from grader import cli
from grader.authoring.new import read_tree
from grader.authoring.new_generate import default_keys, generate
from grader.authoring.new_text import SCHEMA_FILE, case_text, check, modeline, tree_lines
from grader.authoring.new_traits import LARGE, TRAITS, bound_of
from grader.authoring.record import record_suite
from grader.authoring.unrecorded import open_suite
from grader.cases import Call, read_suite
from grader.cases.compose import compose
from grader.cases.decode_tree import decode_tree
from grader.cases.located import Faults, Mapping
from grader.errors import UsageError
from grader.search import Convention, alpha_beta, depth_limited, iterative_deepening
from grader.tree import GameTree

ROOT = Path(__file__).parent.parent
OURS = ROOT / "test_cases"
TREE = "max(A: min(3, 5), B: min(2, 10))"


def shape(tree: GameTree) -> list[object]:
    return [
        (n.name, n.player, n.utility, n.evaluation, n.actions, n.chances, n.payoffs)
        for n in tree.nodes()
    ]


def read_back(tree: GameTree) -> GameTree:
    faults = Faults("f")
    (node,) = compose("\n".join(tree_lines(tree)).encode(), faults)
    assert isinstance(node, Mapping)
    placed = decode_tree(node.entries[0][1], faults)
    assert placed is not None, faults.found
    return placed.tree


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cli.COMMANDS, "new", "write a case")


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def of(*arguments: str) -> str:
        assert cli.main(["new", *arguments]) == 0
        return capsys.readouterr().out

    return of


@pytest.fixture
def refusal(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def of(*arguments: str) -> str:
        assert cli.main(["new", *arguments]) == 2
        return capsys.readouterr().err

    return of


# --- trees in one line -------------------------------------------------------------------------------


def test_one_line_becomes_a_whole_case(printed: Callable[..., str]) -> None:
    assert printed("alpha_beta", "--tree", TREE, "--id", "ab-1", "--title", "cut: one") == (
        "call: alpha_beta\n"
        "id: ab-1\n"
        "title: 'cut: one'\n"
        "tree:\n"
        "  agent:\n"
        "    A: {opp: {1: 3, 2: 5}}\n"
        "    B: {opp: {1: 2, 2: 10}}\n"
        "expect: record\n"
    )


@pytest.mark.parametrize(
    "line",
    [
        "5",
        TREE,
        "max(A: coin(heads 1/2: 3, tails 1/2: -0.5), B: ghost1(ghost2(1/3, 2), 3))",
        "a(X: utility(a: 1, b: 2), Y: b(1: utility(a: 3, b: 1/3), 2: utility(a: 0, b: 0)))",
        "{agent: {left: {opp: {no: 3, '1': 4}, eval: 2, name: inn}, 'a, b': {utility: 3, eval: 1}}}",
        "{agent: {A: 1, B: 2}, eval: 1000000, name: start}",
    ],
)
def test_tree_is_read_back_as_it_was(line: str) -> None:
    tree = read_tree(line)
    assert shape(read_back(tree)) == shape(tree)


WRITTEN = [p for p in sorted(OURS.rglob("*.yaml")) if "\ntree:" in p.read_text("utf-8")]


@pytest.mark.parametrize("path", WRITTEN[::5], ids=lambda path: path.stem)
def test_trees_of_ours_are_read_back_as_they_were(path: Path) -> None:
    (document,) = compose(path.read_bytes(), Faults("f"))
    assert isinstance(document, Mapping)
    written = {key.text: value for key, value in document.entries}["tree"]
    placed = decode_tree(written, Faults("f"))
    assert placed is not None
    assert shape(read_back(placed.tree)) == shape(placed.tree)


def test_evaluations_are_given_by_name(printed: Callable[..., str]) -> None:
    text = printed("depth_limited", "--tree", "max(A: max(1, 2), B: 5)", "--eval", "A 3, B -1/3",
                   "--with", "depth=1")  # fmt: skip
    assert "    A: {agent: {1: 1, 2: 2}, eval: 3}\n" in text
    assert "    B: {utility: 5, eval: -1/3}\n" in text
    assert "depth: 1\n" in text


def test_calls_without_a_tree_need_none(printed: Callable[..., str]) -> None:
    assert printed("HalvingGame", "--with", "n=3") == "call: HalvingGame\nn: 3\nexpect: record\n"
    text = printed("choose_by_bounds", "--with", "intervals={A: [3, 5], B: [5, 9]}")
    assert "intervals: {A: [3, 5], B: [5, 9]}\n" in text


def test_case_of_a_known_answer_has_it() -> None:
    text = case_text(Call.MINIMAX, read_tree("max(1, 2)"), expect={"value": "2", "actions": ["2"]})
    assert text.endswith("expect:\n  value: 2\n  actions: [2]\n")
    check(text)


# --- files -------------------------------------------------------------------------------------------


def test_modeline_leads_to_the_schema(tmp_path: Path) -> None:
    (tmp_path / SCHEMA_FILE).write_text("{}", "utf-8")
    out = tmp_path / "q1" / "one.yaml"
    assert cli.main(["new", "minimax", "--tree", TREE, "--out", str(out)]) == 0
    assert out.read_text("utf-8").startswith(
        "# yaml-language-server: $schema=../.schema.json\ncall: minimax\n"
    )


def test_without_a_schema_there_is_no_modeline(tmp_path: Path) -> None:
    assert modeline(tmp_path / "one.yaml") == ()


def test_written_case_can_be_recorded(tmp_path: Path) -> None:
    suite = tmp_path / "test_cases"
    shutil.copytree(ROOT / "assignment", tmp_path / "assignment")
    suite.mkdir()
    (suite / "suite.yaml").write_text(
        "title: T\nquestions: [{id: q, title: Q, points: 1, cases: q}]\n", "utf-8"
    )
    for call in ("alpha_beta", "expectiminimax"):
        out = str(suite / "q" / f"{call.replace('_', '-')}.yaml")
        assert cli.main(["new", call, "--tree", TREE, "--out", out]) == 0
    assert len(open_suite(suite).missing) == 2
    assert record_suite(suite, ROOT / "solution") == ("alpha-beta", "expectiminimax")
    assert [case.expect.value for case in read_suite(suite).cases] == [3, 3]


def test_the_next_step_depends_on_where_the_file_lies(
    tmp_path: Path, printed: Callable[..., str]
) -> None:
    (tmp_path / "cases").mkdir()
    settings = "title: T\nquestions: [{id: q, title: Q, points: 1, cases: q}]\n"
    (tmp_path / "cases" / "suite.yaml").write_text(settings, "utf-8")

    def said(*names: str) -> str:
        return printed("minimax", "--tree", TREE, "--out", str(tmp_path.joinpath(*names)))

    record = f"grader record {tmp_path}/cases/q/one.yaml --suite {tmp_path}/cases\n"
    assert said("cases", "q", "one.yaml").endswith(f"Write what it expects with: {record}")
    assert "names it: list it under cases: of one" in said("cases", "two.yaml")
    assert "It is in no suite: put it beside the cases" in said("three.yaml")


# --- generated trees ---------------------------------------------------------------------------------

ALL = sorted(TRAITS)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("trait", [t for t in ALL if t != "unequal-probabilities"])
def test_generated_tree_has_its_trait(trait: str, seed: int) -> None:
    tree = generate(Call.ALPHA_BETA, [trait], seed=seed, size=14)
    assert tree.size() == 14
    assert TRAITS[trait](tree, {})


def test_probabilities_are_unequal_where_asked_for() -> None:
    tree = generate(Call.EXPECTIMINIMAX, ["unequal-probabilities"], seed=1)
    chances = [node.chances for node in tree.nodes() if node.chances]
    assert any(len(set(each)) > 1 for each in chances)
    assert all(sum(each) == Fraction(1) for each in chances)


def test_same_seed_gives_the_same_tree() -> None:
    trees = [generate(Call.MINIMAX, ["ties"], seed=seed, size=9) for seed in (5, 5, 6)]
    first, again, other = map(shape, trees)
    assert first == again != other


def test_without_a_size_trees_are_small() -> None:
    tree = generate(Call.ALPHA_BETA, ["zero-bound"], seed=1)
    assert tree.size() <= 9
    assert any(cut.window.alpha == 0 for cut in alpha_beta(tree.root, Convention()).cuts)


@pytest.mark.parametrize("call", [c for c in Call if c.takes_tree and c is not Call.MAX_N])
def test_generated_tree_makes_a_case_of_any_call(call: Call) -> None:
    tree = generate(call, [], seed=3, size=8)
    check(case_text(call, tree, more=default_keys(call, tree)))


@pytest.mark.parametrize(
    "call", [Call.DEPTH_LIMITED, Call.DEPTH_LIMITED_PLIES, Call.ITERATIVE_DEEPENING]
)
def test_depth_and_budget_reach_what_was_asked_for(call: Call) -> None:
    traits = ["deep-cutoff", "two-opponents"]
    tree = generate(call, traits, seed=1)
    given = {key: int(value) for key, value in default_keys(call, tree, traits).items()}
    if call is Call.ITERATIVE_DEEPENING:
        seen = iterative_deepening(tree.root, given["max_evaluations"]).trace.visited
    else:
        plies = call is Call.DEPTH_LIMITED_PLIES
        seen = depth_limited(tree.root, given["depth"], plies=plies).visited
    ghosts = [node for node in seen if node.player == "ghost2"]
    assert any(child in seen for node in ghosts for child in node.children)
    cuts = alpha_beta(tree.root, Convention()).cuts
    deep = [c.node for c in cuts if bound_of(c)[1] in list(tree.ancestors(c.node))[2:]]
    assert any(child in seen for node in deep for child in node.children)


def test_large_values_are_beyond_a_million() -> None:
    tree = generate(Call.MINIMAX, ["large-values"], seed=2, size=6)
    assert any(not -LARGE <= (node.utility or 0) <= LARGE for node in tree.nodes())


def test_generated_case_is_printed(printed: Callable[..., str]) -> None:
    arguments = ("iterative_deepening", "--generate", "--seed", "4", "--size", "8")
    text = printed(*arguments, "--with", "max_evaluations=3")
    assert "max_evaluations: 3\n" in text
    assert "eval:" in text
    assert printed(*arguments, "--with", "max_evaluations=3") == text


# --- refusals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["minmax", "--tree", "5"], "There is no call 'minmax'; did you mean 'minimax'?"),
        (["evaluate_tictactoe"], "can't be recorded; write its case by hand"),
        (["minimax"], "minimax needs a tree: --tree TREE, or --generate"),
        (["minimax", "--tree", "5", "--generate"], "Give --tree or --generate, not both"),
        (["minimax", "--tree", "5", "--size", "9"], "--traits, --size and --seed are for --gen"),
        (["minimax", "--tree", "5", "--seed", "9"], "--traits, --size and --seed are for --gen"),
        (["minimax", "--generate", "--eval", "A 3"], "--eval is for --tree"),
        (["HalvingGame", "--generate"], "plays on no tree. Say what it is given: --with n=3."),
        (["choose_by_bounds", "--generate"], '--with "intervals={A: [1, 2], B: [2, 3]}".'),
        (
            ["minimax", "--with", "game={Nim: [1]}"],
            "A case on a game is written by hand, with game:",
        ),
        (
            ["minimax", "--with", "property=adding"],
            "A law is written by hand: property: and trees:",
        ),
        (["max_n", "--tree", "A(1, 2)"], "at 1\n  max_n needs a utility for A at 2\n"),
        (["minimax", "--tree", "5", "--out", "a.json"], "A case file ends in .yaml: --out a.yaml."),
        (["HalvingGame", "--eval", "A 3"], "--eval is for --tree"),
        (["minimax", "--tree", "max(3"], 'This is no tree: expected "," or ")"'),
        (["minimax", "--tree", "max(" * 120], "more than 100 inner nodes; write it in a file"),
        (["minimax", "--tree", "max(1, 2)", "--eval", "X 3"], "the tree has no node 'X'"),
        (["minimax", "--tree", "coin(1/2: 1, 1/2: 2)"], "minimax is never given chances (coin)"),
        (["depth_limited", "--tree", "5"], "  depth_limited needs depth:"),
        (["minimax", "--tree", "5", "--with", "depth=1"], "  minimax takes no depth"),
        (["minimax", "--tree", "5", "--with", "depth"], "--with takes KEY=VALUE on one line"),
        (["minimax", "--tree", "5", "--with", "id=x"], "--with is for other keys than id"),
        (["minimax", "--tree", "5", "--with", "dept=1"], "a case has no key 'dept'"),
        (["minimax", "--tree", "5", "--id", "A B"], "an id has a-z, 0-9 and hyphens only"),
        (["max_n", "--generate"], "No tree can be generated for max_n; give one with --tree"),
        (["minimax", "--generate", "--traits", "tie"], "There is no trait 'tie'. There are: ties"),
        (["minimax", "--generate", "--size", "2"], "--size is a number of nodes from 3 to 60"),
        (
            ["minimax", "--generate", "--traits", "unequal-probabilities"],
            "minimax is never given chances, so it can't have unequal-probabilities",
        ),
        (
            ["expectimax", "--generate", "--traits", "ties, deep-cutoff"],
            "deep-cutoff is about minimax trees; expectimax averages",
        ),
        (
            ["value_table", "--generate", "--traits", "two-opponents"],
            "value_table is for agent and opp alone",
        ),
        (
            ["alpha_beta", "--generate", "--traits", "deep-cutoff", "--size", "3"],
            "Found no tree of 3 nodes with deep-cutoff. Ask for another --size",
        ),
    ],
)
def test_new_refuses_in_words(arguments: list[str], said: str, refusal: Callable[..., str]) -> None:
    assert said in refusal(*arguments)


def test_missing_generator_is_named(
    monkeypatch: pytest.MonkeyPatch, refusal: Callable[..., str]
) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    assert "generated with hypothesis: pip install" in refusal("minimax", "--generate")


def test_file_that_is_there_is_kept(tmp_path: Path, refusal: Callable[..., str]) -> None:
    out = tmp_path / "one.yaml"
    out.write_text("mine", "utf-8")
    assert "already; nothing was written" in refusal("minimax", "--tree", "5", "--out", str(out))
    assert out.read_text("utf-8") == "mine"
    inside = str(out / "two.yaml")
    assert "Can't write" in refusal("minimax", "--tree", "5", "--out", inside)


def test_too_deep_line_is_no_crash() -> None:
    with pytest.raises(UsageError, match="nested more than 100 deep"):
        check(case_text(Call.MINIMAX, read_tree("max(" * 60 + "1" + ")" * 60)))
