"""The painter of pictures, in a process of its own. In: faces and how large. Out: WebPs of what the PDF shows.

Invariant: a picture is rasterised from the PDF of the face, as every picture is; its corners are clear as
the cut leaves them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from PIL import Image, ImageDraw

from pnp.export.pdf.pdf_resources import PdfResources
from pnp.export.pictures.face_pictures import clear_corners, encode, fit_pixels, paint_pictures
from pnp.layout.drawing.frame import Outline
from pnp.layout.painting.compose import compose_card, compose_page
from pnp.layout.painting.resources import LayoutResources
from pnp.library.card import CardBook
from pnp.web.drawing.look import FaceName, Look

DENSEST = 300  # dots per inch
QUALITY = 82
ROUND = 3.0  # mm: corners of playing cards, which are cut square and rounded by hand or by the printer
OVER = 4  # a mask is drawn so much larger

_known: dict[str, Any] = {}


def begin(game: Any, book: CardBook, thumbs: Mapping[str, str]) -> None:
    """The process begins: what it paints from. Others go before it."""
    if hasattr(os, "nice"):
        os.nice(10)
    _known.update(look=Look(game, book), thumbs=thumbs, resources={})


def paint(faces: Sequence[tuple[FaceName, int, bool, str]]) -> list[bytes]:
    """The pictures of faces: which, pixels of the longer side, whether it is a small one, language."""
    return [_paint(*face) for face in faces]


def _paint(face: FaceName, longest: int, is_small: bool, lang: str) -> bytes:
    look: Look = _known["look"]
    layout, card = look.layout_of(face)
    deck = look.components[face.component].deck
    if is_small and not face.is_back:
        layout = _known["thumbs"].get(deck, layout)
    resources = _resources(look, lang)
    composed = compose_card(resources, layout, card) if card is not None else compose_page(resources, layout)[0]
    frame = composed.frame
    pdf = PdfResources(resources.font_bytes, resources.image_bytes, shown=resources.shelf.shown)
    size = fit_pixels(frame, longest, DENSEST)
    picture = next(clear_corners(pdf, [frame], paint_pictures(pdf, [frame], [size])))
    if not frame.cut:
        picture = _rounded(picture, frame)
    return encode(picture, "WEBP", quality=QUALITY, method=4)


def _resources(look: Look, lang: str) -> LayoutResources:
    kept: dict[str, LayoutResources] = _known["resources"]
    if lang not in kept:
        kept[lang] = LayoutResources(look.shelf, look.book, "", lang)
    return kept[lang]


def _rounded(picture: Image.Image, frame: Outline) -> Image.Image:
    """The same with round corners."""
    radius = max(frame.corner, min(ROUND, min(frame.width, frame.height) / 14)) * picture.width / frame.width
    mask = Image.new("L", (picture.width * OVER, picture.height * OVER), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), radius * OVER, fill=255)
    picture.putalpha(mask.resize(picture.size, Image.Resampling.LANCZOS))
    return picture
