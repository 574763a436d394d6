"""Raster images on their way into a PDF: what nobody sees in them is never unpacked."""

from __future__ import annotations

import zlib
from io import BytesIO
from struct import pack

import pytest
from PIL import Image

from pnp.export.pdf.raster import read_raster


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
    with pytest.raises(ValueError, match="cannot be read"):
        read_raster(png("RGBA")[:45])
