"""Decode one document into a case: one call on one tree, and what is right."""

from __future__ import annotations

import re
from collections.abc import Mapping as Table
from dataclasses import dataclass, field
from fractions import Fraction

from grader.cases import fields as read
from grader.cases.decode_expect import KEY_OF, Asked, decode_expect, states
from grader.cases.decode_game import decode_game
from grader.cases.decode_given import GIVEN_KEYS, decode_given
from grader.cases.decode_policies import AGENT, check_players, decode_policies
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
    TieBreak,
    Visibility,
)
from grader.tree import Draft, Node, Number, grow

CASE_KEYS = (
    "id", "call", "title", "tree", "game", "state", "policies", *GIVEN_KEYS, "expect", "weights",
    "points", "group", "visibility", "tie_break", "limits",
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
    before = len(faults.found)
    found = read.fields(node, "a case", CASE_KEYS, faults)
    if found is None:
        return None
    for key in ("call", "expect"):
        if key not in found:
            faults.at(node, f"a case needs {key}:")
    call = read.choice(found.get("call"), "call", Call, faults)
    placed = _placed(found, call, defaults, faults)
    about = _about(found, call, placed, faults) if call and placed else None
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


_NO_TREE = grow(Draft(utility=0))  # of a call that plays on none


def _placed(
    found: read.Fields, call: Call | None, defaults: Defaults, faults: Faults
) -> PlacedTree | None:
    """The tree that is written or unfolded; each call needs one of the two, or none."""
    tree, game = found.get("tree"), found.get("game")
    if call is not None and not (call.takes_tree or call is Call.EVALUATE_TICTACTOE):
        for key in ("tree", "game"):
            if key in found:
                faults.at(found.key(key), f"{call.value} plays on no {key}")
        return PlacedTree(tree=_NO_TREE, places={}, chance_players=frozenset())
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
        if given.depth is not None and not placed.is_unfolded:
            _check_horizon(start, given.depth, call, placed, faults)
        _check_numbers(call, given, placed, faults)
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


def _check_numbers(call: Call, given: Given, placed: PlacedTree, faults: Faults) -> None:
    """Report ends and evaluations that a call would miss, or that would be too much for it."""
    if placed.is_unfolded or not call.takes_tree:
        return
    for node in placed.tree.nodes():
        place = placed.place_of(node)
        if node.payoffs is not None and call is not Call.MAX_N:
            faults.at(place, f"{call.value} needs one number for the agent, not one a player")
        elif node.is_end and call is Call.MAX_N:
            lacking = [p for p in placed.players if p not in (node.payoffs or {})]
            if lacking:
                faults.at(place, f"max_n needs a utility for {', '.join(lacking)} at this end")
        elif not _lies_between(node.utility, given):
            low, high = given.low, given.high
            faults.at(place, f"{node.utility} is not between low {low} and high {high}")
        if node.evaluation is None and (
            (call is Call.ALPHA_BETA_ORDERED and node is not placed.tree.root)
            or (call is Call.ITERATIVE_DEEPENING and _is_asked(node))
        ):
            faults.at(place, f"{call.value} may ask for an evaluation here, so eval: is needed")


def _lies_between(utility: Number | None, given: Given) -> bool:
    """Whether a utility keeps to the bounds that the call is given, if it is."""
    if utility is None or given.low is None or given.high is None:
        return True
    return given.low <= utility <= given.high


def _is_asked(node: Node) -> bool:
    """Whether a search by rounds can stop here: not at an end, nor where the opponent moves on."""
    return not node.is_end and node.player == AGENT


def _check_horizon(start: Node, depth: int, call: Call, placed: PlacedTree, faults: Faults) -> None:
    """Report nodes at which the search stops and asks for an evaluation that they don't have.

    A unit of depth is spent by each move, or, under the depth rule of ``depth_limited``, only by a
    move into a node of the agent.
    """
    lacking: list[Node] = []
    pending = [(start, depth)]
    while pending:
        node, left = pending.pop()
        if node.is_end:
            continue
        if left == 0:
            if node.evaluation is None:
                lacking.append(node)
            continue
        for child in reversed(node.children):
            spends = call is Call.DEPTH_LIMITED_PLIES or child.player == AGENT
            pending.append((child, left - spends))
    if lacking:
        named = ", ".join(node.name for node in lacking[:10])
        faults.at(
            placed.places[lacking[0]],
            f"a search of depth {depth} stops and evaluates here, so eval: is needed at: {named}",
        )


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
