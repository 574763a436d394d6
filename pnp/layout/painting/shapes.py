"""Shapes: rectangles, ellipses, lines, polygons and paths. In: an element and its box. Out: Shape items."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from msgspec.structs import replace

from pnp.layout.drawing.bounds import tight_bounds
from pnp.layout.drawing.frame import Gradient, Item, PathData, Shape
from pnp.layout.drawing.path import (
    PathError,
    Point,
    ellipse_path,
    parse_path,
    points_path,
    rect_path,
    regular_points,
    transform_path,
)
from pnp.layout.drawing.svg.gradients import shaded
from pnp.layout.drawing.svg.vector import count_leaves
from pnp.layout.painting.face_canvas import Box, FaceCanvas
from pnp.layout.template.element import (
    CircleElement,
    EllipseElement,
    FilledElement,
    LineElement,
    PathElement,
    Points,
    PolygonElement,
    RectElement,
    StrokedElement,
)


def paint_rect(canvas: FaceCanvas, element: RectElement, box: Box) -> None:
    """A rectangle as large as the box."""
    radius = [canvas.measure(part, min(box[2], box[3]), box) for part in element.radius]
    _add(canvas, element, rect_path(*box, radius), box)


def paint_ellipse(canvas: FaceCanvas, element: EllipseElement, box: Box) -> None:
    """An ellipse as large as the box."""
    x, y, width, height = box
    _add(canvas, element, ellipse_path(x + width / 2, y + height / 2, width / 2, height / 2), box)


def paint_circle(canvas: FaceCanvas, element: CircleElement, box: Box) -> None:
    """The largest circle in the box."""
    x, y, width, height = box
    radius = min(width, height) / 2
    _add(canvas, element, ellipse_path(x + width / 2, y + height / 2, radius, radius), box)


def paint_line(canvas: FaceCanvas, element: LineElement, box: Box) -> None:
    """Straight lines."""
    x, y, width, height = box
    corners = _points(canvas, element.points, box) if element.points else [(x, y), (x + width, y + height)]
    stroke = canvas.colour(element.stroke if "stroke" in element.spans else "ink", element, "stroke")
    _add(canvas, element, points_path(corners, False), box, stroke)


def paint_polygon(canvas: FaceCanvas, element: PolygonElement, box: Box) -> None:
    """Corners, a regular polygon or a star."""
    x, y, width, height = box
    if element.points:
        corners = _points(canvas, element.points, box)
    else:
        corners = regular_points(x + width / 2, y + height / 2, width / 2, height / 2, element.sides, element.star)
    _add(canvas, element, points_path(corners, True), box)


def paint_path(canvas: FaceCanvas, element: PathElement, box: Box) -> None:
    """SVG path data."""
    data, memo = canvas.word(element.d, element, "d"), canvas.resources.memo
    path: PathData | None = memo.get(("path", data))
    if path is None:
        try:
            path = memo["path", data] = parse_path(data)
        except PathError as fault:
            canvas.fault(element, str(fault), "path", "d")
            return
    x, y, width, height = box
    scale = 1.0
    if element.viewbox:
        left, top, across, down = element.viewbox
        if across <= 0 or down <= 0:
            canvas.fault(element, "expected a viewbox with a width and a height", "path", "viewbox")
            return
        scale = min(width / across, height / down)
        x += (width - across * scale) / 2 - left * scale
        y += (height - down * scale) / 2 - top * scale
    _add(canvas, element, transform_path(path, (scale, 0.0, 0.0, scale, x, y)), box, even_odd=element.even_odd)


@lru_cache(1024)  # cards of a deck have the same shapes, and rounding takes longer than all else about them
def rounded(path: PathData) -> PathData:
    """The path to a thousandth of a millimetre, without -0.0, which equals 0.0."""
    return tuple([part if isinstance(part, str) else round(part, 3) + 0.0 for part in path])


def _points(canvas: FaceCanvas, points: Points, box: Box) -> list[Point]:
    x, y, width, height = box
    return [(x + canvas.measure(px, width, box), y + canvas.measure(py, height, box)) for px, py in points]


def _add(
    canvas: FaceCanvas,
    element: StrokedElement,
    path: PathData,
    box: Box,
    stroke: str | None = None,
    even_odd: bool = False,
) -> None:
    fill = canvas.colour(element.fill, element, "fill") if isinstance(element, FilledElement) else ""
    if stroke is None:
        stroke = canvas.colour(element.stroke, element, "stroke")
    if not path or (not fill and not stroke and not has_gradient(element)):
        return
    width = canvas.measure(element.stroke_width, 0.0, box) if stroke else 0.0
    dash = tuple(round(canvas.measure(part, 0.0, box), 3) for part in element.dash) if stroke else ()
    if width < 0 or any(part < 0 for part in dash) or (dash and not any(dash)):
        canvas.fault(element, "expected a line width of 0 mm or more", "stroke", "stroke_width")
        return
    shape = Shape(rounded(path), fill, stroke, round(width, 3), even_odd, element.cap, element.join, dash)
    items = with_gradient(canvas, element, shape)
    canvas.add(element, items, leaves=count_leaves(items))


def has_gradient(element: StrokedElement) -> bool:
    """True when the inside has colours that run into each other."""
    return isinstance(element, FilledElement) and bool(element.gradient)


def with_gradient(canvas: FaceCanvas, element: StrokedElement, shape: Shape) -> list[Item]:
    """A shape, its inside a gradient where the element says one, across the box around it."""
    if not isinstance(element, FilledElement) or not element.gradient:
        return [shape]
    colours = [canvas.colour(one, element, "gradient") for one in element.gradient]
    left, top, right, low = tight_bounds(shape.path)
    width, height = right - left, low - top
    shades: list[Item] = []
    if any(colours) and width > 0 and height > 0:
        shades = shaded(shape.path, _gradient(element, (left, top, width, height)), _stops(colours), shape.even_odd)
    return [*shades, replace(shape, fill="")] if shape.stroke else shades


def _gradient(element: FilledElement, box: Box) -> Gradient:
    """Which way it runs, its colours yet unsaid."""
    x, y, width, height = box
    middle = (x + width / 2, y + height / 2)
    if element.direction == "out":
        return Gradient((0.0, 0.0, 0.0, 0.0, 0.0, 1.0), (), (width / 2, 0.0, 0.0, height / 2, *middle))
    angle = float(element.direction) * pi / 180
    across, down = cos(angle), sin(angle)
    half = (abs(width * across) + abs(height * down)) / 2
    ends = [(middle[0] + side * half * across, middle[1] + side * half * down) for side in (-1, 1)]
    return Gradient(tuple(round(value, 3) for end in ends for value in end), ())


def _stops(colours: list[str]) -> list[tuple[float, str, float]]:
    """Evenly placed colours with their opacities."""
    last = len(colours) - 1
    stops = []
    for number, colour in enumerate(colours):
        # Nothing has the colour of what stands beside it, so that it fades and does not grey.
        near = min((at for at in range(last + 1) if colours[at]), key=lambda at: abs(at - number))
        stops.append((number / last, colours[near], 1.0 if colour else 0.0))
    return stops
