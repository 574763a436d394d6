"""A game's own fonts: `layouts/<game>/fonts/`, before those that are installed; what is wrong is told at the file."""

from __future__ import annotations

import pytest

from pnp.layout.text.font_files import font_name_of
from tests.layout.samples import faults, layout, resources, stock
from tests.layout.text.otf import as_otf, with_licence

FIRA = "fira-sans-condensed/Regular"
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
    plain = stock()[1][FIRA]
    data = plain if ending == "ttf" else as_otf(plain)
    made = resources({"tile.yaml": TILE, f"fonts/Old Rags-Bold.{ending}": data})
    assert made.font_fault("old-rags/Bold") == "" and not made.report.items
    assert made.metrics("old-rags/Bold").width("Hamburg") == pytest.approx(made.metrics(FIRA).width("Hamburg"))
    assert made.font_bytes("old-rags/Bold") == data


def test_a_family_of_ones_own_serves_as_a_role_and_wins_over_an_installed_one() -> None:
    roles = "{body: old-rags, title: fira-sans-condensed}"
    theme = f"extends: _stock/theme\ndefault: colour\nfonts: {roles}\nthemes: {{colour: {{}}}}"
    data = stock()[1]["atkinson-hyperlegible/Regular"]
    files: dict[str, str | bytes] = {"theme.yaml": theme, "fonts/old-rags-Regular.ttf": data}
    made = resources({**files, "fonts/fira-sans-condensed-Regular.ttf": data})
    assert made.theme.fonts["body"].regular == "old-rags/Regular"
    assert made.font_bytes(FIRA) == data


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"wOF2" + bytes(40), "got a web font"),
        (b"ttcf" + bytes(40), "collection"),
        (b"hello", "expected a TrueType or OpenType font"),
        (stock()[1][FIRA][:3000], "truncated"),
        (stock()[1][FIRA].replace(b"glyf", b"xxxx", 1), "cannot be embedded: expected a table “glyf”, got none"),
        (stock()[1][FIRA].replace(b"loca", b"xxxx", 1), "cannot be embedded: expected a table “loca”, got none"),
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
    data = with_licence(stock()[1][FIRA], bits)
    report = faults({"tile.yaml": TILE, "fonts/old-rags-Bold.ttf": data})
    found = [item for item in report if item.code == "font-licence"]
    assert len(found) == bool(words) and not report.errors
    assert all(words in item.message and item.severity == "warning" for item in found)


def test_a_misspelt_font_has_the_own_ones_as_a_hint() -> None:
    text = TILE.replace("old-rags/Bold", "old-rag/Bold")
    (fault,) = faults({"tile.yaml": text, "fonts/old-rags-Bold.ttf": stock()[1][FIRA]}).errors
    assert "did you mean “old-rags/Bold”?" in fault.message
