"""The one reader of raster images. In: the bytes of a PNG, JPEG or WebP. Out: its size, or the decoded image.

Invariant: `read_picture` accepts a file only if `open_picture` can decode it, so a picture that passes `pnp check` can
be printed. Every other file raises PictureError, which is reported at the element that shows it. Parts of a file that
print nothing (texts, profiles) are not unpacked.
"""

from __future__ import annotations

import warnings
from io import BytesIO
from struct import error as StructError
from struct import unpack_from
from typing import TYPE_CHECKING
from zlib import crc32

from msgspec import Struct

if TYPE_CHECKING:
    from PIL import Image

MAX_PIXELS = 100_000_000  # of one image

_CUT_OFF = "the image file is truncated"
_MOVES = "expected a still image, got an animation; save one frame of it"


class PictureError(ValueError):
    """An image that cannot be printed; its text is the reason, as a sentence."""


class Picture(Struct, frozen=True):
    """An image's size in pixels, and the digest of its bytes."""

    width: int
    height: int
    digest: str


def read_picture(data: bytes) -> Picture:
    """Check that an image can be printed, and return its size. Raises PictureError."""
    from hashlib import sha256  # only decks with images need it

    image = open_picture(data)
    return Picture(image.width, image.height, sha256(data).hexdigest()[:32])


def open_picture(data: bytes, longest: int = 0) -> Image.Image:
    """Decode an image. Raises PictureError.

    longest: a JPEG may be decoded smaller, as long as its sides have at least so many pixels; 0: in full size
    """
    from PIL import Image, UnidentifiedImageError

    _check(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image = Image.open(BytesIO(_without_notes(data)), formats=("PNG", "JPEG", "WEBP"))
            if longest:
                image.draft("RGB", (longest, longest))
            image.load()
    except OSError as fault:
        why = "" if isinstance(fault, UnidentifiedImageError) else f" ({fault})"  # its words name an object in memory
        raise PictureError(f"the image file is damaged{why}") from None
    except Exception:  # a decoder that meets damage fails in many ways
        raise PictureError("the image file is damaged") from None
    return image


def _check(data: bytes) -> None:
    """Raise PictureError for a file that need not be decoded to see that it cannot be printed."""
    try:
        width, height = _size(data)
    except (StructError, IndexError):
        raise PictureError(_CUT_OFF) from None
    if not 0 < width <= 30_000 or not 0 < height <= 30_000 or width * height > MAX_PIXELS:
        raise PictureError(f"expected an image of at most {MAX_PIXELS:,} pixels, got {width} × {height}")


def _size(data: bytes) -> tuple[int, int]:
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return _png(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data)
    other = next((name for start, name in _OTHERS.items() if data.startswith(start) or start in data[4:16]), "")
    if other:
        raise PictureError(f"expected PNG, JPEG or WebP, got {other}; save it in one of these formats")
    return _jpeg(data)


_OTHERS = {
    b"GIF8": "a GIF",
    b"ftypavif": "an AVIF",
    b"ftypheic": "a HEIC",
    b"II*\0": "a TIFF",
    b"MM\0*": "a TIFF",
    b"8BPS": "a Photoshop file",
    b"BM": "a BMP",
    b"%PDF": "a PDF",
}


def _without_notes(data: bytes) -> bytes:
    """Return a PNG, which was checked, without what prints nothing: texts and profiles may unpack to any size."""
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        return data
    parts, at, kind = [data[:8]], 8, b""
    while kind != b"IEND":
        length, kind = unpack_from(">L4s", data, at)
        if not kind[0] & 0x20 or kind == b"tRNS":
            parts.append(data[at : at + 12 + length])
        at += 12 + length
    return b"".join(parts)


def _png(data: bytes) -> tuple[int, int]:
    if data[12:16] != b"IHDR":
        raise PictureError("the PNG file is damaged")
    width, height = unpack_from(">LL", data, 16)
    at, kind = 8, b""
    while kind != b"IEND":
        length, kind = unpack_from(">L4s", data, at)
        end = at + 8 + length
        if kind == b"acTL":
            raise PictureError(_MOVES)
        if crc32(data[at + 4 : end]) != unpack_from(">L", data, end)[0]:
            raise PictureError("the PNG file is damaged")
        at = end + 4
    return width, height


def _webp(data: bytes) -> tuple[int, int]:
    if unpack_from("<L", data, 4)[0] + 8 > len(data):
        raise PictureError(_CUT_OFF)
    kind = data[12:16]
    if kind == b"VP8X":
        if data[20] & 2:
            raise PictureError(_MOVES)
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        bits = unpack_from("<L", data, 21)[0]
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind != b"VP8 " or data[23:26] != b"\x9d\x01\x2a":
        raise PictureError("the WebP file is damaged")
    width, height = unpack_from("<HH", data, 26)
    return width & 0x3FFF, height & 0x3FFF


def _jpeg(data: bytes) -> tuple[int, int]:
    if data[:2] != b"\xff\xd8":
        raise PictureError("expected PNG, JPEG or WebP, got another format")
    at = 2
    while True:
        while data[at] == 0xFF and data[at + 1] == 0xFF:
            at += 1
        if data[at] != 0xFF:
            raise PictureError("the JPEG file is damaged")
        mark = data[at + 1]
        if 0xC0 <= mark <= 0xCF and mark not in (0xC4, 0xC8, 0xCC):
            height, width = unpack_from(">HH", data, at + 5)
            if data.find(b"\xff\xd9", at) < 0:  # behind any small picture in the head
                raise PictureError(_CUT_OFF)
            return width, height
        at += 2 + int(unpack_from(">H", data, at + 2)[0])
