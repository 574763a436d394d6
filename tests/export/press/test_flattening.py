"""Faces without transparency look as they did, and their letters stay letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pypdfium2
import pytest
from PIL import Image as Pictures
from PIL import ImageChops

from pnp.export.disk_shelf import DiskShelf
from pnp.export.pdf.document import About, paint_pdf
from pnp.export.pdf.output_intent import NORMS, OutputIntent
from pnp.export.pdf.pdf_resources import PdfResources
from pnp.export.pictures.png import face_sheets
from pnp.export.press.flattening import Ways, flatten
from pnp.export.press.press_resources import PressResources
from pnp.layout.drawing.bounds import leaves_of
from pnp.layout.drawing.frame import Frame, Group, Image, Item, Shape, Text
from pnp.layout.drawing.path import rect_path
from tests.export.press.tiny_profile import tiny_profile
from tests.guard import some

FONT = "fira-sans-condensed/Regular"
BOX = (-3.0, -3.0, 43.0, 63.0)
GROUND = Shape(rect_path(-3, -3, 46, 66), fill="#2244aa")
STRIPE = Shape(rect_path(-3, 20, 46, 9), fill="#eecc22")
LETTERS = Text(5, 10, "Letters", FONT, 12, "#25221f")


def veil(x: float, y: float, width: float, height: float, opacity: float = 0.5) -> Group:
    return Group((Shape(rect_path(x, y, width, height), fill="#ffffff"),), opacity=opacity)


def resources(clear: bytes = b"") -> PdfResources:
    shelf = DiskShelf()
    fonts = shelf.fonts()

    def font(name: str) -> bytes:
        with open(fonts[name], "rb") as stream:
            return stream.read()

    return PdfResources(font, lambda source: clear)


def press(plain: PdfResources) -> PressResources:
    return PressResources(plain, OutputIntent(NORMS["x1a"], tiny_profile(), "Tiny press", 300))


def flat(items: Sequence[Item], plain: PdfResources | None = None) -> tuple[list[Item], dict[str, Pictures.Image]]:
    made = press(plain or resources())
    found = flatten(items, BOX, Ways(made._paint_parts, made._is_clear, made._width))
    return found.items, found.pictures


def seen(items: Sequence[Item], pictures: dict[str, Pictures.Image]) -> Pictures.Image:
    """A face as a picture, with the pictures that its items name."""
    from io import BytesIO

    from pnp.export.pdf.raster import read_raster

    plain = resources()
    for digest, picture in pictures.items():
        out = BytesIO()
        picture.save(out, "PNG")
        plain._rasters[digest] = read_raster(out.getvalue())
    frame = Frame("face", 40, 60, 3, items=tuple(items))
    with pypdfium2.PdfDocument(paint_pdf(plain, [frame], face_sheets([frame]), About(""))) as document:
        whole: Pictures.Image = document[0].render(scale=300 / 72).to_pil().convert("RGB")
    return whole


CASES: dict[str, list[Item]] = {
    "a veil on one colour": [GROUND, veil(5, 30, 20, 10)],
    "a veil over two colours": [GROUND, STRIPE, veil(5, 15, 20, 10)],
    "letters below a veil elsewhere": [GROUND, LETTERS, veil(5, 30, 20, 10)],
    "letters under a veil": [GROUND, LETTERS, veil(3, 3, 20, 10), STRIPE],
    "a veil in a turned, cut group": [
        GROUND,
        Group(
            (STRIPE, veil(0, 0, 30, 30), Shape(rect_path(2, 2, 5, 5), fill="#aa2211")),
            (0.9, 0.2, -0.2, 0.9, 6.0, 4.0),
            rect_path(0, 0, 25, 25),
        ),
        LETTERS,
    ],
    "two veils upon each other": [GROUND, veil(5, 5, 20, 20), STRIPE, veil(15, 15, 20, 20, 0.3), LETTERS],
    "many veils": [GROUND, *(veil(x * 10, y * 12, 2, 2) for x in range(4) for y in range(5))],
    "a group of several things": [
        GROUND,
        Group((STRIPE, Shape(rect_path(0, 10, 20, 20), fill="#ffffff", stroke="#000000", width=1)), opacity=0.4),
    ],
    "a veil outside the face": [GROUND, veil(50, 5, 10, 10)],
}


@pytest.mark.parametrize("name", CASES)
def test_a_flat_face_looks_as_it_did(name: str) -> None:
    items, pictures = flat(CASES[name])
    assert all(leaf.opacity == 1 for leaf in some(list(leaves_of(items))))
    before, after = seen(CASES[name], {}), seen(items, pictures)
    blur = ImageChops.difference(before, after).convert("L")
    assert sum(blur.histogram()[64:]) <= 0.004 * before.width * before.height  # edges of letters and pictures
    assert max(blur.resize((23, 33), Pictures.Resampling.BOX).tobytes()) <= 6  # no place is of another colour


def test_a_veil_on_one_colour_becomes_a_colour() -> None:
    items, pictures = flat([GROUND, veil(5, 30, 20, 10)])
    fills = [leaf.item.fill for leaf in leaves_of(items) if isinstance(leaf.item, Shape)]
    assert pictures == {} or all(isinstance(leaf.item, Shape | Image) for leaf in leaves_of(items))
    assert fills[0] == "#2244aa"


def test_letters_that_nothing_touches_are_set_again_on_the_pictures_and_only_there() -> None:
    items, _ = flat([GROUND, STRIPE, LETTERS, veil(0, 18, 30, 20)])
    kinds = [type(leaf.item).__name__ for leaf in leaves_of(items)]
    assert kinds == ["Shape", "Shape", "Image", "Text"]


def test_letters_under_a_veil_are_in_the_picture_alone_on_top() -> None:
    items, _ = flat([GROUND, LETTERS, veil(3, 3, 30, 12)])
    assert [type(leaf.item).__name__ for leaf in leaves_of(items)] == ["Shape", "Text", "Image"]


def test_what_comes_after_the_last_veil_stays_as_it_is() -> None:
    items, _ = flat([GROUND, STRIPE, veil(3, 15, 30, 12), LETTERS, STRIPE])
    assert items[-2:] == [LETTERS, STRIPE]


def test_an_opaque_face_is_given_back() -> None:
    items, pictures = flat([GROUND, LETTERS])
    assert items == [GROUND, LETTERS] and pictures == {}


@pytest.mark.parametrize("of", [lambda image: image, lambda image: Group((image,))])
def test_an_image_with_clear_places_is_laid_on_what_is_below(of: Callable[[Item], Item]) -> None:
    from io import BytesIO

    out = BytesIO()
    ring = Pictures.new("RGBA", (20, 20), (255, 0, 0, 0))
    ring.paste((255, 0, 0, 128), (0, 0, 10, 20))
    ring.save(out, "PNG")
    plain = resources(out.getvalue())
    items, pictures = flat([GROUND, of(Image(5, 5, 20, 20, "ring.png", "0" * 32))], plain)
    assert len(pictures) == 1 and "0" * 32 not in [
        leaf.item.digest for leaf in leaves_of(items) if isinstance(leaf.item, Image)
    ]
    (picture,) = pictures.values()
    assert picture.getpixel((picture.width // 4, 50)) == pytest.approx((144, 34, 84), abs=3)
    assert picture.getpixel((picture.width * 3 // 4, 50)) == pytest.approx((0x22, 0x44, 0xAA), abs=1)
