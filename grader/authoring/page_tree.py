"""Read the pictures of the handout: fenced blocks of text that show a tree.

A block is a tree, as one line of text (``max(A: min(3, 5), B: 2)``; ``utility(A: 3, B: 0)`` is an end of
max^n) or in the YAML of case files, and after an empty line what to write on it, a key a line::

    caption: one sentence                       bounds: A (-inf, inf), B (3, inf)
    search: alpha_beta                          pruned: B2          (also: unseen, evaluated)
    values: root 3, A 3, B 2                    line: root, A, A1
    visits: root, A, A1, A2                     names: yes

``search`` says where the numbers come from, for readers and for the test that computes them again.
Decides the grammar; may not know how trees are drawn on a page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from grader.authoring.page_reduce import HandoutError
from grader.cases.compose import compose
from grader.cases.decode_tree import decode_tree
from grader.cases.located import Faults
from grader.draw.parts import Annotations, Bound
from grader.tree import Draft, DuplicateNameError, GameTree, Node, Number, Player, grow

_SIDES = {"max": "agent", "min": "opp"}
_KEYS = ("caption", "search", "values", "bounds", "visits", "evaluated", "pruned", "unseen", "line")
_NUMBER = re.compile(r"[+-]?(\d+/0*[1-9]\d*|\d+(\.\d+)?)")
_WORD = re.compile(r"\s*([^\s(),:]+|[(),:])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A tree, what to write on it, and the words around it."""

    tree: GameTree
    notes: Annotations = field(default_factory=Annotations)
    caption: str = ""
    search: str = ""


def read_picture(block: str) -> Picture:
    """Read one fenced block; HandoutError says what is wrong in it."""
    source, _, rest = block.strip().partition("\n\n")
    tree = _tree(source)
    said = dict(_entry(line) for line in rest.splitlines() if line.strip())
    nodes = _Nodes(tree)
    notes = Annotations(
        values={nodes.at(name): _number(word) for name, word in _pairs(said.get("values", ""))},
        bounds=_bounds(said.get("bounds", ""), nodes),
        visits=nodes.all(said.get("visits", "")),
        evaluated=frozenset(nodes.all(said.get("evaluated", ""))),
        pruned=frozenset(nodes.all(said.get("pruned", ""))),
        unseen=frozenset(nodes.all(said.get("unseen", ""))),
        line=frozenset(nodes.all(said.get("line", ""))),
        names="names" in said,
        show=show_number,
    )
    caption, search = said.get("caption", ""), said.get("search", "")
    return Picture(tree=tree, notes=notes, caption=caption, search=search)


def show_number(number: Number) -> str:
    """A number as people write it: a fraction as a decimal number where that is short and exact.

    >>> show_number(3), show_number(Fraction(5, 2)), show_number(Fraction(10, 3))
    ('3', '2.5', '10/3')
    """
    text = f"{float(number):g}"
    return text if Fraction(text) == number else str(number)


def _entry(line: str) -> tuple[str, str]:
    key, colon, value = line.partition(":")
    if not colon or key not in (*_KEYS, "names"):
        raise HandoutError(f"{line!r} is no line of a picture; its keys: {', '.join(_KEYS)}, names")
    return key, value.strip()


class _Nodes:
    """Nodes by their names."""

    def __init__(self, tree: GameTree) -> None:
        self._by_name: Mapping[str, Node] = tree.by_name

    def at(self, name: str) -> Node:
        if name not in self._by_name:
            known = ", ".join(self._by_name)
            raise HandoutError(f"the tree has no node {name!r}; it has {known}")
        return self._by_name[name]

    def all(self, names: str) -> tuple[Node, ...]:
        return tuple(self.at(name.strip()) for name in names.split(",") if name.strip())


def _pairs(words: str) -> list[tuple[str, str]]:
    """``root 3, A 3`` as pairs."""
    found = [each.split() for each in words.split(",") if each.strip()]
    if wrong := [pair for pair in found if len(pair) != 2]:
        raise HandoutError(f"expected a node and a number, not {' '.join(wrong[0])!r}")
    return [(name, number) for name, number in found]


def _bounds(words: str, nodes: _Nodes) -> dict[Node, tuple[Bound, Bound]]:
    """``A (-inf, inf), B (3, inf)`` by node."""
    form = r"\s*(\S+) \(([^\s,()]+), ([^\s,()]+)\)\s*(?:,|$)"
    if re.sub(form, "", words):
        raise HandoutError(f"expected bounds such as A (-inf, 3), B (3, inf), not {words!r}")
    found = re.findall(form, words)
    return {
        nodes.at(name): (_bound(alpha, "-inf"), _bound(beta, "inf")) for name, alpha, beta in found
    }


def _bound(word: str, infinite: str) -> Bound:
    return None if word == infinite else _number(word)


def _number(word: str) -> Number:
    if not _NUMBER.fullmatch(word):
        raise HandoutError(f"expected a number, not {word!r}")
    number = Fraction(word)
    return number.numerator if number.denominator == 1 else number


def _tree(source: str) -> GameTree:
    """The tree of one line of text or of YAML: a line that ends in a colon, or braces, is YAML."""
    if re.match(r"[{]|[\w ]+:\s*(\n|[{]|$)", source):
        return _yaml_tree(source)
    reader = _Reader(source)
    draft = reader.node()
    if reader.peek():
        raise reader.fault("the tree has ended, but here is more")
    try:
        return grow(draft)
    except DuplicateNameError as clash:
        raise HandoutError(f"{source}: {clash}") from None


def _yaml_tree(source: str) -> GameTree:
    faults = Faults("tree")
    documents = compose(source.encode(), faults)
    placed = decode_tree(documents[0], faults) if documents else None
    if placed is None:
        raise HandoutError("; ".join(map(str, faults.found)))
    return placed.tree


class _Reader:
    """Reads the one-line text of a tree word by word; an author's handout is not nested deeply."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._words = _WORD.findall(text)
        self._next = 0

    def peek(self, ahead: int = 0) -> str:
        """The word at hand, or one after it; "" at the end."""
        at = self._next + ahead
        return self._words[at] if at < len(self._words) else ""

    def fault(self, message: str) -> HandoutError:
        read = " ".join(self._words[: self._next])
        return HandoutError(f"{message}, in the tree {self._text!r} after {read!r}")

    def node(self) -> Draft:
        """Read a number, or ``player(child, child, ...)``."""
        word = self._take()
        if word == "utility" and self.peek() == "(":
            return Draft(payoffs=self._payoffs())
        if self.peek() == "(" and word.isidentifier():
            return self._inner(_SIDES.get(word, word))
        if not _NUMBER.fullmatch(word):
            self._next -= 1
            raise self.fault("expected a number, or a player and its children")
        return Draft(utility=_number(word))

    def _inner(self, player: str) -> Draft:
        draft, chances = Draft(player=player), []
        while not draft.branches or self.peek() == ",":
            self._take()  # the "(" at first, then a ","
            action, chance = self._label(str(len(draft.branches) + 1))
            draft.branches.append((action, self.node()))
            chances += [] if chance is None else [Fraction(chance)]
        self._close()
        if chances and (len(chances) < len(draft.branches) or sum(chances) != 1):
            raise self.fault(f"the probabilities of {player} are not all there, or don't sum to 1")
        draft.chances = tuple(chances) or None
        return draft

    def _payoffs(self) -> dict[Player, Number]:
        """Read what each player gets at an end: ``(A: 3, B: 0)``."""
        payoffs: dict[Player, Number] = {}
        while not payoffs or self.peek() == ",":
            self._take()  # the "(" at first, then a ","
            player, colon, number = self._take(), self._take(), self._take()
            if colon != ":":
                raise self.fault("expected a player, a colon and a number")
            payoffs[player] = _number(number)
        self._close()
        return payoffs

    def _label(self, position: str) -> tuple[str, str | None]:
        """Read ``label:``, ``label probability:``, ``probability:`` or nothing, before a child."""
        words: list[str] = []
        for ahead in (1, 2):
            if self.peek(ahead) == ":":
                words = [self._take() for _ in range(ahead + 1)][:-1]
                break
        if not words:
            return position, None
        if len(words) == 1:
            is_chance = _NUMBER.fullmatch(words[0]) and re.search(r"[/.]", words[0])
            return (position, words[0]) if is_chance else (words[0], None)
        if not _NUMBER.fullmatch(words[1]):
            raise self.fault(f"{words[1]!r} is no probability")
        return words[0], words[1]

    def _close(self) -> None:
        if self.peek() != ")":
            raise self.fault('expected "," or ")"')
        self._take()

    def _take(self) -> str:
        word = self.peek()
        self._next += 1
        return word
