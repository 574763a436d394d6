"""Stacks: elements one below the other, or beside each other. In: a StackElement, its box, the names known to the
canvas. Out: the drawing items of its elements.

Invariant: what has a size, or is as tall as its texts, gets it first; elements with `rest` share what is left evenly,
none less than its `least`, and those that go together alike. Texts shrink together before that least is touched, and
what does not fit then is a fault.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from pnp.layout.painting.crowding import report_crowded
from pnp.layout.painting.face_canvas import Box, FaceCanvas
from pnp.layout.painting.shared_sizes import is_shared_in_deck, shared_size
from pnp.layout.template.element import REST, Element, StackElement
from pnp.layout.template.length import Length

_PART = {"top": 0.0, "middle": 0.5, "bottom": 1.0}
_SMALLEST = 0.4  # of the type, when it shrinks with the stack
_SCALE_STEPS = 12
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
            # Heights jump where a line breaks elsewhere: the largest scale that fits is searched.
            small, large = _SMALLEST * scale, scale
            for _ in range(_SCALE_STEPS):
                middle = (small + large) / 2
                if _length(stacked_at(middle), gap) <= box[3]:
                    small = middle
                else:
                    large = middle
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
    return StackedElement(child, _given(canvas, child.height, box[3], box))


def _paint_across(canvas: FaceCanvas, element: StackElement, drawn: Sequence[Element], box: Box) -> float | None:
    gap = canvas.measure(element.gap, box[2], box)
    stacked = [
        StackedElement(child, canvas.measure(child.least, box[2], box), True)
        if child.width == REST
        else StackedElement(child, _given(canvas, child.width, box[2], box))
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


def _given(canvas: FaceCanvas, length: Length | str | None, whole: float, box: Box) -> float:
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
