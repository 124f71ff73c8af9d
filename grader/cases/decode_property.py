"""Decode a property: a law, how trees for it are made, and the trees that were made and recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from grader.cases import fields as read
from grader.cases.calls import Call, Property
from grader.cases.decode_policies import AGENT, COIN, OPPONENT
from grader.cases.decode_tree import NODE_KEYS, SIDES
from grader.cases.located import Faults, Located, Scalar, Start
from grader.cases.model import FrozenTree, Recipe
from grader.cases.tree_line import MOST_DEPTH, PLAYER, TreeLineError, tree_of
from grader.tree import GameTree, Node, Number, Player

RECIPE_KEYS = ("count", "seed", "depth", "width", "players", "ties", "zeros")
# What a case can't say beside a law, which makes its own calls.
NOT_WITH_A_LAW = (
    "tree", "game", "state", "policies", "depth", "n", "max_evaluations", "low", "high",
    "intervals", "tie_break",
)  # fmt: skip
MOST_TREES, MOST_WIDTH = 200, 6
_MOST = {"count": MOST_TREES, "depth": MOST_DEPTH, "width": MOST_WIDTH}


# ---------------------------------------------------------------------------- the law


def decode_law(
    found: read.Fields, call: Call | None, faults: Faults
) -> tuple[Property | None, Recipe | None]:
    """The law under ``property`` and the recipe under ``trees``, each None where it is faulty."""
    law = read.choice(found.get("property"), "property", Property, faults)
    for key in NOT_WITH_A_LAW:
        if key in found:
            faults.at(found.key(key), f"a case with property: has no {key}: of its own")
    if law is not None and call is not None and law not in call.properties:
        known = ", ".join(each.value for each in call.properties) or "none"
        place = found.get("property") or found.place
        faults.at(place, f"{law.value} is no law of {call.value} (its laws: {known})")
        law = None
    if "trees" not in found:
        faults.at(found.key("property"), "property: needs trees: {count: ..., seed: ...}")
    return law, _recipe(found.get("trees"), call, law, faults)


def _recipe(
    node: Located | None, call: Call | None, law: Property | None, faults: Faults
) -> Recipe | None:
    before = len(faults.found)
    found = read.fields(node, "trees", RECIPE_KEYS, faults) if node is not None else None
    if found is None:
        return None
    if "count" not in found:
        faults.at(found.place, "trees needs count:")
    wholes = {key: _whole(found.get(key), key, faults) for key in ("count", "depth", "width")}
    seed = read.whole(found.get("seed"), "seed", faults)
    players = _players(found.get("players"), call, law, faults)
    words = {key: read.yes(found.get(key), key, faults) for key in ("ties", "zeros")}
    if wholes["width"] == 1 and (wholes["count"] or 1) > 1:
        place = found.get("width") or found.place
        faults.at(
            place, "with width: 1 nobody has a choice, so no tree can be made: allow 2 or more"
        )
    if len(faults.found) > before:
        return None
    plain = Recipe(count=0)
    return Recipe(
        count=wholes["count"] or 0,
        seed=plain.seed if seed is None else seed,
        depth=wholes["depth"] or plain.depth,
        width=wholes["width"] or plain.width,
        players=players,
        ties=words["ties"] if "ties" in found else plain.ties,
        zeros=words["zeros"] if "zeros" in found else plain.zeros,
    )


def _players(
    node: Located | None, call: Call | None, law: Property | None, faults: Faults
) -> tuple[Player, ...]:
    """Who moves, each of them somebody whom the call and the law can use."""
    listed = read.names(node, "players", faults)
    if node is not None and listed == []:
        faults.at(node, "players lists nobody: say who moves, or leave players out")
    for player, place in listed or ():
        if PLAYER.fullmatch(player) is None or player in (*SIDES, *NODE_KEYS):
            faults.at(place, f"{player!r} is no name of a player")
        elif call is not None and law is not None and (why := _why_not(player, call, law)):
            faults.at(place, why)
    return tuple(player for player, _ in listed or ())


def _why_not(player: Player, call: Call, law: Property) -> str:
    """Why ``player`` can't move in the trees that are made for a law; empty where it can."""
    if _is_stranger(player, call, law):
        return f"{player} can't move in these trees: {_only(call, law)}"
    if player == COIN and not call.takes_policies:
        return f"{player} can't move in these trees: {call.value} is never given chances"
    return ""


def _whole(node: Located | None, key: str, faults: Faults) -> int | None:
    value = read.whole(node, key, faults)
    if value is not None and node is not None and not 1 <= value <= _MOST[key]:
        faults.at(node, f"{key} can be 1 to {_MOST[key]}")
        return None
    return value


# ---------------------------------------------------------------------------- the trees


def decode_frozen(
    node: Located | None, call: Call, law: Property | None, faults: Faults
) -> tuple[FrozenTree, ...] | None:
    """The recorded trees, each of them one that the call can be given under the law."""
    listed = read.items(node, "property", faults)
    if listed is None or node is None:
        return None
    if not 1 <= len(listed) <= MOST_TREES:
        faults.at(node, f"property lists 1 to {MOST_TREES} trees, found {len(listed)}")
    frozen = []
    for item in listed:
        text = read.text(item, "a tree", faults)
        if text is None or not isinstance(item, Scalar):
            continue
        try:
            tree = tree_of(item.text)
        except TreeLineError as error:
            shift = error.at + (0 if item.plain else 1)
            faults.at(Start(item.line, item.column + shift), str(error))
            continue
        if unfit := next(unfitting(tree, call, law), ""):
            faults.at(item, unfit)
        frozen.append(FrozenTree(tree=tree, line=text))
    return tuple(frozen)


# ---------------------------------------------------------------------------- which trees fit

WITH_COIN = frozenset(
    {Call.EXPECTIMINIMAX, Call.EXPECTIMINIMAX_PRUNED}
)  # whose chances are a coin's
OF_TWO = frozenset({Property.SWAPPING, Property.INEQUALITIES, Property.WON_IS_WON})  # agent and opp
_EVERYBODY_DRAWS = frozenset(
    {Property.ADDING, Property.SCALING, Property.REORDERING, Property.INSIDE}
)


def drawn_players(call: Call, law: Property | None, players: Iterable[Player]) -> set[Player]:
    """Those of ``players`` that have their probabilities in the trees of a law."""
    if call in WITH_COIN:
        return {COIN}.intersection(players)
    if call is Call.GAME_VALUE and law in _EVERYBODY_DRAWS:
        return set(players)
    if call is Call.GAME_VALUE and law is Property.OWN_POLICIES:
        return set()
    if call in {Call.GAME_VALUE, Call.EXPECTIMAX, Call.VALUE_TABLE}:
        return set(players) - {AGENT}
    return set()


def may_be_drawn(call: Call, law: Property | None, player: Player) -> bool:
    """Whether ``player`` may have probabilities where it need not: the agent ignores its own."""
    if call in WITH_COIN:
        return player != OPPONENT and law is not Property.SWAPPING
    return call is Call.EXPECTIMAX and player == AGENT


def unfitting(tree: GameTree, call: Call, law: Property | None) -> Iterator[str]:
    """Why the call can't be given ``tree`` under the law; nothing where it can."""
    drawn = drawn_players(call, law, tree.players)
    has_chances = {node.player for node in tree.nodes() if node.chances is not None}
    drawn |= {player for player in has_chances if player and may_be_drawn(call, law, player)}
    for node in tree.nodes():
        if node.player is not None and (node.chances is not None) != (node.player in drawn):
            lacks = "lacks probabilities" if node.player in drawn else "can't have probabilities"
            yield f"{node.player} {lacks} at {node.name} under this law of {call.value}"
        if node.evaluation is None and needs_evaluation(call, law, node, tree):
            yield f"{call.value} may ask for an evaluation at {node.name}, so it needs one: [0]"
    if law is not None and any(_is_stranger(player, call, law) for player in tree.players):
        yield _only(call, law)
    if law is Property.WON_IS_WON and _worst(tree.root) < 1:
        yield "the agent does not win this tree: its minimax value is below 1"


def _is_stranger(player: Player, call: Call, law: Property) -> bool:
    """Whether the law is about two players, and ``player`` is neither, nor the coin of the call."""
    return law in OF_TWO and player not in {AGENT, OPPONENT, COIN if call in WITH_COIN else AGENT}


def _only(call: Call, law: Property) -> str:
    listed = f"{AGENT}, {OPPONENT} and {COIN}" if call in WITH_COIN else f"{AGENT} and {OPPONENT}"
    return f"only {listed} can move under {law.value}"


def needs_evaluation(call: Call, law: Property | None, node: Node, tree: GameTree) -> bool:
    """Whether a right call, or one that is nearly right, may ask for the evaluation of ``node``."""
    if call is Call.ALPHA_BETA_ORDERED:
        return node is not tree.root
    is_deepened = call is Call.ITERATIVE_DEEPENING or law is Property.EVERY_HORIZON
    return is_deepened and not node.is_end


def _worst(node: Node) -> Number:
    """What the agent gets at least, playing well; recursion is safe, as in ``line_of``."""
    if node.utility is not None:
        return node.utility
    choose: Callable[[Iterable[Number]], Number] = max if node.player == AGENT else min
    return choose(_worst(child) for child in node.children)
