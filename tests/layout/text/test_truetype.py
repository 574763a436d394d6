from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.layout.text.measure import Metrics
from pnp.layout.text.truetype import FontError, TrueType
from tests.layout.samples import FONTS, stock


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


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 400), st.binary(min_size=1, max_size=24))
def test_a_damaged_font_is_a_font_error_or_still_measures(at: int, junk: bytes) -> None:
    data = stock()[1]["vera/Regular"]
    try:
        font = TrueType(data[:at] + junk + data[at + len(junk) :])
        font.advance(font.glyph("A"))
        font.extent(font.glyph("A"))
    except FontError:
        pass


def test_a_font_that_is_cut_off_is_refused() -> None:
    with pytest.raises(FontError):
        TrueType(stock()[1]["vera/Regular"][:5000])


def test_the_family_is_reported() -> None:
    assert "Fira Sans" in TrueType(stock()[1]["fira-sans-condensed/Regular"]).family
