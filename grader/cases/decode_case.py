"""Decode one document into a case: one call on one tree, and what is right."""

from __future__ import annotations

import re
from collections.abc import Mapping as Table
from dataclasses import dataclass, field
from fractions import Fraction

from grader.cases import fields as read
from grader.cases.decode_expect import KEY_OF, Asked, decode_expect, how_to_expect, states
from grader.cases.decode_fit import check_horizon, check_numbers
from grader.cases.decode_game import decode_game
from grader.cases.decode_given import GIVEN_KEYS, decode_given
from grader.cases.decode_policies import check_players, decode_policies
from grader.cases.decode_property import decode_law
from grader.cases.decode_settings import decode_limits
from grader.cases.decode_tree import PlacedTree, decode_tree
from grader.cases.games import Games
from grader.cases.located import Faults, Located, Mapping, Place
from grader.cases.model import (
    Call,
    Case,
    Check,
    Expectation,
    Given,
    Limits,
    Recipe,
    TieBreak,
    Visibility,
)
from grader.tree import Draft, GameError, Node, grow

CASE_KEYS = (
    "id", "call", "title", "tree", "game", "state", "policies", *GIVEN_KEYS, "property", "trees",
    "expect", "weights", "points", "group", "visibility", "tie_break", "limits",
)  # fmt: skip
WEIGHT_KEYS = tuple(check.value for check in Check)
DEFAULT_WEIGHTS: Table[Check, Fraction] = {
    **dict.fromkeys(Check, Fraction(1)),
    Check.VISITED: Fraction(2),
    Check.PRUNED: Fraction(0),
}
LONGEST_ID = 100

_ID = re.compile(r"[a-z0-9-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Defaults:
    """What holds for a case that does not say otherwise. ``id`` is None where a case must have one."""

    weights: Table[Check, Fraction] = field(default_factory=lambda: DEFAULT_WEIGHTS)
    visibility: Visibility = Visibility.VISIBLE
    limits: Limits = field(default_factory=Limits)
    games: Games | None = None
    id: str | None = None


@dataclass(frozen=True, slots=True)
class PlacedCase:
    """A case and where its id is said."""

    case: Case
    place: Place


def decode_case(node: Located, defaults: Defaults, faults: Faults) -> PlacedCase | None:
    """The case of one document, or None where anything in it is faulty."""
    try:
        return _case(node, defaults, faults)
    except GameError as error:  # the support module's game breaks its rules where the case looks
        faults.at(node, str(error))
        return None


def _case(node: Located, defaults: Defaults, faults: Faults) -> PlacedCase | None:
    before = len(faults.found)
    found = read.fields(node, "a case", CASE_KEYS, faults)
    if found is None:
        return None
    if "call" not in found:
        faults.at(node, "a case needs call:")
    call = read.choice(found.get("call"), "call", Call, faults)
    if "expect" not in found:
        faults.at(node, f"a case needs expect: ({how_to_expect(call, faults.file)})")
    about = _about_case(found, call, defaults, faults)
    expect_node = found.get("expect")
    expect = decode_expect(expect_node, about.asked, faults) if about and expect_node else None
    case_id = decode_id(found, defaults.id, "a case", faults)
    title = read.text(found.get("title"), "title", faults)
    points = read.fraction(found.get("points"), "points", faults)
    group = read.text(found.get("group"), "group", faults)
    visibility = read.choice(found.get("visibility"), "visibility", Visibility, faults)
    tie_break = read.choice(found.get("tie_break"), "tie_break", TieBreak, faults)
    weights = _weights(found, expect, defaults, faults)
    limits = decode_limits(found.get("limits"), faults, defaults.limits)
    if len(faults.found) > before or not (about and expect and case_id):
        return None
    case = Case(
        id=case_id,
        call=about.asked.call,
        title=title or case_id,
        tree=about.asked.placed.tree,
        start=about.asked.start,
        game=_game_name(found),
        law=about.asked.law,
        recipe=about.recipe,
        policies=about.policies,
        given=about.given,
        limits=limits if "limits" in found else None,
        expect=expect,
        weights=weights,
        points=Fraction(1) if points is None else points,
        group=group,
        visibility=visibility or defaults.visibility,
        tie_break=tie_break or TieBreak.ANY,
        file=faults.file,
        line=node.line,
    )
    return PlacedCase(case, found.key("id"))


def decode_id(found: read.Fields, default: str | None, what: str, faults: Faults) -> str | None:
    """The id that is stated or else ``default``, if it is made of a-z, 0-9 and hyphens."""
    stated = read.text(found.get("id"), "id", faults)
    if "id" in found and stated is None:
        return None
    word = stated or default
    if word is None:
        faults.at(found.place, f"{what} needs id: here")
    elif _ID.fullmatch(word) is None:
        where = "" if stated else " (the file's name; give the case an id:)"
        faults.at(
            found.get("id") or found.place,
            f"an id has a-z, 0-9 and hyphens only, found {word!r}{where}",
        )
    elif len(word) > LONGEST_ID:
        faults.at(found.get("id") or found.place, f"an id has at most {LONGEST_ID} characters")
    return word


def decode_weights(node: Located | None, faults: Faults) -> dict[Check, tuple[Fraction, Place]]:
    """The weights that are stated, each with its place."""
    found = read.fields(node, "weights", WEIGHT_KEYS, faults) if node is not None else None
    weights: dict[Check, tuple[Fraction, Place]] = {}
    for key, value in found.items() if found else ():
        weight = read.fraction(value, f"the weight of {key.text}", faults)
        if weight is not None:
            weights[Check(key.text)] = (weight, key)
    return weights


@dataclass(frozen=True, slots=True)
class _About:
    """What a case's call is given."""

    asked: Asked
    policies: dict[str, Table[str, Table[str, Fraction]]]
    given: Given
    recipe: Recipe | None = None


_NO_TREE = grow(Draft(utility=0))  # of a call that plays on none


_NOWHERE = PlacedTree(tree=_NO_TREE, places={}, chance_players=frozenset())


def _about_case(
    found: read.Fields, call: Call | None, defaults: Defaults, faults: Faults
) -> _About | None:
    if "property" in found:
        return _about_law(found, call, faults)
    if "trees" in found:
        hint = "" if "tree" in found else "; did you mean tree:?"
        faults.at(found.key("trees"), f"trees: is for a case with property:{hint}")
    placed = _placed(found, call, defaults, faults)
    return _about(found, call, placed, faults) if call and placed else None


def _about_law(found: read.Fields, call: Call | None, faults: Faults) -> _About | None:
    """The call and its law, which says itself what the call is given."""
    law, recipe = decode_law(found, call, faults)
    if call is None or law is None:
        return None
    asked = Asked(
        call=call, placed=_NOWHERE, start=_NO_TREE.root, depth=None, fixed=frozenset(), law=law
    )
    return _About(asked, {}, Given(), recipe)


def _placed(
    found: read.Fields, call: Call | None, defaults: Defaults, faults: Faults
) -> PlacedTree | None:
    """The tree that is written or unfolded; each call needs one of the two, or none."""
    tree, game = found.get("tree"), found.get("game")
    if call is not None and not (call.takes_tree or call is Call.EVALUATE_TICTACTOE):
        for key in ("tree", "game"):
            if key in found:
                faults.at(found.key(key), f"{call.value} plays on no {key}")
        return _NOWHERE
    if tree is not None and game is not None:
        faults.at(found.key("game"), "a case has a tree: or a game:, not both")
    if call is Call.EVALUATE_TICTACTOE and game is None:
        faults.at(found.place, f"{call.value} needs game: {{TicTacToe: {{}}}}")
    elif call is not None and tree is None and game is None:
        faults.at(found.place, f"a case of {call.value} needs tree: or game:")
    if game is not None:
        return decode_game(game, defaults.games, faults)
    return decode_tree(tree, faults) if tree is not None else None


def _game_name(found: read.Fields) -> str:
    game = found.get("game")
    return game.entries[0][0].text if isinstance(game, Mapping) and game.entries else ""


def _about(found: read.Fields, call: Call, placed: PlacedTree, faults: Faults) -> _About | None:
    """The call with its policies, start and depth; None only where the start is unknown.

    What ``expect`` says can be checked also where a policy or the depth is faulty.
    """
    if "policies" in found and not call.takes_policies:
        faults.at(found.key("policies"), f"{call.value} takes no policies")
        tables = decode_policies(None, placed, faults)
    else:
        tables = decode_policies(found.get("policies"), placed, faults)
    if tables is not None:
        check_players(call, tables, placed, found.key("call"), faults)
    start = _start(found, call, placed, faults)
    given = decode_given(found, call, faults)
    if start is not None and given is not None:
        if given.depth is not None:
            check_horizon(start, given.depth, call, placed, faults)
        check_numbers(call, given, placed, start, faults)
    if "tie_break" in found and not (call.returns_policy or Check.ACTION in call.checks):
        faults.at(found.key("tie_break"), f"{call.value} chooses no action, so no tie is broken")
    if start is None or given is None:
        return None
    stated = found.get("policies")
    listed = {key.text for key, _ in stated.entries} if isinstance(stated, Mapping) else set()
    fixed = placed.chance_players.union(listed if call.takes_policies else ())
    asked = Asked(
        call=call,
        placed=placed,
        start=start,
        depth=given.depth,
        fixed=fixed,
        options=tuple(given.intervals or ()),
        n=given.n,
    )
    return _About(asked, tables or {}, given)


def _start(found: read.Fields, call: Call, placed: PlacedTree, faults: Faults) -> Node | None:
    state = found.get("state")
    if state is None:
        return placed.tree.root
    if call.returns_policy:
        faults.at(found.key("state"), f"{call.value} takes no state; expect: policy: names states")
        return None
    return placed.node(state, "state", faults)


def _weights(
    found: read.Fields, expect: Expectation | None, defaults: Defaults, faults: Faults
) -> dict[Check, Fraction]:
    """The default weights under the case's own, restricted to the checks that ``expect`` states."""
    own = decode_weights(found.get("weights"), faults)
    if expect is None:
        return {}
    stated = [check for check in Check if states(expect, check)]
    for check, (_, place) in own.items():
        if check not in stated:
            faults.at(place, f"{check.value} has a weight, but expect: has no {KEY_OF[check]}")
    weights = {
        check: own[check][0] if check in own else defaults.weights[check] for check in stated
    }
    if weights and not any(weights.values()):
        faults.at(
            found.key("weights"),
            "every check that is expected weighs 0, so there is nothing to check",
        )
    return weights
