"""What is promised of laws, proven on every mistake of the library that changes a value.

Long: two minutes.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice

import pytest
from playing import ROOT
from stated_laws import EVERY, Run, is_shown, mistaken, on, right, shown_by, stating

from grader.authoring.proposed import cases_of
from grader.authoring.small_trees import random_trees
from grader.cases import Call, Case, Pruning, Tolerance, read_suite
from grader.cases.decode_property import unfitting
from grader.cases.model import Property, Recipe
from grader.cases.tree_line import MOST_DEPTH, line_of
from grader.diagnosis.mistakes import Mistake, TooLargeError, of
from grader.diagnosis.shrink import steps
from grader.grading.properties import Examined, examine
from grader.sandbox.outcome import Answer, Outcome, Status
from grader.search import AGENT

TREES, SEED, OTHER_SEED = 200, 1, 2
BARE = 20  # trees without evaluations, for functions that may not need any
LONG = 20  # trees in which nobody but the agent moves, for what gives up after so many rounds

# Laws that between them show every mistake in a value. All are tried on the trees of the first.
SHOWING: Mapping[Call, tuple[Property, ...]] = {
    **dict.fromkeys(
        (Call.GAME_VALUE, Call.EXPECTIMAX, Call.MINIMAX, Call.EXPECTIMINIMAX),
        (Property.ADDING, Property.INSIDE),
    ),
    Call.VALUE_TABLE: (Property.INEQUALITIES,),
    **dict.fromkeys(
        (Call.ALPHA_BETA, Call.ALPHA_BETA_ORDERED, Call.EXPECTIMINIMAX_PRUNED),
        (Property.FULL_SEARCH, Property.INSIDE),
    ),
    **dict.fromkeys(
        (Call.DEPTH_LIMITED, Call.DEPTH_LIMITED_PLIES, Call.ITERATIVE_DEEPENING),
        (Property.EVERY_HORIZON, Property.FULL_SEARCH, Property.INSIDE),
    ),
}

# What gives up too early is seen in deep trees alone.
DEEP = {Call.MINIMAX, Call.ITERATIVE_DEEPENING}

# Right on every tree, where no state comes twice (a test); games show them, in written cases.
OF_GAMES = {"table-without-depth", "remembers-evaluations", "equal-states-once"}


@cache
def laws(call: Call) -> tuple[Case, ...]:
    """The laws of a function, on 200 trees in all."""
    bare = BARE if call.takes_depth else 0
    long = LONG if call is Call.ITERATIVE_DEEPENING else 0
    first, *others = SHOWING[call]
    depth = MOST_DEPTH if call in DEEP else 4
    case = stating(first, call, Recipe(count=TREES - bare - long, seed=SEED, depth=depth))
    more = [stating(Property.FULL_SEARCH, call, Recipe(count=bare, seed=SEED))] if bare else []
    if long:
        recipe = Recipe(count=long, seed=SEED, depth=MOST_DEPTH, players=(AGENT,))
        more.append(stating(first, call, recipe))
    return (case, *(replace(case, law=law) for law in others), *more)


@cache
def known_cases(call: Call) -> tuple[Case, ...]:
    """Our cases of a function, and others on trees that no law above is tried on."""
    ours = (c for c in read_suite(ROOT / "test_cases").cases if c.call is call and c.law is None)
    if call is Call.VALUE_TABLE:  # no trees are proposed for it
        return tuple(ours)
    other = stating(SHOWING[call][0], call, Recipe(count=100, seed=OTHER_SEED))
    trees = [*islice(random_trees(call, "any"), 200)]
    trees += [frozen.tree for frozen in other.expect.property or ()]
    return (*ours, *(case for tree in trees for case in islice(cases_of(call, tree, Pruning()), 3)))


def changes_a_value(mistake: Mistake, call: Call) -> bool:
    for case in known_cases(call):
        due, got = valued(right, case), valued(mistaken(mistake), case)
        if None not in (due, got) and got != due:
            return True
    return False


def valued(run: Run, case: Case) -> tuple[object, ...] | None:
    """What a run says a state is worth; None where a whole game is too large for it."""
    try:
        outcome = run(case)
    except TooLargeError:
        return None
    answer = outcome.answer or Answer()
    return outcome.status, answer.value, answer.table, answer.misshapen


@dataclass(frozen=True)
class Shown:
    """What the laws of a function found of one mistake, and whether some run never ended."""

    mistake: Mistake
    law: Case
    found: Examined
    is_endless: bool


def show(mistake: Mistake, call: Call) -> Shown:
    ends: set[Status] = set()

    def noting(case: Case) -> Outcome:
        outcome = mistaken(mistake)(case)
        ends.add(outcome.status)
        return outcome

    for law in laws(call):
        found = examine(law, noting, Tolerance(), most_runs=EVERY)
        if is_shown(found):
            break
    return Shown(mistake, law, found, Status.TIMED_OUT in ends)


@pytest.fixture(scope="module", params=SHOWING, ids=lambda call: call.value)
def shown(request: pytest.FixtureRequest) -> list[Shown]:
    """What the laws of a function find of each mistake that changes a value of it."""
    call: Call = request.param
    seen = (mistake for mistake in of(call) if mistake.id not in OF_GAMES)
    return [show(mistake, call) for mistake in seen if changes_a_value(mistake, call)]


def test_every_mistake_in_a_value_is_found(shown: list[Shown]) -> None:
    assert len(shown) >= 10
    assert [each.mistake.id for each in shown if not is_shown(each.found)] == []


@pytest.mark.parametrize("call", SHOWING, ids=lambda call: call.value)
def test_what_only_games_show_changes_nothing_on_trees(call: Call) -> None:
    for mistake in of(call):
        if mistake.id in OF_GAMES:
            cases = [case for case in known_cases(call) if not case.game]
            assert len(cases) > 300
            for case in cases:
                assert valued(mistaken(mistake), case) == valued(right, case), case.id


def test_what_keeps_every_answer_changes_no_value(shown: list[Shown]) -> None:
    assert [each.mistake.id for each in shown if each.mistake.keeps_answer] == []


@pytest.mark.parametrize("call", SHOWING, ids=lambda call: call.value)
def test_the_laws_are_tried_on_200_trees(call: Call) -> None:
    counts = {id(law.expect.property): len(law.expect.property or ()) for law in laws(call)}
    assert sum(counts.values()) == TREES


def test_nine_of_ten_shrunk_trees_have_seven_nodes_at_most(shown: list[Shown]) -> None:
    sizes = sorted(shown_by(each.found).size() for each in shown)
    assert sum(size <= 7 for size in sizes) >= 0.9 * len(sizes), sizes


def test_no_single_step_keeps_the_fault_of_a_shrunk_tree(shown: list[Shown]) -> None:
    ended = [each for each in shown if not each.is_endless]  # that is not run again and again
    assert len(ended) >= 0.9 * len(shown)
    for each in ended:
        assert each.found.is_smallest, each.mistake.id
        for simpler in steps(shown_by(each.found)):
            if any(unfitting(simpler, each.law.call, each.law.law)):
                continue
            run = mistaken(each.mistake)
            again = examine(on(each.law, simpler), run, Tolerance(), shrinks=False)
            is_same = again.breach is not None if each.found.breach else again.failed is not None
            assert not is_same, (each.mistake.id, line_of(simpler.root))


SHRUNK = """
import sys
sys.path[:0] = sys.argv[1:]
import test_proven_laws as proven
for call in (proven.Call.MINIMAX, proven.Call.ITERATIVE_DEEPENING):
    case = proven.stating(proven.SHOWING[call][0], call, proven.Recipe(count=40, seed=3))
    print(*(frozen.line for frozen in case.expect.property), sep="\\n")
    for mistake in proven.of(call)[:12]:
        found = proven.examine(case, proven.mistaken(mistake), proven.Tolerance())
        if proven.is_shown(found):
            print(mistake.id, proven.line_of(proven.shown_by(found).root))
"""


def test_the_same_seed_gives_the_same_trees_in_every_process() -> None:
    texts = {
        subprocess.run(
            [sys.executable, "-c", SHRUNK, str(ROOT / "tests"), str(ROOT / "assignment")],
            cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": hash_seed},
            check=True, capture_output=True, text=True,
        ).stdout
        for hash_seed in ("1", "2")
    }  # fmt: skip
    (text,) = texts
    assert len(text.splitlines()) >= 2 * (40 + 6)
