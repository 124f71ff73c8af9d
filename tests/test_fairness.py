"""Right solvers of every style follow one member of the family on random trees; no mistake does.

Here on some hundred trees; ``tests/styles/run.py`` takes ten thousand. ``test_styles`` grades the same
sources as the grader grades students.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache, partial
from pathlib import Path

import pytest
from styles import run
from styles.following import HARD, MAY, SOFT, Follower, Grown, follow, grown, same_visits
from styles.searchers import ABOUT_PRUNING, is_harmless, right_searchers, wrong_searchers
from styles.solvers import SUBMISSIONS, asked, defined, loaded, variant

from grader.cases import Call
from grader.diagnosis.mistakes import UNDER
from grader.search import FAMILY, Convention
from grader.tree import Node

TREES = 300
SEED = "f"  # by the 165th of its trees the last mistake has shown; most seeds take longer
CALLS = (Call.ALPHA_BETA, Call.ALPHA_BETA_ORDERED)
RUN = Path(run.__file__ or "")
each_call = pytest.mark.parametrize("call", CALLS, ids=lambda call: call.value)
each_style = pytest.mark.parametrize("path", SUBMISSIONS, ids=lambda path: path.stem)


@cache
def trees(call: Call = Call.ALPHA_BETA) -> tuple[Grown, ...]:
    return tuple(grown(call, TREES, SEED))


# ---------------------------------------------------------------------- the styles


def test_there_are_styles_enough_and_no_two_are_one() -> None:
    sources = [path.read_text() for path in SUBMISSIONS]
    assert len({ast.dump(ast.parse(source)) for source in sources}) == len(sources) >= 12
    needed = {Call.ALPHA_BETA, Call.MINIMAX, Call.EXPECTIMAX, Call.EXPECTIMINIMAX}
    assert all(needed <= defined(source) for source in sources)
    assert sum(Call.ALPHA_BETA_ORDERED in defined(source) for source in sources) >= 8


@each_call
@each_style
def test_every_variant_follows_its_own_member(path: Path, call: Call) -> None:
    followers = right_searchers(call, path).values()
    follow([*followers], trees(call))
    assert [follower.fault for follower in followers if follower.fault] == []
    assert {follower.trees for follower in followers} <= {TREES}


def test_members_told_apart_are_told_apart_here() -> None:
    """So that to follow one's own member says something on these trees."""
    for call in CALLS:
        visits = {m: [names(tree, m) for tree in trees(call)] for m in FAMILY}
        alike = {(a, b) for a in FAMILY for b in FAMILY if a != b and visits[a] == visits[b]}
        assert alike == {(SOFT, HARD), (HARD, SOFT)}
    assert {len(same_visits(member)) for member in FAMILY} == {1, 2}


def names(tree: Grown, member: Convention) -> list[str]:
    return [node.name for node in tree.traces[member].visited]


def test_source_without_a_constant_is_refused() -> None:
    with pytest.raises(ValueError, match="0 lines say 'STRICT_AT_MAX = False', and one should"):
        variant("def alpha_beta(game, state): pass", MAY)


# ---------------------------------------------------------------------- a style that is broken


BROKEN = (
    ("alpha = max(alpha, best_value)", "alpha = best_value"),
    ("best_value > beta or", "best_value > beta + 1 or"),
    ("beta = min(beta, best_value)", "pass"),
    ('is_max = game.player(state) == "agent"', 'is_max = game.player(state) != "opp"'),
    ("or value > best_value", "or value >= best_value"),
)


@pytest.mark.parametrize(("old", "new"), BROKEN)
def test_slip_in_a_style_is_seen(old: str, new: str) -> None:
    (path,) = [path for path in SUBMISSIONS if path.stem == "recursive"]
    source = path.read_text()
    assert source.count(old) == 1
    right = loaded(variant(source.replace(old, new), MAY), Call.ALPHA_BETA)
    broken = Follower(name="broken", search=partial(asked, right), due=(MAY,))
    follow([broken], trees())
    assert broken.fault.startswith("broken: follows no member, not [cuts strictly, fail-hard]")


# ---------------------------------------------------------------------- the mistakes


@each_call
def test_no_mistake_follows_a_member(call: Call) -> None:
    wrong = wrong_searchers(call)
    follow([*wrong.values()], trees(call))
    assert [follower.fault for follower in wrong.values() if follower.fault] == []
    pruning = {mistake for mistake, _ in wrong} & ABOUT_PRUNING
    assert len(pruning) >= 20
    assert all(f.lost_at is not None for (m, _), f in wrong.items() if m in pruning and not f.due)


def test_a_mistake_that_is_none_on_a_base_follows_that_base() -> None:
    wrong = wrong_searchers(Call.ALPHA_BETA)
    harmless = {key for key in wrong if is_harmless(*key)}
    assert len(harmless) == len(UNDER) == 3
    assert all(wrong[key].due for key in harmless)


# ---------------------------------------------------------------------- the trees


def test_trees_are_of_every_kind() -> None:
    kinds = dict.fromkeys(("unequal", "in a row", "alone", "inside", "an end", "zero", "tie"), 0)
    for tree in trees():
        start, trace = tree.case.start, tree.traces[SOFT]
        nodes = list(tree.case.tree.nodes(start))
        inner = [node for node in nodes if not node.is_end]
        cuts = [trace.windows[cut.node] for cut in trace.cuts]
        kinds["unequal"] += len(set(depths(start))) > 1
        kinds["in a row"] += any(c.player == n.player for n in inner for c in n.children)
        kinds["alone"] += len({node.player == "agent" for node in inner}) == 1
        kinds["inside"] += start is not tree.case.tree.root
        kinds["an end"] += start.is_end
        kinds["zero"] += any(0 in (window.alpha, window.beta) for window in cuts)
        kinds["tie"] += len(trace.actions) > 1
    assert {kind: count for kind, count in kinds.items() if count < TREES // 50} == {}


def depths(node: Node, ply: int = 0) -> list[int]:
    """How deep each end below the node is."""
    if node.is_end:
        return [ply]
    return [depth for child in node.children for depth in depths(child, ply + 1)]


def test_a_tree_is_made_again_by_its_number() -> None:
    (*_, last) = grown(Call.ALPHA_BETA, 7, SEED)
    assert names(last, MAY) == names(trees()[6], MAY)


# ---------------------------------------------------------------------- the command


def test_command_says_whom_everybody_follows() -> None:
    command = [sys.executable, str(RUN), "--trees", "170", "--seed", SEED]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^negamax +>  <= soft +170  >  <= soft$", done.stdout, re.MULTILINE)
    assert re.search(r"^never-cuts +pruning +\d+$", done.stdout, re.MULTILINE)
    assert done.stdout.endswith("all as it should be\n")


def test_command_fails_where_somebody_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (path,) = [path for path in SUBMISSIONS if path.stem == "early_return"]
    broken = tmp_path / "broken.py"
    broken.write_text(path.read_text().replace("best = max(best, v)", "best = v"))
    monkeypatch.setattr(run, "SUBMISSIONS", [broken])
    monkeypatch.setattr(sys, "argv", ["run.py", "--trees", "45", "--seed", "8"])
    assert run.main() == 1
    assert (
        "FAILED alpha_beta: broken, cuts on equality, fail-soft: follows" in capsys.readouterr().out
    )
