"""Where the nodes of a tree go on paper: rows from the root down, no two boxes on top of each other.

Decides coordinates alone; may not know what is drawn in a box. Each node has a box of a given width
and height and stands centred above its children; subtrees are pushed together until some two boxes
of one row are ``gap`` apart (the contour method of Reingold and Tilford, 1981).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grader.tree import Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """The room that one node needs, with its centre line in the middle of ``width``."""

    width: float
    height: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The vertical extent of all boxes of one level."""

    top: float
    bottom: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The centre line of every node, the level it is on, the rows, and the size of the whole."""

    centre: Mapping[Node, float]
    level: Mapping[Node, int]
    rows: tuple[Row, ...]
    width: float
    height: float


@dataclass(slots=True)
class _Shape:
    """The outline of a subtree, level by level, around the centre line of its top node."""

    left: list[float]
    right: list[float]
    offsets: list[float]  # of the children's centre lines


def place(start: Node, boxes: Mapping[Node, Box], *, gap: float, between: float) -> Plan:
    """Place every node below ``start``: ``gap`` apart within a row, ``between`` from row to row."""
    level = _levels(start)
    shapes: dict[Node, _Shape] = {}
    for node in reversed(level):  # a child before its parent
        shapes[node] = _joined(node, boxes[node].width / 2, shapes, gap)
    top = shapes[start]
    centre = {start: -min(top.left)}
    for node in level:
        for child, offset in zip(node.children, shapes[node].offsets, strict=True):
            centre[child] = centre[node] + offset
    rows = _rows(boxes, level, between)
    width = max(top.right) - min(top.left)
    return Plan(centre=centre, level=level, rows=rows, width=width, height=rows[-1].bottom)


def _levels(start: Node) -> dict[Node, int]:
    """Every node with its level, row by row, without recursion: trees may be deep."""
    level = {start: 0}
    order = [start]
    for node in order:  # grows while it is walked
        for child in node.children:
            level[child] = level[node] + 1
            order.append(child)
    return level


def _joined(node: Node, half: float, shapes: Mapping[Node, _Shape], gap: float) -> _Shape:
    """The outline of ``node`` above those of its children, which are put side by side."""
    left: list[float] = []
    right: list[float] = []
    offsets: list[float] = []
    for child in node.children:
        shape = shapes[child]
        pairs = zip(right, shape.left, strict=False)
        offset = max((edge + gap - other for edge, other in pairs), default=0.0)
        offsets.append(offset)
        left += [offset + edge for edge in shape.left[len(left) :]]
        moved = [offset + edge for edge in shape.right]
        right = moved + right[len(moved) :]
    middle = (offsets[0] + offsets[-1]) / 2 if offsets else 0.0
    return _Shape(
        left=[-half] + [edge - middle for edge in left],
        right=[half] + [edge - middle for edge in right],
        offsets=[offset - middle for offset in offsets],
    )


def _rows(boxes: Mapping[Node, Box], level: Mapping[Node, int], between: float) -> tuple[Row, ...]:
    heights: list[float] = []
    for node, depth in level.items():
        if depth == len(heights):
            heights.append(0.0)
        heights[depth] = max(heights[depth], boxes[node].height)
    rows: list[Row] = []
    top = 0.0
    for height in heights:
        rows.append(Row(top=top, bottom=top + height))
        top += height + between
    return tuple(rows)
