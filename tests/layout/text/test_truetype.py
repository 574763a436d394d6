from __future__ import annotations

from contextlib import suppress
from io import BytesIO
from struct import pack, unpack_from

import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.export.pdf.document import About, paint_pdf
from pnp.export.pdf.font import Font
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.export.pictures.png import rasterise
from pnp.layout.drawing.frame import Frame, Placement, Sheet, Text
from pnp.layout.painting.resources import LayoutResources
from pnp.layout.text.font_files import font_name_of
from pnp.layout.text.measure import Metrics
from pnp.layout.text.truetype import CffTables, FontError, FontTables, TrueType, lining_name, with_lining_figures
from tests.export.decks import BODY, BOLD, font_bytes
from tests.layout.samples import FONTS, faults, layout, resources, stock
from tests.layout.text.otf import as_otf, with_licence
from tests.marks import examples


def metrics(name: str) -> Metrics:
    return Metrics(name, TrueType(stock()[1][name]))


@pytest.mark.parametrize("name", FONTS)
def test_every_font_measures_finnish(name: str) -> None:
    font = metrics(name)
    assert font.lacks("Väinämöinen Å 0123 – “x”") == []
    assert 0.5 < font.cap_height < 0.8 < font.ascent < 1.2
    assert 0.1 < font.descent < 0.5


def test_widths_are_those_of_the_file() -> None:
    font = metrics("fira-sans-condensed/Regular")
    assert font.width("A") + font.width("B") == pytest.approx(font.width("AB"))
    assert font.width("") == 0
    assert font.width("i") < font.width("m")
    assert metrics("fira-sans-condensed/Bold").width("Ukko") > font.width("Ukko")


def test_the_ink_of_a_numeral_is_as_tall_as_a_capital() -> None:
    font = metrics("fira-sans-condensed/Bold")
    top, bottom = font.extent("7")
    assert top == pytest.approx(font.cap_height, abs=0.03)
    assert bottom == pytest.approx(0, abs=0.02)
    assert font.extent("g")[1] > 0.1
    assert font.extent(" ") == (0.0, 0.0)


def test_a_missing_glyph_is_known() -> None:
    font = metrics("fira-sans-condensed/Regular")
    assert font.lacks("ab漢c⚔") == ["漢", "⚔"]


@pytest.mark.parametrize("data", [b"", b"OTTO" + bytes(40), b"\0\1\0\0" + bytes(8), b"\0\1\0\0\0\xff" + bytes(100)])
def test_what_is_no_font_is_refused(data: bytes) -> None:
    with pytest.raises(FontError):
        TrueType(data)


@settings(max_examples=60)
@given(st.integers(0, 400), st.binary(min_size=1, max_size=24))
def test_a_damaged_font_is_a_font_error_or_still_measures(at: int, junk: bytes) -> None:
    data = stock()[1]["vera/Regular"]
    try:
        font = TrueType(data[:at] + junk + data[at + len(junk) :])
        font.advance(font.glyph("A"))
        font.extent(font.glyph("A"))
    except FontError:
        pass


def test_the_family_is_reported() -> None:
    assert "Fira Sans" in TrueType(stock()[1]["fira-sans-condensed/Regular"]).family


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
@settings(max_examples=30)
def test_any_text_makes_a_font_with_right_checksums(text: str) -> None:
    data = FontTables(font_bytes(BODY)).subset(glyphs(BODY, text))
    assert FontTables(data).glyphs > max([0, *glyphs(BODY, text)])
    total = sum(unpack_from(f">{len(data) // 4}L", data)) & 0xFFFFFFFF
    assert total == 0xB1B0AFBA
    assert data == FontTables(font_bytes(BODY)).subset(reversed(glyphs(BODY, text)))


def test_a_subset_is_much_smaller() -> None:
    data = font_bytes(BODY)
    assert len(FontTables(data).subset(glyphs(BODY, "Kalevala"))) < len(data) / 10


FIRA_NAME = "fira-sans-condensed/Regular"
FIRA = stock()[1][FIRA_NAME]


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


OLD_STYLE = "alegreya-sans/Black"


def layouts(font: str) -> LayoutResources:
    """A game whose body type is this font."""
    theme = f"extends: _stock/theme\ndefault: colour\nfonts: {{body: {font}}}\nthemes: {{colour: {{}}}}"
    return resources({"theme.yaml": theme})


def figures_metrics(data: bytes) -> Metrics:
    return Metrics("x", TrueType(data))


def heights(font: Metrics) -> list[float]:
    return [font.extent(digit)[0] for digit in "0123456789"]


def test_digits_become_as_tall_as_capitals_and_nothing_else_changes() -> None:
    data = stock()[1][OLD_STYLE]
    before, after = figures_metrics(data), figures_metrics(with_lining_figures(data))
    assert min(heights(before)) < 0.8 * before.cap_height
    assert min(heights(after)) > 0.9 * after.cap_height
    assert max(after.extent(digit)[1] for digit in "0123456789") < 0.05
    words = "Väinämöinen, Å – “x”"
    assert after.width(words) == before.width(words) and not after.lacks(words)


@pytest.mark.parametrize("name", ["fira-sans-condensed/Regular", "vera/Regular"])
def test_a_font_whose_digits_line_already_stays_as_it_is(name: str) -> None:
    data = stock()[1][name]
    assert with_lining_figures(data) is data


def test_a_role_of_a_theme_asks_for_them() -> None:
    made = layouts("{family: alegreya-sans, regular: Black, figures: lining}")
    assert made.theme.fonts["body"].regular == lining_name(OLD_STYLE)
    assert made.font_bytes(lining_name(OLD_STYLE)) == with_lining_figures(stock()[1][OLD_STYLE])


def test_another_word_for_figures_is_reported_at_its_place() -> None:
    (fault,) = layouts("{family: alegreya-sans, regular: Black, bold: Black, figures: oldstyle}").report
    assert "expected lining for “figures”, got “oldstyle”" in fault.message and fault.span.line == 3


@settings(max_examples=examples(80))
@given(st.integers(0, 4000), st.binary(min_size=1, max_size=24))
def test_a_damaged_font_is_a_font_error_or_still_measures_of_figures(at: int, junk: bytes) -> None:
    data = stock()[1][OLD_STYLE]
    with suppress(FontError):
        TrueType(with_lining_figures(data[:at] + junk + data[at + len(junk) :])).glyph("7")


TILE = layout("name: {kind: text, text: Hamburg, font: old-rags/Bold, size: 9, x: 4, y: 4, width: 30, height: 8}")


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("Old Rags-Bold.otf", "old-rags/Bold"),
        ("old_rags.ttf", "old-rags/Regular"),
        ("Noto-Sans-ExtraBold Italic.TTF", "noto-sans/ExtraBoldItalic"),
    ],
)
def test_a_file_gives_a_family_and_a_style(file: str, name: str) -> None:
    assert font_name_of(file) == name


@pytest.mark.parametrize("ending", ["ttf", "otf"])
def test_both_kinds_measure_like_the_font_they_were_made_of(ending: str) -> None:
    data = FIRA if ending == "ttf" else as_otf(FIRA)
    made = resources({"tile.yaml": TILE, f"fonts/Old Rags-Bold.{ending}": data})
    assert made.font_fault("old-rags/Bold") == "" and not made.report.items
    assert made.metrics("old-rags/Bold").width("Hamburg") == pytest.approx(made.metrics(FIRA_NAME).width("Hamburg"))
    assert made.font_bytes("old-rags/Bold") == data


def test_a_family_of_ones_own_serves_as_a_role_and_wins_over_an_installed_one() -> None:
    roles = "{body: old-rags, title: fira-sans-condensed}"
    theme = f"extends: _stock/theme\ndefault: colour\nfonts: {roles}\nthemes: {{colour: {{}}}}"
    data = stock()[1]["atkinson-hyperlegible/Regular"]
    files: dict[str, str | bytes] = {"theme.yaml": theme, "fonts/old-rags-Regular.ttf": data}
    made = resources({**files, "fonts/fira-sans-condensed-Regular.ttf": data})
    assert made.theme.fonts["body"].regular == "old-rags/Regular"
    assert made.font_bytes(FIRA_NAME) == data


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"wOF2" + bytes(40), "got a web font"),
        (b"ttcf" + bytes(40), "collection"),
        (b"hello", "expected a TrueType or OpenType font"),
        (FIRA[:3000], "truncated"),
        (
            FIRA.replace(b"glyf", b"xxxx", 1),
            "cannot be embedded: expected a table “glyf”, got none",
        ),
        (
            FIRA.replace(b"loca", b"xxxx", 1),
            "cannot be embedded: expected a table “loca”, got none",
        ),
    ],
)
def test_a_file_that_is_no_font_is_told_at_the_file(data: bytes, words: str) -> None:
    report = faults({"tile.yaml": TILE, "fonts/old-rags-Bold.ttf": data})
    found = [item for item in report.errors if words in item.message]
    assert [str(item.span) for item in found] == ["layouts/game/fonts/old-rags-Bold.ttf"]


@pytest.mark.parametrize(
    ("bits", "words"), [(0x2, "forbid"), (0x200, "outlines"), (0x100, "whole"), (0x8, ""), (0, "")]
)
def test_licence_bits_are_told_once_as_a_warning(bits: int, words: str) -> None:
    data = with_licence(FIRA, bits)
    report = faults({"tile.yaml": TILE, "fonts/old-rags-Bold.ttf": data})
    found = [item for item in report if item.code == "font-licence"]
    assert len(found) == bool(words) and not report.errors
    assert all(words in item.message and item.severity == "warning" for item in found)


def test_a_misspelt_font_has_the_own_ones_as_a_hint() -> None:
    text = TILE.replace("old-rags/Bold", "old-rag/Bold")
    (fault,) = faults({"tile.yaml": text, "fonts/old-rags-Bold.ttf": FIRA}).errors
    assert "did you mean “old-rags/Bold”?" in fault.message
