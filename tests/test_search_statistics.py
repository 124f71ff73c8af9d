"""The statistical checks: exact, almost never wrong about a right sampler, hard on wrong ones."""

from __future__ import annotations

import math
import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from grader.checks.statistics import ALARM, binomial_tail, deviation, mean_margin

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
SPREAD = {"a": HALF, "b": THIRD, "c": Fraction(1, 6), "never": Fraction(0)}
DRAWS = 400


@pytest.mark.parametrize("chance", [HALF, THIRD, Fraction(6, 7)])
@pytest.mark.parametrize("draws", [1, 2, 5, 6])
def test_tail_is_that_of_all_sequences_of_draws(draws: int, chance: Fraction) -> None:
    for times in range(draws + 1):
        is_above = times > draws * chance
        tail = Fraction(0)
        for hits in product((0, 1), repeat=draws):
            if sum(hits) >= times if is_above else sum(hits) <= times:
                tail += math.prod(chance if hit else 1 - chance for hit in hits)
        assert binomial_tail(draws, chance, times) == tail


@pytest.mark.parametrize("alarm", [Fraction(1, 10), Fraction(1, 3), Fraction(1)])
@pytest.mark.parametrize("draws", [1, 4, 6])
def test_right_sampler_is_accused_as_seldom_as_stated(draws: int, alarm: Fraction) -> None:
    """By all sequences of draws, each with its probability."""
    chances = {"a": HALF, "b": THIRD, "c": Fraction(1, 6)}
    accused = Fraction(0)
    for drawn in product(chances, repeat=draws):
        if deviation(Counter(drawn), chances, alarm=alarm):
            accused += math.prod(chances[category] for category in drawn)
    assert accused <= alarm


def test_alarm_goes_off_where_the_rate_allows_it() -> None:
    chances = {"a": HALF, "b": HALF}
    fits, differs = Counter(a=21), Counter(a=22)  # 4 * 2^-21 > 1e-6 > 4 * 2^-22
    assert deviation(fits, chances) is None
    found = deviation(differs, chances)
    assert found is not None
    assert (found.category, found.observed, found.draws) == ("a", 22, 22)
    assert found.expected == 11
    assert found.tail == HALF**22 <= ALARM / 4


def drawn(rng: random.Random, chances: dict[str, Fraction], draws: int = DRAWS) -> Counter[str]:
    return Counter(rng.choices(list(chances), [float(c) for c in chances.values()], k=draws))


def test_thousand_right_samplers_raise_no_alarm() -> None:
    found = [deviation(drawn(random.Random(seed), SPREAD), SPREAD) for seed in range(1000)]
    assert found == [None] * 1000


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"a": 0.25, "b": 0.5, "c": 0.25}, id="biased"),
        pytest.param({"c": 1.0}, id="last action"),
        pytest.param({"a": 1.0, "b": 1.0, "c": 1.0}, id="uniform"),
        pytest.param({"a": 1.0, "b": 1.0, "c": 1.0, "never": 1.0}, id="uniform over all"),
        pytest.param({"c": 0.5, "b": 1 / 3, "a": 1 / 6}, id="probabilities of other actions"),
    ],
)
def test_wrong_samplers_are_found_out(wrong: dict[str, float]) -> None:
    for seed in range(50):
        rng = random.Random(seed)
        counts = Counter(rng.choices(list(wrong), list(wrong.values()), k=DRAWS))
        assert deviation(counts, SPREAD) is not None


@pytest.mark.parametrize("category", ["never", "unheard of"])
def test_impossible_draw_is_enough(category: str) -> None:
    found = deviation({"a": 200, "b": 133, "c": 66, category: 1}, SPREAD)
    assert found is not None
    assert (found.category, found.observed) == (category, 1)
    assert found.expected == found.tail == 0


def test_certain_category_raises_no_alarm() -> None:
    sure = {"a": Fraction(1), "b": Fraction(0)}
    assert deviation({"a": DRAWS, "b": 0}, sure) is None
    assert deviation({}, sure) is None
    assert deviation({"a": DRAWS - 1, "b": 1}, sure) is not None


def test_least_likely_category_is_the_one_that_is_named() -> None:
    found = deviation({"a": 400}, SPREAD)
    assert found is not None
    assert found.category == "a"
    assert found.tail == HALF**400


def test_many_small_categories_are_judged_together() -> None:
    many = {number: Fraction(1, 1000) for number in range(1000)}
    rng = random.Random(1)
    assert deviation(Counter(rng.choices(range(1000), k=DRAWS)), many) is None
    assert deviation(Counter(rng.choices(range(30), k=DRAWS)), many) is not None


@pytest.mark.parametrize(
    ("chances", "message"),
    [
        ({"a": HALF}, "the chances sum to 1/2, not to 1"),
        ({"a": Fraction(2), "b": Fraction(-1)}, "a chance is negative"),
    ],
)
def test_chances_that_are_none_are_refused(chances: dict[str, Fraction], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        deviation({}, chances)


# ---------------------------------------------------------------------- means


def test_margin_is_hoeffdings_and_scales_with_the_bounds() -> None:
    margin = mean_margin(DRAWS, -1, 1)
    assert 2 * math.exp(-2 * DRAWS * (margin / 2) ** 2) == pytest.approx(float(ALARM), rel=1e-9)
    assert mean_margin(DRAWS, 0, 20) == pytest.approx(10 * margin)
    assert mean_margin(4 * DRAWS, -1, 1) == pytest.approx(margin / 2)
    assert mean_margin(DRAWS, 3, 3) == 0


@pytest.mark.parametrize("draws", [1, 4, 9])
def test_mean_of_coin_throws_leaves_the_margin_as_seldom_as_stated(draws: int) -> None:
    alarm = Fraction(1, 4)
    margin = mean_margin(draws, 0, 1, alarm=alarm)
    outside = [heads for heads in range(draws + 1) if abs(Fraction(heads, draws) - HALF) > margin]
    assert sum(math.comb(draws, heads) * HALF**draws for heads in outside) <= alarm


def test_mean_of_uniform_play_is_outside_the_margin_of_another_policy() -> None:
    margin = mean_margin(DRAWS, -1, 1)
    for seed in range(50):
        mean = sum(random.Random(seed).choices((-1, 1), k=DRAWS)) / DRAWS
        assert abs(mean - 0) <= margin < abs(mean - 0.6)


def test_no_draws_have_no_mean() -> None:
    with pytest.raises(ValueError, match=r"^there is no mean without a draw$"):
        mean_margin(0, 0, 1)
