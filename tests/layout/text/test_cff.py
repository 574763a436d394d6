"""OpenType fonts in a PDF: the letters can be read, look as they do in TrueType, and only those used are there."""

from __future__ import annotations

from io import BytesIO
from struct import pack

import pikepdf
import pypdfium2
import pytest

from pnp.export.pdf.document import About, paint_pdf
from pnp.export.pdf.font import Font
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.export.pictures.png import rasterise
from pnp.layout.drawing.frame import Frame, Placement, Sheet, Text
from pnp.layout.text.truetype import CffTables
from tests.layout.samples import stock
from tests.layout.text.otf import as_otf

FIRA = stock()[1]["fira-sans-condensed/Regular"]


def printed(data: bytes) -> bytes:
    frame = Frame("x", 60.0, 20.0, items=(Text(4.0, 14.0, "Hamburg 12", "own/Regular", 24.0),))
    resources = PdfResources(lambda name: data, lambda name: b"")
    return paint_pdf(resources, [frame], [Sheet("x 1", "front", 60.0, 20.0, (Placement(0, 0.0, 0.0),))], About("x"))


def picture(pdf: bytes) -> bytes:
    return rasterise(pypdfium2.PdfDocument(pdf)[0], 600, 200)[0]


def test_the_letters_look_the_same_and_can_be_searched() -> None:
    otf, ttf = printed(as_otf(FIRA)), printed(FIRA)
    one, other = picture(otf), picture(ttf)
    assert sum(abs(a - b) > 90 for a, b in zip(one, other, strict=True)) < len(one) * 0.002
    assert pypdfium2.PdfDocument(otf)[0].get_textpage().get_text_range().strip() == "Hamburg 12"
    assert min(one) < 50


def test_it_is_embedded_as_what_it_is_with_only_the_letters_used() -> None:
    with pikepdf.open(BytesIO(printed(as_otf(FIRA)))) as pdf:
        fonts = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) and "/FontFile3" in thing]
        (descriptor,) = fonts
        assert descriptor.FontFile3.Subtype == "/CIDFontType0C"
        program = descriptor.FontFile3.read_bytes()
    from fontTools.cffLib import CFFFontSet

    cff = CFFFontSet()
    cff.decompile(BytesIO(program), None)
    strings = cff[0].CharStrings
    sizes = {name: len(strings[name].bytecode.rstrip(b"\0")) for name in strings.keys()}  # noqa: SIM118
    assert sizes["H"] > 5 and sizes["v"] == 1 and sizes["zero"] == 1


def test_the_same_font_gives_the_same_bytes() -> None:
    assert printed(as_otf(FIRA)) == printed(as_otf(FIRA))


def test_a_damaged_font_is_refused_with_words() -> None:
    data = as_otf(FIRA)
    at = data.index(b"CFF ")
    hidden = data[:at] + b"CFX " + data[at + 4 :]
    with pytest.raises(ValueError, match="cannot be embedded"):
        Font(hidden)
    start = int.from_bytes(data[at + 8 : at + 12], "big")
    torn = data[: start + 4] + pack(">HB", 60_000, 9) + data[start + 7 :]
    with pytest.raises(ValueError, match="cannot be embedded"):
        Font(torn)
    assert CffTables(data).glyphs > 10
