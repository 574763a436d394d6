"""Boards from data: hexes and networks. In: an element that names a table, and its box. Out: the board's items.

Invariant: every row of the table is drawn, at its place, or a fault names the row that cannot be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from math import hypot, sqrt
from typing import Any

from pnp.layout.drawing.frame import PathData, Shape
from pnp.layout.drawing.path import Point, points_path
from pnp.layout.drawing.svg.vector import count_leaves
from pnp.layout.painting.face_canvas import Box, FaceCanvas
from pnp.layout.painting.scope import Cell, coordinates, table_rows
from pnp.layout.painting.shapes import has_gradient, rounded, with_gradient
from pnp.layout.template.element import FilledElement, HexesElement, NetworkElement, StrokedElement
from pnp.layout.template.value_readers import MAX_CELLS

_ROOT = sqrt(3)
_CURVE = 14  # straight parts of a line that bends
# Corners of a hex with sides of 1 about its middle.
_FLAT = ((1.0, 0.0), (0.5, _ROOT / 2), (-0.5, _ROOT / 2), (-1.0, 0.0), (-0.5, -_ROOT / 2), (0.5, -_ROOT / 2))


def hex_middle(q: float, r: float, top: str) -> Point:
    """The middle of the hex at axial coordinates, for sides of 1: q counts to the right, r down."""
    if top == "flat":
        return 1.5 * q, _ROOT * (r + q / 2)
    return _ROOT * (q + r / 2), 1.5 * r


def paint_hexes(canvas: FaceCanvas, element: HexesElement, box: Box) -> None:
    """A board of hexes, in the middle of its box."""
    _paint_or_report(canvas, element, box, _paint_hexes)


def paint_network(canvas: FaceCanvas, element: NetworkElement, box: Box) -> None:
    """Lines with their spaces, then the nodes on top."""
    _paint_or_report(canvas, element, box, _paint_network)


def _paint_or_report(canvas: FaceCanvas, element: Any, box: Box, paint: Callable[[FaceCanvas, Any, Box], None]) -> None:
    try:
        paint(canvas, element, box)
    except LookupError as fault:
        canvas.fault(element, str(fault).strip("'\""), "table", "table")


def _paint_hexes(canvas: FaceCanvas, element: HexesElement, box: Box) -> None:
    rows = _rows(canvas, element.table)
    places = [
        hex_middle(*coordinates(row, ("q", "r"), _nth(element.table, number)), element.top) for number, row in rows
    ]
    if not places:
        return
    half = (1.0, _ROOT / 2) if element.top == "flat" else (_ROOT / 2, 1.0)
    left, right = min(x for x, _ in places) - half[0], max(x for x, _ in places) + half[0]
    top, bottom = min(y for _, y in places) - half[1], max(y for _, y in places) + half[1]
    fitting = min(box[2] / (right - left), box[3] / (bottom - top))
    side = fitting if element.side is None else canvas.measure(element.side, min(box[2], box[3]), box)
    gap = canvas.measure(element.gap, 0.0, box)
    if side > fitting + 1e-3:
        canvas.fault(
            element, f"the board does not fit: expected hexes with sides of at most {fitting:.1f} mm", "grid", "side"
        )
    drawn = side - gap / _ROOT
    if drawn <= 0:
        raise LookupError("the gap leaves no room for the hexes")
    dx = box[0] + (box[2] - (right + left) * side) / 2
    dy = box[1] + (box[3] - (bottom + top) * side) / 2
    for (number, row), (x, y) in zip(rows, places, strict=True):
        cx, cy = dx + x * side, dy + y * side
        corners = [(cx + drawn * a, cy + drawn * b) for a, b in _corners(element.top)]
        with canvas.cell(Cell(row, _key(row), number, len(rows))):
            outline(canvas, element, points_path(corners, True), box)
            around = (cx - drawn * half[0], cy - drawn * half[1], 2 * drawn * half[0], 2 * drawn * half[1])
            canvas.draw(element.elements, around)


def _corners(top: str) -> tuple[Point, ...]:
    return _FLAT if top == "flat" else tuple((b, a) for a, b in _FLAT)


def _paint_network(canvas: FaceCanvas, element: NetworkElement, box: Box) -> None:
    table = element.table
    nodes = _rows(canvas, f"{table}.{element.nodes}")
    edges = _rows(canvas, f"{table}.{element.edges}")
    at_names = (element.xy[0], element.xy[1])
    scale, dx, dy = _view(element, box)

    def place(row: Any, names: tuple[str, str], where: str) -> Point:
        x, y = coordinates(row, names, where)
        return dx + x * scale, dy + y * scale

    places: dict[str, Point] = {}
    for number, row in nodes:
        where = _nth(f"{table}.{element.nodes}", number)
        if not _key(row) or _key(row) in places:
            raise LookupError(f"{where}: expected a unique id")
        places[_key(row)] = place(row, at_names, where)
    for number, row in edges:
        where = _nth(f"{table}.{element.edges}", number)
        ends = [str(row.get(name)) for name in element.ends] if isinstance(row, dict) else []
        unknown = [end for end in ends if end not in places]
        if not ends or unknown:
            raise LookupError(f"{where}: there is no node “{unknown[0]}”" if unknown else f"{where}: expected a map")
        via = row.get("via") or []
        if not isinstance(via, list):
            raise LookupError(f"{where}: expected a list of points in “via”")
        line = [places[ends[0]], *(place(point, at_names, where) for point in via), places[ends[1]]]
        bend = element.bends.get("-".join(ends), 0.0)
        if not isinstance(bend, int | float):
            raise LookupError(f"expected a number for the bend of “{'-'.join(ends)}”")
        line = bent(line, bend * scale)
        with canvas.cell(Cell(row, _key(row), number, len(edges))):
            outline(canvas, element, points_path(line, False), box)
        _spaces(canvas, element, row, line, where, box)
        _middle(canvas, element, row, line, scale, box)
    for number, row in nodes:
        with canvas.cell(Cell(row, _key(row), number, len(nodes))):
            canvas.draw(element.elements, _about(places[_key(row)], element, "node_size", canvas, box))


def _spaces(
    canvas: FaceCanvas, element: NetworkElement, row: Mapping[str, Any], line: list[Point], where: str, box: Box
) -> None:
    """The spaces of an edge of n steps: n - 1, evenly along its line."""
    steps = row.get("steps", 1)
    if type(steps) is not int or not 1 <= steps <= MAX_CELLS:
        raise LookupError(f"{where}: expected a whole number from 1 in “steps”, got {steps}")
    for step in range(1, steps):
        item = {**row, "step": step}
        with canvas.cell(Cell(item, f"{_key(row)}:{step}", step - 1, steps - 1)):
            canvas.draw(element.spaces, _about(along(line, step / steps), element, "space_size", canvas, box))


def _middle(
    canvas: FaceCanvas, element: NetworkElement, row: Mapping[str, Any], line: list[Point], scale: float, box: Box
) -> None:
    """What stands in the middle of an edge: halfway between two spaces, so that it lies on none. Its `length` is that
    of the line in the element's unit, of which a coordinate's mm are `unit`.
    """
    if not element.middles:
        return
    unit = canvas.measure(element.unit, 0.0, box)
    if unit <= 0:
        raise LookupError("expected a unit larger than 0 mm")
    steps = row.get("steps", 1)
    length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line)) / scale
    with canvas.cell(Cell({**row, "length": round(length / unit)}, _key(row))):
        middle = along(line, ((steps - 1) // 2 + 0.5) / steps)
        canvas.draw(element.middles, _about(middle, element, "space_size", canvas, box))


def bent(line: list[Point], bend: float) -> list[Point]:
    """A straight line as a curve whose middle lies `bend` to its left; one with corners stays as it is."""
    if not bend or len(line) > 2:
        return line
    (ax, ay), (bx, by) = line
    length = hypot(bx - ax, by - ay)
    if not length:
        return line
    aside = (by - ay) / length, (ax - bx) / length
    points = []
    for number in range(_CURVE + 1):
        t = number / _CURVE
        off = 4 * t * (1 - t) * bend
        points.append((ax + (bx - ax) * t + aside[0] * off, ay + (by - ay) * t + aside[1] * off))
    return points


def along(line: list[Point], part: float) -> Point:
    """The point at a part of a line's length."""
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line)]
    rest = part * sum(lengths)
    for (a, b), length in zip(pairwise(line), lengths, strict=True):
        if rest <= length and length:
            return a[0] + (b[0] - a[0]) * rest / length, a[1] + (b[1] - a[1]) * rest / length
        rest -= length
    return line[-1]


def outline(canvas: FaceCanvas, element: StrokedElement, path: PathData, box: Box) -> None:
    """A shape in the element's colours, which may differ from cell to cell."""
    fill = canvas.colour(element.fill, element, "fill") if isinstance(element, FilledElement) else ""
    stroke = canvas.colour(element.stroke, element, "stroke")
    if not fill and not stroke and not has_gradient(element):
        return
    width = canvas.measure(element.stroke_width, 0.0, box) if stroke else 0.0
    dash = tuple(round(canvas.measure(part, 0.0, box), 3) for part in element.dash) if stroke else ()
    if width < 0 or any(part < 0 for part in dash) or (dash and not any(dash)):
        raise LookupError("expected a line width of 0 mm or more")
    shape = Shape(rounded(path), fill, stroke, round(width, 3), False, element.cap, element.join, dash)
    items = with_gradient(canvas, element, shape)
    canvas.add(element, items, leaves=count_leaves(items))


def _about(middle: Point, element: NetworkElement, option: str, canvas: FaceCanvas, box: Box) -> Box:
    size = canvas.measure(getattr(element, option), min(box[2], box[3]), box)
    return middle[0] - size / 2, middle[1] - size / 2, size, size


def _view(element: NetworkElement, box: Box) -> tuple[float, float, float]:
    """The scale and shift from the table's coordinates to the face's; mm in the box unless a viewbox is given."""
    if not element.viewbox:
        return 1.0, box[0], box[1]
    left, top, width, height = element.viewbox
    if width <= 0 or height <= 0:
        raise LookupError("expected a viewbox with a width and a height")
    scale = min(box[2] / width, box[3] / height)
    return (
        scale,
        box[0] + (box[2] - width * scale) / 2 - left * scale,
        box[1] + (box[3] - height * scale) / 2 - top * scale,
    )


def _rows(canvas: FaceCanvas, path: str) -> list[tuple[int, Any]]:
    rows = table_rows(canvas.scope.book.facts, path)
    if len(rows) > MAX_CELLS:
        raise LookupError(f"expected at most {MAX_CELLS:,} rows in “{path}”, got {len(rows):,}")
    return list(enumerate(rows))


def _key(row: Any) -> str:
    return str(row["id"]) if isinstance(row, dict) and row.get("id") is not None else ""


def _nth(path: str, number: int) -> str:
    return f"row {number + 1} of “{path}”"
