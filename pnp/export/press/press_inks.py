"""Inks of a press as operators. In: a Separation. Out: Inks.

Invariant: every colour is set in CMYK; dark and grey letters are black ink alone, so that small type needs no four
plates to meet, and black letters are put on what lies below.
"""

from __future__ import annotations

from pnp.export.pdf.inks import CUT_LINE, MARK_INK, Inks
from pnp.export.press.separation import Separation

_DARK, _DARK_TINGE = 0x40, 0x20  # letters no brighter, and no more tinged, than this are black
_GREY_TINGE = 0x18  # letters no more tinged than this are grey
_BLACK = "#000000"


class PressInks(Inks):
    """Colours of a press."""

    start = ""
    is_straight = False
    cut = f"/{CUT_LINE} CS 1 SCN"
    mark = f"/{MARK_INK} CS 1 SCN"

    def __init__(self, separation: Separation) -> None:
        self._separation = separation
        self._black = self.fill(_BLACK)

    def fill(self, colour: str) -> str:
        """What fills with the colour."""
        return f"{self._operands(colour)} k"

    def stroke(self, colour: str) -> str:
        """What strokes with the colour."""
        return f"{self._operands(colour)} K"

    def amounts(self, colour: str) -> tuple[float, ...]:
        """The amounts of the four inks."""
        return tuple(value / 255 for value in self._separation.colour(colour))

    def text(self, colour: str) -> str:
        """What fills letters with the colour."""
        return self.fill(type_colour(colour))

    def is_overprinted(self, operator: str) -> bool:
        """True for black."""
        return operator == self._black

    def _operands(self, colour: str) -> str:
        return " ".join(f"{value / 255:.3f}" for value in self._separation.colour(colour))


def type_colour(colour: str) -> str:
    """The colour that letters have on a press: black or grey where theirs is nearly so."""
    values = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    tinge = max(values) - min(values)
    if max(values) <= _DARK and tinge <= _DARK_TINGE:
        return _BLACK
    if tinge <= _GREY_TINGE:
        grey = round(sum(values) / 3)
        return f"#{grey:02x}{grey:02x}{grey:02x}"
    return colour
