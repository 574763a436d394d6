"""Groups, slots and faces within faces. In: an element and its box. Out: Group items on the canvas."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pnp.layout.drawing.frame import FIGURE, Matrix, PathData
from pnp.layout.drawing.path import IDENTITY, ellipse_path, multiply, rect_path, scaling
from pnp.layout.painting.face_canvas import MAX_INSETS, Box, FaceCanvas
from pnp.layout.painting.pictures import settled
from pnp.layout.template.element import FaceElement, GroupElement
from pnp.layout.template.name_template import SplitTemplate, parse_name_template
from pnp.layout.template.template import Size
from pnp.layout.text.markup import Placeholder


def paint_group(canvas: FaceCanvas, element: GroupElement, box: Box) -> float | None:
    """Children in the group's box, moved and cut together."""
    x, y, width, height = box
    matrix: Matrix = IDENTITY
    scale = canvas.measure(element.scale, 1.0, box)
    middle = (x + width / 2, y + height / 2)
    if scale != 1.0:
        matrix = scaling(scale, scale, *middle)
    if element.mirror:
        matrix = multiply(scaling(*((-1.0, 1.0) if element.mirror == "x" else (1.0, -1.0)), *middle), matrix)
    clip: PathData = ()
    if element.clip == "round":
        clip = ellipse_path(*middle, width / 2, height / 2)
    elif element.clip is not False:
        clip = rect_path(*box, () if element.clip is True else (float(element.clip),))
    if matrix == IDENTITY and not clip:
        lowest = canvas.draw(element.elements, box)
    else:
        with canvas.group(settled(matrix), clip, name=element.id):
            lowest = canvas.draw(element.elements, box)
    return lowest if element.height == "auto" else None


def outline_of(size: Size) -> PathData:
    """The shape that is cut out of the paper."""
    width, height = size.width, size.height
    if size.shape == "round":
        return ellipse_path(width / 2, height / 2, width / 2, height / 2)
    if size.shape == "hex":
        points = ((0.25, 0.0), (0.75, 0.0), (1.0, 0.5), (0.75, 1.0), (0.25, 1.0), (0.0, 0.5))
        path: list[str | float] = []
        for number, (across, down) in enumerate(points):
            path += ("L" if number else "M", across * width, down * height)
        return (*path, "Z")
    return rect_path(0.0, 0.0, width, height, (size.corner,))


def fitted(size: Size, box: Box, out: float = 0.0) -> tuple[float, float, float]:
    """How large a face is in the middle of a box, and its left and top there; out: how much of its bleed is seen."""
    x, y, width, height = box
    scale = min(width / (size.width + 2 * out), height / (size.height + 2 * out))
    return scale, x + (width - size.width * scale) / 2, y + (height - size.height * scale) / 2


def paint_face(canvas: FaceCanvas, element: FaceElement, box: Box) -> None:
    """Another layout, as large as fits into the box."""
    layout = canvas.word(element.layout, element, "layout")
    if not element.card:
        card = canvas.scope.card
    else:
        name = canvas.word(element.card, element, "card")
        if not name:
            return
        card = canvas.scope.book.card(name)
        if card is None:
            canvas.fault(element, f"there is no card “{name}”", "unknown-card", "card")
            return
        card = card.first_copy
    known = canvas.resources.layout_fault(layout)
    if known:
        canvas.fault(element, known, "unknown-layout", "layout")
        return
    key = f"{layout} of {card.id if card else ''}"
    if key in canvas.insets or len(canvas.insets) >= MAX_INSETS:
        canvas.fault(element, "the face contains itself", "circle", "layout", " → ".join((*canvas.insets, key)))
        return
    template = canvas.resources.inset_template(layout)
    if template is None:
        return
    size = template.size
    out = size.bleed if element.bleed else 0.0
    scale, left, top = fitted(size, box, out)
    clip = rect_path(-out, -out, size.width + 2 * out, size.height + 2 * out) if out else outline_of(size)
    given: dict[str, Any] = {name: _given(canvas, element, value) for name, value in element.with_.items()}
    scope, insets, shrunk = canvas.scope, canvas.insets, canvas.shrunk
    try:
        canvas.scope = replace(scope, template=template, own=card, cell=None, given=given)
        canvas.insets, canvas.shrunk = (*insets, key), shrunk * scale
        with canvas.group(settled((scale, 0.0, 0.0, scale, left, top)), clip, name=f"{FIGURE}{key}"):
            canvas.draw(template.elements, (0.0, 0.0, size.width, size.height))
    finally:
        canvas.scope, canvas.insets, canvas.shrunk = scope, insets, shrunk


def _given(canvas: FaceCanvas, element: FaceElement, value: Any) -> Any:
    if not isinstance(value, str) or "{" not in value:
        return value
    try:
        name_template = parse_name_template(value)
        if (
            isinstance(name_template, SplitTemplate)
            and len(name_template.parts) == 1
            and isinstance(name_template.parts[0], Placeholder)
        ):
            number = canvas.scope.value(name_template.parts[0])
            if isinstance(number, int | float):  # stays one, for lengths and counts
                return number
        return canvas.word(name_template, element, "with")
    except ValueError as fault:
        canvas.fault(element, str(fault), "placeholder", "with")
        return ""
