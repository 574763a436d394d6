"""The outlines of basic shapes. In: a node. Out: its path in its own coordinates, or a fault at its place.

Invariant: what comes out has only finite numbers that a drawing can need.
"""

from __future__ import annotations

from typing import Protocol

from pnp.layout.drawing.frame import Item, Matrix, PathData
from pnp.layout.drawing.path import PathError, ellipse_path, numbers_of, parse_path, points_path, transform_path
from pnp.layout.drawing.path import rect_path as round_rect
from pnp.layout.drawing.svg.gradients import Gradients
from pnp.layout.drawing.svg.look import Cascade, Look
from pnp.layout.drawing.svg.values import FARTHEST, parse_length, parse_numbers
from pnp.layout.drawing.svg.xml_tree import Node, SvgSource

SHAPES = ("path", "circle", "ellipse", "rect", "line", "polygon", "polyline")


class Outlines:
    """Reads outlines; `size` is that of the drawing, which percentages are of."""

    def __init__(self, source: SvgSource, size: tuple[float, float]) -> None:
        self._source = source
        self._width, self._height = size
        self._known: dict[str, PathData] = {}  # drawn twice: as an outline, and filled
        self._diagonal = ((size[0] ** 2 + size[1] ** 2) / 2) ** 0.5

    def path(self, node: Node) -> PathData:
        """The outline; empty when there is none."""
        if node.name == "path":
            return self._data(node)
        if node.name in ("polygon", "polyline"):
            return self._points(node)
        if node.name == "line":
            return (
                "M",
                self.length(node, "x1"),
                self.length(node, "y1"),
                "L",
                self.length(node, "x2"),
                self.length(node, "y2"),
            )
        if node.name == "rect":
            return self._rect(node)
        rx, ry = (
            (self.length(node, "r"),) * 2
            if node.name == "circle"
            else (self.length(node, "rx"), self.length(node, "ry"))
        )
        if rx < 0 or ry < 0:
            return ()
        return ellipse_path(self.length(node, "cx"), self.length(node, "cy"), rx, ry)

    def length(self, node: Node, key: str) -> float:
        """An attribute that is a length."""
        text = node.get(key) or "0"
        whole = self._diagonal if key == "r" else self._width if key in _ACROSS else self._height
        value = parse_length(text, whole)
        if value is None:
            self._source.fault(self._source.place(node, key), f"expected a number for “{key}”, got “{text[:40]}”")
        return value or 0.0

    def _data(self, node: Node) -> PathData:
        data = node.get("d")
        if data not in self._known:
            self._known[data] = self._parsed(node, data)
        return self._known[data]

    def _parsed(self, node: Node, data: str) -> PathData:
        try:
            path = parse_path(data)
        except PathError as fault:
            self._source.fault(self._source.place(node, "d"), str(fault))
            return ()
        numbers = numbers_of(path)
        if numbers and not -FARTHEST <= min(numbers) <= max(numbers) <= FARTHEST:
            self._source.fault(self._source.place(node, "d"), "a number in the path is too large")
            return ()
        return path

    def _points(self, node: Node) -> PathData:
        numbers = parse_numbers(node.get("points"))
        if numbers is None or len(numbers) < 4 or len(numbers) % 2:
            self._source.fault(
                self._source.place(node, "points"), f"expected pairs of numbers in “points” of <{node.name}>"
            )
            return ()
        return points_path(list(zip(numbers[::2], numbers[1::2], strict=True)), node.name == "polygon")

    def _rect(self, node: Node) -> PathData:
        x, y, width, height = (self.length(node, key) for key in ("x", "y", "width", "height"))
        if width <= 0 or height <= 0:
            return ()
        known = [key for key in ("rx", "ry") if node.get(key, "auto") != "auto"]
        radii = {key: max(0.0, self.length(node, key)) for key in known}
        rx, ry = radii.get("rx", radii.get("ry", 0.0)), radii.get("ry", radii.get("rx", 0.0))
        if rx == ry and 2 * rx <= min(width, height):
            return round_rect(x, y, width, height, (rx,))
        rx, ry = min(rx, width / 2), min(ry, height / 2)
        if not rx or not ry:
            return round_rect(x, y, width, height)
        # Corners that are parts of ellipses: those of circles, stretched.
        stretch = ry / rx
        return transform_path(round_rect(x, y / stretch, width, height / stretch, (rx,)), (1, 0, 0, stretch, 0, 0))


_ACROSS = ("x", "width", "rx", "cx", "x1", "x2")


class Document(Protocol):
    """A document that is being read. plain: the look with which masks begin · box: x, y, width, height"""

    source: SvgSource
    ids: dict[str, Node]
    cascade: Cascade
    outlines: Outlines
    gradients: Gradients
    plain: Look
    box: tuple[float, float, float, float]

    def children(self, node: Node, look: Look, matrix: Matrix) -> list[Item]:
        """Draw the children of a node."""

    def note_raster(self, node: Node, what: str) -> None:
        """Note something that lines cannot show."""
