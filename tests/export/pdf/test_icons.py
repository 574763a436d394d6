"""Icons are translated once and painted many times, as if each were translated anew."""

from __future__ import annotations

from io import BytesIO

import pikepdf
import pypdfium2

from pnp.export.pdf.document import paint_pdf
from pnp.export.pdf.font import GlyphCodes
from pnp.export.pdf.operators import Icons, draw, path_operators
from pnp.layout.drawing.frame import Frame, Group, Item, Placement, Shape, Sheet
from pnp.layout.drawing.textures import texture_strokes
from tests.export.decks import ABOUT, pdf_resources

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


def test_a_texture_of_many_faces_stands_in_a_document_once_and_looks_the_same() -> None:
    marks = tuple(Shape(path, "", "#aa2200", width, cap="round") for path, width in texture_strokes("speckle", 60, 40))

    def faces(name: str) -> list[Frame]:
        grit = Group(
            marks, (1.0, 0.0, 0.0, 1.0, 2.0, 2.0), ("M", 0.0, 0.0, "L", 60.0, 0.0, "L", 60.0, 40.0, "Z"), name=name
        )
        edges = [Shape(("M", 0.0, y, "L", 63.0, y), "", "#0000aa", 0.5) for y in (10.0, 20.0, 30.0)]
        return [Frame(f"face {number}", 63, 44, 0, items=(edge, grit)) for number, edge in enumerate(edges)]

    def painted(name: str) -> bytes:
        sheet = Sheet("three", "front", 210, 297, tuple(Placement(at, 5.0, 10.0 + 50 * at) for at in range(3)))
        return paint_pdf(pdf_resources(), faces(name), [sheet], ABOUT)

    shared, apart = painted("texture:speckle"), painted("group")
    with pikepdf.open(BytesIO(shared)) as pdf:
        streams = [bytes(one.read_bytes()) for one in pdf.objects if isinstance(one, pikepdf.Stream)]
    assert sum(stream.count(b" l ") > 50 for stream in streams) == 1
    assert len(shared) < 0.6 * len(apart)
    pictures = [pypdfium2.PdfDocument(data)[0].render(scale=2).to_pil().tobytes() for data in (shared, apart)]
    assert pictures[0] == pictures[1]
