"""Choose the trees of a law: of all sizes, and some that show what few trees show.

Known mistakes are played on the candidates. One that no chosen tree shows, although some candidate
would, brings that candidate in: choosing tests by the mistakes that they kill is mutation analysis
(DeMillo, Lipton & Sayward 1978). May not know how candidates are drawn (``freeze``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from grader.cases.model import Call, Case, Expectation, FrozenTree, Property, Pruning, Tolerance
from grader.grading.properties import examine
from grader.sandbox.outcome import Outcome

_ASKS_POLICIES = frozenset({Property.OWN_POLICIES, Property.WON_IS_WON})


def telling(case: Case, trees: Sequence[FrozenTree], count: int) -> list[FrozenTree]:
    """Choose ``count`` of ``trees``, which go from small to large, for the law of ``case``.

    Evenly, so the smallest is among them; but each known mistake in an answer that one of ``trees``
    shows is shown by a chosen one, as long as there is room.
    """
    chosen = {at * len(trees) // count for at in range(count)}
    needed = {0}
    for shows in _known(case):
        first = next((at for at in sorted(chosen) if shows(trees[at])), None)
        if first is None:
            others = (at for at in range(len(trees)) if at not in chosen)
            first = next((at for at in others if shows(trees[at])), None)
            if first is None or chosen <= needed:
                continue
            chosen.remove(min(chosen - needed, key=lambda at: abs(at - first)))
            chosen.add(first)
        needed.add(first)
    return [trees[at] for at in sorted(chosen)]


def _known(case: Case) -> Iterable[Callable[[FrozenTree], bool]]:
    """For each mistake in an answer of the law's functions: whether a tree shows it."""
    from grader.diagnosis import mistakes  # its many classes take long to load

    calls = {case.call} | ({Call.MINIMAX_POLICY} if case.law in _ASKS_POLICIES else set())

    looks_at_visits = case.law is Property.FULL_SEARCH

    def shown_by(mistake: mistakes.Mistake) -> Callable[[FrozenTree], bool]:
        def run(asked: Case) -> Outcome:
            made = (mistake,) if asked.call in mistake.calls else ()
            return mistakes.play(made, asked, Pruning())

        def shows(tree: FrozenTree) -> bool:
            alone = replace(case, expect=Expectation(property=(tree,)))
            found = examine(alone, run, Tolerance(), shrinks=False)
            return found.breach is not None or found.failed is not None

        return shows

    return [
        shown_by(mistake)
        for mistake in mistakes.ALL
        if mistake.calls & calls and (looks_at_visits or not mistake.keeps_answer)
    ]
