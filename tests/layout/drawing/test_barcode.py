"""Bar codes are read back."""

from __future__ import annotations

from importlib.util import find_spec

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from pnp.layout.drawing.frame import Shape
from pnp.layout.painting.scan_codes import (
    _WIDTHS,
    BarcodeError,
    DataMatrixError,
    QrError,
    barcode_modules,
    data_matrix_modules,
    qr_modules,
)
from tests.layout.samples import face, fault_places, faults, layout
from tests.marks import examples

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
@settings(max_examples=60)
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


def picture(modules: list[tuple[bool, ...]], side: int = 5) -> Image.Image:
    across = len(modules) + 4
    made = Image.new("L", (across, across), 255)
    for row, line in enumerate(modules):
        for column, is_dark in enumerate(line):
            made.putpixel((column + 2, row + 2), 0 if is_dark else 255)
    return made.resize((across * side, across * side), Image.Resampling.NEAREST)


@pytest.mark.parametrize(("text", "side"), [("123456", 10), ("KV1", 10), ("DR32", 10), ("KK199", 12), ("A" * 36, 24)])
def test_the_smallest_square_that_holds_a_text(text: str, side: int) -> None:
    modules = data_matrix_modules(text)
    assert len(modules) == side and {len(row) for row in modules} == {side}
    assert [code.text for code in zxing.read_barcodes(picture(modules))] == [text]


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=36))
@settings(max_examples=examples(150))
def test_every_text_is_read_back(text: str) -> None:
    assert [code.text for code in zxing.read_barcodes(picture(data_matrix_modules(text)))] == [text]


def test_the_edges_are_solid_on_two_sides_and_dashed_on_two() -> None:
    modules = data_matrix_modules("KV1")
    assert all(row[0] for row in modules) and all(modules[-1])
    assert [row[-1] for row in modules] == [number % 2 == 1 for number in range(10)]
    assert list(modules[0]) == [number % 2 == 0 for number in range(10)]


@pytest.mark.parametrize(("text", "part"), [("Käärme", "ä"), ("", "1 to 36"), ("A" * 37, "37"), ("a\n", "U+000A")])
def test_what_cannot_be_coded_is_told(text: str, part: str) -> None:
    with pytest.raises(DataMatrixError, match=part.replace("+", r"\+")):
        data_matrix_modules(text)


FINDER = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"]


def qr_picture(text: str) -> list[str]:
    return ["".join("#" if module else "." for module in row) for row in qr_modules(text)]


@pytest.mark.parametrize(("length", "side"), [(1, 21), (14, 21), (15, 25), (62, 33), (107, 45), (213, 57)])
def test_the_smallest_version_that_holds_the_text(length: int, side: int) -> None:
    assert len(qr_picture("x" * length)) == side


def test_three_corners_find_the_code() -> None:
    rows = qr_picture("KV2")
    assert [row[:7] for row in rows[:7]] == FINDER
    assert [row[-7:] for row in rows[:7]] == FINDER
    assert [row[:7] for row in rows[-7:]] == FINDER


def test_too_long_a_text_is_refused() -> None:
    with pytest.raises(QrError, match="expected at most 213 bytes"):
        qr_modules("x" * 214)


@pytest.mark.skipif(find_spec("zxingcpp") is None, reason="zxing-cpp reads the codes back where it is installed")
@pytest.mark.parametrize("text", ["KV2", "väinämöinen " * 3, "x" * 84, "x" * 152, "x" * 213, "2026"])
def test_a_decoder_reads_it(text: str) -> None:
    # One text for each way of dividing the data into blocks.
    import zxingcpp
    from PIL import Image

    rows = qr_modules(text)
    side = len(rows) + 8
    image = Image.new("L", (side, side), 255)
    for y, row in enumerate(rows):
        for x, is_dark in enumerate(row):
            if is_dark:
                image.putpixel((x + 4, y + 4), 0)
    found = zxingcpp.read_barcodes(image.resize((side * 4, side * 4), Image.Resampling.NEAREST))
    assert [code.text for code in found] == [text]
