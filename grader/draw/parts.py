"""What stands on each node of a picture: its shape, the lines above and below, and its words.

Decides what is said of a node; may not know where it goes or how SVG is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from grader.draw.geometry import Box
from grader.tree import Action, Node, Number, Player, PolicyTable

Bound = Number | None  # None is the infinite bound that nobody set

ALPHA, BETA, INFINITY, MINUS = "\u03b1", "\u03b2", "\u221e", "\u2212"

_TRIANGLE, _SQUARE = 38.0, 26.0
_LONGEST = 22  # characters of a label; the whole text is in the node's title
_TOLD = 60  # nodes that the description lists
_NARROW = frozenset("iljtfrI.,:;'|!()[]/ -")
_BROAD = frozenset("mwMW%@#&+=\u2026" + ALPHA + BETA + INFINITY + MINUS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotations:
    """What to write on the nodes; nothing of it is computed here.

    ``values`` stand in the shapes; ``bounds`` are pairs (alpha, beta) on entering; ``visits`` is the
    order of visits; ``evaluated`` nodes show their evaluation. ``pruned`` and ``unseen`` are the
    topmost nodes that a search left out, by a cut or beyond its horizon: what is below them is dashed
    too. ``line`` is the principal variation. Players in ``policies`` are averaged over. ``names``
    writes each node's name; ``show`` writes numbers. ``maximises`` is the player of the max nodes.
    """

    values: Mapping[Node, Number] = field(default_factory=dict)
    bounds: Mapping[Node, tuple[Bound, Bound]] = field(default_factory=dict)
    visits: Sequence[Node] = ()
    evaluated: frozenset[Node] = frozenset()
    pruned: frozenset[Node] = frozenset()
    unseen: frozenset[Node] = frozenset()
    line: frozenset[Node] = frozenset()
    policies: Mapping[Player, PolicyTable] = field(default_factory=dict)
    names: bool = False
    show: Callable[[Number], str] = str
    maximises: Player = "agent"


def text_width(text: str, size: float) -> float:
    """How wide ``text`` is at most, at ``size`` pixels, in the fonts that browsers take for it."""
    return size * sum(_em(char) for char in text)


def _em(char: str) -> float:
    if char in _NARROW:
        return 0.42
    if char in _BROAD or ord(char) > 0x2E80:  # ideographs and emoji are a square
        return 1.0
    return 0.76 if char.isupper() else 0.64


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text of a node: its words, its CSS class and its size in pixels."""

    words: str
    kind: str
    size: float

    @property
    def width(self) -> float:
        return text_width(self.words, self.size)


@dataclass(frozen=True, slots=True)
class Parts:
    """A node from top to bottom: lines above the shape, the shape with a text, lines below."""

    kind: str
    above: tuple[Text, ...]
    inside: Text
    below: tuple[Text, ...]

    @property
    def shape(self) -> Box:
        text = self.inside.width
        if self.kind in {"max", "min"}:
            return Box(width=max(44.0, text + 30), height=_TRIANGLE)
        if self.kind == "chance":
            side = max(_TRIANGLE, text + 14)
            return Box(width=side, height=side)
        return Box(width=max(_SQUARE, text + 12), height=_SQUARE)


class Reading:
    """A tree with its annotations, read node by node."""

    def __init__(self, start: Node, notes: Annotations) -> None:
        self.start, self.notes = start, notes
        self.entries = dict(_entries(start))
        self.unseen = self._below(notes.pruned | notes.unseen)
        self._numbers = {node: index for index, node in enumerate(notes.visits, 1)}

    def _below(self, tops: frozenset[Node]) -> frozenset[Node]:
        found = set(tops & self.entries.keys())
        for node in self.entries:  # a parent before its children
            if node in found:
                found.update(node.children)
        return frozenset(found)

    def _kind(self, node: Node) -> str:
        if node.is_end:
            return "end"
        if node.chances is not None or node.player in self.notes.policies:
            return "chance"
        return "max" if node.player == self.notes.maximises else "min"

    def _odds(self, node: Node) -> str | None:
        """The probability of the move that leads to ``node``, where there is one."""
        parent, action = self.entries[node]
        if parent is None or parent.player is None:
            return None
        if (table := self.notes.policies.get(parent.player, {}).get(parent.name)) is not None:
            return str(table.get(action, 0))
        if parent.chances is None:
            return None
        return str(parent.chances[parent.children.index(node)])

    def parts(self, node: Node) -> Parts:
        _, action = self.entries[node]
        above = [Text(_clip(action), "label", 13)] if action else []
        if (odds := self._odds(node)) is not None:
            above.append(Text(_clip(odds), "odds", 12))
        number = node.utility if node.is_end else self.notes.values.get(node)
        inside = "" if number is None else _clip(self.notes.show(number))
        below = tuple(Text(_clip(words), kind, 12) for words, kind in self._remarks(node))
        return Parts(self._kind(node), tuple(above), Text(inside, "inside", 14), below)

    def _remarks(self, node: Node) -> Iterator[tuple[str, str]]:
        """The lines below a shape, with their classes."""
        if self.notes.names:
            yield node.name, "note name"
        if node.player not in {None, self.notes.maximises, "opp", "coin"}:
            yield str(node.player), "note"
        if node in self.notes.evaluated and node.evaluation is not None:
            yield f"eval {self.notes.show(node.evaluation)}", "note"
        for player, number in (node.payoffs or {}).items():
            yield f"{player}: {self.notes.show(number)}", "note name"
        if node in self.notes.bounds:
            alpha, beta = self.notes.bounds[node]
            yield f"{ALPHA} = {self._bound(alpha, MINUS + INFINITY)}", "note"
            yield f"{BETA} = {self._bound(beta, INFINITY)}", "note"
        if node in self._numbers:
            yield f"visit {self._numbers[node]}", "note"
        if node in self.notes.pruned:
            yield "pruned", "note cut"

    def told(self, node: Node) -> str:
        """One node in words, for who can't see the picture or wants a label in full."""
        kind = self._kind(node)
        said = [f"{node.name}: {kind}" + ("" if node.player is None else f" node of {node.player}")]
        if (odds := self._odds(node)) is not None:
            said.append(f"probability {odds}")
        number = node.utility if node.is_end else self.notes.values.get(node)
        if number is not None:
            said.append(f"{'utility' if node.is_end else 'value'} {self.notes.show(number)}")
        said += [words for words, _ in self._remarks(node) if words != node.name]
        if node in self.unseen and node not in self.notes.pruned:
            said.append("not visited")
        return ", ".join(said)

    def _bound(self, bound: Bound, infinite: str) -> str:
        return infinite if bound is None else self.notes.show(bound)

    def description(self) -> str:
        told = [self.told(node) for node in self.entries]
        more = len(told) - _TOLD
        return "; ".join(told[:_TOLD]) + (f"; and {more} more nodes" if more > 0 else "") + "."


def _entries(start: Node) -> Iterator[tuple[Node, tuple[Node | None, Action]]]:
    """Every node in pre-order, with its parent and the action that leads to it."""
    pending: list[tuple[Node, Node | None, Action]] = [(start, None, "")]
    while pending:
        node, parent, action = pending.pop()
        yield node, (parent, action)
        below = zip(node.actions, node.children, strict=True)
        pending.extend((child, node, each) for each, child in reversed(list(below)))


def _clip(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
