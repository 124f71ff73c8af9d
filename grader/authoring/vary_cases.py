"""Candidates for a varied case, the most different ones first.

Decides in which order variations are tried and which of them ask the same thing. May not know which
mistakes a candidate catches (``vary``).
"""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from grader.authoring.rewrite import Edit, Span
from grader.authoring.vary_games import KEPT, NO_START, Played, is_large, of_game, of_law
from grader.authoring.vary_numbers import (
    Rule,
    affine,
    increasing,
    nudged,
    numbers_of,
    spread,
    stated_in,
)
from grader.authoring.vary_text import Values, edits_of, values_of
from grader.authoring.vary_tree import (
    IN_ANY_ORDER,
    Plan,
    Variant,
    asks_the_same,
    canonical,
    new_letters,
    new_order,
    varied,
)
from grader.authoring.witness import by_search
from grader.cases import Call, Case, Pruning, TieBreak
from grader.cases.games import Games
from grader.diagnosis.variants import Traces
from grader.errors import GraderError
from grader.search import FAMILY
from grader.tree import DuplicateNameError, Number

_TRIES = {"another order": 8, "other numbers": 12, "nudged": 16, "parted": 16, "scaled": 8}
_STARTS, _LAWS = 10, 4  # tries for whole games, and for the trees of a law
_LARGEST_SEED = 10**6
_UNSCALED = 0.5  # of the attempts in which only ends below one average move
PLAIN = "scaled"  # the numbers alone, and these affinely: where all else catches less


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A varied case with its expectation by our own search; ``how`` it came about."""

    case: Case
    how: str
    values: Values
    more: tuple[Edit, ...] = ()

    def edits(self, text: str, document: Span) -> list[Edit]:
        """What changes of the case's document."""
        if self.case.expect.signs is not None:
            return list(self.more)
        return [*edits_of(text, document, self.values, self.case), *self.more]

    @property
    def trees(self) -> frozenset[str]:
        return trees_of(self.case)


def trees_of(case: Case) -> frozenset[str]:
    """The trees that no other suite may have: a written one, and the larger ones of a law."""
    if case.law is not None:
        roots = [frozen.tree.root for frozen in case.expect.property or ()]
        return frozenset(canonical(root) for root in roots if is_large(root))
    plays_none = not case.call.takes_tree
    return frozenset() if case.game or plays_none else frozenset({canonical(case.tree.root)})


def rng_of(seed: str, case_id: str, how: str, attempt: int) -> random.Random:
    """Chance for one attempt: by HMAC-SHA256, unknown without the seed."""
    message = f"{case_id}\0{how}\0{attempt}".encode()
    digest = hmac.new(seed.encode(), message, hashlib.sha256).digest()
    return random.Random(int.from_bytes(digest, "big"))  # noqa: S311 - its seed is the secret


def reason_to_keep(case: Case, document: Span) -> str | None:
    """Why a case has no candidates at all, or None where it has some."""
    if case.law is not None:
        has_seed = (entry := document.get("trees")) and entry[1].get("seed")
        return None if has_seed else "its trees state no seed"
    if case.call is Call.EVALUATE_TICTACTOE and case.expect.signs is not None:
        return None
    if case.call in KEPT:
        return KEPT[case.call]
    if case.game and case.expect.effort is not None:
        return "its bound was measured for this order of moves"
    return NO_START if case.game not in {"", "Nim", "CoinsInARow", "TicTacToe"} else None


def candidates(
    case: Case, pruning: Pruning, document: Span, games: Games, seed: str
) -> Iterator[Candidate]:
    """Cases that ask the same thing as ``case``, always the same ones for a seed."""
    if case.law is not None or case.game:
        yield from _played(case, pruning, document, games, seed)
        return
    if not numbers_of(case):
        return
    for how, tries in _TRIES.items():
        for attempt in range(tries):
            variant = _variant(case, how, rng_of(seed, case.id, how, attempt), document)
            if variant is None or (made := _expecting(case, variant, pruning)) is None:
                continue
            yield Candidate(case=made.case, how=how, values=values_of(made.case, document))


def _played(
    case: Case, pruning: Pruning, document: Span, games: Games, seed: str
) -> Iterator[Candidate]:
    for attempt in range(_STARTS if case.law is None else _LAWS):
        rng = rng_of(seed, case.id, "game", attempt)
        played: Played | None
        if case.law is not None:
            played = of_law(case, document, rng)
        else:
            played = of_game(case, document, games, rng)
        if played is None:
            continue
        try:
            expect = by_search(played.case, pruning)
        except GraderError:
            continue
        old = case.expect
        if len(old.actions or ()) != len(expect.actions or ()):
            continue
        made = replace(played.case, expect=expect)
        how = "other trees" if case.law is not None else "another start"
        yield Candidate(case=made, how=how, values=played.values, more=played.edits)


def _variant(case: Case, how: str, rng: random.Random, document: Span) -> Variant | None:
    """One attempt, or None where there is none of this kind."""
    numbers = numbers_of(case)
    letters = new_letters(rng, case)
    fixed = stated_in(case.title)
    seed = rng.randrange(1, _LARGEST_SEED) if document.get("seed") else None
    is_free = case.call in IN_ANY_ORDER and case.tie_break is TieBreak.ANY
    if how == "another order":
        if not is_free:
            return None
        rule = increasing(rng, numbers, fixed)
        order = new_order(rng, case)
    else:
        rule = _rule(rng, how, numbers, fixed)
        order = {}
    if rule is None:
        return None
    worth = spread(rng, case, rule) if how == "parted" and case.policies else {}
    try:
        return varied(case, Plan(rule=rule, worth=worth, order=order, letters=letters, seed=seed))
    except DuplicateNameError:  # of a name that the author gave
        return None


def _rule(
    rng: random.Random, how: str, numbers: list[Number], fixed: frozenset[Number]
) -> Rule | None:
    if how == "nudged":
        return nudged(rng, numbers, fixed)
    if how == "parted" and rng.random() < _UNSCALED:  # each mean stays what it is
        return Rule({number: number for number in numbers})
    return affine(rng, numbers) if how in {"parted", PLAIN} else increasing(rng, numbers, fixed)


def _expecting(case: Case, variant: Variant, pruning: Pruning) -> Variant | None:
    """The variant with what is right for it, if that is the old answer under new names."""
    try:
        expect = by_search(variant.case, pruning)
    except GraderError:
        return None
    made = replace(variant, case=replace(variant.case, expect=expect))
    if not asks_the_same(case, made) or not _cuts_the_same(case, made):
        return None
    return made


def _cuts_the_same(case: Case, variant: Variant) -> bool:
    """Whether each right variant of alpha-beta visits the same nodes of it, under new names."""
    if not case.is_traced:
        return True
    traces = Traces()
    return all(
        [variant.twins[node] for node in traces.of(case, member).visited]
        == list(traces.of(variant.case, member).visited)
        for member in FAMILY
    )
