"""A tree as one line of text, as frozen trees are kept.

The words are those of the support module's ``Tree``: ``max`` is the agent, ``min`` is ``opp``, any other
name is that player; children are numbered 1, 2, 3 unless they are labelled, and have a probability
where they are drawn: ``max(A: min(3, 5), B: coin(1 1/2: 9, 2 1/2: -3))``. What the evaluation function
says stands in brackets: ``max(A: min[4](3, 5), B: 2[1])``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from grader.cases import fields as read
from grader.cases.decode_tree import SIDES
from grader.tree import Draft, DuplicateNameError, GameTree, Node, Number, grow

MOST_DEPTH, MOST_NODES = 16, 200  # of one tree

_WORD = re.compile(r"[^\s(),:\[\]]+|[(),:\[\]]")
PLAYER = re.compile(r"[A-Za-z_]\w*")
_SIDE_OF = {player: side for side, player in SIDES.items()}


def tree_of(line: str) -> GameTree:
    """The tree of one line. Raises TreeLineError, which knows where.

    >>> [node.name for node in tree_of("max(A: min(3, 5), B: 2)").nodes()]
    ['root', 'A', 'A1', 'A2', 'B']
    """
    reader = _Reader(line)
    draft = reader.node(0)
    if reader.peek():
        raise reader.fault("the tree has ended, but here is more")
    try:
        return grow(draft)
    except DuplicateNameError as error:
        raise TreeLineError(str(error), 0) from None


def line_of(root: Node) -> str:
    """The line of the tree below ``root``; recursion is safe: it is MOST_DEPTH moves deep at most.

    >>> line_of(tree_of("max(min[4](3, 1/3), B: coin(0.5: 2, 1/2: 0[7]))").root)
    'max(1: min[4](1: 3, 2: 1/3), B: coin(1 1/2: 2, 2 1/2: 0[7]))'
    """
    guess = "" if root.evaluation is None else f"[{root.evaluation}]"
    if root.player is None:
        return f"{root.utility}{guess}"
    chances = root.chances or (None,) * len(root.children)
    parts = (
        f"{action}{'' if chance is None else f' {chance}'}: {line_of(child)}"
        for action, chance, child in zip(root.actions, chances, root.children, strict=True)
    )
    return f"{_SIDE_OF.get(root.player, root.player)}{guess}({', '.join(parts)})"


class TreeLineError(Exception):
    """A line that is no tree; ``at`` counts characters from its start."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    at: int


class _Reader:
    """Reads a line word by word; recursion is bounded by ``MOST_DEPTH`` and one more."""

    def __init__(self, line: str) -> None:
        self._words = [_Word(found[0], found.start()) for found in _WORD.finditer(line)]
        self._words.append(_Word("", len(line)))
        self._next = 0
        self._nodes = 0

    def peek(self, ahead: int = 0) -> str:
        """The word at hand, or one after it; "" at the end."""
        return self._words[min(self._next + ahead, len(self._words) - 1)].text

    def fault(self, message: str, back: int = 0) -> TreeLineError:
        place = self._words[min(self._next - back, len(self._words) - 1)].at
        return TreeLineError(message, place)

    def node(self, depth: int) -> Draft:
        """Read a number, or ``player(child, child, ...)``."""
        self._nodes += 1
        if depth > MOST_DEPTH or self._nodes > MOST_NODES:
            raise self.fault(
                f"a tree has {MOST_DEPTH} moves in a row and {MOST_NODES} nodes at most"
            )
        word = self._take()
        is_player = self.peek() in {"(", "["} and PLAYER.fullmatch(word) is not None
        draft = Draft(player=SIDES.get(word, word)) if is_player else Draft(utility=self._number())
        if self.peek() == "[":
            self._take()
            self._take()
            draft.evaluation = self._number()
            self._expect("]")
        if is_player:
            self._children(draft, depth)
        return draft

    def _children(self, draft: Draft, depth: int) -> None:
        self._expect("(")
        first, chances = self._next, []
        while not draft.branches or self.peek() == ",":
            if draft.branches:
                self._take()
            action, chance = self._label(str(len(draft.branches) + 1))
            draft.branches.append((action, self.node(depth + 1)))
            chances += [] if chance is None else [chance]
        self._expect(")")
        if chances and (len(chances) < len(draft.branches) or sum(chances) != 1):
            back = self._next - first
            raise self.fault("the probabilities are not all there, or don't sum to 1", back)
        draft.chances = tuple(chances) or None

    def _label(self, position: str) -> tuple[str, Fraction | None]:
        """Read ``label:``, ``label probability:``, ``probability:`` or nothing, before a child."""
        words = 1 if self.peek(1) == ":" else 2 if self.peek(2) == ":" else 0
        if not words or not set(self.peek()).isdisjoint("()[],:"):
            return position, None
        label: str = position
        chance = read.exact(self.peek()) if words == 1 and re.search("[/.]", self.peek()) else None
        if chance is None:
            label = self._take()
        if words == 2:
            chance = read.exact(self.peek())
        if chance is not None or words == 2:
            self._take()
        if words == 2 and (chance is None or chance < 0):
            raise self.fault("this is no probability", 1)
        self._expect(":")
        return label, chance

    def _number(self) -> Number:
        """The number that was just taken."""
        word = self._words[self._next - 1].text
        value = read.exact(word)
        if value is None or abs(value) > read.LARGEST:
            raise self.fault("expected a number, or a player with its children", 1)
        return value.numerator if value.denominator == 1 else value

    def _expect(self, word: str) -> None:
        if self.peek() != word:
            raise self.fault(f"expected {word!r}")
        self._take()

    def _take(self) -> str:
        word = self._words[min(self._next, len(self._words) - 1)].text
        self._next += 1
        return word
