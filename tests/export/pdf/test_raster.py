"""Raster images on their way into a PDF: what nobody sees in them is never unpacked."""

from __future__ import annotations

import zlib
from io import BytesIO
from struct import pack

import pypdfium2
import pytest
from PIL import Image

from pnp.export.pdf.document import About, paint_pdf
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.export.pdf.raster import read_raster
from pnp.layout.drawing.frame import Frame, Placement, Sheet
from pnp.layout.drawing.frame import Image as Picture


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
