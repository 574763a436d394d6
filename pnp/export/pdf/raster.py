"""Raster images and gradients for PDF. In: the bytes of a PNG, JPEG or WebP; a Shading. Out: a Raster, whose data a PDF
takes as they are; entries of dictionaries.

Invariant: a JPEG that needs no change is handed through unchanged; anything else becomes 8-bit grey or RGB, with its
transparency apart.
"""

from __future__ import annotations

import zlib
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pnp.export.pdf.operators import Shading
from pnp.layout.drawing.picture import open_picture

if TYPE_CHECKING:
    from PIL import Image


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
    """Decode an image. Raises PictureError."""
    image = open_picture(data)
    if image.format == "JPEG" and image.mode in ("L", "RGB", "CMYK"):
        channels = len(image.getbands())
        is_inverted = channels == 4 and "adobe" in image.info
        return Raster(image.width, image.height, channels, "DCTDecode", data, is_inverted=is_inverted)
    return _deflated(image)


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


def _deflated(image: Image.Image) -> Raster:
    """A decoded image as deflated samples."""
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


_AXIAL, _RADIAL = 2, 3
_STRAIGHT, _STITCHED = 2, 3


def shading_entries(shading: Shading) -> dict[str, Any]:
    """The dictionary of a shading."""
    return {
        "ShadingType": _AXIAL if len(shading.line) == 4 else _RADIAL,
        "ColorSpace": _SPACES[len(shading.stops[0][1])],
        "Coords": [float(value) for value in shading.line],
        "Extend": ["true", "true"],
        "Function": _function(shading.stops),
    }


def _function(stops: tuple[tuple[float, tuple[float, ...]], ...]) -> dict[str, Any]:
    """From a part of the way to the amounts of inks."""
    parts = [
        {"FunctionType": _STRAIGHT, "Domain": [0, 1], "N": 1, "C0": list(one), "C1": list(other)}
        for (_, one), (_, other) in pairwise(stops)
    ]
    if len(parts) == 1:
        return parts[0]
    return {
        "FunctionType": _STITCHED,
        "Domain": [0, 1],
        "Functions": parts,
        "Bounds": [at for at, _ in stops[1:-1]],
        "Encode": [0, 1] * len(parts),
    }
