"""Text that is not set character by character: HarfBuzz's glyphs on a face."""

from __future__ import annotations

import sys

import pytest
import uharfbuzz
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.units import MM_PER_PT
from pnp.export.disk_shelf import DiskShelf
from pnp.layout.checks.preflight import preflight
from pnp.layout.drawing.frame import ShapedText, Text
from pnp.layout.painting.compose import compose_card
from pnp.layout.painting.face_canvas import ComposedFace
from pnp.layout.text.shaping import find_levels, has_right, needs_shaping, reorder, split_scripts
from pnp.library.card import Card
from tests.layout.painting.test_rulebook_layout import texts
from tests.layout.samples import FONTS, fault_places, layout, resources, ukko

ARABIC, HINDI = "amiri/Regular", "hind/Regular"
SIZE = "size: {width: 80, height: 40, bleed: 2, safe: 2}"


def card(words: str) -> Card:
    return Card("ukko", "tiles", {"*": words}, 1, "KV2", {"value": 7}, {"rule": {"*": words}})


def made(words: str, font: str, more: str = "") -> ComposedFace:
    disk = DiskShelf()
    fonts = {name: disk.font(name) or b"" for name in (*FONTS, ARABIC, HINDI)}
    element = (
        f't: {{kind: text, text: "{{text.rule}}", font: {font}, size: 12, x: safe, width: 76, y: 5, bottom: 5{more}}}'
    )
    layouts = resources(layout(element, SIZE), fonts=fonts)
    face = compose_card(layouts, "tile", card(words))
    assert not layouts.report.items, [str(item) for item in layouts.report]
    return face


def glyphs_of(text: str, font: str, direction: str) -> tuple[list[int], int]:
    """What HarfBuzz says by itself: the glyphs, and the width in units."""
    face = uharfbuzz.Face(DiskShelf().font(font))
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    assert buffer.direction == direction
    uharfbuzz.shape(uharfbuzz.Font(face), buffer)
    return [info.codepoint for info in buffer.glyph_infos], sum(place.x_advance for place in buffer.glyph_positions)


@pytest.mark.parametrize(
    ("word", "font", "direction"), [("سلام", ARABIC, "rtl"), ("क्रिया", HINDI, "ltr"), ("हिन्दी", HINDI, "ltr")]
)
def test_a_word_has_the_glyphs_that_its_font_joins_it_from(word: str, font: str, direction: str) -> None:
    (item,) = texts(made(word, font))
    assert isinstance(item, ShapedText) and item.text == word
    numbers, width = glyphs_of(word, font, direction)
    assert [glyph.number for glyph in item.glyphs] == numbers
    assert sum(glyph.advance for glyph in item.glyphs) * 1000 == pytest.approx(width, abs=1)  # both have 1,000 units
    assert sorted("".join(glyph.text for glyph in item.glyphs)) == sorted(word)


def test_a_paragraph_that_begins_to_the_left_stands_at_the_right_edge() -> None:
    first, second = texts(made("سلام عالم", ARABIC))
    right, left = sorted((first, second), key=lambda item: -item.x)
    assert right.text == "سلام"
    assert isinstance(right, ShapedText)
    end = right.x + sum(glyph.advance for glyph in right.glyphs) * right.size * MM_PER_PT
    assert end == pytest.approx(78, abs=0.01)
    assert left.text == "عالم"


def test_words_of_both_directions_stand_as_they_are_read() -> None:
    items = sorted(texts(made("خذ 3 من Ukko ثم", ARABIC)), key=lambda item: item.x)
    assert [item.text for item in items] == ["ثم", "Ukko", "من", "3", "خذ"]
    assert [type(item) for item in items] == [ShapedText, Text, ShapedText, Text, ShapedText]


def test_an_icon_and_bold_words_keep_their_place_in_the_line() -> None:
    face = made("a **خذ** {star} b", ARABIC)
    a, word, b = sorted(texts(face), key=lambda item: item.x)
    star = next(item for item in face.frame.items if not isinstance(item, Text))
    assert (a.text, word.text, b.text) == ("a", "خذ", "b")
    assert word.x < star.matrix[4] < b.x  # type: ignore[union-attr]


def test_kerning_and_ligatures_where_they_are_asked_for() -> None:
    plain, shaped = texts(made("office", ARABIC))[0], texts(made("office", ARABIC, ", shaping: true"))[0]
    assert type(plain) is Text and isinstance(shaped, ShapedText)
    assert [glyph.text for glyph in shaped.glyphs] == ["o", "ffi", "c", "e"]
    spaced = texts(made("office", ARABIC, ", shaping: true, spacing: 50"))[0]
    assert isinstance(spaced, ShapedText) and len(spaced.glyphs) == 6  # spaced letters are not tied together


def test_lines_break_and_shrink_by_shaped_widths() -> None:
    long = "هذا نص طويل قليلا ليكسر السطر مرتين أو ثلاث مرات على البطاقة"
    face = made(long, ARABIC)
    assert len({item.y for item in texts(face)}) == 2
    for item in texts(face):
        assert isinstance(item, ShapedText)
        assert item.x >= 2 - 1e-6 and item.x + sum(g.advance for g in item.glyphs) * item.size * MM_PER_PT <= 78.01
    small = made(long, ARABIC, ", lines: 1, min: 6")
    assert texts(small)[0].size < 12 and not small.report.items


def test_without_harfbuzz_a_text_that_needs_it_is_an_error_at_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uharfbuzz", None)
    report = made("سلام", ARABIC).report
    assert fault_places(report) == ["7:3 shaping"]
    assert report.items[0].severity == "error" and 'pip install "pnp-table[shaping]"' in report.items[0].hint
    assert fault_places(made("office", ARABIC, ", shaping: true").report) == ["7:3 shaping"]
    assert not made("Väinämöinen – “5”", ARABIC).report.items


def test_a_letter_that_the_font_lacks_is_reported_in_shaped_text_too() -> None:
    disk = DiskShelf()
    fonts = {name: disk.font(name) or b"" for name in (*FONTS, ARABIC)}
    element = f't: {{kind: text, text: "{{text.rule}}", font: {ARABIC}, box: safe}}'
    layouts = resources(layout(element, SIZE), fonts=fonts)
    found = preflight(layouts, compose_card(layouts, "tile", card("سלم")))
    assert [item.code for item in found] == ["missing-glyph"] and "U+05DC" in found.items[0].message


def test_a_letter_with_its_mark_is_one_letter_where_there_is_one() -> None:
    (item,) = texts(made("a\u0308", "fira-sans-condensed/Regular"))
    assert item.text == "ä"


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("abcहिन्दी", ["abc", "हिन्दी"]),
        ("(سلام)", ["(سلام)"]),
        ("هשa", ["ه", "ש", "a"]),
        ("q\u0301r", ["q\u0301r"]),
        ("ل\u200dا", ["ل\u200dا"]),
        ("", []),
    ],
)
def test_scripts_are_shaped_one_by_one(text: str, pieces: list[str]) -> None:
    assert split_scripts(text) == pieces


def test_ordinary_text_is_not_shaped() -> None:
    for text in ("Ukko 7", "Väinämöinen", "“so” – 2 × 3 … §", "Łódź Ελληνικά Кириллица", "日本語", "→★"):
        assert not needs_shaping(text), text
    for text in ("ש", "سلام", "हिन्दी", "ไทย", "ខ្មែរ", "a\u0308\u0301", "བོད"):
        assert needs_shaping(text), text


def test_faces_without_shaped_text_are_as_they_were() -> None:
    assert {
        type(item) for item in texts(compose_card(resources(layout('t: {kind: text, text: "{name}"}')), "tile", ukko()))
    } == {Text}


LETTERS = "ab אבעم٣12 .,:-+$%()\u200f\u0300"


def seen(text: str) -> str:
    return "".join(reorder(list(text), find_levels(text)[1]))


@pytest.mark.parametrize(
    ("text", "looks"),
    [
        ("abc 12", "abc 12"),
        ("אבג", "גבא"),
        ("אבג abc דהו", "והד abc גבא"),  # the paragraph runs to the left, the words in it do not
        ("abc אבג דהו xyz", "abc והד גבא xyz"),
        ("אבג 12 34 דהו", "והד 34 12 גבא"),
        ("אבג 12,34", "12,34 גבא"),
        ("אבג 50%", "50% גבא"),
        ("abc (אבג) def", "abc (גבא) def"),
        ("abc!", "abc!"),
        ("אבג!", "!גבא"),
        ("\u200fabc.", ".abc\u200f"),  # a mark of direction counts as a letter
        ("", ""),
    ],
)
def test_a_line_is_seen_in_the_order_of_its_directions(text: str, looks: str) -> None:
    assert seen(text) == looks


def test_arabic_numbers_run_to_the_right() -> None:
    base, levels = find_levels("خذ ٣٤")
    assert (base, levels) == (1, [1, 1, 1, 2, 2])


def test_what_runs_to_the_left_is_known() -> None:
    assert has_right("a ש") and has_right("٣")
    assert not has_right("Väinämöinen – “2” हिन्दी")


@given(st.text(LETTERS))
def test_reordering_loses_and_invents_nothing(text: str) -> None:
    base, levels = find_levels(text)
    assert base in (0, 1) and len(levels) == len(text)
    assert sorted(seen(text)) == sorted(text)
    if not has_right(text) and "\u200f" not in text:
        assert seen(text) == text
