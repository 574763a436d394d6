from __future__ import annotations

from importlib.util import find_spec

import pytest

from pnp.layout.painting.scan_codes import QrError, qr_modules

FINDER = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"]


def picture(text: str) -> list[str]:
    return ["".join("#" if module else "." for module in row) for row in qr_modules(text)]


@pytest.mark.parametrize(("length", "side"), [(1, 21), (14, 21), (15, 25), (62, 33), (107, 45), (213, 57)])
def test_the_smallest_version_that_holds_the_text(length: int, side: int) -> None:
    assert len(picture("x" * length)) == side


def test_three_corners_find_the_code() -> None:
    rows = picture("KV2")
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
