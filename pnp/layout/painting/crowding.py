"""Stacks and rows too small for their texts. In: an element, how its children are measured, what they take. Out: one
fault, at the words of the longest text.

Invariant: a box that is too small is one fault; `is_crowded` keeps the texts that suffer from it from being others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pnp.base.diagnostics import Span
from pnp.layout.painting.face_canvas import Box, FaceCanvas
from pnp.layout.painting.text_element import paint_text, report_overflow, text_style_of, words_of
from pnp.layout.template.element import Element, TextElement
from pnp.layout.text.markup import Paragraph


class _LongText(NamedTuple):
    """A text as tall as its words, mm; what it says, and where that is written."""

    height: float
    element: TextElement
    words: list[Paragraph]
    source: Span | None


def report_crowded(
    canvas: FaceCanvas, element: Element, measure: Callable[[FaceCanvas], object], measures: str
) -> bool:
    """Report the longest text of those that `measure` draws; False where none is as tall as its words."""
    found: list[_LongText] = []

    def note(inner: FaceCanvas, text: TextElement, box: Box) -> float | None:
        bottom = paint_text(inner, text, box)
        if text.height == "auto" and bottom is not None:
            style = text_style_of(inner, text, text.look)
            found.append(_LongText(bottom - box[1], text, *words_of(inner, text, style)))
        return bottom

    def draw(rehearsal: FaceCanvas) -> float:
        rehearsal.painters = {**canvas.painters, TextElement: note}
        measure(rehearsal)
        return 0.0

    canvas.rehearse(draw)
    longest = max(found, key=lambda text: text.height, default=None)
    if longest is None or not longest.height:
        return False
    reason = f"the content of “{element.id}” {measures}"
    report_overflow(canvas, longest.element, reason, longest.words, longest.source, element.span)
    return True
