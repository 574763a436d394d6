"""Words too small to be read. In: a setting that stands in the small picture of another face. Out: a pale bar for each
of its lines, so that the picture shows where words stand, as the printed card does, and not an empty field.

Invariant: a bar is as long as its line and as high as its small letters, and its colour is solid: a press needs no
transparency for it.
"""

from __future__ import annotations

from itertools import chain

from pnp.base.units import MM_PER_PT
from pnp.layout.drawing.colour import mix
from pnp.layout.drawing.frame import Shape
from pnp.layout.drawing.path import rect_path
from pnp.layout.painting.glyph_runs import TextStyle, place_lines
from pnp.layout.text.typesetting import Setting

LEGIBLE = 4.5  # points; a name in the picture of a card may be this small
_STRENGTH = 0.45  # of the ink of the words: as dark as their letters are from afar
_X_HEIGHT = 0.72  # of the capitals


def greek(setting: Setting, style: TextStyle, box: tuple[float, float, float, float], paper: str) -> Shape | None:
    """The bars of a setting in its box; paper: what lies below, when the style does not say."""
    unit = setting.size * MM_PER_PT
    high = style.leading.cap * _X_HEIGHT * unit
    bars = [
        rect_path(placed.left, placed.baseline - high, placed.line.width * unit, high)
        for placed in place_lines(setting, style, box)
        if placed.line.words
    ]
    look = style.look
    fill = mix(look.fill, look.on or paper, _STRENGTH)
    return Shape(tuple(chain.from_iterable(bars)), fill) if bars else None
