"""The words of a face in the order they are drawn, which is that of its layout. In: LayoutResources and a layout. Out:
ReadPart: texts with their names filled in, and the cells and pictures that they stand in.

A face is composed by painters that listen: what decides which words it shows is asked as for paper. Invariant: every
text that is drawn is there once, but for those in pictures of cards, which are their names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pnp.layout.painting.compose import draw_with
from pnp.layout.painting.face_canvas import Box, FaceCanvas, Painter
from pnp.layout.painting.groups import paint_face
from pnp.layout.painting.pictures import paint_icon
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.painting.text_element import paint_text, text_style_of, words_of
from pnp.layout.template import element as kinds
from pnp.layout.text.markup import Paragraph


class ReadPart(Struct, frozen=True):
    """A text, the name of an icon, or the id of a card whose picture is shown. styles: the named style of a text, and
    its font · cell: the number of the cell it stands in, 0 outside a grid · is_inset: drawn as part of another face
    """

    paragraphs: tuple[Paragraph, ...] = ()
    icon: str = ""
    card: str = ""
    styles: tuple[str, ...] = ()
    cell: int = 0
    is_inset: bool = False


def read_aloud(resources: LayoutResources, layout: str) -> list[ReadPart]:
    """What a layout without a card says, from its first element to its last."""
    listener = _Listener()
    draw_with(listener.painters, resources, layout)
    return listener.found


class _Listener:
    """Painters that note what they paint."""

    def __init__(self) -> None:
        self.found: list[ReadPart] = []
        self._cells: list[Any] = []  # kept, so that each has a number of its own
        self._around: Any = None  # the cell in which a face stands

    @property
    def painters(self) -> Mapping[type, Painter]:
        """Those of what can be told in words."""
        return {kinds.TextElement: self.text, kinds.IconElement: self.icon, kinds.FaceElement: self.face}

    def text(self, canvas: FaceCanvas, element: kinds.TextElement, box: Box) -> float | None:
        """A text, once: rehearsals of a grid's size are not heard."""
        if not canvas.is_measuring and not canvas.is_sizing:
            style = text_style_of(canvas, element, element.look)
            paragraphs, _ = words_of(canvas, element, style)
            named = canvas.word(element.look.style, element, "style") if element.look.style is not None else ""
            styles = (named, element.look.font or "")
            self.found.append(ReadPart(tuple(paragraphs), "", "", styles, self._cell(canvas), bool(canvas.insets)))
        return paint_text(canvas, element, box)

    def icon(self, canvas: FaceCanvas, element: kinds.IconElement, box: Box) -> None:
        """An icon, by its name."""
        if not canvas.is_measuring and not canvas.is_sizing:
            self.found.append(ReadPart(icon=canvas.word(element.icon, element, "icon"), cell=self._cell(canvas)))
        paint_icon(canvas, element, box)

    def face(self, canvas: FaceCanvas, element: kinds.FaceElement, box: Box) -> None:
        """A face within this one: the picture of a card that is named is its name; any other is read."""
        before, around = len(self.found), self._around
        self._around = canvas.scope.cell if canvas.scope.cell is not None else around
        cell = self._cell(canvas)
        paint_face(canvas, element, box)
        self._around = around
        if element.card and len(self.found) > before:
            name = canvas.word(element.card, element, "card")
            self.found[before:] = [ReadPart(card=name, cell=cell)]

    def _cell(self, canvas: FaceCanvas) -> int:
        cell = canvas.scope.cell if canvas.scope.cell is not None else self._around
        if cell is None:
            return 0
        for number, known in enumerate(self._cells, 1):
            if known is cell:
                return number
        self._cells.append(cell)
        return len(self._cells)
