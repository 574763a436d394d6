"""Files of pictures, looked over before anything is painted: what they are, how large, and why not."""

from __future__ import annotations

import zlib
from io import BytesIO
from struct import pack
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from pnp.layout.drawing.picture import PictureError, read_picture


def png(data: bytes) -> bytes:
    """A PNG of 7 × 5 pixels whose checksums are right, whatever its data are."""
    out = b"\x89PNG\r\n\x1a\n"
    for kind, body in ((b"IHDR", pack(">LLBBBBB", 7, 5, 8, 2, 0, 0, 0)), (b"IDAT", data), (b"IEND", b"")):
        out += pack(">L", len(body)) + kind + body + pack(">L", zlib.crc32(kind + body))
    return out


def saved(form: str, size: tuple[int, int] = (7, 5), mode: str = "RGB", **options: Any) -> bytes:
    out = BytesIO()
    Image.new(mode, size, 80 if mode == "L" else None).save(out, form, **options)
    return out.getvalue()


MOVING = [Image.new("RGB", (7, 5), colour) for colour in ("red", "blue")]


def moving(form: str) -> bytes:
    out = BytesIO()
    MOVING[0].save(out, form, save_all=True, append_images=MOVING[1:])
    return out.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        saved("PNG"),
        saved("JPEG"),
        saved("JPEG", mode="CMYK"),
        saved("WEBP"),
        saved("WEBP", lossless=True),
        saved("WEBP", mode="RGBA", exif=b"Exif\0\0x"),
    ],
    ids=["png", "jpeg", "cmyk", "webp", "lossless", "extended"],
)
def test_its_size_is_read(data: bytes) -> None:
    picture = read_picture(data)
    assert (picture.width, picture.height) == (7, 5)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (moving("WEBP"), "got an animation"),
        (moving("PNG"), "got an animation"),
        (moving("GIF"), "a GIF"),
        (saved("TIFF"), "a TIFF"),
        (saved("BMP"), "a BMP"),
        (b"%PDF-1.7", "a PDF"),
        (saved("WEBP")[:-9], "truncated"),
        (saved("PNG")[:-9], "truncated"),
        (b"RIFF\x10\0\0\0WEBPVP8 \4\0\0\0aaaabbbb", "damaged|truncated"),
        (b"RIFF\x20\0\0\0WEBPVP8X\n\0\0\0\0\0\0\0" + b"\xff" * 6 + bytes(16), "expected an image of at most"),
        (saved("PNG")[:16] + pack(">LL", 60_000, 60_000) + saved("PNG")[24:], "damaged|expected an image of at most"),
        (png(b"nonsense"), "damaged"),
        (png(zlib.compress(b"\0abc")), "damaged"),
        (b"", "truncated|got another format"),
    ],
)
def test_why_not(data: bytes, words: str) -> None:
    with pytest.raises(PictureError, match=words):
        read_picture(data)


@given(st.binary(max_size=60), st.sampled_from([b"", b"RIFF\x08\0\0\0WEBP", b"\x89PNG\r\n\x1a\n", b"\xff\xd8"]))
def test_any_bytes_are_a_picture_or_told(data: bytes, start: bytes) -> None:
    try:
        assert read_picture(start + data).width > 0
    except PictureError as fault:
        assert str(fault)
