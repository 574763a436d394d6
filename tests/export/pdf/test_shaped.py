"""Shaped text in PDFs: other programs read it, and find it where it was measured."""

from __future__ import annotations

import io

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

from pnp.base.units import PT_PER_MM
from pnp.export.disk_shelf import DiskShelf
from pnp.export.pdf.document import About, paint_pdf
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.export.pictures.png import face_sheets
from pnp.layout.drawing.frame import Frame, ShapedText
from pnp.layout.text.measure import Metrics
from pnp.layout.text.truetype import TrueType
from tests.guard import some

ARABIC, HINDI = "amiri/Regular", "hind/Regular"
WORDS = [
    ("سلام", ARABIC, True),
    ("مرحبا", ARABIC, True),
    ("हिन्दी", HINDI, False),
    ("क्रिया", HINDI, False),
    ("office", ARABIC, False),
]


def shaped(word: str, font: str, is_right: bool, y: float, spacing: float = 0.0) -> ShapedText:
    metrics = Metrics(font, TrueType(DiskShelf().font(font) or b""))
    return ShapedText(10.0, y, word, font, 20.0, "#000000", spacing, metrics.shape(word, is_right, not spacing))


@pytest.fixture(scope="module")
def pdf() -> bytes:
    items = tuple(shaped(*word, 10.0 * number) for number, word in enumerate(WORDS, 1))
    disk = DiskShelf()
    frame = Frame("face", 63, 88, items=items)
    pdf_resources = PdfResources(lambda name: disk.font(name) or b"", disk.data)
    assert pdf_resources.missing(frame) == set()
    return paint_pdf(pdf_resources, [frame], face_sheets([frame]), About("words"))


def test_the_words_are_found_by_those_who_search(pdf: bytes) -> None:
    with pypdfium2.PdfDocument(pdf) as document:
        text = document[0].get_textpage().get_text_bounded()
    assert text.split() == [word for word, _, _ in WORDS]


def test_the_file_is_whole(pdf: bytes) -> None:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert document.check_pdf_syntax() == []


def test_a_word_is_painted_as_wide_as_it_was_measured(pdf: bytes) -> None:
    with pdfplumber.open(io.BytesIO(pdf)) as document:
        page = document.pages[0]
        for number, (word, font, is_right) in some(enumerate(WORDS, 1)):
            item = shaped(word, font, is_right, 0)
            baseline = 10.0 * number * PT_PER_MM
            chars = [char for char in page.chars if abs(page.height - char["matrix"][5] - baseline) < 12]
            assert len(chars) == len(item.glyphs), word
            starts = sorted(char["matrix"][4] for char in chars)
            at, expected = 10.0 * PT_PER_MM, []
            for glyph in item.glyphs:
                expected.append(at + glyph.x * item.size)
                at += glyph.advance * item.size
            assert starts == pytest.approx(sorted(expected), abs=0.02), word


def test_the_embedded_glyphs_are_those_of_the_font(pdf: bytes) -> None:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        programs = {
            str(found.FontName): found.FontFile2.read_bytes()
            for found in document.objects
            if isinstance(found, pikepdf.Dictionary) and found.get("/Type") == "/FontDescriptor"
        }
    assert len(programs) == 2
    for name, data in programs.items():
        font = ARABIC if "Amiri" in name else HINDI
        subset, whole = TTFont(io.BytesIO(data)), TTFont(io.BytesIO(DiskShelf().font(font) or b""))
        for word, used, is_right in WORDS:
            for glyph in shaped(word, used, is_right, 0).glyphs if used == font else ():
                drawn = []
                for file in (subset, whole):
                    pen = DecomposingRecordingPen(file.getGlyphSet())
                    file.getGlyphSet()[file.getGlyphName(glyph.number)].draw(pen)
                    drawn.append(pen.value)
                assert drawn[0] == drawn[1], (word, glyph)


def test_letter_spacing_is_painted_between_shaped_letters() -> None:
    wide, narrow = (sum(glyph.advance for glyph in shaped("AV", ARABIC, False, 0, s).glyphs) for s in (5.0, 0.0))
    assert wide == narrow  # the glyphs are the same; the space is the item's
    disk = DiskShelf()
    frame = Frame("face", 63, 88, items=(shaped("AV", ARABIC, False, 10, 5.0),))
    data = paint_pdf(
        PdfResources(lambda name: disk.font(name) or b"", disk.data), [frame], face_sheets([frame]), About("words")
    )
    with pdfplumber.open(io.BytesIO(data)) as document:
        first, second = (char["matrix"][4] for char in document.pages[0].chars)
    metrics = Metrics(ARABIC, TrueType(disk.font(ARABIC) or b""))
    assert second - first == pytest.approx(metrics.shape("AV", False, False)[0].advance * 20 + 5, abs=0.02)
