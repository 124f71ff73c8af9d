"""What students are given: the trees of the module ``games``, and the handout."""

from __future__ import annotations

import doctest
import inspect
import re
from fractions import Fraction
from typing import Any

import pytest
import yaml
from games import Rollout, Tree, always, uniform
from playing import ROOT, load, solution

from grader.cases import read_suite
from grader.cases.model import Check
from grader.grading.grade import Verdict
from grader.search import Convention, alpha_beta
from grader.tree import Draft, grow

ASSIGNMENT = ROOT / "assignment"


def below(tree: Tree) -> dict[Any, Any]:
    """Every state of ``tree`` in pre-order, with its player or its utility."""
    found: dict[Any, Any] = {}
    pending = [tree.start_state()]
    while pending:
        state = pending.pop()
        found[state] = tree.utility(state) if tree.is_end(state) else tree.player(state)
        pending.extend(reversed(list(tree.successors(state).values())))
    return found


def drafted(tree: Tree, state: Any) -> Draft:
    """The part of ``tree`` below ``state`` as the grader has it."""
    if tree.is_end(state):
        return Draft(utility=Fraction(tree.utility(state)))
    children = tree.successors(state).items()
    branches = [(str(action), drafted(tree, child)) for action, child in children]
    return Draft(player=tree.player(state), branches=branches)


# ---------------------------------------------------------------------- what a tree reads


def test_one_line_reads_as_the_lecture_writes() -> None:
    tree = Tree("max(min(3, 17), min(2, -8.5))")
    ends = {"11": 3, "12": 17, "21": 2, "22": -8.5}
    assert below(tree) == {"root": "agent", "1": "opp", "2": "opp"} | ends


def test_labels_and_numbers_mix_in_one_line() -> None:
    tree = Tree("ghost1(A: min(3, B: 5), 1/4)")
    assert below(tree) == {"root": "ghost1", "A": "opp", "A1": 3, "AB": 5, "2": 0.25}


def test_one_line_and_dicts_make_the_same_tree() -> None:
    nested = {"agent": {"A": {"opp": {"1": 3, "2": 5}}, "B": {"opp": {1: 2, 2: 10}}}}
    assert below(Tree(nested)) == below(Tree("max(A: min(3, 5), B: min(2, 10))"))


def test_successors_keep_their_order_and_end_at_ends() -> None:
    tree = Tree("max(z: 1, a: 2)")
    assert list(tree.successors("root").items()) == [("z", "z"), ("a", "a")]
    assert tree.successors("z") == {}
    assert tree.player("z") is None


def test_changing_successors_leaves_the_tree_alone() -> None:
    tree = Tree("max(1, 2)")
    tree.successors("root").clear()
    assert tree.successors("root") == {"1": "1", "2": "2"}


def test_changing_the_source_leaves_the_tree_alone() -> None:
    source = {"agent": {"A": 1}}
    tree = Tree(source)
    source["agent"]["B"] = 2
    assert repr(tree) == "Tree({'agent': {'A': 1}})"


def test_long_actions_are_joined_by_dots() -> None:
    tree = Tree("max(left: min(up: 1, 2), R: 3)")
    assert list(below(tree)) == ["root", "left", "left.up", "left.2", "R"]


def test_names_replace_only_the_node_that_has_one() -> None:
    tree = Tree({"agent": {"A": {"opp": {"1": {"utility": 3, "name": "X"}}, "name": "Y"}}})
    assert below(tree) == {"root": "agent", "Y": "opp", "X": 3}
    unnamed_below = Tree({"agent": {"A": {"opp": {"1": 3}, "name": "Y"}}, "name": "S"})
    assert list(below(unnamed_below)) == ["S", "Y", "A1"]


@pytest.mark.parametrize(
    "line",
    [
        "3",
        "max(3, 5)",
        "max(A: min(3, 5), B: min(2, 10))",
        "max(A: min(3, 5), B: min(2, deep: 10))",
        "max(left: min(up: 1, max(R: 2, L: 3)), x: coin(1/2: 0, 1/2: 4))",
        "min(1, 2, 3, 4, 5, 6, 7, 8, 9, max(8, 9))",
    ],
)
def test_nodes_are_named_by_the_graders_rule(line: str) -> None:
    tree = Tree(line)
    assert list(below(tree)) == [node.name for node in grow(drafted(tree, "root")).nodes()]


def test_a_single_end_is_a_tree() -> None:
    assert below(Tree(3)) == below(Tree("3")) == {"root": 3}


@pytest.mark.parametrize(
    ("said", "number"),
    [
        (2, 2),
        (2.5, 2.5),
        (Fraction(1, 2), 0.5),
        ("7", 7),
        ("-2.5", -2.5),
        ("1/3", 1 / 3),
        ("1e3", 1000),
        ("9007199254740993", 2**53 + 1),
    ],
)
def test_numbers_are_read_in_every_spelling(said: object, number: float) -> None:
    assert Tree(said).utility("root") == number


def test_inner_nodes_and_ends_have_evaluations() -> None:
    tree = Tree({"agent": {"A": {"utility": 3, "eval": "1/2"}, "B": 4}, "eval": 9})
    assert tree.evaluate("root") == 9
    assert tree.evaluate("A") == 0.5
    with pytest.raises(ValueError, match=r"no evaluation \(\"eval\"\) of 'B'"):
        tree.evaluate("B")


def test_utility_is_for_ends_alone() -> None:
    with pytest.raises(ValueError, match="'root' is not an end, so it has no utility"):
        Tree("max(3, 5)").utility("root")


def test_a_utility_may_be_one_for_every_player() -> None:
    nested = {"A": {"1": {"utility": {"A": 1, "B": "1/2"}}, "2": {"utility": {"A": 0, "B": -3}}}}
    line = "A(utility(A: 1, B: 1/2), utility(A: 0, B: -3))"
    assert below(Tree(line)) == below(Tree(nested))
    assert Tree(line).utility("1") == {"A": 1, "B": 0.5}


def test_changing_such_a_utility_leaves_the_tree_alone() -> None:
    tree = Tree("A(utility(A: 1, B: 2))")
    tree.utility("1").clear()
    assert tree.utility("1") == {"A": 1, "B": 2}


@pytest.mark.parametrize("ask", ["is_end", "utility", "player", "successors", "evaluate"])
def test_unknown_states_are_refused_by_name(ask: str) -> None:
    with pytest.raises(ValueError, match="the tree has no state 'Z'"):
        getattr(Tree("max(3, 5)"), ask)("Z")


# ---------------------------------------------------------------------- chance


def test_chances_become_the_policy_of_their_player() -> None:
    tree = Tree("max(A: coin(heads 1/4: 5, tails 3/4: -3), B: dice(1/2: 0, 0.5: 1))")
    policies = tree.policies()
    assert list(policies) == ["coin", "dice"]
    assert policies["coin"]("A") == {"heads": 0.25, "tails": 0.75}
    assert policies["dice"]("B") == {"1": 0.5, "2": 0.5}


def test_changing_a_policys_answer_leaves_the_tree_alone() -> None:
    policy = Tree("coin(1/2: 5, 1/2: -3)").policies()["coin"]
    policy("root").clear()
    assert policy("root") == {"1": 0.5, "2": 0.5}


def test_trees_without_chances_state_no_policies() -> None:
    assert Tree("max(min(3, 5), coin(1, 2))").policies() == {}


def test_a_stated_policy_speaks_of_its_own_nodes_alone() -> None:
    policies = Tree("max(coin(1/2: 5, 1/2: -3), 4)").policies()
    with pytest.raises(ValueError, match="coin does not move at 'root'"):
        policies["coin"]("root")


def test_uniform_and_always_are_policies() -> None:
    tree = Tree("max(A: 3, B: 5, C: 0, D: 1)")
    assert uniform(tree)("root") == {"A": 0.25, "B": 0.25, "C": 0.25, "D": 0.25}
    assert always("B")("root") == {"B": 1.0}


def test_a_rollout_names_its_parts() -> None:
    rollout = Rollout(states=["root", "A"], actions=["A"], utility=3)
    assert rollout == (["root", "A"], ["A"], 3)


# ---------------------------------------------------------------------- faults

LINES = {
    "": "column 1: expected a number, or a player and its children",
    "max": "column 1: expected a number, or a player and its children",
    "max()": "column 5: expected a number",
    "max(3": 'column 6: expected "," or ")"',
    "max(3 5)": 'column 7: expected "," or ")"',
    "max(3,)": "column 7: expected a number",
    "max(3, 5))": "column 10: the tree has ended, but here is more",
    "max(A: 3, A: 5)": "column 11: two actions of this node are called 'A'",
    "max(2: 3, 5)": "column 11: two actions of this node are called '2'",
    "coin(a x: 3)": "column 8: expected a probability such as 1/2 before the colon",
    "max(" * 120: "column 405: the tree is more than 100 moves deep",
    "coin(a 1/2: 3, b: 4)": "at root > b: its siblings have a probability, this one has none",
    "coin(a 1/2: 3, b 1/3: 4)": "at root: the probabilities sum to 0.833333, not to 1",
    "coin(0.33: 1, 0.33: 2, 0.33: 3)": "at root: the probabilities sum to 0.99, not to 1",
    "max(A: coin(a 3/2: 3, b -1/2: 4))": "at root > A > a: 1.5 is no probability",
    "max(1, 1/0)": "column 8: expected a number",
    "max(3(5)": 'column 6: expected "," or ")"',
    "max(3, x)": "column 8: expected a number",
    "utility(A: 3, B: max(1))": "at root: expected a utility, not {'agent': {'1': '1'}}",
    "max(A: coin(1/1: 3), B: coin(3))": "at root > B: coin has probabilities elsewhere in the tree",
}


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[:20] or "nothing")
def test_a_malformed_line_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=re.escape(LINES[line])):
        Tree(line)


CYCLE: dict[str, Any] = {}
CYCLE["agent"] = {"A": CYCLE}
DICTS: list[tuple[object, str]] = [
    ({"agent": {}}, "at root: agent moves here, so a dict of actions must follow, not {}"),
    ({}, "at root: one key says who moves, but there are 0 (none)"),
    ({"agent": {"A": None}}, "at root > A: expected a number (an end) or"),
    ({"agent": {"A": {"opp": {1: 3}, "coin": 4}}}, "at root > A: one key says who moves"),
    ({"agent": {"A": 1}, "utility": 2}, "at root: one key says who moves, but there are 2"),
    ({"agent": {1: 2, "1": 3}}, "at root: two actions are called '1'"),
    ({"agent": {True: 2}}, "at root: an action is a text or a whole number, not True"),
    ({"agent": {"": 2}}, "at root: an action is a text or a whole number, not ''"),
    ({"max": {"A": 2}}, 'at root: in nested dicts a player is named: "agent", not "max"'),
    ({"min": {"A": 2}}, 'at root: in nested dicts a player is named: "opp", not "min"'),
    ({3: {"A": 1}}, 'at root: a player is a text such as "agent" or "opp", not 3'),
    ({"agent": {"A": float("nan")}}, "at root > A: expected a number"),
    ({"agent": {"A": float("inf")}}, "at root > A: expected a number"),
    ({"agent": {"A": True}}, "at root > A: expected a number"),
    ({"agent": {"A": 10**301}}, "at root > A: expected a number"),
    ({"agent": {"A": "9" * 321}}, "at root > A: expected a number"),
    ({"agent": {"A": {"utility": "x"}}}, "at root > A: expected a utility, not 'x'"),
    ({"agent": {"A": {"utility": {}}}}, "at root > A: expected a utility, not {}"),
    ({"agent": {"A": {"utility": {3: 1}}}}, "at root > A: a player is a text such as"),
    ({"agent": {"A": 1}, "eval": "x"}, "at root: expected an evaluation, not 'x'"),
    ({"agent": {"A": {"utility": 1, "name": 3}}}, "at root > A: a name is a non-empty text, not 3"),
    ({"coin": {"A": [1, 2, 3]}}, "at root > A: expected [probability, subtree], not [1, 2, 3]"),
    ({"coin": {"A": ["x", 3]}}, "at root > A: expected a probability, not 'x'"),
    (
        {"agent": {"A": {"utility": 1, "name": "B"}, "B": 2}},
        "two nodes are named 'B', at root > A and",
    ),
    (CYCLE, "the tree is more than 100 moves deep"),
]


@pytest.mark.parametrize(("source", "message"), DICTS, ids=[message[:40] for _, message in DICTS])
def test_a_malformed_dict_is_refused(source: object, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        Tree(source)


def test_a_caret_stands_under_the_word_at_fault() -> None:
    with pytest.raises(ValueError, match="expected a number") as caught:
        Tree("max(" + "1, " * 50 + "oops, 1)")
    _, line, caret = str(caught.value).split("\n")
    assert line[caret.index("^") :].startswith("oops")
    assert len(line) < 90


# ---------------------------------------------------------------------- what is shown


def test_a_drawing_shows_names_chances_and_evaluations() -> None:
    tree = Tree(
        {
            "agent": {
                "A": {"coin": {"h": ["1/3", 6], "t": ["2/3", -3]}, "eval": 2},
                "B": {"opp": {"1": 2, "2": {"utility": 10, "name": "win"}}},
            },
            "eval": 7,
        }
    )
    assert tree.show().split("\n") == [
        "root: agent (eval 7)",
        "|- A: coin (eval 2)",
        "|  |- Ah [0.3333] = 6",
        "|  `- At [0.6667] = -3",
        "`- B: opp",
        "   |- B1 = 2",
        "   `- 2 -> win = 10",
    ]


def test_a_drawing_is_plain_ascii() -> None:
    assert Tree("max(A: min(3, coin(1/2: 5, 1/2: -3)), B: 1)").show().isascii()


@pytest.mark.parametrize(
    "source", ["max(A: 3, min(2, 8))", {"coin": {"a": ["1/2", 3], "b": [0.5, 4]}}]
)
def test_a_tree_is_rebuilt_from_its_repr(source: object) -> None:
    again = eval(repr(Tree(source)))
    assert again.show() == Tree(source).show()


# ---------------------------------------------------------------------- trees of the case files


def trees_by_id() -> dict[str, Any]:
    """The trees of our suite as plain text, lists and dicts, by the ids of their cases."""
    return {
        document.get("id", path.stem): document["tree"]
        for path in (ROOT / "test_cases").glob("*/*.yaml")
        for document in yaml.load_all(path.read_text(encoding="utf-8"), yaml.BaseLoader)
        if "tree" in document  # a case can be about a game of this module instead
    }


def test_case_files_and_games_read_the_same_trees() -> None:
    sources = trees_by_id()
    cases = [case for case in read_suite(ROOT / "test_cases").cases if case.id in sources]
    assert len(cases) == len(sources)
    for case in cases:
        tree = Tree(sources[case.id])
        assert list(below(tree)) == [node.name for node in case.tree.nodes()], case.id
        for node in case.tree.nodes():
            assert tree.player(node.name) == node.player
            assert list(tree.successors(node.name)) == list(node.actions)
            if node.utility is not None:
                assert tree.utility(node.name) == float(node.utility)


# ---------------------------------------------------------------------- the handout

# As it reads for all questions: comments mark the parts that belong to some of them.
README = re.sub(r"<!--.*?-->", "", (ASSIGNMENT / "README.md").read_text(encoding="utf-8"))
STUBS = load(ASSIGNMENT / "solver.py")


def rows(header: str) -> list[list[str]]:
    """The cells of the table of the handout whose header begins so."""
    table = README[README.index(f"| {header} |") :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def test_the_handout_shows_every_signature() -> None:
    shown = [cells[0].strip("`") for cells in rows("function")]
    written = inspect.getmembers(STUBS, lambda it: getattr(it, "__module__", "") == STUBS.__name__)
    signatures = {name: inspect.signature(stub).parameters for name, stub in written}
    assert sorted(shown) == [f"{name}({', '.join(taken)})" for name, taken in signatures.items()]


def test_the_handout_explains_every_verdict() -> None:
    words = [cells[0] for cells in rows("word")]
    verdicts = [verdict.value.replace("_", " ") for verdict in Verdict]
    assert words == ["OK" if word == "PASSED" else word for word in verdicts]


def test_the_handout_names_the_limits_and_weights_of_the_suite() -> None:
    suite = read_suite(ROOT / "test_cases")
    assert f"stopped after {suite.limits.cpu:g} s of computing" in README
    assert f"or {suite.limits.wall:g} s of waiting" in README
    said = "the value counts 1, the action 1 and, where it is checked, the order of visits 2"
    assert said in " ".join(README.split())
    weights = {Check.VALUE: 1, Check.ACTION: 1, Check.VISITED: 2, Check.POLICY: 1}
    for case in suite.cases:
        said_of = {check: n for check, n in case.weights.items() if check in weights}
        assert said_of.items() <= weights.items(), case.id


def test_the_handout_names_the_functions_whose_visits_are_checked() -> None:
    suite = read_suite(ROOT / "test_cases")
    checked = {case.call.value for case in suite.cases if Check.VISITED in case.weights}
    (said,) = re.findall(r"order of these first calls is checked for (.*?);", README, re.DOTALL)
    assert set(re.findall(r"`(\w+)`", said)) == checked


def test_the_commands_of_the_handout_name_cases_that_exist() -> None:
    suite = read_suite(ROOT / "test_cases")
    questions = re.findall(r"grader\.pyz (q\d+)", README)
    cases = re.findall(r"--case ([\w-]+)", README)
    assert questions
    assert set(questions) <= {each.id.split("-")[0] for each in suite.questions}
    assert cases
    assert set(cases) <= {each.id for each in suite.cases}


def test_the_bounds_of_the_worked_example_are_right() -> None:
    (line,) = re.findall(r'tree = Tree\("(.*)"\)\n>>> alpha_beta', README)
    trace = alpha_beta(grow(drafted(Tree(line), "root")).root, Convention())
    wanted = [
        [
            node.name,
            "-inf" if window.alpha is None else str(window.alpha),
            "inf" if window.beta is None else str(window.beta),
            str(trace.values[node]),
        ]
        for node, window in trace.windows.items()
    ]
    assert [[cells[0].split()[0], *cells[1:4]] for cells in rows("node")] == wanted
    told = [re.findall(r"\*\*cut\*\*, (\w+) is pruned", cells[4]) for cells in rows("node")]
    assert {name for names in told for name in names} == {node.name for node in trace.pruned}


def test_the_sessions_of_the_handout_are_true() -> None:
    sessions = "\n".join(re.findall(r"```pycon\n(.*?)```", README, re.DOTALL))
    names = vars(load(ASSIGNMENT / "games.py")) | vars(solution)
    session = doctest.DocTestParser().get_doctest(sessions, names, "README.md", None, 0)
    result = doctest.DocTestRunner().run(session)
    assert result.failed == 0
    assert result.attempted >= 10
