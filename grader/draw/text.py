"""Draw a tree, or the part of it that matters, as lines of text with two orders of visits beside it.

Decides how nodes and marks look; may not know why a node is marked. A line is at most 100 wide and a
drawing at most 60 lines long, whatever the tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from grader.draw.layout import View, choose
from grader.search import AGENT
from grader.tree import Action, Node, Number, Player, PolicyTable

_WIDTH = 100
_TREE_WIDTH, _WHAT_WIDTH = 48, 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """What to write beside the nodes.

    ``seen`` and ``wanted`` are orders of first visits (both empty: no order is drawn); ``here`` is the
    first difference; ``pruned`` are the nodes that a right search leaves out; ``evaluated`` the ones
    whose evaluation is shown. Players in ``policies`` are averaged over; of ``selfish`` ones each
    maximises its own utility. ``show`` writes numbers.
    """

    seen: Sequence[Node] = ()
    wanted: Sequence[Node] = ()
    here: Node | None = None
    pruned: frozenset[Node] = frozenset()
    evaluated: frozenset[Node] = frozenset()
    policies: Mapping[Player, PolicyTable] = field(default_factory=dict)
    show: Callable[[Number], str] = str
    selfish: bool = False

    @property
    def ordered(self) -> bool:
        return bool(self.seen or self.wanted)


@dataclass(frozen=True, slots=True)
class _Pen:
    """The characters that lines are made of."""

    branch: str = "├─ "
    last: str = "└─ "
    pipe: str = "│  "
    dots: str = "…"

    @property
    def blank(self) -> str:
        return " " * len(self.pipe)


_ASCII = _Pen(branch="|- ", last="`- ", pipe="|  ", dots="...")


@dataclass(frozen=True, slots=True)
class _Row:
    tree: str
    what: str = ""
    seen: str = ""
    wanted: str = ""
    note: str = ""


def draw(
    start: Node, marks: Marks | None = None, *, ascii_only: bool = False, lines: int = 60
) -> list[str]:
    """Draw the tree below ``start``, around ``marks.here`` where not all of it fits.

    Beside every node stands who moves or the utility; with orders of visits, a first line names the
    columns: ``yours`` and ``right`` (where it is known) number the visits from 1.
    """
    marks = marks or Marks()
    pen = _ASCII if ascii_only else _Pen()
    view = choose(start, marks.here, lines - marks.ordered)
    rows = list(_Drawing(start, view, marks, pen).rows())
    if marks.ordered:
        rows.insert(0, _Row("", "", "yours", "right" if marks.wanted else ""))
    return _aligned(rows, pen)


class _Drawing:
    """One drawing in the making: a view of a tree with its marks."""

    def __init__(self, start: Node, view: View, marks: Marks, pen: _Pen) -> None:
        self.start, self.view, self.marks, self.pen = start, view, marks, pen
        self.seen = {node: str(index) for index, node in enumerate(marks.seen, 1)}
        self.wanted = {node: str(index) for index, node in enumerate(marks.wanted, 1)}

    def rows(self) -> Iterator[_Row]:
        top = self.view.top
        if top is not self.start:
            hidden = self.view.sizes[self.start] - self.view.sizes[top]
            yield _Row(f"{self.pen.dots} {hidden} nodes above and beside this part not drawn")
        yield self._row(top, top.name)
        # Items are (node, label, lead of its own line, lead of the lines below it), or a whole row.
        pending = self._below(top, "")
        while pending:
            item = pending.pop()
            if isinstance(item, _Row):
                yield item
                continue
            node, label, lead, below = item
            yield self._row(node, lead + label)
            pending.extend(self._below(node, below))

    def _below(self, node: Node, lead: str) -> list[tuple[Node, str, str, str] | _Row]:
        """What is drawn under a node, the last line first."""
        shown = self.view.children.get(node, ())
        items: list[tuple[Node, str, str, str] | _Row] = []
        if shown and (hidden := [child for child in node.children if child not in shown]):
            nodes = sum(self.view.sizes[child] for child in hidden)
            items.append(_Row(f"{lead}{self.pen.last}{self.pen.dots} {_more(len(hidden), nodes)}"))
        for child in reversed(shown):
            branch, blank = self.pen.branch, self.pen.pipe
            if not items:
                branch, blank = self.pen.last, self.pen.blank
            items.append((child, self._label(node, child), lead + branch, lead + blank))
        return items

    def _label(self, parent: Node, child: Node) -> str:
        """The action, its probability where it has one, and a name that the path doesn't tell."""
        index = parent.children.index(child)
        action = parent.actions[index]
        label = action
        if (chance := self._chance(parent, index, action)) is not None:
            label += f" [{chance}]"
        if child.name not in {action, f"{parent.name}{action}", f"{parent.name}.{action}"}:
            label += f" = {child.name}"
        return label

    def _chance(self, parent: Node, index: int, action: Action) -> str | None:
        if parent.player is None:
            return None
        table = self.marks.policies.get(parent.player, {})
        if (chosen := table.get(parent.name)) is not None:
            return str(chosen.get(action, 0))
        return None if parent.chances is None else str(parent.chances[index])

    def _row(self, node: Node, tree: str) -> _Row:
        notes = []
        if node in self.marks.pruned:
            notes.append("pruned")
        if node is self.marks.here:
            notes.append("<-- here")
        if node.children and node not in self.view.children:
            below = self.view.sizes[node] - 1
            notes.append(f"({below} {'node' if below == 1 else 'nodes'} below not drawn)")
        seen, wanted = "", ""
        if self.marks.ordered:
            seen = self.seen.get(node, "-")
            wanted = self.wanted.get(node, "-") if self.wanted else ""
        return _Row(tree, self._what(node), seen, wanted, "  ".join(notes))

    def _what(self, node: Node) -> str:
        """Who moves and how that is backed up, or what an end is worth."""
        if node.payoffs is not None:
            worth = node.payoffs.items()
            return ", ".join(f"{player} {self.marks.show(number)}" for player, number in worth)
        if node.player is None:
            return f"{self._worth(node)}{self._evaluation(node)}"
        role = "max" if node.player == AGENT or self.marks.selfish else "min"
        if node.player in self.marks.policies or node.chances is not None:
            role = "average"
        return f"{role} ({node.player}){self._evaluation(node)}"

    def _worth(self, node: Node) -> str:
        return "" if node.utility is None else self.marks.show(node.utility)

    def _evaluation(self, node: Node) -> str:
        if node not in self.marks.evaluated or node.evaluation is None:
            return ""
        return f" eval {self.marks.show(node.evaluation)}"


def _more(children: int, nodes: int) -> str:
    if children == nodes:
        return f"{children} more {'child' if children == 1 else 'children'}"
    return f"{children} more {'child' if children == 1 else 'children'} ({nodes} nodes)"


def _aligned(rows: Sequence[_Row], pen: _Pen) -> list[str]:
    """Columns as wide as their widest cell, within limits; nothing at the end of a line."""
    nodes = [row for row in rows if row.what or row.seen]
    tree = min(max((len(row.tree) for row in nodes), default=0), _TREE_WIDTH)
    what = min(max((len(row.what) for row in nodes), default=0), _WHAT_WIDTH)
    lines = []
    for row in rows:
        if not (row.what or row.seen):
            lines.append(_clip(row.tree, _WIDTH, pen))
            continue
        line = f"{_clip(row.tree, tree, pen):<{tree}}  {_clip(row.what, what, pen):<{what}}"
        if row.seen:
            line += f"  {row.seen:>5}" + (f"  {row.wanted:>5}" if row.wanted else "")
        lines.append(_clip(f"{line}  {row.note}".rstrip(), _WIDTH, pen))
    return lines


def _clip(text: str, width: int, pen: _Pen) -> str:
    return text if len(text) <= width else text[: width - len(pen.dots)] + pen.dots
