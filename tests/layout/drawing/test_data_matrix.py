from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from pnp.layout.painting.scan_codes import DataMatrixError, data_matrix_modules
from tests.marks import examples

zxing = pytest.importorskip("zxingcpp")


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
@settings(max_examples=examples(150), deadline=None)
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
