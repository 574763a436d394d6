"""Elements that hold others: groups, slots, stacks, faces within faces. In: an element and its box. Out: Group items.

Invariant of stacks: elements stand one below the other in the box, `rest` shares what the others leave, and what has
no room is reported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pnp.layout.drawing.frame import FIGURE, Matrix, PathData
from pnp.layout.drawing.path import IDENTITY, ellipse_path, multiply, rect_path, scaling
from pnp.layout.painting.face_canvas import MAX_INSETS, Box, FaceCanvas, halved
from pnp.layout.painting.pictures import settled
from pnp.layout.painting.text_element import is_shared_in_deck, report_crowded, shared_size
from pnp.layout.template.element import REST, Element, FaceElement, GroupElement, StackElement
from pnp.layout.template.length import Length
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


_PART = {"top": 0.0, "middle": 0.5, "bottom": 1.0}
_SMALLEST = 0.4  # of the type, when it shrinks with the stack
_SLACK = 1e-3  # mm


class StackedElement(Struct, frozen=True, eq=False):
    """An element and its room along the stack, mm; is_rest: the least it takes."""

    element: Element
    room: float
    is_rest: bool = False


def paint_stack(canvas: FaceCanvas, element: StackElement, box: Box) -> float | None:
    """All elements of a stack; its bottom when its height is auto."""
    drawn = [child for child in element.elements if canvas.is_drawn(child)]
    return (
        _paint_down(canvas, element, drawn, box)
        if element.flow == "down"
        else _paint_across(canvas, element, drawn, box)
    )


def _paint_down(canvas: FaceCanvas, element: StackElement, drawn: Sequence[Element], box: Box) -> float | None:
    gap = canvas.measure(element.gap, box[3], box)
    is_auto = element.height == "auto"
    if is_auto and any(child.height == REST for child in drawn):
        canvas.fault(
            element,
            "height: auto and height: rest are mutually exclusive",
            "stack",
            "height",
            "give the stack a height",
        )
        return None
    scale, is_crowded = canvas.scale, canvas.is_crowded

    def stacked_at(factor: float) -> list[StackedElement]:
        canvas.scale = factor
        return [_measure_down(canvas, child, box) for child in drawn]

    try:
        stacked = stacked_at(scale)
        if canvas.is_measuring:
            return box[1] + _length(stacked, gap) if is_auto else None
        if _length(stacked, gap) > box[3] + _SLACK:
            small, _ = halved(lambda factor: _length(stacked_at(factor), gap) <= box[3], _SMALLEST * scale, scale)
            stacked = stacked_at(small)
            if _length(stacked, gap) > box[3] + _SLACK:
                _report_overflow(canvas, element, drawn, box, _length(stacked, gap), "high")
                canvas.is_crowded = True
        rooms = _share(canvas, stacked, gap, box[3])
        spare = box[3] - sum(rooms) - gap * (sum(room > 0 for room in rooms) - 1)
        top = box[1] + (max(0.0, spare) * _PART[element.valign] if not is_auto else 0.0)
        for one, room in zip(stacked, rooms, strict=True):
            if room > 0:
                child = one.element if one.element.height == "auto" else replace(one.element, height=None)
                canvas.draw((child,), (box[0], top, box[2], room))
                top += room + gap
        return box[1] + _length(stacked, gap) if is_auto else None
    finally:
        canvas.scale, canvas.is_crowded = scale, is_crowded


def _measure_down(canvas: FaceCanvas, child: Element, box: Box) -> StackedElement:
    if child.height == REST:
        return StackedElement(child, canvas.measure(child.least, box[3], box), True)
    if child.height == "auto":
        bottom = canvas.rehearse(lambda rehearsal: rehearsal.draw((child,), (box[0], 0.0, box[2], 0.0)))
        return StackedElement(child, bottom)
    return StackedElement(child, _lengths_given(canvas, child.height, box[3], box))


def _paint_across(canvas: FaceCanvas, element: StackElement, drawn: Sequence[Element], box: Box) -> float | None:
    gap = canvas.measure(element.gap, box[2], box)
    stacked = [
        StackedElement(child, canvas.measure(child.least, box[2], box), True)
        if child.width == REST
        else StackedElement(child, _lengths_given(canvas, child.width, box[2], box))
        for child in drawn
    ]
    if _length(stacked, gap) > box[2] + _SLACK and not canvas.is_measuring:
        _report_overflow(canvas, element, drawn, box, _length(stacked, gap), "wide")
    left, lowest = box[0], box[1]
    for one, room in zip(stacked, _share(canvas, stacked, gap, box[2]), strict=True):
        if room > 0:
            lowest = max(lowest, canvas.draw((replace(one.element, width=None),), (left, box[1], room, box[3])))
            left += room + gap
    return lowest if element.height == "auto" else None


def _lengths_given(canvas: FaceCanvas, length: Length | str | None, whole: float, box: Box) -> float:
    """A size that was written; none is a fault of the layout, told when it was read."""
    return 0.0 if length is None or isinstance(length, str) else max(0.0, canvas.measure(length, whole, box))


def _length(stacked: Sequence[StackedElement], gap: float) -> float:
    """What they take, mm; what takes no room is not parted from its neighbours."""
    taken = [one.room for one in stacked if one.room > 0 or one.is_rest]
    return sum(taken) + gap * max(0, len(taken) - 1)


def _share(canvas: FaceCanvas, stacked: Sequence[StackedElement], gap: float, whole: float) -> list[float]:
    """The rooms: the rest is shared evenly by those that take it, but for those whose least is more, and those that
    take no more than others with which they go together.
    """
    spare = whole - _length(stacked, gap) + sum(one.room for one in stacked if one.is_rest)
    sharing = [one for one in stacked if one.is_rest]
    most = {id(one): shared_size(canvas, _word(one), one.element.among) or whole for one in sharing}
    given: dict[int, float] = {}
    while sharing:
        even = max(0.0, spare / len(sharing))
        odd = next((one for one in sharing if one.room > even or most[id(one)] < even), sharing[0])
        given[id(odd)] = max(odd.room, min(even, most[id(odd)]))
        spare -= given[id(odd)]
        sharing.remove(odd)
    for one in stacked:
        if one.is_rest and one.element.together and not is_shared_in_deck(canvas, one.element.among):
            canvas.sizes[_word(one)] = min(given[id(one)], canvas.sizes.get(_word(one), whole))
    return [given.get(id(one), one.room) for one in stacked]


def _word(one: StackedElement) -> str:
    """Under which its room is shared; type sizes of texts that go together have words of their own."""
    return f"room {one.element.together}" if one.element.together else ""


def _report_overflow(
    canvas: FaceCanvas, element: StackElement, drawn: Sequence[Element], box: Box, taken: float, way: str
) -> None:
    whole = box[3] if way == "high" else box[2]
    resting = [child for child in drawn if REST in (child.height, child.width)]
    leasts = ", ".join(f"“{child.id}” at least {canvas.measure(child.least, whole, box):g} mm" for child in resting)
    measures = f"must be at least {taken:.1f} mm {way}, the box is {whole:.1f} mm" + (f" ({leasts})" if leasts else "")

    def measure(rehearsal: FaceCanvas) -> None:
        for child in drawn:
            _measure_down(rehearsal, child, box)

    if way == "wide" or not report_crowded(canvas, element, measure, measures):
        canvas.report.error(
            element.span,
            f"{canvas.name}, “{element.id}”: its content {measures}",
            "shorten the texts, reduce “least”, or give the stack more room",
            "text-overflow",
        )
