"""A shape as it is painted. In: its path and Look. Out: items: flat colours, gradients, strokes that a gradient fills.

Invariant: items stand in the drawing's coordinates; only a stroke that its transform makes uneven keeps its own, in a
Group that says it.
"""

from __future__ import annotations

from pnp.layout.drawing.bounds import grown, path_of, tight_bounds
from pnp.layout.drawing.frame import Group, Item, Layer, Matrix, PathData, PenShape, Shape
from pnp.layout.drawing.path import IDENTITY, transform_path
from pnp.layout.drawing.svg.document import Document
from pnp.layout.drawing.svg.look import LINK, Look
from pnp.layout.drawing.svg.values import parse_colour
from pnp.layout.drawing.svg.xml_tree import Node

_USUAL_MITER = 10.0  # what PDF begins with


def painted(reader: Document, node: Node, path: PathData, look: Look, matrix: Matrix, order: str) -> list[Item]:
    """What is seen of a path (in its own coordinates)."""
    fill_opacity, stroke_opacity = look.fill_alpha * look.fill_opacity, look.stroke_alpha * look.stroke_opacity
    moved = transform_path(path, matrix) if matrix != IDENTITY else path
    fill = "" if fill_opacity <= 0 else look.fill
    stroke = "" if stroke_opacity <= 0 or look.width <= 0 else look.stroke
    fill, filled = _linked(reader, node, "fill", fill, path, moved, look, matrix)
    stroke, lined = _linked(reader, node, "stroke", stroke, path, moved, look, matrix)
    if fill and stroke and fill_opacity == stroke_opacity and not order.startswith("stroke") and not _is_uneven(matrix):
        return _faint([_shape(moved, fill, stroke, look, matrix)], fill_opacity)
    if fill:
        shape = Shape(moved, fill, "", 0.0, look.even_odd, look.cap, look.join)
        filled = [shape]
    if stroke:
        lined = [_stroke(path, moved, stroke, look, matrix)]
    parts = [*_faint(filled, fill_opacity), *_faint(lined, stroke_opacity)]
    return parts[::-1] if order.startswith("stroke") and filled and lined else parts


def _linked(
    reader: Document, node: Node, key: str, paint: str, path: PathData, moved: PathData, look: Look, matrix: Matrix
) -> tuple[str, list[Item]]:
    """A paint that refers to another part: the plain colour that is left of it, or what it paints."""
    if not paint.startswith(LINK):
        return paint, []
    id_ = paint[len(LINK) : -1]
    target = reader.ids.get(id_)
    if target is None:
        spare = (node.get(key).partition(")")[2] or "none").strip()
        colour = parse_colour(spare)
        return (colour[0] if colour else ""), []
    if target.name == "pattern":
        reader.note_raster(node, "a pattern")
        return "", []
    if not reader.gradients.is_gradient(id_):
        reader.source.fault(
            reader.source.place(node, key), f"expected a gradient, got “{id_}”", "a fill is a colour or a gradient"
        )
        return "", []
    box = tight_bounds(path)
    if key == "fill":
        return "", reader.gradients.fill(target, moved, box, matrix, look.even_odd, look.current)
    veil = _stroke(path, moved, "#ffffff", look, matrix)
    ground = _ground(path, matrix, look)
    shades = reader.gradients.fill(target, ground, box, matrix, False, look.current)
    return "", [Layer(tuple(shades), mask=(veil,))] if shades else []


def _ground(path: PathData, matrix: Matrix, look: Look) -> PathData:
    """A box that surely holds the stroke of the path."""
    return transform_path(path_of(grown(tight_bounds(path), look.width * max(1.0, look.miter_limit or 4.0))), matrix)


def _stroke(path: PathData, moved: PathData, colour: str, look: Look, matrix: Matrix) -> Item:
    if _is_uneven(matrix):
        return Group((_shape(path, "", colour, look, IDENTITY),), matrix)
    return _shape(moved, "", colour, look, matrix)


def _shape(path: PathData, fill: str, stroke: str, look: Look, matrix: Matrix) -> Shape:
    """A stroked shape; what a stroke is measured in grows with the transform."""
    scale = abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5 if matrix != IDENTITY else 1.0
    dash = tuple(part * scale for part in look.dash) if scale != 1 else look.dash
    usual = (path, fill, stroke, look.width * scale, look.even_odd, look.cap, look.join, dash)
    limit = max(1.0, look.miter_limit) if look.miter_limit else _USUAL_MITER
    if (limit != _USUAL_MITER and look.join == "miter") or (look.dash and look.dash_offset):
        return PenShape(*usual, miter_limit=limit, dash_offset=look.dash_offset * scale)
    return Shape(*usual)


def _is_uneven(matrix: Matrix) -> bool:
    """True when a transform makes a circle an ellipse."""
    a, b, c, d = matrix[:4]
    size = a * a + b * b + c * c + d * d
    return abs(a * a + b * b - c * c - d * d) > 0.002 * size or abs(a * c + b * d) > 0.001 * size


def _faint(items: list[Item], opacity: float) -> list[Item]:
    return items if opacity >= 1 or not items else [Group(tuple(items), opacity=opacity)]
