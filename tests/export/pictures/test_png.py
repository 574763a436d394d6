"""PNGs: exact pixels, honest resolution, the same picture as the PDF."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from pnp.export.pictures.png import paint_pngs, pixels
from pnp.layout.drawing.frame import Frame, Shape
from tests.export.decks import back, box, card, pdf_resources
from tests.guard import some


def pictures(frames: list[Frame], **options: object) -> list[Image.Image]:
    return [Image.open(BytesIO(data)) for data in paint_pngs(pdf_resources(), frames, **options)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("dpi", "trim", "size"), [(300, False, (815, 1110)), (300, True, (744, 1039)), (72, False, (196, 266))]
)
def test_pixels_and_resolution_are_exact(dpi: int, trim: bool, size: tuple[int, int]) -> None:
    for picture in some(pictures([card(0), back()], dpi=dpi, trim=trim)):
        assert picture.size == size
        assert picture.mode == "RGB"
        assert picture.info["dpi"] == pytest.approx((dpi, dpi), abs=0.01)


def test_the_whole_bleed_is_there_and_nothing_of_it_without() -> None:
    frame = Frame(
        "card", 20, 20, 2, 0, (Shape(box(-2, -2, 24, 24), fill="#ff0000"), Shape(box(0, 0, 20, 20), fill="#0000ff"))
    )
    with_bleed, without = pictures([frame], dpi=254)[0], pictures([frame], dpi=254, trim=True)[0]
    assert (with_bleed.size, without.size) == ((240, 240), (200, 200))
    assert {with_bleed.getpixel(at) for at in ((0, 0), (239, 0), (0, 239), (239, 239))} == {(255, 0, 0)}
    assert {without.getpixel(at) for at in ((0, 0), (199, 0), (0, 199), (199, 199))} == {(0, 0, 255)}


def test_odd_widths_have_no_padding_in_their_rows() -> None:
    frame = Frame("card", 10.1, 10.3, 0, 0, (Shape(box(0, 0, 5, 10.3), fill="#ff0000"),))
    picture = pictures([frame], dpi=254)[0]
    assert picture.size == (101, 103)
    assert all(picture.getpixel((10, row)) == (255, 0, 0) for row in range(1, 102))
    assert all(picture.getpixel((90, row)) == (255, 255, 255) for row in range(103))


def test_the_same_face_gives_the_same_bytes() -> None:
    assert list(paint_pngs(pdf_resources(), [card(1)])) == list(paint_pngs(pdf_resources(), [card(1)]))


def test_a_length_is_never_less_than_a_pixel() -> None:
    assert (pixels(63, 300), pixels(0.01, 36)) == (744, 1)


def test_helping_processes_and_other_compressors_make_the_same_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    frames = [card(number) for number in range(5)]
    alone = pictures(frames, dpi=72)
    monkeypatch.setattr("pnp.export.pictures.png._ALONE", 0)
    monkeypatch.setattr("pnp.export.pictures.png.processors", lambda: 2)
    shared = pictures(frames, dpi=72)
    assert [picture.tobytes() for picture in shared] == [picture.tobytes() for picture in alone]
    monkeypatch.setattr("pnp.export.pictures.png.processors", lambda: 1)
    monkeypatch.setitem(sys.modules, "isal", None)
    plain = pictures(frames, dpi=72)
    assert [picture.tobytes() for picture in plain] == [picture.tobytes() for picture in alone]
