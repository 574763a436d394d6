"""DraftResources: faces with little ink, of any game. In: the PdfResources of a build. Out: the same faces, pale.

Areas take three tenths of their ink, lines six, letters are dark grey, whatever their colour was: on pale areas those
are read that were white on dark ones, too. Invariant: nothing moves, so a draft is cut and played like the print.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from zlib import compress, decompress

from pnp.export.pdf.inks import Inks
from pnp.export.pdf.operators import Drawing, draw
from pnp.export.pdf.pdf_resources import Form, OtherInks, PdfResources
from pnp.export.pdf.raster import Raster
from pnp.layout.drawing.frame import Frame, Outline, Sheet

_AREA, _LINE, _LETTERS = 0.3, 0.6, "#383838"  # parts of the ink


class DraftInks(Inks):
    """Pale colours."""

    start = ""

    def fill(self, colour: str) -> str:
        """What fills an area with little of the colour."""
        return super().fill(pale(colour, _AREA))

    def stroke(self, colour: str) -> str:
        """What draws a line in less of the colour."""
        return super().stroke(pale(colour, _LINE))

    def text(self, colour: str) -> str:
        """What fills letters."""
        return super().fill(_LETTERS)


class DraftResources(OtherInks):
    """See the module."""

    def __init__(self, plain: PdfResources) -> None:
        super().__init__(plain)
        self._inks = DraftInks()
        self._pale: dict[str, Raster] = {}

    def paint(self, face: Outline) -> Form:
        """The face, a Frame, with little ink."""
        assert isinstance(face, Frame)
        return Form(draw(face.items, self.codes, inks=self._inks))

    def marks(self, faces: Sequence[Outline], sheet: Sheet) -> Drawing:
        """What is drawn on the paper itself, as always: it is cut along."""
        return draw(sheet.marks, self.codes)

    def raster(self, digest: str, source: str) -> Raster:
        """An image with little ink."""
        if digest not in self._pale:
            self._pale[digest] = _pale_raster(self._plain.raster(digest, source))
        return self._pale[digest]


def pale(colour: str, part: float) -> str:
    """A colour with a part of its ink."""
    values = (round(255 - part * (255 - int(colour[at : at + 2], 16))) for at in (1, 3, 5))
    return "#" + "".join(f"{value:02x}" for value in values)


def _pale_raster(plain: Raster) -> Raster:
    from PIL import Image

    mode = {1: "L", 3: "RGB"}.get(plain.channels, "CMYK")
    if plain.filter == "DCTDecode":
        picture = Image.open(BytesIO(plain.data)).convert("RGB")
    else:
        picture = Image.frombytes(mode, (plain.width, plain.height), decompress(plain.data)).convert("RGB")
    picture = picture.point(lambda value: round(255 - _AREA * (255 - value)))
    return Raster(plain.width, plain.height, 3, "FlateDecode", compress(picture.tobytes(), 4), plain.alpha)
