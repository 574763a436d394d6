"""PressResources: fonts, images and painted faces for a press. In: the PdfResources of a build, an OutputIntent. Out:
the same faces in its inks, flattened where its norm has no transparency.

Invariant: nothing that comes from here is in RGB; without transparency in the norm nothing is translucent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from math import ceil
from zlib import compress, decompress

from PIL import Image as Pictures
from PIL import ImageChops, ImageMath

from pnp.base.diagnostics import InputError, Span
from pnp.base.units import MM_PER_PT
from pnp.export.pdf.document import About, paint_pdf
from pnp.export.pdf.operators import Drawing, draw
from pnp.export.pdf.output_intent import OutputIntent
from pnp.export.pdf.pdf_resources import Form, OtherInks, PdfResources
from pnp.export.pdf.raster import Raster
from pnp.export.pictures.png import rasterise
from pnp.export.press.flattening import Ways, flatten
from pnp.export.press.press_inks import PressInks
from pnp.export.press.separation import Separation
from pnp.layout.drawing.bounds import Bounds, around
from pnp.layout.drawing.frame import Figure, Frame, Group, Image, Item, Outline, Placement, ShapedText, Sheet, Text
from pnp.layout.drawing.path import rect_path
from pnp.layout.sheets.impose import placed_box, placed_matrix


class PressResources(OtherInks):
    """See the module."""

    def __init__(self, plain: PdfResources, intent: OutputIntent) -> None:
        super().__init__(plain)
        self._intent = intent
        self._separation = Separation(intent)
        self._inks = PressInks(self._separation)
        self._separations: dict[str, Raster] = {}  # of files
        self._flattened: dict[str, Raster] = {}

    def paint(self, face: Outline) -> Form:
        """The face in inks."""
        assert isinstance(face, Frame)
        bleed = face.bleed
        box = (-bleed, -bleed, face.width + bleed, face.height + bleed)
        return Form(draw(self._flat(face.items, box), self.codes, inks=self._inks))

    def marks(self, faces: Sequence[Outline], sheet: Sheet) -> Drawing:
        """What is drawn on the paper itself, in inks."""
        below: list[Item] = []
        if not self._intent.norm.has_transparency:
            below = [_laid(faces, place) for place in sheet.placements]
            below += [_small(faces, figure) for figure in sheet.figures]
        items = self._flat(sheet.marks, (0.0, 0.0, sheet.width, sheet.height), below)
        return draw(items, self.codes, inks=self._inks)

    def raster(self, digest: str, source: str) -> Raster:
        """An image in inks."""
        if digest in self._flattened:
            return self._flattened[digest]
        if digest in self._separations:
            return self._separations[digest]
        plain = self._plain.raster(digest, source)
        if plain.channels == 1:
            return plain
        if plain.channels == 4:
            if (most := most_ink(plain)) > self._intent.limit:
                message = f"expected at most {self._intent.limit} % ink, got up to {most} % in this image"
                hint = f"allow it with “--ink {most}”, separate the image again, or save it in RGB"
                raise InputError.single(Span(self._shown(source)), message, hint, "ink")
            return plain
        made = self._separations[digest] = self._separated(_picture(plain), plain.alpha)
        return made

    def pictures_of(self, form: Form) -> dict[str, Raster]:
        """What was flattened of a face."""
        wanted = {digest for drawing in form.drawings() for digest in drawing.images}
        return {digest: made for digest, made in self._flattened.items() if digest in wanted}

    def take_pictures(self, pictures: Mapping[str, Raster]) -> None:
        """Flattened by an earlier build."""
        self._flattened.update(pictures)

    def _flat(self, items: Sequence[Item], box: Bounds, below: Sequence[Item] = ()) -> Sequence[Item]:
        if self._intent.norm.has_transparency:
            return items
        flat = flatten(items, box, Ways(self._paint_parts, self._is_clear, self._width), below)
        for digest, picture in flat.pictures.items():
            if digest not in self._flattened:
                self._flattened[digest] = self._separated(picture)
        return flat.items

    def _is_clear(self, image: Image) -> bool:
        return bool(self._plain.raster(image.digest, image.source).alpha)

    def _width(self, text: Text) -> float:
        codes = self.codes(text.font)
        glyphs = text.glyphs if isinstance(text, ShapedText) else ()
        advances = [glyph.advance for glyph in glyphs] or [codes.advance(int(codes[one], 16)) for one in text.text]
        return (sum(advances) * text.size + len(advances) * text.spacing) * MM_PER_PT

    def _separated(self, picture: Pictures.Image, alpha: bytes = b"") -> Raster:
        inks = self._separation.picture(picture)
        return Raster(inks.width, inks.height, 4, "FlateDecode", compress(inks.tobytes(), 6), alpha)

    def _paint_parts(
        self, items: Sequence[Item], parts: Sequence[tuple[Bounds, tuple[int, int]]]
    ) -> list[Pictures.Image]:
        """Pictures of parts of what the items show, painted on the screen's colours as every picture is."""
        import pypdfium2

        left, top, right, low = around([box for box, _ in parts])
        bleed = max(0.0, -left, -top)
        shown = (bleed, bleed, bleed, bleed)
        whole = Frame("", right, low, bleed, items=tuple(items))
        sheets = [
            Sheet("", "front", box[2] - box[0], box[3] - box[1], (Placement(0, -box[0], -box[1], 0, shown),))
            for box, _ in parts
        ]
        document = pypdfium2.PdfDocument(paint_pdf(self._plain, [whole], sheets, About("")))
        try:
            return [
                Pictures.frombytes("RGB", size, rasterise(page, *size)[0])
                for page, (_, size) in zip(document, parts, strict=True)
            ]
        finally:
            document.close()


def _laid(faces: Sequence[Outline], place: Placement) -> Item:
    """A face as it lies on a sheet."""
    face = faces[place.frame]
    assert isinstance(face, Frame)
    x, y, width, height = placed_box(place, face)
    above, right, below, left = place.bleed
    window = rect_path(x - left, y - above, width + left + right, height + above + below)
    return Group((Group(face.items, placed_matrix(place, face)),), clip=window)


def _small(faces: Sequence[Outline], figure: Figure) -> Item:
    """A face as its picture stands on a sheet."""
    face = faces[figure.frame]
    assert isinstance(face, Frame)
    matrix = (figure.scale, 0.0, 0.0, figure.scale, figure.x, figure.y)
    return Group(face.items, matrix, rect_path(0.0, 0.0, face.width, face.height))


def most_ink(plain: Raster) -> int:
    """The most ink on one place of a picture in CMYK, in percent of one full ink."""
    picture = Pictures.open(BytesIO(plain.data))
    inks = picture.convert("CMYK") if plain.is_inverted else ImageChops.invert(picture)  # Pillow takes all as inverted
    cyan, magenta, yellow, black = (band.convert("I") for band in inks.split())
    total = ImageMath.lambda_eval(
        lambda ink: ink["c"] + ink["m"] + ink["y"] + ink["k"], c=cyan, m=magenta, y=yellow, k=black
    )
    most: float = total.getextrema()[1]
    return ceil(most / 2.55)


def _picture(plain: Raster) -> Pictures.Image:
    """A raster as a picture in RGB."""
    if plain.filter == "DCTDecode":
        return Pictures.open(BytesIO(plain.data)).convert("RGB")
    return Pictures.frombytes("RGB", (plain.width, plain.height), decompress(plain.data))
