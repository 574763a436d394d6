"""What is done to parts as a whole: clips, masks, opacity, blending. In: a node's items. Out: the items in Groups and
Layers that do it.

Invariant: a clip of one shape is a clip; only what a clip cannot say is a mask. A filter cannot be drawn with lines, so
the reader is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pnp.layout.drawing.bounds import Bounds, around, tight_bounds
from pnp.layout.drawing.frame import BLENDS, Group, Item, Layer, Matrix, PathData, Shade, Shape
from pnp.layout.drawing.path import IDENTITY, inverse, multiply, rect_path, reversed_path, signed_area, transform_path
from pnp.layout.drawing.svg.look import Look
from pnp.layout.drawing.svg.outlines import SHAPES, Document
from pnp.layout.drawing.svg.values import parse_length, parse_part, parse_transform
from pnp.layout.drawing.svg.xml_tree import Node

_EFFECTS = frozenset(("filter", "clip-path", "mask", "opacity", "mix-blend-mode"))
MOST_OPEN = 20  # clips and masks on each other
_NOWHERE: PathData = ("M", 0.0, 0.0, "L", 0.0, 0.0, "Z")


class Effects:
    """The effects of one document."""

    def __init__(self, reader: Document) -> None:
        self.reader = reader
        self.is_blending = False
        self.open: list[Node] = []  # the masks and clips that are being read

    def wrap(self, node: Node, properties: dict[str, str], items: list[Item], matrix: Matrix) -> list[Item]:
        """The items of a node under its effects."""
        if _EFFECTS.isdisjoint(properties):
            return items
        if self._reference(properties.get("filter", "none")) is not None:
            self.reader.note_raster(node, "a filter, such as a shadow or a blur,")
        if not items:
            return items
        for key in ("clip-path", "mask"):
            target = self._target(node, properties, key)
            if target is not None:
                items = self._under(target, items, matrix, self._clipped if key == "clip-path" else self._masked)
        opacity = parse_part(properties.get("opacity", "1"))
        if opacity is None:
            place = self.reader.source.place(node, "opacity")
            self.reader.source.fault(place, f"expected a number for “opacity”, got “{properties['opacity']}”")
        elif opacity < 1:
            items = [Group(tuple(items), opacity=opacity)] if opacity > 0 else []
        blend = BLENDS.get(properties.get("mix-blend-mode", "normal"))
        self.is_blending = self.is_blending or bool(blend)
        return [Layer(tuple(items), blend=blend)] if blend and items else items

    def _under(
        self, target: Node, items: list[Item], matrix: Matrix, put: Callable[[Node, list[Item], Matrix], list[Item]]
    ) -> list[Item]:
        """Items under a clip or a mask that may have one itself."""
        if len(self.open) >= MOST_OPEN:
            self.reader.source.fault(target.at, f"expected at most {MOST_OPEN} nested clips and masks", "simplify it")
            return []
        self.open.append(target)
        items = put(target, items, matrix)
        self.open.pop()
        return items

    def _target(self, node: Node, properties: dict[str, str], key: str) -> Node | None:
        """Return the clip or mask that a node refers to; one that is being read already makes a circle, a fault."""
        target = self._reference(properties.get(key, "none"))
        if target is None or target not in self.open:
            return target
        place = self.reader.source.place(node, key)
        self.reader.source.fault(place, f"“{target.get('id')}” refers to itself", "remove the circular reference")
        return None

    def _reference(self, text: str) -> Node | None:
        return self.reader.ids.get(text.partition("#")[2].partition(")")[0].strip("'\" ")) if "#" in text else None

    def _clipped(self, target: Node, items: list[Item], matrix: Matrix) -> list[Item]:
        """Items within a clip."""
        properties = self.reader.cascade.properties(target)
        if target.get("clipPathUnits") == "objectBoundingBox":
            matrix = _box_matrix(items, matrix)
        if (own := parse_transform(properties.get("transform", ""))) is not None:
            matrix = multiply(matrix, own)
        look = self.reader.cascade.look(target, properties, self.reader.plain)
        found = list(self._outlines(target.children, look, matrix))
        if len(found) <= 1:
            path, even_odd = found[0] if found else (_NOWHERE, False)
        elif any(even_odd for _, even_odd in found):
            veil = tuple(Shape(path, "#ffffff", even_odd=even_odd) for path, even_odd in found)
            return self._under_outer(target, "clip-path", [Layer(tuple(items), mask=veil)], matrix)
        else:
            # All run the same way round, so that none takes out of another what both cover.
            path, even_odd = sum((_same_way(one) for one, _ in found), ()), False
        group = Layer(tuple(items), clip=path, even_odd=True) if even_odd else Group(tuple(items), clip=path)
        return self._under_outer(target, "clip-path", [group], matrix)

    def _under_outer(self, target: Node, key: str, items: list[Item], matrix: Matrix) -> list[Item]:
        """Items under the clip of a clip, or the mask of a mask."""
        outer = self._target(target, self.reader.cascade.properties(target), key)
        if outer is None:
            return items
        return self._under(outer, items, matrix, self._clipped if key == "clip-path" else self._masked)

    def _outlines(self, nodes: Iterable[Node], look: Look, matrix: Matrix) -> Iterable[tuple[PathData, bool]]:
        """The paths of a clip in the drawing's coordinates, and whether each is filled by even and odd."""
        reader = self.reader
        for node in nodes:
            properties = reader.cascade.properties(node)
            if properties.get("display") == "none":
                continue
            self._target(node, properties, "clip-path")
            inner = reader.cascade.look(node, properties, look)
            own = parse_transform(properties.get("transform", ""))
            moved = multiply(matrix, own) if own is not None else matrix
            if node.name in SHAPES:
                path = reader.outlines.path(node)
                if path and inner.is_visible:
                    yield transform_path(path, moved), inner.clip_even_odd
            elif node.name == "use" and (target := reader.ids.get(node.href[1:])) is not None and target.name in SHAPES:
                at = (reader.outlines.length(node, "x"), reader.outlines.length(node, "y"))
                yield from self._outlines([target], inner, multiply(moved, (1.0, 0.0, 0.0, 1.0, *at)))
            elif node.name == "text":
                reader.source.fault(node.at, "text is not supported here", "convert the text to paths")

    def _masked(self, target: Node, items: list[Item], matrix: Matrix) -> list[Item]:
        """Items under a mask."""
        reader = self.reader
        properties = reader.cascade.properties(target)
        box = _box_matrix(items, matrix)
        look = reader.cascade.look(target, properties, reader.plain)
        is_box = target.get("maskContentUnits") == "objectBoundingBox"
        content = reader.children(target, look, box if is_box else matrix)
        is_own = target.get("maskUnits") == "userSpaceOnUse"
        wholes = reader.box[2:] * 2 if is_own else (1.0, 1.0) * 2
        x, y, width, height = (
            parse_length(target.get(key, default), whole) or 0.0
            for (key, default), whole in zip(_REGION, wholes, strict=True)
        )
        region = transform_path(rect_path(x, y, width, height), matrix if is_own else box)
        if not content:
            return []
        veil = (Group(tuple(content), clip=region),)
        masked: list[Item] = [Layer(tuple(items), mask=veil, is_alpha=properties.get("mask-type") == "alpha")]
        return self._under_outer(target, "mask", masked, matrix)


_REGION = (("x", "-10%"), ("y", "-10%"), ("width", "120%"), ("height", "120%"))


def _same_way(path: PathData) -> PathData:
    return reversed_path(path) if signed_area(path) < 0 else path


def _box_matrix(items: Iterable[Item], matrix: Matrix) -> Matrix:
    """From parts of the box round items, which stands as straight as their own coordinates, to the drawing's."""
    back = inverse(matrix)
    left, top, right, low = _bounds(items, back or IDENTITY)
    box = (right - left, 0.0, 0.0, low - top, left, top)
    return multiply(matrix, box) if back else box


def _bounds(items: Iterable[Item], seen: Matrix) -> Bounds:
    """The box round the outlines of items, moved by a matrix, without their strokes."""
    boxes: list[Bounds] = []

    def collect(inner: Iterable[Item], matrix: Matrix) -> None:
        for item in inner:
            if isinstance(item, Group):
                # A stroke filled with a gradient is a mask before a ground that is larger.
                outlines = item.mask if isinstance(item, Layer) and item.mask else item.items
                collect(outlines, multiply(matrix, item.matrix))
            elif isinstance(item, Shape | Shade):
                boxes.append(tight_bounds(transform_path(item.path, matrix)))

    collect(items, seen)
    return around(boxes)
