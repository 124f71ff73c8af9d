"""Decode a tree: who moves is the key, children stand in order, a number is an end's utility.

Node grammar::

    NODE = NUMBER                                   an end
         | {utility: NUMBER, eval: ..., name: ...}  an end with more
         | {utility: {PLAYER: NUMBER, ...}}         an end of a game for several players (max_n)
         | {PLAYER: {ACTION: CHILD, ...}, eval: ..., name: ...}
    CHILD = NODE | [PROBABILITY, NODE]              for all children of a node or for none

Recursion is safe here: what is decoded was composed at most 100 deep.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Mapping as Table
from dataclasses import dataclass, field
from fractions import Fraction

from grader.cases import fields as read
from grader.cases.located import Faults, Hole, Located, Mapping, Place, Scalar, Sequence, Start
from grader.tree import (
    Draft,
    DuplicateNameError,
    GameTree,
    Node,
    Number,
    Player,
    UnfoldedTree,
    grow,
)

KNOWN = ("agent", "opp", "coin")  # players whose names are given
NODE_KEYS = ("utility", "eval", "name")  # reserved: no player can be called so
SIDES = {"max": "agent", "min": "opp"}
MAX_CLASHES = 20  # pairs of equal names that are shown at once


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedTree:
    """A tree, where its nodes stand in the file, and which players have their chances in it."""

    tree: GameTree
    places: Table[Node, Place]
    chance_players: frozenset[Player]
    place: Place = field(default_factory=Start)  # where the tree, or its game, is named

    @property
    def is_unfolded(self) -> bool:
        """Whether the tree is a game's, too large to be looked at as a whole."""
        return isinstance(self.tree, UnfoldedTree)

    @property
    def players(self) -> tuple[Player, ...]:
        """Who moves; nobody that is known of, where the tree is a game's."""
        return () if self.is_unfolded else self.tree.players

    def place_of(self, node: Node) -> Place:
        return self.places.get(node, self.place)

    def node(self, name: Located, what: str, faults: Faults) -> Node | None:
        """The node that ``name`` names; a fault where there is none."""
        word = read.name(name, what, faults)
        if word is None:
            return None
        if isinstance(self.tree, UnfoldedTree):
            return self._found(self.tree, word, name, what, faults)
        if word not in self.tree.by_name:
            hint = read.did_you_mean(word, list(self.tree.by_name)[:200])
            faults.at(name, f"{what}: the tree has no node {word!r}; {hint}")
            return None
        return self.tree.by_name[word]

    def _found(
        self, tree: UnfoldedTree, word: str, place: Place, what: str, faults: Faults
    ) -> Node | None:
        try:
            return tree.find(word)
        except KeyError:
            example = ".".join(map(str, tree.root.actions[:1]))
            faults.at(place, f"{what}: no moves {word!r} lead anywhere (as {example!r} does)")
            return None


@dataclass(slots=True)
class _Grove:
    """What has been found while a tree is decoded; drafts in pre-order."""

    faults: Faults
    drafts: list[tuple[Draft, Place]] = field(default_factory=list)
    with_chances: dict[Player, Place] = field(default_factory=dict)  # the first of each player
    without: dict[Player, Place] = field(default_factory=dict)


def decode_tree(node: Located, faults: Faults) -> PlacedTree | None:
    """The tree under ``tree:``, or None where anything in it is faulty."""
    before = len(faults.found)
    grove = _Grove(faults)
    root = _draft(node, grove)
    for player in grove.with_chances.keys() & grove.without.keys():
        there = grove.with_chances[player]
        faults.at(
            grove.without[player],
            f"{player} has probabilities at {there.line}:{there.column} but none here; "
            "give them wherever it moves or nowhere",
        )
    if root is None or len(faults.found) > before or _has_hole(node):
        return None
    tree = _grown(root, grove)
    if tree is None:
        return None
    places = dict(zip(tree.nodes(), (place for _, place in grove.drafts), strict=True))
    chances = frozenset(grove.with_chances)
    return PlacedTree(tree=tree, places=places, chance_players=chances, place=node)


def _has_hole(node: Located) -> bool:
    """Whether a part is missing whose fault was reported before the tree was looked at."""
    pending = [node]
    while pending:
        part = pending.pop()
        if isinstance(part, Hole):
            return True
        if isinstance(part, Sequence):
            pending.extend(part.items)
        elif isinstance(part, Mapping):
            pending.extend(value for _, value in part.entries)
    return False


def _draft(node: Located, grove: _Grove) -> Draft | None:
    if isinstance(node, Hole):
        return None
    if isinstance(node, Scalar):
        utility = read.number(node, "an end's utility", grove.faults)
        draft = Draft(utility=utility)
        grove.drafts.append((draft, node))
        return draft
    if isinstance(node, Sequence):
        grove.faults.at(node, "a node can't be a list; only a chance child is: [1/2, subtree]")
        return None
    found = read.entries(node, "a node", grove.faults)
    if found is None:
        return None
    worth = found.get("utility")
    is_vector = isinstance(worth, Mapping)
    draft = Draft(
        utility=None if is_vector else read.number(worth, "utility", grove.faults),
        payoffs=_payoffs(worth, grove.faults) if is_vector else None,
        evaluation=read.number(found.get("eval"), "eval", grove.faults),
        name=read.name(found.get("name"), "name", grove.faults),
    )
    grove.drafts.append((draft, node))
    players = [(key, value) for key, value in found.items() if key.text not in NODE_KEYS]
    if "utility" in found:
        for key, _ in players:
            grove.faults.at(key, f"an end (it has a utility) can't have a player {key.text!r}")
    elif not players:
        grove.faults.at(node, "a node needs a player with actions, or a utility")
    else:
        for key, _ in players[1:]:
            hint = read.did_you_mean(key.text, NODE_KEYS)
            grove.faults.at(key, f"{players[0][0].text!r} moves at this node already; {hint}")
        _branch(draft, *players[0], grove)
    return draft


def _payoffs(node: Located | None, faults: Faults) -> dict[Player, Number] | None:
    """The utility of each player."""
    found = read.entries(node, "utility", faults) if node is not None else None
    payoffs: dict[Player, Number] = {}
    for player, value in found.items() if found else ():
        number = read.number(value, f"{player.text}'s utility", faults)
        if number is not None:
            payoffs[player.text] = number
    return payoffs


def _branch(draft: Draft, key: Scalar, actions: Located, grove: _Grove) -> None:
    """Give ``draft`` its player and its branches."""
    draft.player = key.text
    if not key.text.strip():
        grove.faults.at(key, "a player needs a name")
    low = key.text.lower()
    meant = SIDES.get(low, low if low in KNOWN else key.text)
    if meant != key.text:  # a player of that name would be an opponent, and "max" would minimise
        grove.faults.at(key, f"a key says who moves: write {meant!r} instead of {key.text!r}")
    found = read.entries(actions, f"{key.text}'s actions", grove.faults)
    if found is None:
        return
    children = list(found.items())
    if not children:
        grove.faults.at(key, f"{key.text} needs at least one action; an end is a number")
        return
    has_chances = any(isinstance(child, Sequence) for _, child in children)
    (grove.with_chances if has_chances else grove.without).setdefault(key.text, key)
    chances = [_child(draft, action, child, grove) for action, child in children]
    if has_chances:
        _set_chances(draft, key, children, chances, grove.faults)


def _child(draft: Draft, action: Scalar, child: Located, grove: _Grove) -> Fraction | None:
    """Add one branch; the probability of the action, where it is given one."""
    if not action.text:
        grove.faults.at(action, "an action needs a name")
    chance, subtree = None, child
    if isinstance(child, Sequence):
        chance, subtree = _chance_child(child, grove.faults)
    below = _draft(subtree, grove)
    if below is not None:
        draft.branches.append((action.text, below))
    return chance


def _set_chances(
    draft: Draft,
    key: Scalar,
    children: list[tuple[Scalar, Located]],
    chances: list[Fraction | None],
    faults: Faults,
) -> None:
    for action, child in children:
        if not isinstance(child, Sequence | Hole):
            faults.at(
                action,
                f"{action.text!r} has no probability, but other actions beside it have; "
                "give [probability, subtree] for all or for none",
            )
    known = tuple(chance for chance in chances if chance is not None)
    if len(known) == len(children):
        draft.chances = known
        check_sum(known, f"the probabilities of {key.text}", key, faults)


def check_sum(chances: Iterable[Fraction], what: str, place: Place, faults: Faults) -> None:
    """Report probabilities that do not sum to exactly 1."""
    total = sum(chances, Fraction(0))
    if total != 1:
        hint = " (1/3 is exact, 0.33 is not)" if abs(total - 1) < Fraction(1, 20) else ""
        faults.at(place, f"{what} sum to {total}, not to 1{hint}")


def _chance_child(child: Sequence, faults: Faults) -> tuple[Fraction | None, Located]:
    if len(child.items) != 2:
        faults.at(child, "a chance child is a list of two: [probability, subtree]")
        return None, Hole(child.line, child.column)
    chance, subtree = child.items
    return read.fraction(chance, "a probability", faults, below=1), subtree


def _grown(root: Draft, grove: _Grove) -> GameTree | None:
    """Name the nodes; each pair of equal names is a fault at both places."""
    tree = _named(root, grove)
    for _ in range(MAX_CLASHES):
        if tree is not None:
            break
        tree = _named(root, grove)
    return None if any(d.name and d.name[0] == "\0" for d, _ in grove.drafts) else tree


def _named(root: Draft, grove: _Grove) -> GameTree | None:
    """The tree; where two names are equal, report them and set one apart to find the next pair."""
    try:
        return grow(root)
    except DuplicateNameError as clash:
        places = dict(grove.drafts)
        pair = (places[clash.first], places[clash.second])
        for here, there in (pair, pair[::-1]):
            grove.faults.at(
                here,
                f"this node is named {clash.name!r}, as is the one at "
                f"{there.line}:{there.column}; give one of them another name (name: ...)",
            )
        clash.second.name = f"\0{len(grove.faults.found)}"
        return None
