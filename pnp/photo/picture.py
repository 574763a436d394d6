"""Pictures that people send. In: bytes of anything. Out: a grey picture, upright, of a size that can be looked at.

Invariant: nothing is decoded before its kind, its number of pixels and its scans are known and allowed; a fault of the
picture is a PhotoError in the words of people, never an exception of the decoder.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from pnp.referee.message import referee_message

if TYPE_CHECKING:
    from PIL import Image

LARGEST_BYTES = 24 << 20
MOST_PIXELS = 64_000_000  # of a JPEG, which is made smaller while it is decoded
MOST_UNPACKED = 25_000_000  # of the others
LOOKED_AT = 16_500_000  # pixels; what has more is made smaller
LEAST_SIDE = 200
MOST_SCANS = 60  # passes in which a JPEG is stored: a camera needs ten, and each costs time for every pixel
KINDS = ("JPEG", "PNG", "WEBP")


class PhotoError(Exception):
    """Why a picture is not read; `message` is for people, in their language."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class NoReader(PhotoError):
    """No reader of codes is installed."""


def _too_many(most: int) -> PhotoError:
    return PhotoError(referee_message("referee.photo_pixels", most=most // 1_000_000))


def read_picture(data: bytes) -> Image.Image:
    """The picture in grey. Raises PhotoError."""
    import warnings

    from PIL import Image, ImageOps, UnidentifiedImageError

    if len(data) > LARGEST_BYTES:
        raise PhotoError(referee_message("referee.photo_bytes", most=LARGEST_BYTES >> 20))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image = Image.open(BytesIO(data), formats=KINDS)
            width, height = image.size
            is_jpeg = image.format in ("JPEG", "MPO")
            most = MOST_PIXELS if is_jpeg else MOST_UNPACKED
            if width * height > most:
                raise _too_many(most)
            if is_jpeg and data.count(b"\xff\xda") > MOST_SCANS:
                raise PhotoError(referee_message("referee.photo_scans"))
            if min(width, height) < LEAST_SIDE:
                raise PhotoError(referee_message("referee.photo_tiny", width=width, height=height))
            share = min(1.0, (LOOKED_AT / (width * height)) ** 0.5)
            image.draft("L", (round(width * share), round(height * share)))
            image.load()
            grey = ImageOps.exif_transpose(image).convert("L")
    except UnidentifiedImageError:
        raise PhotoError(referee_message("referee.photo_kind")) from None
    except Image.DecompressionBombError:
        raise _too_many(MOST_UNPACKED) from None
    except (OSError, SyntaxError, EOFError, ValueError, KeyError):
        raise PhotoError(referee_message("referee.photo_broken")) from None
    except Exception as fault:  # decoders raise what they like at hostile bytes (struct.error, IndexError, …)
        if isinstance(fault, PhotoError):
            raise
        raise PhotoError(referee_message("referee.photo_broken")) from None
    if grey.width * grey.height > LOOKED_AT:
        factor = (LOOKED_AT / (grey.width * grey.height)) ** 0.5
        grey = grey.resize((round(grey.width * factor), round(grey.height * factor)), Image.Resampling.LANCZOS)
    return grey
