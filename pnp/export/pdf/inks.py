"""Inks: the colours of Frames as PDF operators. In: `#rrggbb`. Out: what sets that colour, and what else it asks for.

`SCREEN` keeps colours as they are written. What goes to a press has other inks (`export/press/press_resources.py`).
Invariant: equal colours give equal operators, so a state that holds one need not be set again.
"""

from __future__ import annotations

from functools import cache

CUT_LINE = "CutContour"  # the spot colour by which shops find what is to be cut
MARK_INK = "Registration"  # the colour that is on every plate, for marks beside what is printed
OVERPRINT, KNOCKOUT = "OP1", "OP0"  # graphics states: ink is put on what lies below; or that is left out


class Inks:
    """Colours of a screen; greys as such, so that printers at home use black ink alone."""

    start = "#000000"  # the colour a page begins with; "" where none of ours is known to hold
    cut = ""  # what strokes a line to cut with a spot colour of its own
    mark = ""  # what strokes a mark beside what is printed on every plate

    def fill(self, colour: str) -> str:
        """What fills with the colour."""
        return screen_operator(colour, "g", "rg")

    def stroke(self, colour: str) -> str:
        """What strokes with the colour."""
        return screen_operator(colour, "G", "RG")

    is_straight = True  # amounts between those of two colours are those of the colours between

    def amounts(self, colour: str) -> tuple[float, ...]:
        """How much of each ink the colour has, 0 to 1: of grey, of red, green and blue, or of a press's four."""
        return tuple(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))

    def text(self, colour: str) -> str:
        """What fills letters with the colour."""
        return self.fill(colour)

    def is_overprinted(self, operator: str) -> bool:
        """True when letters in this ink are put on what lies below."""
        return False


class Greys(Inks):
    """Colours as how light they are: what masks are painted in."""

    start = ""

    def fill(self, colour: str) -> str:
        """What fills with the grey."""
        return f"{self.amounts(colour)[0]:.3f} g"

    def stroke(self, colour: str) -> str:
        """What strokes with the grey."""
        return f"{self.amounts(colour)[0]:.3f} G"

    def amounts(self, colour: str) -> tuple[float, ...]:
        """How light it is, by the weights of SVG's masks."""
        red, green, blue = super().amounts(colour)
        return (0.2125 * red + 0.7154 * green + 0.0721 * blue,)


SCREEN = Inks()
GREYS = Greys()


@cache
def screen_operator(colour: str, grey: str, rgb: str) -> str:
    """`#rrggbb` as an operator."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    if red == green == blue:
        return f"{red:.3f} {grey}"
    return f"{red:.3f} {green:.3f} {blue:.3f} {rgb}"
