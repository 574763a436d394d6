"""Codes in a picture. In: a grey picture. Out: what is read where, in its pixels.

A code that one look misses another finds: at its own size and larger, sharpened, turned. Invariant: a place that is
read in two ways is not read at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, radians, sin
from time import thread_time
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pnp.photo.picture import NoReader
from pnp.photo.projection import Point
from pnp.referee.message import referee_message

if TYPE_CHECKING:
    from PIL import Image

_ENOUGH = 12_500_000  # pixels to which a smaller picture is enlarged
_MOST_TIMES = 2.0
_LONGEST = 4.0  # seconds of processor time, after which no further look is taken; a photo needs 1.6
_TURNS = (30, 60)  # degrees: a code askew is often missed


class SeenCode(Struct, frozen=True):
    """A code: its text, and its corners from its own upper left one clockwise."""

    text: str
    corners: tuple[Point, Point, Point, Point]

    @property
    def middle(self) -> Point:
        """The middle of its corners."""
        return sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4

    @property
    def side(self) -> float:
        """How long its sides are, on average."""
        ends = zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True)
        return sum(hypot(x - u, y - v) for (x, y), (u, v) in ends) / 4


def read_codes(picture: Image.Image) -> list[SeenCode]:
    """All codes of a picture, from top to bottom. Raises NoReader when the reader is not installed."""
    try:
        import zxingcpp
    except ImportError:
        raise NoReader(referee_message("referee.photo_extra")) from None
    kind: Any = zxingcpp.BarcodeFormat.DataMatrix
    found: list[list[SeenCode]] = []
    end = thread_time() + _LONGEST
    for number, (look, back) in enumerate(_looks(picture)):
        if number and thread_time() > end:
            break
        barcodes = zxingcpp.read_barcodes(look, formats=kind, try_invert=False)
        for one in barcodes:
            at = one.position
            corners = (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
            a, b, c, d = (back((corner.x + 0.5, corner.y + 0.5)) for corner in corners)
            _add(found, SeenCode(one.text, (a, b, c, d)))
    clear = [places[0] for places in found if len({code.text for code in places}) == 1]
    return sorted(clear, key=lambda code: (code.middle[1], code.middle[0]))


def _add(found: list[list[SeenCode]], code: SeenCode) -> None:
    """Put it to what was read at the same place."""
    x, y = code.middle
    for places in found:
        u, v = places[0].middle
        if hypot(x - u, y - v) < places[0].side * 0.6:
            places.append(code)
            return
    found.append([code])


def _looks(picture: Image.Image) -> Iterator[tuple[Image.Image, Any]]:
    """The picture as it is looked at, each with a function from its points back to those of the picture."""
    from PIL import Image, ImageFilter

    yield picture, lambda point: point
    times = min(_MOST_TIMES, (_ENOUGH / (picture.width * picture.height)) ** 0.5)
    large = picture
    if times > 1.1:
        size = (round(picture.width * times), round(picture.height * times))
        large = picture.resize(size, Image.Resampling.BICUBIC)
        yield large, lambda point: (point[0] / times, point[1] / times)
    else:
        times = 1.0
    yield large.filter(ImageFilter.UnsharpMask(3, 150, 2)), lambda point: (point[0] / times, point[1] / times)
    for degrees in _TURNS:
        turned = large.rotate(degrees, Image.Resampling.BILINEAR, expand=True, fillcolor=128)
        c, s = cos(radians(degrees)), sin(radians(degrees))

        def back(
            point: Point, c: float = c, s: float = s, middle: Point = (turned.width / 2, turned.height / 2)
        ) -> Point:
            x, y = point[0] - middle[0], point[1] - middle[1]
            return (x * c - y * s + large.width / 2) / times, (x * s + y * c + large.height / 2) / times

        yield turned, back
