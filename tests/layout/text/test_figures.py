"""Lining figures of a font whose digits are old-style: a nought is as tall as a capital, and not like an o."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.layout.painting.resources import LayoutResources
from pnp.layout.text.measure import Metrics
from pnp.layout.text.truetype import FontError, TrueType, lining_name, with_lining_figures
from tests.layout.samples import resources, stock
from tests.marks import examples

OLD_STYLE = "alegreya-sans/Black"


def layouts(font: str) -> LayoutResources:
    """A game whose body type is this font."""
    theme = f"extends: _stock/theme\ndefault: colour\nfonts: {{body: {font}}}\nthemes: {{colour: {{}}}}"
    return resources({"theme.yaml": theme})


def metrics(data: bytes) -> Metrics:
    return Metrics("x", TrueType(data))


def heights(font: Metrics) -> list[float]:
    return [font.extent(digit)[0] for digit in "0123456789"]


def test_digits_become_as_tall_as_capitals_and_nothing_else_changes() -> None:
    data = stock()[1][OLD_STYLE]
    before, after = metrics(data), metrics(with_lining_figures(data))
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


@settings(max_examples=examples(80), deadline=None)
@given(st.integers(0, 4000), st.binary(min_size=1, max_size=24))
def test_a_damaged_font_is_a_font_error_or_still_measures(at: int, junk: bytes) -> None:
    data = stock()[1][OLD_STYLE]
    with suppress(FontError):
        TrueType(with_lining_figures(data[:at] + junk + data[at + len(junk) :])).glyph("7")
