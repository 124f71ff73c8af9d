"""Draw a seed for each generated tree, with hypothesis.

Authors need hypothesis, graders don't: it is imported when a tree is generated, for importing it takes
long.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from grader.errors import UsageError

_BATCH = 100
_COINS = 32  # tossed for each tree


def seeds(seed: int) -> Iterator[str]:
    """Seeds without end, which ``seed`` and the version of hypothesis decide.

    Raises UsageError where hypothesis is not installed.
    """
    for batch in count():
        yield from _drawn(f"{seed} {batch}")


def _drawn(batch: str) -> list[str]:
    """The seeds of a batch.

    Hypothesis takes some numbers, texts and bytes from the source code of whatever modules are loaded,
    and keeps these in a folder beside the user's files. Coins it just tosses; but what it tosses first,
    most of them tails, is the same for every batch.
    """
    try:
        from hypothesis import HealthCheck, Phase, given, seed, settings
        from hypothesis.strategies import booleans, lists
    except ImportError:
        raise UsageError("Trees are generated with hypothesis: pip install hypothesis.") from None

    found: list[str] = []

    @seed(batch)
    @settings(
        max_examples=_BATCH,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(lists(booleans(), min_size=_COINS, max_size=_COINS))
    def collect(coins: list[bool]) -> None:
        found.append(f"{batch} {''.join('01'[coin] for coin in coins)}")

    collect()
    return found
