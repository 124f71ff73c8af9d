"""Decode ``policies:`` into tables over a tree, and say whose policy is missing or too much.

A policy is ``uniform``, ``{always: ACTION}`` or ``{STATE: {ACTION: PROBABILITY, ...}, ...}`` with
every state at which the player moves. Players with probabilities in the tree have theirs from there.
"""

from __future__ import annotations

from fractions import Fraction

from grader.cases import fields as read
from grader.cases.decode_tree import PlacedTree, check_sum
from grader.cases.located import Faults, Located, Mapping, Place, Scalar
from grader.cases.model import Call
from grader.tree import (
    Action,
    Node,
    Player,
    PolicyError,
    PolicyTable,
    always,
    inline,
    tabulate,
    uniform,
)

AGENT = "agent"
OPPONENT = "opp"
COIN = "coin"
POLICY_WORDS = ("uniform", "always")


def decode_policies(
    stated: Located | None, placed: PlacedTree, faults: Faults
) -> dict[Player, PolicyTable] | None:
    """A table for each player that has a policy; None where one of them is faulty."""
    before = len(faults.found)
    tables = {player: inline(placed.tree, player) for player in placed.chance_players}
    tables = {player: tables[player] for player in placed.players if player in tables}
    found = read.entries(stated, "policies", faults) if stated is not None else None
    for key, value in found.items() if found else ():
        player = key.text
        if not placed.is_unfolded and player not in placed.players:
            hint = read.did_you_mean(player, placed.players)
            faults.at(key, f"no player {player!r} moves in this tree; {hint}")
        elif player in placed.chance_players:
            faults.at(key, f"{player} has its probabilities in the tree; delete one of the two")
        else:
            table = _policy(value, player, placed, faults)
            if table is not None:
                tables[player] = table
    return None if len(faults.found) > before else tables


def check_players(
    call: Call, tables: dict[Player, PolicyTable], placed: PlacedTree, place: Place, faults: Faults
) -> None:
    """Report players that the call is never given, and players who lack a policy that it needs."""
    players = placed.players
    if not call.takes_policies:
        for player in players:
            if player in placed.chance_players or player == COIN:
                faults.at(
                    _first_move(placed, player), f"{call.value} is never given chances ({player})"
                )
        return
    needing = {
        Call.GAME_VALUE: players,
        Call.EXPECTIMAX: tuple(p for p in players if p != AGENT),
        Call.EXPECTIMAX_POLICY: tuple(p for p in players if p == COIN),
        Call.EXPECTIMINIMAX: tuple(p for p in players if p == COIN),
        Call.EXPECTIMINIMAX_PRUNED: tuple(p for p in players if p == COIN),
        Call.SIMULATE: players,
        Call.ESTIMATE: players,
        Call.VALUE_TABLE: (OPPONENT,),
    }[call]
    if call is Call.VALUE_TABLE:
        for player in players:
            if player not in {AGENT, OPPONENT}:
                faults.at(_first_move(placed, player), "value_table is for agent and opp alone")
    for player in needing:
        if player not in tables:
            faults.at(place, f"{call.value} needs a policy for {player} (policies: {player}: ...)")


def _first_move(placed: PlacedTree, player: Player) -> Place:
    return next(place for node, place in placed.places.items() if node.player == player)


def _policy(
    value: Located, player: Player, placed: PlacedTree, faults: Faults
) -> PolicyTable | None:
    if isinstance(value, Scalar):
        if value.text == "uniform":
            return uniform(placed.tree, player)
        faults.at(
            value,
            f"a policy is uniform, {{always: ACTION}} or {{STATE: {{ACTION: PROBABILITY}}}}, "
            f"found {read.shown(value)}",
        )
        return None
    found = read.entries(value, f"{player}'s policy", faults)
    if found is None:
        return None
    action = found.get("always")
    if isinstance(action, Scalar):
        return _always(action, player, placed, found, faults)
    return _tabulated(value, player, placed, found, faults)


def _always(
    action: Scalar, player: Player, placed: PlacedTree, found: read.Fields, faults: Faults
) -> PolicyTable | None:
    for key in found.key_nodes():
        if key.text != "always":
            faults.at(key, "always: ACTION is a whole policy; nothing can stand beside it")
    try:
        return always(placed.tree, player, action.text)
    except PolicyError as error:
        faults.at(action, str(error))
        return None


def _tabulated(
    value: Located, player: Player, placed: PlacedTree, found: read.Fields, faults: Faults
) -> PolicyTable | None:
    before = len(faults.found)
    stated: dict[str, dict[Action, Fraction]] = {}
    for key, chosen in found.items():
        node = placed.node(key, f"{player}'s policy", faults)
        if node is not None and node.player != player:
            faults.at(key, f"{player} does not move at {node.name}")
        elif node is not None:
            stated[node.name] = _distribution(key, chosen, node, faults)
    if len(faults.found) > before:
        return None
    try:
        return tabulate(placed.tree, player, stated)
    except PolicyError as error:  # what is left: a state without probabilities
        faults.at(value, str(error))
        return None


def _distribution(
    key: Scalar, chosen: Located, node: Node, faults: Faults
) -> dict[Action, Fraction]:
    found = read.entries(chosen, f"the policy at {node.name}", faults)
    chances: dict[Action, Fraction] = {}
    for action, chance in found.items() if found else ():
        if action.text not in node.actions:
            hint = read.did_you_mean(action.text, node.actions)
            faults.at(action, f"{action.text!r} is no action at {node.name}; {hint}")
            continue
        value = read.fraction(chance, "a probability", faults, below=1)
        if value is not None:
            chances[action.text] = value
    if isinstance(chosen, Mapping) and len(chances) == len(chosen.entries):
        check_sum(chances.values(), f"the probabilities at {node.name}", key, faults)
    return chances
