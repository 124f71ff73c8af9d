"""Decode what is expected of the calls that do more than search a tree for one value."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from grader.cases import fields as read
from grader.cases.decode_tree import PlacedTree, check_sum, decode_tree
from grader.cases.located import Faults, Located, Mapping, Sequence
from grader.cases.model import Effort, Payoffs, Rival, Wins
from grader.tree import GameTree, Node, Number, State

EFFORT_KEYS = ("visits", "evaluations", "must")
WINS_KEYS = ("against", "games", "depth", "at_least", "seed")
AGENTS, OPPONENTS = ("max", "exptmax"), ("min", "fixed")
MAX_GAMES, MAX_SEARCH_DEPTH = 1_000, 4


def decode_payoffs(
    node: Located | None, placed: PlacedTree, faults: Faults
) -> tuple[Payoffs, ...] | None:
    """One mapping from players to numbers, or a list of those that ways to break ties give."""
    if node is None:
        return None
    listed = node.items if isinstance(node, Sequence) else (node,)
    if not listed:
        faults.at(node, "value needs at least one mapping {PLAYER: NUMBER, ...}")
    players = set(_first_payoffs(placed))
    found = []
    for item in listed:
        entries = read.entries(item, "value", faults)
        if entries is None:
            continue
        payoffs = {
            key.text: number
            for key, value in entries.items()
            if (number := read.number(value, f"the value for {key.text}", faults)) is not None
        }
        if players and set(payoffs) != players:
            faults.at(item, f"value has a number for each of {', '.join(sorted(players))}")
        found.append(payoffs)
    return tuple(found)


def _first_payoffs(placed: PlacedTree) -> Payoffs:
    node = placed.tree.root
    while not node.is_end:
        node = node.children[0]
    return node.payoffs or {}


def decode_effort(node: Located | None, placed: PlacedTree, faults: Faults) -> Effort | None:
    """Bounds on visits and evaluations, and nodes that must be among the visited."""
    found = read.fields(node, "effort", EFFORT_KEYS, faults) if node is not None else None
    if found is None:
        return None
    if node is not None and not found.key_nodes():
        faults.at(node, f"effort bounds nothing; known: {', '.join(EFFORT_KEYS)}")
    must = []
    for _, place in read.names(found.get("must"), "must", faults) or ():
        known = placed.node(place, "must", faults)
        if known is not None:
            must.append(known.name)
    return Effort(
        visits=read.whole(found.get("visits"), "visits", faults),
        evaluations=read.whole(found.get("evaluations"), "evaluations", faults),
        must=tuple(must),
    )


def decode_path(node: Located | None, placed: PlacedTree, faults: Faults) -> tuple[str, ...] | None:
    """A way from the root to an end."""
    listed = read.names(node, "path", faults)
    if listed is None or node is None:
        return None
    nodes = [placed.node(place, "path", faults) for _, place in listed]
    known: list[Node] = [found for found in nodes if found is not None]
    if len(known) < len(nodes):
        return None
    if not known or known[0] is not placed.tree.root or not known[-1].is_end:
        faults.at(node, "a path goes from the root to an end")
        return None
    for above, below in pairwise(known):
        if below not in above.children:
            faults.at(node, f"{below.name} does not follow {above.name}")
            return None
    return tuple(found.name for found in known)


def decode_outcomes(
    node: Located | None, placed: PlacedTree, faults: Faults
) -> dict[str, Fraction] | None:
    """The chance of each end that has any."""
    found = read.entries(node, "outcomes", faults) if node is not None else None
    if found is None or node is None:
        return None
    outcomes: dict[str, Fraction] = {}
    for key, value in found.items():
        end = placed.node(key, "outcomes", faults)
        chance = read.fraction(value, "a probability", faults, below=1)
        if end is not None and not end.is_end:
            faults.at(key, f"{end.name} is no end")
        elif end is not None and chance is not None:
            outcomes[end.name] = chance
    if isinstance(node, Mapping) and len(outcomes) == len(node.entries):
        check_sum(outcomes.values(), "the probabilities of outcomes", node, faults)
    return outcomes


def decode_table(node: Located | None, faults: Faults) -> dict[tuple[str, str], Number] | None:
    """The four values, by the agent's and the opponent's policy."""
    found = read.fields(node, "table", AGENTS, faults) if node is not None else None
    if found is None:
        return None
    table: dict[tuple[str, str], Number] = {}
    for agent in AGENTS:
        row = found.get(agent)
        entries = read.fields(row, agent, OPPONENTS, faults) if row is not None else None
        for opponent in OPPONENTS:
            if entries is None or opponent not in entries:
                faults.at(found.key(agent), f"table needs {agent}: {{min: ..., fixed: ...}}")
                break
            value = read.number(entries.get(opponent), opponent, faults)
            if value is not None:
                table[agent, opponent] = value
    return table


def decode_unfolding(node: Located | None, faults: Faults) -> GameTree | None:
    """The tree that a class must unfold to."""
    placed = decode_tree(node, faults) if node is not None else None
    return placed.tree if placed else None


def decode_row(node: Located | None, faults: Faults) -> dict[int, int] | None:
    """The value of a game's start, 1 or -1, by n."""
    found = read.entries(node, "row", faults) if node is not None else None
    if found is None:
        return None
    row: dict[int, int] = {}
    for key, value in found.items():
        n = read.whole(key, "n", faults)
        won = read.number(value, "a value", faults)
        if won is not None and won not in (1, -1):
            faults.at(value, f"the game is won (1) or lost (-1), found {read.shown(value)}")
        elif n is not None and won is not None:
            row[n] = int(won)
    return row


def decode_signs(
    node: Located | None, placed: PlacedTree, faults: Faults
) -> dict[State, int] | None:
    """-1, 0 or 1 for each position, which is named by the moves that lead to it."""
    found = read.entries(node, "signs", faults) if node is not None else None
    if found is None:
        return None
    signs: dict[State, int] = {}
    for key, value in found.items():
        position = placed.node(key, "signs", faults)
        sign = read.number(value, "a sign", faults)
        if sign is not None and sign not in (-1, 0, 1):
            faults.at(value, f"a sign is -1, 0 or 1, found {read.shown(value)}")
        elif sign is not None and position is not None:
            signs[position.state] = int(sign)
    return signs


def decode_wins(node: Located | None, faults: Faults) -> Wins | None:
    """Against whom, how many games at which depth, and how many have to be won."""
    found = read.fields(node, "wins", WINS_KEYS, faults) if node is not None else None
    if found is None or node is None:
        return None
    for key in ("against", "games", "depth", "at_least"):
        if key not in found:
            faults.at(node, f"wins needs {key}:")
    rival = read.choice(found.get("against"), "against", Rival, faults)
    games = read.whole(found.get("games"), "games", faults)
    depth = read.whole(found.get("depth"), "depth", faults)
    at_least = read.fraction(found.get("at_least"), "at_least", faults)
    if games is not None and not 1 <= games <= MAX_GAMES:
        faults.at(found.key("games"), f"games can be 1 to {MAX_GAMES}")
    if depth is not None and not 1 <= depth <= MAX_SEARCH_DEPTH:
        faults.at(found.key("depth"), f"depth can be 1 to {MAX_SEARCH_DEPTH}")
    if at_least is not None and games is not None and at_least > games:
        faults.at(found.key("at_least"), f"only {games} games are played")
    if rival is None or games is None or depth is None or at_least is None:
        return None
    seed = read.whole(found.get("seed"), "seed", faults)
    exact = at_least.numerator if at_least.denominator == 1 else at_least
    return Wins(
        against=rival, games=games, depth=depth, at_least=exact, seed=1 if seed is None else seed
    )
