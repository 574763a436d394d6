"""Bar codes are read back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from pnp.layout.drawing.frame import Shape
from pnp.layout.painting.scan_codes import _WIDTHS, BarcodeError, barcode_modules
from tests.layout.samples import face, fault_places, faults, layout

zxing = pytest.importorskip("zxingcpp")


def read(text: str) -> str:
    modules = [False] * 12 + barcode_modules(text) + [False] * 12
    picture = Image.new("L", (3 * len(modules), 60), 255)
    for at, is_dark in enumerate(modules):
        if is_dark:
            picture.paste(0, (3 * at, 0, 3 * at + 3, 60))
    (found,) = zxing.read_barcodes(picture)
    assert found.format == zxing.BarcodeFormat.Code128
    return str(found.text)


def test_every_sign_is_eleven_modules_and_its_own() -> None:
    assert len(set(_WIDTHS)) == 107
    assert {sum(map(int, widths)) for widths in _WIDTHS[:-1]} == {11}
    assert sum(map(int, _WIDTHS[-1])) == 13


@pytest.mark.parametrize("at", range(32, 127, 19))
def test_every_letter_is_read_back(at: int) -> None:
    text = "".join(chr(code) for code in range(at, min(at + 19, 127)))
    assert read(text).strip() == text.strip()


@given(st.text("".join(map(chr, range(33, 127))), min_size=1, max_size=20))
@settings(max_examples=60, deadline=None)
def test_any_text_is_read_back(text: str) -> None:
    assert read(text) == text


def test_digits_take_half_the_room() -> None:
    assert read("12345678") == "12345678"
    assert len(barcode_modules("12345678")) < len(barcode_modules("1234567"))


@pytest.mark.parametrize("text", ["", "ä", "a" * 49, "a\nb"])
def test_what_bars_cannot_hold_is_refused(text: str) -> None:
    with pytest.raises(BarcodeError):
        barcode_modules(text)


def test_a_card_shows_bars_as_wide_as_the_box() -> None:
    made = face(layout('c: {kind: code, data: "{code}", form: bars, x: 2, y: 2, width: 36, height: 8}'))
    ground, bars = made.frame.items
    assert isinstance(ground, Shape) and isinstance(bars, Shape)
    xs = [part for at, part in enumerate(bars.path) if isinstance(part, float) and isinstance(bars.path[at - 1], str)]
    assert min(xs) > 2 and max(xs) < 38
    assert not made.report.items


def test_bars_too_narrow_to_be_read_are_reported_at_their_place() -> None:
    found = faults(layout('c: {kind: code, data: "{name}{name}{name}", form: bars, x: 2, y: 2, width: 20, height: 8}'))
    assert fault_places(found) == ["3:25 code"]
    assert "make the code at least" in found.items[0].hint
