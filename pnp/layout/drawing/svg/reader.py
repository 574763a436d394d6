"""SVG files as drawings. In: a file's text. Out: an Icon, or an InputError with every fault at its place.

Read is what Inkscape, Illustrator, Figma and game-icons.net write. What lines cannot show (filters, markers, patterns,
text, pictures within) is named in the Icon's `raster`; `xml_tree.py` refuses what is unsafe. Invariant: the work is
bounded, however often a part uses another, and a part that uses itself is a fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from pnp.base.diagnostics import InputError
from pnp.base.suggest import hint_nearest
from pnp.layout.drawing.bounds import grown, path_of, tight_bounds
from pnp.layout.drawing.frame import Group, Item, Layer, Matrix, PathData, PenShape, Shape
from pnp.layout.drawing.path import IDENTITY, multiply, rect_path, transform_path
from pnp.layout.drawing.svg.effects import Effects
from pnp.layout.drawing.svg.gradients import Gradients
from pnp.layout.drawing.svg.look import CURRENT, LINK, Cascade, Look, StyleSheet
from pnp.layout.drawing.svg.outlines import SHAPES, Document, Outlines
from pnp.layout.drawing.svg.values import is_near, parse_colour, parse_length, parse_numbers, parse_transform
from pnp.layout.drawing.svg.vector import Icon, recolour
from pnp.layout.drawing.svg.xml_tree import Node, SvgSource, parse_tree, refuse_unsafe

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


_BLACK, _WHITE = "#000000", "#ffffff"
_OTHER = {_BLACK: _WHITE, CURRENT: _WHITE, _WHITE: _BLACK}  # of the drawing on a square of that colour
_UNKNOWN = "?"


def without_colours(items: list[Item], box: Box) -> list[Item]:
    """The icon in currentColor where it names one colour only because it must; else as it was."""
    rest = items
    square = _square(items[0], box) if len(items) > 1 else ""
    colours = set(_colours(items))
    if square and set(_colours(items[1:])) == {_OTHER[square]}:
        rest, colours = items[1:], {_OTHER[square]}
    if len(colours) == 1 and colours <= {_BLACK, _WHITE}:
        return list(recolour(rest, lambda colour: colour and CURRENT))
    return items


def _square(item: Item, box: Box) -> str:
    """The colour of a square that fills the page; "" for anything else."""
    x, y, width, height = box
    is_page = (
        isinstance(item, Shape)
        and not item.stroke
        and set(filter(_is_word, item.path)) <= {"M", "L", "Z"}
        and len(item.path) <= 16
        and tight_bounds(item.path) == (x, y, x + width, y + height)
    )
    return item.fill if is_page and isinstance(item, Shape) and item.fill in _OTHER else ""


def _is_word(part: object) -> bool:
    return isinstance(part, str)


def _colours(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Layer) and item.is_veil:
            yield _UNKNOWN
        elif isinstance(item, Group):
            yield from _colours(item.items)
        elif isinstance(item, Shape):
            yield from filter(None, (item.fill, item.stroke))
        else:
            yield _UNKNOWN


MAX_SHAPES = 20_000
MAX_STEPS = 200_000  # nodes drawn, those that are used again each time
MAX_NESTED = 100  # nodes drawn in each other, likewise
_LEAST = 1e-6  # the side of a box that is no point

_GROUPS = ("g", "a", "svg", "symbol", "switch")
_DEFINED = frozenset(
    (
        *("defs", "style", "title", "desc", "metadata", "linearGradient", "radialGradient", "stop", "clipPath", "mask"),
        *("pattern", "marker", "filter", "view", "font", "font-face", "cursor", "color-profile", "symbol", "script"),
        *("animate", "animateMotion", "animateTransform", "animateColor", "set", "discard", "solidcolor", "mpath"),
        *("foreignObject", "handler", "iframe"),  # refused, so nothing more is said of them
    )
)
_DRAWN = (*SHAPES, *_GROUPS, "use", "image", "text")
_MARKERS = frozenset(("marker", "marker-start", "marker-mid", "marker-end"))
_ALIGN = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
Box = tuple[float, float, float, float]  # x, y, width, height


def parse_icon(text: str, file: str, name: str = "", is_picture: bool = False) -> Icon:
    """Read a drawing; InputError reports every fault. A picture is black where nothing else is said; an icon there has
    the colour of its element.
    """
    return _Reader(SvgSource(text, file), name, is_picture).read()


class _Reader:
    def __init__(self, source: SvgSource, name: str, is_picture: bool) -> None:
        self.source = source
        self.name = name
        nodes = list(parse_tree(source).walk())
        self.root = nodes[0]
        refuse_unsafe(nodes, source)
        source.report.raise_errors()
        self.box = self._box()
        size = self.box[2:]
        self.ids = {node.get("id"): node for node in reversed(nodes) if "id" in node.attributes}
        sheet = StyleSheet(nodes, source)
        self.cascade = Cascade(sheet, source, ((size[0] ** 2 + size[1] ** 2) / 2) ** 0.5, not is_picture)
        self.outlines = Outlines(source, size)
        self.gradients = Gradients(self.ids, sheet, source, size)
        self.effects = Effects(self)
        black = "#000000"
        self.plain = Look(black, current=black)  # what masks and pictures begin with
        self.first = replace(self.plain, miter_limit=4.0) if is_picture else Look()
        self.steps = self.shapes = self.depth = 0
        self.using: list[Node] = []
        self.is_picture = is_picture
        self.raster = ""

    def read(self) -> Icon:
        self._count(self.root, {}, 0)
        properties = self.cascade.properties(self.root)
        look = self.cascade.look(self.root, properties, self.first)
        box, matrix, clip = self._page()
        items = self.children(self.root, look, matrix)
        items = self.effects.wrap(self.root, properties, items, matrix)
        if not items and not self.raster and not self.source.report.items:
            self.source.fault(0, "the drawing is empty")
        self.source.report.raise_errors()
        if not self.is_picture:
            items = without_colours(items, box)
        if self.effects.is_blending:  # with what is in the drawing, never with what it lies on
            items = [Layer(tuple(items), blend="Normal")]
        if clip and items:
            items = [Group(tuple(items), clip=clip)]
        return Icon(self.name, *box, tuple(items), self.raster)

    def note_raster(self, node: Node, what: str) -> None:
        """Something that lines cannot show."""
        self.raster = self.raster or f"{what} in line {self.source.span(node.at).line}"

    # The page ---------------------------------------------------------------------------------------------------

    def _box(self) -> Box:
        """The part of its coordinates that a drawing shows."""
        root, text = self.root, self.root.get("viewBox")
        numbers = parse_numbers(text) if text else None
        width, height = (parse_length(root.get(key, "100%")) for key in ("width", "height"))
        if numbers is None and not text and width and height and min(width, height) >= _LEAST:
            numbers = (0.0, 0.0, width, height)
        if numbers is None or len(numbers) != 4 or min(numbers[2:]) < _LEAST:
            where = self.source.place(root, "viewBox")
            self.source.fault(
                where, "expected four numbers in viewBox: left, top, width, height", 'viewBox="0 0 24 24"'
            )
            raise InputError(self.source.report)
        x, y, wide, high = numbers
        return x, y, wide, high

    def _page(self) -> tuple[Box, Matrix, PathData]:
        """The drawing's box, what fits its content into that, and the clip of a page of another shape."""
        width, height = (parse_length(self.root.get(key, "0")) or 0.0 for key in ("width", "height"))
        x, y, wide, high = self.box
        if (
            not self.root.get("viewBox")
            or min(width, height) < _LEAST
            or abs(width * high / (height * wide) - 1) < 0.005
        ):
            return self.box, IDENTITY, ()
        scale = min(width / wide, height / high)
        page = (x, y, width / scale, height / scale)
        matrix = self.fitted(self.root, page)
        return page, matrix, rect_path(*page)

    def fitted(self, node: Node, place: Box) -> Matrix:
        """What puts a node's viewBox into a place, as its preserveAspectRatio says."""
        numbers = parse_numbers(node.get("viewBox"))
        if not numbers or len(numbers) != 4 or min(numbers[2:]) < _LEAST:
            return 1.0, 0.0, 0.0, 1.0, place[0], place[1]
        words = (node.get("preserveAspectRatio") or "xMidYMid meet").split()
        sx, sy = place[2] / numbers[2], place[3] / numbers[3]
        across = down = 0.5
        if words[0] != "none":
            sx = sy = max(sx, sy) if "slice" in words else min(sx, sy)
            across, down = _ALIGN.get(words[0][1:4], 0.5), _ALIGN.get(words[0][5:8], 0.5)
        left = place[0] + (place[2] - numbers[2] * sx) * across - numbers[0] * sx
        top = place[1] + (place[3] - numbers[3] * sy) * down - numbers[1] * sy
        return sx, 0.0, 0.0, sy, left, top

    def _count(self, node: Node, known: dict[Node, int], depth: int) -> int:
        """Return how many nodes it takes to draw a node. Raises InputError before any is drawn."""
        if node in known or depth > MAX_NESTED:  # deeper ones are refused where they are drawn
            return known.get(node, 0)
        known[node] = 0  # of a part that uses itself, which is a fault where it does
        total = 0
        if node is self.root or (node.name in _DRAWN and self.cascade.properties(node).get("display") != "none"):
            target = self.ids.get(node.href[1:]) if node.name == "use" else None
            inner = node.children if target is None else target.children if target.name == "symbol" else [target]
            total = 1 + sum(self._count(child, known, depth + 1) for child in inner)
        if total > MAX_STEPS:
            self._refuse(node, f"{MAX_STEPS:,} parts")
        known[node] = total
        return total

    def _refuse(self, node: Node, most: str) -> None:
        self.source.fault(node.at, f"expected at most {most}; a part that is used twice counts twice", "simplify it")
        raise InputError(self.source.report)

    # Nodes ------------------------------------------------------------------------------------------------------

    def children(self, node: Node, look: Look, matrix: Matrix) -> list[Item]:
        """Everything in a node."""
        items: list[Item] = []
        for child in node.children:
            items += self.node(child, look, matrix)
        return items

    def node(self, node: Node, base: Look, matrix: Matrix) -> list[Item]:
        """One node with all that is in it, in the drawing's coordinates."""
        if node.name in _DEFINED:
            return []
        if node.name not in _DRAWN:
            hint = hint_nearest(node.name, (*_DRAWN, *_DEFINED)) or "draw it as a path"
            self.source.fault(node.at, f"<{node.name}> is not supported in a drawing", hint)
            return []
        self.steps += 1
        if self.steps > MAX_STEPS or self.depth >= MAX_NESTED:
            self._refuse(node, f"{MAX_STEPS:,} parts" if self.steps > MAX_STEPS else f"{MAX_NESTED} nested parts")
        properties = self.cascade.properties(node)
        if properties.get("display") == "none":
            return []
        look = self.cascade.look(node, properties, base)
        if "transform" in properties:
            own = parse_transform(properties["transform"])
            if own is None:
                place = self.source.place(node, "transform")
                self.source.fault(place, f"unsupported transform “{properties['transform'][:40]}”")
                return []
            matrix = multiply(matrix, own)
        if not is_near(matrix):
            self.source.fault(node.at, "the transforms make this part too large", "simplify them")
            return []
        self.depth += 1
        items = self.effects.wrap(node, properties, self._content(node, properties, look, matrix), matrix)
        self.depth -= 1
        return items

    def _content(self, node: Node, properties: dict[str, str], look: Look, matrix: Matrix) -> list[Item]:
        if node.name in SHAPES:
            return self._shape(node, properties, look, matrix) if look.is_visible else []
        if node.name == "use":
            return self._use(node, look, matrix)
        if node.name == "image":
            self.note_raster(node, "a picture")
            return []
        if node.name == "text":
            if node.text.strip() or node.children:
                self.note_raster(node, "text")
            return []
        if node.name == "svg":
            return self.viewport(node, node, look, matrix)
        if node.name == "switch":
            fit = next((child for child in node.children if not child.get("requiredExtensions")), None)
            return self.node(fit, look, matrix) if fit is not None else []
        return self.children(node, look, matrix)

    def _shape(self, node: Node, properties: dict[str, str], look: Look, matrix: Matrix) -> list[Item]:
        path = self.outlines.path(node)
        if self.is_picture and look.dash and node.name in ("circle", "ellipse"):
            # Dashes of other programs begin at the right; those of our icons began at the top.
            path = _from_the_right(path)
        if not path or len(path) < 4:
            return []
        self.shapes += 1
        if self.shapes > MAX_SHAPES:
            self.source.fault(node.at, f"expected at most {MAX_SHAPES:,} shapes", "simplify the drawing")
            raise InputError(self.source.report)
        if any(properties.get(key, "none") != "none" for key in _MARKERS & properties.keys()):
            self.note_raster(node, "an arrowhead (marker)")
        return painted(self, node, path, look, matrix, properties.get("paint-order", ""))

    def _use(self, node: Node, look: Look, matrix: Matrix) -> list[Item]:
        target = self.ids.get(node.href[1:])
        if target is None:
            if node.href:
                key = "href" if "href" in node.attributes else "xlink:href"
                hint = hint_nearest(node.href[1:], self.ids)
                self.source.fault(self.source.place(node, key), f"there is no part “{node.href}”", hint)
            return []
        if target in self.using or self._holds(target, node):
            self.source.fault(node.at, f"“{node.href}” uses itself", "a part must not use a part that contains it")
            return []
        x, y = self.outlines.length(node, "x"), self.outlines.length(node, "y")
        if x or y:
            matrix = multiply(matrix, (1.0, 0.0, 0.0, 1.0, x, y))
        self.using.append(target)
        try:
            if target.name not in ("symbol", "svg"):
                return self.node(target, look, matrix)
            properties = self.cascade.properties(target)
            inner = self.cascade.look(target, properties, look)
            return self.effects.wrap(target, properties, self.viewport(target, node, inner, matrix), matrix)
        finally:
            self.using.pop()

    def _holds(self, outer: Node, node: Node) -> bool:
        above: Node | None = node
        while above is not None and above is not outer:
            above = above.above
        return above is outer

    def viewport(self, node: Node, sized: Node, look: Look, matrix: Matrix) -> list[Item]:
        """A drawing within the drawing; `sized` says how large it is."""
        wide = node if node is sized else sized
        keys = {key: wide.get(key) or node.get(key) for key in ("width", "height")}
        width, height = (
            parse_length(keys[key] or "100%", self.box[2 + at]) or 0.0 for at, key in enumerate(("width", "height"))
        )
        left, top = (self.outlines.length(node, key) if node.name == "svg" else 0.0 for key in ("x", "y"))
        if not node.get("viewBox"):
            # Without a box of its own it is as large as it is; most programs mean no cut by that.
            moved = multiply(matrix, (1.0, 0.0, 0.0, 1.0, left, top)) if left or top else matrix
            items = self.children(node, look, moved)
            if not any(keys.values()) or node.get("overflow") == "visible":
                return items
        else:
            moved = multiply(matrix, self.fitted(node, (left, top, width, height)))
            items = self.children(node, look, moved)
        if not items or node.get("overflow") == "visible":
            return items
        window = transform_path(rect_path(left, top, width, height), matrix)
        return [Group(tuple(items), clip=window)]


def _from_the_right(path: PathData) -> PathData:
    """An ellipse that begins a quarter turn later."""
    start, quarter, rest = path[:3], path[3:10], path[10:-1]
    return ("M", *quarter[-2:], *rest, *quarter, "Z") if start else ()
