"""Raster images on their way into a PDF: what nobody sees in them is never unpacked."""

from __future__ import annotations

import zlib
from io import BytesIO
from struct import pack

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from pnp.export.pdf.document import About, paint_pdf
from pnp.export.pdf.font import GlyphCodes
from pnp.export.pdf.operators import Icons, draw, path_operators
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.export.pdf.raster import read_raster
from pnp.layout.drawing.frame import Frame, Group, Item, Placement, Shape, Sheet
from pnp.layout.drawing.frame import Image as Picture
from pnp.layout.drawing.textures import texture_strokes
from tests.export.decks import ABOUT, pdf_resources


def png(mode: str, *notes: tuple[bytes, bytes]) -> bytes:
    out = BytesIO()
    picture = Image.new(mode, (4, 3))
    picture.save(out, "PNG", **({"transparency": (0, 0, 0)} if mode == "RGB" else {}))
    data = out.getvalue()
    between = b"".join(
        pack(">L", len(body)) + kind + body + pack(">L", zlib.crc32(kind + body)) for kind, body in notes
    )
    return data[:33] + between + data[33:]  # behind the header


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA", "1"])
def test_texts_and_profiles_that_unpack_without_end_are_passed_over(mode: str) -> None:
    bomb = zlib.compress(b"x" * 80_000_000, 9)
    notes = [(b"zTXt", b"Comment\0\0" + bomb), (b"iCCP", b"name\0\0" + bomb), (b"tIME", b"1234567")]
    assert read_raster(png(mode, *notes)) == read_raster(png(mode))


def test_transparency_of_one_colour_is_kept() -> None:
    assert read_raster(png("RGB")).alpha


def test_a_torn_image_is_reported() -> None:
    with pytest.raises(ValueError, match="truncated"):
        read_raster(png("RGBA")[:45])


def jpeg(mode: str, colour: tuple[int, ...]) -> bytes:
    out = BytesIO()
    Image.new(mode, (16, 16), colour).save(out, "JPEG", quality=95)
    return out.getvalue()


def test_a_jpeg_in_cmyk_keeps_its_inks() -> None:
    data = jpeg("CMYK", (200, 40, 0, 10))
    made = read_raster(data)
    assert (made.channels, made.filter, made.data) == (4, "DCTDecode", data)


def test_a_webp_is_unpacked_with_its_transparency() -> None:
    out = BytesIO()
    Image.new("RGBA", (4, 3), (10, 200, 30, 128)).save(out, "WEBP", lossless=True)
    made = read_raster(out.getvalue())
    assert (made.channels, zlib.decompress(made.alpha)) == (3, bytes((128,)) * 12)
    assert zlib.decompress(made.data)[:3] == bytes((10, 200, 30))


@pytest.mark.parametrize("inks", [(255, 0, 0, 0), (0, 255, 255, 0), (0, 0, 0, 255), (0, 0, 0, 0)])
def test_cmyk_comes_out_of_the_pdf_in_its_colour(inks: tuple[int, ...]) -> None:
    data = jpeg("CMYK", inks)
    frame = Frame("x", 10.0, 10.0, items=(Picture(0.0, 0.0, 10.0, 10.0, "x.jpg", "0" * 32),))
    sheet = Sheet("x 1", "front", 10.0, 10.0, (Placement(0, 0.0, 0.0),))
    pdf = paint_pdf(PdfResources(lambda name: b"", lambda name: data), [frame], [sheet], About("x"))
    picture = pypdfium2.PdfDocument(pdf)[0].render().to_pil().convert("RGB")
    seen = picture.getpixel((10, 10))
    assert isinstance(seen, tuple)
    light = [(255 - inks[at]) * (255 - inks[3]) / 255 for at in range(3)]
    # What has no ink is light, what has all is dark; the hue of an ink is the viewer's affair.
    assert all((there > 150) == (wanted > 128) for there, wanted in zip(seen, light, strict=True)), (seen, light)


CORNER = ("M", 0.0, 0.5, "L", 100.0, 7.25, "L", 0.125, 1200.0, "Z")
RED = Shape(CORNER, "#aa2200")
FAINT = Group((Shape(CORNER, "#000000"),), opacity=0.5)
LAID_ON = Group((RED, Shape(CORNER, "", "#00aa22", 0.5)), opacity=0.5)


def no_font(font: str) -> GlyphCodes:
    raise AssertionError("nothing is written on these faces")


def face(*icons: Item) -> list[Item]:
    """A face with icons again and again, in places where other things are set."""
    mark = Group(icons, (2.0, 0.0, 0.0, 2.0, 5.0, 5.0), name="icon:mark")
    return [mark, Shape(CORNER, "#aa2200", "#0000aa", 0.3), mark, mark, Group((mark,), clip=CORNER)]


def test_an_icon_that_was_translated_before_paints_the_same_everywhere() -> None:
    for icons in ((RED,), (RED, FAINT), (RED, LAID_ON)):
        known: Icons = {}
        items = face(*icons)
        anew = draw(items, no_font)
        assert [draw(items, no_font, icons=known) for _ in range(2)] == [anew, anew]
        assert known


def test_numbers_of_a_path_end_where_they_say_nothing_more() -> None:
    assert path_operators(CORNER) == "0 0.5 m 100 7.25 l 0.125 1200 l h"


def test_a_texture_of_many_faces_stands_in_a_document_once_and_looks_the_same() -> None:
    marks = tuple(Shape(path, "", "#aa2200", width, cap="round") for path, width in texture_strokes("speckle", 60, 40))

    def faces(name: str) -> list[Frame]:
        grit = Group(
            marks, (1.0, 0.0, 0.0, 1.0, 2.0, 2.0), ("M", 0.0, 0.0, "L", 60.0, 0.0, "L", 60.0, 40.0, "Z"), name=name
        )
        edges = [Shape(("M", 0.0, y, "L", 63.0, y), "", "#0000aa", 0.5) for y in (10.0, 20.0, 30.0)]
        return [Frame(f"face {number}", 63, 44, 0, items=(edge, grit)) for number, edge in enumerate(edges)]

    def painted(name: str) -> bytes:
        sheet = Sheet("three", "front", 210, 297, tuple(Placement(at, 5.0, 10.0 + 50 * at) for at in range(3)))
        return paint_pdf(pdf_resources(), faces(name), [sheet], ABOUT)

    shared, apart = painted("texture:speckle"), painted("group")
    with pikepdf.open(BytesIO(shared)) as pdf:
        streams = [bytes(one.read_bytes()) for one in pdf.objects if isinstance(one, pikepdf.Stream)]
    assert sum(stream.count(b" l ") > 50 for stream in streams) == 1
    assert len(shared) < 0.6 * len(apart)
    pictures = [pypdfium2.PdfDocument(data)[0].render(scale=2).to_pil().tobytes() for data in (shared, apart)]
    assert pictures[0] == pictures[1]
