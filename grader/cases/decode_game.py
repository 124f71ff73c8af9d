"""Decode ``game:``, a game of the support module: ``{TicTacToe: {}}``, ``{Nim: [1, 2, 3]}``."""

from __future__ import annotations

from grader.cases import fields as read
from grader.cases.decode_tree import PlacedTree
from grader.cases.games import Games, NoGameError
from grader.cases.located import Faults, Located, Mapping, Scalar, Sequence
from grader.errors import GraderError

LARGEST_ARGUMENT = 1_000


def decode_game(node: Located, games: Games | None, faults: Faults) -> PlacedTree | None:
    """The tree of the game, unfolded on demand, or None where it can't be made."""
    if games is None:
        faults.at(node, "there is no support module to take a game from")
        return None
    found = read.entries(node, "game", faults)
    if found is None:
        return None
    entries = list(found.items())
    if len(entries) != 1:
        faults.at(node, "game names one class with its arguments, as in {Nim: [1, 2, 3]}")
        return None
    name, given = entries[0]
    before = len(faults.found)
    ordered, named = _arguments(given, faults)
    if len(faults.found) > before:
        return None
    try:
        tree = games.make(name.text, ordered, named)
        tree.root.is_end  # noqa: B018 - the first look, so that a broken game shows here
    except (NoGameError, GraderError) as error:
        faults.at(name, str(error))
        return None
    except Exception as error:  # noqa: BLE001 - the instructor's class may raise anything
        faults.at(name, f"{name.text} fails at its start: {type(error).__name__}: {error}")
        return None
    return PlacedTree(tree=tree, places={}, chance_players=frozenset(), place=name)


def _arguments(given: Located, faults: Faults) -> tuple[list[object], dict[str, object]]:
    if isinstance(given, Sequence):
        return [_argument(item, faults) for item in given.items], {}
    if isinstance(given, Mapping):
        return [], {key.text: _argument(value, faults) for key, value in given.entries}
    faults.at(given, f"a game's arguments are a list or a mapping, found {read.shown(given)}")
    return [], {}


def _argument(node: Located, faults: Faults) -> object:
    """A whole number, a fraction, text, or a list of such as a tuple."""
    if isinstance(node, Sequence):
        return tuple(_argument(item, faults) for item in node.items)
    if isinstance(node, Scalar) and node.plain and (number := read.exact(node.text)) is not None:
        if abs(number) > LARGEST_ARGUMENT:  # a game of that size could never be unfolded
            faults.at(node, f"a game's argument can be {LARGEST_ARGUMENT} at most")
        return number.numerator if number.denominator == 1 else float(number)
    return read.name(node, "an argument", faults)
