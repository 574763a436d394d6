"""Pictures: icons, patterns, textures and raster images. In: an element and its box. Out: Groups and Image items."""

from __future__ import annotations

from math import ceil

from pnp.base.suggest import nearest_names
from pnp.layout.drawing.art_files import NO_RESVG, can_raster, raster_source
from pnp.layout.drawing.frame import Group, Image, Item, Layer, Matrix, Shape
from pnp.layout.drawing.path import multiply, rect_path, scaling, turning
from pnp.layout.drawing.picture import Picture
from pnp.layout.drawing.svg.vector import Icon, count_leaves, draw_icon
from pnp.layout.drawing.textures import texture_strokes
from pnp.layout.painting.face_canvas import Box, FaceCanvas
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.template.element import IconElement, ImageElement, PatternElement, TextureElement, TintedElement

MAX_MARKS = 5_000
_FINE = 0.6  # a face drawn smaller than this part of its size shows no texture
_PART = {"left": 0.0, "centre": 0.5, "right": 1.0, "top": 0.0, "middle": 0.5, "bottom": 1.0}


def drawn(resources: LayoutResources, icon: Icon, colour: str, accent: str, ground: str) -> tuple[Item, ...]:
    """The icon's shapes in these colours, made once."""
    key = ("icon", icon.name, colour, accent, ground)
    items: tuple[Item, ...] | None = resources.memo.get(key)
    if items is None:
        items = resources.memo[key] = draw_icon(icon, colour, accent, ground)
    return items


def fit_icon(icon: Icon, box: Box, across: float = 0.5, down: float = 0.5) -> Matrix:
    """The matrix that puts the icon into the box, as large as fits."""
    x, y, width, height = box
    scale = min(width / icon.width, height / icon.height)
    left = x + (width - icon.width * scale) * across - icon.x * scale
    top = y + (height - icon.height * scale) * down - icon.y * scale
    return scale, 0.0, 0.0, scale, left, top


def settled(matrix: Matrix) -> Matrix:
    """The matrix with digits that can be printed."""
    a, b, c, d, e, f = matrix
    return round(a, 6), round(b, 6), round(c, 6), round(d, 6), round(e, 3), round(f, 3)


def paint_icon(canvas: FaceCanvas, element: IconElement, box: Box) -> None:
    """One icon."""
    found = _find(canvas, element)
    if found is None:
        return
    icon, items = found
    matrix = fit_icon(icon, box, _PART[element.align], _PART[element.valign])
    if icon.raster:
        _paint_rastered(canvas, element, icon, matrix)
        return
    if element.mirror:
        middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
        matrix = multiply(scaling(*((-1.0, 1.0) if element.mirror == "x" else (1.0, -1.0)), *middle), matrix)
    canvas.add(element, (Group(items, settled(matrix), name=f"icon:{icon.name}"),), leaves=count_leaves(items))


def _paint_rastered(canvas: FaceCanvas, element: IconElement, icon: Icon, matrix: Matrix) -> None:
    scale, left, top = matrix[0], matrix[4] + icon.x * matrix[0], matrix[5] + icon.y * matrix[3]
    box = (round(left, 3), round(top, 3), round(icon.width * scale, 3), round(icon.height * scale, 3))
    colour = canvas.colour(element.colour, element, "colour")
    picture = _rastered(canvas, element, icon, canvas.resources.icon_source(icon.name), box, colour)
    if picture is not None:
        canvas.add(element, (picture,))


def paint_pattern(canvas: FaceCanvas, element: PatternElement, box: Box) -> None:
    """One icon again and again, cut to the box."""
    found = _find(canvas, element)
    if found is None:
        return
    icon, items = found
    if icon.raster:
        canvas.fault(element, f"a pattern must be a vector drawing, but “{icon.name}” has {icon.raster}", "svg", "icon")
        return
    x, y, width, height = box
    side = canvas.measure(element.icon_size, min(width, height), box)
    step = [canvas.measure(part, width, box) for part in element.step] or [side * 1.5, side * 1.5]
    if side <= 0 or min(step) <= 0:
        canvas.fault(element, "expected a size and a step larger than 0 mm", "pattern", "step")
        return
    columns, rows = ceil(width / step[0]) + 1, ceil(height / step[1]) + 1
    if (columns + 1) * rows > MAX_MARKS:
        canvas.fault(
            element, f"expected a pattern of at most {MAX_MARKS:,} icons, got {columns * rows:,}", "pattern", "step"
        )
        return
    # The pattern stands symmetric to the middle of the box, so that a back forgives a shift.
    left = x + width / 2 - step[0] * (columns // 2)
    top = y + height / 2 - step[1] * (rows // 2)
    marks: list[Item] = []
    number = 0
    for row in range(rows + 1):
        shift = element.stagger * step[0] if (row - rows // 2) % 2 else 0.0
        for column in range(-1, columns + 1):
            cx, cy = left + column * step[0] + shift, top + row * step[1]
            if not (x - side < cx < x + width + side and y - side < cy < y + height + side):
                continue
            matrix = fit_icon(icon, (cx - side / 2, cy - side / 2, side, side))
            if element.turns:
                matrix = multiply(turning(element.turns[number % len(element.turns)], cx, cy), matrix)
            marks.append(Group(items, settled(matrix), name=f"icon:{icon.name}"))
            number += 1
    if marks:
        group = Group(tuple(marks), clip=rect_path(*box), name="pattern")
        canvas.add(element, (group,), leaves=count_leaves(items) * len(marks))


def paint_texture(canvas: FaceCanvas, element: TextureElement, box: Box) -> None:
    """The marks of a material, cut to the box; as many as the theme's value `texture` says, none where that is 0."""
    if not element.texture:
        canvas.fault(element, "a texture needs a name", "texture", "texture")
        return
    x, y, width, height = box
    amount = canvas.measure(element.amount, 1.0, box)
    if (usual := canvas.resources.theme.values.get("texture")) is not None:
        amount *= canvas.measure(usual, 1.0, box)
    colour, seed = canvas.colour(element.colour, element, "colour"), canvas.word(element.seed, element, "seed")
    if not colour or canvas.shrunk < _FINE:
        return
    memo = canvas.resources.memo
    key = ("texture", element.texture, round(width, 2), round(height, 2), seed, amount)
    marks: tuple[Item, ...] | None = memo.get((*key, colour))
    if marks is None:
        strokes = memo.get(key)  # whatever colour the marks have
        if strokes is None:
            strokes = memo[key] = texture_strokes(element.texture, width, height, seed, amount)
        shapes = [Shape(path, stroke=colour, width=thick, cap="round") for path, thick in strokes]
        marks = memo[(*key, colour)] = tuple(shapes)
    if marks:
        moved = settled((1.0, 0.0, 0.0, 1.0, x, y))
        group = Group(marks, moved, rect_path(0.0, 0.0, width, height), name=f"texture:{element.texture}")
        canvas.add(element, (group,), leaves=len(marks))


def paint_image(canvas: FaceCanvas, element: ImageElement, box: Box) -> None:
    """A picture: pixels, or a drawing."""
    path = canvas.word(element.image, element, "image")
    picture = canvas.resources.picture(path)
    if isinstance(picture, str):
        if picture and not (element.optional and picture.startswith("there is no image")):
            canvas.fault(element, picture, "image", "image")
        return
    width, height = box[2:]
    if not width or not height:
        return
    place = box if element.fit == "stretch" else _fitted(picture, element, box)
    left, top, across, down = (round(part, 3) for part in place)
    source = canvas.resources.image_source(path)
    item: Item | None
    if isinstance(picture, Picture):
        item = Image(left, top, across, down, source, picture.digest)
    elif picture.raster:
        item = _rastered(canvas, element, picture, source, (left, top, across, down))
    else:
        sx, sy = across / picture.width, down / picture.height
        matrix = (sx, 0.0, 0.0, sy, left - picture.x * sx, top - picture.y * sy)
        lines = Group(drawn(canvas.resources, picture, "#000000", "#000000", "#ffffff"), settled(matrix))
        item = Group((lines,), clip=rect_path(left, top, across, down), name=f"art:{path}")
    if item is None:
        return
    radius = [canvas.measure(part, min(width, height), box) for part in element.radius]
    if element.fit == "fill" or any(radius):
        item = Group((item,), clip=rect_path(*box, radius), name="image")
    if element.mask:
        veil = _veil(canvas, element, box)
        if veil is None:
            return
        item = Layer((item,), mask=(veil,), is_alpha=True, name="image")
    canvas.add(element, (item,), leaves=count_leaves((item,)), dpi=element.dpi)


def _veil(canvas: FaceCanvas, element: ImageElement, box: Box) -> Item | None:
    """The icon through which a picture is seen, stretched to its box."""
    name = canvas.word(element.mask, element, "mask")
    icon = canvas.resources.icon(name) if name else None
    if icon is None or icon.raster:
        if name and not (icon is None and _is_reported(canvas, name)):
            fault = (
                f"there is no icon “{name}”"
                if icon is None
                else f"a mask must be a vector drawing, but “{name}” has {icon.raster}"
            )
            near = nearest_names(name, canvas.resources.icon_names(), 1) if icon is None else []
            canvas.fault(element, fault, "unknown-icon", "mask", f"did you mean “{near[0]}”?" if near else "")
        return None
    sx, sy = box[2] / icon.width, box[3] / icon.height
    matrix = (sx, 0.0, 0.0, sy, box[0] - icon.x * sx, box[1] - icon.y * sy)
    return Group(drawn(canvas.resources, icon, "#000000", "#000000", "#000000"), settled(matrix), name=f"icon:{name}")


def _rastered(
    canvas: FaceCanvas, element: ImageElement | IconElement, icon: Icon, source: str, box: Box, colour: str = ""
) -> Image | None:
    """A drawing that lines cannot show, as a picture; a fault where nobody can draw it."""
    if not can_raster():
        message = f"“{icon.name}” has {icon.raster}, which cannot be drawn as vectors"
        canvas.fault(element, message, "svg", "image" if isinstance(element, ImageElement) else "icon", NO_RESVG)
        return None
    name = raster_source(source, box[2], box[3], colour)
    return Image(*box, name, canvas.resources.image_digest(name))


def _fitted(picture: Picture | Icon, element: ImageElement, box: Box) -> Box:
    x, y, width, height = box
    choose = max if element.fit == "fill" else min
    scale = choose(width / picture.width, height / picture.height)
    across, down = picture.width * scale, picture.height * scale
    return x + (width - across) * element.focus[0], y + (height - down) * element.focus[1], across, down


def _find(canvas: FaceCanvas, element: TintedElement) -> tuple[Icon, tuple[Item, ...]] | None:
    """The icon an element names, drawn in its colours."""
    name = canvas.word(element.icon, element, "icon")
    icon = canvas.resources.icon(name) if name else None
    if icon is None and (other := getattr(element, "instead", "")) and not _is_reported(canvas, name):
        name = canvas.word(other, element, "instead")
        icon = canvas.resources.icon(name) if name else None
    if icon is None:
        if name and not getattr(element, "optional", False) and not _is_reported(canvas, name):
            card, near = canvas.scope.own, nearest_names(name, canvas.resources.icon_names(), 1)
            hint = f"did you mean “{near[0]}”?" if near else ""
            if card is not None and name == card.id in canvas.scope.book.facts.own_cards:
                drawing = f"add the drawing layouts/icons/{name}.svg beside the folder of its cards"
                hint = f"{drawing}; {hint}" if hint else drawing
            canvas.fault(element, f"there is no icon “{name}”", "unknown-icon", "icon", hint)
        return None
    colour = canvas.colour(element.colour, element, "colour")
    accent = colour if element.accent is None else canvas.colour(element.accent, element, "accent")
    items = drawn(canvas.resources, icon, colour, accent, canvas.colour(element.ground, element, "ground"))
    return (icon, items) if items or icon.raster else None


def _is_reported(canvas: FaceCanvas, name: str) -> bool:
    """True when the icon's file is there, but faulty: the resources' report has it."""
    return not canvas.resources.icon_fault(name).startswith("there is no icon")
