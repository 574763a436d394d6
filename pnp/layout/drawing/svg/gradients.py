"""Gradients. In: the definitions of a document, and the path that one fills. Out: items that show it.

Invariant: what comes out stands in the drawing's own coordinates, its stops ascend from 0 to 1, and one that repeats
has been written out, so that an exporter knows only gradients that end in their outer colours.
"""

from __future__ import annotations

from math import ceil, floor, hypot

from pnp.layout.drawing.bounds import Bounds, bounds_of
from pnp.layout.drawing.frame import Gradient, Group, Item, Layer, Matrix, PathData, Shade, Shape
from pnp.layout.drawing.path import inverse, multiply, transform_point
from pnp.layout.drawing.svg.look import StyleSheet
from pnp.layout.drawing.svg.values import parse_colour, parse_length, parse_part, parse_transform
from pnp.layout.drawing.svg.xml_tree import Node, SvgSource

MAX_STOPS = 400
MOST_CHAINED = 20
_MAX_TURNS = 60  # repetitions of a gradient
_DEFAULTS = {"x1": "0%", "y1": "0%", "x2": "100%", "y2": "0%", "cx": "50%", "cy": "50%", "r": "50%", "fr": "0%"}
_INHERITED = (
    "gradientUnits",
    "gradientTransform",
    "spreadMethod",
    "x1",
    "y1",
    "x2",
    "y2",
    "cx",
    "cy",
    "r",
    "fx",
    "fy",
    "fr",
)

Stop = tuple[float, str, float]  # where, colour, opacity


class Gradients:
    """The gradients of a document, by their ids."""

    def __init__(self, ids: dict[str, Node], sheet: StyleSheet, source: SvgSource, size: tuple[float, float]) -> None:
        """`size`: of the drawing, which percentages in its own units are of."""
        self._ids = ids
        self._sheet = sheet
        self._source = source
        self._size = size

    def fill(self, node: Node, path: PathData, box: Bounds, matrix: Matrix, even_odd: bool, current: str) -> list[Item]:
        """The path (in the drawing's coordinates) filled with the gradient; `box` and `matrix`: of the part that it is
        put on, in its own coordinates.
        """
        chain = self._chain(node)
        found = {key: one.get(key) for one in reversed(chain) for key in _INHERITED if key in one.attributes}
        stops = next((stops for one in chain if (stops := self._stops(one, current))), [])
        if not stops:
            return []
        last = stops[-1]
        if found.get("gradientUnits") == "userSpaceOnUse":
            unit, whole = matrix, self._size
        else:
            width, height = box[2] - box[0], box[3] - box[1]
            if width <= 0 or height <= 0:
                return []  # a line has no box to measure by
            unit, whole = multiply(matrix, (width, 0.0, 0.0, height, box[0], box[1])), (1.0, 1.0)
        own = parse_transform(found.get("gradientTransform", ""))
        if own is None:
            self._source.fault(self._source.place(node, "gradientTransform"), "expected a transform")
            return []
        unit = multiply(unit, own)
        line = self._line(node, found, whole)
        if line is None or abs(unit[0] * unit[3] - unit[1] * unit[2]) < 1e-12:
            return [] if line is None else _flat(path, last, even_odd)
        if line[:2] == line[-3:-1] and len(line) == 6 and line[5] <= 0:
            return _flat(path, last, even_odd)
        if len(line) == 4 and line[:2] == line[2:]:
            return _flat(path, last, even_odd)
        spread = found.get("spreadMethod", "pad")
        if spread in ("repeat", "reflect"):
            line, stops = _written_out(line, stops, spread, path, unit)
        return shaded(path, Gradient(line, (), unit), stops, even_odd)

    def is_gradient(self, id_: str) -> bool:
        """True when the id is a gradient's."""
        node = self._ids.get(id_)
        return node is not None and node.name in ("linearGradient", "radialGradient")

    def _chain(self, node: Node) -> list[Node]:
        """The gradient and those it refers to."""
        chain = [node]
        while (id_ := chain[-1].href[1:]) and self.is_gradient(id_):
            if self._ids[id_] in chain:
                self._source.fault(self._source.place(chain[-1], "href"), f"“{id_}” refers to itself")
                break
            if len(chain) == MOST_CHAINED:
                self._source.fault(chain[-1].at, f"expected at most {MOST_CHAINED} gradients in a chain of references")
                break
            chain.append(self._ids[id_])
        return chain

    def _stops(self, node: Node, current: str) -> list[Stop]:
        found: list[Stop] = []
        for child in node.children[:MAX_STOPS]:
            if child.name != "stop":
                continue
            colours: dict[str, str] = {
                key: child.get(key) for key in ("stop-color", "stop-opacity", "color") if key in child.attributes
            }
            colours.update(self._sheet.declarations(child))
            place = parse_part(child.get("offset", "0"))
            word = colours.get("stop-color", "#000000")
            colour = (current, 1.0) if word.lower() == "currentcolor" else parse_colour(word)
            opacity = parse_part(colours.get("stop-opacity", "1"))
            if place is None or colour is None or opacity is None:
                self._source.fault(child.at, "invalid stop of a gradient", "it needs offset, stop-color, stop-opacity")
                continue
            found.append((max(place, found[-1][0]) if found else place, colour[0], colour[1] * opacity))
        return found

    def _line(self, node: Node, found: dict[str, str], whole: tuple[float, float]) -> tuple[float, ...] | None:
        diagonal = hypot(*whole) / 2**0.5
        wholes = {"x": whole[0], "y": whole[1], "r": diagonal}

        def number(key: str, default: str = "") -> float:
            text = found.get(key) or default or _DEFAULTS[key]
            kind = "r" if "r" in key else "x" if "x" in key else "y"
            value = parse_length(text, wholes[kind])
            if value is None:
                self._source.fault(self._source.place(node, key), f"expected a length, got “{text}”")
            return value or 0.0

        if node.name == "linearGradient":
            return number("x1"), number("y1"), number("x2"), number("y2")
        cx, cy, r = number("cx"), number("cy"), number("r")
        fx, fy, fr = (
            number(key, found.get(other, _DEFAULTS[other])) for key, other in (("fx", "cx"), ("fy", "cy"), ("fr", "fr"))
        )
        away = hypot(fx - cx, fy - cy)
        if r > 0 and away > (r - fr) * 0.999:  # a focus outside its circle lies on its edge
            part = (r - fr) * 0.999 / away
            fx, fy = cx + (fx - cx) * part, cy + (fy - cy) * part
        return fx, fy, max(fr, 0.0), cx, cy, max(r, 0.0)


def _flat(path: PathData, stop: Stop, even_odd: bool) -> list[Item]:
    _, colour, opacity = stop
    shape = Shape(path, colour, even_odd=even_odd)
    return [shape] if opacity >= 1 else [Group((shape,), opacity=opacity)] if opacity > 0 else []


def shaded(path: PathData, bare: Gradient, stops: list[Stop], even_odd: bool) -> list[Item]:
    """The path with these stops; where they are translucent, under a mask that is a gradient of greys."""
    if stops[0][0] > 0:
        stops = [(0.0, *stops[0][1:]), *stops]
    if stops[-1][0] < 1:
        stops = [*stops, (1.0, *stops[-1][1:])]
    shade = Shade(path, _with(bare, [(at, colour) for at, colour, _ in stops]), even_odd)
    opacities = {opacity for _, _, opacity in stops}
    if opacities == {1.0}:
        return [shade]
    if len(opacities) == 1:
        (opacity,) = opacities
        return [Group((shade,), opacity=opacity)] if opacity > 0 else []
    veil = Shade(path, _with(bare, [(at, _grey(opacity)) for at, _, opacity in stops]), even_odd)
    return [Layer((shade,), mask=(veil,))]


def _with(bare: Gradient, stops: list[tuple[float, str]]) -> Gradient:
    return Gradient(bare.line, tuple(stops), bare.matrix)


def _grey(part: float) -> str:
    value = round(255 * part)
    return f"#{value:02x}{value:02x}{value:02x}"


def _written_out(
    line: tuple[float, ...], stops: list[Stop], spread: str, path: PathData, unit: Matrix
) -> tuple[tuple[float, ...], list[Stop]]:
    """A gradient that repeats, as a longer one that covers the path."""
    first, last = _reach(line, path, unit)
    first, last = max(first, -_MAX_TURNS), min(last, _MAX_TURNS)
    if len(line) == 6:
        first = 0
    turns = last - first
    out: list[Stop] = []
    for turn in range(first, last):
        back = spread == "reflect" and turn % 2
        whole = [(0.0, *stops[0][1:]), *stops, (1.0, *stops[-1][1:])]
        for at, colour, opacity in reversed(whole) if back else whole:
            out.append(((turn - first + (1 - at if back else at)) / turns, colour, opacity))
    if len(line) == 6:
        fx, fy, fr, cx, cy, r = line
        return (fx, fy, fr, fx + (cx - fx) * turns, fy + (cy - fy) * turns, fr + (r - fr) * turns), out
    x1, y1, x2, y2 = line
    dx, dy = x2 - x1, y2 - y1
    return (x1 + dx * first, y1 + dy * first, x1 + dx * last, y1 + dy * last), out


def _reach(line: tuple[float, ...], path: PathData, unit: Matrix) -> tuple[int, int]:
    """From which to which repetition a gradient must go to cover the path."""
    back = inverse(unit)
    if back is None:
        return 0, 1
    left, top, right, low = bounds_of(path)
    corners = [transform_point(x, y, back) for x in (left, right) for y in (top, low)]
    if len(line) == 6:
        fx, fy, _, cx, cy, r = line
        far = max(hypot(x - cx, y - cy) for x, y in corners)
        return 0, max(1, ceil(far / max(r - hypot(fx - cx, fy - cy), 1e-6)) + 1)
    x1, y1, x2, y2 = line
    dx, dy = x2 - x1, y2 - y1
    parts = [((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy) for x, y in corners]
    return min(0, floor(min(parts))), max(1, ceil(max(parts)))
