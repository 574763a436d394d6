"""Raster images for PDF. In: the bytes of a PNG, JPEG or WebP. Out: a Raster, whose data a PDF takes as they are.

Invariant: a JPEG that needs no change is handed through unchanged; anything else becomes 8-bit grey or RGB, with its
transparency apart. Unreadable or absurdly large images raise ValueError with a sentence for people.
"""

from __future__ import annotations

import zlib
from typing import Any

from msgspec import Struct

from pnp.layout.drawing.picture import MAX_PIXELS, without_notes


class Raster(Struct, frozen=True):
    """An image: 1 channel is grey, 3 are RGB, 4 the inks of a press; `filter` is its coding in PDF; `alpha` its
    transparency, deflated.
    """

    width: int
    height: int
    channels: int
    filter: str
    data: bytes
    alpha: bytes = b""
    is_inverted: bool = False  # as Photoshop writes inks: 0 is the most


def read_raster(data: bytes) -> Raster:
    """Decode an image."""
    import warnings
    from io import BytesIO

    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image = Image.open(BytesIO(without_notes(data)), formats=("PNG", "JPEG", "WEBP"))
            if image.width * image.height > MAX_PIXELS:
                raise ValueError(f"{image.width} × {image.height} pixels are more than can be printed")
            if image.format == "JPEG" and image.mode in ("L", "RGB", "CMYK"):
                image.load()  # a torn file must not reach the printer
                channels = len(image.getbands())
                is_inverted = channels == 4 and "adobe" in image.info
                return Raster(image.width, image.height, channels, "DCTDecode", data, is_inverted=is_inverted)
            image.load()
            return _deflated(image)
    except UnidentifiedImageError:  # its words name an object in memory
        raise ValueError("the image cannot be read: it is damaged") from None
    except (OSError, SyntaxError, EOFError, Image.DecompressionBombError) as fault:
        raise ValueError(f"the image cannot be read: {fault}") from None


def image_entries(raster: Raster) -> dict[str, Any]:
    """What a PDF says of the image."""
    entries = _entries(raster, _SPACES[raster.channels], raster.filter)
    return entries | {"Decode": [1, 0] * 4} if raster.is_inverted else entries


def mask_entries(raster: Raster) -> dict[str, Any]:
    """What a PDF says of its transparency."""
    return _entries(raster, _SPACES[1], "FlateDecode")


_SPACES = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"}


def _entries(raster: Raster, space: str, filter_: str) -> dict[str, Any]:
    return {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": raster.width,
        "Height": raster.height,
        "BitsPerComponent": 8,
        "ColorSpace": space,
        "Filter": f"/{filter_}",
    }


def _deflated(image: object) -> Raster:
    """A decoded image as deflated samples."""
    from PIL import Image

    assert isinstance(image, Image.Image)
    alpha = b""
    if image.has_transparency_data:
        image = image.convert("RGBA")
        mask = image.getchannel("A")
        if mask.getextrema() != (255, 255):
            alpha = zlib.compress(mask.tobytes())
        image = image.convert("RGB")
    elif image.mode.startswith("I"):  # sixteen bits
        image = image.point(lambda value: value * (1 / 256)).convert("L")
    elif image.mode not in ("L", "RGB"):
        image = image.convert("L" if image.mode == "1" else "RGB")
    return Raster(
        image.width, image.height, len(image.getbands()), "FlateDecode", zlib.compress(image.tobytes()), alpha
    )
