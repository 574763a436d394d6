"""PressResources: fonts, images and painted faces for a press. In: the PdfResources of a build, an OutputIntent. Out:
the same faces in its inks, flattened where its norm has no transparency.

Invariant: nothing that comes from here is in RGB; without transparency in the norm nothing is translucent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from math import ceil
from zlib import compress, decompress

from PIL import Image as Pictures
from PIL import ImageChops, ImageCms, ImageFilter, ImageMath

from pnp.base.diagnostics import InputError, Span
from pnp.base.units import MM_PER_PT
from pnp.export.pdf.document import About, paint_pdf
from pnp.export.pdf.inks import CUT_LINE, MARK_INK, Inks
from pnp.export.pdf.operators import Drawing, draw
from pnp.export.pdf.output_intent import OutputIntent
from pnp.export.pdf.pdf_resources import Form, OtherInks, PdfResources
from pnp.export.pdf.raster import Raster
from pnp.export.pictures.png import rasterise
from pnp.export.press.flattening import Ways, flatten
from pnp.layout.drawing.bounds import Bounds, around
from pnp.layout.drawing.frame import Figure, Frame, Group, Image, Item, Outline, Placement, ShapedText, Sheet, Text
from pnp.layout.drawing.path import rect_path
from pnp.layout.sheets.impose import placed_box, placed_matrix

Cmyk = tuple[int, int, int, int]

_STEPS = 33  # of the lattice, each way
_SLACK = 3  # of 255: reading between two colours of the lattice rounds each ink


class Separation:
    """The colours of one press."""

    def __init__(self, intent: OutputIntent) -> None:
        """LittleCMS is asked once."""
        self._lattice = _lattice(intent.profile, intent.limit)
        self.colour = lru_cache(None)(self._colour)

    def _colour(self, colour: str) -> Cmyk:
        """`#rrggbb` in inks."""
        values = tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))
        pixel = self.picture(Pictures.new("RGB", (1, 1), values)).getpixel((0, 0))
        assert isinstance(pixel, tuple)
        cyan, magenta, yellow, black = (int(value) for value in pixel)
        return cyan, magenta, yellow, black

    def picture(self, picture: Pictures.Image) -> Pictures.Image:
        """An RGB picture in inks."""
        separated = picture.filter(self._lattice)
        red, green, blue = picture.split()
        coloured = ImageChops.lighter(ImageChops.difference(red, green), ImageChops.difference(green, blue))
        if coloured.getextrema() == (255, 255):
            return separated
        none = Pictures.new("L", picture.size)
        black = Pictures.merge("CMYK", (none, none, none, ImageChops.invert(green)))
        mask = coloured.point(lambda value: 255 if value else 0)
        return Pictures.composite(separated, black, mask)


def convert(picture: Pictures.Image, profile: bytes) -> Pictures.Image:
    """An RGB picture in inks as Little CMS finds them. Raises OSError or PyCMSError for a profile it cannot use."""
    transform = ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        ImageCms.getOpenProfile(BytesIO(profile)),
        "RGB",
        "CMYK",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )
    inks = ImageCms.applyTransform(picture, transform)
    assert inks is not None
    return inks


@lru_cache(4)
def _lattice(profile: bytes, limit: int) -> ImageFilter.Color3DLUT:
    """The inks of evenly spaced colours, none with more ink than the limit."""
    steps = [round(step * 255 / (_STEPS - 1)) for step in range(_STEPS)]
    colours = bytes(value for blue in steps for green in steps for red in steps for value in (red, green, blue))
    grid = Pictures.frombytes("RGB", (_STEPS * _STEPS, _STEPS), colours)
    data, most = convert(grid, profile).tobytes(), limit * 2.55 - _SLACK
    table: list[float] = []
    for at in range(0, len(data), 4):
        table += (value / 255 for value in _limited(data[at : at + 4], most))
    return ImageFilter.Color3DLUT(_STEPS, table, channels=4, target_mode="CMYK", _copy_table=False)


def _limited(inks: bytes, most: float) -> list[float]:
    """No more ink than `most`: colours give way, black keeps the depth."""
    *colours, black = inks
    part = min(1.0, max(most - black, 0.0) / sum(colours)) if any(colours) else 1.0
    return [*(ink * part for ink in colours), black]


_DARK, _DARK_TINGE = 0x40, 0x20  # letters no brighter, and no more tinged, than this are black
_GREY_TINGE = 0x18  # letters no more tinged than this are grey
_BLACK = "#000000"


class PressInks(Inks):
    """Colours of a press."""

    start = ""
    is_straight = False
    cut = f"/{CUT_LINE} CS 1 SCN"
    mark = f"/{MARK_INK} CS 1 SCN"

    def __init__(self, separation: Separation) -> None:
        self._separation = separation
        self._black = self.fill(_BLACK)

    def fill(self, colour: str) -> str:
        """What fills with the colour."""
        return f"{self._operands(colour)} k"

    def stroke(self, colour: str) -> str:
        """What strokes with the colour."""
        return f"{self._operands(colour)} K"

    def amounts(self, colour: str) -> tuple[float, ...]:
        """The amounts of the four inks."""
        return tuple(value / 255 for value in self._separation.colour(colour))

    def text(self, colour: str) -> str:
        """What fills letters with the colour."""
        return self.fill(type_colour(colour))

    def is_overprinted(self, operator: str) -> bool:
        """True for black."""
        return operator == self._black

    def _operands(self, colour: str) -> str:
        return " ".join(f"{value / 255:.3f}" for value in self._separation.colour(colour))


def type_colour(colour: str) -> str:
    """The colour that letters have on a press: black or grey where theirs is nearly so."""
    values = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    tinge = max(values) - min(values)
    if max(values) <= _DARK and tinge <= _DARK_TINGE:
        return _BLACK
    if tinge <= _GREY_TINGE:
        grey = round(sum(values) / 3)
        return f"#{grey:02x}{grey:02x}{grey:02x}"
    return colour


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
