"""Subsets keep what is used, in its place, and are fonts that other programs read."""

from __future__ import annotations

from struct import unpack_from

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.layout.text.truetype import FontTables, TrueType
from tests.export.decks import BODY, BOLD, font_bytes

ODD_FONTS = ["alegreya-sans/Black", "atkinson-hyperlegible/BoldItalic", BODY, BOLD]


def glyphs(font: str, text: str) -> list[int]:
    face = TrueType(font_bytes(font))
    return [face.glyph(letter) for letter in text]


@pytest.mark.parametrize("font", ODD_FONTS)
def test_glyphs_keep_their_numbers_and_outlines(font: str) -> None:
    whole = FontTables(font_bytes(font))
    used = glyphs(font, "Väinämöinen 8+")
    part = FontTables(whole.subset(used))
    assert part.glyphs <= whole.glyphs
    for glyph in used:
        assert part._outline(glyph).rstrip(b"\0") == whole._outline(glyph).rstrip(b"\0")


def test_parts_of_composed_letters_come_along() -> None:
    whole = FontTables(font_bytes("atkinson-hyperlegible/Regular"))
    a, composed = glyphs("atkinson-hyperlegible/Regular", "aä")
    part = FontTables(whole.subset([composed]))
    assert whole._outline(composed)[0] & 0x80, "this font composes ä of a and two dots"
    assert part._outline(a).rstrip(b"\0") == whole._outline(a).rstrip(b"\0")


@given(st.text(st.characters(min_codepoint=32, max_codepoint=0x17F), max_size=40))
@settings(max_examples=30, deadline=None)
def test_any_text_makes_a_font_with_right_checksums(text: str) -> None:
    data = FontTables(font_bytes(BODY)).subset(glyphs(BODY, text))
    assert FontTables(data).glyphs > max([0, *glyphs(BODY, text)])
    total = sum(unpack_from(f">{len(data) // 4}L", data)) & 0xFFFFFFFF
    assert total == 0xB1B0AFBA
    assert data == FontTables(font_bytes(BODY)).subset(reversed(glyphs(BODY, text)))


def test_a_subset_is_much_smaller() -> None:
    data = font_bytes(BODY)
    assert len(FontTables(data).subset(glyphs(BODY, "Kalevala"))) < len(data) / 10
