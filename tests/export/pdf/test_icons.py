"""Icons are translated once and painted many times, as if each were translated anew."""

from __future__ import annotations

from pnp.export.pdf.font import GlyphCodes
from pnp.export.pdf.operators import Icons, draw, path_operators
from pnp.layout.drawing.frame import Group, Item, Shape

CORNER = ("M", 0.0, 0.5, "L", 100.0, 7.25, "L", 0.125, 1200.0, "Z")
RED = Shape(CORNER, "#aa2200")
FAINT = Group((Shape(CORNER, "#000000"),), opacity=0.5)
LAID_ON = Group((RED, Shape(CORNER, "", "#00aa22", 0.5)), opacity=0.5)


def no_font(font: str) -> GlyphCodes:
    raise AssertionError("nothing is written on these faces")


def face(*icons: Item) -> list[Item]:
    """A face with icons again and again, in places where other things are set."""
    mark = Group(icons, (2.0, 0.0, 0.0, 2.0, 5.0, 5.0), name="icon:mark")
    return [mark, Shape(CORNER, "#aa2200", "#0000aa", 0.3), mark, mark, Group((mark,), clip=CORNER)]


def test_an_icon_that_was_translated_before_paints_the_same_everywhere() -> None:
    for icons in ((RED,), (RED, FAINT), (RED, LAID_ON)):
        known: Icons = {}
        items = face(*icons)
        anew = draw(items, no_font)
        assert [draw(items, no_font, icons=known) for _ in range(2)] == [anew, anew]
        assert known


def test_numbers_of_a_path_end_where_they_say_nothing_more() -> None:
    assert path_operators(CORNER) == "0 0.5 m 100 7.25 l 0.125 1200 l h"
