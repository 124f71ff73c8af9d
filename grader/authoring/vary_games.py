"""Other starts and arguments for cases that play a whole game, and other trees for laws.

Decides which games have an equally hard start: heaps of Nim in another order, coins of other values, a
board of tic-tac-toe turned or mirrored. A game is the same for everybody, so it is no tree that could be
shared. Cases of all other games stay as they are.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from grader.authoring.freeze import TooFewTreesError, freeze
from grader.authoring.rewrite import Edit, Span
from grader.authoring.vary_numbers import increasing
from grader.authoring.vary_text import Values, entries, words
from grader.authoring.written import Data, quoted
from grader.cases import Call, Case, Expectation
from grader.cases.games import Games
from grader.tree import Node, Player, PolicyTable, UnfoldedTree, always, uniform

_LARGEST_SEED = 10**6
_SMALL = 8  # nodes: trees up to this are so few that two seeds may draw the same
_SQUARES = [(at // 3, at % 3) for at in range(9)]

Mover = Callable[[str], str]

KEPT = {
    Call.HALVING_GAME: "the function makes one game, and the case is about that",
    Call.EVALUATE_TICTACTOE: "what it asks for was measured for its own positions",
}
NO_START = "no other start or argument of the game is known to be as hard"


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A varied case without a written tree, and what changes in its document, beside ``expect``."""

    case: Case
    values: Values = field(default_factory=dict)
    edits: tuple[Edit, ...] = ()


def of_game(case: Case, document: Span, games: Games, rng: random.Random) -> Played | None:
    """``case`` with another start or other arguments of its game, or None where none is known."""
    if case.expect.effort is not None:  # its bound was measured for the order of moves
        return None
    arguments = entries(entry[1]) if (entry := document.get("game")) else {}
    given = arguments.get(case.game)
    if case.game == "TicTacToe":
        return _turned(case, document, rng)
    if given is None or given.items is None:
        return None
    if case.game == "Nim":
        return _heaps(case, document, given, games, rng)
    if case.game == "CoinsInARow" and not document.get("state"):
        return _coins(case, document, given, games, rng)
    return None


def _heaps(
    case: Case, document: Span, given: Span, games: Games, rng: random.Random
) -> Played | None:
    heaps = words(given)
    order = rng.sample(range(len(heaps)), len(heaps))
    moved = [heaps[at] for at in order]
    if moved == heaps:
        return None
    place = {str(at): str(order.index(at)) for at in range(len(heaps))}

    def renamed(step: str) -> str:
        heap, count = step.strip("()").split(",")
        return f"({place[heap]},{count})"

    tree = games.make("Nim", [int(heap) for heap in moved])
    values: Values = {}
    start = tree.root
    if document.get("state"):
        name = ".".join(map(renamed, case.start.name.split(".")))
        start, values["state"] = tree.find(name), name
    return Played(
        case=replace(case, tree=tree, start=start), values=values, edits=_items(given, moved)
    )


def _coins(
    case: Case, document: Span, given: Span, games: Games, rng: random.Random
) -> Played | None:
    coins = [int(coin) for coin in words(given)]
    rule = increasing(rng, sorted(set(coins)))
    if rule is None:
        return None
    moved = [rule(coin) for coin in coins]
    tree = games.make("CoinsInARow", moved)
    stated = document.get("policies")
    policies: dict[Player, PolicyTable] = {}
    for player, span in entries(stated[1] if stated else None).items():
        table = _policy(tree, player, span)
        if table is None:
            return None
        policies[player] = table
    return Played(
        case=replace(case, tree=tree, start=tree.root, policies=policies),
        edits=_items(given, [str(coin) for coin in moved]),
    )


def _items(given: Span, new: Sequence[str]) -> tuple[Edit, ...]:
    pairs = zip(given.items or (), new, strict=True)
    return tuple(Edit(item.start, item.end, quoted(word)) for item, word in pairs)


def _policy(tree: UnfoldedTree, player: Player, stated: Span) -> PolicyTable | None:
    if stated.text == "uniform":
        return uniform(tree, player)
    action = entries(stated).get("always")
    return None if action is None or not action.text else always(tree, player, action.text)


def _turned(case: Case, document: Span, rng: random.Random) -> Played | None:
    """The board turned by a quarter so many times, and perhaps mirrored."""
    if case.expect.wins is not None or not (case.expect.signs or document.get("state")):
        return None
    quarters, mirrored = rng.choice([(q, m) for q in range(4) for m in (False, True) if q or m])

    def moved(name: str) -> str:
        return ".".join(str(_square(int(s), quarters, mirrored=mirrored)) for s in name.split("."))

    if case.expect.signs is not None:
        return _turned_signs(case, document, moved)
    name = moved(case.start.name)
    if not isinstance(case.tree, UnfoldedTree) or name == case.start.name:
        return None
    return Played(case=replace(case, start=case.tree.find(name)), values={"state": name})


def _turned_signs(case: Case, document: Span, moved: Mover) -> Played | None:
    stated = document.get("expect")
    block = stated[1].get("signs") if stated else None
    listed = (block[1].entries if block else None) or ()
    names = {key.text or "": moved(key.text or "") for key, _ in listed if key.text != "root"}
    if not listed or len(names) < len(listed) or set(names) == set(names.values()):
        return None
    tree = case.tree
    if not isinstance(tree, UnfoldedTree):
        return None
    signs = {tree.find(names[key.text or ""]).state: int(sign.text or "") for key, sign in listed}
    return Played(
        case=replace(case, expect=replace(case.expect, signs=signs)),
        edits=tuple(Edit(k.start, k.end, quoted(names[k.text or ""])) for k, _ in listed),
    )


def _square(square: int, quarters: int, *, mirrored: bool) -> int:
    row, column = _SQUARES[square]
    for _ in range(quarters):
        row, column = column, 2 - row
    return 3 * row + (2 - column if mirrored else column)


def of_law(case: Case, document: Span, rng: random.Random) -> Played | None:
    """A law's case with other trees, frozen from another seed.

    None where it states no seed, or another one gives too few trees.
    """
    recipe = case.recipe
    trees = entries(entry[1]) if (entry := document.get("trees")) else {}
    if recipe is None or "seed" not in trees:
        return None
    recipe = replace(recipe, seed=rng.randrange(1, _LARGEST_SEED))
    asked = replace(case, recipe=recipe)
    try:
        frozen = freeze(asked)
    except TooFewTreesError:
        return None
    said: dict[str, Data] = {key: _data(span) for key, span in trees.items()}
    return Played(
        case=replace(asked, expect=Expectation(property=frozen)),
        values={"trees": {**said, "seed": str(recipe.seed)}},
    )


def _data(span: Span) -> Data:
    return span.text or "" if span.items is None else [*words(span)]


def is_large(root: Node) -> bool:
    """Whether a law's tree has so much to it that another seed should not draw it, too."""
    pending, count = [root], 0
    while pending and count <= _SMALL:
        node = pending.pop()
        count += 1
        pending.extend(node.children)
    return count > _SMALL
