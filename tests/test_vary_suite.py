"""Varied suites: other trees that ask the same, as many mistakes caught, and all else as it was."""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import pytest
from playing import ROOT
from suites import REFERENCE, wrong_reference
from suites import suite as recorded_suite

from grader.authoring import vary
from grader.authoring.adequacy import known_mistakes
from grader.authoring.lock import LOCK
from grader.authoring.vary import Varied, vary_suite
from grader.authoring.vary_cases import Candidate, trees_of
from grader.authoring.vary_numbers import affine, increasing, stated_in
from grader.authoring.vary_tree import canonical
from grader.authoring.verify import Cause, Drift, Verification, verify_suite
from grader.cases import Suite, read_suite
from grader.cases.tree_line import tree_of
from grader.cli import vary as command
from grader.errors import AuthorError, GraderError, UsageError
from grader.tree import Number

SEEDS = ("one", "two", "three")
LIBRARY = known_mistakes()
DRIFT = Drift(cause=Cause.DISAGREE, file="a.yaml", line=1, column=1, case="a", field="value")
SUITE = """\
title: small
support: ../assignment/games.py
questions:
  - {id: q, title: Q, points: 10, cases: c}
  - {id: p, title: P, points: 5, cases: p}
"""
SEEN = """\
call: alpha_beta  # everybody sees it
title: seen
tree: {agent: {A: {opp: {1: 3, 2: 5}}, B: {opp: {1: 3, 2: 1}}, C: {opp: {1: 2, 2: 9}}}}
expect: {value: 3, actions: [A], visited: [root, A, A1, A2, B, B1, C, C1]}
"""
HIDDEN = {
    "c/cut.yaml": """\
# A comment that stays.
call: alpha_beta
title: a beta of exactly 0 is a bound
visibility: hidden
points: 3/2
tree:
  opp:
    A: {agent: {1: -2, 2: 0}}   # the first
    B: {agent: {1: 1, 2: -5}}
    C: {agent: {1: 0, 2: -8}}
expect:
  value: 0
  actions: [A, C]
  visited: [root, A, A1, A2, B, B1, C, C1]
  pruned: [B2, C2]
""",
    "c/large.yaml": """\
call: minimax
visibility: hidden
tree: {agent: {A: {opp: {1: -2000000, 2: -1500000}}, B: {opp: {1: -3000000, 2: -1200000}}}}
expect: {value: -2000000, actions: [A]}
""",
    "c/heaps.yaml": """\
call: minimax
visibility: hidden
game: {Nim: [3, 1, 2]}
state: (2,1)
expect: {value: -1, actions: ["(0,3)"]}
""",
    "p/tie.yaml": """\
id: tie
call: expectimax
visibility: after_published
tree: {agent: {A: {opp: {1: 2, 2: 6}}, B: {opp: {1: 9, 2: -4}}, C: {opp: {1: 5, 2: 3}}}}
policies: {opp: uniform}
expect: {value: 4, actions: [A, C]}
---
id: inside
call: expectimax
visibility: hidden
tree: {agent: {A: {opp: {1: 8, 2: -8}}, B: {opp: {1: 5/2, 2: -7}}}}
state: B
policies: {opp: {A: {1: 1/4, 2: 3/4}, B: {1: 1}}}
expect: {value: 5/2, actions: []}
""",
    "p/race.yaml": """\
call: expectiminimax
visibility: hidden
game: {DiceRace: {goal: 2, sides: 3, turns: 1}}
policies: {coin: uniform}
expect: {value: 1/3, actions: [roll]}
""",
}


def small(folder: Path) -> Path:
    """A suite of hidden cases with a visible one, beside a copy of the support module."""
    place = folder / "cases"
    for name, text in {"suite.yaml": SUITE, "c/seen.yaml": SEEN, **HIDDEN}.items():
        file = place / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    games = folder / "assignment" / "games.py"
    games.parent.mkdir()
    games.write_bytes((ROOT / "assignment" / "games.py").read_bytes())
    return place


def made(suite: Path, out: Path, seed: str = "one", **more: tuple[Path, ...]) -> Varied:
    return vary_suite(suite, REFERENCE, out, seed=seed, library=LIBRARY, **more)


@dataclass(frozen=True)
class World:
    old: Path
    new: dict[str, Varied]

    def suites(self) -> list[Suite]:
        return [read_suite(self.old), *(read_suite(each.folder) for each in self.new.values())]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """The suite, varied from three seeds; made once, and only read."""
    folder = tmp_path_factory.mktemp("vary")
    old = small(folder)
    return World(old, {seed: made(old, folder / seed, seed) for seed in SEEDS})


# ---------------------------------------------------------------------- what a varied suite keeps


@pytest.mark.parametrize("seed", SEEDS)
def test_no_case_catches_less(world: World, seed: str) -> None:
    assert world.new[seed].weaker == {}
    before, now = world.new[seed].survivors
    assert now <= before
    assert world.new[seed].is_no_weaker


@pytest.mark.parametrize("seed", SEEDS)
def test_both_witnesses_say_what_is_expected(world: World, seed: str) -> None:
    found = verify_suite(world.new[seed].folder, REFERENCE)
    assert found.drifts == ()
    assert found.remembers


def test_no_tree_is_shared_by_any_two(world: World) -> None:
    seen: set[str] = set()
    for suite in world.suites():
        trees = set().union(*(trees_of(c) for c in suite.cases if c.id != "seen"))
        assert len(trees) == 4
        assert seen.isdisjoint(trees)
        seen |= trees


def test_every_written_tree_is_another(world: World) -> None:
    for each in world.new.values():
        assert set(each.varied) == {"cut", "large", "heaps", "tie", "inside"}


def test_ids_titles_and_points_stay(world: World) -> None:
    def kept(suite: Suite) -> list[object]:
        return [
            (c.id, c.call, c.title, c.points, c.visibility, c.weights, c.file) for c in suite.cases
        ]

    first, *others = map(kept, world.suites())
    assert all(other == first for other in others)


def test_shapes_have_as_many_nodes(world: World) -> None:
    first, *others = world.suites()
    for suite in others:
        for old, new in zip(first.cases, suite.cases, strict=True):
            assert new.game or new.tree.size() == old.tree.size()


def test_visible_cases_stay_byte_for_byte(world: World) -> None:
    for each in world.new.values():
        assert (each.folder / "c" / "seen.yaml").read_text(encoding="utf-8") == SEEN


def test_comments_of_hidden_cases_stay(world: World) -> None:
    for each in world.new.values():
        text = (each.folder / "c" / "cut.yaml").read_text(encoding="utf-8")
        assert text.startswith("# A comment that stays.\ncall: alpha_beta\n")


def test_a_bound_of_zero_stays_one(world: World) -> None:
    for suite in world.suites():
        cut = next(case for case in suite.cases if case.id == "cut")
        assert cut.expect.value == 0
        assert [len(names or ()) for names in (cut.expect.visited, cut.expect.pruned)] == [8, 2]


def test_large_numbers_stay_large(world: World) -> None:
    for suite in world.suites():
        large = next(case for case in suite.cases if case.id == "large")
        assert all((node.utility or -(10**6)) <= -(10**6) for node in large.tree.nodes())


def test_a_game_is_kept_with_its_reason(world: World) -> None:
    reason = "no other start or argument of the game is known to be as hard"
    assert all(each.kept == {"race": reason} for each in world.new.values())


def test_a_law_whose_recipe_gives_too_few_trees_is_kept_with_its_reason(tmp_path: Path) -> None:
    law = "call: minimax\nvisibility: hidden\nproperty: adding\n"
    by_hand = "trees: {count: 200, seed: 1, depth: 1}\nexpect: {property: ['max(A: 1, B: 2)']}\n"
    file = recorded_suite(tmp_path, law + by_hand)
    found = made(file.parents[1], tmp_path / "out")
    assert "its recipe may give too few" in found.kept["a"]
    assert (tmp_path / "out" / "c" / "a.yaml").read_text() == law + by_hand


def test_the_heaps_of_nim_stand_in_another_order(world: World) -> None:
    for each in world.new.values():
        text = (each.folder / "c" / "heaps.yaml").read_text(encoding="utf-8")
        assert "{Nim: [3, 1, 2]}" not in text
        assert "value: -1" in text


# ---------------------------------------------------------------------- seeds and folders


def test_the_same_seed_gives_the_same_bytes(world: World, tmp_path: Path) -> None:
    again = made(world.old, tmp_path / "again")
    first = world.new["one"].folder
    names = sorted(p.relative_to(first) for p in first.rglob("*") if p.is_file())
    assert LOCK in map(str, names)
    for name in names:
        if name.name != "suite.yaml":  # from elsewhere, the way to the support module is another
            assert (again.folder / name).read_bytes() == (first / name).read_bytes()


def test_the_support_module_is_found_from_elsewhere(world: World, tmp_path: Path) -> None:
    out = tmp_path / "far" / "away"
    out.parent.mkdir()
    made(world.old, out)
    assert read_suite(out).support.resolve() == read_suite(world.old).support.resolve()


def test_suites_to_keep_apart_from_share_no_tree(world: World, tmp_path: Path) -> None:
    last_year = world.new["one"].folder
    again = made(world.old, tmp_path / "again", apart=(last_year,))
    now, then = read_suite(again.folder).cases, read_suite(last_year).cases
    new = set().union(*(trees_of(c) for c in now if c.id != "seen"))
    assert new.isdisjoint(set().union(*map(trees_of, then)))


def test_a_folder_that_exists_is_left_alone(world: World, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="exists already; name a folder that does not"):
        made(world.old, tmp_path)


def test_a_folder_inside_the_suite_is_refused(world: World) -> None:
    with pytest.raises(UsageError, match="is inside the suite; name a folder beside it"):
        made(world.old, world.old / "varied")


def test_a_folder_without_a_parent_is_refused(world: World, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"Can't write beside .*: No such file"):
        made(world.old, tmp_path / "nowhere" / "varied")


def test_an_empty_seed_is_refused(world: World, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="anybody would have the same suite"):
        made(world.old, tmp_path / "out", "")


def test_nothing_is_left_where_the_reference_is_wrong(world: World, tmp_path: Path) -> None:
    wrong = wrong_reference(tmp_path)
    with pytest.raises(AuthorError):
        vary_suite(world.old, wrong, tmp_path / "out", seed="one", library=LIBRARY)
    assert [path.name for path in tmp_path.iterdir()] == ["wrong"]


def test_a_file_that_says_something_else_is_a_fault(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Candidate, "edits", lambda *_: [])
    with pytest.raises(
        GraderError, match=r"c/cut\.yaml: what was written of cut reads as somethin"
    ):
        made(world.old, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_what_does_not_verify_is_not_left(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Verification(drifts=(DRIFT,), cases=1, remembers=True)
    monkeypatch.setattr(vary, "verify_suite", lambda *_: found)
    with pytest.raises(GraderError, match="the witnesses disagree"):
        made(world.old, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------------- the command


def run(*words: object) -> int:
    parser = argparse.ArgumentParser()
    command.add_parser(parser)
    return command.run(parser.parse_args([str(word) for word in words]))


def test_the_command_tells_what_became_of_it(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ("--suite", world.old, "--solution", REFERENCE, "--out", tmp_path / "new")
    assert run("--seed", "one", *given) == 0
    told = capsys.readouterr().out
    assert "5 hidden cases varied, 1 kept.\n  race: kept: no other start" in told
    assert "Every case catches what it caught before." in told
    assert "verified by both witnesses: 7 cases." in told


def test_a_weaker_suite_is_told(world: World) -> None:
    weaker = replace(world.new["one"], weaker={"cut": ("cuts-too-early",)}, plain=("cut",))
    assert not weaker.is_no_weaker
    lines = command.lines_of(weaker)
    assert "  cut: no longer catches cuts-too-early" in lines
    assert "Only multiplied and shifted: cut." in lines


# ---------------------------------------------------------------------- numbers and trees


@pytest.mark.parametrize("seed", range(20))
def test_numbers_keep_their_order_and_traits(seed: int) -> None:
    numbers: list[Number] = [
        -3_000_000,
        -7,
        Fraction(-1, 2),
        0,
        1,
        Fraction(5, 2),
        3,
        40,
        2_000_000,
    ]
    rule = increasing(random.Random(seed), numbers)
    assert rule is not None
    new = [rule(number) for number in numbers]
    assert new == sorted(set(new))
    assert new[3] == 0
    assert new[6] - new[5] == Fraction(1, 2)
    large = [not -(10**6) < n < 10**6 for n in numbers]
    assert [not -(10**6) < n < 10**6 for n in new] == large


@pytest.mark.parametrize("seed", range(20))
def test_scaling_is_one_line_for_all_numbers(seed: int) -> None:
    rule = affine(random.Random(seed), [1, 3, 5])
    assert rule(5) != 5
    assert rule(5) - rule(3) == rule(3) - rule(1) > 2


def test_a_number_that_the_title_states_stays() -> None:
    fixed = stated_in("2.5 is below the bound 3: 2 moves, A1")
    assert fixed == {Fraction(5, 2), 3}
    rule = increasing(random.Random(1), [1, Fraction(5, 2), 3, 8], fixed)
    assert rule is not None
    assert (rule(3), rule(Fraction(5, 2))) == (3, Fraction(5, 2))


def test_no_room_between_stated_numbers_is_no_rule() -> None:
    tight: list[Number] = [1, Fraction(5, 2), Fraction(7, 2), Fraction(9, 2), 6]
    assert increasing(random.Random(1), tight, {1, 6}) is None


def test_renamed_and_reordered_trees_are_the_same() -> None:
    tree = canonical(tree_of("max(A: 3, B: min(1: 2, 2: 7))").root)
    assert tree == canonical(tree_of("max(X: min(a: 7, b: 2), Y: 3)").root)
    assert tree != canonical(tree_of("max(X: max(a: 7, b: 2), Y: 3)").root)
    assert tree != canonical(tree_of("max(X: min(a: 7, b: 1), Y: 3)").root)
