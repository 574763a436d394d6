"""Separation: colours of a screen as inks of a press. In: an OutputIntent; `#rrggbb` or a picture. Out: CMYK, 0 to 255.

Little CMS converts a lattice of colours by the profile, relative to the paper's white and with black points matched;
everything else is read off that lattice, so a flat colour and a picture of it come out alike. Invariant: no place gets
more ink than the intent's limit; greys are black ink alone.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageChops, ImageCms, ImageFilter

from pnp.export.pdf.output_intent import OutputIntent

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
        pixel = self.picture(Image.new("RGB", (1, 1), values)).getpixel((0, 0))
        assert isinstance(pixel, tuple)
        cyan, magenta, yellow, black = (int(value) for value in pixel)
        return cyan, magenta, yellow, black

    def picture(self, picture: Image.Image) -> Image.Image:
        """An RGB picture in inks."""
        separated = picture.filter(self._lattice)
        red, green, blue = picture.split()
        coloured = ImageChops.lighter(ImageChops.difference(red, green), ImageChops.difference(green, blue))
        if coloured.getextrema() == (255, 255):
            return separated
        none = Image.new("L", picture.size)
        black = Image.merge("CMYK", (none, none, none, ImageChops.invert(green)))
        mask = coloured.point(lambda value: 255 if value else 0)
        return Image.composite(separated, black, mask)


def convert(picture: Image.Image, profile: bytes) -> Image.Image:
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
    grid = Image.frombytes("RGB", (_STEPS * _STEPS, _STEPS), colours)
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
