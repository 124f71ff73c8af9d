"""What is promised of our own suite and of suites varied from it, proven on all of them.

Long: every mistake of the library is played on every case, and three suites are made.
"""

from __future__ import annotations

import time
from itertools import combinations
from pathlib import Path

import pytest
from playing import ROOT
from suites import REFERENCE

from grader.authoring.adequacy import Adequacy, examine, known_mistakes
from grader.authoring.vary import Varied, vary_suite
from grader.authoring.vary_cases import trees_of
from grader.cases import Suite, Visibility, read_suite
from grader.grading.run import grade_submission

OURS = ROOT / "test_cases"
SECONDS = 120  # that the command may take on two cores; it uses one


# ---------------------------------------------------------------------- written cases


@pytest.fixture(scope="module")
def adequacy() -> tuple[Adequacy, float]:
    """What ``grader adequacy --tries 0`` finds of our suite, and the CPU time it takes."""
    began = time.process_time()
    found = examine(read_suite(OURS), known_mistakes(), tries=0)
    return found, time.process_time() - began


def test_every_mistake_is_caught_twice_and_told_apart(adequacy: tuple[Adequacy, float]) -> None:
    found, _ = adequacy
    assert [gap.key for gap in found.gaps] == []
    assert found.is_strictly_adequate


def test_adequacy_takes_less_than_two_minutes(adequacy: tuple[Adequacy, float]) -> None:
    assert adequacy[1] < SECONDS


# ---------------------------------------------------------------------- varied suites

SEEDS = ("a first secret", "a second secret", "a third secret")


@pytest.fixture(scope="module")
def varied(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Varied]:
    """Our suite, varied from three seeds that know nothing of each other."""
    folder = tmp_path_factory.mktemp("varied")
    library = known_mistakes()
    return {
        seed: vary_suite(OURS, REFERENCE, folder / f"{at}", seed=seed, library=library)
        for at, seed in enumerate(SEEDS)
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_no_mistake_survives_a_varied_suite(varied: dict[str, Varied], seed: str) -> None:
    found = examine(read_suite(varied[seed].folder), known_mistakes(), tries=0)
    assert found.is_adequate
    assert found.survivors == ()
    assert varied[seed].weaker == {}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_reference_is_full_on_a_varied_suite(varied: dict[str, Varied], seed: str) -> None:
    grade = grade_submission(REFERENCE, read_suite(varied[seed].folder))
    assert grade.is_perfect


def test_no_two_suites_share_a_tree(varied: dict[str, Varied]) -> None:
    suites = [hidden_trees(read_suite(folder)) for folder in (OURS, *folders(varied))]
    assert all(len(trees) > 100 for trees in suites)
    assert all(one.isdisjoint(other) for one, other in combinations(suites, 2))


def folders(varied: dict[str, Varied]) -> list[Path]:
    return [each.folder for each in varied.values()]


def hidden_trees(suite: Suite) -> set[str]:
    """All but the visible cases' trees: those stay, for students have them already."""
    hidden = (case for case in suite.cases if case.visibility is not Visibility.VISIBLE)
    return set().union(*map(trees_of, hidden))
