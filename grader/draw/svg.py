"""Draw a whole tree as SVG: triangles, circles and squares, with what a search found beside them.

Decides how nodes, edges and annotations look; may not know where the annotations come from. Every
difference shows in shape, line or words as well as in colour. The same tree gives the same bytes.
Meant for trees of up to about 40 nodes; larger ones are drawn whole, and wide.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET  # only writes here: nothing is parsed
from collections.abc import Sequence

from grader.draw.geometry import Box, place
from grader.draw.parts import Annotations, Parts, Reading, Text
from grader.tree import Node

STYLE = """\
.game-tree{--ink:#1c1c1e;--mute:#5c5f66;--cut:#b3261e;--line:#6b6f76;--best:#0b57d0;
--max:#d6e6ff;--min:#ffe3c4;--chance:#d9f2dc;--end:#f1f1f3;color:var(--ink);
font:14px system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
.game-tree text{fill:var(--ink);text-anchor:middle}
.game-tree .edge{fill:none;stroke:var(--line);stroke-width:1.3}
.game-tree .shape{stroke:var(--ink);stroke-width:1.3;stroke-linejoin:round}
.game-tree .max>.shape{fill:var(--max)}.game-tree .min>.shape{fill:var(--min)}
.game-tree .chance>.shape{fill:var(--chance)}.game-tree .end>.shape{fill:var(--end)}
.game-tree .label{font-size:13px}.game-tree .odds{font-size:12px;font-style:italic}
.game-tree .inside{font-weight:600}.game-tree .note{font-size:12px;fill:var(--mute)}
.game-tree .name{fill:var(--ink);font-style:italic}
.game-tree .best>.edge{stroke:var(--best);stroke-width:3.5}
.game-tree .best>.shape{stroke:var(--best);stroke-width:3}
.game-tree .unseen>.shape{fill:none;stroke:var(--mute);stroke-dasharray:3 3}
.game-tree .unseen>.edge{stroke-dasharray:3 3}.game-tree .unseen>text{fill:var(--mute)}
.game-tree .slash{stroke:var(--cut);stroke-width:2.2}.game-tree .cut{fill:var(--cut);font-weight:600}
@media (prefers-color-scheme:dark){.game-tree{--ink:#ececf0;--mute:#a6abb5;--cut:#ff8a80;
--line:#9aa0aa;--best:#8ab4ff;--max:#1d3a66;--min:#5c3a12;--chance:#1d4a28;--end:#2c2e33}}
@media print{.game-tree{--ink:#000;--mute:#444;--cut:#a00;--line:#555;--best:#003a99;
--max:#e3eeff;--min:#ffeedb;--chance:#e6f6e8;--end:#f5f5f5}}
"""

_MARGIN, _GAP, _BETWEEN = 8.0, 10.0, 22.0
_STEM, _LINE, _PAD = 13.0, 15.0, 3.0


def draw_svg(
    start: Node,
    annotations: Annotations | None = None,
    *,
    title: str = "Game tree",
    ident: str = "game-tree",
    style: bool = True,
) -> str:
    """Draw the tree below ``start`` as one ``<svg>`` element.

    ``title`` and a description of the nodes are there for screen readers, under ids that begin with
    ``ident``, which has to be unique on a page. ``style=False`` leaves ``STYLE`` to the page.
    """
    return _Picture(start, annotations or Annotations()).element(title, ident, style=style)


class _Picture:
    """One picture in the making: every node's parts, and where they go."""

    def __init__(self, start: Node, notes: Annotations) -> None:
        self.start, self.notes = start, notes
        self.reading = Reading(start, notes)
        self.parts = {node: self.reading.parts(node) for node in self.reading.entries}
        self.boxes = {node: self._box(node) for node in self.parts}
        self.plan = place(start, self.boxes, gap=_GAP, between=_BETWEEN)

    def element(self, title: str, ident: str, *, style: bool) -> str:
        width, height = self.plan.width + 2 * _MARGIN, self.plan.height + 2 * _MARGIN
        size = {
            "width": _n(width),
            "height": _n(height),
            "viewBox": f"0 0 {_n(width)} {_n(height)}",
        }
        root = ET.Element(
            "svg", {"xmlns": "http://www.w3.org/2000/svg", "class": "game-tree"} | size
        )
        root.attrib |= {"role": "img", "aria-labelledby": f"{ident}-title {ident}-desc"}
        _sub(root, "title", {"id": f"{ident}-title"}, title)
        _sub(root, "desc", {"id": f"{ident}-desc"}, self.reading.description())
        if style:
            _sub(root, "style", {}, STYLE)
        for node in self.parts:
            self._draw(root, node)
        return ET.tostring(root, encoding="unicode")

    def _box(self, node: Node) -> Box:
        parts = self.parts[node]
        lines = (*parts.above, *parts.below)
        width = max(parts.shape.width, *(line.width for line in lines), 0.0)
        stem = 0.0 if node is self.start else _STEM
        height = stem + _LINE * len(lines) + parts.shape.height + 2 * _PAD
        return Box(width=width, height=height)

    def _draw(self, root: ET.Element, node: Node) -> None:
        parts, row = self.parts[node], self.plan.rows[self.plan.level[node]]
        classes = ["node", parts.kind]
        classes += ["best"] * (node in self.notes.line) + ["unseen"] * (node in self.reading.unseen)
        group = _sub(root, "g", {"class": " ".join(classes), "data-name": _clean(node.name)})
        _sub(group, "title", {}, self.reading.told(node))
        x, y = self.plan.centre[node] + _MARGIN, row.top + _MARGIN
        if node is not self.start:
            self._edge(group, node, x, y)
            y += _STEM
        y = _write(group, parts.above, x, y) + _PAD
        if parts.above and node is not self.start:
            _sub(group, "path", {"class": "edge", "d": f"M{_n(x)} {_n(y - _PAD)}V{_n(y)}"})
        self._shape(group, parts, x, y)
        _write(group, parts.below, x, y + parts.shape.height + _PAD)

    def _edge(self, group: ET.Element, node: Node, x: float, y: float) -> None:
        """From the parent down to the end of its row, then straight to the label of ``node``.

        No text stands between two rows, nor in the stems at the top of a row, so none is crossed.
        """
        parent, _ = self.reading.entries[node]
        if parent is None:
            return
        row, box = self.plan.rows[self.plan.level[parent]], self.boxes[parent]
        from_x = self.plan.centre[parent] + _MARGIN
        from_y = row.top + box.height + _MARGIN - (0 if self.parts[parent].below else _PAD)
        down, end = row.bottom + _MARGIN, y + _STEM
        path = f"M{_n(from_x)} {_n(from_y)}V{_n(down)}L{_n(x)} {_n(end)}"
        _sub(group, "path", {"class": "edge", "d": path})
        if node in self.notes.pruned:
            for part in (0.6, 0.76):  # two strokes across the edge
                at_x, at_y = from_x + part * (x - from_x), down + part * (end - down)
                path = f"M{_n(at_x - 7)} {_n(at_y + 3)}L{_n(at_x + 7)} {_n(at_y - 3)}"
                _sub(group, "path", {"class": "slash", "d": path})

    def _shape(self, group: ET.Element, parts: Parts, x: float, y: float) -> None:
        half, height = parts.shape.width / 2, parts.shape.height
        middle = {"max": 0.82, "min": 0.46}.get(parts.kind, 0.5 + 5 / height)
        if parts.kind == "chance":
            place_at = {"cx": _n(x), "cy": _n(y + half), "r": _n(half)}
            _sub(group, "circle", {"class": "shape"} | place_at)
        elif parts.kind == "end":
            size = {"width": _n(2 * half), "height": _n(height)}
            _sub(group, "rect", {"class": "shape", "x": _n(x - half), "y": _n(y)} | size)
        else:
            base, tip = (y + height, y) if parts.kind == "max" else (y, y + height)
            corners = f"{_n(x - half)},{_n(base)} {_n(x + half)},{_n(base)} {_n(x)},{_n(tip)}"
            _sub(group, "polygon", {"class": "shape", "points": corners})
        if parts.inside.words:
            at = {"x": _n(x), "y": _n(y + height * middle)}
            _sub(group, "text", {"class": "inside"} | at, parts.inside.words)


def _write(group: ET.Element, lines: Sequence[Text], x: float, y: float) -> float:
    """Write ``lines`` below each other, from ``y`` on; where the next one would go."""
    for line in lines:
        y += _LINE
        at = {"class": line.kind, "x": _n(x), "y": _n(y - 3.5)}
        _sub(group, "text", at, line.words)
    return y


def _sub(parent: ET.Element, tag: str, attributes: dict[str, str], text: str = "") -> ET.Element:
    element = ET.SubElement(parent, tag, attributes)
    if text:
        element.text = _clean(text)
    return element


def _clean(text: str) -> str:
    """The text without characters that XML has no way to write."""
    return re.sub("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)


def _n(number: float) -> str:
    """A coordinate to a tenth of a pixel, without a needless ``.0``.

    >>> _n(12.0), _n(3.21), _n(-0.04)
    ('12', '3.2', '0')
    """
    text = f"{number:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text
