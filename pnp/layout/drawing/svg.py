"""Icons. In: the text of an SVG file in the small language of docs/layouts.md. Out: an Icon, shapes in its own box.

Invariant: the text is read with a scanner of our own, so there are no entities, no links and nothing is fetched;
what the language does not hold is reported with its line and column, all faults at once.
"""

from __future__ import annotations

import re
from math import pi, tan

from msgspec import Struct

from pnp.base.diagnostics import InputError, Report, Span
from pnp.base.suggest import hint_nearest
from pnp.layout.drawing.colour import parse_hex
from pnp.layout.drawing.frame import Group, Item, Matrix, PathData, Shape
from pnp.layout.drawing.path import (
    IDENTITY,
    PathError,
    ellipse_path,
    multiply,
    parse_path,
    points_path,
    rect_path,
    transform_path,
    turning,
)

MAX_SVG = 256_000  # characters
MAX_SHAPES = 2_000
FARTHEST = 1e6  # a coordinate no drawing needs; beyond it sums lose their places
CURRENT, ACCENT, GROUND = "currentColor", "accent", "ground"

_TAG = re.compile(r"<(/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:\"[^\"<]*\"|'[^'<]*'))*)\s*(/?)>")
_ATTRIBUTE = re.compile(r"([\w:.-]+)\s*=\s*(?:\"([^\"<]*)\"|'([^'<]*)')")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_TRANSFORM = re.compile(r"\s*,?\s*(\w+)\s*\(([^()]*)\)")
_PAINT = (
    *("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "fill-rule"),
    *("opacity", "fill-opacity", "stroke-opacity", "class", "transform", "id", "stroke-miterlimit"),
)
_SHAPES: dict[str, tuple[str, ...]] = {
    "path": ("d",),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "polygon": ("points",),
    "polyline": ("points",),
}
_ROOT = ("viewBox", "width", "height", "xmlns", "version", "role", "aria-label", "xmlns:xlink")
_NAMED = {"black": "#000000", "white": "#ffffff"}


class IconShape(Struct, frozen=True):
    """One shape; fill and stroke are a hex colour, "" or one of currentColor, accent, ground."""

    path: PathData
    fill: str
    stroke: str
    width: float
    even_odd: bool
    cap: str
    join: str
    dash: tuple[float, ...]
    opacity: float


class Icon(Struct, frozen=True):
    """A drawing in the box `x y width height` of its own units."""

    name: str
    x: float
    y: float
    width: float
    height: float
    shapes: tuple[IconShape, ...]


class _Paint(Struct, frozen=True):
    fill: str = CURRENT
    stroke: str = ""
    width: float = 1.0
    even_odd: bool = False
    cap: str = "butt"
    join: str = "miter"
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    matrix: Matrix = IDENTITY


def draw_icon(icon: Icon, colour: str, accent: str, ground: str) -> tuple[Item, ...]:
    """The icon's shapes in its own units, with the colours of the element; "" leaves a part out."""
    colours = {CURRENT: colour, ACCENT: accent, GROUND: ground}
    items: list[Item] = []
    for shape in icon.shapes:
        fill, stroke = colours.get(shape.fill, shape.fill), colours.get(shape.stroke, shape.stroke)
        if not fill and not stroke:
            continue
        item = Shape(
            shape.path,
            fill,
            stroke,
            shape.width if stroke else 0.0,
            shape.even_odd,
            shape.cap,
            shape.join,
            shape.dash if stroke else (),
        )
        items.append(item if shape.opacity >= 1 else Group((item,), opacity=shape.opacity))
    return tuple(items)


def parse_icon(text: str, file: str, name: str = "") -> Icon:
    """Read an icon; InputError reports every fault."""
    return _SvgParser(text, file, name).read()


class _SvgParser:
    def __init__(self, text: str, file: str, name: str) -> None:
        self.text = text
        self.file = file
        self.name = name
        self.report = Report()
        self.box: tuple[float, ...] = ()
        self.shapes: list[IconShape] = []
        self.paints: list[_Paint] = [_Paint()]
        self.open: list[str] = []

    def read(self) -> Icon:
        if len(self.text) > MAX_SVG:
            raise InputError.single(Span(self.file), "the icon's file is too large", code="icon")
        at = 0
        while True:
            start = self.text.find("<", at)
            if start < 0:
                break
            at = self._markup(start)
        if self.open:
            self._fault(len(self.text), f"<{self.open[-1]}> is not closed")
        elif not self.box:
            self._fault(0, "this is no SVG drawing with a viewBox", 'begin with <svg viewBox="0 0 24 24">')
        elif not self.shapes and not self.report.items:
            self._fault(0, "the icon draws nothing")
        self.report.raise_errors()
        x, y, width, height = self.box
        return Icon(self.name, x, y, width, height, tuple(self.shapes))

    def _markup(self, start: int) -> int:
        """Read what begins at `<`; return where to go on."""
        for opening, closing in (("<!--", "-->"), ("<?", "?>")):
            if self.text.startswith(opening, start):
                end = self.text.find(closing, start)
                return len(self.text) if end < 0 else end + len(closing)
        tag = _TAG.match(self.text, start)
        if not tag:
            hint = "only plain tags with quoted attributes, no DOCTYPE or CDATA"
            self._fault(start, "this markup cannot be read", hint)
            end = self.text.find(">", start)
            return len(self.text) if end < 0 else end + 1
        name = tag[2]
        if tag[1]:
            self._close(name, start)
            return tag.end()
        if name in ("title", "desc", "metadata"):
            if tag[4]:
                return tag.end()
            end = self.text.find(f"</{name}>", tag.end())
            return len(self.text) if end < 0 else end + len(name) + 3
        self._open(name, tag, bool(tag[4]))
        return tag.end()

    def _open(self, name: str, tag: re.Match[str], closed: bool) -> None:
        known = _ROOT if name == "svg" else _SHAPES.get(name, ())
        if name not in ("svg", "g", *_SHAPES):
            self._fault(tag.start(), f"<{name}> is not read in icons", "draw it as a path")
            if not closed:
                self.open.append(name)
                self.paints.append(self.paints[-1])
            return
        attributes: dict[str, tuple[str, int]] = {}
        offset = tag.start(3)
        for found in _ATTRIBUTE.finditer(tag[3]):
            key, value = found[1], found[2] if found[2] is not None else found[3]
            at = offset + found.start()
            if key not in known and key not in _PAINT:
                self._fault(at, f"<{name}> has no attribute “{key}” here", hint_nearest(key, (*known, *_PAINT)))
            attributes[key] = (value, at)
        paint = self._paint(attributes, self.paints[-1])
        if name == "svg":
            self._viewbox(attributes, tag.start())
        elif name in _SHAPES:
            self._shape(name, attributes, paint, tag.start())
        if not closed:
            self.open.append(name)
            self.paints.append(paint)

    def _close(self, name: str, start: int) -> None:
        if not self.open or self.open[-1] != name:
            self._fault(start, f"</{name}> closes nothing")
            return
        self.open.pop()
        self.paints.pop()

    def _viewbox(self, attributes: dict[str, tuple[str, int]], start: int) -> None:
        if self.box or self.open:
            self._fault(start, "a drawing inside the drawing")
            return
        value, at = attributes.get("viewBox", ("", start))
        numbers = self._numbers(value, at)
        if not numbers and "width" in attributes and "height" in attributes:
            numbers = (0.0, 0.0, self._number(attributes, "width"), self._number(attributes, "height"))
        if len(numbers) != 4 or numbers[2] <= 0 or numbers[3] <= 0:
            self._fault(at, "viewBox needs four numbers: left, top, width, height")
            numbers = (0.0, 0.0, 24.0, 24.0)
        self.box = numbers

    def _paint(self, attributes: dict[str, tuple[str, int]], base: _Paint) -> _Paint:
        fill = self._colour(attributes, "fill", base.fill)
        stroke = self._colour(attributes, "stroke", base.stroke)
        for word in attributes.get("class", ("", 0))[0].split():
            if word not in (ACCENT, GROUND):
                self._fault(attributes["class"][1], f"the class “{word}” has no meaning", "accent or ground")
                continue
            fill = word if fill else ""
            stroke = word if stroke else ""
        dash = base.dash
        if "stroke-dasharray" in attributes:
            value, at = attributes["stroke-dasharray"]
            dash = () if value == "none" else self._numbers(value, at)
        opacity = base.opacity
        for key in ("opacity", "fill-opacity", "stroke-opacity"):
            if key in attributes:
                opacity = base.opacity * max(0.0, min(1.0, self._number(attributes, key, 1.0)))
        matrix = base.matrix
        if "transform" in attributes:
            matrix = multiply(matrix, self._transform(*attributes["transform"]))
        rule = self._word(attributes, "fill-rule", ("nonzero", "evenodd"), "evenodd" if base.even_odd else "nonzero")
        return _Paint(
            fill,
            stroke,
            self._number(attributes, "stroke-width", base.width),
            rule == "evenodd",
            self._word(attributes, "stroke-linecap", ("butt", "round", "square"), base.cap),
            self._word(attributes, "stroke-linejoin", ("miter", "round", "bevel"), base.join),
            dash,
            opacity,
            matrix,
        )

    def _shape(self, name: str, attributes: dict[str, tuple[str, int]], paint: _Paint, start: int) -> None:
        def number(key: str) -> float:
            return self._number(attributes, key)

        path: PathData
        if name == "path":
            value, at = attributes.get("d", ("", start))
            try:
                path = parse_path(value)
            except PathError as fault:
                self._fault(at, str(fault))
                return
            if any(not isinstance(part, str) and abs(part) > FARTHEST for part in path):
                self._fault(at, "a number of the path is too large")
                return
        elif name == "circle":
            path = ellipse_path(number("cx"), number("cy"), number("r"), number("r"))
        elif name == "ellipse":
            path = ellipse_path(number("cx"), number("cy"), number("rx"), number("ry"))
        elif name == "rect":
            radius = number("rx") or number("ry")
            path = rect_path(number("x"), number("y"), number("width"), number("height"), (radius,))
        elif name == "line":
            path = ("M", number("x1"), number("y1"), "L", number("x2"), number("y2"))
        else:
            numbers = self._numbers(*attributes.get("points", ("", start)))
            if len(numbers) < 4 or len(numbers) % 2:
                self._fault(start, f"<{name}> needs pairs of numbers in “points”")
                return
            path = points_path(list(zip(numbers[::2], numbers[1::2], strict=True)), name == "polygon")
        if not path or (not paint.fill and not paint.stroke):
            return
        if len(self.shapes) >= MAX_SHAPES:
            raise InputError.single(self._span(start), f"more than {MAX_SHAPES:,} shapes", code="icon")
        matrix = paint.matrix
        width = paint.width
        if matrix != IDENTITY:
            path = transform_path(path, matrix)
            width *= abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5
        self.shapes.append(
            IconShape(
                path, paint.fill, paint.stroke, width, paint.even_odd, paint.cap, paint.join, paint.dash, paint.opacity
            )
        )

    def _colour(self, attributes: dict[str, tuple[str, int]], key: str, base: str) -> str:
        if key not in attributes:
            return base
        value, at = attributes[key]
        if value == "none":
            return ""
        if value == CURRENT:
            return CURRENT
        colour = _NAMED.get(value) or parse_hex(value)
        if not colour:
            self._fault(at, f"“{value}” is no colour of an icon", "currentColor, none, #rrggbb, black or white")
        return colour or CURRENT

    def _word(self, attributes: dict[str, tuple[str, int]], key: str, words: tuple[str, ...], base: str) -> str:
        value, at = attributes.get(key, (base, 0))
        if value not in words:
            self._fault(at, f"“{value}” is no {key}", f"one of: {', '.join(words)}")
            return base
        return value

    def _number(self, attributes: dict[str, tuple[str, int]], key: str, base: float = 0.0) -> float:
        if key not in attributes:
            return base
        value, at = attributes[key]
        found = _NUMBER.fullmatch(value.strip().removesuffix("px"))
        number = float(found[0]) if found else 1e9
        if abs(number) > FARTHEST:
            self._fault(at, f"“{value}” is no number for “{key}”")
            return base
        return number

    def _numbers(self, value: str, at: int) -> tuple[float, ...]:
        numbers = tuple(float(found) for found in _NUMBER.findall(value))
        if any(abs(number) > FARTHEST for number in numbers):
            self._fault(at, "a number is too large")
            return ()
        return numbers

    def _transform(self, value: str, at: int) -> Matrix:
        matrix = IDENTITY
        end = 0
        for found in _TRANSFORM.finditer(value):
            if found.start() != end:
                break
            end = found.end()
            n = self._numbers(found[2], at)
            step = _step(found[1], n)
            if step is None:
                self._fault(at, f"“{found[0].strip()}” is no transform that is read here")
                return matrix
            matrix = multiply(matrix, step)
        if value[end:].strip():
            self._fault(at, f"“{value}” is no transform")
        return matrix

    def _span(self, at: int) -> Span:
        return Span(self.file, self.text.count("\n", 0, at) + 1, at - self.text.rfind("\n", 0, at))

    def _fault(self, at: int, message: str, hint: str = "") -> None:
        if len(self.report) < 50:
            self.report.error(self._span(at), message, hint, "icon")


def _step(name: str, n: tuple[float, ...]) -> Matrix | None:
    """One transform function as a matrix; None when it is unknown or has the wrong count of numbers."""
    if name == "translate" and len(n) in (1, 2):
        return 1.0, 0.0, 0.0, 1.0, n[0], n[1] if len(n) == 2 else 0.0
    if name == "scale" and len(n) in (1, 2):
        return n[0], 0.0, 0.0, n[-1], 0.0, 0.0
    if name == "rotate" and len(n) in (1, 3):
        return turning(n[0], *(n[1:] if len(n) == 3 else (0.0, 0.0)))
    if name == "matrix" and len(n) == 6:
        return n[0], n[1], n[2], n[3], n[4], n[5]
    if name == "skewX" and len(n) == 1:
        return 1.0, 0.0, tan(n[0] * pi / 180), 1.0, 0.0, 0.0
    if name == "skewY" and len(n) == 1:
        return 1.0, tan(n[0] * pi / 180), 0.0, 1.0, 0.0, 0.0
    return None
